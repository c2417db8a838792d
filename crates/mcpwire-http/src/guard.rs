//! Who may call from where: the names under which this server is reached, and the pages that may
//! call it.
//!
//! Specification: `basic/transports/streamable-http#security-endpoint`.

use http::header::{HOST, ORIGIN};
use http::request::Parts;
use http::uri::Authority;
use http::{Response, StatusCode};
use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};

use crate::body::Body;
use crate::refusal::refuse;

/// The names under which an endpoint is reached.
///
/// A page in a browser can reach a server on the same machine under any name that it makes point
/// there, so the name that a request was sent to is checked, and so is the page it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// This machine only: `localhost`, `127.0.0.1` and `[::1]`, with any port. The default.
    Loopback,
    /// These names, without ports; a name may stand in front of a proxy, such as
    /// `mcp.example.com`.
    Only(Vec<String>),
    /// Any name: for a server that is protected by other means, such as a proxy that checks it.
    Any,
}

impl Hosts {
    /// Whether a host name, without its port, is one of these.
    fn has(&self, host: &str) -> bool {
        match self {
            Hosts::Any => true,
            Hosts::Loopback => is_loopback(host),
            Hosts::Only(hosts) => hosts.iter().any(|known| known.eq_ignore_ascii_case(host)),
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_local = |ip: std::net::IpAddr| ip.is_loopback();
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(is_local)
}

/// The spellings that nearly every request on this machine has.
fn is_plainly_loopback(host: &str) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |it| it.0);
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

/// 403 for a request that comes from or goes to the wrong place.
pub(crate) fn check(
    parts: &Parts,
    hosts: &Hosts,
    origins: &[String],
) -> Result<(), Box<Response<Body>>> {
    if *hosts != Hosts::Any {
        check_host(parts, hosts)?;
    }
    let Some(origin) = parts.headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    if origins.iter().any(|known| known == origin || known == "*") || is_ours(origin, hosts) {
        return Ok(());
    }
    let text = format!(
        "Pages of `{origin:.200}` may not call this server. The setting `origins` lists those that may."
    );
    Err(forbidden(&text))
}

fn check_host(parts: &Parts, hosts: &Hosts) -> Result<(), Box<Response<Body>>> {
    // HTTP/2 has it in the target.
    let header = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = header.or_else(|| parts.uri.authority().map(Authority::as_str));
    let Some(host) = host else {
        return Err(forbidden("The request names no host; header `Host` is missing."));
    };
    if *hosts == Hosts::Loopback && is_plainly_loopback(host) {
        return Ok(());
    }
    // A bare IPv6 address is no authority, but means what it says.
    let name = host.parse::<Authority>().map(|it| it.host().to_owned());
    if hosts.has(name.as_deref().unwrap_or(host)) {
        return Ok(());
    }
    let text = format!(
        "This server is not reached under the name `{host:.200}`. The setting `hosts` lists its names."
    );
    Err(forbidden(&text))
}

/// Whether a page is one of this server's own hosts.
fn is_ours(origin: &str, hosts: &Hosts) -> bool {
    let Ok(uri) = origin.parse::<http::Uri>() else { return false };
    *hosts != Hosts::Any && uri.host().is_some_and(|host| hosts.has(host))
}

fn forbidden(text: &str) -> Box<Response<Body>> {
    let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
    Box::new(refuse(StatusCode::FORBIDDEN, None, &error))
}
