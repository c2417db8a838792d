//! `mcpwire serve NAME`: one of the bundled servers on standard input and output.

use clap::{Args, ValueEnum};
use mcpwire::ServeError;

use crate::servers;

/// Run one of the bundled servers on standard input and output.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire serve hello
  mcpwire serve cases --modern-only")]
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
    /// Serves until the input ends.
    pub async fn run(self) -> Result<(), ServeError> {
        let server = match self.name {
            Name::Hello if self.modern_only => servers::hello::server().modern_only(),
            Name::Hello => servers::hello::server(),
            Name::Cases => servers::cases::server(self.modern_only),
        };
        server.serve(mcpwire::stdio()).await
    }
}
