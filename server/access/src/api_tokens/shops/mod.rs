//! Connected shops. Each is a token that nobody can use as one: the shop signs its orders instead. Like a token it acts in the
//! name of its user, with one right, expires, and is revoked from one moment to the next.

mod api;
mod door;
mod model;
mod store;

pub use api::ShopApi;
pub use door::{OpenShop, find_open, hold, note_call, note_wrong_signature};
pub use model::{ShopCall, ShopCallOutcome, ShopKind, is_channel};
pub use store::SHOPS;

use chrono::{DateTime, Utc};
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use model::{ShopRow, TRANSITIONS};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::RecordState;
use server_core::record::Where;

/// The state of a shop towards an action: its user may do everything, others only end it.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    now: DateTime<Utc>,
) -> ApiResult<RecordState> {
    let row: ShopRow = SHOPS.find(tx, &store::only_shops(Where::all()), id).await?;
    let status = row.status(now);
    let verdict = TRANSITIONS.verdict(action, status, &());
    Ok(RecordState { status: Some(status.code()), verdict, ..RecordState::of_user(row.user_id) })
}

/// Returns 409 `client_has_shops` while shops send orders to a client: nobody would see that they are refused from then on.
pub async fn refuse_client_with_shops(
    tx: &mut TenantTx,
    client_id: Uuid,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let query = sqlx::query_scalar(store::NAMES_OF_CLIENT).bind(client_id).bind(now);
    let names: Vec<String> = query.fetch_all(&mut **tx).await?;
    if names.is_empty() {
        return Ok(());
    }
    let params = Params::from([("names", names.join(", ").into())]);
    Err(ApiError::refused(MessageCode::ClientHasShops).with_params(params))
}

/// Moves the shops of a duplicate to the client that stays.
pub async fn move_client_shops(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    sqlx::query(store::MOVE_CLIENT).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}
