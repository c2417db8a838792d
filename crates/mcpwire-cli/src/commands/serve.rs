//! `mcpwire serve NAME`: one of the bundled servers on standard input and output.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mcpwire::{ServeError, Server};

use crate::failure::{Ending, Failure, Verdict};
use crate::servers;
use crate::servers::atrium::Calendar;
use crate::servers::support::{MEMBERS, Member};

/// Run one of the bundled servers on standard input and output.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire serve hello
  mcpwire serve atrium --data calendar.db
  mcpwire serve support --as sam
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
    /// Where atrium keeps its calendar; made if it is not there. Without it the calendar is in
    /// memory and gone at the end.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    #[arg(long = "as", value_name = "USER", value_parser = Member::named, help = users())]
    member: Option<&'static Member>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// One tool that greets.
    Hello,
    /// Rooms and bookings, in an SQLite file.
    Atrium,
    /// Policies and tickets of two organisations.
    Support,
    /// A tool for each kind of trouble; what the wire cases are tried on.
    Cases,
}

impl Serve {
    /// Serves until the input ends, on the one thread that there is.
    pub fn run(self) -> Ending {
        let server = self.server().map_err(Failure::Usage)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Usage(format!("The server cannot start: {error}.")))?;
        let served = runtime.block_on(async { server.serve(mcpwire::stdio()).await });
        served.map(|()| Verdict::Clean).map_err(|error| match error {
            ServeError::Misuse(_) => Failure::Usage(error.to_string()),
            ServeError::Wire(_) => Failure::Target(error.to_string()),
        })
    }

    /// The server that was asked for, or a sentence why it cannot start.
    fn server(&self) -> Result<Server, String> {
        if self.data.is_some() && self.name != Name::Atrium {
            return Err("Option --data is for `serve atrium` only.".to_owned());
        }
        if self.member.is_some() && self.name != Name::Support {
            return Err("Option --as is for `serve support` only.".to_owned());
        }
        let server = match self.name {
            Name::Hello => servers::hello::server(),
            Name::Atrium => servers::atrium::server(self.calendar()?),
            Name::Support => {
                let member = self.member.unwrap_or(&MEMBERS[0]);
                servers::support::server(member, mcpwire::note)
                    .map_err(|error| error.to_string())?
            }
            Name::Cases => return Ok(servers::cases::server(self.modern_only)),
        };
        Ok(if self.modern_only { server.modern_only() } else { server })
    }

    fn calendar(&self) -> Result<Calendar, String> {
        match &self.data {
            Some(file) => Calendar::open(file)
                .map_err(|error| format!("File {} cannot be used. {error}", file.display())),
            None => Calendar::in_memory().map_err(|error| error.to_string()),
        }
    }
}

fn users() -> String {
    let users = MEMBERS.iter().map(|member| format!("{} ({})", member.user, member.about));
    let users = users.collect::<Vec<_>>().join(", ");
    format!("Who calls support: {users} [default: {}]", MEMBERS[0].user)
}
