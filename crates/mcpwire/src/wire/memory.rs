use tokio::io::duplex;

use super::Wire;

/// How many bytes may be under way in each direction.
const ROOM: usize = 64 << 10;

/// Two wires whose ends are joined in this process: what one writes the other reads. For tests
/// and for a server and a client in one program.
///
/// Each direction is a pipe of its own with room for 64 KiB, so that either half can be closed by
/// dropping it.
pub fn memory() -> (Wire, Wire) {
    let (one_write, other_read) = duplex(ROOM);
    let (other_write, one_read) = duplex(ROOM);
    (Wire::new(one_read, one_write), Wire::new(other_read, other_write))
}
