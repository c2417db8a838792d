use std::fmt;

use super::fault::{TraceFault, TraceProblem};

/// A position in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceParent {
    /// The version of the format; 0 is the only one in use.
    pub version: u8,
    /// The trace, never zero.
    pub trace_id: u128,
    /// The step in the trace that sent the message, never zero.
    pub parent_id: u64,
    /// Bits; the lowest says that the sender records the trace.
    pub flags: u8,
}

impl TraceParent {
    /// Reads `version-trace id-parent id-flags`, all in lower-case hexadecimal digits.
    ///
    /// What follows the flags in a version above 00 is skipped, as W3C demands.
    pub fn parse(text: &str) -> Result<Self, TraceFault> {
        let bytes = text.as_bytes();
        let version = hex(bytes, 0..2)? as u8;
        if version == 0xff {
            return Err(TraceFault::new(TraceProblem::ParentVersion, 0..2));
        }
        hyphen(bytes, 2)?;
        let trace_id = hex(bytes, 3..35)?;
        hyphen(bytes, 35)?;
        let parent_id = hex(bytes, 36..52)? as u64;
        hyphen(bytes, 52)?;
        let flags = hex(bytes, 53..55)? as u8;
        if bytes.len() > 55 && (version == 0 || bytes[55] != b'-') {
            return Err(TraceFault::new(TraceProblem::ParentLength, 55..bytes.len()));
        }
        if trace_id == 0 {
            return Err(TraceFault::new(TraceProblem::ZeroTraceId, 3..35));
        }
        if parent_id == 0 {
            return Err(TraceFault::new(TraceProblem::ZeroParentId, 36..52));
        }
        Ok(TraceParent { version, trace_id, parent_id, flags })
    }

    /// Whether the sender records the trace.
    pub fn is_sampled(self) -> bool {
        self.flags & 1 == 1
    }
}

/// Written in version 00.
impl fmt::Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{:032x}-{:016x}-{:02x}", self.trace_id, self.parent_id, self.flags)
    }
}

fn hex(bytes: &[u8], range: std::ops::Range<usize>) -> Result<u128, TraceFault> {
    let mut value = 0;
    for at in range {
        let digit = match bytes.get(at) {
            Some(digit @ b'0'..=b'9') => digit - b'0',
            Some(digit @ b'a'..=b'f') => digit - b'a' + 10,
            Some(_) => return Err(TraceFault::new(TraceProblem::ParentHex, at..at + 1)),
            None => {
                return Err(TraceFault::new(TraceProblem::ParentLength, bytes.len()..bytes.len()));
            }
        };
        value = value << 4 | u128::from(digit);
    }
    Ok(value)
}

fn hyphen(bytes: &[u8], at: usize) -> Result<(), TraceFault> {
    match bytes.get(at) {
        Some(b'-') => Ok(()),
        Some(_) => Err(TraceFault::new(TraceProblem::ParentHyphen, at..at + 1)),
        None => Err(TraceFault::new(TraceProblem::ParentLength, bytes.len()..bytes.len())),
    }
}
