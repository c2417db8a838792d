//! Schemas so simple that their verdict needs no validator.
//!
//! Most tools take an object with a few members of basic types. Building a validator for the first
//! schema of a process takes more than a millisecond, since the meta-schema is built as well, which
//! is as long as everything else that a small server does before its first answer. A schema is
//! plain if every keyword in it is one of those read here, with a value that the meta-schema
//! allows; its verdict is then the validator's (a property test holds them together). The
//! validator is built when something does not fit and the reasons are to be told.

mod text;

use serde_json::{Map, Value};

/// How deep plain schemas nest; deeper ones are left to the validator.
const DEPTH: usize = 8;
/// How many properties an object has, which are searched one after the other; more are left to the
/// validator.
const PROPERTIES: usize = 32;

/// What a plain schema demands.
#[derive(Debug)]
pub(crate) struct Plain {
    /// Nothing where any type will do.
    types: Option<Types>,
    properties: Vec<(String, Plain)>,
    required: Vec<String>,
    /// The required ones as bits of `properties`; nothing if one is none of them.
    required_here: Option<u32>,
    /// Whether members that `properties` does not name are forbidden.
    closed: bool,
    items: Option<Box<Plain>>,
    /// The least value of an integer: only zero is read, which is what unsigned types have.
    not_negative: bool,
}

impl Plain {
    const ANYTHING: Plain = Plain {
        types: None,
        properties: Vec::new(),
        required: Vec::new(),
        required_here: Some(0),
        closed: false,
        items: None,
        not_negative: false,
    };

    /// The demands of a schema in the 2020-12 dialect, if it is plain.
    pub(crate) fn of(schema: &Value) -> Option<Self> {
        Self::read(schema, DEPTH)
    }

    fn read(schema: &Value, depth: usize) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let mut plain = Plain::ANYTHING;
        if let Value::Bool(true) = schema {
            return Some(plain);
        }
        for (keyword, value) in schema.as_object()? {
            match keyword.as_str() {
                "$schema" => value.as_str().filter(|uri| is_default_dialect(uri)).map(drop)?,
                "title" | "description" | "format" => value.as_str().map(drop)?,
                "default" => {}
                "type" => plain.types = Some(Types::of(value)?),
                "minimum" => plain.not_negative = (value.as_i64()? == 0).then_some(true)?,
                "additionalProperties" => plain.closed = !value.as_bool()?,
                "required" => plain.required = names(value)?,
                "items" => plain.items = Some(Box::new(Self::read(value, depth)?)),
                "properties" => plain.properties = Self::members(value.as_object()?, depth)?,
                _ => return None,
            }
        }
        plain.required_here = plain.required.iter().try_fold(0, |bits, name| {
            let at = plain.properties.iter().position(|(property, _)| property == name)?;
            Some(bits | 1 << at)
        });
        Some(plain)
    }

    fn members(properties: &Map<String, Value>, depth: usize) -> Option<Vec<(String, Self)>> {
        let member =
            |(name, schema): (&String, &Value)| Some((name.clone(), Self::read(schema, depth)?));
        (properties.len() <= PROPERTIES).then_some(())?;
        properties.iter().map(member).collect()
    }

    /// Whether an instance fits.
    pub(crate) fn fits(&self, instance: &Value) -> bool {
        if self.types.is_some_and(|types| !types.hold(instance)) {
            return false;
        }
        match instance {
            Value::Object(members) => self.fits_object(members),
            Value::Array(elements) => match &self.items {
                Some(items) => elements.iter().all(|element| items.fits(element)),
                None => true,
            },
            Value::Number(number) if self.not_negative => {
                number.as_f64().is_some_and(|number| number >= 0.0)
            }
            _ => true,
        }
    }

    fn fits_object(&self, members: &Map<String, Value>) -> bool {
        let named = |name: &String| self.properties.iter().any(|(property, _)| property == name);
        self.required.iter().all(|name| members.contains_key(name))
            && self.properties.iter().all(|(name, property)| {
                members.get(name).is_none_or(|member| property.fits(member))
            })
            && (!self.closed || members.keys().all(named))
    }
}

fn is_default_dialect(uri: &str) -> bool {
    uri.trim_end_matches('#') == "https://json-schema.org/draft/2020-12/schema"
}

/// `required`: strings, each once.
fn names(value: &Value) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for name in value.as_array()? {
        let name = name.as_str()?;
        if names.iter().any(|other| other == name) {
            return None;
        }
        names.push(name.to_owned());
    }
    Some(names)
}

/// A set of JSON Schema's types.
#[derive(Clone, Copy, Debug)]
struct Types(u8);

impl Types {
    const NAMES: [&'static str; 7] =
        ["null", "boolean", "object", "array", "number", "string", "integer"];

    fn of(value: &Value) -> Option<Self> {
        let bit = |name: &Value| {
            let name = name.as_str()?;
            let at = Self::NAMES.iter().position(|known| *known == name)?;
            Some(1 << at)
        };
        match value {
            Value::Array(names) if !names.is_empty() => {
                names.iter().try_fold(Types(0), |types, name| {
                    let bit = bit(name)?;
                    (types.0 & bit == 0).then_some(Types(types.0 | bit))
                })
            }
            name => bit(name).map(Types),
        }
    }

    const NULL: u8 = 1;
    const BOOLEAN: u8 = 1 << 1;
    const OBJECT: u8 = 1 << 2;
    const ARRAY: u8 = 1 << 3;
    const NUMBER: u8 = 1 << 4;
    const STRING: u8 = 1 << 5;
    const INTEGER: u8 = 1 << 6;

    /// Whether one of these is among them.
    fn meet(self, types: u8) -> bool {
        self.0 & types != 0
    }

    /// `1.0` is an integer, as JSON Schema counts.
    fn of_float(number: f64) -> u8 {
        if number.fract() == 0.0 { Self::NUMBER | Self::INTEGER } else { Self::NUMBER }
    }

    fn hold(self, instance: &Value) -> bool {
        self.meet(match instance {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Object(_) => Self::OBJECT,
            Value::Array(_) => Self::ARRAY,
            Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
                Some(float) => Self::of_float(float),
                None => Self::NUMBER | Self::INTEGER,
            },
            Value::String(_) => Self::STRING,
        })
    }
}
