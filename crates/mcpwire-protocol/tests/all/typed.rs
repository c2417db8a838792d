//! What the tests know of a type: where it stands in a message, how it is read and judged.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::rules::{Judgement, judge};
use mcpwire_protocol::types::{Shaped, decode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Where the typed part of an example stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// The example is the type.
    Whole,
    /// The example is a message, and this member of it is the type.
    Member(&'static str),
}

/// One type: which examples it reads, and which definition of the schema it stands for.
pub(crate) struct Typed {
    /// The folder of examples.
    pub folder: &'static str,
    /// The typed part of these examples.
    pub part: Part,
    /// The name of the type of that part in the schema.
    pub definition: &'static str,
    /// Reads that part and writes it back.
    pub again: fn(&str) -> Result<Value, String>,
    /// Judges that part.
    pub judge: fn(&str) -> Judgement,
}

/// Examples that are the type.
pub(crate) fn whole<T: Shaped + Serialize + DeserializeOwned>(folder: &'static str) -> Typed {
    member::<T>(folder, Part::Whole, folder)
}

/// Requests and notifications, whose `params` are of the type.
pub(crate) fn params<T: Shaped + Serialize + DeserializeOwned>(
    folder: &'static str,
    definition: &'static str,
) -> Typed {
    member::<T>(folder, Part::Member("params"), definition)
}

/// Responses, whose `result` is of the type.
pub(crate) fn result<T: Shaped + Serialize + DeserializeOwned>(
    folder: &'static str,
    definition: &'static str,
) -> Typed {
    member::<T>(folder, Part::Member("result"), definition)
}

/// Any other place.
pub(crate) fn member<T: Shaped + Serialize + DeserializeOwned>(
    folder: &'static str,
    part: Part,
    definition: &'static str,
) -> Typed {
    Typed { folder, part, definition, again: again::<T>, judge: judged::<T> }
}

fn again<T: Shaped + Serialize + DeserializeOwned>(text: &str) -> Result<Value, String> {
    let text = Text::parse(text).map_err(|fault| fault.to_string())?;
    let value: T = decode(text).map_err(|error| error.to_string())?;
    serde_json::to_value(&value).map_err(|error| error.to_string())
}

fn judged<T: Shaped>(text: &str) -> Judgement {
    judge(Text::parse(text).expect("JSON"), T::SHAPE, T::RULE)
}

impl Typed {
    /// The typed part of an example, as text; `None` where the example has no such part.
    pub(crate) fn part_of<'a>(&self, example: &'a str) -> Option<&'a str> {
        let text = Text::parse(example).expect("examples are JSON");
        match self.part {
            Part::Whole => Some(text.as_str()),
            Part::Member(name) => text.get(name).map(Text::as_str),
        }
    }
}
