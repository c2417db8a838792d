//! TLS towards a server, with the certificates that this machine trusts.

use std::sync::{Arc, OnceLock};

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Makes a connection secret.
///
/// # Errors
/// What is wrong, in words that fit behind a colon.
pub(super) async fn handshake(
    host: &str,
    stream: TcpStream,
) -> Result<TlsStream<TcpStream>, String> {
    let host = host.trim_matches(['[', ']']).to_owned();
    let name = ServerName::try_from(host).map_err(|error| error.to_string())?;
    let connector = TlsConnector::from(config()?);
    connector.connect(name, stream).await.map_err(|error| error.to_string())
}

fn config() -> Result<Arc<ClientConfig>, String> {
    static CONFIG: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    let make = || {
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        let (added, _) = roots.add_parsable_certificates(found.certs);
        if added == 0 {
            return Err("no certificate that this machine trusts was found".to_owned());
        }
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Ok(Arc::new(config))
    };
    CONFIG.get_or_init(make).clone()
}
