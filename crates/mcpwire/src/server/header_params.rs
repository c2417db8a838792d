//! Which arguments of a tool a client repeats in HTTP headers: `x-mcp-header` in its schema.
//!
//! Specification: `server/tools#x-mcp-header`.

use serde_json::{Map, Value};

const ANNOTATION: &str = "x-mcp-header";

/// An argument that is repeated in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeaderParam {
    /// The names of the properties that lead to it from the root of the arguments.
    pub path: Vec<String>,
    /// What follows `Mcp-Param-` in the name of the header.
    pub name: String,
}

/// A schema that is still to be looked at.
struct Found<'a> {
    schema: &'a Value,
    /// The properties that lead to it, if nothing but properties does.
    path: Option<Vec<String>>,
    /// Where it stands, as a JSON Pointer.
    at: String,
}

/// The annotated arguments of a tool; or a sentence for each annotation that names no header, or
/// stands where no chain of `properties` leads to. What else is wrong is found by the rulebook.
pub(crate) fn header_params(input_schema: &Value) -> Result<Vec<HeaderParam>, Vec<String>> {
    let (mut params, mut faults) = (Vec::new(), Vec::new());
    let root = Found { schema: input_schema, path: None, at: String::new() };
    let mut found = vec![root];
    while let Some(Found { schema, path, at }) = found.pop() {
        let Some(members) = schema.as_object() else {
            for (index, element) in schema.as_array().into_iter().flatten().enumerate() {
                found.push(Found { schema: element, path: None, at: format!("{at}/{index}") });
            }
            continue;
        };
        match (members.get(ANNOTATION), &path) {
            (Some(Value::String(name)), Some(path)) => {
                params.push(HeaderParam { path: path.clone(), name: name.clone() });
            }
            (Some(_), Some(_)) => faults.push(format!(
                "`{ANNOTATION}` at `{at}` of the input schema must be a string, such as `Region`."
            )),
            (Some(_), None) => faults.push(format!(
                "`{ANNOTATION}` at `{at}` of the input schema is on no argument that a chain of \
                 `properties` leads to; a nested type stands in the schema where it is used if it \
                 says `#[schemars(inline)]`."
            )),
            (None, _) => {}
        }
        let path = path.or_else(|| at.is_empty().then(Vec::new));
        add_inner(members, path.as_deref(), &at, &mut found);
    }
    params.reverse();
    if faults.is_empty() { Ok(params) } else { Err(faults) }
}

/// Adds what stands in a schema and may be a schema.
fn add_inner<'a>(
    members: &'a Map<String, Value>,
    path: Option<&[String]>,
    at: &str,
    found: &mut Vec<Found<'a>>,
) {
    for (keyword, value) in members {
        let at = format!("{at}/{}", escaped(keyword));
        match &**keyword {
            // Values, which are no schemas whatever they look like.
            "enum" | "const" | "default" | "examples" | ANNOTATION => {}
            // Schemas by names, which are no keywords.
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    let path = path.filter(|_| keyword == "properties");
                    let path = path.map(|path| [path, std::slice::from_ref(name)].concat());
                    found.push(Found { schema, path, at: format!("{at}/{}", escaped(name)) });
                }
            }
            _ => found.push(Found { schema: value, path: None, at }),
        }
    }
}

fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::header_params;

    #[test]
    fn a_chain_of_properties_leads_to_each() {
        let schema = json!({
            "type": "object",
            "properties": {
                "region": {"type": "string", "x-mcp-header": "Region"},
                "properties": {"properties": {"x-mcp-header": {
                    "type": "integer", "x-mcp-header": "Deep", "default": {"x-mcp-header": "no"}
                }}},
                "other": {"type": "string", "enum": ["x-mcp-header"]}
            },
            "examples": [{"x-mcp-header": "no"}]
        });
        let params = header_params(&schema).unwrap();
        let found: Vec<_> = params.iter().map(|it| (it.path.join("."), &*it.name)).collect();
        let deep = ("properties.x-mcp-header".to_owned(), "Deep");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.contains(&("region".to_owned(), "Region")) && found.contains(&deep));
    }

    #[test]
    fn anything_else_leads_astray() {
        let param = json!({"type": "string", "x-mcp-header": "A"});
        for (schema, at) in [
            (json!({"x-mcp-header": "A"}), ""),
            (json!({"items": param}), "/items"),
            (json!({"prefixItems": [param]}), "/prefixItems/0"),
            (json!({"anyOf": [{"properties": {"a": param}}]}), "/anyOf/0/properties/a"),
            (json!({"properties": {"a": {"not": param}}}), "/properties/a/not"),
            (json!({"if": param}), "/if"),
            (json!({"$defs": {"a/b": param}}), "/$defs/a~1b"),
            (json!({"patternProperties": {"properties": param}}), "/patternProperties/properties"),
            (json!({"additionalProperties": param}), "/additionalProperties"),
            (json!({"dependentSchemas": {"a": param}}), "/dependentSchemas/a"),
            (json!({"propertyNames": param}), "/propertyNames"),
        ] {
            let faults = header_params(&schema).unwrap_err();
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].contains(&format!(" at `{at}` of ")), "{faults:?}");
        }
    }
}
