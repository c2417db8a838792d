//! Serves the fixtures of the official conformance suite.

use std::process::ExitCode;

const USAGE: &str = "\
Serves the fixtures of the official conformance suite over standard input and output.

Usage: conformance-server [--http ADDRESS]
";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let served = match words.as_slice() {
        [] => conformance_server::fixtures().serve(mcpwire::stdio()).await,
        ["--http", address] => {
            eprintln!("{address} cannot be served: this program has no HTTP yet.");
            return ExitCode::FAILURE;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
