//! The verdict of a plain schema on a JSON text, without a value built of it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{Plain, Types};

/// What any value fits.
static ANYTHING: Plain = Plain::ANYTHING;

impl Plain {
    /// Whether the instance that this text spells is sure to fit. `false` decides nothing: it may be
    /// that the text is no JSON, or that a member stands there twice.
    pub(crate) fn surely_fits(&self, json: &str) -> bool {
        let mut reader = serde_json::Deserializer::from_str(json);
        Fit(self).deserialize(&mut reader).is_ok() && reader.end().is_ok()
    }
}

/// One value of the text, held against its schema. The error says only that it is not sure to fit.
#[derive(Clone, Copy)]
struct Fit<'s>(&'s Plain);

impl Fit<'_> {
    fn must<E: Error>(self, holds: bool) -> Result<(), E> {
        if holds { Ok(()) } else { Err(E::custom("not sure to fit")) }
    }

    fn must_be<E: Error>(self, types: u8) -> Result<(), E> {
        self.must(self.0.types.is_none_or(|due| due.meet(types)))
    }
}

impl<'de> DeserializeSeed<'de> for Fit<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Fit<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what the schema demands")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.must_be(Types::NULL)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.must_be(Types::BOOLEAN)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.must_be(Types::STRING)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.must_be(Types::NUMBER | Types::INTEGER)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.must_be(Types::NUMBER | Types::INTEGER)?;
        self.must(!self.0.not_negative || number >= 0)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.must_be(Types::of_float(number))?;
        self.must(!self.0.not_negative || number >= 0.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        self.must_be(Types::ARRAY)?;
        let items = Fit(self.0.items.as_deref().unwrap_or(&ANYTHING));
        while elements.next_element_seed(items)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.must_be(Types::OBJECT)?;
        let Plain { properties, required_here, closed, .. } = self.0;
        let mut seen = 0_u32;
        while let Some(at) = members.next_key_seed(Name(properties))? {
            let Some(at) = at else {
                self.must(!closed)?;
                members.next_value_seed(Fit(&ANYTHING))?;
                continue;
            };
            // There are as many bits as properties at most. Of a member that stands there twice the
            // last one counts, so nothing is decided here.
            let bit = 1 << at;
            self.must(seen & bit == 0)?;
            seen |= bit;
            members.next_value_seed(Fit(&properties[at].1))?;
        }
        self.must(required_here.is_some_and(|due| seen & due == due))
    }
}

/// The name of a member, looked for among the properties.
struct Name<'s>(&'s [(String, Plain)]);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|(property, _)| property == name))
    }
}
