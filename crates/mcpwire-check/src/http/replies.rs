//! Responses: their type, their status, and what is in them.

use mcpwire_protocol::http::SESSION_ID;
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use mcpwire_protocol::method::Method;

use super::exchange::HttpExchange;
use super::posted::Kind;
use crate::asked::Spot;
use crate::checker::Desk;
use crate::rules::Exchange;
use crate::stream::Trust;

impl HttpExchange {
    /// Judges the head of the response.
    pub(super) fn replied(&self, desk: &mut Desk) {
        let Some((head, status)) = &self.response else { return };
        self.challenged(desk, head, *status);
        if !self.is_modern() {
            return self.earlier(desk, *status);
        }
        if self.posted.kind != Kind::Request {
            return;
        }
        if self.posted.method != Some(Method::Initialize) && !self.may_be_older() {
            match head.first(SESSION_ID) {
                Some(_) => {
                    let seen = "The answer to a modern request names a session.".to_owned();
                    let advice = "Open sessions for `initialize` of older revisions only.";
                    self.blame(desk, Exchange::HttpSession, SESSION_ID, seen, advice);
                }
                None if head.lacks(SESSION_ID) => desk.evidence.occasion(Exchange::HttpSession),
                None => {}
            }
        }
        if self.is_event_stream() {
            let value = head.first("x-accel-buffering");
            if value.is_some_and(|value| value.eq_ignore_ascii_case(b"no")) {
                desk.evidence.occasion(Exchange::SseBuffering);
            } else if value.is_some() || head.lacks("x-accel-buffering") {
                let seen = "The event stream lacks `X-Accel-Buffering: no`.".to_owned();
                let advice = "Send it, so that proxies do not hold events back.";
                self.blame(desk, Exchange::SseBuffering, "x-accel-buffering", seen, advice);
            }
        }
    }

    /// Judges a whole body that is no event stream; empty where none came.
    pub(super) fn reply(&mut self, desk: &mut Desk, spot: &Spot, (bytes, trust): (&[u8], Trust)) {
        let Some(status) = self.response.as_ref().map(|(_, status)| *status) else { return };
        let is_ok = (200..300).contains(&status);
        if self.target.is_metadata {
            return self.metadata(desk, status, bytes, trust);
        }
        if !bytes.is_empty() && self.is_beside(is_rpc(bytes)) {
            return;
        }
        let is_message = self.is_json() || self.content_type().is_none();
        // Other programs on the way answer errors in forms of their own.
        let speaks = is_message && (is_ok && bytes.first() == Some(&b'{') || is_rpc(bytes));
        if self.posted.is_modern && trust == Trust::Whole && !self.stream.has_gaps {
            match self.posted.kind {
                Kind::Request => self.reply_to_request(desk, (status, is_ok), bytes, speaks),
                Kind::Notification => self.reply_to_notification(desk, (status, is_ok), bytes),
                Kind::Nothing | Kind::Other => {}
            }
        }
        let is_json = self.is_json() && is_ok;
        if bytes.is_empty() || self.posted.kind == Kind::Notification || !(speaks || is_json) {
            return;
        }
        if refuses_unread(status) && is_nameless_error(bytes) {
            return;
        }
        self.stream.is_single = true;
        if self.message(desk, spot, bytes, trust) {
            self.served(desk, bytes);
        }
        self.handshake_refused(bytes);
    }

    fn reply_to_request(
        &self,
        desk: &mut Desk,
        (status, is_ok): (u16, bool),
        bytes: &[u8],
        speaks: bool,
    ) {
        if !speaks {
            self.silent_refusal(desk, status);
        }
        if !is_ok {
            return;
        }
        if !self.is_json() {
            let Some((head, _)) = &self.response else { return };
            if head.first("content-type").is_some() || head.lacks("content-type") {
                let seen = "The answer is neither JSON nor an event stream.".to_owned();
                let advice = "Send `application/json` or `text/event-stream`.";
                self.blame(desk, Exchange::HttpContentType, "content-type", seen, advice);
            }
            return;
        }
        desk.evidence.occasion(Exchange::HttpContentType);
        let what = match Incoming::parse(bytes) {
            _ if bytes.trim_ascii().is_empty() => "nothing",
            Incoming::Request(_) => "a request",
            Incoming::Notification(_) => "a notification",
            // What is wrong with it is for the rules of messages to say.
            Incoming::Malformed(_) => return,
            Incoming::Response(response) => {
                desk.evidence.occasion(Exchange::HttpOneObject);
                if let Outcome::Result(_) = response.outcome {
                    self.result(desk, status);
                }
                return;
            }
        };
        let seen = format!("The body is {what}, and no response.");
        let advice = "Send the one response to the request.";
        self.blame(desk, Exchange::HttpOneObject, "content-type", seen, advice);
    }

    /// A result that came as JSON.
    fn result(&self, desk: &mut Desk, status: u16) {
        if status == 200 {
            desk.evidence.occasion(Exchange::HttpSuccess);
        } else {
            let seen = format!("A result comes with status {status}.");
            self.blame(desk, Exchange::HttpSuccess, "", seen, "Send results with status 200.");
        }
        if self.posted.method == Some(Method::SubscriptionsListen) {
            let seen = "The subscription is answered with JSON.".to_owned();
            let advice = "Answer `subscriptions/listen` with an event stream that stays open.";
            self.blame(desk, Exchange::SubNoStream, "content-type", seen, advice);
        }
    }

    fn reply_to_notification(&self, desk: &mut Desk, (status, is_ok): (u16, bool), bytes: &[u8]) {
        let is_error = matches!(
            Incoming::parse(bytes),
            Incoming::Response(response) if matches!(response.outcome, Outcome::Error(_))
        );
        let (rule, seen, advice) = match (is_ok, status) {
            (false, _) => return desk.evidence.occasion(Exchange::HttpNotificationRefused),
            (true, _) if is_error => (
                Exchange::HttpNotificationRefused,
                format!("The notification is refused with status {status}."),
                "Refuse with a status of 400 or above.",
            ),
            (true, 202) if bytes.is_empty() => {
                desk.evidence.occasion(Exchange::HttpNotification);
                return desk.evidence.occasion(Exchange::HttpNotificationBody);
            }
            (true, 202) => (
                Exchange::HttpNotificationBody,
                "A body comes with status 202.".to_owned(),
                "Send nothing with status 202.",
            ),
            (true, _) => (
                Exchange::HttpNotification,
                format!("The notification is accepted with status {status}."),
                "Accept notifications with status 202.",
            ),
        };
        self.blame(desk, rule, "", seen, advice);
    }
}

/// Whether a status says that the body was not read, so that nobody could repeat its id.
fn refuses_unread(status: u16) -> bool {
    matches!(status, 401 | 403 | 405 | 408 | 413 | 415 | 429 | 503)
}

fn is_nameless_error(bytes: &[u8]) -> bool {
    match Incoming::parse(bytes) {
        Incoming::Response(response) => {
            response.id.is_none() && matches!(response.outcome, Outcome::Error(_))
        }
        _ => false,
    }
}

/// Whether a body is meant as a message of JSON-RPC.
fn is_rpc(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).ok().and_then(|text| Text::parse(text.trim()).ok());
    text.is_some_and(|text| text.get("jsonrpc").is_some())
}
