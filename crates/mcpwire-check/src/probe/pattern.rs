//! The shortest text that a pattern lets pass.

use regex_syntax::hir::{Class, Hir, HirKind};

/// A text that matches the regular expression, if one is found that is not too long.
pub(super) fn matching(pattern: &str) -> Option<String> {
    let hir = regex_syntax::parse(pattern).ok()?;
    let mut text = String::new();
    write(&hir, &mut text)?;
    Some(text)
}

const LONGEST: usize = 4096;

fn write(hir: &Hir, text: &mut String) -> Option<()> {
    if text.len() > LONGEST {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(Class::Unicode(class)) => text.push(typical(class)?),
        HirKind::Class(Class::Bytes(class)) => text.push(class.ranges().first()?.start().into()),
        HirKind::Repetition(repetition) => {
            for _ in 0..repetition.min {
                write(&repetition.sub, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, text)?;
            }
        }
        HirKind::Alternation(ways) => write(ways.first()?, text)?,
    }
    Some(())
}

/// A character of a class that people would write: a letter or a digit if there is one.
fn typical(class: &regex_syntax::hir::ClassUnicode) -> Option<char> {
    let holds = |wanted: &char| {
        class.ranges().iter().any(|range| (range.start()..=range.end()).contains(wanted))
    };
    let usual = ['a', 'A', '1', '0', '-', '_', ' '];
    usual.into_iter().find(holds).or_else(|| Some(class.ranges().first()?.start()))
}
