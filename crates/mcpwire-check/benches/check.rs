//! What judging a message costs, beside reading it alone.
//!
//! `cargo bench -p mcpwire-check` prints the messages per second on one core, for calls of 400
//! bytes with their answers, as bare lines and as a recording.

use std::hint::black_box;
use std::time::Instant;

use mcpwire_check::Checker;
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::recording::{Entry, read};

/// Messages in a round.
const MESSAGES: usize = 20_000;
const ROUNDS: usize = 15;
/// The least messages per second.
const AIM: f64 = 200_000.0;

/// A call and its answer, 400 bytes each.
fn pair(number: usize) -> [String; 2] {
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"get_weather","arguments":{{"city":"Addis Ababa","units":"metric","days":3}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"by-hand","version":"1.0"}},"io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{"form":{{}}}},"sampling":{{}}}},"progressToken":"c0ffee-17"}}}}}}"#
    );
    let text = "Sunny, 26 degrees, light wind from the east. ".repeat(4);
    let answer = format!(
        r#"{{"jsonrpc":"2.0","id":{number},"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}],"isError":false,"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"weather","version":"1.0.0"}}}}}}}}"#
    );
    [call, answer]
}

fn main() {
    let lines: Vec<String> = (0..MESSAGES / 2).flat_map(pair).collect();
    let bytes: usize = lines.iter().map(String::len).sum();
    let recording = recording(&lines);
    let runs: [(&str, &dyn Fn()); 3] = [
        ("Incoming::parse", &|| {
            for line in &lines {
                black_box(Incoming::parse(black_box(line.as_bytes())));
            }
        }),
        ("check bare lines", &|| {
            let mut checker = Checker::new();
            for (number, line) in (1..).zip(&lines) {
                checker.bare_line(number, line.as_bytes());
            }
            assert!(checker.finish().causes.is_empty());
        }),
        ("check a recording", &|| {
            let mut checker = Checker::new();
            for entry in read(&recording) {
                if let Entry::Event(event) = entry {
                    checker.event(None, &event);
                }
            }
            assert!(checker.finish().causes.is_empty());
        }),
    ];
    // They take turns in each round, so that a busy machine slows all of them alike.
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for ((_, run), times) in runs.iter().zip(&mut times) {
            let start = Instant::now();
            run();
            times.push(start.elapsed().as_secs_f64() / MESSAGES as f64);
        }
    }
    println!("{} bytes a message", bytes / MESSAGES);
    println!("{:20} {:>12} {:>14} {:>8}", "", "ns/message", "messages/s", "/parse");
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    for ((name, _), time) in runs.iter().zip(medians) {
        let (each, second, share) = (time * 1e9, 1.0 / time, time / medians[0]);
        println!("{name:20} {each:12.0} {second:14.0} {share:8.2}");
    }
    let slowest = 1.0 / medians[1].max(medians[2]);
    let verdict = if slowest >= AIM { "met" } else { "MISSED" };
    println!("aim: at least {AIM:.0} messages a second; it is {slowest:.0}: {verdict}");
}

fn recording(lines: &[String]) -> Vec<u8> {
    use mcpwire_protocol::recording::{
        Direction, Event, EventKind, Header, Line, Micros, StreamId, write_event, write_header,
    };
    let mut out = Vec::new();
    write_header(&mut out, &Header::new(None));
    for (number, line) in lines.iter().enumerate() {
        let direction = match number % 2 {
            0 => Direction::ClientToServer,
            _ => Direction::ServerToClient,
        };
        let raw = format!("{line}\n");
        let kind = EventKind::Line(Line::of(direction, raw.as_bytes()));
        write_event(&mut out, &Event::new(Micros(number as u64), StreamId(1), kind));
    }
    out
}
