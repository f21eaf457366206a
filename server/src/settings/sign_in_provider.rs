//! The providers of identities a company lets its people sign in by.

use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};

/// A provider of identities that people may sign in by.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct SignInProvider {
    /// What `login_social_begin` is told.
    pub name: String,
    /// What stands on the button.
    pub label: String,
    /// Decides the button's picture.
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
