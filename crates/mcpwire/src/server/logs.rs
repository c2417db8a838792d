use std::fmt;

use mcpwire_protocol::json::write_string;
use mcpwire_protocol::jsonrpc::write_notification;
use mcpwire_protocol::meta::LogLevel;

use super::speaker::Speaker;

/// The way by which log messages reach the client of one request, for an
/// [`Observed`](super::Observed) that passes on what it hears while the request is served. It
/// exists only where the server offers logging and the client asked for a level.
///
/// Specification: `server/utilities/logging`.
#[derive(Clone)]
pub struct Logs {
    speaker: Speaker,
    least: LogLevel,
}

impl fmt::Debug for Logs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Logs").field("least", &self.least).finish_non_exhaustive()
    }
}

impl Logs {
    pub(crate) fn new(speaker: Speaker, least: LogLevel) -> Self {
        Logs { speaker, least }
    }

    /// Whether the client asked for messages of this level.
    pub fn wants(&self, level: LogLevel) -> bool {
        level >= self.least
    }

    /// Sends a message without waiting; `data` is JSON. `false` if it was dropped, because too
    /// many wait to be written already, or the connection is gone. What comes after the answer of
    /// the request is dropped as well, as the specification demands.
    pub fn send(&self, level: LogLevel, logger: &str, data: &str) -> bool {
        if !self.wants(level) {
            return true;
        }
        let params = params(level, Some(logger), data);
        let mut message = Vec::with_capacity(params.len() + 64);
        write_notification(&mut message, "notifications/message", Some(&params));
        self.speaker.try_say(message)
    }
}

/// The parameters of a log message.
pub(crate) fn params(level: LogLevel, logger: Option<&str>, data: &str) -> String {
    let mut params = format!(r#"{{"level":"{}","#, level.as_str()).into_bytes();
    if let Some(logger) = logger {
        params.extend_from_slice(br#""logger":"#);
        write_string(&mut params, logger);
        params.push(b',');
    }
    params.extend_from_slice(br#""data":"#);
    params.extend_from_slice(data.as_bytes());
    params.push(b'}');
    String::from_utf8_lossy(&params).into_owned()
}
