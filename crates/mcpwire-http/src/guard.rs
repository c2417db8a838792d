//! Who may call from where: the names under which this server is reached, and the pages that may
//! call it.
//!
//! Specification: `basic/transports/streamable-http#security-endpoint`.

use http::Uri;
use http::uri::Authority;
use mcpwire_protocol::http::Values;
use mcpwire_protocol::reason;
use mcpwire_protocol::rules::Reason;

use crate::headers::Given;

/// The names under which an endpoint is reached.
///
/// A page in a browser can reach a server on the same machine under any name that it makes point
/// there, so the name that a request was sent to is checked, and so is the page it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// This machine only: `localhost`, `127.0.0.1` and `[::1]`, with any port. The default.
    Loopback,
    /// These names beside those of this machine, such as `mcp.example.com`: the names that clients
    /// use, even if a proxy stands in between. A name with a port (`mcp.example.com:8443`) is
    /// that port only.
    Named(Vec<String>),
    /// Any name: for a server that is protected by other means, such as a proxy that checks it.
    Any,
}

impl Hosts {
    fn has(&self, authority: &Authority) -> bool {
        match self {
            Hosts::Any => true,
            Hosts::Loopback => is_loopback(authority.host()),
            Hosts::Named(names) => {
                let is_named = |name: &String| {
                    name.eq_ignore_ascii_case(authority.host())
                        || name.eq_ignore_ascii_case(authority.as_str())
                };
                names.iter().any(is_named) || is_loopback(authority.host())
            }
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let is_local = |ip: std::net::IpAddr| ip.is_loopback();
    bare.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(is_local)
}

/// The spellings that nearly every request on this machine has.
fn is_plainly_loopback(host: &str) -> bool {
    let is_port =
        |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |it| it.0);
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

/// Why a request is turned away.
pub(crate) struct Wrong {
    pub reason: Reason,
    pub text: String,
}

/// Whether a request goes to and comes from the right place.
pub(crate) fn check(
    given: &Given<'_>,
    target: Option<&Authority>,
    hosts: &Hosts,
    origins: &[String],
) -> Result<(), Wrong> {
    if *hosts != Hosts::Any {
        check_host(given, target, hosts)?;
    }
    match one(given.origin) {
        Ok(None) => Ok(()),
        Ok(Some(origin)) if is_known(origin, hosts, origins) => Ok(()),
        Ok(Some(origin)) => Err(strange(origin)),
        Err(Several) => Err(strange("several origins at once")),
    }
}

/// There is more than one line of a header that stands there once at most.
struct Several;

fn one(values: Values<'_>) -> Result<Option<&str>, Several> {
    match values {
        Values::Absent => Ok(None),
        // What is no ASCII is no name.
        Values::One(line) if line.is_ascii() => Ok(Some(str::from_utf8(line).unwrap_or_default())),
        Values::One(_) => Ok(Some("")),
        Values::Several => Err(Several),
    }
}

/// Both places where a request may name its host count: HTTP/2 has it in the target, and so have
/// requests as they are sent to proxies.
fn check_host(given: &Given<'_>, target: Option<&Authority>, hosts: &Hosts) -> Result<(), Wrong> {
    let invalid = |text: String| Err(Wrong { reason: reason!("host-invalid"), text });
    let header = match one(given.host) {
        Ok(header) => header,
        Err(Several) => return invalid("Header `Host` stands there several times.".to_owned()),
    };
    if target.is_none() && header.is_none() {
        return invalid("The request names no host; header `Host` is missing.".to_owned());
    }
    if let Some(target) = target {
        check_authority(target, hosts)?;
    }
    let Some(header) = header else { return Ok(()) };
    if is_plainly_loopback(header) {
        return Ok(());
    }
    match header.parse::<Authority>() {
        Ok(authority) if is_whole(&authority) => check_authority(&authority, hosts),
        _ => invalid(format!("Header `Host` names no host: `{header:.200}`.")),
    }
}

/// A host with a port perhaps, and nothing else; an IPv6 address stands in brackets.
fn is_whole(authority: &Authority) -> bool {
    let rest = authority.as_str().strip_prefix(authority.host());
    rest.is_some_and(|rest| rest.is_empty() || authority.port_u16().is_some())
}

fn check_authority(authority: &Authority, hosts: &Hosts) -> Result<(), Wrong> {
    if hosts.has(authority) {
        return Ok(());
    }
    let text = format!(
        "This server is not reached under the name `{:.200}`. The setting `hosts` lists its names.",
        authority.as_str()
    );
    Err(Wrong { reason: reason!("host-unknown"), text })
}

/// Whether a page is one of those that may call, or one of this server's own hosts.
fn is_known(origin: &str, hosts: &Hosts, origins: &[String]) -> bool {
    if origins.iter().any(|known| known == origin || known == "*") {
        return true;
    }
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    is_web && *hosts != Hosts::Any && uri.authority().is_some_and(|it| hosts.has(it))
}

fn strange(origin: &str) -> Wrong {
    let text = format!(
        "Pages of `{origin:.200}` may not call this server. The setting `origins` lists those that may."
    );
    Wrong { reason: reason!("origin-unknown"), text }
}
