//! To a person's browser and back.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpwire_auth::AuthErrorKind;
use mcpwire_auth::browser::{Browser, Loopback, Pasted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends a request as a browser does, and gives what it shows.
async fn visit(address: &str, target: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).await.unwrap();
    page
}

fn address(browser: &Loopback) -> String {
    let uri = browser.redirect_uri();
    uri.strip_prefix("http://").unwrap().strip_suffix("/callback").unwrap().to_owned()
}

#[tokio::test]
async fn the_answer_comes_to_this_machine() {
    let opened = Arc::new(Mutex::new(String::new()));
    let seen = opened.clone();
    let browser = Loopback::bind(move |url| *seen.lock().unwrap() = url.to_owned()).await.unwrap();
    let address = address(&browser);
    assert!(address.starts_with("127.0.0.1:"));
    let waiting = browser.visit("https://as.example/authorize?state=s1&x=y");
    let person = async {
        assert!(visit(&address, "/favicon.ico").await.starts_with("HTTP/1.1 404"));
        // Somebody else's answer ends nothing.
        assert!(visit(&address, "/callback?code=evil&state=s2").await.starts_with("HTTP/1.1 400"));
        visit(&address, "/callback?code=c&state=s1").await
    };
    let (back, page) = tokio::join!(waiting, person);
    assert_eq!(back.unwrap(), format!("http://{address}/callback?code=c&state=s1"));
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("can be closed"), "{page}");
    assert_eq!(*opened.lock().unwrap(), "https://as.example/authorize?state=s1&x=y");
}

#[tokio::test]
async fn silent_and_endless_connections_stand_in_nobodys_way() {
    let browser = Loopback::bind(|_| {}).await.unwrap();
    let address = address(&browser);
    let waiting = browser.visit("https://as.example/authorize?state=s");
    let person = async {
        let silent = TcpStream::connect(&address).await.unwrap();
        let mut endless = TcpStream::connect(&address).await.unwrap();
        let _ = endless.write_all(&vec![b'a'; 64 << 10]).await;
        visit(&address, "/callback?error=access_denied&state=s").await;
        drop(silent);
    };
    let (back, ()) = tokio::join!(waiting, person);
    assert!(back.unwrap().ends_with("/callback?error=access_denied&state=s"));
}

#[tokio::test]
async fn nobody_waits_for_ever() {
    let browser = Loopback::bind(|_| {}).await.unwrap().patience(Duration::from_millis(20));
    let error = browser.visit("https://as.example/authorize?state=s").await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Denied);
}

#[tokio::test]
async fn without_a_browser_the_address_is_brought_back() {
    let back = "http://127.0.0.1:9/callback?code=c&state=s";
    let browser = Pasted::new("http://127.0.0.1:9/callback", move |url| {
        assert_eq!(url, "https://as.example/authorize");
        std::future::ready(Ok(format!("  {back}\n")))
    });
    assert_eq!(browser.redirect_uri(), "http://127.0.0.1:9/callback");
    assert_eq!(browser.visit("https://as.example/authorize").await.unwrap(), back);
    for wrong in ["", "the-code", "http://127.0.0.1:9/callback"] {
        let browser = Pasted::new("x", move |_| std::future::ready(Ok(wrong.to_owned())));
        let error = browser.visit("https://as.example").await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Redirect);
    }
}
