//! One reason why an instance does not fit its schema, and all of them.

use std::fmt;

/// One reason why an instance does not fit. `Display` is a sentence that a model can act on;
/// [`Violation::without_values`] is the same for a log, with names and demands but no values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer to the value in the instance; for a missing or an unknown member, to where it
    /// would be or is.
    pub instance: String,
    /// JSON pointer to the keyword in the schema, as if references were not there.
    pub schema: String,
    /// What the schema wants, to be read after the name of the value ("must be at most 5").
    pub expected: String,
    /// What came, cut when long ("9"); empty where `expected` says it all ("is missing").
    pub found: String,
    /// What to do about it, where there is more to say than the demand.
    pub advice: Option<String>,
}

/// Why an instance does not fit: the first reasons, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations {
    /// The reasons that were kept, in the order of the schema; never empty.
    pub list: Vec<Violation>,
    /// How many there are in all.
    pub total: usize,
}

impl Violation {
    /// The name of the value for readers.
    fn subject(&self) -> String {
        let unescape = |name: &str| name.replace("~1", "/").replace("~0", "~");
        match self.instance.rsplit_once('/') {
            None => "the value".to_owned(),
            // Members that are not there, or should not be, are known by their names.
            Some(("", name)) if self.found.is_empty() => format!("`{}`", unescape(name)),
            Some((parent, name)) if self.found.is_empty() => {
                format!("`{}` in `{parent}`", unescape(name))
            }
            Some(_) => format!("`{}`", self.instance),
        }
    }

    /// The sentence without what came: the path and what the schema wants.
    pub fn without_values(&self) -> String {
        format!("{} {}", self.subject(), self.expected)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.subject(), self.expected)?;
        if !self.found.is_empty() {
            write!(f, ", but is {}", self.found)?;
        }
        match &self.advice {
            Some(advice) => write!(f, "{advice}"),
            None => Ok(()),
        }
    }
}

impl Violations {
    fn lines(&self, line: impl Fn(&Violation) -> String) -> String {
        let mut lines: Vec<_> = self.list.iter().map(line).collect();
        if self.total > self.list.len() {
            lines.push(format!("and {} more", self.total - self.list.len()));
        }
        lines.join("; ")
    }

    /// All of it without values, for logs.
    pub fn without_values(&self) -> String {
        self.lines(Violation::without_values)
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines(Violation::to_string))
    }
}
