//! The feature flags that a company has set, with who set them.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;

pub const LIST: &str = "
    select f.name, f.enabled, u.name as changed_by, f.changed_at
    from feature_flags f left join users u on u.id = f.changed_by";

/// A flag that a company has set.
#[derive(sqlx::FromRow)]
pub struct SetFlag {
    pub name: String,
    pub enabled: bool,
    /// None when nobody has set it on the screen.
    pub changed_by: Option<String>,
    pub changed_at: DateTime<Utc>,
}

pub async fn list(tx: &mut TenantTx) -> sqlx::Result<Vec<SetFlag>> {
    sqlx::query_as(LIST).fetch_all(&mut **tx).await
}
