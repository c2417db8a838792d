use mcpwire_protocol::json::write_string;

use super::completion::Partial;
use super::failure::Failure;

/// Proposals for an argument, the best first. At most [`Completion::MOST`] are sent, and with them
/// how many there are.
///
/// Specification: `server/utilities/completion#completion-results`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    values: Vec<String>,
    total: Option<usize>,
    has_more: bool,
}

impl Completion {
    /// How many proposals an answer may hold; what is beyond is cut off, and said to be more.
    pub const MOST: usize = 100;

    /// These proposals, which are all there are.
    pub fn of<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Completion { values, total: None, has_more: false }
    }

    /// Those of `values` that what was typed may become: first those that begin with it, then
    /// those that hold it. Case does not count.
    pub fn matching<V: Into<String>>(
        partial: &Partial,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        let typed = partial.value.to_lowercase();
        let (mut first, mut then) = (Vec::new(), Vec::new());
        for value in values {
            let value: String = value.into();
            match value.to_lowercase().find(&typed) {
                Some(0) => first.push(value),
                Some(_) => then.push(value),
                None => {}
            }
        }
        first.append(&mut then);
        Self::of(first)
    }

    /// How many proposals there are in all, where not all are given here.
    #[must_use]
    pub fn total(mut self, total: usize) -> Self {
        self.total = Some(total);
        self
    }

    /// Says that there are more, where it is not known how many.
    #[must_use]
    pub fn has_more(mut self) -> Self {
        self.has_more = true;
        self
    }

    /// Appends the members of the result.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let given = self.values.len();
        let total = match self.total {
            Some(total) => Some(total.max(given)),
            None => (!self.has_more).then_some(given),
        };
        let sent = given.min(Self::MOST);
        let has_more = self.has_more || total.is_some_and(|total| total > sent);
        out.extend_from_slice(br#""completion":{"values":["#);
        for (index, value) in self.values[..sent].iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            write_string(out, value);
        }
        out.push(b']');
        if let Some(total) = total {
            out.extend_from_slice(format!(r#","total":{total}"#).as_bytes());
        }
        out.extend_from_slice(format!(r#","hasMore":{has_more}}}"#).as_bytes());
    }
}

/// What a completer may return: texts, a [`Completion`], or a `Result` of these.
pub trait IntoCompletion {
    /// The proposals.
    fn into_completion(self) -> Result<Completion, Failure>;
}

impl IntoCompletion for Completion {
    fn into_completion(self) -> Result<Completion, Failure> {
        Ok(self)
    }
}

impl<V: Into<String>> IntoCompletion for Vec<V> {
    fn into_completion(self) -> Result<Completion, Failure> {
        Ok(Completion::of(self))
    }
}

impl<V: Into<String>, const N: usize> IntoCompletion for [V; N] {
    fn into_completion(self) -> Result<Completion, Failure> {
        Ok(Completion::of(self))
    }
}

impl<T: IntoCompletion, E: Into<Failure>> IntoCompletion for Result<T, E> {
    fn into_completion(self) -> Result<Completion, Failure> {
        self.map_err(Into::into)?.into_completion()
    }
}
