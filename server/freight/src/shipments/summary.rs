//! A shipment in lists.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::can::{ShipmentCan, State};
use super::hold_row::HoldRow;
use super::missing_fields;
use super::model::ShipmentHold;
use super::totals::PriceSum;
use crate::status::ShipmentStatus;
use server_core::http::wire::write;
use trade::money::in_currency;

/// A shipment in a list.
#[derive(Object, Debug, Serialize)]
pub struct ShipmentSummary {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    /// Fields that the shipment lacks to be confirmed; none when it is cancelled. At most 100.
    pub missing: Vec<String>,
    pub source: String,
    pub external_ref: Option<String>,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub service_id: Option<Uuid>,
    /// By language: pt, en, es, zh.
    pub service_title_locale: Option<Value>,
    pub from_name: Option<String>,
    pub from_country_id: Option<i16>,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub parcel_count: i16,
    pub item_count: i32,
    /// Declared weight in grams.
    pub declared_weight_g: Option<i32>,
    /// Chargeable weight in grams.
    pub chargeable_weight_g: Option<i32>,
    pub currency: Option<String>,
    #[serde(serialize_with = "write")]
    pub declared_value: Option<Decimal>,
    /// The price that a finished draft was told last; null if it has changed since, and for users who may not list quotes.
    pub draft_price: Option<PriceSum>,
    /// The price that its confirmation froze, or else `draft_price`. Null without one, and for users who may not list quotes.
    pub price: Option<PriceSum>,
    /// The day on which it leaves, as entered.
    pub shipped_on: Option<NaiveDate>,
    /// Expected delivery date.
    pub due_on: Option<NaiveDate>,
    /// First day of the expected delivery, which ends on `due_on`; null when it is one day.
    pub due_from_on: Option<NaiveDate>,
    /// Gone on without a confirmation, so its client is not charged yet.
    pub unconfirmed: bool,
    /// The newest print of its label.
    #[serde(serialize_with = "write")]
    pub label_printed_at: Option<DateTime<Utc>>,
    /// Null when nobody holds it.
    pub hold: Option<ShipmentHold>,
    pub last_event_code: Option<String>,
    #[serde(serialize_with = "write")]
    pub last_event_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "write")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "write")]
    pub updated_at: DateTime<Utc>,
    pub version: i32,
    pub can: ShipmentCan,
}

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
    is_claimed: bool,
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
        let is_claimed = self.is_claimed;
        let state = State { status: self.status, is_confirmed, is_held, is_claimed, missing: &missing };
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

#[cfg(test)]
mod tests {
    use poem_openapi::types::ToJSON;
    use serde_json::json;

    use super::*;
    use crate::hold_reason::HoldReason;

    fn summary(is_full: bool) -> ShipmentSummary {
        let at = DateTime::<Utc>::from_timestamp(1_767_225_600, 120_000_000).unwrap();
        let price = PriceSum { amount: Decimal::new(1050, 2), currency: "USD".to_owned() };
        let text = || is_full.then(|| "São \"Paulo\" \u{7}".to_owned());
        ShipmentSummary {
            id: Uuid::from_u128(7),
            tracking_code: "RM000000001BR".to_owned(),
            status: ShipmentStatus::NeedsAttention,
            missing: if is_full { vec!["to_name".to_owned()] } else { vec![] },
            source: "manual".to_owned(),
            external_ref: text(),
            client_id: is_full.then(Uuid::nil),
            client_name: text(),
            service_id: is_full.then(Uuid::nil),
            service_title_locale: is_full.then(|| json!({ "pt": "Expresso", "en": "Express" })),
            from_name: text(),
            from_country_id: is_full.then_some(76),
            to_name: text(),
            to_city: text(),
            to_country_id: is_full.then_some(620),
            parcel_count: 2,
            item_count: 3,
            declared_weight_g: is_full.then_some(1200),
            chargeable_weight_g: is_full.then_some(1500),
            currency: text(),
            declared_value: is_full.then(|| Decimal::new(12_300, 2)),
            draft_price: is_full.then(|| price.clone()),
            price: is_full.then_some(price),
            shipped_on: is_full.then(|| at.date_naive()),
            due_on: is_full.then(|| at.date_naive()),
            due_from_on: is_full.then(|| at.date_naive()),
            unconfirmed: is_full,
            label_printed_at: is_full.then_some(at),
            hold: is_full.then(|| ShipmentHold {
                reason: HoldReason::ClientRequest,
                since: at,
                until: Some(at.date_naive()),
            }),
            last_event_code: text(),
            last_event_at: is_full.then_some(at),
            created_at: at,
            updated_at: at,
            version: 4,
            can: ShipmentCan {
                update: is_full,
                complete: false,
                reprice: true,
                confirm: false,
                cancel: is_full,
                duplicate: true,
                print_label: false,
                print_documents: true,
                record_event: false,
                hold: true,
                release: false,
            },
        }
    }

    #[test]
    fn a_row_is_written_as_the_document_says() {
        for row in [summary(true), summary(false)] {
            let published = serde_json::to_string(&row.to_json()).unwrap();
            assert_eq!(serde_json::to_string(&row).unwrap(), published);
        }
    }
}
