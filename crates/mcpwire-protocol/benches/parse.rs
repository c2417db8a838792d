//! What reading one message costs, beside what serde_json takes for the same bytes.
//!
//! `cargo bench -p mcpwire-protocol --bench parse` prints the table; with
//! `-- one READER MESSAGE TIMES` it runs one cell only, for a profiler.

use std::hint::black_box;
use std::time::Instant;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::Incoming;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"by-hand","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"sampling":{}},"progressToken":"c0ffee-17"}"#;

/// A `tools/call` request around the text of its arguments.
fn call_with(name: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments},{META}}}}}"#
    )
}

/// 391 bytes: what a server reads most.
fn call() -> String {
    call_with("get_weather", r#"{"city":"Addis Ababa","units":"metric","days":3}"#)
}

/// 3 KB: the answer to `tools/list` with six tools.
fn list() -> String {
    let schema = |properties: &str, required: &str| {
        format!(
            r#"{{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{{{properties}}},"required":["{required}"]}}"#
        )
    };
    let input = schema(r#""name":{"type":"string","description":"Who to greet"}"#, "name");
    let output = schema(r#""result":{"type":"string"}"#, "result");
    let tool = |number: usize| {
        format!(
            r#"{{"name":"tool_{number:04}","title":"Tool number {number}","description":"Say hello to someone, in one of several languages\nwith a second line","inputSchema":{input},"outputSchema":{output}}}"#
        )
    };
    let tools = (0..6).map(tool).collect::<Vec<_>>().join(",");
    format!(
        r#"{{"jsonrpc":"2.0","id":3,"result":{{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{tools}],"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"hello","version":"1.0.0"}}}}}}}}"#
    )
}

/// A call with one argument of 10 MiB of letters, as a file in base64 would be.
fn string() -> String {
    let letter = |at: usize| char::from(b'A' + ((at * 7 + at / 61) % 26) as u8);
    let text: String = (0..10 << 20).map(letter).collect();
    call_with("echo", &format!(r#"{{"text":"{text}"}}"#))
}

/// A call with 10 MiB of small objects, the rows of a table.
fn rows() -> String {
    let mut rows = String::new();
    for row in 0.. {
        let value = row * 3;
        rows += &format!(
            r#"{{"id":{row},"name":"row \"{row}\"","value":{value}.25,"ok":true,"tags":["a","bc"],"none":null}}"#
        );
        if rows.len() >= 10 << 20 {
            break;
        }
        rows.push(',');
    }
    call_with("echo", &format!(r#"{{"rows":[{rows}]}}"#))
}

/// What a reader by trial does: buffer the message, then try one shape after another.
#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Request { jsonrpc: String, id: Value, method: String, params: Map<String, Value> },
    Response { jsonrpc: String, id: Value, result: Value },
}

type Reader = fn(&str);

const READERS: [(&str, Reader); 5] = [
    ("Incoming::parse", |text| {
        let incoming = Incoming::parse(black_box(text.as_bytes()));
        assert!(!matches!(black_box(incoming), Incoming::Malformed(_)));
    }),
    ("Text::parse", |text| assert!(black_box(Text::parse(black_box(text))).is_ok())),
    ("serde_json IgnoredAny", |text| read_by_serde::<IgnoredAny>(text)),
    ("serde_json Value", |text| read_by_serde::<Value>(text)),
    ("serde_json untagged enum", |text| read_by_serde::<Untagged>(text)),
];

fn read_by_serde<'a, T: Deserialize<'a>>(text: &'a str) {
    assert!(black_box(serde_json::from_slice::<T>(black_box(text.as_bytes()))).is_ok());
}

type Message = fn() -> String;

/// The messages, and what share of which reader's time is the most that ours may take.
const MESSAGES: [(&str, Message, f64, &str); 4] = [
    ("call", call, 0.4, "serde_json untagged enum"),
    ("list", list, 0.2, "serde_json Value"),
    ("string", string, 0.5, "serde_json untagged enum"),
    ("rows", rows, 0.2, "serde_json Value"),
];

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [one, reader, message, times] = &arguments[..]
        && one == "one"
    {
        let reader = READERS.iter().find(|(name, _)| name == reader).expect("a reader").1;
        let text = MESSAGES.iter().find(|row| row.0 == message).expect("a message").1();
        (0..times.parse().expect("a number")).for_each(|_: usize| reader(&text));
        return;
    }
    for (name, message, aim, beside) in MESSAGES {
        table(name, &message(), aim, beside);
    }
}

fn table(name: &str, text: &str, aim: f64, beside: &str) {
    let medians = measure(text);
    let of = |reader| {
        READERS.iter().zip(&medians).find(|((name, _), _)| *name == reader).expect("a reader").1
    };
    println!("\n{name}, {} bytes", text.len());
    println!("{:26} {:>12} {:>8} {:>10} {:>10}", "", "ns/message", "GB/s", "/untagged", "/Value");
    for ((reader, _), time) in READERS.iter().zip(&medians) {
        let (untagged, value) = (of("serde_json untagged enum"), of("serde_json Value"));
        let speed = text.len() as f64 / time;
        println!(
            "{reader:26} {time:12.0} {speed:8.2} {:10.3} {:10.3}",
            time / untagged,
            time / value
        );
    }
    let share = of("Incoming::parse") / of(beside);
    let verdict = if share <= aim { "met" } else { "MISSED" };
    println!("aim: at most {aim} of {beside}; it is {share:.3}: {verdict}");
}

/// The median time of each reader, in nanoseconds. The readers take turns in each round, so that
/// a busy machine slows all of them alike.
fn measure(text: &str) -> Vec<f64> {
    let repeats = (4_000_000 / text.len()).clamp(1, 5_000);
    let rounds = if text.len() > 1 << 20 { 7 } else { 41 };
    let mut times: [Vec<f64>; READERS.len()] = Default::default();
    for _ in 0..rounds {
        for ((_, reader), times) in READERS.iter().zip(&mut times) {
            reader(text);
            let start = Instant::now();
            (0..repeats).for_each(|_| reader(text));
            times.push(start.elapsed().as_nanos() as f64 / repeats as f64);
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.iter_mut().map(median).collect()
}
