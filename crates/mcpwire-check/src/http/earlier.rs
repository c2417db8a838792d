//! What is left of earlier revisions: GET, DELETE and the handshake.

use mcpwire_protocol::http::SESSION_ID;
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, Outcome};
use mcpwire_protocol::method::Method;

use super::exchange::HttpExchange;
use super::posted::Kind;
use crate::checker::Desk;
use crate::rules::Exchange;

impl HttpExchange {
    /// Judges the status of a GET or DELETE at a server that has shown that it is modern only.
    pub(super) fn earlier(&self, desk: &mut Desk, status: u16) {
        let rule = match &*self.verb {
            "GET" => Exchange::HttpGet,
            "DELETE" => Exchange::HttpDelete,
            _ => return,
        };
        let has_session = self.request.as_ref().is_none_or(|head| !head.lacks(SESSION_ID));
        if has_session || !self.stream.known.refused_handshake {
            return;
        }
        match status {
            405 => desk.evidence.occasion(rule),
            // A guard or another page may stand before the endpoint.
            401 | 403 | 404 | 429 | 500.. => {}
            _ => {
                let seen = format!("{} is answered with status {status}.", self.verb);
                self.blame(desk, rule, "", seen, "Answer everything but POST with status 405.");
            }
        }
    }

    /// Remembers that the server opens no handshakes.
    pub(super) fn handshake_refused(&mut self, bytes: &[u8]) {
        let opens = self.posted.kind == Kind::Request
            && self.posted.method == Some(Method::Initialize)
            && !self.posted.is_modern;
        if !opens {
            return;
        }
        let Incoming::Response(response) = Incoming::parse(bytes) else { return };
        self.stream.known.refused_handshake = match response.outcome {
            Outcome::Result(_) => false,
            Outcome::Error(error) => matches!(
                error.code,
                ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
                    | ErrorCode::HEADER_MISMATCH
                    | ErrorCode::METHOD_NOT_FOUND
            ),
        };
    }
}
