//! Several messages in one body, which revision 2025-03-26 has.

use std::sync::Arc;

use http::{Response, StatusCode};
use mcpwire::{Answer, Arrival, Caller};
use mcpwire_protocol::jsonrpc::{Id, Incoming, RpcError, write_error};
use mcpwire_protocol::lifecycle::Batch;

use super::post::{notified, too_many};
use super::reader::Reader;
use super::session::Session;
use crate::body::Body;
use crate::refusal::{bare, with_json};
use crate::service::Shared;

impl Shared {
    /// The messages of a batch one after another, and all answers together.
    pub(super) async fn batch(
        &self,
        mut batch: Batch,
        session: &Arc<Session>,
        caller: &Caller,
    ) -> Response<Body> {
        let mut answers: Vec<Vec<u8>> = Vec::new();
        while let Some(message) = batch.next_message().map(str::to_owned) {
            match self.part(&message, session, caller) {
                Part::Answer(answer) => answers.push(answer),
                // What was cancelled has no answer.
                Part::Running(reader) => answers.extend(reader.answer().await),
                Part::Heard => {}
            }
        }
        if answers.is_empty() {
            return bare(StatusCode::ACCEPTED);
        }
        let mut all = b"[".to_vec();
        all.extend_from_slice(&answers.join(&b','));
        all.push(b']');
        with_json(StatusCode::OK, all)
    }

    /// One message of a batch.
    fn part(&self, message: &str, session: &Arc<Session>, caller: &Caller) -> Part {
        match Incoming::parse_with(message.as_bytes(), &self.endpoint.parse_limits()) {
            Incoming::Request(request) => {
                let arrival = Arrival { caller, peer: Some(&session.peer), http: None };
                let running = match self.endpoint.answer(&request, &arrival) {
                    Answer::Ready(reply) => return Part::Answer(reply.message),
                    Answer::Running(running) => running,
                };
                match self.begin(request.id.as_str(), running, session, None) {
                    Some((_, reader)) => Part::Running(reader),
                    None => Part::error(Some(request.id), &too_many()),
                }
            }
            Incoming::Notification(notification) => {
                notified(&notification, session);
                Part::Heard
            }
            Incoming::Response(response) => {
                session.peer.answered(&response);
                Part::Heard
            }
            Incoming::Malformed(malformed) => {
                Part::error(malformed.id, &RpcError::from(&malformed.fault))
            }
        }
    }
}

/// What a message of a batch has led to.
enum Part {
    Answer(Vec<u8>),
    Running(Reader),
    Heard,
}

impl Part {
    fn error(id: Option<Id<'_>>, error: &RpcError) -> Self {
        let mut answer = Vec::new();
        write_error(&mut answer, id, error);
        Part::Answer(answer)
    }
}
