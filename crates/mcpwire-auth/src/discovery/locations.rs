use crate::address::Address;
use crate::error::AuthError;

const RESOURCE: &str = "/.well-known/oauth-protected-resource";
const OAUTH: &str = "/.well-known/oauth-authorization-server";
const OPENID: &str = "/.well-known/openid-configuration";

/// Where the metadata of a server may be, in the order in which they are asked for when no
/// challenge says it: for its path, then at the root.
///
/// ```
/// let urls = mcpwire_auth::discovery::resource_metadata_urls("https://example.com/public/mcp");
/// assert_eq!(
///     urls.unwrap(),
///     [
///         "https://example.com/.well-known/oauth-protected-resource/public/mcp",
///         "https://example.com/.well-known/oauth-protected-resource",
///     ]
/// );
/// ```
///
/// # Errors
///
/// The server's address is none of HTTP.
pub fn resource_metadata_urls(server: &str) -> Result<Vec<String>, AuthError> {
    let server = Address::parse(server)?;
    let root = server.root();
    let path = if server.path() == "/" { "" } else { server.path() };
    let query = server.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut urls = vec![format!("{root}{RESOURCE}{path}{query}")];
    if !path.is_empty() || !query.is_empty() {
        urls.push(format!("{root}{RESOURCE}"));
    }
    Ok(urls)
}

/// Where the metadata of an authorization server may be, in the order in which they are asked for:
/// of OAuth, then of OpenID Connect.
///
/// ```
/// let urls = mcpwire_auth::discovery::issuer_metadata_urls("https://auth.example.com/tenant1");
/// assert_eq!(
///     urls.unwrap(),
///     [
///         "https://auth.example.com/.well-known/oauth-authorization-server/tenant1",
///         "https://auth.example.com/.well-known/openid-configuration/tenant1",
///         "https://auth.example.com/tenant1/.well-known/openid-configuration",
///     ]
/// );
/// ```
///
/// # Errors
///
/// The issuer is no address of HTTP.
pub fn issuer_metadata_urls(issuer: &str) -> Result<Vec<String>, AuthError> {
    let issuer = Address::parse(issuer)?;
    let root = issuer.root();
    let path = issuer.path().trim_end_matches('/');
    let mut urls = vec![format!("{root}{OAUTH}{path}"), format!("{root}{OPENID}{path}")];
    if !path.is_empty() {
        urls.push(format!("{root}{path}{OPENID}"));
    }
    Ok(urls)
}
