//! The server that the wire cases are tried on, by itself.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), mcpwire::ServeError> {
    let modern_only = std::env::args().any(|argument| argument == "--modern-only");
    mcpwire_cli::servers::cases::server(modern_only).serve(mcpwire::stdio()).await
}
