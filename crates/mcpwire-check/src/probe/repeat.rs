//! A line for a shell that shows a finding again.

/// A command line that sends these lines to the server and leaves it time to answer.
pub fn repeat(lines: &[&str], command: &str) -> String {
    let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
    format!("(printf '%s\\n' {}; sleep 2) | {command}", lines.join(" "))
}

/// A command with its arguments as a shell takes it.
pub fn command_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./=:@%+,".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) { word.to_owned() } else { quoted(word) }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
