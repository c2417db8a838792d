use std::net::IpAddr;

use http::header::PROXY_AUTHORIZATION;
use http::uri::Scheme;
use http::{Request, Uri};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};

use super::error::{ConnectError, HttpErrorKind};

/// Which requests go to a proxy.
#[derive(Debug)]
pub(super) struct Proxies(Option<Matcher>);

impl Proxies {
    /// As `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` say.
    pub(super) fn of_environment() -> Self {
        Proxies(Some(Matcher::from_env()))
    }

    /// All go to this one.
    pub(super) fn one(url: &str) -> Self {
        Proxies(Some(Matcher::builder().all(url.to_owned()).build()))
    }

    /// None does.
    pub(super) fn none() -> Self {
        Proxies(None)
    }

    /// The proxy on the way to a URL, if there is one.
    pub(super) fn towards(&self, to: &Uri) -> Result<Option<Intercept>, ConnectError> {
        let Some(found) = self.find(to) else { return Ok(None) };
        match found.uri().scheme_str() {
            Some("http") => Ok(Some(found)),
            scheme => {
                let scheme = scheme.unwrap_or_default();
                let why = format!("its proxy is spoken to by `{scheme}`, and only `http` is known");
                Err(ConnectError::new(HttpErrorKind::Proxy, why))
            }
        }
    }

    /// Adds what the proxy wants to see of a request that it reads. Where it only makes a tunnel,
    /// it is told when that is made, and the server never sees it.
    pub(super) fn authorize<B>(&self, request: &mut Request<B>) {
        if request.uri().scheme() != Some(&Scheme::HTTP) {
            return;
        }
        let found = self.find(request.uri());
        if let Some(credentials) = found.as_ref().and_then(Intercept::basic_auth) {
            request.headers_mut().insert(PROXY_AUTHORIZATION, credentials.clone());
        }
    }

    /// This machine is never looked for through another.
    fn find(&self, to: &Uri) -> Option<Intercept> {
        let host = to.host()?.trim_matches(['[', ']']);
        let is_here = host.eq_ignore_ascii_case("localhost")
            || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        self.0.as_ref().filter(|_| !is_here)?.intercept(to)
    }
}
