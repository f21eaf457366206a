//! The objects `menu` and `can` of `/profile`: each granted name has the value `true`. The names come from the tables of the
//! policy, so a new entry or right needs no change here.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use policy::{Entry, Grants, MENU, Resource};
use serde_json::{Map, Value};

macro_rules! true_only_object {
    ($(#[doc = $doc:literal])+ $object:ident, $names:expr) => {
        $(#[doc = $doc])+
        pub struct $object(Vec<&'static str>);

        impl Type for $object {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($object).into()
            }

            fn schema_ref() -> MetaSchemaRef {
                MetaSchemaRef::Reference(stringify!($object).into())
            }

            fn register(registry: &mut Registry) {
                registry.create_schema::<Self, _>(stringify!($object).into(), |_| MetaSchema {
                    description: Some(concat!($($doc),+).trim_ascii()),
                    properties: $names.map(|name| (name, only_true())).collect(),
                    ..MetaSchema::new("object")
                });
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(std::iter::once(self))
            }
        }

        impl ParseFromJSON for $object {
            fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
                let named = BTreeMap::<String, bool>::parse_from_json(value).map_err(ParseError::propagate)?;
                Ok(Self($names.filter(|name| named.get(*name) == Some(&true)).collect()))
            }
        }

        impl ToJSON for $object {
            fn to_json(&self) -> Option<Value> {
                Some(self.0.iter().map(|name| ((*name).to_owned(), true.into())).collect::<Map<_, _>>().into())
            }
        }
    };
}

/// The only value is `true`; a right that is not granted is absent.
fn only_true() -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(MetaSchema {
        enum_items: vec![true.into()],
        ..MetaSchema::new("boolean")
    }))
}

true_only_object! {
    /// The menu entries of the user; the others are absent.
    ProfileMenu, MENU.iter().map(|entry| entry.name)
}
true_only_object! {
    /// The actions the user may take on at least some records, as `resource.action`; the others are absent. A record's
    /// own `can` decides about that record.
    ProfileCan, RIGHT_NAMES.iter().map(String::as_str)
}

/// The names of all rights, in the order of [`Resource::all_rights`].
static RIGHT_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    Resource::all_rights().map(|(resource, action)| format!("{resource}.{action}")).collect()
});

impl ProfileMenu {
    pub fn of(entries: &[&'static Entry]) -> Self {
        Self(entries.iter().map(|entry| entry.name).collect())
    }
}

impl ProfileCan {
    pub fn of(grants: &Grants) -> Self {
        let rights = Resource::all_rights().zip(RIGHT_NAMES.iter());
        let granted = rights.filter(|((resource, action), _)| grants.allow(*resource, *action));
        Self(granted.map(|(_, name)| name.as_str()).collect())
    }
}
