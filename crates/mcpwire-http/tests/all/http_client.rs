//! What the client of HTTP promises, towards servers that say what a script says.

use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode};
use mcpwire_http::client::{
    Answer, AnswerBody, Event, Events, HttpClient, HttpError, HttpErrorKind, HttpLimits, SentEvent,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub(crate) const LONG: Duration = Duration::from_secs(20);

/// A server of one connection, at a URL.
pub(crate) async fn scripted<F, D, T>(script: F) -> (String, JoinHandle<T>)
where
    F: FnOnce(TcpStream) -> D + Send + 'static,
    D: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let server = tokio::spawn(async move { script(listener.accept().await.unwrap().0).await });
    (url, server)
}

/// Reads one request, with a body as long as its head says.
pub(crate) async fn request(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    loop {
        let shown = String::from_utf8_lossy(&text).into_owned();
        if let Some((head, body)) = shown.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return shown;
            }
        }
        assert!(stream.read_buf(&mut text).await.unwrap() > 0, "the client has gone: {shown}");
    }
}

/// A server that reads one request, says this and hangs up.
async fn saying(text: impl Into<String>) -> (String, JoinHandle<String>) {
    let text = text.into();
    scripted(|mut stream| async move {
        let request = request(&mut stream).await;
        // A client that passes a limit goes before everything is written.
        let _ = stream.write_all(text.as_bytes()).await;
        request
    })
    .await
}

pub(crate) fn client(limits: HttpLimits) -> HttpClient {
    HttpClient::builder().direct().limits(limits).build()
}

pub(crate) fn post(url: &str) -> Request<Bytes> {
    Request::post(url).body(Bytes::from_static(b"{}")).unwrap()
}

async fn ask(limits: HttpLimits, url: &str) -> Result<Answer, HttpError> {
    tokio::time::timeout(LONG, client(limits).send(post(url))).await.expect("an end")
}

fn whole(answer: Answer) -> Bytes {
    match answer.body {
        AnswerBody::Whole(bytes) => bytes,
        AnswerBody::Events(_) => panic!("a stream"),
    }
}

fn stream(answer: Answer) -> Events {
    match answer.body {
        AnswerBody::Events(events) => *events,
        AnswerBody::Whole(bytes) => panic!("no stream: {bytes:?}"),
    }
}

fn sent(data: &str) -> Event {
    Event::Sent(SentEvent { data: Some(data.as_bytes().to_vec()), ..SentEvent::default() })
}

#[tokio::test]
async fn an_answer_is_whole_whatever_its_status() {
    let redirect =
        "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
    let chunks = "HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{\"\r\n5\r\na\":1}\r\n0\r\n\r\n";
    let until_end = "HTTP/1.1 500 Oh\r\n\r\nno length";
    for (text, status, body) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", 200, "{}"),
        ("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n", 202, ""),
        (chunks, 404, "{\"a\":1}"),
        (redirect, 302, ""),
        (until_end, 500, "no length"),
    ] {
        let (url, server) = saying(text).await;
        let answer = ask(HttpLimits::default(), &url).await.unwrap();
        assert_eq!(answer.head.status, StatusCode::from_u16(status).unwrap());
        assert_eq!(whole(answer), body);
        assert!(server.await.unwrap().starts_with("POST /mcp HTTP/1.1\r\n"));
    }
}

const STREAM: &str = "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n";

#[tokio::test]
async fn events_come_in_order_and_then_the_end() {
    let body = ": hi\n\nid: 7\nretry: 30\ndata:\n\nid: 8\n\ndata: one\ndata: two\n\n";
    let (url, _server) =
        saying(format!("{STREAM}content-length: {}\r\n\r\n{body}", body.len())).await;
    let mut events = stream(ask(HttpLimits::default(), &url).await.unwrap());
    let first = SentEvent {
        data: Some(Vec::new()),
        id: Some(b"7".to_vec()),
        retry: Some(30),
        ..SentEvent::default()
    };
    let second = SentEvent { id: Some(b"8".to_vec()), ..SentEvent::default() };
    let due = [
        Event::Comment(b" hi".to_vec()),
        Event::Sent(first),
        Event::Sent(second),
        sent("one\ntwo"),
    ];
    for due in due {
        assert_eq!(events.next().await.unwrap(), Some(due));
    }
    assert_eq!(events.next().await.unwrap(), None);
    assert_eq!(events.next().await.unwrap(), None);
}

#[tokio::test]
async fn a_stream_that_breaks_says_so_once_and_keeps_what_came() {
    for (body, why) in [
        ("content-length: 900\r\n\r\ndata: 1\n\n", "broke off"),
        ("transfer-encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n", "broke off"),
        ("\r\ndata: 1\n\ndata: 2", "inside an event"),
    ] {
        let (url, _server) = saying(format!("{STREAM}{body}")).await;
        let mut events = stream(ask(HttpLimits::default(), &url).await.unwrap());
        assert_eq!(events.next().await.unwrap(), Some(sent("1")));
        let error = events.next().await.unwrap_err();
        assert_eq!(error.kind(), HttpErrorKind::Broken, "{error}");
        assert!(error.to_string().contains(why), "{error}");
        assert!(!error.is_unsent());
        assert_eq!(events.next().await.unwrap(), None);
    }
}

#[tokio::test]
async fn each_limit_has_an_error_of_its_own() {
    let long = "x".repeat(500);
    let limits = HttpLimits { body: 100, event: 100, ..HttpLimits::default() };
    let told = format!("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{long}");
    let untold = format!("HTTP/1.1 200 OK\r\n\r\n{long}");
    for text in [told, untold] {
        let (url, _server) = saying(text).await;
        let error = ask(limits.clone(), &url).await.unwrap_err();
        assert_eq!(error.kind(), HttpErrorKind::BodyTooLong, "{error}");
    }
    for end in ["\n\n", ""] {
        let (url, _server) = saying(format!("{STREAM}\r\ndata: {long}{end}")).await;
        let error = stream(ask(limits.clone(), &url).await.unwrap()).next().await.unwrap_err();
        let due = if end.is_empty() { HttpErrorKind::Broken } else { HttpErrorKind::EventTooLong };
        assert_eq!(error.kind(), due, "{error}");
    }
}

#[tokio::test]
async fn silence_ends_at_its_limit() {
    let soon = Duration::from_millis(50);
    for (text, limits, due) in [
        ("", HttpLimits { head: soon, ..HttpLimits::default() }, HttpErrorKind::HeadTime),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf",
            HttpLimits { pause: soon, ..HttpLimits::default() },
            HttpErrorKind::Pause,
        ),
    ] {
        let (url, server) = scripted(move |mut stream| async move {
            request(&mut stream).await;
            stream.write_all(text.as_bytes()).await.unwrap();
            // Until the client goes.
            stream.read(&mut [0; 9]).await.unwrap_or(0)
        })
        .await;
        let error = ask(limits, &url).await.unwrap_err();
        assert_eq!(error.kind(), due, "{error}");
        assert_eq!(server.await.unwrap(), 0);
    }
}

#[tokio::test]
async fn a_connection_is_used_again() {
    let (url, server) = scripted(|mut stream| async move {
        for _ in 0..3 {
            request(&mut stream).await;
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
        }
    })
    .await;
    let client = client(HttpLimits::default());
    for _ in 0..3 {
        // The connection is back in the pool as soon as its task has run.
        tokio::time::sleep(Duration::from_millis(20)).await;
        client.send(post(&url)).await.unwrap();
    }
    server.await.unwrap();
}

#[tokio::test]
async fn who_is_dropped_closes_the_connection() {
    for text in ["", &format!("{STREAM}\r\ndata: 1\n\n")] {
        let (text, has_head) = (text.to_owned(), !text.is_empty());
        let (told, mut came) = tokio::sync::mpsc::channel(1);
        let (url, server) = scripted(|mut stream| async move {
            request(&mut stream).await;
            stream.write_all(text.as_bytes()).await.unwrap();
            told.send(()).await.unwrap();
            stream.read(&mut [0; 9]).await.unwrap_or(0)
        })
        .await;
        let client = client(HttpLimits::default());
        if has_head {
            let mut events = stream(client.send(post(&url)).await.unwrap());
            assert_eq!(events.next().await.unwrap(), Some(sent("1")));
        } else {
            tokio::select! {
                answer = client.send(post(&url)) => panic!("{answer:?}"),
                _ = came.recv() => {}
            }
        }
        let read = tokio::time::timeout(LONG, server).await.expect("the end of the connection");
        assert_eq!(read.unwrap(), 0);
        drop(client);
    }
}

#[tokio::test]
async fn nobody_there_and_no_url_are_told_apart() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (url, due) in [
        (format!("http://{free}/"), HttpErrorKind::Connect),
        ("http://user:secret@127.0.0.1/".to_owned(), HttpErrorKind::Url),
        ("ftp://127.0.0.1/".to_owned(), HttpErrorKind::Url),
        ("/mcp".to_owned(), HttpErrorKind::Url),
    ] {
        let error = ask(HttpLimits::default(), &url).await.unwrap_err();
        assert_eq!(error.kind(), due, "{error}");
        assert!(error.is_unsent());
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
