//! The end of a wire, and readers that are slow or gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcpwire::wire::Sink;
use mcpwire::{ServeError, Tool, lines, memory};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncReadExt, duplex};
use tokio::time::Instant;

use super::harness::{Client, call, echo, with};

#[derive(Deserialize, JsonSchema)]
struct Wait {
    ms: u64,
}

fn wait() -> Tool {
    Tool::new("wait", |wait: Wait| async move {
        tokio::time::sleep(Duration::from_millis(wait.ms)).await;
        wait.ms
    })
}

#[tokio::test(start_paused = true)]
async fn what_was_read_before_the_end_is_finished_within_two_seconds() {
    let mut client = Client::of(with(wait()));
    for ms in [1_799, 500, 1_801, 60_000] {
        client.say(call(&ms.to_string(), "wait", json!({ "ms": ms }))).await;
    }
    let start = Instant::now();
    let (rest, notices) = client.close().await;
    let ids: Vec<_> = rest.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!(500), json!(1_799)]);
    assert_eq!(start.elapsed().as_millis(), 1_800);
    assert!(notices.iter().any(|line| line.contains("2 requests that still ran")), "{notices:?}");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_where_nothing_runs() {
    let mut client = Client::of(with(echo()));
    client.say(call("1", "echo", json!({}))).await;
    let start = Instant::now();
    let (rest, notices) = client.close().await;
    assert_eq!((rest.len(), start.elapsed().as_millis()), (1, 0));
    assert!(notices.is_empty(), "{notices:?}");
}

#[tokio::test(start_paused = true)]
async fn handlers_do_not_outlive_their_wire() {
    struct Gone(Arc<AtomicBool>);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let gone = Arc::new(AtomicBool::new(false));
    let kept = gone.clone();
    let hang = Tool::new("hang", move || {
        let guard = Gone(kept.clone());
        async move {
            let _guard = guard;
            std::future::pending::<()>().await;
        }
    });
    let mut client = Client::of(with(hang));
    client.say(call("1", "hang", json!({}))).await;
    client.close().await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert!(gone.load(Ordering::SeqCst));
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_everything_and_little_is_kept_for_it() {
    const COUNT: usize = 3_000;
    let fill = "x".repeat(2_000);
    let (theirs_write, mut read) = duplex(1_000);
    let (mut write, theirs_read) = duplex(64 << 10);
    let served = tokio::spawn(with(echo()).serve(lines(theirs_read, theirs_write)));
    let written = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = written.clone();
    let writer = tokio::spawn(async move {
        for id in 0..COUNT {
            let line = call(&id.to_string(), "echo", json!({ "fill": fill })) + "\n";
            tokio::io::AsyncWriteExt::write_all(&mut write, line.as_bytes()).await.unwrap();
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    // Nobody reads: the server stops reading too, long before all is written.
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert!(!writer.is_finished());
    let taken = written.load(Ordering::SeqCst);
    assert!(taken * 4_000 < Sink::ENOUGH + (1 << 20), "{taken} answers wait");
    let mut said = String::new();
    read.read_to_string(&mut said).await.unwrap();
    assert_eq!(said.lines().count(), COUNT);
    for (id, line) in said.lines().enumerate() {
        assert!(line.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result""#)), "{id}");
    }
    writer.await.unwrap();
    served.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_sleeps_for_ever_does_not_keep_an_ended_server() {
    let (theirs_write, _read) = duplex(10);
    let (write, theirs_read) = duplex(64 << 10);
    let served =
        tokio::spawn(with(echo()).on_notice(|_| {}).serve(lines(theirs_read, theirs_write)));
    let mut sink = mcpwire::Wire::new(tokio::io::empty(), write).sink;
    sink.send(call("1", "echo", json!({})).as_bytes()).await.unwrap();
    drop(sink);
    let start = Instant::now();
    // What is answered is not given up lightly, and its loss is no success.
    let error = served.await.unwrap().unwrap_err().to_string();
    assert!(error.contains("nobody has read the last"), "{error}");
    assert_eq!(start.elapsed().as_secs(), 30);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_is_slow_but_awake_is_waited_for() {
    let (theirs_write, mut read) = duplex(10);
    let (write, theirs_read) = duplex(64 << 10);
    let served = tokio::spawn(with(echo()).serve(lines(theirs_read, theirs_write)));
    let mut sink = mcpwire::Wire::new(tokio::io::empty(), write).sink;
    sink.send(call("1", "echo", json!({"fill": "x".repeat(200)})).as_bytes()).await.unwrap();
    drop(sink);
    let mut said = Vec::new();
    let mut piece = [0; 10];
    loop {
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        match read.read(&mut piece).await.unwrap() {
            0 => break,
            count => said.extend_from_slice(&piece[..count]),
        }
    }
    assert!(said.ends_with(b"}}\n"), "{}", said.escape_ascii());
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_reader_that_is_gone_ends_the_server_with_an_error() {
    let (ours, theirs) = memory();
    let served = tokio::spawn(with(echo()).serve(theirs));
    let mcpwire::Wire { source, mut sink, .. } = ours;
    drop(source);
    sink.send(call("1", "echo", json!({})).as_bytes()).await.unwrap();
    match served.await.unwrap() {
        Err(ServeError::Wire(error)) => assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe),
        other => panic!("{other:?}"),
    }
}
