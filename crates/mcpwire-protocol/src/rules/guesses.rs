//! Guesses at the meaning of text, for the rules that are off unless asked for.

/// Words in names of members and fields that stand for secrets.
const SECRET_NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "api_key",
    "apikey",
    "api-key",
    "access_token",
    "accesstoken",
    "auth_token",
    "authtoken",
    "private_key",
    "privatekey",
    "card_number",
    "cardnumber",
    "credit_card",
    "creditcard",
    "cvv",
    "cvc",
];

/// How secrets of well-known services begin, and how long they are at least.
const SECRET_STARTS: &[(&str, usize)] = &[
    ("ghp_", 8),
    ("gho_", 8),
    ("github_pat_", 16),
    ("sk-", 16),
    ("xoxb-", 12),
    ("xoxp-", 12),
    ("AKIA", 16),
    ("eyJhbGciOi", 10),
    ("-----BEGIN PRIVATE KEY", 10),
    ("Bearer ", 15),
];

/// Whether a name asks for a secret.
pub(crate) fn names_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRET_NAMES.iter().any(|word| name.contains(word)) || name == "token"
}

/// Whether a text holds something that looks like a credential.
pub(crate) fn holds_credential(text: &str) -> bool {
    SECRET_STARTS.iter().any(|(start, length)| {
        text.match_indices(start).any(|(at, _)| {
            let end = text[at..].find(['"', ',', ';', '\n']).map_or(text.len(), |end| at + end);
            end - at >= *length
        })
    })
}

/// Whether a text holds an address of electronic mail.
pub(crate) fn holds_address(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let domain: &str = after
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-')
            .next()
            .unwrap_or_default();
        before.ends_with(|c: char| c.is_ascii_alphanumeric())
            && domain.contains('.')
            && !domain.starts_with('.')
    })
}
