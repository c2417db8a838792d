//! The formats of strings, as loose as their standards allow: what is refused here is wrong by
//! every reading.

/// Whether this is a URI (RFC 3986) with a scheme. Characters beyond ASCII make it none.
pub(crate) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    is_scheme(scheme) && !rest.is_empty() && is_spelled_as_uri(rest)
}

/// Whether this may stand before the colon of a URI.
pub(crate) fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn is_spelled_as_uri(text: &str) -> bool {
    let bytes = text.as_bytes();
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte);
    let encoded = |at: usize| {
        bytes.get(at + 1..at + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    };
    bytes.iter().enumerate().all(|(at, byte)| allowed(*byte) && (*byte != b'%' || encoded(at)))
}

/// Whether this can be read as base64, with the usual or the URL alphabet, padded or not.
pub(crate) fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    let digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte);
    let whole =
        digits.len() % 4 != 1 && (padding == 0 || padding <= 2 && text.len().is_multiple_of(4));
    whole && digits.bytes().all(digit)
}

/// Whether this is a media type: type, slash, subtype, perhaps parameters.
pub(crate) fn is_media_type(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim_end();
    essence.split_once('/').is_some_and(|(kind, sub)| is_token(kind) && is_token(sub))
}

/// Whether this is a token of HTTP (RFC 9110).
pub(crate) fn is_token(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}

/// Whether this is a date, or a date with a time, of ISO 8601.
pub(crate) fn is_timestamp(text: &str) -> bool {
    let (date, time) = match text.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    is_date(date) && time.is_none_or(is_time)
}

/// `N` stands for a digit; any other character for itself.
fn is_like(text: &str, pattern: &str) -> bool {
    text.len() == pattern.len()
        && text.bytes().zip(pattern.bytes()).all(|(byte, like)| match like {
            b'N' => byte.is_ascii_digit(),
            other => byte == other,
        })
}

fn is_date(date: &str) -> bool {
    const DATES: &[&str] =
        &["NNNN-NN-NN", "NNNNNNNN", "NNNN-NN", "NNNN-NNN", "NNNN-WNN-N", "NNNN-WNN", "NNNNWNNN"];
    if !DATES.iter().any(|pattern| is_like(date, pattern)) {
        return false;
    }
    match date.split('-').collect::<Vec<_>>()[..] {
        [_, month, day] if month.len() == 2 => {
            ("01"..="12").contains(&month) && ("01"..="31").contains(&day)
        }
        _ => true,
    }
}

fn is_time(time: &str) -> bool {
    let zone = time.find(['Z', 'z', '+', '-', '\u{2212}']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(zone);
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, "0"));
    let zones = ["", "Z", "z", "NN:NN", "NNNN", "NN"];
    let zone = zone.strip_prefix(['+', '-', '\u{2212}']).unwrap_or(zone);
    ["NN:NN:NN", "NN:NN", "NNNNNN", "NNNN", "NN"].iter().any(|like| is_like(clock, like))
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && zones.iter().any(|like| is_like(zone, like))
}
