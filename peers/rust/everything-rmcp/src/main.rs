//! Lists, calls, answers a question, cancels and listens with the client of rmcp.
//!
//! ```text
//! everything-rmcp modern|legacy URL
//! everything-rmcp modern|legacy COMMAND [ARGUMENT...]
//! ```
//!
//! Talks to the server `everything`, at a URL or as a child process, prints one JSON line per fact,
//! and ends with exit code 1 and a sentence on standard error as soon as a fact is not as it must
//! be.

mod steps;
mod user;

use std::process::ExitCode;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::json;
use tokio::process::Command;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::steps::{Connected, fact, require};
use crate::user::User;

const USAGE: &str = "Usage: everything-rmcp modern|legacy URL|COMMAND [ARGUMENT...]";
const DEADLINE: Duration = Duration::from_secs(60);

/// The two lifecycles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Modern,
    Legacy,
}

impl Mode {
    fn read(word: &str) -> Option<Self> {
        match word {
            "modern" => Some(Mode::Modern),
            "legacy" => Some(Mode::Legacy),
            _ => None,
        }
    }

    fn version(self) -> ProtocolVersion {
        match self {
            Mode::Modern => ProtocolVersion::V_2026_07_28,
            Mode::Legacy => ProtocolVersion::V_2025_11_25,
        }
    }

    /// Neither falls back to the other one.
    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Mode::Modern => {
                ClientLifecycleMode::Discover { preferred_versions: vec![self.version()] }
            }
            Mode::Legacy => ClientLifecycleMode::Initialize,
        }
    }
}

async fn connect(
    user: User,
    mode: Mode,
    target: &[String],
) -> Result<RunningService<RoleClient, User>, String> {
    let connected = match target {
        [url] if url.starts_with("http://") => {
            let transport = StreamableHttpClientTransport::from_uri(url.as_str());
            user.serve_with_lifecycle(transport, mode.lifecycle()).await
        }
        [program, arguments @ ..] => {
            let mut command = Command::new(program);
            command.args(arguments);
            let transport = TokioChildProcess::new(command)
                .map_err(|error| format!("`{program}` cannot be started: {error}."))?;
            user.serve_with_lifecycle(transport, mode.lifecycle()).await
        }
        [] => return Err(USAGE.to_owned()),
    };
    connected.map_err(|error| format!("The connection failed: {error}."))
}

async fn converse(mode: Mode, target: &[String]) -> Result<(), String> {
    let (heard, ears) = mpsc::unbounded_channel();
    let (told, progress) = mpsc::unbounded_channel();
    let (asked, questions) = mpsc::unbounded_channel();
    let service = connect(User::new(mode.version(), heard, told, asked), mode, target).await?;
    let info = service.peer_info().ok_or("The server did not say what it is.")?;
    require(info.protocol_version == mode.version(), || {
        format!("The version must be {}, but is {}.", mode.version(), info.protocol_version)
    })?;
    fact("protocol version", &json!(info.protocol_version));
    let mut connected = Connected { service, ears, progress, questions };
    connected.lists().await?;
    connected.calls().await?;
    connected.answers().await?;
    connected.tells_progress().await?;
    connected.cancels().await?;
    match mode {
        Mode::Modern => connected.listens().await?,
        Mode::Legacy => connected.hears().await?,
    }
    connected.call("hello", json!({"name": "again"})).await?;
    let ended =
        connected.service.cancel().await.map_err(|error| format!("It did not close: {error}."))?;
    fact("closed", &json!(format!("{ended:?}")));
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((word, target)) = arguments.split_first() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let Some(mode) = Mode::read(word).filter(|_| !target.is_empty()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let outcome = timeout(DEADLINE, converse(mode, target)).await;
    let outcome = outcome.unwrap_or_else(|_| Err(format!("not done after {DEADLINE:?}.")));
    let Err(sentence) = outcome else { return ExitCode::SUCCESS };
    eprintln!("The rmcp client, {word}: {sentence}");
    ExitCode::FAILURE
}
