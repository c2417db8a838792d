use super::fault::{TraceFault, TraceProblem, split_list};

/// What tracing systems add to a trace: at most 32 keys with values, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceState<'a> {
    /// Keys and values, in order.
    pub members: Vec<(&'a str, &'a str)>,
}

impl<'a> TraceState<'a> {
    /// The most members that a `tracestate` may have.
    pub const MEMBERS: usize = 32;

    /// Reads a comma-separated list of `key=value`. Empty members are allowed and dropped.
    ///
    /// Keys are read by the wider of the two published grammars, so that no valid one is refused.
    pub fn parse(text: &'a str) -> Result<Self, TraceFault> {
        let mut members: Vec<(&str, &str)> = Vec::new();
        for (start, member) in split_list(text, ',').filter(|(_, member)| !member.is_empty()) {
            let whole = start..start + member.len();
            if members.len() == Self::MEMBERS {
                return Err(TraceFault::new(TraceProblem::TooManyMembers, whole));
            }
            let Some((key, value)) = member.split_once('=') else {
                return Err(TraceFault::new(TraceProblem::NoEquals, whole));
            };
            let equals = start + key.len();
            if !is_key(key) {
                return Err(TraceFault::new(TraceProblem::BadKey, start..equals));
            }
            if !is_value(value) {
                return Err(TraceFault::new(TraceProblem::BadValue, equals + 1..whole.end));
            }
            if members.iter().any(|(other, _)| *other == key) {
                return Err(TraceFault::new(TraceProblem::DuplicateKey, start..equals));
            }
            members.push((key, value));
        }
        Ok(TraceState { members })
    }
}

fn is_key(key: &str) -> bool {
    let bytes = key.as_bytes();
    let start = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let inside = |byte: &u8| start(byte) || matches!(byte, b'_' | b'-' | b'*' | b'/' | b'@');
    bytes.len() <= 256 && bytes.first().is_some_and(start) && bytes.iter().all(inside)
}

fn is_value(value: &str) -> bool {
    let allowed = |byte: u8| matches!(byte, 0x20..=0x7e) && byte != b',' && byte != b'=';
    (1..=256).contains(&value.len()) && value.bytes().all(allowed)
}
