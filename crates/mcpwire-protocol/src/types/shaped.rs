/// Writes down the shape of a type as a table: name, page and one row for each member.
///
/// `result` before the name says that the whole is the result of a request.
macro_rules! shaped {
    (result $type:ident, $page:literal, [$($row:expr),* $(,)?]) => {
        impl $crate::types::Shaped for $type {
            const SHAPE: &'static $crate::rules::shape::Shape =
                &$crate::types::shaped::object!(stringify!($type), $page, [$($row),*]);
            const RULE: $crate::rules::RuleId = $crate::rules::RuleId("result-not-object");
        }
    };
    ($type:ident, $page:literal, [$($row:expr),* $(,)?]) => {
        impl $crate::types::Shaped for $type {
            const SHAPE: &'static $crate::rules::shape::Shape =
                &$crate::types::shaped::object!(stringify!($type), $page, [$($row),*]);
        }
    };
}

/// The shape of an object that has no type of its own.
macro_rules! object {
    ($name:expr, $page:literal, [$($row:expr),* $(,)?]) => {
        $crate::rules::shape::Shape::Object(&$crate::rules::shape::ObjectShape::new(
            $name,
            $page,
            &[$($row),*],
        ))
    };
}

/// Defines a union of types that one member tells apart, with its shape. Each type writes that
/// member itself.
macro_rules! union_by_member {
    (
        $(#[$about:meta])*
        $name:ident, $page:literal, by $member:literal, missing $missing:literal,
        unknown $unknown:literal,
        [$($(#[$case_about:meta])* $case:ident($type:ident) = $word:literal,)*]
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub enum $name {
            $($(#[$case_about])* $case($type),)*
        }

        impl $crate::types::Shaped for $name {
            const SHAPE: &'static $crate::rules::shape::Shape =
                &$crate::rules::shape::Shape::ByMember(&$crate::rules::shape::Variants {
                    name: stringify!($name),
                    page: $page,
                    member: $member,
                    words: &$crate::rules::shape::Shape::OneOf(&[$($word),*]),
                    cases: &[$(($word, <$type as $crate::types::Shaped>::SHAPE)),*],
                    absent: None,
                    missing: $crate::rules::RuleId($missing),
                    unknown: $crate::rules::RuleId($unknown),
                });
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($name::$case(value) => value.serialize(serializer),)*
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                use serde::de::Error;
                let raw = Box::<serde_json::value::RawValue>::deserialize(from)?;
                let text = $crate::json::Text::parse(raw.get()).map_err(D::Error::custom)?;
                let word = text.get($member);
                $(if word.is_some_and(|word| word.is_string($word)) {
                    return $crate::types::shaped::read(&raw).map($name::$case);
                })*
                Err(D::Error::custom(concat!("`", $member, "` names no ", stringify!($name))))
            }
        }

        $(impl From<$type> for $name {
            fn from(value: $type) -> Self {
                $name::$case(value)
            }
        })*
    };
}

pub(super) use {object, shaped, union_by_member};

/// Decodes text that was set aside until its type was known.
pub(super) fn read<T: serde::de::DeserializeOwned, E: serde::de::Error>(
    raw: &serde_json::value::RawValue,
) -> Result<T, E> {
    serde_json::from_str(raw.get()).map_err(E::custom)
}
