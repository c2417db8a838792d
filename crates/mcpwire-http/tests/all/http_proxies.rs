//! A client of HTTP behind proxies, and over TLS.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{Request, Version};
use mcpwire_http::client::{Endpoint, HttpClient, HttpErrorKind, HttpLimits};
use mcpwire_http::{Serve, service};
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::http_client::{LONG, client, post, request, scripted};
use super::streams::{Alive, call, server};

const EMPTY: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

#[tokio::test]
async fn a_proxy_reads_what_is_plain_and_gets_its_credentials() {
    let (url, proxy) = scripted(|mut stream| async move {
        let request = request(&mut stream).await;
        stream.write_all(EMPTY).await.unwrap();
        request
    })
    .await;
    let proxied = url.replace("http://", "http://me:pass@").replace("/mcp", "");
    let client = HttpClient::builder().proxy(&proxied).build();
    client.send(post("http://mcp.example/mcp?a=1")).await.unwrap();
    let seen = proxy.await.unwrap();
    assert!(seen.starts_with("POST http://mcp.example/mcp?a=1 HTTP/1.1\r\n"), "{seen}");
    assert!(seen.contains("proxy-authorization: Basic bWU6cGFzcw==\r\n"), "{seen}");
}

#[tokio::test]
async fn a_proxy_that_refuses_a_tunnel_is_what_is_wrong() {
    let (url, proxy) = scripted(|mut stream| async move {
        let request = request(&mut stream).await;
        stream.write_all(b"HTTP/1.1 407 No\r\n\r\n").await.unwrap();
        request
    })
    .await;
    let proxied = url.replace("http://", "http://me:pass@").replace("/mcp", "");
    let client = HttpClient::builder().proxy(&proxied).build();
    let error = client.send(post("https://mcp.example/secret")).await.unwrap_err();
    assert_eq!(error.kind(), HttpErrorKind::Proxy, "{error}");
    let seen = proxy.await.unwrap();
    assert!(seen.starts_with("CONNECT mcp.example:443 HTTP/1.1\r\n"), "{seen}");
    assert!(!seen.contains("secret"), "{seen}");
}

#[tokio::test]
async fn this_machine_is_reached_without_a_proxy() {
    let (url, server) = scripted(|mut stream| async move {
        let request = request(&mut stream).await;
        stream.write_all(EMPTY).await.unwrap();
        request
    })
    .await;
    // Nobody listens at port 1.
    let client = HttpClient::builder().proxy("http://127.0.0.1:1").build();
    client.send(post(&url)).await.unwrap();
    assert!(server.await.unwrap().starts_with("POST /mcp "));
}

/// An endpoint of ours that speaks HTTP/2 over TLS; its URL, and its certificate in PEM.
async fn secured(alive: &Alive) -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let service = service(server(alive)).unwrap();
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}/mcp", bound.address().port());
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(bound.run_secured(move |stream| acceptor.accept(stream), pending()));
    let der = STANDARD.encode(made.cert.der());
    (url, format!("-----BEGIN CERTIFICATE-----\n{der}\n-----END CERTIFICATE-----\n"))
}

fn trusting(pem: &str) -> HttpClient {
    HttpClient::builder().direct().certificates(pem.as_bytes()).unwrap().build()
}

#[tokio::test]
async fn tls_settles_the_version_and_knows_whom_it_trusts() {
    let (url, pem) = secured(&Alive::default()).await;
    let get = || Request::get(&url).body(Bytes::new()).unwrap();
    let answer = trusting(&pem).send(get()).await.unwrap();
    assert_eq!((answer.head.version, answer.head.status.as_u16()), (Version::HTTP_2, 405));

    let error = client(HttpLimits::default()).send(get()).await.unwrap_err();
    assert_eq!(error.kind(), HttpErrorKind::Tls, "{error}");
    assert!(HttpClient::builder().certificates(b"nothing").is_err());
}

#[tokio::test]
async fn dropping_one_of_two_on_one_connection_resets_that_one() {
    let alive = Alive::default();
    let (url, pem) = secured(&alive).await;
    let endpoint = Endpoint::new(trusting(&pem), &url).unwrap();
    let message = Bytes::from(call("endless").body.to_string());
    let mut kept = endpoint.post(message.clone(), &[]).await.unwrap();
    let mut dropped = endpoint.post(message, &[]).await.unwrap();
    for exchange in [&mut kept, &mut dropped] {
        assert!(exchange.next().await.unwrap().is_some());
        assert_eq!(exchange.head().version, Version::HTTP_2);
    }
    assert_eq!(alive.count(), 2);
    drop(dropped);
    let gone = async {
        while alive.count() == 2 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(LONG, gone).await.expect("the handler ends");
    // The other is still open: nothing comes, and no end.
    assert!(timeout(Duration::from_millis(50), kept.next()).await.is_err());
    assert_eq!(alive.count(), 1);
}
