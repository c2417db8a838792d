use super::client::Client;
use crate::address::Address;
use crate::discovery::IssuerMetadata;
use crate::error::{AuthError, AuthErrorKind, quoted};

/// Who this program is: its name, and what it is known as already.
#[derive(Clone, Debug)]
pub struct Identity {
    pub(crate) name: String,
    pub(crate) registered: Vec<(Option<String>, Client)>,
    pub(crate) document: Option<String>,
    pub(crate) may_register: bool,
}

/// How the program becomes a client of an authorization server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Choice<'a> {
    /// It is one already.
    Registered(&'a Client),
    /// It is one already, at whichever authorization server the server named first.
    RegisteredThere(&'a Client),
    /// By the address of its metadata document.
    Document(&'a str),
    /// By registering at this endpoint, unless it did so before.
    Register(&'a str),
}

impl Identity {
    /// A program with this name, which people see when they are asked to let it in.
    pub fn new(name: impl Into<String>) -> Self {
        Identity { name: name.into(), registered: Vec::new(), document: None, may_register: true }
    }

    /// It is registered as this client at the authorization server with this issuer identifier,
    /// and is that nowhere else.
    #[must_use]
    pub fn registered(mut self, issuer: impl Into<String>, client: Client) -> Self {
        self.registered.push((Some(issuer.into()), client));
        self
    }

    /// It is registered as this client at the authorization server of the one server that it calls,
    /// whichever that is. Whoever controls the server then decides who sees the client's secret:
    /// name the issuer by [`registered`](Identity::registered) wherever it is known.
    #[must_use]
    pub fn registered_there(mut self, client: Client) -> Self {
        self.registered.push((None, client));
        self
    }

    /// Whether it says to be registered at an issuer.
    pub(crate) fn is_registered_at(&self, issuer: &str) -> bool {
        self.registered.iter().any(|(at, _)| at.as_deref() == Some(issuer))
    }

    /// Its metadata document is at this address, which is its id wherever that is supported.
    ///
    /// # Errors
    ///
    /// The address is not `https` with a path.
    pub fn document(mut self, url: impl Into<String>) -> Result<Self, AuthError> {
        let url = url.into();
        let address = Address::parse(&url)?;
        if !address.is_https() || matches!(address.path(), "" | "/") {
            let text = format!(
                "`{}` is no place for a client's metadata document: it must be `https`, with a \
                 path.",
                quoted(&url)
            );
            let error = AuthError::new(AuthErrorKind::Settings, text);
            return Err(error.breaks("authr-cimd-url"));
        }
        self.document = Some(url);
        Ok(self)
    }

    /// Never registers by itself.
    #[must_use]
    pub fn without_registration(mut self) -> Self {
        self.may_register = false;
        self
    }

    /// How it becomes a client of an authorization server, in the order of the specification:
    /// what was registered, the metadata document, registration by itself.
    ///
    /// # Errors
    ///
    /// There is no way, or the program was registered elsewhere only and knows no other way.
    pub fn choose<'a>(&'a self, issuer: &'a IssuerMetadata) -> Result<Choice<'a>, AuthError> {
        let find = |wanted: Option<&str>| {
            let mut known = self.registered.iter();
            known.find(|(at, _)| at.as_deref() == wanted).map(|(_, client)| client)
        };
        if let Some(client) = find(Some(&issuer.issuer)) {
            return Ok(Choice::Registered(client));
        }
        if let Some(client) = find(None) {
            return Ok(Choice::RegisteredThere(client));
        }
        if let Some(document) = self.document.as_deref()
            && issuer.client_id_metadata_document_supported
        {
            return Ok(Choice::Document(document));
        }
        // Whoever registered by hand wants to be that client: nothing else is made up for it.
        if let Some((Some(other), _)) = self.registered.first() {
            return Err(elsewhere(&issuer.issuer, other));
        }
        match issuer.registration_endpoint.as_deref() {
            Some(endpoint) if self.may_register => Ok(Choice::Register(endpoint)),
            _ => Err(self.unknown(issuer)),
        }
    }

    fn unknown(&self, issuer: &IssuerMetadata) -> AuthError {
        let text = format!(
            "`{}` is no client of the authorization server `{}`, and cannot become one by itself. \
             Register it there, and set the client id that it gets.",
            self.name,
            quoted(&issuer.issuer)
        );
        AuthError::new(AuthErrorKind::Registration, text)
    }
}

/// The program is registered at another authorization server than the one that is used.
pub(crate) fn elsewhere(issuer: &str, other: &str) -> AuthError {
    let text = format!(
        "The server uses the authorization server `{}`, and this program is registered at `{}`; \
         its credentials there are not used here. Register it at the new one.",
        quoted(issuer),
        quoted(other)
    );
    AuthError::new(AuthErrorKind::Registration, text).breaks("authr-binding-no-reuse")
}
