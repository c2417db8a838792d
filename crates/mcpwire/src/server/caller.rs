use std::sync::Arc;

/// Who sends a request, as far as the transport has found out: nobody in particular on stdio and
/// on HTTP without authorization.
///
/// What a client says of itself (`clientInfo`) is no evidence and never stands here.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    known: Option<Arc<Known>>,
}

#[derive(Clone, Debug)]
struct Known {
    principal: String,
    scopes: Vec<String>,
}

impl Caller {
    /// A caller who has shown to be `principal`: a name that is unique and never given to
    /// somebody else, such as issuer and subject of a token.
    pub fn named(principal: impl Into<String>) -> Self {
        Caller { known: Some(Arc::new(Known { principal: principal.into(), scopes: Vec::new() })) }
    }

    /// What the caller may do.
    #[must_use]
    pub fn with_scopes(self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let Some(known) = self.known else { return self };
        let scopes = scopes.into_iter().map(Into::into).collect();
        let principal = known.principal.clone();
        Caller { known: Some(Arc::new(Known { principal, scopes })) }
    }

    /// Who it is; `None` for nobody in particular.
    pub fn principal(&self) -> Option<&str> {
        self.known.as_deref().map(|known| known.principal.as_str())
    }

    /// Whether the caller was granted this scope.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.known.iter().any(|known| known.scopes.iter().any(|granted| granted == scope))
    }
}
