//! References of a form to clients, partners, providers and subsidiaries: each must be active, unless the record has it already.

use std::collections::HashSet;

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::ctx::Ctx;

/// Locked, so that the client is not deactivated before the transaction ends.
pub const CLIENT: &str = "select active from clients where id = $1 for share";
pub const CLIENT_GROUP: &str = "select active from client_groups where id = $1 for share";
pub const SERVICE: &str = "select active from services where id = $1 for share";
pub const PARTNER: &str = "select active from partners where id = $1 for share";

/// The condition of a list (`Where::and_inside`): records of everybody, and of these profiles (`Ctx::profiles_for`).
pub const OPEN_TO: &str = "(profile_ids = '{}' or profile_ids && ";

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

/// Whether a provider is active and one of everybody's or of these profiles.
pub const OPEN_PROVIDER: &str = "
    select active and ($2::uuid[] is null or profile_ids = '{}' or profile_ids && $2) from providers where id = $1
    for share";

/// The same for a subsidiary.
pub const OPEN_SUBSIDIARY: &str = "
    select active and ($2::uuid[] is null or profile_ids = '{}' or profile_ids && $2) from subsidiaries where id = $1
    for share";

/// Same as `still_active` for a provider that the user may choose.
pub async fn provider_is_open(
    tx: &mut TenantTx,
    ctx: &Ctx,
    asked: Option<Uuid>,
    before: Option<Uuid>,
) -> sqlx::Result<bool> {
    let Some(id) = asked.filter(|_| asked != before) else { return Ok(true) };
    let query = sqlx::query_scalar(OPEN_PROVIDER).bind(id).bind(ctx.profiles_for(Resource::Provider));
    let open: Option<bool> = query.fetch_optional(&mut **tx).await?;
    Ok(open.unwrap_or(false))
}

/// Same as `still_active` for a subsidiary that the user may choose.
pub async fn subsidiary_is_open(
    tx: &mut TenantTx,
    ctx: &Ctx,
    asked: Option<Uuid>,
    before: Option<Uuid>,
) -> sqlx::Result<bool> {
    let Some(id) = asked.filter(|_| asked != before) else { return Ok(true) };
    let query = sqlx::query_scalar(OPEN_SUBSIDIARY).bind(id).bind(subsidiary_profiles(ctx));
    let open: Option<bool> = query.fetch_optional(&mut **tx).await?;
    Ok(open.unwrap_or(false))
}

/// `Ctx::profiles_for` of subsidiaries. Users who are bound to subsidiaries choose among these, whatever their profiles.
pub fn subsidiary_profiles(ctx: &Ctx) -> Option<Vec<Uuid>> {
    ctx.profiles_for(Resource::Subsidiary).filter(|_| ctx.user.subsidiary_ids.is_none())
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
