//! The `mcpwire` command.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mcpwire_cli::commands::check::Check;
use mcpwire_cli::commands::classify::Classify;
use mcpwire_cli::commands::demo::Demo;
use mcpwire_cli::commands::explain::Explain;
use mcpwire_cli::commands::meta_key::MetaKey;
use mcpwire_cli::commands::rules::Rules;
use mcpwire_cli::commands::serve::Serve;
use mcpwire_cli::commands::shapes::Shapes;
use mcpwire_cli::failure::Failure;
use mcpwire_cli::screen::{Color, choose_color};

/// See what really crosses the wire between an MCP client and server, and who is wrong and why.
#[derive(Parser, Debug)]
#[command(
    name = "mcpwire",
    version,
    after_help = "Examples:
  mcpwire demo                          a conversation with a real server, message by message
  mcpwire check conversation.jsonl      who broke which rule in a recorded conversation
  mcpwire explain meta-missing          what a rule is about, with a wrong and a right message
  mcpwire classify messages.jsonl       the shape of each message, and what is wrong with it
  mcpwire meta-key com.example/traceId  whether a key of `_meta` is yours to use
  mcpwire shapes                        all shapes, keys and codes on one page

Exit codes: 0 clean, 1 findings or a difference, 2 usage or configuration, 3 the input cannot be
read, 4 the other side cannot be reached.

Data goes to standard output, talk to standard error. NO_COLOR is respected. What a peer sent is
escaped, so that it cannot drive the terminal."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// When to colour.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
}

#[derive(Subcommand, Debug)]
enum Command {
    Demo(Demo),
    Check(Check),
    Rules(Rules),
    Explain(Explain),
    Classify(Classify),
    MetaKey(MetaKey),
    Shapes(Shapes),
    Serve(Serve),
}

fn main() -> ExitCode {
    let Arguments { command, color } = Arguments::parse();
    choose_color(color);
    let ending = match command {
        Command::Demo(demo) => demo.run(),
        Command::Check(check) => check.run(),
        Command::Rules(rules) => rules.run(),
        Command::Explain(explain) => explain.run(),
        Command::Classify(classify) => classify.run(),
        Command::MetaKey(meta_key) => meta_key.run(),
        Command::Shapes(shapes) => shapes.run(),
        Command::Serve(serve) => serve.run(),
    };
    match ending {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            if failure != Failure::OutputClosed {
                // Nobody may be listening any more, which is no reason to fail differently.
                let _ = std::io::Write::write_fmt(
                    &mut std::io::stderr(),
                    format_args!("mcpwire: {failure}\n"),
                );
            }
            ExitCode::from(failure.code())
        }
    }
}
