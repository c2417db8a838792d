//! Whoever sits before the client: answers questions, and passes on what is heard.

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ErrorData, Implementation, ProgressNotificationParam, ProtocolVersion,
    ResourceUpdatedNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, RoleClient};
use serde_json::json;
use tokio::sync::mpsc::UnboundedSender;

/// What reached the client outside of an answer; each sender leads to the steps.
pub(crate) struct User {
    version: ProtocolVersion,
    heard: UnboundedSender<String>,
    told: UnboundedSender<(f64, Option<f64>)>,
    asked: UnboundedSender<String>,
}

impl User {
    pub(crate) fn new(
        version: ProtocolVersion,
        heard: UnboundedSender<String>,
        told: UnboundedSender<(f64, Option<f64>)>,
        asked: UnboundedSender<String>,
    ) -> Self {
        User { version, heard, told, asked }
    }

    /// The steps may be over, so that nobody listens any more.
    fn hear(&self, what: &str) {
        let _ = self.heard.send(what.to_owned());
    }
}

impl ClientHandler for User {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(capabilities, Implementation::new("mcpwire-peer-test", "1.0.0"))
            .with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("This client fills in forms only.", None));
        };
        let _ = self.asked.send(message);
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"name": "Amira"})))
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let _ = self.told.send((progress.progress, progress.total));
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.hear("notifications/tools/list_changed");
    }

    async fn on_prompt_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.hear("notifications/prompts/list_changed");
    }

    async fn on_resource_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.hear("notifications/resources/list_changed");
    }

    async fn on_resource_updated(
        &self,
        updated: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.hear(&format!("notifications/resources/updated {}", updated.uri));
    }
}
