//! Messages appended to a buffer as bytes. No line end is written: that is the framing's.

use super::error::RpcError;
use super::id::Id;
use crate::json::write_string;

/// Writes an error response; without an id where the request's could not be read.
pub fn write_error(out: &mut Vec<u8>, id: Option<Id<'_>>, error: &RpcError) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        out.extend_from_slice(br#""id":"#);
        out.extend_from_slice(id.as_str().as_bytes());
        out.push(b',');
    }
    out.extend_from_slice(br#""error":{"code":"#);
    out.extend_from_slice(error.code.to_string().as_bytes());
    out.extend_from_slice(br#","message":"#);
    write_string(out, &error.message);
    if let Some(data) = &error.data {
        out.extend_from_slice(br#","data":"#);
        out.extend_from_slice(data.to_string().as_bytes());
    }
    out.extend_from_slice(b"}}");
}

/// Writes a notification whose parameters are already JSON text.
pub fn write_notification(out: &mut Vec<u8>, method: &str, params: Option<&str>) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","method":"#);
    write_string(out, method);
    if let Some(params) = params {
        out.extend_from_slice(br#","params":"#);
        out.extend_from_slice(params.as_bytes());
    }
    out.push(b'}');
}
