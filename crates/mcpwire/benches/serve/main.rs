//! What a served call costs over pipes, beside floors that do as little as can be done.
//!
//! `cargo bench -p mcpwire --bench serve` prints a table. The servers are this program, started
//! again: `ours` is the small hello server, `typed` reads each line into borrowed structs and
//! writes a fixed form, `echo` gives each line back. Each figure is the median over rounds in
//! which the servers take turns, and each ratio is the median of the rounds' ratios; only ratios
//! mean anything on another machine, and only on an idle one. `… --bench serve -- admission` prints
//! only what the checks before a call cost.

mod admission;
mod floors;
mod peer;

use std::time::{Duration, Instant};

use mcpwire::{Server, Tool};
use peer::Peer;
use schemars::JsonSchema;
use serde::Deserialize;

/// The servers, the one that all others are compared with last.
const SERVERS: [&str; 3] = ["ours", "echo", "typed"];
const ROUNDS: usize = 5;
const SEQUENTIAL: usize = 5_000;
const PIPELINED: usize = 50_000;
const STARTS: usize = 40;

#[derive(Deserialize, JsonSchema)]
struct Hello {
    /// Who to greet.
    name: String,
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("ours") => serve(),
        Some("echo") => floors::lines(|line, out| out.extend_from_slice(line)),
        Some("typed") => floors::lines(floors::typed),
        Some("admission") => admission::measure(&server().build().expect("a right server")),
        _ => measure(),
    }
}

fn server() -> Server {
    let greet = |hello: Hello| async move { format!("Hello, {}!", hello.name) };
    Server::new("hello", "1.0.0").tool(Tool::new("hello", greet))
}

fn serve() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let served =
        runtime.expect("a runtime").block_on(async { server().serve(mcpwire::stdio()).await });
    served.expect("the wire holds");
}

fn measure() {
    admission::measure(&server().build().expect("a right server"));
    println!(
        "{ROUNDS} rounds; ratios to the floor `typed` in brackets, smaller is better but for answers/s\n"
    );
    table("start to first answer, ms", "ms", |name| start(name).as_secs_f64() * 1e3);
    table("one call after another, median", "us", |name| sequential(name).0.as_secs_f64() * 1e6);
    table("one call after another, CPU", "us a call", |name| sequential(name).1);
    table("written without waiting", "answers/s", pipelined);
}

/// Runs a measurement on each server in turn and prints the medians.
fn table(title: &str, unit: &str, figure: impl Fn(&str) -> f64) {
    let rounds: Vec<Vec<f64>> =
        (0..ROUNDS).map(|_| SERVERS.iter().map(|name| figure(name)).collect()).collect();
    println!("{title}");
    for (index, name) in SERVERS.iter().enumerate() {
        let figures = rounds.iter().map(|round| round[index]);
        let ratios = rounds.iter().map(|round| round[index] / round[SERVERS.len() - 1]);
        println!("  {name:<6} {:>12.2} {unit} ({:.2})", median(figures), median(ratios));
    }
    println!();
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The median time from starting a process to its first answer.
fn start(name: &str) -> Duration {
    let once = |_| {
        let begun = Instant::now();
        let mut peer = Peer::start(name);
        peer.call(1);
        let took = begun.elapsed();
        peer.stop();
        took.as_secs_f64()
    };
    Duration::from_secs_f64(median((0..STARTS).map(once)))
}

/// The median time of a call, and the server's processor time per call in microseconds.
fn sequential(name: &str) -> (Duration, f64) {
    let mut peer = Peer::start(name);
    for id in 0..200 {
        peer.call(id);
    }
    let before = peer.cpu();
    let calls = (0..SEQUENTIAL).map(|id| {
        let begun = Instant::now();
        peer.call(id);
        begun.elapsed().as_secs_f64()
    });
    let latency = Duration::from_secs_f64(median(calls));
    let cpu = (peer.cpu() - before) * 1e6 / SEQUENTIAL as f64;
    peer.stop();
    (latency, cpu)
}

/// Answers per second when nobody waits for one before the next call is written.
fn pipelined(name: &str) -> f64 {
    let mut peer = Peer::start(name);
    peer.call(0);
    let begun = Instant::now();
    peer.flood(PIPELINED);
    let took = begun.elapsed();
    peer.stop();
    PIPELINED as f64 / took.as_secs_f64()
}
