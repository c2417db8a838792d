use std::borrow::Cow;

use mcpwire::{Arrival, Endpoint};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::Request;
use tracing::Span;
use tracing::field::Empty;

use crate::TARGET;
use crate::body;
use crate::fields::cut;

/// The most bytes of a name that the client sends.
const MOST_NAME: usize = 256;
/// The most bytes of a URI.
const MOST_URI: usize = 2 << 10;

/// What is known of a request when its span opens.
pub(crate) struct Opening<'a> {
    pub method: Cow<'a, str>,
    id: Cow<'a, str>,
    version: Option<Cow<'a, str>>,
    session: Option<&'a str>,
    tool: Option<Cow<'a, str>>,
    prompt: Option<Cow<'a, str>>,
    uri: Option<Cow<'a, str>>,
    is_http: bool,
    /// Whether the names are none that the client made up.
    is_known: bool,
}

impl<'a> Opening<'a> {
    pub(crate) fn of(endpoint: &Endpoint, request: &Request<'a>, arrival: &Arrival<'a>) -> Self {
        let params = &request.params;
        let method = shortened(request.method(), MOST_NAME);
        let name = |of: &str| string(params.name.filter(|_| method == of), MOST_NAME);
        let (tool, prompt) = (name("tools/call"), name("prompts/get"));
        let id = Text::parse(request.id.as_str()).ok();
        let id = string(id, MOST_NAME).unwrap_or(Cow::Borrowed(request.id.as_str()));
        let session = arrival.peer.and_then(|peer| peer.session());
        let handshake = || Some(Cow::Borrowed(arrival.peer?.revision()?.as_str()));
        Opening {
            id: shortened(id, MOST_NAME),
            version: string(params.meta.protocol_version, MOST_NAME).or_else(handshake),
            tool,
            prompt,
            uri: string(params.uri, MOST_URI),
            session,
            is_http: arrival.http.is_some() || session.is_some(),
            is_known: endpoint.knows(request),
            method,
        }
    }

    /// What the span is called: names of spans are to be few, so that they can be grouped.
    fn name(&self) -> Cow<'_, str> {
        let target = self.tool.as_deref().or(self.prompt.as_deref());
        match target {
            Some(target) if self.is_known => Cow::Owned(format!("{} {target}", self.method)),
            Some(_) => Cow::Borrowed(&*self.method),
            None if self.is_known || self.lacks_name() => Cow::Borrowed(&*self.method),
            None => Cow::Borrowed("unknown method"),
        }
    }

    /// Whether it is a call without the name that it needs.
    fn lacks_name(&self) -> bool {
        matches!(&*self.method, "tools/call" | "prompts/get")
    }

    /// Opens the span; the fields that are not known yet are empty.
    pub(crate) fn span(&self) -> Span {
        let name = self.name();
        tracing::info_span!(
            target: TARGET,
            "mcp.server",
            otel.name = &*name,
            otel.kind = "server",
            otel.status_code = Empty,
            otel.status_description = Empty,
            mcp.method.name = &*self.method,
            mcp.protocol.version = self.version.as_deref(),
            mcp.session.id = self.session,
            mcp.resource.uri = self.uri.as_deref(),
            jsonrpc.request.id = &*self.id,
            gen_ai.operation.name = self.tool.as_ref().map(|_| "execute_tool"),
            gen_ai.tool.name = self.tool.as_deref(),
            gen_ai.tool.call.arguments = Empty,
            gen_ai.tool.call.result = Empty,
            gen_ai.prompt.name = self.prompt.as_deref(),
            network.transport = if self.is_http { "tcp" } else { "pipe" },
            network.protocol.name = self.is_http.then_some("http"),
            rpc.response.status_code = Empty,
            error.r#type = Empty,
            mcpwire.rule = Empty,
            mcpwire.cancelled = Empty,
        )
    }

    /// Records what a tool is called with.
    pub(crate) fn record_arguments(&self, span: &Span, request: &Request<'_>) {
        if let Some(arguments) = request.params.arguments.filter(|_| self.tool.is_some()) {
            span.record("gen_ai.tool.call.arguments", body::short(arguments));
        }
    }
}

fn string(text: Option<Text<'_>>, most: usize) -> Option<Cow<'_, str>> {
    Some(shortened(text?.as_string()?, most))
}

fn shortened(text: Cow<'_, str>, most: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(cut(text, most)),
        Cow::Owned(mut text) => {
            text.truncate(text.floor_char_boundary(most));
            Cow::Owned(text)
        }
    }
}
