use std::error::Error;

use mcpwire_auth::grant::SigningKey;
use mcpwire_auth::registration::{Client, Identity};
use mcpwire_auth::{Assertion, Authorizer, Enterprise, Grant};
use serde_json::Value;

use crate::headless::Headless;

const DOCUMENT: &str = "https://conformance-test.local/client-metadata.json";

/// Who the client is in the scenario that the environment names.
pub(crate) fn authorizer(server: &str) -> Result<Authorizer, Box<dyn Error>> {
    let scenario = std::env::var("MCP_CONFORMANCE_SCENARIO").unwrap_or_default();
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_else(|_| "{}".to_owned());
    let context: Value = serde_json::from_str(&context)?;
    let given = |name: &str| {
        let value = context[name].as_str().map(str::to_owned);
        value.ok_or_else(|| format!("The scenario gives no `{name}`."))
    };
    let secret =
        || Ok::<_, String>(Client::with_secret(given("client_id")?, given("client_secret")?));
    let anybody = Identity::new("mcpwire conformance client");
    let (identity, grant) = match scenario.as_str() {
        "auth/pre-registration" => {
            (anybody.registered(given("issuer")?, secret()?), Grant::person(Headless))
        }
        "auth/client-credentials-basic" => {
            (anybody.registered_there(secret()?), Grant::ClientCredentials)
        }
        "auth/client-credentials-jwt" => {
            let algorithm = given("signing_algorithm")?;
            let key = SigningKey::from_pem(&given("private_key_pem")?, &algorithm)?;
            let client = Client::with_key(given("client_id")?, key);
            (anybody.registered_there(client), Grant::ClientCredentials)
        }
        "auth/enterprise-managed-authorization" => {
            let enterprise = Enterprise {
                issuer: given("idp_issuer")?,
                token_endpoint: given("idp_token_endpoint")?,
                client: Client::public(given("idp_client_id")?),
                id_token: Assertion::fixed(given("idp_id_token")?),
            };
            (anybody.registered_there(secret()?), Grant::Enterprise(enterprise))
        }
        "auth/wif-jwt-bearer" => {
            let client = Client::public(given("client_id")?);
            let grant = Grant::Workload(Assertion::fixed(given("valid_jwt")?));
            (anybody.registered_there(client), grant)
        }
        _ => (anybody.document(DOCUMENT)?, Grant::person(Headless)),
    };
    Ok(Authorizer::new(server, identity, grant, mcpwire_auth::http_client())?)
}
