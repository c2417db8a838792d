use std::borrow::Cow;

use super::fault::{TraceFault, TraceProblem, split_list};

/// An application's own values that travel with a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baggage<'a> {
    /// The members, in order. A key may stand more than once.
    pub members: Vec<BaggageMember<'a>>,
}

/// One value of a [`Baggage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaggageMember<'a> {
    /// The key.
    pub key: &'a str,
    /// The value with percent-encoding resolved; bytes that are no UTF-8 become U+FFFD.
    pub value: Cow<'a, str>,
    /// The properties after the value, as they are spelled, checked and not decoded.
    pub properties: Option<&'a str>,
}

impl<'a> Baggage<'a> {
    /// The most members that the grammar allows.
    pub const MEMBERS: usize = 180;
    /// How many members every tracing system passes on; beyond that some may be lost.
    pub const GUARANTEED_MEMBERS: usize = 64;
    /// How many bytes every tracing system passes on; beyond that some may be lost.
    pub const GUARANTEED_BYTES: usize = 8192;

    /// Reads a comma-separated list of `key=value;property;property=value`.
    pub fn parse(text: &'a str) -> Result<Self, TraceFault> {
        let mut members = Vec::new();
        for (start, member) in split_list(text, ',') {
            if members.len() == Self::MEMBERS {
                let whole = start..start + member.len();
                return Err(TraceFault::new(TraceProblem::TooManyMembers, whole));
            }
            members.push(member_at(start, member)?);
        }
        Ok(Baggage { members })
    }
}

fn member_at(start: usize, member: &str) -> Result<BaggageMember<'_>, TraceFault> {
    if member.is_empty() {
        return Err(TraceFault::new(TraceProblem::EmptyMember, start..start));
    }
    let (pair, properties) = match member.split_once(';') {
        Some((pair, properties)) => (pair, Some(properties)),
        None => (member, None),
    };
    let Some((key, value)) = pair_at(start, pair)? else {
        return Err(TraceFault::new(TraceProblem::NoEquals, start..start + pair.len()));
    };
    let after = start + pair.len() + 1;
    for (at, property) in properties.into_iter().flat_map(|list| split_list(list, ';')) {
        if property.is_empty() {
            return Err(TraceFault::new(TraceProblem::EmptyMember, after + at..after + at));
        }
        if pair_at(after + at, property)?.is_none() {
            check_key(after + at, property)?;
        }
    }
    Ok(BaggageMember { key, value: decode(value), properties })
}

/// Key and value around `=`, both checked; `None` where there is no `=`.
fn pair_at(start: usize, pair: &str) -> Result<Option<(&str, &str)>, TraceFault> {
    let Some((key, value)) = pair.split_once('=') else {
        return Ok(None);
    };
    let after = start + key.len() + 1;
    let at = after + (value.len() - value.trim_start_matches([' ', '\t']).len());
    let (key, value) = (key.trim_matches([' ', '\t']), value.trim_matches([' ', '\t']));
    check_key(start, key)?;
    check_value(at, value)?;
    Ok(Some((key, value)))
}

fn check_key(start: usize, key: &str) -> Result<(), TraceFault> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if key.is_empty() || !key.bytes().all(token) {
        return Err(TraceFault::new(TraceProblem::BadKey, start..start + key.len()));
    }
    Ok(())
}

fn check_value(start: usize, value: &str) -> Result<(), TraceFault> {
    let bytes = value.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let allowed = matches!(byte, 0x21 | 0x23..=0x2b | 0x2d..=0x3a | 0x3c..=0x5b | 0x5d..=0x7e);
        if !allowed {
            let bytes = start..start + value.len();
            return Err(TraceFault::new(TraceProblem::BadValue, bytes));
        }
        let encoded = bytes.get(at + 1..at + 3);
        if *byte == b'%' && !encoded.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)) {
            let bytes = start + at..start + at + 1;
            return Err(TraceFault::new(TraceProblem::BadPercent, bytes));
        }
    }
    Ok(())
}

/// Resolves percent-encoding that was checked before.
fn decode(value: &str) -> Cow<'_, str> {
    if !value.contains('%') {
        return Cow::Borrowed(value);
    }
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|digit| (*digit as char).to_digit(16));
        match (byte, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high << 4 | low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}
