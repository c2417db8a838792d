//! What open streams of notifications cost: memory for each, and the time in which one change
//! reaches all of them.
//!
//! `cargo bench -p mcpwire --bench listen` prints a table. The streams are driven here, as an HTTP
//! body would drive them, each with a waker; what a connection costs is not in it. Memory is what
//! the system says of the whole process (Linux only).

use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use mcpwire::protocol::jsonrpc::Incoming;
use mcpwire::{Answer, Arrival, Caller, Endpoint, Resource, Running, Server, Spoken};

const STREAMS: usize = 10_000;
const ROUNDS: usize = 20;

/// Stands for a connection's task.
struct Sleeper;

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {}
}

fn main() {
    for filter in [
        r#"{"toolsListChanged":true}"#,
        r#"{"toolsListChanged":true,"resourceSubscriptions":["file:///notes.txt"]}"#,
    ] {
        measure(filter);
    }
}

fn measure(filter: &str) {
    let server = Server::new("bench", "1").tools_may_change().resources_may_update();
    let resource = Resource::text("file:///notes.txt", "notes", "");
    let endpoint = server.resource(resource).build().expect("it is well registered");
    let before = resident();
    let begun = Instant::now();
    let mut streams: Vec<Running> = (0..STREAMS).map(|id| open(&endpoint, id, filter)).collect();
    for stream in &mut streams {
        assert_eq!(take(stream), 2, "the acknowledgement, and then nothing");
    }
    let opened = begun.elapsed();
    let memory = resident().saturating_sub(before) / STREAMS;
    let changes = endpoint.changes();
    let (mut marked, mut taken) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        changes.tools_changed();
        marked.push(begun.elapsed());
        let begun = Instant::now();
        for stream in &mut streams {
            assert_eq!(take(stream), 2, "the change, and then nothing");
        }
        taken.push(begun.elapsed());
    }
    println!("{STREAMS} streams, filter {filter}");
    println!("  size of `Running`          {:>9} bytes", std::mem::size_of::<Running>());
    println!("  memory of each             {memory:>9} bytes");
    println!("  opened                     {:>9.1} us each", micros(opened));
    println!("  a change marks and wakes   {:>9.3} us each", micros(median(marked)));
    println!("  taken as a message         {:>9.3} us each", micros(median(taken)));
}

fn open(endpoint: &Endpoint, id: usize, filter: &str) -> Running {
    let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{"notifications":{filter},"_meta":{meta}}}}}"#
    );
    let Incoming::Request(request) = Incoming::parse(line.as_bytes()) else {
        panic!("it is a request")
    };
    let caller = Caller::default();
    match endpoint.answer(&request, &Arrival { caller: &caller, peer: None, http: None }) {
        Answer::Running(running) => running,
        Answer::Ready(reply) => panic!("{}", String::from_utf8_lossy(&reply.message)),
    }
}

/// Takes all that is there; how often that was asked.
fn take(stream: &mut Running) -> usize {
    let waker = Waker::from(Arc::new(Sleeper));
    let mut cx = Context::from_waker(&waker);
    let mut asked = 1;
    while let Poll::Ready(Spoken::Message(message)) = stream.poll_next(&mut cx) {
        std::hint::black_box(message);
        asked += 1;
    }
    asked
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6 / STREAMS as f64
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The memory of this process in bytes; 0 where the system does not tell.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or_default() * 4_096
}
