/// What a server says in `WWW-Authenticate`: one challenge of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The scheme as it was written, such as `Bearer`.
    pub scheme: String,
    /// The parameters in their order, names as written, values without quotes.
    pub params: Vec<(String, String)>,
}

impl Challenge {
    /// How many challenges of an answer are read, and how many parameters of each.
    pub const MOST: usize = 16;

    /// Reads all challenges of an answer from the values of its `WWW-Authenticate` lines, whether
    /// they share a line or have one each. What cannot be read is as if it were not there, and
    /// hides nothing beside it.
    pub fn read_all<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> Vec<Challenge> {
        let mut challenges = Vec::new();
        for line in lines {
            read_line(&String::from_utf8_lossy(line), &mut challenges);
        }
        challenges
    }

    /// The value of a parameter; names are compared without case.
    pub fn param(&self, name: &str) -> Option<&str> {
        let mut params = self.params.iter();
        params.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Whether it is of this scheme; names are compared without case.
    pub fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }
}

/// Reads the challenges of a line. A comma parts both challenges and the parameters of one, so
/// each piece is looked at: a name with `=` is a parameter, a name with something else behind it
/// begins a challenge.
fn read_line(line: &str, challenges: &mut Vec<Challenge>) {
    // Parameters belong to a challenge of their own line.
    let mut own = false;
    for piece in pieces(line) {
        let piece = piece.trim_matches([' ', '\t']);
        let name = piece.find(|c: char| !is_token(c)).unwrap_or(piece.len());
        let (name, rest) = piece.split_at(name);
        let rest = rest.trim_start_matches([' ', '\t']);
        if name.is_empty() {
            continue;
        }
        let mut param = piece;
        if !rest.starts_with('=') {
            if challenges.len() == Challenge::MOST {
                return;
            }
            own = true;
            challenges.push(Challenge { scheme: name.to_owned(), params: Vec::new() });
            param = rest;
        }
        if let (true, Some(challenge)) = (own, challenges.last_mut())
            && challenge.params.len() < Challenge::MOST
        {
            challenge.params.extend(read_param(param));
        }
    }
}

/// The pieces between the commas outside of quotes.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let (mut quoted, mut escaped) = (false, false);
    line.split(move |c| {
        let is_escaped = std::mem::take(&mut escaped);
        match c {
            '"' if !is_escaped => quoted = !quoted,
            '\\' if quoted && !is_escaped => escaped = true,
            ',' => return !quoted,
            _ => {}
        }
        false
    })
}

/// A parameter; `None` for what is none, such as the one word that some schemes have instead.
fn read_param(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim_end_matches([' ', '\t']);
    let value = value.trim_start_matches([' ', '\t']);
    if name.is_empty() || !name.chars().all(is_token) {
        return None;
    }
    let value = match value.strip_prefix('"') {
        Some(quoted) => unquoted(quoted)?,
        None if !value.is_empty() && value.chars().all(is_token) => value.to_owned(),
        None => return None,
    };
    Some((name.to_owned(), value))
}

/// The text up to the closing quote, which must be the end.
fn unquoted(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '"' => return chars.next().is_none().then_some(value),
            '\\' => value.push(chars.next()?),
            c => value.push(c),
        }
    }
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}
