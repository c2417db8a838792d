//! The loop that serves one wire: lines in, answers out, handlers beside it.
//!
//! Everything that is already here is answered before anything is written, and written at once.
//! A handler that is pending becomes a task; what it says comes back through one bounded channel.

mod ending;
mod waiting;

use std::io;
use std::sync::Arc;
use std::task::Poll;

use mcpwire_protocol::framing::Line;
use mcpwire_protocol::jsonrpc::{
    Id, Incoming, Malformed, Notification, ParseLimits, Request, RpcError, write_error,
};
use mcpwire_protocol::lifecycle::Batch;
use mcpwire_protocol::reason;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::arrival::Arrival;
use super::caller::Caller;
use super::flights::Flights;
use super::listeners::Listener;
use super::noise::NoiseGate;
use super::observe;
use super::queue::Queue;
use super::registry::Endpoint;
use super::route::Step;
use super::running::Panic;
use super::speaker::{QUEUE, Said, Speaker, Voice, Words};
use super::work::{self, Panicked, Work};
use crate::peer::Peer;
use crate::wire::{Sink, Source, Stop, Wire};

impl Endpoint {
    /// Serves one wire until the other side closes it; see [`Server::serve`](super::Server::serve).
    ///
    /// # Errors
    ///
    /// An I/O error of the wire.
    pub async fn serve(&self, wire: Wire) -> io::Result<()> {
        work::tell_panics_by_notices();
        let Wire { mut source, sink, mut stop } = wire;
        // Before anybody can ask for them: what an earlier process left is not told as running.
        if self.registry.has_tasks
            && let Err(error) = self.resume_tasks().await
        {
            self.registry.note(&error.to_string());
        }
        let (to, mut said) = mpsc::channel(QUEUE);
        let mut link = Link::new(self.clone(), sink, to);
        let ended = link.run(&mut source, &mut said, &mut stop).await;
        link.noise_ends();
        self.registry.notices.written().await;
        ended
    }
}

/// How many bytes are read on, unanswered, while nobody reads our answers.
const READ_AHEAD: usize = 256 << 10;

/// From how many bytes on a message is worth not being copied.
const LARGE: usize = 64 << 10;

/// One wire being served.
struct Link {
    endpoint: Endpoint,
    sink: Sink,
    peer: Arc<Peer>,
    caller: Caller,
    flights: Flights,
    /// Requests that wait until fewer handlers run.
    queue: Queue,
    /// The rest of a batch, which comes before further lines.
    batch: Option<Batch>,
    /// Whether the message at hand is one of a batch.
    in_batch: bool,
    /// The voice that the next request gets.
    speaker: Speaker,
    noise: NoiseGate,
    limits: ParseLimits,
    /// How often the wire was read, roughly.
    reads: u8,
}

/// Why the loop woke up.
#[derive(PartialEq)]
enum Woke {
    Read,
    Said,
    Stopped,
}

impl Link {
    fn new(endpoint: Endpoint, sink: Sink, to: mpsc::Sender<Said>) -> Self {
        let limits = ParseLimits { depth: endpoint.registry.limits.depth };
        Link {
            endpoint,
            sink,
            peer: Arc::default(),
            caller: Caller::default(),
            flights: Flights::default(),
            queue: Queue::default(),
            batch: None,
            in_batch: false,
            speaker: Speaker { to, serial: 0 },
            noise: NoiseGate::default(),
            limits,
            reads: 0,
        }
    }

    async fn run(
        &mut self,
        source: &mut Source,
        said: &mut mpsc::Receiver<Said>,
        stop: &mut Stop,
    ) -> io::Result<()> {
        let mut woke = Woke::Read;
        loop {
            self.take_waiting(said);
            while self.has_room() {
                if self.batch.is_some() {
                    self.next_of_batch(said);
                    continue;
                }
                let Some(line) = source.take_line() else { break };
                self.line(line, said);
            }
            if source.has_ended() && self.has_room() {
                break;
            }
            // Handlers that never stop talking must not keep us from listening.
            let listen_first = woke == Woke::Said;
            woke = std::future::poll_fn(|cx| self.poll_wait(cx, listen_first, source, said, stop))
                .await?;
            if woke == Woke::Stopped {
                return self.finish_at_once(said).await;
            }
        }
        tokio::select! {
            ended = self.finish(said) => return ended,
            () = stop => {}
        }
        self.finish_at_once(said).await
    }

    /// Whether another message may be taken on: words that wait to be written are bounded.
    fn has_room(&self) -> bool {
        !self.sink.is_full()
    }

    /// Passes on what a running handler says. After its answer or its cancellation it is mute.
    fn pass_on(&mut self, words: Said) {
        match words.words {
            Words::Answer(reply) if self.flights.land(words.serial) => {
                if !reply.message.is_empty() {
                    self.put(reply.message);
                }
            }
            Words::Message(message) if self.flights.has(words.serial) => self.put(message),
            Words::Answer(_) | Words::Message(_) | Words::Pause(_) => {}
        }
    }

    fn put(&mut self, mut message: Vec<u8>) {
        let pending = self.sink.pending();
        if pending.is_empty() && message.len() > LARGE {
            // Moved rather than copied, as nothing stands before it.
            message.push(b'\n');
            *pending = message;
            return;
        }
        pending.extend_from_slice(&message);
        pending.push(b'\n');
    }

    fn line(&mut self, line: Line<'_>, said: &mut mpsc::Receiver<Said>) {
        match line {
            Line::Blank { .. } => {}
            Line::TooLong { length, .. } => {
                let text = format!(
                    "A line of {length} bytes is longer than this server reads; nothing of it was taken."
                );
                self.refuse(None, &RpcError::refusal(reason!("limit-size"), text));
            }
            Line::Text { bytes, .. } => {
                match Batch::of(without_mark(bytes), self.peer.revision()) {
                    Some(batch) => self.batch = Some(batch),
                    None => self.message(bytes, said),
                }
            }
        }
    }

    fn message(&mut self, bytes: &[u8], said: &mut mpsc::Receiver<Said>) {
        match Incoming::parse_with(bytes, &self.limits) {
            Incoming::Request(request) => self.request(&request, said),
            Incoming::Notification(notification) => self.notification(&notification),
            Incoming::Response(response) if self.peer.answered(&response) => {}
            Incoming::Response(response) => {
                let id = response.id.map_or("none", Id::as_str);
                let text =
                    format!("A response (id {id:.60}) came, but nothing was asked; it is ignored.");
                self.endpoint.registry.note(&text);
            }
            Incoming::Malformed(malformed) => self.malformed(&malformed),
        }
    }

    fn next_of_batch(&mut self, said: &mut mpsc::Receiver<Said>) {
        let Some(mut batch) = self.batch.take() else { return };
        if let Some(message) = batch.next_message() {
            self.in_batch = true;
            self.message(message.as_bytes(), said);
            self.in_batch = false;
            self.batch = Some(batch);
        }
    }

    /// Whether as many handlers run as may run.
    fn is_busy(&self) -> bool {
        self.flights.working() >= self.endpoint.registry.limits.in_flight
    }

    /// Takes on what has waited for its turn.
    fn take_waiting(&mut self, said: &mut mpsc::Receiver<Said>) {
        while !self.is_busy() && self.has_room() {
            let Some(request) = self.queue.pop() else { return };
            self.message(&request, said);
        }
    }

    fn request(&mut self, request: &Request<'_>, said: &mut mpsc::Receiver<Said>) {
        if self.in_batch && request.is("initialize") {
            let text = "`initialize` stands in a batch; send it alone.".to_owned();
            return self.refuse(
                Some(request.id),
                &RpcError::refusal(reason!("initialize-in-batch"), text),
            );
        }
        if self.flights.has_id(request.id) || self.queue.has_id(request.id) {
            let id = request.id;
            let text = format!(
                "A request with id {id:.60} is still running; an id must not be used again before its answer."
            );
            self.endpoint.registry.note(&text);
            return self.refuse(Some(id), &RpcError::refusal(reason!("id-reuse-in-flight"), text));
        }
        if self.is_busy() {
            if self.queue.push(request.id, request.text) {
                return;
            }
            let (running, waiting) = (self.flights.len(), self.queue.len());
            let text = format!(
                "{running} requests are running and {waiting} wait, which is all that this server takes; send this one again when some are answered."
            );
            let error = RpcError::refusal(reason!("limit-in-flight"), text);
            return self.refuse(Some(request.id), &error);
        }
        self.speaker.serial += 1;
        let arrival = Arrival { caller: &self.caller, peer: Some(&self.peer), http: None };
        let (endpoint, voice) = (&self.endpoint, Voice::Wire(&self.speaker));
        let out = self.sink.pending();
        let before = out.len();
        match observe::answer(endpoint, request, &arrival, voice, out) {
            Ok(Ok(Step::Answered | Step::ToolError(_))) => self.sink.pending().push(b'\n'),
            Ok(Ok(Step::Started(work))) => self.start(request, work, None, said),
            Ok(Ok(Step::Listening(listening))) => {
                let listener = listening.listener();
                let work = listening.into_work(self.speaker.clone());
                self.start(request, work, Some(listener), said);
            }
            Ok(Err(error)) => self.refuse(Some(request.id), &error),
            Err(Panicked) => {
                self.sink.pending().truncate(before);
                self.panicked(request);
            }
        }
    }

    /// Polls a handler once where it stands; only if it is pending does it become a task.
    fn start(
        &mut self,
        request: &Request<'_>,
        mut work: Work,
        listener: Option<Arc<Listener>>,
        said: &mut mpsc::Receiver<Said>,
    ) {
        let poll = work::poll_in_place(&mut work);
        // What the handler said on the way stands before its answer.
        while let Ok(words) = said.try_recv() {
            match words {
                Said { serial, words: Words::Message(message) }
                    if serial == self.speaker.serial =>
                {
                    self.put(message);
                }
                words => self.pass_on(words),
            }
        }
        match poll {
            Poll::Ready(Ok(reply)) => self.put(reply.message),
            Poll::Ready(Err(Panicked)) => self.panicked(request),
            Poll::Pending => self.spawn(request, work, listener),
        }
    }

    fn spawn(&mut self, request: &Request<'_>, work: Work, listener: Option<Arc<Listener>>) {
        let speaker = self.speaker.clone();
        let endpoint = self.endpoint.clone();
        let panic = Panic::of(&endpoint, request);
        let task = tokio::spawn(async move {
            let reply = work::finish(work).await.unwrap_or_else(|Panicked| panic.reply());
            speaker.answer(reply).await;
        });
        self.flights.insert(self.speaker.serial, request.id, task.abort_handle(), listener);
    }

    /// Notifications are never answered, whatever they say.
    fn notification(&mut self, notification: &Notification<'_>) {
        match &*notification.method() {
            "notifications/cancelled" => {
                let id = notification.params.get("requestId").and_then(Id::new);
                if !id.is_some_and(|id| self.flights.cancel(id) || self.queue.cancel(id)) {
                    self.endpoint.registry.note(
                        "A cancellation came for a request that is not running; it is ignored.",
                    );
                }
            }
            "notifications/initialized" => self.peer.initialized(),
            "notifications/roots/list_changed" | "notifications/progress" => {}
            method => {
                let text = format!("Notification `{method:.80}` is not known here; it is ignored.");
                self.endpoint.registry.note(&text);
            }
        }
    }

    fn malformed(&mut self, malformed: &Malformed<'_>) {
        if malformed.is_unasked_answer_or_notice() {
            // Too deep for us, but nobody waits for an answer.
            return self.endpoint.registry.note(&malformed.fault.to_string());
        }
        if !malformed.is_json && !self.noise.opens(Instant::now()) {
            return;
        }
        self.noise_ends();
        self.endpoint.registry.note(&format!("A line is no valid message: {}", malformed.fault));
        self.refuse(malformed.id, &RpcError::from(&malformed.fault));
    }

    /// Says how much noise went unanswered.
    fn noise_ends(&mut self) {
        let count = self.noise.take_swallowed();
        if count > 0 {
            self.endpoint
                .registry
                .note(&format!("{count} more lines were no JSON and got no answer each."));
        }
    }

    fn panicked(&mut self, request: &Request<'_>) {
        self.endpoint.registry.note(&work::panic_note(request));
        self.refuse(Some(request.id), &work::panicked());
    }

    fn refuse(&mut self, id: Option<Id<'_>>, error: &RpcError) {
        let pending = self.sink.pending();
        write_error(pending, id, error);
        pending.push(b'\n');
    }
}

/// A byte order mark before a message is dropped, wherever the message stands.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
