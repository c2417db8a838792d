//! Whose an error code is.

use mcpwire_protocol::jsonrpc::{CODE_RANGES, CodeClass, ErrorCode};

#[test]
fn both_ends_of_every_range_are_whose_the_specification_says() {
    let table = [
        (-32_769, CodeClass::Free),
        (-32_768, CodeClass::JsonRpcReserved),
        (-32_701, CodeClass::JsonRpcReserved),
        (-32_700, CodeClass::JsonRpc),
        (-32_699, CodeClass::JsonRpcReserved),
        (-32_604, CodeClass::JsonRpcReserved),
        (-32_603, CodeClass::JsonRpc),
        (-32_600, CodeClass::JsonRpc),
        (-32_599, CodeClass::JsonRpcReserved),
        (-32_100, CodeClass::JsonRpcReserved),
        (-32_099, CodeClass::ReservedUndefined),
        (-32_043, CodeClass::ReservedUndefined),
        (-32_042, CodeClass::Retired),
        (-32_041, CodeClass::ReservedUndefined),
        (-32_023, CodeClass::ReservedUndefined),
        (-32_022, CodeClass::Defined),
        (-32_020, CodeClass::Defined),
        (-32_019, CodeClass::LegacyRange),
        (-32_003, CodeClass::LegacyRange),
        (-32_002, CodeClass::Retired),
        (-32_001, CodeClass::LegacyRange),
        (-32_000, CodeClass::LegacyRange),
        (-31_999, CodeClass::Free),
        (0, CodeClass::Free),
        (4030, CodeClass::Free),
        (i64::MIN, CodeClass::Free),
        (i64::MAX, CodeClass::Free),
    ];
    for (code, class) in table {
        assert_eq!(ErrorCode(code).class(), class, "{code}");
        let rows = CODE_RANGES.iter().filter(|range| range.class == class).count();
        assert_eq!(rows, 1, "one row tells whose {class:?} is");
    }
}
