//! Enumerations with integer codes in the API and the database (for example ticket status 0, 10, 20, 99).

/// Declares an integer-coded enum once for Rust, the wire, the published document and the database.
///
/// ```ignore
/// wire_code! {
///     /// Unit an account shows weights in.
///     WeightUnit { Kilograms = 10, Pounds = 20 }
/// }
/// ```
#[macro_export]
macro_rules! wire_code {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(i16)]
        pub enum $name { $($(#[$variant_meta])* $variant = $code),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const fn code(self) -> i16 { self as i16 }

            pub fn from_code(code: i16) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)+ _ => None }
            }
        }

        impl ::poem_openapi::types::Type for $name {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;
            fn name() -> ::std::borrow::Cow<'static, str> { stringify!($name).into() }
            fn schema_ref() -> ::poem_openapi::registry::MetaSchemaRef {
                ::poem_openapi::registry::MetaSchemaRef::Reference(stringify!($name).into())
            }
            fn register(registry: &mut ::poem_openapi::registry::Registry) {
                registry.create_schema::<Self, _>(stringify!($name).into(), |_| {
                    ::poem_openapi::registry::MetaSchema {
                        format: Some("int32"),
                        description: Some(concat!($(stringify!($code), " = ", stringify!($variant), ". "),+)),
                        enum_items: vec![$(::serde_json::json!($code)),+],
                        ..::poem_openapi::registry::MetaSchema::new("integer")
                    }
                });
            }
            fn as_raw_value(&self) -> Option<&Self> { Some(self) }
            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(::std::iter::once(self))
            }
        }
        impl ::poem_openapi::types::ParseFromJSON for $name {
            fn parse_from_json(value: Option<::serde_json::Value>) -> ::poem_openapi::types::ParseResult<Self> {
                value.as_ref()
                    .and_then(::serde_json::Value::as_i64)
                    .and_then(|code| i16::try_from(code).ok())
                    .and_then(Self::from_code)
                    .ok_or_else(|| ::poem_openapi::types::ParseError::custom("unknown_option"))
            }
        }
        impl ::poem_openapi::types::ParseFromParameter for $name {
            fn parse_from_parameter(value: &str) -> ::poem_openapi::types::ParseResult<Self> {
                value.parse().ok()
                    .and_then(Self::from_code)
                    .ok_or_else(|| ::poem_openapi::types::ParseError::custom("unknown_option"))
            }
        }
        impl ::poem_openapi::types::ToJSON for $name {
            fn to_json(&self) -> Option<::serde_json::Value> { Some(self.code().into()) }
        }
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i16(self.code())
            }
        }
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let code = <i16 as ::serde::Deserialize>::deserialize(deserializer)?;
                Self::from_code(code).ok_or_else(|| ::serde::de::Error::custom("unknown code"))
            }
        }
        impl ::sqlx::Type<::sqlx::Postgres> for $name {
            fn type_info() -> ::sqlx::postgres::PgTypeInfo { <i16 as ::sqlx::Type<::sqlx::Postgres>>::type_info() }
        }
        impl<'r> ::sqlx::Decode<'r, ::sqlx::Postgres> for $name {
            fn decode(value: ::sqlx::postgres::PgValueRef<'r>) -> Result<Self, ::sqlx::error::BoxDynError> {
                let code = <i16 as ::sqlx::Decode<::sqlx::Postgres>>::decode(value)?;
                Self::from_code(code).ok_or_else(|| format!("unknown code {code}").into())
            }
        }
        impl<'q> ::sqlx::Encode<'q, ::sqlx::Postgres> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut ::sqlx::postgres::PgArgumentBuffer,
            ) -> Result<::sqlx::encode::IsNull, ::sqlx::error::BoxDynError> {
                <i16 as ::sqlx::Encode<::sqlx::Postgres>>::encode_by_ref(&self.code(), buffer)
            }
        }
    };
}

/// Declares an enum whose API and database values are its names.
#[macro_export]
macro_rules! wire_name {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ::poem_openapi::Enum, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_meta])* #[oai(rename = $text)] #[serde(rename = $text)] $variant),+
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
        impl ::sqlx::Type<::sqlx::Postgres> for $name {
            fn type_info() -> ::sqlx::postgres::PgTypeInfo { <str as ::sqlx::Type<::sqlx::Postgres>>::type_info() }
            fn compatible(info: &::sqlx::postgres::PgTypeInfo) -> bool {
                <str as ::sqlx::Type<::sqlx::Postgres>>::compatible(info)
            }
        }
        impl<'r> ::sqlx::Decode<'r, ::sqlx::Postgres> for $name {
            fn decode(value: ::sqlx::postgres::PgValueRef<'r>) -> Result<Self, ::sqlx::error::BoxDynError> {
                let name = <&str as ::sqlx::Decode<::sqlx::Postgres>>::decode(value)?;
                Self::from_name(name).ok_or_else(|| format!("unknown name {name}").into())
            }
        }
    };
}
