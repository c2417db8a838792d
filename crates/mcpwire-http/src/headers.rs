use http::HeaderMap;
use http::header::{ACCEPT, HeaderName};
use mcpwire_protocol::http::{Headers, METHOD, NAME, PROTOCOL_VERSION, Values};

// Names that are looked up with each request, so that they are parsed once.
static VERSION_NAME: HeaderName = HeaderName::from_static(PROTOCOL_VERSION);
static METHOD_NAME: HeaderName = HeaderName::from_static(METHOD);
static NAME_NAME: HeaderName = HeaderName::from_static(NAME);

/// The headers of a request as the protocol reads them.
pub(crate) struct Given<'a>(pub &'a HeaderMap);

impl Headers for Given<'_> {
    fn values(&self, name: &str) -> Values<'_> {
        let mut lines = match name {
            PROTOCOL_VERSION => self.0.get_all(&VERSION_NAME),
            METHOD => self.0.get_all(&METHOD_NAME),
            NAME => self.0.get_all(&NAME_NAME),
            "accept" => self.0.get_all(ACCEPT),
            other => self.0.get_all(other),
        }
        .iter();
        match (lines.next(), lines.next()) {
            (None, _) => Values::Absent,
            (Some(line), None) => Values::One(line.as_bytes()),
            (Some(_), Some(_)) => Values::Several,
        }
    }
}
