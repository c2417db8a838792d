/// Defines a struct with members that the specification names, which also keeps every other
/// member, in order, in `other`.
///
/// Serde's own `flatten` would buffer every value as a guess about its type; this reads each
/// member once and leaves foreign ones as text.
macro_rules! open_struct {
    (
        $(#[$about:meta])*
        $name:ident {
            $(must { $($(#[$must_about:meta])* $must:ident: $must_type:ty = $must_key:literal,)* })?
            may { $($(#[$may_about:meta])* $may:ident: $may_type:ty = $may_key:literal,)* }
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($($(#[$must_about])* pub $must: $must_type,)*)?
            $($(#[$may_about])* pub $may: Option<$may_type>,)*
            /// Every other member.
            pub other: $crate::types::JsonObject,
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(None)?;
                $($(map.serialize_entry($must_key, &self.$must)?;)*)?
                $(if let Some(value) = &self.$may {
                    map.serialize_entry($may_key, value)?;
                })*
                for (key, value) in self.other.iter() {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Members;
                impl<'de> serde::de::Visitor<'de> for Members {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("an object (", stringify!($name), ")"))
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut map: A,
                    ) -> Result<$name, A::Error> {
                        $($(let mut $must: Option<$must_type> = None;)*)?
                        $(let mut $may: Option<$may_type> = None;)*
                        let mut other = $crate::types::JsonObject::new();
                        while let Some(key) = map.next_key::<String>()? {
                            match key.as_str() {
                                $($($must_key => $must = Some(map.next_value()?),)*)?
                                $($may_key => $may = Some(map.next_value()?),)*
                                _ => other.push(key, map.next_value()?),
                            }
                        }
                        Ok($name {
                            $($($must: $must.ok_or_else(|| {
                                serde::de::Error::missing_field($must_key)
                            })?,)*)?
                            $($may,)*
                            other,
                        })
                    }
                }
                from.deserialize_map(Members)
            }
        }
    };
}

pub(super) use open_struct;
