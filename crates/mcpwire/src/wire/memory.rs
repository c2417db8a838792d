use tokio::io::{duplex, split};

use super::Wire;

/// Two wires whose ends are joined in this process: what one writes the other reads. For tests
/// and for a server and a client in one program.
pub fn memory() -> (Wire, Wire) {
    let (one, other) = duplex(64 << 10);
    let ((one_read, one_write), (other_read, other_write)) = (split(one), split(other));
    (Wire::new(one_read, one_write), Wire::new(other_read, other_write))
}
