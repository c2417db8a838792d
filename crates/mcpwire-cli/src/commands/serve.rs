//! `mcpwire serve NAME`: one of the bundled servers on standard input and output.

use clap::{Args, ValueEnum};
use mcpwire::ServeError;

use crate::failure::{Ending, Failure, Verdict};
use crate::servers;

/// Run one of the bundled servers on standard input and output.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire serve hello
  mcpwire serve cases --modern-only
  mcpwire serve hello < requests.jsonl > answers.jsonl

Logs go to standard error. Exit codes: 0 the input ended, 2 the server cannot start,
4 the other side went away before the input ended.")]
pub struct Serve {
    /// Which server.
    name: Name,
    /// Serve revision 2026-07-28 only: no handshake for older clients.
    #[arg(long)]
    modern_only: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// One tool that greets.
    Hello,
    /// A tool for each kind of trouble; what the wire cases are tried on.
    Cases,
}

impl Serve {
    /// Serves until the input ends, on the one thread that there is.
    pub fn run(self) -> Ending {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Usage(format!("The server cannot start: {error}.")))?;
        let served = runtime.block_on(async {
            let server = match self.name {
                Name::Hello if self.modern_only => servers::hello::server().modern_only(),
                Name::Hello => servers::hello::server(),
                Name::Cases => servers::cases::server(self.modern_only),
            };
            server.serve(mcpwire::stdio()).await
        });
        served.map(|()| Verdict::Clean).map_err(|error| match error {
            ServeError::Misuse(_) => Failure::Usage(error.to_string()),
            ServeError::Wire(_) => Failure::Target(error.to_string()),
        })
    }
}
