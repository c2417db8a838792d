use std::fmt;
use std::io;

/// Mistakes of this program: in what it registered, found before anything is served, or in what a
/// handler asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// One sentence each.
    pub reasons: Vec<String>,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reasons.join(" "))
    }
}

impl Misuse {
    pub(crate) fn of(reason: String) -> Self {
        Misuse { reasons: vec![reason] }
    }
}

impl std::error::Error for Misuse {}

/// Why serving a wire did not begin, or ended early.
///
/// Its debug form is its sentence too, since that is what a `main` that returns it prints.
pub enum ServeError {
    /// What was registered is wrong.
    Misuse(Misuse),
    /// The wire broke, for example because nobody reads our words any more.
    Wire(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Misuse(misuse) => write!(f, "The server cannot be started: {misuse}"),
            ServeError::Wire(error) => write!(f, "The connection to the client broke: {error}."),
        }
    }
}

impl fmt::Debug for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Misuse(misuse) => Some(misuse),
            ServeError::Wire(error) => Some(error),
        }
    }
}

impl From<Misuse> for ServeError {
    fn from(misuse: Misuse) -> Self {
        ServeError::Misuse(misuse)
    }
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> Self {
        ServeError::Wire(error)
    }
}
