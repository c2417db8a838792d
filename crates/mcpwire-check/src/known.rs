//! What a server has told of itself.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, Outcome, Response};
use mcpwire_protocol::method::Method;

use crate::checker::Desk;
use crate::features::mirrored::Mirrored;
use crate::features::offers::Offers;
use crate::features::order::Order;
use crate::features::outputs::Outputs;
use crate::features::pages::Pages;
use crate::features::schemas::Schemas;
use crate::finding::Finding;
use crate::stream::Stream;
use crate::tasks::Tasks;

/// What a server has told of itself.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Whether it has answered as only servers of this revision do.
    pub(crate) is_modern: bool,
    /// Findings that count only if it is.
    if_modern: Vec<Finding>,
    /// The revisions that it says it speaks.
    pub(crate) versions: Vec<Box<str>>,
    pub(crate) tools: Tools,
    /// What it offers, as it says in its discovery.
    pub(crate) offers: Option<Offers>,
    pub(crate) pages: Pages,
    pub(crate) outputs: Outputs,
    pub(crate) schemas: Schemas,
    pub(crate) mirrored: Mirrored,
    /// The tools of the last list that was one page.
    pub(crate) order: Option<Order>,
    pub(crate) tasks: Tasks,
    /// Whether it has refused to open a handshake.
    pub(crate) refused_handshake: bool,
}

/// The tools that a server has listed, by hashes of their names.
#[derive(Debug, Default)]
pub(crate) struct Tools {
    names: HashSet<u64>,
    /// Whether the pages seen so far begin with the first.
    whole_so_far: bool,
    /// Whether the last page was seen too.
    complete: bool,
}

const MOST_TOOLS: usize = 20_000;
const MOST_VERSIONS: usize = 20;
const MOST_IF_MODERN: usize = 16;

impl Known {
    pub(crate) fn findings_if_modern(&mut self) -> Vec<Finding> {
        let findings = std::mem::take(&mut self.if_modern);
        if self.is_modern { findings } else { Vec::new() }
    }

    pub(crate) fn if_modern(&mut self, desk: &mut Desk, finding: Finding) {
        if self.is_modern {
            desk.add(finding);
        } else if self.if_modern.len() < MOST_IF_MODERN {
            self.if_modern.push(finding);
        }
    }

    /// Enters what waited for a proof that the server is modern.
    pub(crate) fn end(mut self, desk: &mut Desk) {
        for finding in self.findings_if_modern() {
            desk.add(finding);
        }
    }

    /// Forgets what a missing piece may have changed.
    pub(crate) fn lose(&mut self) {
        self.tools.lose();
        self.outputs.lose();
        self.mirrored.lose();
        self.tasks.lose();
        self.order = None;
    }

    /// Enters that the server answers as only those of the newest revision do. A message may show
    /// that of itself, without what came before it.
    pub(crate) fn shows_its_revision(&mut self, incoming: &Incoming<'_>) {
        if let Incoming::Response(Response { outcome: Outcome::Result(result), .. }) = incoming {
            self.is_modern |= result.get("resultType").is_some();
        }
    }

    fn name_versions(&mut self, list: Option<Text<'_>>) {
        let list = list.into_iter().flat_map(Text::elements).take(MOST_VERSIONS);
        let versions = list.filter_map(Text::as_string).filter(|version| version.len() < 100);
        self.versions = versions.map(|version| Box::from(&*version)).collect();
    }

    pub(crate) fn speaks(&self, version: &str) -> bool {
        self.versions.is_empty() || self.versions.iter().any(|one| **one == *version)
    }
}

impl Tools {
    pub(crate) fn lose(&mut self) {
        *self = Tools::default();
    }

    pub(crate) fn page(&mut self, result: Text<'_>, has_cursor: bool) {
        if !has_cursor {
            *self = Tools { whole_so_far: true, ..Tools::default() };
        }
        for tool in result.get("tools").into_iter().flat_map(Text::elements) {
            if let Some(name) = tool.get("name").and_then(Text::as_string) {
                self.names.insert(hash(&name));
            }
        }
        if self.names.len() > MOST_TOOLS {
            return self.lose();
        }
        self.complete = self.whole_so_far && result.get("nextCursor").is_none();
    }

    /// Whether a tool is listed; `None` where not all are known.
    pub(crate) fn has(&self, name: &str) -> Option<bool> {
        self.complete.then(|| self.names.contains(&hash(name)))
    }
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

impl Stream {
    /// Takes in what a message tells about its server.
    pub(crate) fn learn(&mut self, incoming: &Incoming<'_>, method: Option<Method>) {
        match incoming {
            Incoming::Response(Response { outcome: Outcome::Result(result), .. })
                if method == Some(Method::ServerDiscover) =>
            {
                self.known.offers = result.get("capabilities").and_then(Offers::of);
                self.known.name_versions(result.get("supportedVersions"));
            }
            Incoming::Response(Response { outcome: Outcome::Error(error), .. })
                if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION =>
            {
                self.known.is_modern = true;
                self.known.name_versions(error.data.and_then(|data| data.get("supported")));
            }
            Incoming::Notification(_) if method == Some(Method::ToolsListChanged) => {
                self.known.tools.lose();
                self.known.outputs.lose();
                self.known.mirrored.lose();
                self.known.order = None;
            }
            _ => {}
        }
    }
}
