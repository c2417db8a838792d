//! The project's own commands, run as `cargo xtask COMMAND`.

mod authority;
mod command;
mod conformance;
mod fuzz;
mod install;
mod judged;
mod peers;
mod place;
mod server;
mod soak;
mod steps;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
The project's own commands.

Usage: cargo xtask COMMAND

Commands:
  test    Everything that must hold: format, lints, all tests, fuzz seeds, real peers
  peers   Only installs what the peer tests need, under target/peers
  clients Only has the clients of other projects talk to our servers
  judge   Only checks the servers of other projects with our check
  auth    Only has our client and our guard work with a real authorization server
  conformance [OPTIONS]: the official conformance suite against our server, or another
  fuzz    [TARGET] [--minutes N]: tries the laws of the parsers on what a fuzzer thinks of
  soak    [--minutes N]: a server under load and faults, killed in the middle
  help    This text

`test` needs the Rust toolchain, Node 20 and Python 3.11; what else is needed it
installs itself, pinned, under target/. What cannot run, such as the peer tests
where no package registry is in reach, is reported as not run; with CI=true that
is a failure. The official schemas and examples are no part of the project: where
they are not at hand, the comparison with them is not run, which is no failure.

Exit codes: 0 all is well, 1 something failed, 2 the command line is wrong.

Examples:
  cargo xtask test
  cargo xtask peers
  cargo xtask conformance --scenario server-stateless
  cargo xtask fuzz parse --minutes 10
  cargo xtask soak --minutes 60
";

/// The exit code for a command line that is not understood.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let well = match words.as_slice() {
        ["test"] => test::run(),
        ["peers"] => peers::install(),
        ["clients"] => peers::clients_only(),
        ["judge"] => peers::judge_only(),
        ["auth"] => authority::only(),
        ["conformance", "--help" | "-h"] => {
            print!("{}", conformance::USAGE);
            true
        }
        ["conformance", ..] => match conformance::Options::read(&arguments[1..]) {
            Ok(options) => conformance::run(&options),
            Err(sentence) => {
                eprintln!("{sentence}\n\n{}", conformance::USAGE);
                return ExitCode::from(USAGE);
            }
        },
        ["fuzz", ..] => match fuzz::run(&arguments[1..]) {
            Ok(()) => true,
            Err(sentence) => {
                eprintln!("{sentence}\n\n{}", fuzz::USAGE);
                false
            }
        },
        ["soak", "--help" | "-h"] => {
            print!("{}", soak::USAGE);
            true
        }
        ["soak", ..] => match soak::Plan::read(&arguments[1..]) {
            Ok(plan) => match soak::run(&plan) {
                Ok(()) => true,
                Err(sentences) => {
                    eprintln!("{sentences}");
                    false
                }
            },
            Err(sentence) => {
                eprintln!("{sentence}\n\n{}", soak::USAGE);
                return ExitCode::from(USAGE);
            }
        },
        ["help" | "--help" | "-h"] | [_, "--help" | "-h"] => {
            print!("{HELP}");
            true
        }
        [] => {
            eprint!("{HELP}");
            return ExitCode::from(USAGE);
        }
        _ => {
            eprintln!(
                "`{}` is no command of xtask. `cargo xtask --help` lists them.",
                words.join(" ")
            );
            return ExitCode::from(USAGE);
        }
    };
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
