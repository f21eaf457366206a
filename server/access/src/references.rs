//! References of a form to clients, partners, providers and subsidiaries: each must be active, unless the record has it already.

use std::collections::HashSet;

use tenancy::TenantTx;
use uuid::Uuid;

/// Locked, so that the client is not deactivated before the transaction ends.
pub const CLIENT: &str = "select active from clients where id = $1 for share";
pub const CLIENT_GROUP: &str = "select active from client_groups where id = $1 for share";
pub const SERVICE: &str = "select active from services where id = $1 for share";
pub const PARTNER: &str = "select active from partners where id = $1 for share";
pub const PROVIDER: &str = "select active from providers where id = $1 for share";
pub const SUBSIDIARY: &str = "select active from subsidiaries where id = $1 for share";

/// True when `asked` is none, equals `before`, or is active. `sql` is one of the constants above.
pub async fn still_active(
    tx: &mut TenantTx,
    sql: &'static str,
    asked: Option<Uuid>,
    before: Option<Uuid>,
) -> sqlx::Result<bool> {
    match asked {
        Some(id) if asked != before => {
            let active: Option<bool> = sqlx::query_scalar(sql).bind(id).fetch_optional(&mut **tx).await?;
            Ok(active.unwrap_or(false))
        }
        _ => Ok(true),
    }
}

/// The same for many records: the active ones among those asked for.
pub const CLIENT_GROUPS: &str = "select id from client_groups where id = any($1) and active for share";
pub const SERVICES: &str = "select id from services where id = any($1) and active for share";

/// `sql` is one of the two constants above.
pub async fn active(
    tx: &mut TenantTx,
    sql: &'static str,
    asked: &HashSet<Uuid>,
) -> sqlx::Result<HashSet<Uuid>> {
    if asked.is_empty() {
        return Ok(HashSet::new());
    }
    let asked: Vec<Uuid> = asked.iter().copied().collect();
    let found: Vec<Uuid> = sqlx::query_scalar(sql).bind(asked).fetch_all(&mut **tx).await?;
    Ok(found.into_iter().collect())
}

pub const CURRENCIES: &str = "select code from currencies where code = any($1)";

/// The codes that are those of currencies, ISO 4217.
pub async fn currencies(tx: &mut TenantTx, asked: &HashSet<&str>) -> sqlx::Result<HashSet<String>> {
    if asked.is_empty() {
        return Ok(HashSet::new());
    }
    let asked: Vec<&str> = asked.iter().copied().collect();
    let found: Vec<String> = sqlx::query_scalar(CURRENCIES).bind(asked).fetch_all(&mut **tx).await?;
    Ok(found.into_iter().collect())
}

pub const CURRENCY: &str = "select exists (select from currencies where code = $1)";

/// Whether a code is that of a currency, ISO 4217.
pub async fn is_currency(tx: &mut TenantTx, code: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(CURRENCY).bind(code).fetch_one(&mut **tx).await
}
