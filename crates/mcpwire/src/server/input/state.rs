//! The state that travels through the client between two rounds, sealed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use indexmap::IndexMap;
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::reason;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::digest::digest;
use crate::server::caller::Caller;
use crate::server::seal::Seal;
use crate::server::tool_call::Call;

/// What the seal is bound to.
const PURPOSE: &str = "requestState";

/// How long a client may take for a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateLimits {
    pub expiry: Duration,
}

impl Default for StateLimits {
    fn default() -> Self {
        StateLimits { expiry: Duration::from_secs(15 * 60) }
    }
}

/// What is known of the earlier rounds.
#[derive(Serialize, Deserialize)]
struct State {
    principal: Option<String>,
    /// In seconds since 1970.
    expires: u64,
    method: String,
    digest: String,
    answers: IndexMap<String, Box<RawValue>>,
}

/// Which request a state belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    caller: Caller,
    method: Method,
    /// The parameters, from which the digest is made when it is needed.
    params: String,
}

impl Bound {
    /// What a state of this request is bound to.
    pub(crate) fn to(call: &Call<'_>, method: Method) -> Self {
        let params = call.request.params.text.map_or("{}", Text::as_str).to_owned();
        Bound { caller: call.arrival.caller.clone(), method, params }
    }

    fn digest(&self) -> String {
        URL_SAFE_NO_PAD.encode(digest(Text::parse(&self.params).ok()))
    }

    /// Seals the answers that later rounds need.
    pub(crate) fn seal(
        &self,
        answers: IndexMap<String, Box<RawValue>>,
        seal: &Seal,
        limits: StateLimits,
    ) -> String {
        let state = State {
            principal: self.caller.principal().map(str::to_owned),
            expires: now() + limits.expiry.as_secs(),
            method: self.method.name().to_owned(),
            digest: self.digest(),
            answers,
        };
        let state = serde_json::to_vec(&state).expect("texts and numbers are always JSON");
        seal.seal(PURPOSE, &state)
    }

    /// The answers of the earlier rounds, if this state was made for this request.
    pub(crate) fn open(
        &self,
        text: &str,
        seal: &Seal,
    ) -> Result<IndexMap<String, Box<RawValue>>, RpcError> {
        let opened = seal.open(PURPOSE, text);
        let state = opened.and_then(|state| serde_json::from_slice::<State>(&state).ok());
        let state = state.filter(|state| {
            state.principal.as_deref() == self.caller.principal()
                && state.method == self.method.name()
                && state.digest == self.digest()
                && state.expires > now()
        });
        state.map(|state| state.answers).ok_or_else(invalid)
    }
}

/// One id and one text, whatever is wrong with a state: it tells an attacker nothing.
pub(super) fn invalid() -> RpcError {
    let text =
        "The `requestState` is not valid for this request (any more). Call again without it.";
    RpcError::refusal(reason!("state-invalid"), text).with("at", "/params/requestState")
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
