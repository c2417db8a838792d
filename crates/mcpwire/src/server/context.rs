use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::write_notification;
use mcpwire_protocol::meta::{LogLevel, ProgressToken};
use mcpwire_protocol::revision::Revision;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::caller::Caller;
use super::changes::Changes;
use super::envelope::Answer;
use super::failure::Failure;
use super::input::{AwaitsInput, Client, Question, Questions, Rounds};
use super::logs;
use super::meta::check_key;
use super::misuse::Misuse;
use super::progress::Progress;
use super::registry::Endpoint;
use super::speaker::Speaker;
use super::tasks::{Tasks, ToolFacts};
use super::tool_call::Call;
use crate::peer::Peer;

/// What a handler knows of its request, and may say on the way to its answer.
///
/// A handler gets it as its last argument, where it wants one.
///
/// ```
/// use mcpwire::{Context, Failure, LogLevel, NoArguments, Tool};
///
/// let tool = Tool::new("import", |_: NoArguments, context: Context| async move {
///     let tenant = context.meta("com.example/tenant").unwrap_or("none").to_owned();
///     for row in 1..=3u32 {
///         context.progress(row.into(), Some(3.0), Some("rows")).await;
///     }
///     context.log(LogLevel::Info, Some("import"), format!("3 rows for {tenant}")).await;
///     context.set_result_meta("com.example/cost", 3)?;
///     Ok::<_, Failure>("imported")
/// });
/// # mcpwire::Server::new("s", "1").logging().tool(tool).build().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Context {
    facts: Arc<Facts>,
}

#[derive(Debug)]
struct Facts {
    endpoint: Endpoint,
    rounds: Arc<Rounds>,
    speaker: Speaker,
    caller: Caller,
    peer: Option<Arc<Peer>>,
    revision: Revision,
    id: String,
    /// `_meta` of the request as JSON text; `{}` where there is none.
    meta: String,
    log_level: Option<LogLevel>,
    progress: Option<Progress>,
    /// What is known of the tool, if it may make tasks.
    tool: Option<ToolFacts>,
    result_meta: Mutex<Map<String, Value>>,
}

impl Context {
    pub(crate) fn of(call: &Call<'_>) -> Self {
        let meta = &call.request.params.meta;
        let facts = Facts {
            endpoint: call.endpoint.clone(),
            rounds: call.rounds(),
            speaker: call.voice.speaker(),
            caller: call.arrival.caller.clone(),
            peer: call.arrival.peer.cloned(),
            revision: call.revision,
            id: call.request.id.as_str().to_owned(),
            meta: meta.text.map_or("{}", Text::as_str).to_owned(),
            log_level: call.log_level,
            progress: meta.progress_token.and_then(ProgressToken::new).map(Progress::new),
            tool: call.tool.get().cloned(),
            result_meta: Mutex::default(),
        };
        Context { facts: Arc::new(facts) }
    }

    /// Who sends the request, as far as the transport has found out.
    pub fn caller(&self) -> &Caller {
        &self.facts.caller
    }

    /// The id of the request, as spelled in the message.
    pub fn id(&self) -> &str {
        &self.facts.id
    }

    /// The revision that this request is served under.
    pub fn revision(&self) -> Revision {
        self.facts.revision
    }

    /// A member of the request's `_meta` as JSON text, also a foreign one such as
    /// `com.example/tenant`.
    pub fn meta(&self, key: &str) -> Option<&str> {
        Text::parse(&self.facts.meta).ok()?.get(key).map(Text::as_str)
    }

    /// The capabilities that the client declared, as JSON: with this request, or in its handshake
    /// under the older revisions.
    pub fn client_capabilities(&self) -> Option<Value> {
        if !self.facts.revision.is_modern() {
            let text = self.facts.peer.as_ref()?.capabilities()?;
            return serde_json::from_str(&text).ok();
        }
        let text = self.meta("io.modelcontextprotocol/clientCapabilities")?;
        serde_json::from_str(text).ok()
    }

    /// Asks the client for something: the user by a form or a page, the model, its roots.
    ///
    /// If the answer is there, it is returned. Otherwise the handler ends here (by `?`), the client
    /// is asked, and the handler is **run again from its start** with all answers so far. So a
    /// handler does its work after its questions, and asks the same questions under the same keys
    /// each time. See [`Elicit`](super::Elicit) for an example.
    ///
    /// An answer that does not fit the question is asked for again.
    ///
    /// # Errors
    ///
    /// The failure that ends this round, to be passed on; or -32021 if the client did not declare
    /// the capability, which [`Context::can_ask`] tells beforehand.
    ///
    /// Specification: `basic/patterns/mrtr`.
    pub fn input<Q: Question>(&self, key: &str, question: Q) -> Result<Q::Answer, Failure> {
        self.ask(key, question)?.ok_or_else(|| self.awaiting_input())
    }

    /// Asks for several things at once, which saves the client rounds:
    ///
    /// ```
    /// # use mcpwire::{Context, Elicit, Failure, Roots};
    /// # #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// # struct Login { user: String }
    /// # async fn greet(context: Context) -> Result<String, Failure> {
    /// let (login, roots) =
    ///     context.inputs((("login", Elicit::form::<Login>("Who are you?")), ("roots", Roots)))?;
    /// # Ok(format!("{} {}", login.accepted().map(|it| it.user).unwrap_or_default(), roots.len()))
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Context::input`].
    pub fn inputs<Q: Questions>(&self, questions: Q) -> Result<Q::Answers, Failure> {
        questions.ask(self)
    }

    /// Puts a question down, and goes on without its answer where there is none yet; then the
    /// handler ends with [`Context::awaiting_input`] when it has put down all that it wants to
    /// know.
    ///
    /// # Errors
    ///
    /// As [`Context::input`], but for a missing answer.
    pub fn ask<Q: Question>(&self, key: &str, question: Q) -> Result<Option<Q::Answer>, Failure> {
        let capabilities = self.client_capabilities();
        let client = Client { revision: self.revision(), capabilities: capabilities.as_ref() };
        self.facts.rounds.ask(key, &question, &client)
    }

    /// The failure with which a handler ends while questions are open.
    pub fn awaiting_input(&self) -> Failure {
        AwaitsInput.into()
    }

    /// Whether the client has declared what it takes to be asked this.
    pub fn can_ask<Q: Question>(&self, question: &Q) -> bool {
        let capabilities = self.client_capabilities();
        let client = Client { revision: self.revision(), capabilities: capabilities.as_ref() };
        client.takes(question)
    }

    pub(crate) fn must_take<Q: Question>(&self, question: &Q) -> Result<(), Failure> {
        let capabilities = self.client_capabilities();
        let client = Client { revision: self.revision(), capabilities: capabilities.as_ref() };
        client.must_take(question)
    }

    pub(crate) fn endpoint(&self) -> &Endpoint {
        &self.facts.endpoint
    }

    pub(crate) fn tasks(&self) -> &Tasks {
        &self.facts.endpoint.registry.tasks
    }

    pub(crate) fn tool(&self) -> Option<&ToolFacts> {
        self.facts.tool.as_ref()
    }

    pub(crate) fn answer(&self) -> Answer {
        let envelope = self.facts.endpoint.registry.envelope.clone();
        Answer { envelope, id: self.facts.id.clone(), revision: self.facts.revision }
    }

    /// `_meta` of the request as JSON text.
    pub(crate) fn raw_meta(&self) -> Box<RawValue> {
        RawValue::from_string(self.facts.meta.clone()).unwrap_or_default()
    }

    pub(crate) fn rounds(&self) -> &Rounds {
        &self.facts.rounds
    }

    pub(crate) fn seal_rounds(&self) -> Option<String> {
        self.facts.rounds.seal(&self.facts.endpoint.registry)
    }

    /// Says a message that is written already.
    pub(crate) async fn say(&self, message: Vec<u8>) {
        self.facts.speaker.say(message).await;
    }

    /// The handle by which changes are told and made while this server runs.
    pub fn changes(&self) -> Changes {
        self.facts.endpoint.changes()
    }

    /// Puts a member into the `_meta` of the result; errors have none. Use a prefix in reverse DNS
    /// order, such as `com.example/cost`.
    ///
    /// # Errors
    ///
    /// A key that breaks the grammar of keys, or that only the protocol may define.
    ///
    /// Specification: `basic/index#meta`.
    pub fn set_result_meta(
        &self,
        key: impl Into<String>,
        value: impl Into<Value>,
    ) -> Result<(), Misuse> {
        let key = key.into();
        check_key(&key)?;
        let mut meta = self.facts.result_meta.lock().unwrap_or_else(PoisonError::into_inner);
        meta.insert(key, value.into());
        Ok(())
    }

    pub(crate) fn take_result_meta(&self) -> Map<String, Value> {
        let mut meta = self.facts.result_meta.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut meta)
    }

    /// Whether the client asked to hear of progress.
    pub fn wants_progress(&self) -> bool {
        self.facts.progress.is_some()
    }

    /// Tells the client how far the work is. Nothing is sent if the client did not ask, or if
    /// `done` has not grown since the last time, as the specification wants each value larger
    /// than the one before.
    ///
    /// Specification: `basic/patterns/progress`.
    pub async fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let Some(progress) = &self.facts.progress else { return };
        // `message` came with 2025-03-26.
        let message = message.filter(|_| self.facts.revision > Revision::V2024_11_05);
        // Held until the message is on its way, so that no larger value overtakes a smaller one.
        let mut last = progress.last.lock().await;
        if let Some(params) = progress.params(&mut last, done, total, message) {
            self.notify("notifications/progress", &params).await;
        }
    }

    /// Sends a log message to the client, if it asked for this level or a lower one. (Logging by
    /// messages is deprecated in 2026-07-28; standard error is always there.)
    ///
    /// Specification: `server/utilities/logging`.
    pub async fn log(&self, level: LogLevel, logger: Option<&str>, data: impl Into<Value>) {
        if self.facts.log_level.is_none_or(|least| level < least) {
            return;
        }
        let params = logs::params(level, logger, &data.into().to_string());
        self.notify("notifications/message", &params).await;
    }

    /// Lets a client of 2025-11-25 whose request came over HTTP go away while this works: its
    /// stream is closed, and it comes again after `retry` for what was said meanwhile. Elsewhere
    /// this does nothing.
    ///
    /// Specification: `basic/transports#sending-messages-to-the-server` of 2025-11-25.
    pub async fn close_stream(&self, retry: Duration) {
        if !self.facts.revision.is_modern() {
            self.facts.speaker.pause(retry).await;
        }
    }

    async fn notify(&self, method: &str, params: &str) {
        let mut message = Vec::with_capacity(params.len() + 64);
        write_notification(&mut message, method, Some(params));
        self.facts.speaker.say(message).await;
    }
}
