use std::sync::{Arc, OnceLock};

use http::Uri;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::error::{ConnectError, HttpErrorKind};

/// Whom the client trusts.
#[derive(Clone, Debug, Default)]
pub(super) enum Roots {
    /// Whom this machine trusts.
    #[default]
    Platform,
    /// These and nobody else.
    Given(Vec<CertificateDer<'static>>),
}

impl Roots {
    /// Certificates in PEM; the error says what is wrong with them.
    pub(super) fn given(pem: &[u8]) -> Result<Roots, String> {
        let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        match found {
            Ok(found) if found.is_empty() => Err("there is no certificate in it".to_owned()),
            Ok(found) => Ok(Roots::Given(found)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn store(&self) -> Result<RootCertStore, String> {
        let mut store = RootCertStore::empty();
        match self {
            Roots::Given(given) => {
                for certificate in given {
                    store.add(certificate.clone()).map_err(|error| error.to_string())?;
                }
            }
            Roots::Platform => {
                // Stores of real machines hold odd ones, which are passed over.
                let found = rustls_native_certs::load_native_certs();
                if store.add_parsable_certificates(found.certs).0 == 0 {
                    return Err("no certificate that this machine trusts was found".to_owned());
                }
            }
        }
        Ok(store)
    }
}

/// TLS towards servers. The certificates are read when the first of them wants it, so that a
/// client of plain HTTP never does.
#[derive(Clone, Debug)]
pub(super) struct Tls {
    roots: Roots,
    config: Arc<OnceLock<Result<Arc<ClientConfig>, String>>>,
}

impl Tls {
    pub(super) fn new(roots: Roots) -> Self {
        Tls { roots, config: Arc::default() }
    }

    /// Makes a connection to the host of a URL secret, and settles the version of HTTP.
    pub(super) async fn secure(
        &self,
        to: &Uri,
        stream: TcpStream,
    ) -> Result<TlsStream<TcpStream>, ConnectError> {
        let wrong = |why: String| ConnectError::new(HttpErrorKind::Tls, why);
        let config = self.config.get_or_init(|| self.configure()).clone().map_err(wrong)?;
        let host = to.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let name = ServerName::try_from(host).map_err(|error| wrong(error.to_string()))?;
        let secured = TlsConnector::from(config).connect(name, stream).await;
        secured.map_err(|error| wrong(format!("no secure connection could be made: {error}")))
    }

    fn configure(&self) -> Result<Arc<ClientConfig>, String> {
        let provider = Arc::new(ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider);
        let builder =
            builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
        let mut config = builder.with_root_certificates(self.roots.store()?).with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}
