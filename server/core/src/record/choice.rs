//! Records to choose from.

use poem_openapi::Object;
use uuid::Uuid;

/// A record in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct Choice {
    pub id: Uuid,
    /// Null for records without a code.
    pub code: Option<String>,
    /// Name in the caller's language.
    pub label: String,
}

/// A row of a shared lookup in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct LookupChoice {
    pub id: String,
    pub code: String,
    /// Name in the caller's language.
    pub label: String,
}
