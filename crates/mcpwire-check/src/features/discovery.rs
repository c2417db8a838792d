//! What a discovery has to say beside its shape.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::method::Method;

use crate::answered::Answered;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

impl Stream {
    /// Judges the answer to `server/discover`.
    pub(crate) fn discovered(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let is_discovery = one.asked.method == Some(Method::ServerDiscover);
        if !is_discovery || one.asked.fault.is_some() {
            return;
        }
        let own = here.revision.as_str();
        if let Some(versions) =
            result.get("supportedVersions").filter(|_| one.asked.version.is_none())
        {
            let is_readable = versions.elements().all(|version| version.kind() == Kind::String);
            if !is_readable {
                return;
            }
            if versions.elements().any(|version| version.is_string(own)) {
                desk.evidence.occasion(Exchange::DiscoverOwn);
            } else {
                let seen = format!("The request is served at \"{own}\", which is not listed.");
                let advice = "List every version that is served.";
                let at = here.member(versions, "/result/supportedVersions");
                desk.blame(here, Exchange::DiscoverOwn, at, seen, advice);
            }
        }
        let Some(capabilities) = result.get("capabilities") else { return };
        if capabilities.kind() == Kind::Object {
            old_tasks(desk, here, capabilities);
        }
    }
}

/// The capability for tasks of revision 2025-11-25 has become an extension.
fn old_tasks(desk: &mut Desk, here: &Here<'_>, capabilities: Text<'_>) {
    let extension = "io.modelcontextprotocol/tasks";
    let has_new = capabilities.get("extensions").is_some_and(|it| it.get(extension).is_some());
    let rule = if has_new { Exchange::TaskOldCapability } else { Exchange::TaskMigrated };
    let Some(old) = capabilities.get("tasks") else {
        desk.evidence.occasion(Exchange::TaskOldCapability);
        return desk.evidence.occasion(Exchange::TaskMigrated);
    };
    let seen = "The capability `tasks` is that of revision 2025-11-25.".to_owned();
    let advice = "Declare the extension `io.modelcontextprotocol/tasks` instead.";
    let at = here.member(old, "/result/capabilities/tasks");
    desk.blame(here, rule, at, seen, advice);
}
