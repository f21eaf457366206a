//! Merge of clients: quotes and price assignments of a duplicate.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// Numbers of a client's records.
#[derive(sqlx::FromRow)]
pub struct ClientRecordCounts {
    pub quotes: i64,
    /// Those that the client that stays gets.
    pub price_assignments: i64,
    /// Those for days and services for which it has assignments of its own.
    pub ended_assignments: i64,
}

// $1 stays, $2 is the duplicate.
/// Assignments of the duplicate on days on which the other client has one for the same services.
macro_rules! has_own_assignment {
    () => {
        "exists (
            select from price_assignments s
            where s.client_id = $1 and s.service_id is not distinct from d.service_id
                and s.valid_from <= coalesce(d.valid_to, 'infinity'::date)
                and coalesce(s.valid_to, 'infinity'::date) >= d.valid_from
        )"
    };
}
pub const COUNT: &str = concat!(
    "select (select count(*) from quotes where client_id = $2) as quotes,
            (select count(*) from price_assignments d where d.client_id = $2 and not ",
    has_own_assignment!(),
    ") as price_assignments,
            (select count(*) from price_assignments d where d.client_id = $2 and ",
    has_own_assignment!(),
    ") as ended_assignments"
);
pub const MOVE_QUOTES: &str = "update quotes set client_id = $1 where client_id = $2";
/// The scopes that the moved assignments get, in one order, so that simultaneous changes wait for each other.
pub const LOCK_SCOPES: &str = "
    with moved as materialized (
        select distinct 'client:' || $1::uuid::text || '/' || coalesce(service_id::text, '') as key
        from price_assignments where client_id = $2
    )
    insert into price_scopes (key) select key from moved order by key
    on conflict (key) do update set key = excluded.key";
/// The prices of the client that stays hold.
pub const END_ASSIGNMENTS: &str =
    concat!("delete from price_assignments d where d.client_id = $2 and ", has_own_assignment!());
/// The key is the one of `PriceAssignmentInput::scope_key`.
pub const MOVE_ASSIGNMENTS: &str = "
    update price_assignments
    set client_id = $1, scope_key = 'client:' || $1::uuid::text || '/' || coalesce(service_id::text, ''),
        version = version + 1, updated_at = $3
    where client_id = $2";

pub async fn count_client_records(
    tx: &mut TenantTx,
    stays: Uuid,
    duplicate: Uuid,
) -> ApiResult<ClientRecordCounts> {
    Ok(sqlx::query_as(COUNT).bind(stays).bind(duplicate).fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(
    tx: &mut TenantTx,
    duplicate: Uuid,
    stays: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    for step in [MOVE_QUOTES, LOCK_SCOPES, END_ASSIGNMENTS] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    sqlx::query(MOVE_ASSIGNMENTS).bind(stays).bind(duplicate).bind(at).execute(&mut **tx).await?;
    Ok(())
}
