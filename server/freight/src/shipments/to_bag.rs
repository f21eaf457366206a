//! Shipments whose parcels are packed into bags: what decides whether a parcel may go, and which ones wait for it.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::in_hand;
use crate::status::ShipmentStatus;
use crate::tracking_events::LockedShipment;
use crate::{status_beside_customs, unconfirmed};
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use trade::wire_name;

/// Most shipments that wait for one bag.
pub const MAX_WAITING: i64 = 500;

wire_name! {
    /// Who pays the duties of a parcel: the sender, or the recipient.
    DutyPayer { Ddp = "ddp", Ddu = "ddu" }
}

/// SQL of the way in which duties are paid: as the shipment says, otherwise as its service does.
macro_rules! tax_modality {
    () => {
        "case when s.incoterm = 'DDP' then 'ddp' when s.incoterm in ('DDU', 'DAP') then 'ddu'
              when v.tax_modality in ('ddp', 'ddu') then v.tax_modality end"
    };
}

/// SQL of whether the health authority must let the shipment in and has not: its service asks for that, or somebody did.
/// The codes are those of a request that has ended, which crate `regulatory` compares.
macro_rules! uncleared {
    () => {
        "coalesce(case when r.id is null then v.requirements @> '[\"anvisa\"]' else r.status not in (3, 99) end, false)"
    };
}

/// $2 is the number of the parcel. A shipment without parcels is one parcel of its declared weight.
pub const PARCEL: &str = concat!(
    "
    select s.subsidiary_id, s.service_id, v.title_locale as service_title_locale, s.to_name, s.to_city, s.to_country_id,
           s.to_postcode, greatest(s.parcel_count, 1::smallint) as parcel_count, ",
    tax_modality!(),
    " as duty_payer, coalesce(",
    unconfirmed!(),
    ", false) as is_unconfirmed, r.id as regulatory_request_id, ",
    uncleared!(),
    " as is_uncleared, ",
    status_beside_customs!(),
    " as beside_customs,
           case when s.parcel_count <= 1 then coalesce(p.weight_g, s.declared_weight_g) else p.weight_g end as weight_g
    from shipments s
    left join services v on v.id = s.service_id
    left join regulatory_requests r on r.shipment_id = s.id
    left join parcels p on p.shipment_id = s.id and p.seq = $2
    where s.id = $1"
);

/// Received shipments, also those that customs have cleared since, the oldest first. $4 country, $5 service, $6 payer of duties, $7
/// and $8 ranges of postcodes.
pub const WAITING: &str = concat!(
    "
    select s.id, s.tracking_code, s.to_name, s.to_city, s.to_postcode, v.title_locale as service_title_locale,
           greatest(s.parcel_count, 1::smallint) as parcel_count, s.declared_weight_g as weight_g, s.held_at, coalesce(",
    unconfirmed!(),
    ", false) as is_unconfirmed, ",
    uncleared!(),
    " as is_uncleared
    from shipments s
    left join services v on v.id = s.service_id
    left join regulatory_requests r on r.shipment_id = s.id
    where (s.status = 40 or s.status in (80, 84) and ",
    status_beside_customs!(),
    " = 40) and s.to_country_id = $4 and ($5::uuid is null or s.service_id = $5)
      and ($6::text is null or ",
    tax_modality!(),
    " = $6)
      and ($7::text[] is null or exists (
          select from unnest($7, $8::text[]) range(first, last)
          where regexp_replace(s.to_postcode, '\\D', '', 'g') between range.first and range.last
      )) and ",
    in_scope!("s."),
    " order by s.created_at, s.id limit 500"
);

/// Those among the shipments that must not leave, by their codes.
pub const STOPPED: &str = concat!(
    "
    select s.tracking_code from shipments s
    left join services v on v.id = s.service_id
    left join regulatory_requests r on r.shipment_id = s.id
    where s.id = any($1) and (s.held_at is not null or s.status in (0, 45, 82) or ",
    uncleared!(),
    ") order by s.tracking_code limit 20"
);

/// Shipments that travel without a bag, whole.
pub const LOOSE: &str = concat!(
    "
    select s.id, s.subsidiary_id, s.service_id, v.title_locale as service_title_locale, s.to_name, s.to_city, s.to_country_id,
           s.to_postcode, greatest(s.parcel_count, 1::smallint) as parcel_count, ",
    tax_modality!(),
    " as duty_payer, coalesce(",
    unconfirmed!(),
    ", false) as is_unconfirmed, r.id as regulatory_request_id, ",
    uncleared!(),
    " as is_uncleared, ",
    status_beside_customs!(),
    " as beside_customs, s.declared_weight_g as weight_g
    from shipments s
    left join services v on v.id = s.service_id
    left join regulatory_requests r on r.shipment_id = s.id
    where s.id = any($1) order by s.id"
);
/// The value of goods, as their senders declare.
pub const VALUES: &str = "
    select id, declared_value, currency::text as currency from shipments where id = any($1) order by id";

pub const SERVICE_TITLE: &str = "select title_locale from services where id = $1";

/// A parcel that somebody wants to pack, with what decides about it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ParcelToBag {
    pub subsidiary_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub service_title_locale: Option<Value>,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub to_postcode: Option<String>,
    /// Parcels of the shipment.
    pub parcel_count: i16,
    pub duty_payer: Option<DutyPayer>,
    pub is_unconfirmed: bool,
    pub regulatory_request_id: Option<Uuid>,
    /// The health authority must let it in, and has not.
    pub is_uncleared: bool,
    /// How far it has moved, whatever customs have said; none while it was seen nowhere.
    pub beside_customs: Option<ShipmentStatus>,
    pub weight_g: Option<i32>,
}

/// A shipment that travels without a bag, with what decides about it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LooseShipment {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub whole: ParcelToBag,
}

/// The value of the goods of a shipment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeclaredValue {
    pub id: Uuid,
    pub declared_value: Option<Decimal>,
    pub currency: Option<String>,
}

/// A shipment in the warehouse of which no parcel is packed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WaitingShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_postcode: Option<String>,
    pub service_title_locale: Option<Value>,
    pub parcel_count: i16,
    pub weight_g: Option<i32>,
    pub held_at: Option<DateTime<Utc>>,
    /// Gone on without a confirmation, so its client is not charged yet.
    pub is_unconfirmed: bool,
    pub is_uncleared: bool,
}

/// The shipments that somebody looks for.
#[derive(Clone, Debug)]
pub struct WantedShipments<'a> {
    pub country_id: i16,
    pub service_id: Option<Uuid>,
    pub duty_payer: Option<DutyPayer>,
    /// First and last postcodes, digits only; none for all.
    pub postcodes: Option<&'a [(String, String)]>,
}

pub async fn load_parcel(tx: &mut TenantTx, shipment_id: Uuid, seq: i16) -> ApiResult<ParcelToBag> {
    Ok(sqlx::query_as(PARCEL).bind(shipment_id).bind(seq).fetch_one(&mut **tx).await?)
}

/// Shipments as wholes; unknown ones are absent.
pub async fn load_loose(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<LooseShipment>> {
    Ok(sqlx::query_as(LOOSE).bind(ids).fetch_all(&mut **tx).await?)
}

/// Loads the values of the goods of some shipments.
pub async fn load_values(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<DeclaredValue>> {
    Ok(sqlx::query_as(VALUES).bind(ids).fetch_all(&mut **tx).await?)
}

/// The title of a service, by language.
pub async fn find_service_title(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Value>> {
    Ok(sqlx::query_scalar(SERVICE_TITLE).bind(id).fetch_optional(&mut **tx).await?)
}

/// Received shipments that nobody has packed, the oldest first: at most [`MAX_WAITING`].
pub async fn list_waiting(
    tx: &mut TenantTx,
    scope: &RowScope,
    wanted: &WantedShipments<'_>,
) -> ApiResult<Vec<WaitingShipment>> {
    let ranges =
        wanted.postcodes.map(|ranges| ranges.iter().cloned().unzip::<_, _, Vec<String>, Vec<String>>());
    let (first, last) = ranges.unzip();
    let query = scope
        .query_as(WAITING)
        .bind(wanted.country_id)
        .bind(wanted.service_id)
        .bind(wanted.duty_payer.map(DutyPayer::as_str))
        .bind(first)
        .bind(last);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// Codes of those among the shipments that are held, cancelled or not let in by the health authority: at most 20.
pub async fn list_stopped(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<String>> {
    Ok(sqlx::query_scalar(STOPPED).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// Why a parcel of this shipment is not packed, whatever the bag; none if it is. A parcel that `stays_behind` is still here although
/// its shipment has left: its parcels may go on different days.
pub fn find_refusal(
    shipment: &LockedShipment,
    parcel: &ParcelToBag,
    stays_behind: bool,
) -> Option<MessageCode> {
    use ShipmentStatus::{AwaitingPayment, CustomsHold, Draft, NeedsAttention, Returning, ReweighHold};
    if let Some(code) = in_hand::find_refusal(shipment) {
        return Some(code);
    }
    match shipment.status {
        Returning => Some(MessageCode::ParcelDeparted),
        // Customs stop parcels before their departure, too.
        ReweighHold | CustomsHold => Some(MessageCode::ShipmentOnHold),
        status if in_hand::has_departed(status, parcel.beside_customs) && !stays_behind => {
            Some(MessageCode::ParcelDeparted)
        }
        _ if shipment.held_at.is_some() => Some(MessageCode::ShipmentOnHold),
        AwaitingPayment => Some(MessageCode::ShipmentAwaitsPayment),
        Draft | NeedsAttention => Some(MessageCode::ShipmentUnconfirmed),
        _ if parcel.is_unconfirmed => Some(MessageCode::ShipmentUnconfirmed),
        _ if parcel.is_uncleared => Some(MessageCode::ShipmentNotCleared),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipment(status: ShipmentStatus) -> LockedShipment {
        LockedShipment {
            id: Uuid::nil(),
            tracking_code: "LX821947508BR".into(),
            status,
            is_confirmed: true,
            held_at: None,
            last_event_code: None,
            last_event_at: None,
        }
    }

    fn parcel() -> ParcelToBag {
        ParcelToBag {
            subsidiary_id: None,
            service_id: None,
            service_title_locale: None,
            to_name: None,
            to_city: None,
            to_country_id: None,
            to_postcode: None,
            parcel_count: 1,
            duty_payer: None,
            is_unconfirmed: false,
            regulatory_request_id: None,
            is_uncleared: false,
            beside_customs: None,
            weight_g: Some(500),
        }
    }

    #[test]
    fn only_what_is_paid_and_in_the_warehouse_is_packed() {
        let arrived = ParcelToBag { beside_customs: Some(ShipmentStatus::Arrived), ..parcel() };
        for status in ShipmentStatus::ALL {
            let refusal = find_refusal(&shipment(*status), &arrived, false);
            let code = status.code();
            assert_eq!(refusal.is_none(), matches!(code, 30 | 35 | 40 | 50 | 60), "{status:?} {refusal:?}");
        }
    }

    #[test]
    fn what_customs_cleared_before_it_left_is_packed() {
        for status in [ShipmentStatus::InCustoms, ShipmentStatus::Cleared] {
            for (beside_customs, is_packed) in [
                (None, true),
                (Some(ShipmentStatus::Received), true),
                (Some(ShipmentStatus::Manifested), true),
                (Some(ShipmentStatus::Departed), false),
                (Some(ShipmentStatus::LastMile), false),
            ] {
                let cleared = ParcelToBag { beside_customs, ..parcel() };
                let refusal = find_refusal(&shipment(status), &cleared, false);
                assert_eq!(refusal.is_none(), is_packed, "{status:?} {beside_customs:?}");
            }
        }
    }

    #[test]
    fn what_stays_behind_follows_its_shipment() {
        for status in ShipmentStatus::ALL {
            let refusal = find_refusal(&shipment(*status), &parcel(), true);
            let is_packed = matches!(status.code(), 30 | 35 | 40 | 50..=80 | 84..=88);
            assert_eq!(refusal.is_none(), is_packed, "{status:?} {refusal:?}");
        }
        let refusal = |status| find_refusal(&shipment(status), &parcel(), true);
        assert_eq!(refusal(ShipmentStatus::Returning), Some(MessageCode::ParcelDeparted));
        assert_eq!(refusal(ShipmentStatus::CustomsHold), Some(MessageCode::ShipmentOnHold));
    }

    #[test]
    fn held_unpaid_and_uncleared_parcels_are_refused_each_with_its_reason() {
        let received = || shipment(ShipmentStatus::Received);
        let held = LockedShipment { held_at: Some(DateTime::UNIX_EPOCH), ..received() };
        assert_eq!(find_refusal(&held, &parcel(), false), Some(MessageCode::ShipmentOnHold));
        let stopped = shipment(ShipmentStatus::CustomsHold);
        assert_eq!(find_refusal(&stopped, &parcel(), false), Some(MessageCode::ShipmentOnHold));
        let unpaid = ParcelToBag { is_unconfirmed: true, ..parcel() };
        assert_eq!(find_refusal(&received(), &unpaid, false), Some(MessageCode::ShipmentUnconfirmed));
        let uncleared = ParcelToBag { is_uncleared: true, ..parcel() };
        assert_eq!(find_refusal(&received(), &uncleared, false), Some(MessageCode::ShipmentNotCleared));
    }
}
