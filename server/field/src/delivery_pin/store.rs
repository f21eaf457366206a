//! SQL of the PINs of deliveries.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// Those of the deliveries that ask for a PIN.
pub const PINS: &str = "
    select id, pin_turn, pin_changed_at, pin_misses from deliveries where id = any($1) and proof @> '[\"pin\"]'";
pub const SET_MISSES: &str = "
    update deliveries d set pin_misses = new.misses from unnest($1::uuid[], $2::smallint[]) new(id, misses)
    where d.id = new.id";
/// A delivery whose recipient waits for it and is told its PIN.
pub const TOLD: &str = "
    select number, recipient_name from deliveries
    where id = $1 and pin_turn = $2 and proof @> '[\"pin\"]' and status in (10, 20, 30, 45, 50)";

/// Which PIN of a delivery is good.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct PinRow {
    pub id: Uuid,
    pub pin_turn: i16,
    pub pin_changed_at: Option<DateTime<Utc>>,
    /// Wrong ones that arrived since.
    pub pin_misses: i16,
}

/// The delivery that the e-mail with the PIN names.
#[derive(Debug, sqlx::FromRow)]
pub struct ToldDelivery {
    pub number: String,
    pub recipient_name: String,
}

pub async fn list_pins(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<PinRow>> {
    Ok(sqlx::query_as(PINS).bind(ids).fetch_all(&mut **tx).await?)
}

pub async fn set_misses(tx: &mut TenantTx, ids: &[Uuid], misses: &[i16]) -> ApiResult<()> {
    if !ids.is_empty() {
        sqlx::query(SET_MISSES).bind(ids).bind(misses).execute(&mut **tx).await?;
    }
    Ok(())
}

/// None when there is a newer PIN, or nobody waits for the parcels any more.
pub async fn find_told(tx: &mut TenantTx, id: Uuid, turn: i16) -> ApiResult<Option<ToldDelivery>> {
    Ok(sqlx::query_as(TOLD).bind(id).bind(turn).fetch_optional(&mut **tx).await?)
}
