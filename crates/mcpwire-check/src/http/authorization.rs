//! What exchanges with a server show of authorization.
//!
//! Specification: `basic/authorization`. What goes to authorization servers is judged only where
//! the metadata of a server of the protocol have named them: elsewhere it looks like that of any
//! other program that uses them.

use std::collections::BTreeSet;

use mcpwire_protocol::http::Challenge;
use mcpwire_protocol::json::Text;
use serde_json::Value;

use super::exchange::HttpExchange;
use super::head::Head;
use super::posted::client;
use crate::checker::Desk;
use crate::rules::Exchange;
use crate::stream::Trust;

/// The authorization servers of the servers in evidence.
#[derive(Debug, Default)]
pub(crate) struct Authorities {
    hosts: BTreeSet<String>,
    /// Whether a client has sent a modern request: what it owes them is new.
    is_modern: bool,
}

impl Authorities {
    /// How many are remembered; more are not judged.
    const MOST: usize = 64;

    fn enter(&mut self, issuer: &str) {
        let host = issuer.split_once("://").map_or("", |(_, rest)| rest);
        let host = host.split('/').next().unwrap_or_default();
        if !host.is_empty() && host.len() < 256 && self.hosts.len() < Self::MOST {
            self.hosts.insert(host.to_ascii_lowercase());
        }
    }

    fn has(&self, host: &[u8]) -> bool {
        let host = std::str::from_utf8(host).unwrap_or_default();
        self.is_modern && self.hosts.contains(&host.to_ascii_lowercase())
    }
}

/// What the target of a request shows of authorization.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Target {
    /// Whether there is a token in its query.
    has_token: bool,
    /// Whether it is where the metadata of a protected resource are.
    pub(super) is_metadata: bool,
    /// Whether it is a well-known place of any kind, where no endpoint is.
    is_well_known: bool,
}

const METADATA: &str = "/.well-known/oauth-protected-resource";

impl Target {
    pub(super) fn of(target: &str) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let has_token = query.split('&').any(|pair| pair.starts_with("access_token="));
        // A target may be a whole address, as it is sent to proxies.
        let path = match path.split_once("://") {
            Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
            None => path,
        };
        let rest = path.strip_prefix(METADATA);
        let is_metadata = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        Target { has_token, is_metadata, is_well_known: path.starts_with("/.well-known/") }
    }

    /// The target as it may stand in a report: without a token.
    pub(super) fn shown(self, target: &str) -> String {
        match (self.has_token, target.split_once('?')) {
            (true, Some((path, _))) => format!("{path}?access_token=…"),
            _ => target.to_owned(),
        }
    }
}

/// Whether what a client sends is for an authorization server: a form, or the registration of a
/// client.
pub(super) fn is_for_authorization(head: Option<&Head>, bytes: &[u8]) -> bool {
    let media = head.and_then(|head| head.first("content-type")).unwrap_or_default();
    let is_form = media.to_ascii_lowercase().starts_with(b"application/x-www-form-urlencoded");
    if is_form {
        return !bytes.trim_ascii_start().starts_with(b"{");
    }
    let text = std::str::from_utf8(bytes).ok().and_then(|text| Text::parse(text.trim()).ok());
    text.is_some_and(|text| text.get("redirect_uris").is_some() && text.get("jsonrpc").is_none())
}

impl HttpExchange {
    /// Whether a JSON body is not meant as a message: that of a well-known place, or what comes of
    /// a GET, by which nobody asks anything in the protocol, and does not even look like one.
    pub(super) fn is_beside(&self, is_rpc: bool) -> bool {
        self.is_foreign || self.target.is_well_known || (self.verb == "GET" && !is_rpc)
    }

    /// Judges what a client sends to an authorization server.
    pub(super) fn to_authority(&self, desk: &mut Desk, bytes: &[u8]) {
        let Some(head) = &self.request else { return };
        if !desk.authorities.has(head.first("host").unwrap_or_default()) {
            return;
        }
        let text = String::from_utf8_lossy(bytes);
        if let Ok(registration) = Text::parse(text.trim()) {
            let rule = Exchange::AuthApplicationType;
            if registration.get("application_type").is_some() {
                return desk.evidence.occasion(rule);
            }
            let seen = "The registration does not say what kind of program it is for.".to_owned();
            let advice = "Say `application_type`: `native` for a program on somebody's machine.";
            return client(desk, head, "", rule, seen, advice);
        }
        let has = |start: &str| text.split('&').any(|pair| pair.starts_with(start));
        // What a refreshed token is for was settled before.
        if !has("grant_type=authorization_code") && !has("grant_type=client_credentials") {
            return;
        }
        let rule = Exchange::AuthResource;
        if has("resource=") {
            return desk.evidence.occasion(rule);
        }
        let seen = "The request for a token does not say for which server it is.".to_owned();
        let advice = "Send `resource`, as the metadata of the server publish it.";
        client(desk, head, "", rule, seen, advice);
    }

    /// Judges the target of a message of the client.
    pub(super) fn token_in_target(&self, desk: &mut Desk) {
        let Some(head) = self.request.as_ref().filter(|_| self.posted.is_modern) else { return };
        desk.authorities.is_modern = true;
        let rule = Exchange::AuthQueryToken;
        if !self.target.has_token {
            return desk.evidence.occasion(rule);
        }
        let seen = "The address of the request has a token in its query.".to_owned();
        let advice = "Send tokens in the header `Authorization`, which no log keeps.";
        client(desk, head, "", rule, seen, advice);
    }

    /// Judges what a refusal says about the authorization that is missing.
    pub(super) fn challenged(&self, desk: &mut Desk, head: &Head, status: u16) {
        let is_refusal = matches!(status, 401 | 403);
        if !is_refusal || !self.is_modern() || !head.knows(&["www-authenticate"]) {
            return;
        }
        let all = Challenge::read_all(head.all("www-authenticate"));
        let ours = |challenge: &&Challenge| challenge.is("Bearer") || challenge.is("DPoP");
        let Some(challenge) = all.iter().find(ours) else { return };
        let wants_more = challenge.param("error") == Some("insufficient_scope");
        match (status, wants_more) {
            (401, false) => {
                let advice =
                    "Name in `scope` what the request needs, so that clients ask for that.";
                self.scope_named(desk, challenge, Exchange::AuthChallengeScope, advice);
            }
            (_, true) => {
                let advice = "Name in `scope` all that the request needs.";
                self.scope_named(desk, challenge, Exchange::AuthInsufficientList, advice);
                self.insufficient(desk, challenge, status);
            }
            _ => {}
        }
        let scopes = challenge.param("scope").unwrap_or_default();
        self.offline(desk, scopes.split(' ').any(|scope| scope == OFFLINE));
    }

    fn scope_named(
        &self,
        desk: &mut Desk,
        challenge: &Challenge,
        rule: Exchange,
        advice: &'static str,
    ) {
        match challenge.param("scope") {
            Some(scope) if !scope.trim().is_empty() => desk.evidence.occasion(rule),
            _ => {
                let seen = "The challenge names no scope.".to_owned();
                self.blame(desk, rule, "www-authenticate", seen, advice);
            }
        }
    }

    fn insufficient(&self, desk: &mut Desk, challenge: &Challenge, status: u16) {
        let rule = Exchange::AuthInsufficient;
        let seen = match (status, challenge.param("resource_metadata")) {
            (403, Some(_)) => return desk.evidence.occasion(rule),
            (403, None) => "The challenge does not say where the metadata are.".to_owned(),
            _ => format!("A token that allows too little is answered with status {status}."),
        };
        let advice = "Answer with status 403, and name `error`, `scope` and `resource_metadata`.";
        self.blame(desk, rule, "www-authenticate", seen, advice);
    }

    fn offline(&self, desk: &mut Desk, is_asked_for: bool) {
        let rule = Exchange::AuthOffline;
        if !is_asked_for {
            return desk.evidence.occasion(rule);
        }
        let seen = "The server asks for the scope `offline_access`.".to_owned();
        let advice = "Leave it out: whether a client wants refresh tokens is its own business.";
        self.blame(desk, rule, "www-authenticate", seen, advice);
    }

    /// Judges the metadata of a protected resource.
    pub(super) fn metadata(&self, desk: &mut Desk, status: u16, bytes: &[u8], trust: Trust) {
        if status != 200 || trust != Trust::Whole || self.verb != "GET" || !self.is_json() {
            return;
        }
        let Ok(Value::Object(metadata)) = serde_json::from_slice(bytes) else { return };
        // Whoever serves another kind of document there does not mean this one.
        if !metadata.contains_key("resource") {
            return;
        }
        let rule = Exchange::AuthServers;
        match metadata.get("authorization_servers").and_then(Value::as_array) {
            Some(servers) if !servers.is_empty() => {
                let servers = servers.iter().filter_map(Value::as_str);
                servers.for_each(|issuer| desk.authorities.enter(issuer));
                desk.evidence.occasion(rule);
            }
            _ => {
                let seen = "The metadata name no authorization server.".to_owned();
                let advice = "List at least one in `authorization_servers`.";
                self.blame(desk, rule, "", seen, advice);
            }
        }
        let scopes = metadata.get("scopes_supported").and_then(Value::as_array);
        self.offline(desk, scopes.into_iter().flatten().any(|scope| scope == OFFLINE));
    }
}

const OFFLINE: &str = "offline_access";
