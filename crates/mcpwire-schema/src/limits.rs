//! The named bounds of schemas and of the work that validation may cost.

/// What a schema and an instance may cost. The defaults are generous: schemas that people and
/// generators write stay far below them.
///
/// Lengths of text are in bytes of UTF-8, depths in levels of JSON nesting, work in steps. A step
/// is one keyword of a schema looking at one value (or at 64 bytes of text); a million of them
/// take some milliseconds.
///
/// Specification: `basic/index`, "Composition-keyword resource use".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Levels of JSON nesting that a schema may have. Default: 128.
    pub schema_depth: usize,
    /// Bytes of text in a schema, roughly the length of its compact JSON. Default: 1 MiB.
    pub schema_size: usize,
    /// Subschemas in one schema, used or not. Default: 10,000.
    pub subschemas: usize,
    /// Bytes that one compiled regular expression may take. Default: 2 MiB.
    pub pattern_size: usize,
    /// Levels of nesting in an instance, as deep as the schema looks at it. Default: 128.
    pub instance_depth: usize,
    /// Schemas that may be under evaluation within each other at one moment, by nesting and by
    /// references; this bounds the stack. Default: 512.
    pub evaluation_depth: usize,
    /// Steps that compiling a schema or validating one instance may take. Default: 5,000,000.
    pub work: u64,
    /// Steps up to which an instance that does not fit is explained keyword by keyword; above
    /// that it is refused in one sentence. Default: 100,000.
    pub explained_work: u64,
    /// Values that explaining may copy, since the validator copies what it speaks of. Default:
    /// 2,000,000.
    pub explained_values: u64,
    /// Violations kept for one instance; the others are counted. Default: 16.
    pub violations: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            schema_depth: 128,
            schema_size: 1 << 20,
            subschemas: 10_000,
            pattern_size: 2 << 20,
            instance_depth: 128,
            evaluation_depth: 512,
            work: 5_000_000,
            explained_work: 100_000,
            explained_values: 2_000_000,
            violations: 16,
        }
    }
}
