//! Which URI templates are taken: RFC 6570 up to level 2, each variable once.

use mcpwire_protocol::uri_template::{Expression, expressions};

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
    for expression in expressions(template) {
        let name = name(expression.map_err(|fault| fault.to_string())?)?;
        if names.contains(&name) {
            return Err(format!("variable `{name}` stands in it twice"));
        }
        names.push(name);
    }
    Ok(())
}

/// The variable of an expression.
fn name(expression: Expression<'_>) -> Result<&str, String> {
    let whole = expression.as_str();
    let name = match expression.operator() {
        Some('+' | '#') => expression.variables(),
        _ => whole,
    };
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    match name.chars().find(|c| !allowed(*c)) {
        None if name.is_empty() => Err(format!("`{{{whole}}}` names no variable")),
        None => Ok(name),
        Some(wrong) => Err(format!(
            "`{{{whole}}}` holds {wrong:?}; one variable of letters, digits, `_` and `.` may \
             stand between braces, after `+` or `#` at most"
        )),
    }
}
