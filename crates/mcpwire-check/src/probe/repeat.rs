//! A line for a shell that shows a finding again.

/// A command line that sends these lines to the server, waits where a client would have waited
/// for the answers to those that open the conversation, and leaves time for the last one.
pub fn repeat(opening: &[&str], line: &str, command: &str) -> String {
    let mut steps = String::new();
    if !opening.is_empty() {
        let lines: Vec<_> = opening.iter().map(|line| quoted(line)).collect();
        steps = format!("printf '%s\\n' {}; sleep 1; ", lines.join(" "));
    }
    format!("({steps}printf '%s\\n' {}; sleep 2) | {command}", quoted(line))
}

/// A command line that sends this message over HTTP, and shows the whole answer. The headers are
/// those beside `Content-Type` and `Accept`.
pub fn repeat_over_http(url: &str, method: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut line = format!("curl -sSi -X {method} {}", word(url));
    if !body.is_empty() {
        line.push_str(" -H 'Content-Type: application/json'");
        line.push_str(" -H 'Accept: application/json, text/event-stream'");
    }
    for (name, value) in headers {
        line.push_str(&format!(" -H {}", quoted(&format!("{name}: {value}"))));
    }
    if !body.is_empty() {
        line.push_str(&format!(" --data-raw {}", quoted(body)));
    }
    line
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
