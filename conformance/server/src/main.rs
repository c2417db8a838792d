//! Serves the fixtures of the official conformance suite.

use std::process::ExitCode;

const USAGE: &str = "\
Serves the fixtures of the official conformance suite over standard input and output, or over
HTTP at an address such as 127.0.0.1:8080, under the path /mcp.

Usage: conformance-server [--http ADDRESS]
";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let served = match words.as_slice() {
        [] => conformance_server::fixtures().serve(mcpwire::stdio()).await,
        ["--http", address] => {
            let served = mcpwire_http::serve(*address, conformance_server::fixtures()).await;
            return ended(served);
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    ended(served)
}

fn ended<E: std::fmt::Display>(served: Result<(), E>) -> ExitCode {
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
