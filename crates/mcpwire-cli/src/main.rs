//! The `mcpwire` command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mcpwire_cli::commands::serve::Serve;

/// See what really crosses the wire between an MCP client and server, and who is wrong and why.
#[derive(Parser, Debug)]
#[command(name = "mcpwire", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Serve(Serve),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Serve(serve) => serve.run().await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mcpwire: {error}");
            ExitCode::from(2)
        }
    }
}
