/// Whether a `Content-Type` is that of JSON, whatever its parameters.
pub fn is_json(value: &[u8]) -> bool {
    let media = value.split(|byte| *byte == b';').next().unwrap_or_default();
    media.trim_ascii().eq_ignore_ascii_case(b"application/json")
}
