//! Shipments as customs, airlines and partners are told of them.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::status::ShipmentStatus;
use crate::usual_terms;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use trade::party::{DocumentType, PersonType};

/// Most shipments of one call.
pub const MAX_SHIPMENTS: usize = 1_000;

/// Goods are described by their items, each once; a shipment can have thousands.
pub const BY_IDS: &str = concat!(
    "
    select s.id, s.tracking_code, s.status, s.declared_value, s.currency::text as currency, s.insurance_value,
           coalesce(s.freight_declared, s.total_freight) as freight,
           case when s.freight_declared is null then s.total_currency else s.currency::text end as freight_currency,
           coalesce(s.incoterm, (select ",
    usual_terms!(),
    " from services v where v.id = s.service_id)) as incoterm,
           greatest(s.parcel_count, 1::smallint) as parcel_count, s.declared_weight_g,
           s.from_person_type, s.from_document_type, s.from_document, s.from_name, s.from_phone, s.from_country_id,
           s.from_postcode, s.from_address_1, s.from_address_2, s.from_address_number, s.from_address_complement,
           (select coalesce(code, name) from states where id = s.from_state_id) as from_state, s.from_city,
           s.to_person_type, s.to_document_type, s.to_document, s.to_name, s.to_phone, s.to_country_id, s.to_postcode,
           s.to_address_1, s.to_address_2, s.to_address_number, s.to_address_complement,
           (select coalesce(code, name) from states where id = s.to_state_id) as to_state, s.to_city,
           i.description, coalesce(i.hs_codes, '{}') as hs_codes, coalesce(i.items, 0) as items
    from shipments s
    left join lateral (
        select left(string_agg(distinct description, ', ' order by description), 600) as description,
               (array_agg(distinct regexp_replace(hs_code, '\\D', '', 'g')
                          order by regexp_replace(hs_code, '\\D', '', 'g'))
                   filter (where hs_code <> ''))[1:99] as hs_codes,
               ceil(sum(quantity))::int8 as items
        from shipment_items where shipment_id = s.id
    ) i on true
    where s.id = any($1) order by s.tracking_code limit 1000"
);
/// Those of these shipments that a user reaches.
pub const IN_SCOPE: &str = concat!(
    "select s.id, s.tracking_code, s.status, s.subsidiary_id, greatest(s.parcel_count, 1::smallint) as parcel_count,
            s.declared_weight_g
     from shipments s where s.id = any($4) and ",
    in_scope!("s."),
    " order by s.tracking_code limit 1000"
);
/// Whoever's they are.
pub const TO_CARRY: &str = "
    select s.id, s.tracking_code, s.status, s.subsidiary_id, greatest(s.parcel_count, 1::smallint) as parcel_count,
           s.declared_weight_g
    from shipments s where s.id = any($1) order by s.tracking_code limit 1000";

/// A shipment that goes into a transport without a bag.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CarriedShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub subsidiary_id: Option<Uuid>,
    pub parcel_count: i16,
    pub declared_weight_g: Option<i32>,
}

/// A shipment with both parties and its goods.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeclaredShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub declared_value: Option<Decimal>,
    pub currency: Option<String>,
    pub insurance_value: Option<Decimal>,
    pub freight: Option<Decimal>,
    pub freight_currency: Option<String>,
    pub incoterm: Option<String>,
    pub parcel_count: i16,
    pub declared_weight_g: Option<i32>,
    pub from_person_type: PersonType,
    pub from_document_type: Option<DocumentType>,
    pub from_document: Option<String>,
    pub from_name: Option<String>,
    pub from_phone: Option<String>,
    pub from_country_id: Option<i16>,
    pub from_postcode: Option<String>,
    pub from_address_1: Option<String>,
    pub from_address_2: Option<String>,
    pub from_address_number: Option<String>,
    pub from_address_complement: Option<String>,
    pub from_state: Option<String>,
    pub from_city: Option<String>,
    pub to_person_type: PersonType,
    pub to_document_type: Option<DocumentType>,
    pub to_document: Option<String>,
    pub to_name: Option<String>,
    pub to_phone: Option<String>,
    pub to_country_id: Option<i16>,
    pub to_postcode: Option<String>,
    pub to_address_1: Option<String>,
    pub to_address_2: Option<String>,
    pub to_address_number: Option<String>,
    pub to_address_complement: Option<String>,
    pub to_state: Option<String>,
    pub to_city: Option<String>,
    pub description: Option<String>,
    /// Digits only, each once.
    pub hs_codes: Vec<String>,
    pub items: i64,
}

/// Shipments by their ids, in the order of their codes: at most [`MAX_SHIPMENTS`].
pub async fn load_declared(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<DeclaredShipment>> {
    Ok(sqlx::query_as(BY_IDS).bind(ids).fetch_all(&mut **tx).await?)
}

/// Those of these shipments that a user reaches.
pub async fn list_in_scope(
    tx: &mut TenantTx,
    scope: &RowScope,
    ids: &[Uuid],
) -> ApiResult<Vec<CarriedShipment>> {
    Ok(scope.query_as(IN_SCOPE).bind(ids).fetch_all(&mut **tx).await?)
}

/// These shipments, whoever's they are.
pub async fn list_carried(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<CarriedShipment>> {
    Ok(sqlx::query_as(TO_CARRY).bind(ids).fetch_all(&mut **tx).await?)
}
