//! Rounds with a legacy client: it is asked by requests, and the handler is run again here.
//!
//! Specification: `client/elicitation` of 2025-11-25.

use std::cell::OnceCell;
use std::sync::Arc;

use mcpwire_protocol::json::write_string;
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, RpcError};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::{ElicitRequestParams, InputRequest};

use crate::peer::Peer;
use crate::server::arrival::Arrival;
use crate::server::caller::Caller;
use crate::server::context::Context;
use crate::server::envelope::Answer;
use crate::server::observe::Observed;
use crate::server::registry::Endpoint;
use crate::server::reply::Reply;
use crate::server::route::{self, Step};
use crate::server::running::refusal;
use crate::server::speaker::Voice;
use crate::server::tool_call::Call;
use crate::server::work::Work;

/// How often a handler is run for one request.
const MOST_ROUNDS: usize = 64;

/// A request that is to be served in several rounds.
struct Again {
    endpoint: Endpoint,
    text: String,
    context: Context,
    peer: Arc<Peer>,
    caller: Caller,
    revision: Revision,
    log_level: Option<LogLevel>,
    observed: Option<Arc<dyn Observed>>,
    answer: Answer,
}

/// Lets the client be asked by requests, if the handler of this call can ask at all.
pub(crate) fn in_rounds(call: &Call<'_>, work: Work) -> Work {
    let (Some(context), Some(peer)) = (call.made.get(), call.arrival.peer) else { return work };
    let again = Again {
        endpoint: call.endpoint.clone(),
        text: call.request.text.to_owned(),
        context: context.clone(),
        peer: peer.clone(),
        caller: call.arrival.caller.clone(),
        revision: call.revision,
        log_level: call.log_level,
        observed: call.observed.cloned(),
        answer: call.answer(),
    };
    Box::pin(again.run(work))
}

impl Again {
    async fn run(self, first: Work) -> Reply {
        let mut work = first;
        for _ in 0..MOST_ROUNDS {
            let reply = work.await;
            if !reply.asks {
                return reply;
            }
            if let Err(error) = self.ask().await {
                return self.answer.refusal(&error);
            }
            work = match self.start() {
                Ok(work) => work,
                Err(reply) => return reply,
            };
        }
        let text = format!("The handler asked {MOST_ROUNDS} times and had no answer yet.");
        self.answer.refusal(&RpcError::refusal(reason!("handler-failed"), text))
    }

    /// Asks all that this round put down, at once, and waits for the answers.
    async fn ask(&self) -> Result<(), RpcError> {
        let mut open = Vec::new();
        for (key, request) in self.context.rounds().take_asked() {
            let question = self.peer.ask();
            self.context.say(write_request(question.id, &request, self.revision)?).await;
            open.push((key, request.method(), question));
        }
        for (key, method, question) in open {
            let answer = question.answer().await.map_err(|error| {
                let text = format!("The client refused `{method}`: {}", error.message);
                RpcError::refusal(reason!("handler-failed"), text)
            })?;
            self.context.rounds().give(key, &answer);
        }
        Ok(())
    }

    /// Starts the handler anew, with the same context.
    fn start(&self) -> Result<Work, Reply> {
        let Incoming::Request(request) = Incoming::parse(self.text.as_bytes()) else {
            unreachable!("this text was a request before");
        };
        let arrival = Arrival { caller: &self.caller, peer: Some(&self.peer), http: None };
        let channel = std::cell::RefCell::default();
        let call = Call {
            endpoint: &self.endpoint,
            request: &request,
            arrival: &arrival,
            revision: self.revision,
            log_level: self.log_level,
            voice: Voice::Alone(&channel),
            observed: self.observed.as_ref(),
            rounds: OnceCell::new(),
            tool: OnceCell::new(),
            resumes: None,
            made: OnceCell::from(self.context.clone()),
        };
        let mut message = Vec::new();
        match route::dispatch(&call, &mut message) {
            Ok(Step::Started(work)) => Ok(work),
            // The older revisions have no streams that a request opens.
            Ok(Step::Answered | Step::Listening(_)) => Err(Reply::result(message)),
            Ok(Step::ToolError(wait)) => Err(Reply::tool_error(message, wait)),
            Err(error) => Err(refusal(Some(request.id), &error)),
        }
    }
}

/// A request of ours, in the shape of `revision`.
fn write_request(id: u64, request: &InputRequest, revision: Revision) -> Result<Vec<u8>, RpcError> {
    let mut request = request.clone();
    if let InputRequest::Elicit(ElicitRequestParams::Form(form)) = &mut request
        && revision < Revision::V2025_11_25
    {
        // There was one mode only, and no word for it.
        form.mode = None;
    }
    let params = match &request {
        InputRequest::Elicit(params) => serde_json::to_string(params),
        InputRequest::CreateMessage(params) => serde_json::to_string(params),
        InputRequest::ListRoots(_) => Ok("{}".to_owned()),
    };
    let params =
        params.map_err(|error| RpcError::new(ErrorCode::INTERNAL_ERROR, error.to_string()))?;
    let mut message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"#).into_bytes();
    write_string(&mut message, request.method());
    message.extend_from_slice(format!(r#","params":{params}}}"#).as_bytes());
    Ok(message)
}
