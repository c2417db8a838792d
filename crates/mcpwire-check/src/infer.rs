//! Which way a message went, where only its members can tell.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{Incoming, Malformed};
use mcpwire_protocol::method::{Method, Sender};

/// Which way a message went, by its members: requests and the client's notifications go to the
/// server, responses and the server's notifications to the client, and what only older revisions
/// let a server ask goes to the client too. `None` where nothing tells.
pub fn direction_of(incoming: &Incoming<'_>) -> Option<Direction> {
    match incoming {
        Incoming::Request(request) => Some(of_request(&request.method())),
        Incoming::Notification(notification) => of_notification(&notification.method()),
        Incoming::Response(_) => Some(Direction::ServerToClient),
        Incoming::Malformed(malformed) => of_malformed(malformed),
    }
}

fn of_request(name: &str) -> Direction {
    match Method::named(name).map(sender) {
        Some(Sender::Server) if !name.starts_with("notifications/") => Direction::ServerToClient,
        _ => Direction::ClientToServer,
    }
}

fn of_notification(name: &str) -> Option<Direction> {
    match Method::named(name).map(sender)? {
        Sender::Client => Some(Direction::ClientToServer),
        Sender::Server => Some(Direction::ServerToClient),
        // Of what both may send, progress comes from servers and cancellations from clients.
        Sender::Both if name == Method::Progress.name() => Some(Direction::ServerToClient),
        Sender::Both => Some(Direction::ClientToServer),
    }
}

fn of_malformed(malformed: &Malformed<'_>) -> Option<Direction> {
    if let Some(method) = malformed.method.and_then(Text::as_string) {
        let known = Method::named(&method).is_some();
        return if known && method.starts_with("notifications/") {
            of_notification(&method)
        } else {
            Some(of_request(&method))
        };
    }
    let whole = std::str::from_utf8(malformed.bytes).ok().filter(|_| malformed.is_json)?;
    let whole = Text::parse(whole).ok()?;
    // The messages of a batch have one sender.
    let whole = whole.elements().next().unwrap_or(whole);
    if whole.kind() == Kind::Object
        && let Some(method) = whole.get("method").and_then(Text::as_string)
    {
        return Some(of_request(&method));
    }
    let answers = whole.get("result").is_some() || whole.get("error").is_some();
    answers.then_some(Direction::ServerToClient)
}

/// Who sends a method, in the newest revision that has it.
fn sender(method: Method) -> Sender {
    method.at(method.until()).map_or(Sender::Both, |usage| usage.sender)
}
