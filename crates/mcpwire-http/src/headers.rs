use http::HeaderMap;
use mcpwire_protocol::http::{Headers, Values};

/// The headers of a request as the protocol reads them.
pub(crate) struct Given<'a>(pub &'a HeaderMap);

impl Headers for Given<'_> {
    fn values(&self, name: &str) -> Values<'_> {
        let mut lines = self.0.get_all(name).iter();
        match (lines.next(), lines.next()) {
            (None, _) => Values::Absent,
            (Some(line), None) => Values::One(line.as_bytes()),
            (Some(_), Some(_)) => Values::Several,
        }
    }
}
