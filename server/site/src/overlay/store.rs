//! The company's edits in the database.

use chrono::{DateTime, Utc};
use serde_json::Value;
use tenancy::TenantTx;

use crate::lookups::edits::Lookup;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

pub const PUT_COUNTRY: &str = "
    insert into lookup_edits (lookup, code, active, name_locale, ships_from, ships_to, notice_locale,
                              document_required, updated_at)
    select 'country', $1, active, name_locale, ships_from, ships_to, notice_locale, document_required, $3
    from jsonb_populate_record(null::lookup_edits, $4)
    on conflict (lookup, code) do update
    set active = excluded.active, name_locale = excluded.name_locale, ships_from = excluded.ships_from,
        ships_to = excluded.ships_to, notice_locale = excluded.notice_locale,
        document_required = excluded.document_required, updated_at = excluded.updated_at,
        version = lookup_edits.version + 1
    where lookup_edits.version = $2";

pub const PUT_AIRPORT: &str = "
    insert into lookup_edits (lookup, code, active, name, favourite, email, phone, postal_code, address_1, address_2,
                              contact_city, state, updated_at)
    select 'airport', $1, active, name, favourite, email, phone, postal_code, address_1, address_2, contact_city, state,
           $3
    from jsonb_populate_record(null::lookup_edits, $4)
    on conflict (lookup, code) do update
    set active = excluded.active, name = excluded.name, favourite = excluded.favourite, email = excluded.email,
        phone = excluded.phone, postal_code = excluded.postal_code, address_1 = excluded.address_1,
        address_2 = excluded.address_2, contact_city = excluded.contact_city, state = excluded.state,
        updated_at = excluded.updated_at, version = lookup_edits.version + 1
    where lookup_edits.version = $2";

pub const PUT_CURRENCY: &str = "
    insert into lookup_edits (lookup, code, active, name_locale, updated_at)
    select 'currency', $1, active, name_locale, $3 from jsonb_populate_record(null::lookup_edits, $4)
    on conflict (lookup, code) do update
    set active = excluded.active, name_locale = excluded.name_locale, updated_at = excluded.updated_at,
        version = lookup_edits.version + 1
    where lookup_edits.version = $2";

/// A mark that the pages are offered in a language is a setting.
pub const PUT_LANGUAGE: &str = "
    insert into lookup_edits (lookup, code, name_locale, updated_at)
    select 'language', $1, name_locale, $3 from jsonb_populate_record(null::lookup_edits, $4)
    on conflict (lookup, code) do update
    set name_locale = excluded.name_locale, updated_at = excluded.updated_at, version = lookup_edits.version + 1
    where lookup_edits.version = $2";

/// A new version of rows about which something was decided elsewhere.
pub const TOUCH: &str = "
    insert into lookup_edits (lookup, code, updated_at) select $1, code, $3 from unnest($2::text[]) code
    on conflict (lookup, code) do update
    set updated_at = excluded.updated_at, version = lookup_edits.version + 1";

/// Writes the edits of a row. Returns 409 when they have another version than the one that was read: 0 for a row without
/// edits.
pub async fn save(
    tx: &mut TenantTx,
    sql: &'static str,
    code: &str,
    version: i32,
    at: DateTime<Utc>,
    form: Value,
) -> ApiResult<()> {
    let put = sqlx::query(sql).bind(code).bind(version).bind(at).bind(form).execute(&mut **tx).await?;
    if put.rows_affected() == 0 {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    Ok(())
}

/// Marks the forms of these rows as stale: the billing of currencies, or the use of languages, is another from now on.
pub async fn touch(tx: &mut TenantTx, lookup: Lookup, codes: &[String], at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(TOUCH).bind(lookup.as_str()).bind(codes).bind(at).execute(&mut **tx).await?;
    Ok(())
}
