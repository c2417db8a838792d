//! Which URI templates are taken: RFC 6570 up to level 2, each variable once.

/// The longest template in bytes.
const LONGEST: usize = 2_000;

/// Checks the form of a template; the error says what is wrong with it, without a full stop.
///
/// The library that matches URIs reads anything between braces as a name, so that `{?page}` would
/// never match anything.
pub(crate) fn check(template: &str) -> Result<(), String> {
    if template.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    let mut names = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        literal(&rest[..at])?;
        let Some(expression) = rest[at..].strip_prefix('{') else {
            return Err("a `}` closes nothing".to_owned());
        };
        let Some((expression, after)) = expression.split_once('}') else {
            return Err("a `{` is not closed".to_owned());
        };
        let name = name(expression)?;
        if names.contains(&name) {
            return Err(format!("variable `{name}` stands in it twice"));
        }
        names.push(name);
        rest = after;
    }
    literal(rest)
}

/// The variable of an expression.
fn name(expression: &str) -> Result<&str, String> {
    let name = expression.strip_prefix(['+', '#']).unwrap_or(expression);
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    match name.chars().find(|c| !allowed(*c)) {
        None if name.is_empty() => Err(format!("`{{{expression}}}` names no variable")),
        None => Ok(name),
        Some(wrong) => Err(format!(
            "`{{{expression}}}` holds {wrong:?}; one variable of letters, digits, `_` and `.` may \
             stand between braces, after `+` or `#` at most"
        )),
    }
}

fn literal(text: &str) -> Result<(), String> {
    let wrong =
        |c: &char| c.is_control() || matches!(c, ' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '|');
    match text.chars().find(wrong) {
        Some(wrong) => Err(format!("{wrong:?} may not stand in it")),
        None => Ok(()),
    }
}
