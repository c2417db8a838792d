//! What the framings saw is recorded exactly, and what is not there is marked.

use mcpwire_protocol::framing::{LineLimits, Lines, SseLimits, SseReader};
use mcpwire_protocol::recording::*;

const AT: Micros = Micros(1);
const STREAM: StreamId = StreamId(2);

fn written(event: &Event<'_>) -> String {
    let mut out = Vec::new();
    write_event(&mut out, event);
    let line = String::from_utf8(out).unwrap();
    line.trim_end()
        .strip_prefix(r#"{"at":1,"stream":2,"event":"#)
        .unwrap()
        .to_owned()
}

#[test]
fn lines() {
    let mut lines = Lines::new(LineLimits {
        line: 8,
        ..LineLimits::default()
    });
    lines.push(b"\xEF\xBB\xBF{}\r\n\n123456789\r\n\xFF\n[");
    let mut all = Vec::new();
    while let Some(line) = lines.next_line() {
        all.push(written(&Event::of_line(
            AT,
            STREAM,
            Direction::ServerToClient,
            &line,
        )));
    }
    let last = lines.finish().unwrap();
    all.push(written(&Event::of_stderr(AT, STREAM, &last)));
    let truncated = r#","marks":[{"what":"truncated","place":"content","originalLength":11}]"#;
    let line =
        |rest: &str| format!(r#"{{"line":{{"direction":"server-to-client","content":{rest}}}}}"#);
    assert_eq!(
        all,
        [
            line("{\"text\":\"\u{feff}{}\"},\"ending\":\"crlf\"") + "}",
            line(r#"{"text":""}"#) + "}",
            line(r#"{"text":"12345678"}"#) + truncated + "}",
            line(r#"{"base64":"/w=="}"#) + "}",
            r#"{"stderr":{"content":{"text":"["},"ending":"none"}}}"#.to_owned(),
        ]
    );
}

#[test]
fn server_sent_events() {
    let mut reader = SseReader::new(SseLimits {
        event: 20,
        ..SseLimits::default()
    });
    reader.push(b":hi\ndata: {}\nid: 7\n\nretry: 5\n\ndata: 123456789012345\n\nevent: x\r\ndata:\xFF\n\ndata: {");
    let mut all = Vec::new();
    while let Some(item) = reader.next_item() {
        all.push(written(&Event::of_sse(AT, STREAM, &item)));
    }
    all.extend(
        reader
            .finish()
            .map(|item| written(&Event::of_sse(AT, STREAM, &item))),
    );
    assert_eq!(
        all,
        [
            r#"{"sse-comment":{"content":{"text":"hi"}}}}"#,
            r#"{"sse-event":{"data":{"text":"{}"},"id":{"text":"7"}}}}"#,
            r#"{"sse-event":{"retry":5}}}"#,
            r#"{"sse-incomplete":{"content":{"text":"data: 12345678901234"}}},"marks":[{"what":"truncated","place":"content","originalLength":22}]}"#,
            r#"{"sse-event":{"data":{"base64":"/w=="},"event":{"text":"x"}}}}"#,
            r#"{"sse-incomplete":{"content":{"text":"data: {"}}}}"#,
        ]
    );
}
