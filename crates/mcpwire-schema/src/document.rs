//! A schema as a table of its subschemas: where each stands, and which URIs and anchors name it.

use std::collections::HashMap;
use std::fmt::Write as _;

use jsonschema::{Draft, Uri, uri};
use serde_json::{Map, Value};

use crate::dialect;
use crate::error::SchemaError;
use crate::keywords::{self, Relation, Step};
use crate::limits::Limits;

/// The base of a schema without `$id`; the same as the validator uses.
const DEFAULT_BASE: &str = "json-schema:///";

/// One subschema.
pub(crate) struct Node<'a> {
    pub(crate) value: &'a Value,
    pub(crate) draft: Draft,
    /// Index of its base URI in [`Document::bases`].
    pub(crate) base: usize,
    parent: usize,
    pub(crate) step: Step<'a>,
    /// Subschemas and, once resolved, what it refers to.
    pub(crate) edges: Vec<(Relation, usize)>,
    /// How many of `edges` are subschemas; the rest are references.
    pub(crate) children: usize,
}

/// All subschemas of one schema; the first is the root.
pub(crate) struct Document<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) bases: Vec<Uri<String>>,
    /// Embedded resources by absolute URI.
    pub(crate) resources: HashMap<String, usize>,
    /// Anchors by absolute URI and name.
    pub(crate) anchors: HashMap<(String, &'a str), usize>,
    /// Schemas with `$dynamicAnchor`, by name.
    pub(crate) dynamic: HashMap<&'a str, Vec<usize>>,
    /// Roots of resources with `$recursiveAnchor`.
    pub(crate) recursive: Vec<usize>,
    /// Which node a value is, by its address within the borrowed schema.
    by_address: HashMap<usize, usize>,
    limit: usize,
}

impl<'a> Document<'a> {
    /// Reads the subschemas of a schema that is known to be within its depth and size.
    pub(crate) fn read(
        schema: &'a Value,
        draft: Draft,
        limits: &Limits,
    ) -> Result<Self, SchemaError> {
        let base = uri::from_str(DEFAULT_BASE).map_err(|error| SchemaError::Invalid {
            pointer: String::new(),
            reason: error.to_string(),
        })?;
        let mut document = Document {
            nodes: Vec::new(),
            resources: HashMap::from([(base.as_str().to_owned(), 0)]),
            bases: vec![base],
            anchors: HashMap::new(),
            dynamic: HashMap::new(),
            recursive: Vec::new(),
            by_address: HashMap::new(),
            limit: limits.subschemas,
        };
        document.add(schema, 0, Step::Root, draft, 0)?;
        Ok(document)
    }

    /// The node of a value inside the schema, added with its subschemas where it is none yet.
    pub(crate) fn node_at(
        &mut self,
        value: &'a Value,
        near: usize,
        pointer: &'a str,
    ) -> Result<usize, SchemaError> {
        if let Some(&node) = self.by_address.get(&address(value)) {
            return Ok(node);
        }
        let (draft, base) = (self.nodes[near].draft, self.nodes[near].base);
        self.add(value, near, Step::Pointer(pointer), draft, base)
    }

    fn add(
        &mut self,
        value: &'a Value,
        parent: usize,
        step: Step<'a>,
        draft: Draft,
        base: usize,
    ) -> Result<usize, SchemaError> {
        let first = self.push(value, parent, step, draft, base)?;
        let mut open = first;
        while open < self.nodes.len() {
            self.expand(open)?;
            open += 1;
        }
        Ok(first)
    }

    fn push(
        &mut self,
        value: &'a Value,
        parent: usize,
        step: Step<'a>,
        draft: Draft,
        base: usize,
    ) -> Result<usize, SchemaError> {
        if self.nodes.len() >= self.limit {
            return Err(SchemaError::TooManySubschemas { limit: self.limit });
        }
        let index = self.nodes.len();
        self.by_address.insert(address(value), index);
        self.nodes.push(Node { value, draft, base, parent, step, edges: Vec::new(), children: 0 });
        Ok(index)
    }

    fn expand(&mut self, index: usize) -> Result<(), SchemaError> {
        let Value::Object(schema) = self.nodes[index].value else {
            return Ok(());
        };
        let draft = dialect::of(schema, self.nodes[index].draft, || self.pointer(index))?;
        self.nodes[index].draft = draft;
        let alone = dialect::reference_stands_alone(draft) && schema.contains_key("$ref");
        if !alone {
            self.name(index, schema, draft)?;
        }
        let base = self.nodes[index].base;
        let mut found = Vec::new();
        keywords::for_each(schema, |relation, step, value| {
            let relation = if alone { Relation::Unused } else { relation };
            found.push((relation, step, value));
        });
        for (relation, step, value) in found {
            let child = match self.by_address.get(&address(value)) {
                Some(&known) => known,
                None => self.push(value, index, step, draft, base)?,
            };
            self.nodes[index].edges.push((relation, child));
        }
        self.nodes[index].children = self.nodes[index].edges.len();
        Ok(())
    }

    /// Notes the identifier and the anchors of a schema.
    fn name(
        &mut self,
        index: usize,
        schema: &'a Map<String, Value>,
        draft: Draft,
    ) -> Result<(), SchemaError> {
        let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
        if let Some(id) = text(draft.id_keyword()) {
            let (id, anchor) = id.split_once('#').unwrap_or((id, ""));
            if !id.is_empty() {
                let base = self.resolve(index, id).map_err(|reason| SchemaError::Invalid {
                    pointer: format!("{}/{}", self.pointer(index), draft.id_keyword()),
                    reason,
                })?;
                self.resources.insert(base.as_str().to_owned(), index);
                self.nodes[index].base = self.bases.len();
                self.bases.push(base);
            }
            if !anchor.is_empty() {
                self.anchors.insert((self.base(index), anchor), index);
            }
        }
        if let Some(anchor) = text("$anchor") {
            self.anchors.insert((self.base(index), anchor), index);
        }
        if let Some(anchor) = text("$dynamicAnchor") {
            self.anchors.insert((self.base(index), anchor), index);
            self.dynamic.entry(anchor).or_default().push(index);
        }
        if schema.get("$recursiveAnchor") == Some(&Value::Bool(true)) {
            self.recursive.push(index);
        }
        Ok(())
    }

    /// An URI as seen from a node.
    pub(crate) fn resolve(&self, index: usize, reference: &str) -> Result<Uri<String>, String> {
        let base = &self.bases[self.nodes[index].base];
        uri::resolve_against(&base.borrow(), reference).map_err(|error| error.to_string())
    }

    /// The base URI of a node as text.
    pub(crate) fn base(&self, index: usize) -> String {
        self.bases[self.nodes[index].base].as_str().to_owned()
    }

    /// Where a node stands.
    pub(crate) fn pointer(&self, index: usize) -> String {
        let mut steps = Vec::new();
        let mut at = index;
        loop {
            let node = &self.nodes[at];
            steps.push(node.step);
            if matches!(node.step, Step::Root | Step::Pointer(_)) {
                break;
            }
            at = node.parent;
        }
        let mut pointer = String::new();
        for step in steps.into_iter().rev() {
            // Writing into a string cannot fail.
            let _ = match step {
                Step::Root => Ok(()),
                Step::Pointer(place) => write!(pointer, "{place}"),
                Step::Keyword(keyword) => write!(pointer, "/{keyword}"),
                Step::Name(keyword, name) => write!(pointer, "/{keyword}/{}", escape(name)),
                Step::Index(keyword, position) => write!(pointer, "/{keyword}/{position}"),
            };
        }
        pointer
    }
}

/// A member name as one segment of a JSON pointer (RFC 6901).
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}
