use tokio::io::{AsyncRead, AsyncWrite};

use super::Wire;

/// A wire over any two byte streams, such as the halves of a socket or a child's pipes. Messages
/// are lines, as on stdio.
pub fn lines(
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
) -> Wire {
    Wire::new(read, write)
}
