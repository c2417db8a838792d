use std::sync::Arc;
use std::task::{Context, Poll};

use mcpwire_protocol::json::{Text, write_string};
use mcpwire_protocol::jsonrpc::{Id, RpcError, write_notification};
use mcpwire_protocol::reason;

use super::listeners::{End, Heard, Listener, Seat, write_tag};
use super::registry::Endpoint;
use super::reply::Reply;
use super::running::{Spoken, refusal};
use super::speaker::Speaker;
use super::work::Work;

/// A stream of notifications, driven by whoever polls it.
pub(crate) struct Listening {
    pub seat: Seat,
    /// The id of the request as it was spelled.
    pub id: Box<str>,
    pub endpoint: Endpoint,
    /// Said first.
    pub acknowledgement: Option<Box<[u8]>>,
    /// Said last, where `notifications/cancelled` comes before it.
    pub last: Option<Reply>,
    /// A wire carries many streams, so that their ends are told by a message too.
    pub is_on_wire: bool,
}

impl Listening {
    /// What is said next. Nothing comes after the answer.
    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Spoken> {
        if let Some(acknowledgement) = self.acknowledgement.take() {
            return Poll::Ready(Spoken::Message(acknowledgement.into()));
        }
        if let Some(reply) = self.last.take() {
            return Poll::Ready(Spoken::Answer(reply));
        }
        self.seat.listener.poll_next(cx, Some(&self.id)).map(|heard| match heard {
            Heard::Message(message) => Spoken::Message(message),
            Heard::End(End::Left) => Spoken::Answer(Reply::none()),
            Heard::End(end) => {
                let reply = self.answer(end);
                if !self.is_on_wire {
                    return Spoken::Answer(reply);
                }
                self.last = Some(reply);
                Spoken::Message(self.cancelled(end))
            }
        })
    }

    /// Ends it, after what is pending.
    pub(crate) fn end(&self) {
        // Whoever ends it polls it next, so there is nobody to wake.
        drop(self.seat.listener.end(End::Closed));
    }

    /// The end of a stream on a wire.
    ///
    /// Specification: `basic/patterns/cancellation#behavior-requirements`.
    fn cancelled(&self, end: End) -> Vec<u8> {
        let mut params = b"{".to_vec();
        write_tag(&mut params, &self.id);
        params.extend_from_slice(br#","requestId":"#);
        params.extend_from_slice(self.id.as_bytes());
        params.extend_from_slice(br#","reason":"#);
        write_string(&mut params, &self.reason(end));
        params.push(b'}');
        let mut message = Vec::with_capacity(params.len() + 64);
        let params = String::from_utf8_lossy(&params);
        write_notification(&mut message, "notifications/cancelled", Some(&params));
        message
    }

    fn reason(&self, end: End) -> String {
        match end {
            End::Closed | End::Left => "The server ends this stream.".to_owned(),
            End::Late => format!(
                "Nothing was taken from this stream for more than {} s while changes waited; listen again.",
                self.endpoint.registry.limits.listener_patience.as_secs()
            ),
        }
    }

    /// The answer to the request: a result where the end is a graceful one.
    ///
    /// Specification: `basic/patterns/subscriptions#graceful-closure`.
    fn answer(&self, end: End) -> Reply {
        if end == End::Late {
            let error = RpcError::refusal(reason!("limit-listener-patience"), self.reason(end));
            return refusal(Text::parse(&self.id).ok().and_then(Id::new), &error);
        }
        let mut out = Vec::with_capacity(256);
        out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        out.extend_from_slice(self.id.as_bytes());
        out.extend_from_slice(br#","result":{"resultType":"complete","#);
        write_tag(&mut out, &self.id);
        if let Some(server_info) = self.endpoint.registry.envelope.server_info() {
            out.pop();
            out.push(b',');
            out.extend_from_slice(server_info.as_bytes());
            out.push(b'}');
        }
        out.extend_from_slice(b"}}");
        Reply::result(out)
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The listener alone, by which a wire ends the stream.
    pub(crate) fn listener(&self) -> Arc<Listener> {
        self.seat.listener.clone()
    }

    /// The stream as the work of a wire, which says its messages by `speaker`. While that one
    /// waits, what changes is pending here, once.
    pub(crate) fn into_work(mut self, speaker: Speaker) -> Work {
        Box::pin(async move {
            loop {
                match std::future::poll_fn(|cx| self.poll_next(cx)).await {
                    // No stream of changes says this.
                    Spoken::Pause(_) => {}
                    Spoken::Message(message) => speaker.say(message).await,
                    Spoken::Answer(reply) => return reply,
                }
            }
        })
    }
}
