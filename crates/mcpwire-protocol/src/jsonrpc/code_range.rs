use super::code::CodeClass;

/// The codes of one class, for people and for [`ErrorCode::class`](super::ErrorCode::class).
#[derive(Debug, PartialEq, Eq)]
pub struct CodeRange {
    /// The class.
    pub class: CodeClass,
    /// The codes from the first of each pair to its second, both counted; none for the class of
    /// all codes that no other row has.
    pub codes: &'static [(i64, i64)],
    /// Whose they are, in a sentence.
    pub whose: &'static str,
    /// The page of the specification.
    pub page: &'static str,
}

const fn range(class: CodeClass, codes: &'static [(i64, i64)], whose: &'static str) -> CodeRange {
    CodeRange { class, codes, whose, page: "basic/index#error-codes" }
}

/// Whose which codes are. Rows may overlap: the first one that has a code counts.
pub static CODE_RANGES: &[CodeRange] = ROWS;

/// Apart from the static, which a constant function may not read.
pub(super) const ROWS: &[CodeRange] = &[
    range(
        CodeClass::JsonRpc,
        &[(-32700, -32700), (-32603, -32600)],
        "JSON-RPC's: each has a meaning there.",
    ),
    range(
        CodeClass::Defined,
        &[(-32022, -32020)],
        "The specification's: each has a meaning in this revision.",
    ),
    range(
        CodeClass::Retired,
        &[(-32042, -32042), (-32002, -32002)],
        "Had a meaning in an earlier revision, and are not sent any more.",
    ),
    range(
        CodeClass::ReservedUndefined,
        &[(-32099, -32023)],
        "Reserved for the specification, which does not define them yet: nobody may send them.",
    ),
    range(
        CodeClass::LegacyRange,
        &[(-32019, -32000)],
        "Used before there was a policy: assume no meaning, add no code.",
    ),
    range(
        CodeClass::JsonRpcReserved,
        &[(-32768, -32000)],
        "Reserved by JSON-RPC, and not defined there: nobody may send them.",
    ),
    range(CodeClass::Free, &[], "An application's own."),
];

/// The class of a code.
pub(super) const fn class(code: i64) -> CodeClass {
    let mut row = 0;
    while row < ROWS.len() {
        let mut pair = 0;
        while pair < ROWS[row].codes.len() {
            let (first, last) = ROWS[row].codes[pair];
            if first <= code && code <= last {
                return ROWS[row].class;
            }
            pair += 1;
        }
        row += 1;
    }
    CodeClass::Free
}
