use std::fmt;
use std::sync::Arc;

use mcpwire::LogLevel;
use tracing::span::{Attributes, Id};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use crate::TARGET;
use crate::fields::Fields;
use crate::offer::{Voice, take_offered};

/// A layer that sends events to the client whose request is served, as `notifications/message`.
///
/// An event goes to the client if it happens inside the span of a request ([`Spans`]), in the
/// handler or in what was instrumented with the span, if the server offers logging
/// ([`Server::logging`]), and if the client asked for the level: error, warn, info and debug are
/// those of the protocol, and trace is debug. The logger is the event's target, the data its
/// fields. Events outside a request go to nobody, and those after its answer are dropped.
///
/// **Whatever the handler's libraries log goes along** unless [`ClientLogs::only`] keeps it back;
/// nothing is redacted here. A field is cut off after 8 KiB. Nothing waits for a slow client: an
/// event that finds no room is dropped, and the next one that finds some has a member `lost` with
/// their number.
///
/// A filter before this layer must let the spans of [`TARGET`] pass.
///
/// Specification: `server/utilities/logging`.
///
/// [`Spans`]: crate::Spans
/// [`Server::logging`]: mcpwire::Server::logging
#[derive(Default)]
pub struct ClientLogs {
    only: Option<Filter>,
}

type Filter = Box<dyn Fn(&Metadata<'_>) -> bool + Send + Sync>;

impl fmt::Debug for ClientLogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientLogs").field("filters", &self.only.is_some()).finish()
    }
}

impl ClientLogs {
    /// Sends all events.
    pub fn new() -> Self {
        ClientLogs::default()
    }

    /// Sends only these events, told by target, module or level.
    #[must_use]
    pub fn only(mut self, pass: impl Fn(&Metadata<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.only = Some(Box::new(pass));
        self
    }
}

impl<S> Layer<S> for ClientLogs
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().target() == TARGET
            && let (Some(span), Some(voice)) = (context.span(id), take_offered())
        {
            span.extensions_mut().insert(voice);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let metadata = event.metadata();
        if self.only.as_ref().is_some_and(|pass| !pass(metadata)) {
            return;
        }
        let Some(mut scope) = context.event_scope(event) else { return };
        let voice = scope.find_map(|span| span.extensions().get::<Arc<Voice>>().cloned());
        let Some(voice) = voice else { return };
        let Some(logs) = voice.logs.get() else { return };
        let level = level(*metadata.level());
        if logs.wants(level) {
            let mut fields = Fields::default();
            event.record(&mut fields);
            voice.send(logs, level, metadata.target(), fields.0);
        }
    }
}

/// The protocol's name for a level.
fn level(level: Level) -> LogLevel {
    match level {
        Level::ERROR => LogLevel::Error,
        Level::WARN => LogLevel::Warning,
        Level::INFO => LogLevel::Info,
        _ => LogLevel::Debug,
    }
}
