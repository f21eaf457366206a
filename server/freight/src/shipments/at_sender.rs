//! Shipments whose parcels are still with their senders, as pickups show them.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::status::ShipmentStatus;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

macro_rules! columns {
    () => {
        "select s.id, s.client_id, s.tracking_code, s.status, s.to_name, s.to_city, s.to_country_id,
                greatest(s.parcel_count, 1::smallint) as parcel_count, s.declared_weight_g
         from shipments s where "
    };
}

pub const BY_IDS: &str = concat!(columns!(), "s.id = any($1) order by s.tracking_code");
/// Confirmed and labelled ones within a scope, the newest first.
pub const WAITING: &str = concat!(
    columns!(),
    in_scope!("s."),
    " and s.client_id = $4 and s.status in (30, 35) order by s.created_at desc, s.id desc limit $5"
);

/// A shipment as a pickup shows it.
#[derive(Debug, sqlx::FromRow)]
pub struct ShipmentAtSender {
    pub id: Uuid,
    pub client_id: Option<Uuid>,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub parcel_count: i16,
    pub declared_weight_g: Option<i32>,
}

impl ShipmentAtSender {
    pub const fn is_cancelled(&self) -> bool {
        matches!(self.status, ShipmentStatus::Cancelled)
    }

    /// Confirmed, and not with the company yet.
    pub const fn can_be_collected(&self) -> bool {
        matches!(self.status, ShipmentStatus::Confirmed | ShipmentStatus::Labelled)
    }
}

/// The shipments of these ids, whoever's they are, by their codes.
pub async fn load_shipments(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<ShipmentAtSender>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(BY_IDS).bind(ids).fetch_all(&mut **tx).await?)
}

/// The newest shipments of a client that can be collected, as far as the user reaches them.
pub async fn list_waiting(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Uuid,
    most: i64,
) -> ApiResult<Vec<ShipmentAtSender>> {
    Ok(scope.query_as(WAITING).bind(client_id).bind(most).fetch_all(&mut **tx).await?)
}
