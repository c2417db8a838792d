use http::HeaderMap;
use http::header::ACCEPT;
use mcpwire_protocol::http::{
    Accept, Headers, METHOD, NAME, PROTOCOL_VERSION, SESSION_ID, Values, is_json,
};

/// The headers of a request as the protocol reads them. Those that nearly every request is asked
/// for are found in one pass, as a look into the map costs more than the whole pass.
#[derive(Debug)]
pub(crate) struct Given<'a> {
    all: &'a HeaderMap,
    pub host: Values<'a>,
    pub origin: Values<'a>,
    pub content_type: Values<'a>,
    pub version: Values<'a>,
    pub session: Values<'a>,
    accept: Values<'a>,
    method: Values<'a>,
    name: Values<'a>,
}

impl<'a> Given<'a> {
    pub(crate) fn of(all: &'a HeaderMap) -> Self {
        use Values::Absent;
        let mut given = Given {
            all,
            host: Absent,
            origin: Absent,
            content_type: Absent,
            version: Absent,
            session: Absent,
            accept: Absent,
            method: Absent,
            name: Absent,
        };
        for (name, line) in all {
            let values = match name.as_str() {
                "host" => &mut given.host,
                "origin" => &mut given.origin,
                "content-type" => &mut given.content_type,
                "accept" => &mut given.accept,
                PROTOCOL_VERSION => &mut given.version,
                SESSION_ID => &mut given.session,
                METHOD => &mut given.method,
                NAME => &mut given.name,
                _ => continue,
            };
            *values = match values {
                Absent => Values::One(line.as_bytes()),
                Values::One(_) | Values::Several => Values::Several,
            };
        }
        given
    }

    /// What the sender takes for an answer.
    pub(crate) fn accept(&self) -> Accept {
        match self.accept {
            Values::Absent => Accept::read_all([]),
            Values::One(line) => Accept::read_all([line]),
            Values::Several => {
                Accept::read_all(self.all.get_all(ACCEPT).iter().map(|line| line.as_bytes()))
            }
        }
    }

    /// Whether the body is labelled as JSON, and as nothing else.
    pub(crate) fn has_json(&self) -> bool {
        matches!(self.content_type, Values::One(line) if is_json(line))
    }
}

impl Headers for Given<'_> {
    fn values(&self, name: &str) -> Values<'_> {
        match name {
            PROTOCOL_VERSION => return self.version,
            METHOD => return self.method,
            NAME => return self.name,
            _ => {}
        }
        let mut lines = self.all.get_all(name).iter();
        match (lines.next(), lines.next()) {
            (None, _) => Values::Absent,
            (Some(line), None) => Values::One(line.as_bytes()),
            (Some(_), Some(_)) => Values::Several,
        }
    }
}
