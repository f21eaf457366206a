//! SQL of labels: all data of a set of shipments, with one query per table.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::shipment_columns;
use crate::shipments::fields::ShipmentFields;
use crate::shipments::missing_fields::goes_through_customs;
use crate::shipments::model::State;
use crate::status::ShipmentStatus;
use crate::usual_terms;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// These columns have no table name, so the joins rename theirs.
pub const SHIPMENTS: &str = concat!(
    "select s.id, s.tracking_code, s.status, s.missing, s.created_at, s.confirmed_at, s.held_at, s.label_prints, service_titles, usual_terms,
             client_name,
            s.volumetric_weight_g, s.chargeable_weight_g,
            from_country_code, from_country_names, from_state_code, from_state_name,
            to_country_code, to_country_names, to_state_code, to_state_name, ",
    shipment_columns!(),
    " from unnest($4::uuid[]) with ordinality picked (picked_id, place)
      join shipments s on s.id = picked_id
      left join (select id as v_id, title_locale as service_titles, ",
    usual_terms!(),
    " as usual_terms from services) v on v_id = s.service_id
      left join (select id as cl_id, name as client_name from clients) cl on cl_id = s.client_id
      left join (select id as fc_id, alpha2 as from_country_code,
                        coalesce(e.name_locale, c.name_locale) as from_country_names
                 from countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2) fc
             on fc_id = s.from_country_id
      left join (select id as fs_id, code as from_state_code, name as from_state_name from states) fs
             on fs_id = s.from_state_id
      left join (select id as tc_id, alpha2 as to_country_code,
                        coalesce(e.name_locale, c.name_locale) as to_country_names
                 from countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2) tc
             on tc_id = s.to_country_id
      left join (select id as ts_id, code as to_state_code, name as to_state_name from states) ts
             on ts_id = s.to_state_id
      where ",
    in_scope!("s."),
    " order by place"
);
/// A shipment without parcels has one label.
pub const PAGES: &str = concat!(
    "select coalesce(sum(greatest(parcel_count, 1)), 0)::int8 from shipments where id = any($4) and cardinality(missing) = 0 and ",
    in_scope!("")
);
pub const PARCELS: &str = "
    select shipment_id, length_mm, width_mm, height_mm, weight_g from parcels
    where shipment_id = any($1) order by shipment_id, seq";
/// A shipment can have thousands of items; the label has room for a few.
pub const FIRST_ITEMS: &str = "
    select shipment_id, left(description, 200) as description, quantity, unit from shipment_items
    where shipment_id = any($1) and seq <= 6 order by shipment_id, seq";
/// Rows are locked in the order of their ids, as everywhere: otherwise two prints of the same shipments could
/// deadlock.
pub const COUNT_PRINT: &str = "
    with printed as (select id from shipments where id = any($1) order by id for no key update)
    update shipments s set label_printed_at = $2, label_printed_by = $3, label_prints = s.label_prints + 1
    from printed where s.id = printed.id
    returning s.id, s.label_prints";
pub const MARK_SHA: &str =
    "select sha256 from brand_assets where name = 'logo' and content_type = 'image/svg+xml'";
pub const MARK_SVG: &str = "select body from brand_assets where name = 'logo' and sha256 = $1";

/// A shipment with columns of other tables.
#[derive(sqlx::FromRow)]
pub struct ShipmentRow {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub missing: Vec<String>,
    pub created_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub held_at: Option<DateTime<Utc>>,
    pub label_prints: i32,
    pub service_titles: Option<Value>,
    /// Terms of delivery of the service, for goods without chosen ones.
    pub usual_terms: Option<String>,
    pub client_name: Option<String>,
    pub volumetric_weight_g: Option<i32>,
    pub chargeable_weight_g: Option<i32>,
    pub from_country_code: Option<String>,
    pub from_country_names: Option<Value>,
    pub from_state_code: Option<String>,
    pub from_state_name: Option<String>,
    pub to_country_code: Option<String>,
    pub to_country_names: Option<Value>,
    pub to_state_code: Option<String>,
    pub to_state_name: Option<String>,
    #[sqlx(flatten)]
    pub fields: ShipmentFields,
}

impl ShipmentRow {
    /// With the fields that one of its documents lacks.
    pub fn state<'a>(&self, missing: &'a [String]) -> State<'a> {
        let (is_confirmed, is_held) = (self.confirmed_at.is_some(), self.held_at.is_some());
        // Claims decide about no paper.
        State { status: self.status, is_confirmed, is_held, is_claimed: false, missing }
    }
}

#[derive(sqlx::FromRow)]
pub struct ParcelRow {
    pub shipment_id: Uuid,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    pub weight_g: Option<i32>,
}

#[derive(sqlx::FromRow)]
pub struct ItemRow {
    pub shipment_id: Uuid,
    pub description: String,
    pub quantity: Decimal,
    pub unit: Option<String>,
}

/// All data of a label.
pub struct Consignment {
    pub shipment: ShipmentRow,
    pub parcels: Vec<ParcelRow>,
    pub first_items: Vec<ItemRow>,
}

/// The labels of these shipments, those that are incomplete left out.
pub async fn count_pages(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<i64> {
    Ok(scope.query_scalar(PAGES).bind(ids).fetch_one(&mut **tx).await?)
}

/// The shipments of `ids` within the scope, in the order of `ids`.
pub async fn consignments(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<Vec<Consignment>> {
    let shipments: Vec<ShipmentRow> = scope.query_as(SHIPMENTS).bind(ids).fetch_all(&mut **tx).await?;
    let found: Vec<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
    let parcels: Vec<ParcelRow> = sqlx::query_as(PARCELS).bind(&found).fetch_all(&mut **tx).await?;
    let items: Vec<ItemRow> = sqlx::query_as(FIRST_ITEMS).bind(&found).fetch_all(&mut **tx).await?;
    let mut parcels = by_shipment(parcels, |parcel| parcel.shipment_id);
    let mut items = by_shipment(items, |item| item.shipment_id);
    let whole = shipments.into_iter().map(|shipment| Consignment {
        parcels: parcels.remove(&shipment.id).unwrap_or_default(),
        first_items: items.remove(&shipment.id).unwrap_or_default(),
        shipment: with_terms(shipment),
    });
    Ok(whole.collect())
}

/// Goods that go through customs have the terms of their service when nobody chose others.
fn with_terms(mut shipment: ShipmentRow) -> ShipmentRow {
    if shipment.fields.incoterm.is_none() && goes_through_customs(&shipment.fields) {
        shipment.fields.incoterm = shipment.usual_terms.take();
    }
    shipment
}

pub fn by_shipment<T>(rows: Vec<T>, shipment_of: impl Fn(&T) -> Uuid) -> HashMap<Uuid, Vec<T>> {
    let mut groups: HashMap<Uuid, Vec<T>> = HashMap::new();
    for row in rows {
        groups.entry(shipment_of(&row)).or_default().push(row);
    }
    groups
}

/// The number of the print for each of some shipments.
pub async fn count_print(
    tx: &mut TenantTx,
    ids: &[Uuid],
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<Vec<(Uuid, i32)>> {
    Ok(sqlx::query_as(COUNT_PRINT).bind(ids).bind(at).bind(by).fetch_all(&mut **tx).await?)
}

/// Hash of the tenant's SVG logo; none without an SVG.
pub async fn mark_sha(tx: &mut TenantTx) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(MARK_SHA).fetch_optional(&mut **tx).await?)
}

pub async fn mark_svg(tx: &mut TenantTx, sha256: &str) -> ApiResult<Option<Vec<u8>>> {
    Ok(sqlx::query_scalar(MARK_SVG).bind(sha256).fetch_optional(&mut **tx).await?)
}
