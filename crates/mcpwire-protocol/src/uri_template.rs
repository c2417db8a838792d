//! URI templates (RFC 6570), as loose as its readers are: what is refused here is wrong by every
//! reading.
//!
//! ```
//! use mcpwire_protocol::uri_template::{TemplateFault, expressions, is_template};
//!
//! assert!(is_template("file:///{+path}{?page,size}"));
//! let found: Result<Vec<_>, _> = expressions("file:///{+path}").collect();
//! assert_eq!(found.map(|all| all[0].variables()), Ok("path"));
//! let found: Result<Vec<_>, _> = expressions("file:///{path").collect();
//! assert_eq!(found, Err(TemplateFault::Unclosed));
//! ```

use std::fmt;

/// What stands between a pair of braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expression<'a>(&'a str);

/// Why a text is no URI template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateFault {
    /// A character outside expressions that no URI can hold.
    Literal(char),
    /// A `}` closes nothing.
    Unopened,
    /// A `{` is not closed.
    Unclosed,
}

impl<'a> Expression<'a> {
    /// The whole, without the braces.
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// The character before the variables that says how they are expanded; of the RFC's, or one
    /// that it reserves.
    pub fn operator(self) -> Option<char> {
        self.0.chars().next().filter(|first| "+#./;?&=,!@|".contains(*first))
    }

    /// The variables, with their modifiers.
    pub fn variables(self) -> &'a str {
        &self.0[self.operator().map_or(0, char::len_utf8)..]
    }

    /// Whether these are variables as the RFC spells them.
    pub fn is_valid(self) -> bool {
        self.variables().split(',').all(is_variable)
    }
}

fn is_variable(variable: &str) -> bool {
    let name = match variable.split_once(':') {
        Some((name, length)) => {
            let is_length =
                (1..=4).contains(&length.len()) && length.bytes().all(|byte| byte.is_ascii_digit());
            if !is_length {
                return false;
            }
            name
        }
        None => variable.strip_suffix('*').unwrap_or(variable),
    };
    let inside = |character: char| character.is_alphanumeric() || "_.%".contains(character);
    !name.is_empty() && name.chars().all(inside)
}

/// Whether this is a URI template.
pub fn is_template(text: &str) -> bool {
    expressions(text).all(|expression| expression.is_ok_and(Expression::is_valid))
}

/// The expressions of a template in order, up to the first fault; in linear time.
pub fn expressions(text: &str) -> impl Iterator<Item = Result<Expression<'_>, TemplateFault>> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let found = next(rest.take()?);
        match found {
            Ok((expression, behind)) => {
                rest = Some(behind);
                Some(Ok(expression))
            }
            Err(End::OfText) => None,
            Err(End::Fault(fault)) => Some(Err(fault)),
        }
    })
}

/// Why there is no further expression.
enum End {
    OfText,
    Fault(TemplateFault),
}

fn next(text: &str) -> Result<(Expression<'_>, &str), End> {
    let brace = text.find(['{', '}']).unwrap_or(text.len());
    let (literal, from) = text.split_at(brace);
    if let Some(wrong) = literal.chars().find(|character| !is_literal(*character)) {
        return Err(End::Fault(TemplateFault::Literal(wrong)));
    }
    if from.is_empty() {
        return Err(End::OfText);
    }
    let inside = from.strip_prefix('{').ok_or(End::Fault(TemplateFault::Unopened))?;
    let (expression, behind) = inside.split_once('}').ok_or(End::Fault(TemplateFault::Unclosed))?;
    Ok((Expression(expression), behind))
}

/// The RFC leaves out `'`, which its erratum 6937 puts back: it may stand in any URI.
fn is_literal(character: char) -> bool {
    !character.is_control() && !" \"<>\\^`|".contains(character)
}

/// A clause without a full stop, to be put behind a colon.
impl fmt::Display for TemplateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateFault::Literal(wrong) => write!(f, "{wrong:?} may not stand in it"),
            TemplateFault::Unopened => f.write_str("a `}` closes nothing"),
            TemplateFault::Unclosed => f.write_str("a `{` is not closed"),
        }
    }
}

impl std::error::Error for TemplateFault {}
