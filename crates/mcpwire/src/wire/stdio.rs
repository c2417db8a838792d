use super::{Wire, threads};

/// This process's standard input and output as a wire. SIGTERM ends it.
///
/// Pipes and sockets are read and written without a thread; files and terminals through one
/// thread each, since the system offers no other way to wait for them. Must be called inside a
/// tokio runtime with I/O enabled. Nothing else in the process may write to standard output.
pub fn stdio() -> Wire {
    #[cfg(unix)]
    {
        use super::stdio_unix::{read_end, terminated, write_end};
        let read = read_end().unwrap_or_else(|| Box::new(threads::stdin()));
        let write = write_end().unwrap_or_else(|| Box::new(threads::stdout()));
        Wire::new(read, write).stop_with(terminated())
    }
    #[cfg(not(unix))]
    Wire::new(threads::stdin(), threads::stdout())
}
