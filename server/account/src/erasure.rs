//! The rows of this area that erased users leave.

use tenancy::TenantTx;
use uuid::Uuid;

pub const DELETE_ADDRESSES: &str = "delete from addresses where user_id = any($1)";
pub const DELETE_DEFAULTS: &str = "delete from default_views where user_id = any($1)";
/// With the default views of colleagues that refer to them.
pub const DELETE_VIEWS: &str = "delete from saved_views where user_id = any($1)";
pub const DELETE_COLUMNS: &str = "delete from list_columns where user_id = any($1)";
pub const DELETE_CHOICES: &str = "delete from notification_choices where user_id = any($1)";

const OWN: &[&str] = &[DELETE_ADDRESSES, DELETE_DEFAULTS, DELETE_VIEWS, DELETE_COLUMNS, DELETE_CHOICES];

/// Deletes addresses, saved views, chosen columns and choices of notifications of these users.
pub async fn erase(tx: &mut TenantTx, user_ids: &[Uuid]) -> sqlx::Result<()> {
    for sql in OWN {
        sqlx::query(*sql).bind(user_ids).execute(&mut **tx).await?;
    }
    Ok(())
}
