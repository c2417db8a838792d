//! Text measured in the columns of a terminal.

use std::borrow::Cow;

use anstyle::Style;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text without escape sequences takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text in a style.
pub fn paint(style: Style, text: &str) -> String {
    if text.is_empty() || style == Style::new() {
        return text.to_owned();
    }
    format!("{style}{text}{style:#}")
}

/// The text with spaces behind it, or before it, up to `columns`.
pub fn pad(text: &str, columns: usize, to_the_right: bool) -> String {
    let spaces = " ".repeat(columns.saturating_sub(width(text)));
    if to_the_right { format!("{spaces}{text}") } else { format!("{text}{spaces}") }
}

/// At most `columns` of the text; where something is cut off, the last column is `…`.
pub fn clip(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut taken = 0;
    let end = text.char_indices().find(|(_, character)| {
        taken += character.width().unwrap_or(0);
        taken >= columns
    });
    let end = end.map_or(text.len(), |(at, _)| at);
    Cow::Owned(format!("{}…", &text[..end]))
}

/// Prose in lines of at most `columns`.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns.max(1))
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// The text of a message in lines of at most `columns`, broken behind commas where there are any.
pub fn wrap_json(text: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns.max(1))
        .word_separator(WordSeparator::Custom(behind_commas))
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

fn behind_commas(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    Box::new(line.split_inclusive([',', ' ']).map(Word::from))
}
