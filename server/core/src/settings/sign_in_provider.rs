//! The sign-in providers of a company.

use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};

/// An identity provider for the sign-in.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct SignInProvider {
    /// The name to pass to `login_social_begin`.
    pub name: String,
    /// The label of the button.
    pub label: String,
    /// The icon of the button.
    pub kind: ProviderKind,
}

#[derive(Enum, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum ProviderKind {
    Google,
    Facebook,
    Microsoft,
    Generic,
}
