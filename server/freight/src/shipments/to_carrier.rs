//! Shipments as carriers of the last mile are told of them.

use std::collections::HashSet;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::status::ShipmentStatus;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use trade::carrier_party::CarrierParty;

/// Goods are described by a hundred items at most.
pub const TO_CARRIER: &str = concat!(
    "
    select s.id, s.tracking_code, s.status, s.confirmed_at is not null as is_confirmed, s.held_at is not null as is_held,
           s.service_id, v.last_mile_provider_id as provider_id, s.currency::text as currency, s.declared_value, s.incoterm,
           s.declared_weight_g, s.total, s.total_currency,
           jsonb_build_object(
               'name', s.from_name, 'company', s.from_trading_name, 'document', s.from_document, 'email', s.from_email,
               'phone', s.from_phone, 'country', fc.alpha2, 'postcode', s.from_postcode, 'street', s.from_address_1,
               'number', s.from_address_number, 'complement', s.from_address_complement, 'district', s.from_address_2,
               'city', s.from_city, 'state', (select coalesce(code, name) from ref.states where id = s.from_state_id)
           ) as sender,
           jsonb_build_object(
               'name', s.to_name, 'company', s.to_trading_name, 'document', s.to_document, 'email', s.to_email,
               'phone', s.to_phone, 'country', tc.alpha2, 'postcode', s.to_postcode, 'street', s.to_address_1,
               'number', s.to_address_number, 'complement', s.to_address_complement, 'district', s.to_address_2,
               'city', s.to_city, 'state', (select coalesce(code, name) from ref.states where id = s.to_state_id)
           ) as recipient,
           coalesce((
               select jsonb_agg(jsonb_build_object(
                   'weight_g', p.weight_g, 'length_mm', p.length_mm, 'width_mm', p.width_mm, 'height_mm', p.height_mm
               ) order by p.seq)
               from parcels p where p.shipment_id = s.id
           ), '[]') as parcels,
           coalesce((
               select jsonb_agg(jsonb_build_object(
                   'description', i.description, 'hs_code', i.hs_code, 'quantity', i.quantity::text,
                   'unit_value', i.unit_value::text, 'net_weight_g', i.net_weight_g,
                   'origin', (select alpha2 from ref.countries where id = i.origin_country_id)
               ) order by i.seq)
               from shipment_items i where i.shipment_id = s.id and i.seq <= 100
           ), '[]') as items
    from shipments s
    left join services v on v.id = s.service_id
    left join ref.countries fc on fc.id = s.from_country_id
    left join ref.countries tc on tc.id = s.to_country_id
    where s.id = $4 and ",
    in_scope!("s.")
);

pub const REACHED: &str = concat!("select s.id from shipments s where s.id = any($4) and ", in_scope!("s."));

/// A shipment with both parties, its parcels and goods.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ShipmentToCarry {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub is_confirmed: bool,
    pub is_held: bool,
    pub service_id: Option<Uuid>,
    /// Who carries the last mile of its service.
    pub provider_id: Option<Uuid>,
    pub currency: Option<String>,
    pub declared_value: Option<Decimal>,
    pub incoterm: Option<String>,
    pub declared_weight_g: Option<i32>,
    /// The price that its confirmation froze.
    pub total: Option<Decimal>,
    pub total_currency: Option<String>,
    #[sqlx(json)]
    pub sender: CarrierParty,
    #[sqlx(json)]
    pub recipient: CarrierParty,
    #[sqlx(json)]
    pub parcels: Vec<ParcelToCarry>,
    #[sqlx(json)]
    pub items: Vec<ItemToCarry>,
}

/// A parcel, in grams and millimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParcelToCarry {
    pub weight_g: Option<i32>,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
}

/// Goods of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemToCarry {
    pub description: String,
    pub hs_code: Option<String>,
    pub quantity: Decimal,
    pub unit_value: Option<Decimal>,
    /// All units together.
    pub net_weight_g: Option<f64>,
    /// Two letters of a country.
    pub origin: Option<String>,
}

impl ShipmentToCarry {
    /// Why no carrier takes it now; none if one does.
    pub fn find_refusal(&self) -> Option<MessageCode> {
        match self.status {
            ShipmentStatus::Cancelled => Some(MessageCode::ShipmentNotTrackable),
            status if status.is_final() => Some(MessageCode::ShipmentFinished),
            _ if !self.is_confirmed => Some(MessageCode::ShipmentUnconfirmed),
            _ if self.is_held => Some(MessageCode::ShipmentOnHold),
            _ => None,
        }
    }
}

/// A shipment that a user reaches; none otherwise.
pub async fn load(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Option<ShipmentToCarry>> {
    Ok(scope.query_as(TO_CARRIER).bind(id).fetch_optional(&mut **tx).await?)
}

/// Those of the shipments that a user reaches.
pub async fn find_reached(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let found: Vec<Uuid> = scope.query_scalar(REACHED).bind(ids).fetch_all(&mut **tx).await?;
    Ok(HashSet::from_iter(found))
}
