//! The fixtures that the official conformance suite asks a server for.
//!
//! Names, arguments and words are the suite's. What it asks for is in files of their own, after
//! what they need of the protocol; the README beside this crate says what is still missing.

mod changes;
mod content;
mod forms;
mod headers;
mod input;
mod json_schema;
mod media;
mod prompts;
mod reconnection;
mod resources;
mod skills;
mod spoken;
mod tasks;

use mcpwire::{Server, Tool};

/// The server under test, not yet serving.
pub fn fixtures() -> Server {
    let server = Server::new("mcpwire-conformance-server", "1.0.0")
        .instructions("The fixtures of the official conformance suite.")
        .logging()
        .tools_may_change()
        .prompts_may_change()
        .resources_may_change()
        .resources_may_update();
    // The suite calls the first tool of the list without arguments, so `content` comes first.
    let tools = [
        content::tools(),
        json_schema::tools(),
        spoken::tools(),
        forms::tools(),
        input::tools(),
        headers::tools(),
        changes::tools(),
        reconnection::tools(),
        tasks::tools(),
    ];
    // None of them changes anything, and so `mcpwire check` calls them too.
    let tools = tools.into_iter().flatten().map(Tool::read_only);
    let server = tools.fold(server, Server::tool);
    let server = prompts::prompts().into_iter().fold(server, Server::prompt);
    let resources = resources::resources().into_iter().chain(skills::resources());
    let server = resources.fold(server, Server::resource).extension(skills::extension());
    resources::templates().into_iter().fold(server, Server::template)
}
