//! Shipments whose parcels somebody has in hand: found by the code that was scanned, with what a station shows of them.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Shipment, verdict};
use super::store;
use crate::status::ShipmentStatus;
use crate::tracking_events::{self, LockedShipment, NewEvent};
use crate::{status_beside_customs, unconfirmed};
use access::scope::RowScope;
use policy::{Action, Grants};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::parcel_code::read_parcel_code;

/// $2 is the number of the parcel. A shipment without parcels is one parcel of its declared weight.
pub const FACTS: &str = concat!(
    "
    select s.subsidiary_id, s.client_id, c.name as client_name, v.title_locale as service_title_locale, s.to_name, s.to_city,
           s.to_country_id, greatest(s.parcel_count, 1::smallint) as parcel_count, s.total, s.total_currency,
           coalesce(",
    unconfirmed!(),
    ", false) as unconfirmed, case when s.parcel_count <= 1 then coalesce(p.weight_g, s.declared_weight_g) else p.weight_g end
               as declared_weight_g,
           p.length_mm, p.width_mm, p.height_mm
    from shipments s
    left join clients c on c.id = s.client_id
    left join services v on v.id = s.service_id
    left join parcels p on p.shipment_id = s.id and p.seq = $2
    where s.id = $1"
);

/// What a station shows of a shipment, and of one of its parcels.
#[derive(Debug, sqlx::FromRow)]
pub struct ShipmentFacts {
    pub subsidiary_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub service_title_locale: Option<Value>,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub parcel_count: i16,
    pub total: Option<Decimal>,
    pub total_currency: Option<String>,
    /// Gone on without a confirmation, so its client is not charged yet.
    pub unconfirmed: bool,
    pub declared_weight_g: Option<i32>,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
}

/// The shipment of a scanned code, locked, and the number of the parcel if the code has one. None for an unknown code.
pub async fn lock_scanned(
    tx: &mut TenantTx,
    scope: &RowScope,
    scanned: &str,
) -> ApiResult<Option<(LockedShipment, Option<i16>)>> {
    let (code, number) = read_parcel_code(scanned);
    let found = tracking_events::lock_by_codes(tx, scope, &[code]).await?;
    Ok(found.into_iter().next().map(|shipment| (shipment, number)))
}

/// A shipment with its parcels, locked.
pub async fn lock_shipment(tx: &mut TenantTx, id: Uuid) -> ApiResult<Shipment> {
    store::lock_and_find(tx, &RowScope::All, id, &Grants::NONE).await
}

pub const STATUSES: &str = "select id, status from shipments where id = any($1)";
/// The same for whether they have left: null for one that customs cleared before it was seen anywhere.
pub const WHEREABOUTS: &str = concat!(
    "select s.id, case when s.status in (80, 84) then ",
    status_beside_customs!(),
    " else s.status end from shipments s where s.id = any($1)"
);

/// The statuses of some shipments.
pub async fn load_statuses(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, ShipmentStatus>> {
    let rows: Vec<(Uuid, ShipmentStatus)> = sqlx::query_as(STATUSES).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}

/// Those that somebody holds, and those whose client has to agree to their measures.
pub const HELD: &str = "select id from shipments where id = any($1) and (held_at is not null or status = 45)";

/// Those of some shipments whose parcels have to be put aside.
pub async fn list_held(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let held: Vec<Uuid> = sqlx::query_scalar(HELD).bind(ids).fetch_all(&mut **tx).await?;
    Ok(held.into_iter().collect())
}

/// The users of the client of a shipment.
pub async fn list_client_users(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<Uuid>> {
    let readers = tracking_events::store::load_readers(tx, &[shipment_id]).await?;
    Ok(readers.into_iter().map(|reader| reader.user_id).collect())
}

pub async fn load_facts(tx: &mut TenantTx, shipment_id: Uuid, seq: i16) -> ApiResult<ShipmentFacts> {
    Ok(sqlx::query_as(FACTS).bind(shipment_id).bind(seq).fetch_one(&mut **tx).await?)
}

/// 409 for the number of a parcel that a shipment of so many has not.
pub fn refuse_number(parcel_count: i16) -> ApiError {
    let params = Params::from([("count", parcel_count.into())]);
    ApiError::refused(MessageCode::ParcelNumberUnknown).with_params(params)
}

/// Returns 409 `parcel_number_unknown` for the number of a parcel that the shipment has not.
pub async fn guard_number(tx: &mut TenantTx, shipment_id: Uuid, number: Option<i16>) -> ApiResult<()> {
    let Some(number) = number else { return Ok(()) };
    let parcel_count = load_facts(tx, shipment_id, number).await?.parcel_count;
    if (1..=parcel_count).contains(&number) { Ok(()) } else { Err(refuse_number(parcel_count)) }
}

/// Why a warehouse does not receive a parcel of this shipment; none if it does.
pub fn find_refusal(shipment: &LockedShipment) -> Option<MessageCode> {
    match verdict(shipment.state(), Action::RecordEvent) {
        Verdict::No(code, _) => Some(code),
        _ => shipment.status.is_final().then_some(MessageCode::ShipmentFinished),
    }
}

/// Whether the goods have left the warehouse that received them. Customs may clear goods before they leave: then their movement
/// beside customs decides.
pub fn has_departed(status: ShipmentStatus, beside_customs: Option<ShipmentStatus>) -> bool {
    let status = if status.may_precede_departure() { beside_customs } else { Some(status) };
    status.is_some_and(|status| status >= ShipmentStatus::Departed)
}

/// How far the goods of some shipments have moved, whatever customs have said before that; those that were seen nowhere are absent.
pub async fn load_whereabouts(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, ShipmentStatus>> {
    let rows: Vec<(Uuid, Option<ShipmentStatus>)> =
        sqlx::query_as(WHEREABOUTS).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().filter_map(|(id, status)| Some((id, status?))).collect())
}

/// A driver of a pickup has the goods before a warehouse sees them.
pub const WAS_HANDED_IN: &str = "
    select s.status >= 40 or exists (
        select from shipment_events e
        where e.shipment_id = s.id and e.code = 'COLLECTED' and e.corrects is null
          and not exists (select from shipment_events c where c.corrects = e.id)
    )
    from shipments s where s.id = $1";

/// Whether the company has taken over the goods of a shipment, at a warehouse or at a pickup.
pub async fn was_handed_in(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(WAS_HANDED_IN).bind(id).fetch_one(&mut **tx).await?)
}

/// Records the reception of a shipment that has not moved yet, and returns the event. None for one that was received before.
pub async fn record_reception(
    tx: &mut TenantTx,
    shipment: LockedShipment,
    event: &NewEvent,
) -> ApiResult<Option<Uuid>> {
    let whereabouts = load_whereabouts(tx, &[shipment.id]).await?;
    if whereabouts.get(&shipment.id).is_some_and(|status| status.is_movement()) {
        return Ok(None);
    }
    tracking_events::record_for(tx, shipment, event).await.map(Some)
}
