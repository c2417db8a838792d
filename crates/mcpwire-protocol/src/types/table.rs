//! Which shapes belong to which method.

use super::decode::Shaped;
use super::logging::LoggingMessage;
use super::method::MethodShapes;
use super::resources::{ListResourceTemplates, ListResources, ReadResource, ResourceUpdated};
use super::result::AnyResult;
use crate::json::Text;
use crate::rules::shape::Shape;

/// The methods of the core protocol.
const CORE: &[MethodShapes] = &[
    MethodShapes::request::<ListResources>(),
    MethodShapes::request::<ListResourceTemplates>(),
    MethodShapes::request::<ReadResource>().with_input(),
    MethodShapes::notification::<ResourceUpdated>(),
    MethodShapes::notification::<LoggingMessage>(),
];

/// The tables in which a method is looked for.
const TABLES: &[&[MethodShapes]] = &[CORE];

/// The row of a method; `None` for one that is not known.
pub fn method_shapes(method: &str) -> Option<&'static MethodShapes> {
    TABLES.iter().flat_map(|table| table.iter()).find(|row| row.name == method)
}

/// What `params` of a request or notification must be.
pub fn params_shape(method: &str) -> Option<&'static Shape> {
    method_shapes(method).map(|row| row.params)
}

/// What a result must be: `resultType` decides first, and only `complete`, or its absence, means
/// the method's own result. A word that nothing defines here is judged as any result is.
///
/// `None` for a method that is not known, or that has no result.
pub fn result_shape(method: &str, result: Text<'_>) -> Option<&'static Shape> {
    let row = method_shapes(method)?;
    let complete = row.result?;
    let Some(word) = result.get("resultType").filter(|word| !word.is_string("complete")) else {
        return Some(complete);
    };
    let other = row.others.iter().find(|(name, _)| word.is_string(name));
    match other {
        Some((_, shape)) => Some(shape),
        None if word.kind() == crate::json::Kind::String => Some(AnyResult::SHAPE),
        None => Some(complete),
    }
}
