use http::HeaderMap;
use http::header::AUTHORIZATION;
use sha2::{Digest, Sha256};

use crate::secret::Secret;

/// A token as somebody shows it, of which nothing is known.
#[derive(Clone, Debug)]
pub(super) struct Unchecked(Secret);

impl Unchecked {
    /// How long a token may be.
    const MOST: usize = 16 << 10;

    /// Reads the token of a request; `None` if it shows none, and an error in one sentence if it
    /// shows something else.
    pub(super) fn read(headers: &HeaderMap) -> Result<Option<Self>, String> {
        let mut lines = headers.get_all(AUTHORIZATION).iter();
        let Some(line) = lines.next() else { return Ok(None) };
        if lines.next().is_some() {
            return Err("Header `Authorization` stands there several times.".to_owned());
        }
        let token = line.to_str().ok().and_then(|line| line.split_once(' '));
        let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let token = token.map(|(_, token)| token.trim_matches(' '));
        match token {
            Some(token) if is_token(token) => Ok(Some(Unchecked(Secret::from(token)))),
            _ => Err("Header `Authorization` is not `Bearer` with one token.".to_owned()),
        }
    }

    pub(super) fn text(&self) -> &str {
        self.0.expose()
    }

    /// By what it is remembered, so that it is not kept itself.
    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.expose()).into()
    }
}

fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"-._~+/".contains(&b);
    !body.is_empty() && text.len() <= Unchecked::MOST && body.bytes().all(fits)
}
