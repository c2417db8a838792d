//! Refusals: the status of each error, and what has to be refused.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, Outcome};

use super::exchange::HttpExchange;
use super::posted::{Encoded, Kind};
use crate::checker::Desk;
use crate::rules::Exchange;

impl HttpExchange {
    /// Judges the answer to a modern request by the headers of both.
    pub(super) fn served(&self, desk: &mut Desk, bytes: &[u8]) {
        if self.posted.kind != Kind::Request || !self.is_modern() {
            return;
        }
        let Incoming::Response(response) = Incoming::parse(bytes) else { return };
        match response.outcome {
            Outcome::Result(result) => self.served_with_result(desk, result),
            Outcome::Error(error) => {
                if !self.is_event_stream() {
                    self.status_of(desk, error.code);
                }
                self.code_for_headers(desk, error.code);
                self.refused_right_headers(desk, error.code);
            }
        }
    }

    /// A request whose headers are wrong has to be refused.
    fn served_with_result(&self, desk: &mut Desk, result: Text<'_>) {
        let is_error = result.get("isError").is_some_and(|flag| flag.as_str() == "true");
        if let Some(rule) = self.posted.broken_param.filter(|_| !is_error) {
            let seen = "A call whose `Mcp-Param` headers are wrong is served.".to_owned();
            let advice = "Refuse it with status 400 and error -32020.";
            self.blame(desk, rule, "", seen, advice);
        }
        if self.posted.right_headers == Some(Encoded::Yes) {
            desk.evidence.occasion(Exchange::HeaderDecode);
        }
        let Some(broken) = self.posted.broken_header else { return };
        let rule = match broken {
            Exchange::HeaderVersionDiffers => Exchange::HttpVersionServed,
            // A server of older revisions may take it for one of theirs, and then serves it so.
            Exchange::HeaderVersionMissing if result.get("resultType").is_none() => return,
            Exchange::HeaderVersionMissing => Exchange::HttpVersionAbsent,
            Exchange::HeaderMethodMissing | Exchange::HeaderNameMissing => {
                Exchange::HttpHeaderMissingServed
            }
            Exchange::HeaderEncoding => Exchange::HttpCharactersServed,
            _ => Exchange::HttpHeaderServed,
        };
        let seen = format!("A request that breaks `{}` is served.", broken.id());
        let advice = "Refuse it with status 400 and error -32020.";
        self.blame(desk, rule, "", seen, advice);
    }

    /// The error for wrong headers. Which of several mistakes counts is left to the server.
    fn code_for_headers(&self, desk: &mut Desk, code: ErrorCode) {
        let is_other = matches!(
            code,
            ErrorCode::PARSE_ERROR | ErrorCode::INVALID_REQUEST | ErrorCode::INTERNAL_ERROR
        );
        if let Some(rule) = self.posted.broken_param {
            desk.evidence.occasion(rule);
            desk.evidence.occasion(Exchange::ParamCode);
            if is_other && self.posted.broken_header.is_none() {
                let seen = format!("Error {code} answers wrong `Mcp-Param` headers.");
                self.blame(desk, Exchange::ParamCode, "", seen, "Refuse them with error -32020.");
            }
        }
        let Some(broken) = self.posted.broken_header else { return };
        let rules = [
            Exchange::HttpHeaderCode,
            Exchange::HttpHeaderBody,
            match broken {
                Exchange::HeaderVersionDiffers => Exchange::HttpVersionServed,
                Exchange::HeaderVersionMissing => Exchange::HttpVersionAbsent,
                Exchange::HeaderMethodMissing | Exchange::HeaderNameMissing => {
                    Exchange::HttpHeaderMissingServed
                }
                Exchange::HeaderEncoding => Exchange::HttpCharactersServed,
                _ => Exchange::HttpHeaderServed,
            },
        ];
        for rule in rules {
            desk.evidence.occasion(rule);
        }
        // Refused for something else that is wrong with the request, such as what it accepts.
        let is_about_else = self.stream.turned_away;
        if is_other && !self.may_be_older() && !is_about_else {
            let seen = format!("Error {code} answers a request that breaks `{}`.", broken.id());
            let advice = "Refuse it with error -32020.";
            self.blame(desk, Exchange::HttpHeaderCode, "", seen, advice);
        }
    }

    /// Headers that say what the body says are no reason to refuse.
    fn refused_right_headers(&self, desk: &mut Desk, code: ErrorCode) {
        let Some(encoded) = self.posted.right_headers else { return };
        let (rule, seen, advice) = match encoded {
            Encoded::Yes => (
                Exchange::HeaderDecode,
                "The headers say what the body says, once `Mcp-Name` is decoded.",
                "Decode Base64 in `Mcp-Name` before it is compared.",
            ),
            Encoded::No => (
                Exchange::CodeMeaning,
                "Error -32020 answers headers that say what the body says.",
                "Use -32020 for nothing but wrong headers.",
            ),
        };
        if code == ErrorCode::HEADER_MISMATCH {
            self.blame(desk, rule, "", seen.to_owned(), advice);
        }
    }

    fn status_of(&self, desk: &mut Desk, code: ErrorCode) {
        let Some((_, status)) = &self.response else { return };
        let (due, rule) = match code {
            ErrorCode::METHOD_NOT_FOUND => (404, Exchange::HttpMethodUnknown),
            ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => (400, Exchange::HttpCapabilityStatus),
            ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => (400, Exchange::HttpVersionStatus),
            ErrorCode::HEADER_MISMATCH => (400, Exchange::HttpHeaderStatus),
            ErrorCode::INVALID_PARAMS if self.stream.meta_refused => {
                (400, Exchange::HttpMetaStatus)
            }
            _ => return,
        };
        if *status == due {
            return desk.evidence.occasion(rule);
        }
        let seen = format!("Error {code} comes with status {status}; {due} is due.");
        let advice = "Give each error the status that the page on the transport says.";
        self.blame(desk, rule, "", seen, advice);
    }

    /// A refusal without a message of the protocol.
    pub(super) fn silent_refusal(&self, desk: &mut Desk, status: u16) {
        let rule = match status {
            400 if self.posted.broken_header.is_some() => Exchange::HttpHeaderBody,
            404 if self.stream.known.is_modern => Exchange::HttpMethodBody,
            _ => return,
        };
        let seen = format!("Status {status} comes without a JSON-RPC error.");
        let advice = "Say in a JSON-RPC error what is wrong.";
        self.blame(desk, rule, "", seen, advice);
    }
}
