//! What decides which actions some shipments take, read at once.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::State;
use crate::status::ShipmentStatus;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

pub const STATES: &str = concat!(
    "select s.id, s.tracking_code, s.status, s.missing, s.confirmed_at, s.held_at, s.is_claimed, c.name as client_name
     from unnest($4::uuid[]) with ordinality picked (id, place)
     join shipments s on s.id = picked.id
     left join clients c on c.id = s.client_id
     where ",
    in_scope!("s."),
    " order by picked.place"
);

/// A shipment with its state.
#[derive(sqlx::FromRow)]
pub struct StateRow {
    pub id: Uuid,
    pub tracking_code: String,
    status: ShipmentStatus,
    missing: Vec<String>,
    confirmed_at: Option<DateTime<Utc>>,
    held_at: Option<DateTime<Utc>>,
    is_claimed: bool,
    pub client_name: Option<String>,
}

impl StateRow {
    pub fn state(&self) -> State<'_> {
        State {
            status: self.status,
            is_confirmed: self.confirmed_at.is_some(),
            is_held: self.held_at.is_some(),
            is_claimed: self.is_claimed,
            missing: &self.missing,
        }
    }
}

/// The shipments of `ids` within the scope, in the order of `ids`.
pub async fn load(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<Vec<StateRow>> {
    Ok(scope.query_as(STATES).bind(ids).fetch_all(&mut **tx).await?)
}
