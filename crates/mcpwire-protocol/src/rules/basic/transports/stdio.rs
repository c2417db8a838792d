//! Rules of `basic/transports/stdio`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("stdio-embedded-newline", Party::Both, "basic/transports/stdio")
        .says("A stdio message is one line without raw newlines inside.")
        .scope(Scope::Stream)
        .on(&["request", "notification", "result", "error"]),
    must("stdio-stdout-not-mcp", Party::Server, "basic/transports/stdio")
        .says("stdout carries valid MCP messages only.")
        .scope(Scope::Stream)
        .on(&["request", "notification", "result", "error"]),
    must("stdio-stdin-not-mcp", Party::Client, "basic/transports/stdio")
        .says("The client writes only valid MCP messages to the server's stdin.")
        .scope(Scope::Stream)
        .on(&["request", "notification", "result", "error"]),
    must("stdio-cancel-further-messages", Party::Server, "basic/transports/stdio#cancellation")
        .says("After receiving a cancellation the server sends nothing more for that request.")
        .scope(Scope::Stream)
        .on(&["request", "notification", "result", "error"]),
    should("stdio-shutdown-close-stdin", Party::Client, "basic/transports/stdio#shutdown")
        .says("Shutdown starts with closing the server's stdin.")
        .scope(Scope::Process),
    should("stdio-shutdown-wait", Party::Client, "basic/transports/stdio#shutdown")
        .says("After closing stdin the client waits for the server to exit.")
        .scope(Scope::Process),
    should("stdio-shutdown-force", Party::Client, "basic/transports/stdio#shutdown")
        .says("A server that stays alive too long is terminated by the OS means available.")
        .scope(Scope::Process),
    should("stdio-server-eof-exit", Party::Server, "basic/transports/stdio#shutdown")
        .says("The server exits promptly at end of input on stdin.")
        .scope(Scope::Process),
    should("stdio-restart", Party::Client, "basic/transports/stdio#unexpected-termination")
        .says("The client restarts a server that died unexpectedly.")
        .scope(Scope::Process),
    should("stdio-probe-dual-era", Party::Client, "basic/transports/stdio#backward-compatibility")
        .says("A dual-era stdio client sends server/discover, with its preferred modern version, before anything else.")
        .also(&["server/discover#when-to-call"])
        .scope(Scope::Stream)
        .on(&["server/discover"]),
    must("stdio-fallback-any-error", Party::Client, "basic/transports/stdio#backward-compatibility")
        .says("Falling back to initialize does not hinge on one particular error code.")
        .scope(Scope::Exchange)
        .on(&["initialize"]),
    should("stdio-fallback-timeout", Party::Client, "basic/transports/stdio#backward-compatibility")
        .says("No answer to the probe within a sensible time counts as legacy.")
        .scope(Scope::Stream)
        .on(&["initialize"])
        .derived(),
    should("stdio-no-fallback-modern-error", Party::Client, "basic/transports/stdio#backward-compatibility")
        .says("A recognised modern error to the probe leads to another version, not to initialize.")
        .scope(Scope::Exchange)
        .on(&["initialize"])
        .derived(),
    should("stdio-probe-version-choice", Party::Client, "basic/transports/stdio#backward-compatibility")
        .says("After DiscoverResult the client uses a version from supportedVersions.")
        .scope(Scope::Exchange)
        .on(&["request"])
        .derived(),
    should("stdio-probe-modern-only", Party::Client, "basic/transports/stdio#backward-compatibility")
        .says("Modern-only stdio clients too probe with server/discover first.")
        .scope(Scope::Stream)
        .on(&["server/discover"]),
];
