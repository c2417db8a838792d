//! Wires by themselves.

use std::future::poll_fn;
use std::task::Poll;

use mcpwire::protocol::framing::Line;
use mcpwire::wire::Sink;
use mcpwire::{Wire, lines, memory};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

fn text(line: Option<Line<'_>>) -> Option<String> {
    line.map(|line| match line {
        Line::Text { bytes, .. } => String::from_utf8(bytes.to_vec()).unwrap(),
        other => panic!("{other:?}"),
    })
}

#[tokio::test]
async fn blank_lines_are_not_the_end() {
    let (mut write, read) = duplex(64);
    let mut wire = lines(read, tokio::io::sink());
    write.write_all(b"\n \r\n").await.unwrap();
    let late = async {
        tokio::task::yield_now().await;
        write.write_all(b"\n\na\n\n").await.unwrap();
        tokio::task::yield_now().await;
        drop(write);
    };
    let (line, ()) = tokio::join!(wire.source.line(), late);
    assert_eq!(text(line.unwrap()).as_deref(), Some("a"));
    assert_eq!(text(wire.source.line().await.unwrap()), None);
    assert!(wire.source.has_ended());
    assert_eq!(text(wire.source.line().await.unwrap()), None);
}

#[tokio::test]
async fn what_one_end_sends_the_other_reads_and_each_half_ends_alone() {
    let (mut one, mut other) = memory();
    one.sink.send(b"to the other").await.unwrap();
    other.sink.send(b"to the one").await.unwrap();
    drop(one.sink);
    assert_eq!(text(other.source.line().await.unwrap()).as_deref(), Some("to the other"));
    assert_eq!(text(other.source.line().await.unwrap()), None);
    assert_eq!(text(one.source.line().await.unwrap()).as_deref(), Some("to the one"));
    other.sink.send(b"still there").await.unwrap();
    assert_eq!(text(one.source.line().await.unwrap()).as_deref(), Some("still there"));
    drop(one.source);
    assert!(other.sink.send(b"x").await.is_err());
}

#[tokio::test]
async fn a_sink_keeps_what_waits_and_forgets_what_was_written() {
    let (write, mut read) = duplex(64 << 10);
    let mut sink: Sink = Wire::new(tokio::io::empty(), write).sink;
    let mut piece = vec![0; 64 << 10];
    // A reader that is always a little behind: something waits at all times.
    let (mut put, mut taken) = (0, 0);
    for round in 0..400u32 {
        while !sink.is_full() {
            sink.pending().extend_from_slice(&[round as u8; 64 << 10]);
            put += 64 << 10;
        }
        // A round of its own, with a budget of its own.
        tokio::task::yield_now().await;
        poll_fn(|cx| Poll::Ready(sink.poll_flush(cx).is_ready())).await;
        taken += read.read(&mut piece).await.unwrap();
        assert_eq!(sink.is_empty(), sink.waiting() == 0);
        assert!(sink.pending().len() < 4 * Sink::ENOUGH, "round {round}");
    }
    assert!(taken > 8 * Sink::ENOUGH);
    let rest = async {
        let mut rest = Vec::new();
        read.read_to_end(&mut rest).await.unwrap();
        rest.len()
    };
    let flush = async {
        sink.flush().await.unwrap();
        drop(sink);
    };
    let ((), rest) = tokio::join!(flush, rest);
    assert_eq!(taken + rest, put);
}
