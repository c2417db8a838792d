//! The error codes with a name.

use mcpwire_protocol::jsonrpc::{CodeClass, ErrorCode, NAMED_CODES};

#[test]
fn the_table_and_the_names_agree() {
    // Beyond both ends of what JSON-RPC reserves.
    for code in (-33_000..=-31_000).map(ErrorCode) {
        let rows = NAMED_CODES.iter().filter(|named| named.code == code).count();
        assert_eq!(rows, usize::from(code.name().is_some()), "{code}");
        let class = code.class();
        let has_meaning =
            matches!(class, CodeClass::JsonRpc | CodeClass::Defined | CodeClass::Retired);
        assert_eq!(code.name().is_some(), has_meaning, "{code} is {class:?}");
    }
}
