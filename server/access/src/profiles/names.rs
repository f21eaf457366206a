//! The closed lists of the policy, as enumerations of the API. The web does not build when a translation is missing.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON, Type};
use serde_json::Value;

macro_rules! published {
    ($(#[$meta:meta])* $name:ident, $list:ty) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub $list);

        impl Type for $name {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_ref() -> MetaSchemaRef {
                MetaSchemaRef::Reference(stringify!($name).into())
            }

            fn register(registry: &mut Registry) {
                registry.create_schema::<Self, _>(stringify!($name).into(), |_| MetaSchema {
                    enum_items: <$list>::ALL.iter().map(|it| it.name().into()).collect(),
                    ..MetaSchema::new("string")
                });
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(std::iter::once(self))
            }
        }

        impl ParseFromJSON for $name {
            fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
                let name = value.as_ref().and_then(Value::as_str).unwrap_or_default();
                Self::parse_from_parameter(name).map_err(ParseError::propagate)
            }
        }

        impl ParseFromParameter for $name {
            fn parse_from_parameter(name: &str) -> ParseResult<Self> {
                <$list>::from_name(name).map(Self).ok_or_else(|| ParseError::custom("unknown_option"))
            }
        }

        impl ToJSON for $name {
            fn to_json(&self) -> Option<Value> {
                Some(self.0.name().into())
            }
        }
    };
}

published! {
    /// A resource.
    ResourceName, policy::Resource
}
published! {
    /// An action.
    ActionName, policy::Action
}
published! {
    /// The records a rule covers.
    ScopeName, policy::Scope
}
