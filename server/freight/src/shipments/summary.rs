//! The row of a shipment in lists.

use chrono::{DateTime, NaiveDate, Utc};
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use super::can::{ShipmentCan, State};
use super::hold_row::HoldRow;
use super::missing_fields;
use super::model::ShipmentSummary;
use super::totals::PriceSum;
use crate::status::ShipmentStatus;
use trade::money::in_currency;

#[derive(sqlx::FromRow)]
pub struct SummaryRow {
    id: Uuid,
    tracking_code: String,
    status: ShipmentStatus,
    missing: Vec<String>,
    source: String,
    external_ref: Option<String>,
    client_id: Option<Uuid>,
    client_name: Option<String>,
    service_id: Option<Uuid>,
    service_title_locale: Option<Value>,
    from_name: Option<String>,
    from_country_id: Option<i16>,
    to_name: Option<String>,
    to_city: Option<String>,
    to_country_id: Option<i16>,
    parcel_count: i16,
    item_count: i32,
    declared_weight_g: Option<i32>,
    chargeable_weight_g: Option<i32>,
    currency: Option<String>,
    declared_value: Option<Decimal>,
    total: Option<Decimal>,
    total_currency: Option<String>,
    #[sqlx(json(nullable))]
    draft_price: Option<PriceSum>,
    shipped_on: Option<NaiveDate>,
    due_on: Option<NaiveDate>,
    due_from_on: Option<NaiveDate>,
    confirmed_at: Option<DateTime<Utc>>,
    /// Gone on without a confirmation.
    unconfirmed: bool,
    label_printed_at: Option<DateTime<Utc>>,
    #[sqlx(flatten)]
    hold: HoldRow,
    last_event_code: Option<String>,
    last_event_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    version: i32,
}

impl SummaryRow {
    /// Without prices for users who may not list quotes.
    pub fn view(self, grants: &Grants) -> ShipmentSummary {
        let (is_confirmed, hold) = (self.confirmed_at.is_some(), self.hold.view());
        let is_held = hold.is_some();
        let missing = missing_fields::list_shown(self.status, self.missing);
        let state = State { status: self.status, is_confirmed, is_held, missing: &missing };
        let sees_prices = grants.allow(Resource::Quote, Action::List);
        let draft_price = self.draft_price.filter(|_| sees_prices).map(PriceSum::with_decimals);
        let frozen = self.total.zip(self.total_currency).filter(|_| sees_prices);
        let frozen = frozen.map(|(amount, currency)| PriceSum { amount, currency }.with_decimals());
        ShipmentSummary {
            price: frozen.or_else(|| draft_price.clone()),
            hold,
            can: ShipmentCan::of(state, grants),
            id: self.id,
            tracking_code: self.tracking_code,
            status: self.status,
            missing,
            source: self.source,
            external_ref: self.external_ref,
            client_id: self.client_id,
            client_name: self.client_name,
            service_id: self.service_id,
            service_title_locale: self.service_title_locale,
            from_name: self.from_name,
            from_country_id: self.from_country_id,
            to_name: self.to_name,
            to_city: self.to_city,
            to_country_id: self.to_country_id,
            parcel_count: self.parcel_count,
            item_count: self.item_count,
            declared_weight_g: self.declared_weight_g,
            chargeable_weight_g: self.chargeable_weight_g,
            declared_value: self
                .declared_value
                .map(|value| in_currency(value, self.currency.as_deref().map(str::trim))),
            currency: self.currency.map(|currency| currency.trim().to_owned()),
            draft_price,
            shipped_on: self.shipped_on,
            due_on: self.due_on,
            due_from_on: self.due_from_on,
            unconfirmed: self.unconfirmed,
            label_printed_at: self.label_printed_at,
            last_event_code: self.last_event_code,
            last_event_at: self.last_event_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}
