use fluent_uri::Uri;

use crate::error::{AuthError, AuthErrorKind, quoted};

/// An HTTP address, read but never rewritten: identifiers of servers are compared and sent as
/// they were published.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address<'a> {
    uri: Uri<&'a str>,
}

/// Scheme, host and port, in the form in which they are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    secure: bool,
    host: String,
    port: u16,
}

impl<'a> Address<'a> {
    /// Reads an absolute URL of HTTP without user and fragment.
    pub(crate) fn parse(text: &'a str) -> Result<Self, AuthError> {
        let wrong = |why: &str| {
            let text = format!("`{}` cannot be used as an address: {why}.", quoted(text));
            AuthError::new(AuthErrorKind::Address, text)
        };
        let uri = Uri::parse(text).map_err(|_| wrong("it is no absolute URL"))?;
        let scheme = uri.scheme().as_str();
        if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
            return Err(wrong("it is neither `https` nor `http`"));
        }
        let authority = uri.authority().ok_or_else(|| wrong("it names no host"))?;
        if authority.host().is_empty() {
            return Err(wrong("it names no host"));
        }
        if authority.has_userinfo() {
            return Err(wrong("it names a user"));
        }
        if uri.has_fragment() {
            return Err(wrong("it has a fragment"));
        }
        if authority.port_to_u16().is_err() {
            return Err(wrong("it has no valid port"));
        }
        Ok(Address { uri })
    }

    pub(crate) fn origin(self) -> Origin {
        let secure = self.is_https();
        let authority = self.uri.authority();
        let host = authority.map(|authority| authority.host().to_ascii_lowercase());
        let port = authority.and_then(|authority| authority.port_to_u16().ok().flatten());
        Origin {
            secure,
            host: host.unwrap_or_default(),
            port: port.unwrap_or(if secure { 443 } else { 80 }),
        }
    }

    /// Scheme and authority as they were spelled.
    pub(crate) fn root(self) -> &'a str {
        let text = self.uri.as_str();
        let path = self.uri.path().as_str().len();
        let query = self.uri.query().map_or(0, |query| query.as_str().len() + 1);
        &text[..text.len() - path - query]
    }

    pub(crate) fn path(self) -> &'a str {
        self.uri.path().as_str()
    }

    pub(crate) fn query(self) -> Option<&'a str> {
        self.uri.query().map(|query| query.as_str())
    }

    /// Without the query.
    pub(crate) fn without_query(self) -> &'a str {
        let text = self.uri.as_str();
        let query = self.uri.query().map_or(0, |query| query.as_str().len() + 1);
        &text[..text.len() - query]
    }

    pub(crate) fn is_https(self) -> bool {
        self.uri.scheme().as_str().eq_ignore_ascii_case("https")
    }

    /// Whether it is on this machine.
    pub(crate) fn is_loopback(self) -> bool {
        let host = self.origin().host;
        host == "localhost"
            || host == "[::1]"
            || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
    }

    /// Whether tokens may be sent there: over TLS, or without leaving this machine.
    pub(crate) fn is_confidential(self) -> bool {
        self.is_https() || self.is_loopback()
    }

    /// Whether `other` is this address or below it.
    pub(crate) fn holds(self, other: Address<'_>) -> bool {
        let path = self.path().trim_end_matches('/');
        let below = other.path().strip_prefix(path);
        self.origin() == other.origin()
            && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            && (self.query().is_none() || self.query() == other.query())
    }
}

/// Refuses addresses to which nothing confidential may go, and those of this machine when a
/// server elsewhere names them: it has no business here.
pub(crate) fn check<'a>(text: &'a str, what: &str, server: &str) -> Result<Address<'a>, AuthError> {
    let address = Address::parse(text)?;
    let refuse = |why: &str| {
        let text = format!("Nothing is sent to `{}`, which is named as {what}: {why}.", text);
        Err(AuthError::new(AuthErrorKind::Address, text).breaks("auths-as-https"))
    };
    if !address.is_confidential() {
        return refuse("it is not `https`");
    }
    if address.is_loopback() && !Address::parse(server)?.is_loopback() {
        return refuse("it is on this machine, and the server that leads there is not");
    }
    Ok(address)
}
