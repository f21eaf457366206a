//! Paths of actions, which must stay on this origin.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const MAX_LENGTH: usize = 500;

/// A path on this origin: one leading slash, then plain characters. It has no scheme, host, port, user, `//`, `..`,
/// backslash or percent code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OwnPath(String);

/// Not a path on this origin.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no path on this origin")]
pub struct ForeignPath(String);

impl OwnPath {
    pub fn new(path: impl Into<String>) -> Result<Self, ForeignPath> {
        let path = path.into();
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/_-.,~?&=+".contains(letter);
        let is_own = path.len() <= MAX_LENGTH
            && path.starts_with('/')
            && path.chars().all(is_plain)
            && !path.contains("//")
            && !path.contains("..");
        if is_own { Ok(Self(path)) } else { Err(ForeignPath(path)) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for OwnPath {
    type Error = ForeignPath;

    fn try_from(path: String) -> Result<Self, ForeignPath> {
        Self::new(path)
    }
}

impl From<OwnPath> for String {
    fn from(path: OwnPath) -> Self {
        path.0
    }
}

impl Type for OwnPath {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            max_length: Some(MAX_LENGTH),
            example: Some("/background_tasks/retry".into()),
            ..MetaSchema::new("string")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ParseFromJSON for OwnPath {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let path = String::parse_from_json(value).map_err(ParseError::propagate)?;
        Self::new(path).map_err(ParseError::custom)
    }
}

impl ToJSON for OwnPath {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.as_str().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also in `web/src/features/notifications/own-url.spec.ts`.
    const HOSTILE: &[&str] = &[
        "",
        "account",
        "//evil.test",
        "///evil.test",
        "/\\evil.test",
        "\\/evil.test",
        "/a//b",
        "/../admin",
        "/a/../../b",
        "/%2e%2e/b",
        "/%2f%2fevil.test",
        "https://evil.test",
        "HTTPS:/evil.test",
        "javascript:alert(1)",
        "/javascript:alert(1)",
        "data:text/html,x",
        "/user@evil.test",
        "@evil.test",
        "/a b",
        "/a\n/b",
        "/a\u{0}",
        "/a#b",
        "/ação",
        " /a",
        "/\t/evil.test",
    ];

    #[test]
    fn hostile_paths_are_refused() {
        for path in HOSTILE {
            assert!(OwnPath::new(*path).is_err(), "{path:?}");
            assert!(serde_json::from_value::<OwnPath>((*path).into()).is_err(), "{path:?}");
        }
        assert!(OwnPath::new(format!("/{}", "a".repeat(MAX_LENGTH))).is_err());
    }

    #[test]
    fn paths_of_this_origin_are_taken() {
        for path in ["/", "/background_tasks/0198-a/file", "/shipments?status=10,15&sort=-created_at"] {
            assert_eq!(OwnPath::new(path).unwrap().as_str(), path);
        }
    }
}
