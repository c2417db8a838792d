//! `mcpwire serve NAME`: one of the bundled servers on standard input and output, or over HTTP.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mcpwire::{ServeError, Server};
use mcpwire_http::Hosts;

use crate::failure::{Ending, Failure, Verdict};
use crate::screen::say;
use crate::servers;
use crate::servers::atrium::Calendar;
use crate::servers::support::{MEMBERS, Member};

/// Run one of the bundled servers on standard input and output, or over HTTP.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  mcpwire serve hello
  mcpwire serve atrium --data calendar.db
  mcpwire serve support --as sam
  mcpwire serve cases --modern-only
  mcpwire serve hello --http 127.0.0.1:8080
  mcpwire serve hello --http 0.0.0.0:8080 --host mcp.example.com --origin https://app.example.com
  mcpwire serve hello < requests.jsonl > answers.jsonl

Logs go to standard error. Over HTTP the endpoint is /mcp, and SIGTERM or Ctrl-C ends the server
once open requests are answered. Exit codes: 0 the input ended, or the server was told to end,
2 the server cannot start, 4 the other side went away before the input ended.")]
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
    /// Serve over HTTP at this address instead; port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS")]
    http: Option<String>,
    /// With --http: a name under which clients reach the server, beside those of this machine.
    /// Needed for an address beyond this machine. May be repeated.
    #[arg(long = "host", value_name = "NAME", requires = "http")]
    hosts: Vec<String>,
    /// With --http: a web page's origin that may call the server, and read its answers. May be
    /// repeated.
    #[arg(long = "origin", value_name = "ORIGIN", requires = "http")]
    origins: Vec<String>,
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
    /// Serves until the input ends, or over HTTP until it is told to end, on the one thread that
    /// there is.
    pub fn run(self) -> Ending {
        let server = self.server().map_err(Failure::Usage)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::Usage(format!("The server cannot start: {error}.")))?;
        if let Some(address) = &self.http {
            let served = runtime.block_on(self.over_http(server, address));
            return served.map(|()| Verdict::Clean).map_err(Failure::Usage);
        }
        let served = runtime.block_on(async { server.serve(mcpwire::stdio()).await });
        served.map(|()| Verdict::Clean).map_err(|error| match error {
            ServeError::Misuse(_) => Failure::Usage(error.to_string()),
            ServeError::Wire(_) => Failure::Target(error.to_string()),
        })
    }

    /// Serves over HTTP, or says why not.
    async fn over_http(&self, server: Server, address: &str) -> Result<(), String> {
        let mut service = mcpwire_http::service(server).map_err(|error| error.to_string())?;
        if !self.hosts.is_empty() {
            service = service.hosts(Hosts::Named(self.hosts.clone()));
        }
        if !self.origins.is_empty() {
            service = service.origins(&self.origins).cors();
        }
        let bound = mcpwire_http::Serve::new(service).bind(address).await;
        let bound = bound.map_err(|error| self.unbound(address, &error))?;
        say(&format!("The server listens at http://{}/mcp; Ctrl-C ends it.", bound.address()));
        bound.run().await;
        Ok(())
    }

    /// Why nothing can be served at an address, in the words of this command.
    fn unbound(&self, address: &str, error: &mcpwire_http::ServeError) -> String {
        match error {
            mcpwire_http::ServeError::Hosts(_) => format!(
                "{address} is reached from other machines: name each host under which clients reach \
                 it by `--host NAME`."
            ),
            error => format!("Nothing can be served at {address}. {error}"),
        }
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
