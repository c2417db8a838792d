//! The same endpoint over TLS.

use std::future::pending;
use std::sync::Arc;

use mcpwire_http::{Serve, service};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use super::sockets::{read_until, spelled};
use super::streams::{Alive, call, server};

#[tokio::test]
async fn a_handshake_comes_first_and_one_that_fails_disturbs_nobody() {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let provider = Arc::new(ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
        .unwrap();
    let service = service(server(&Alive::default())).unwrap();
    let bound = Serve::new(service).bind("127.0.0.1:0").await.unwrap();
    let address = bound.address();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(bound.run_secured(move |stream| acceptor.accept(stream), pending()));

    let silent = TcpStream::connect(address).await.unwrap();
    let mut plain = TcpStream::connect(address).await.unwrap();
    plain.write_all(spelled(&call("steps"), "/mcp").as_bytes()).await.unwrap();

    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap();
    stream.write_all(spelled(&call("steps"), "/mcp").as_bytes()).await.unwrap();
    let answer = read_until(&mut stream, "0\r\n\r\n").await;
    assert_eq!(answer.matches("data: ").count(), 3, "{answer}");
    drop(silent);
}
