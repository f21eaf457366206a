//! Merge of clients: tickets of a duplicate, tickets that are addressed to it, and files for it.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const COUNT_TICKETS: &str = "select count(*) from support_tickets where client_id = $1";

// $1 stays, $2 is the duplicate.
pub const MOVE_TICKETS: &str = "update support_tickets set client_id = $1 where client_id = $2";
/// A ticket that is addressed to both clients keeps the one that stays.
pub const DROP_RECIPIENTS: &str = "
    delete from support_recipients d using support_recipients s
    where d.client_id = $2 and s.client_id = $1 and s.ticket_id = d.ticket_id
        and s.user_id is not distinct from d.user_id";
pub const MOVE_RECIPIENTS: &str = "update support_recipients set client_id = $1 where client_id = $2";
pub const MOVE_UPLOADS: &str =
    "update uploads set client_id = $1, version = version + 1 where client_id = $2";

/// Number of a client's tickets.
pub async fn count_client_tickets(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_TICKETS).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE_TICKETS, DROP_RECIPIENTS, MOVE_RECIPIENTS, MOVE_UPLOADS] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}
