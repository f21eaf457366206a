//! SQL of documents: what a label does not show of a set of shipments, with one query per table.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::form::DocumentKind;
use super::small_value;
use crate::shipments::labels::model::Stationery;
use crate::shipments::labels::store::{Consignment, ShipmentRow, by_shipment};
use crate::tracking_events::store::{self as event_store, EventRow};
use server_core::fx::{Rates, SDR};
use server_core::http::error::ApiResult;

pub const GOODS: &str = "
    select i.shipment_id, i.description, i.hs_code, i.sku, i.quantity, i.unit, i.unit_value, i.net_weight_g,
           c.alpha2::text as origin_code, coalesce(e.name_locale, c.name_locale) as origin_names
    from shipment_items i
    left join countries c on c.id = i.origin_country_id
    left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    where i.shipment_id = any($1) order by i.shipment_id, i.seq";

pub const REGULATORY_REQUESTS: &str = "
    select shipment_id, authorization_no, protocol_no from regulatory_requests where shipment_id = any($1)";

/// The regulatory request of a shipment.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct RegulatoryRow {
    pub shipment_id: Uuid,
    /// Number of the authorization to import.
    pub authorization_no: Option<String>,
    pub protocol_no: Option<String>,
}

/// An item of a shipment.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct GoodsRow {
    pub shipment_id: Uuid,
    pub description: String,
    pub hs_code: Option<String>,
    pub sku: Option<String>,
    pub quantity: Decimal,
    pub unit: Option<String>,
    pub unit_value: Option<Decimal>,
    /// Weight of all units together.
    pub net_weight_g: Option<f64>,
    pub origin_code: Option<String>,
    pub origin_names: Option<Value>,
}

/// All data of the documents of a shipment.
pub struct Papers {
    pub consignment: Consignment,
    pub goods: Vec<GoodsRow>,
    /// Public ones, newest first.
    pub events: Vec<EventRow>,
    /// None for a shipment that the health authority does not inspect.
    pub regulatory_request: Option<RegulatoryRow>,
    /// The largest value of a CN 22 in the shipment's currency; none without a rate.
    pub small_value: Option<Decimal>,
}

impl Papers {
    pub fn shipment(&self) -> &ShipmentRow {
        &self.consignment.shipment
    }

    /// Empty when the shipment has no amounts.
    pub fn currency(&self) -> &str {
        self.shipment().fields.currency.as_deref().unwrap_or_default().trim()
    }
}

/// Completes shipments with what these documents need.
pub async fn papers(
    tx: &mut TenantTx,
    consignments: Vec<Consignment>,
    kinds: &[DocumentKind],
    company: &Stationery,
    now: DateTime<Utc>,
) -> ApiResult<Vec<Papers>> {
    let day_of = |shipment: &ShipmentRow| frozen_on(shipment, company, now);
    let ids: Vec<Uuid> = consignments.iter().map(|one| one.shipment.id).collect();
    let has = |kind| kinds.contains(&kind);
    let needs_goods = kinds.iter().any(|kind| *kind != DocumentKind::Label);
    let goods = if needs_goods { goods(tx, &ids).await? } else { Vec::new() };
    let events = if has(DocumentKind::OrderView) {
        event_store::of_shipments(tx, &ids, true).await?
    } else {
        Vec::new()
    };
    let (rates, requests) = if has(DocumentKind::CustomsDeclaration) {
        (rates(tx, &consignments, day_of).await?, regulatory_requests(tx, &ids).await?)
    } else {
        (HashMap::new(), Vec::new())
    };
    let mut goods = by_shipment(goods, |item| item.shipment_id);
    let mut events = by_shipment(events, |event| event.shipment_id);
    let mut requests = by_shipment(requests, |request| request.shipment_id);
    let complete = |consignment: Consignment| {
        let id = consignment.shipment.id;
        let (goods, events) = (goods.remove(&id).unwrap_or_default(), events.remove(&id).unwrap_or_default());
        let regulatory_request = requests.remove(&id).unwrap_or_default().pop();
        let rates = rates.get(&day_of(&consignment.shipment));
        let mut papers = Papers { consignment, goods, events, regulatory_request, small_value: None };
        papers.small_value = rates.and_then(|rates| small_value::in_currency(rates, papers.currency()));
        papers
    };
    Ok(consignments.into_iter().map(complete).collect())
}

async fn goods(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<GoodsRow>> {
    Ok(sqlx::query_as(GOODS).bind(ids).fetch_all(&mut **tx).await?)
}

async fn regulatory_requests(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<RegulatoryRow>> {
    Ok(sqlx::query_as(REGULATORY_REQUESTS).bind(ids).fetch_all(&mut **tx).await?)
}

/// The day whose rates decide the form: a paper printed again later is the same one.
fn frozen_on(shipment: &ShipmentRow, company: &Stationery, now: DateTime<Utc>) -> NaiveDate {
    shipment.confirmed_at.unwrap_or(now).with_timezone(&company.time_zone).date_naive()
}

/// The rates of the currencies of some shipments, on the day of each.
async fn rates(
    tx: &mut TenantTx,
    consignments: &[Consignment],
    day_of: impl Fn(&ShipmentRow) -> NaiveDate,
) -> ApiResult<HashMap<NaiveDate, Rates>> {
    let currencies = consignments.iter().filter_map(|one| one.shipment.fields.currency.as_deref());
    let mut codes: Vec<&str> = currencies.map(str::trim).chain([SDR]).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut days: Vec<NaiveDate> = consignments.iter().map(|one| day_of(&one.shipment)).collect();
    days.sort_unstable();
    days.dedup();
    Ok(Rates::load_days(tx, &codes, &days).await?)
}
