//! A stored quote on the wire, and what its state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::{Enum, Object};
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use super::input::{QuoteOptions, QuoteShipment};
use super::offer::QuoteOffer;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;

/// State of a quote. An open one can be confirmed until its last day.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum QuoteStatus {
    Open,
    Expired,
    Confirmed,
}

/// Actions that the current user can do on this quote now. Buttons and guards use the same values.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuoteCan {
    /// Choose a service.
    pub choose: bool,
}

/// A stored quote.
#[derive(Object)]
pub struct Quote {
    pub id: Uuid,
    pub number: i64,
    pub status: QuoteStatus,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// The shipment that it prices; null for a quote of the calculator.
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    /// The shipment as it was priced.
    pub shipment: QuoteShipment,
    /// The day that decides versions, fuel rates, exchange rates and taxes.
    pub on: NaiveDate,
    /// The last day on which it can be confirmed.
    pub valid_until: NaiveDate,
    /// Currency of the prices.
    pub currency: String,
    /// The cheapest offer first; refused ones last.
    pub offers: Vec<QuoteOffer>,
    /// The chosen service; null if none is chosen.
    pub service_id: Option<Uuid>,
    /// Price of the chosen service.
    pub total: Option<Decimal>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub created_by_name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with a choice.
    pub version: i32,
    pub can: QuoteCan,
}

/// A quote in a list.
#[derive(Object)]
pub struct QuoteSummary {
    pub id: Uuid,
    pub number: i64,
    pub status: QuoteStatus,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    pub from_country_id: i16,
    pub to_country_id: i16,
    pub to_city: Option<String>,
    /// The chosen service; null if none is chosen.
    pub service_id: Option<Uuid>,
    /// By language: pt, en, es, zh.
    pub service_title_locale: Option<Value>,
    /// Price of the chosen service.
    pub total: Option<Decimal>,
    pub currency: String,
    /// The last day on which it can be confirmed.
    pub valid_until: NaiveDate,
    pub created_at: DateTime<Utc>,
    pub can: QuoteCan,
}

/// Options of a draft's quote that are not fields of the draft.
#[derive(Object)]
pub struct ShipmentQuoteInput {
    pub options: Option<QuoteOptions>,
}

/// The service to choose.
#[derive(Object)]
pub struct QuoteChoice {
    pub service_id: Uuid,
    /// Version that was read; 409 `stale_version` if the quote has changed since.
    pub version: i32,
}

impl QuoteStatus {
    pub fn of(confirmed_at: Option<DateTime<Utc>>, valid_until: NaiveDate, today: NaiveDate) -> Self {
        match confirmed_at {
            Some(_) => Self::Confirmed,
            None if valid_until < today => Self::Expired,
            None => Self::Open,
        }
    }
}

impl QuoteCan {
    pub fn of(status: QuoteStatus, grants: &Grants) -> Self {
        let may = grants.allow(Resource::Quote, Action::Update);
        Self { choose: may && verdict(status, Action::Update).is_yes() }
    }
}

/// Whether the state of a quote allows an action.
pub fn verdict(status: QuoteStatus, action: Action) -> Verdict {
    match (action, status) {
        (Action::Update, QuoteStatus::Expired) => Verdict::no(MessageCode::QuoteExpired),
        (Action::Update, QuoteStatus::Confirmed) => Verdict::no(MessageCode::QuoteConfirmed),
        _ => Verdict::Yes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_expires_after_its_last_day_unless_it_was_confirmed() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let last = day("2026-11-30");
        assert_eq!(QuoteStatus::of(None, last, last), QuoteStatus::Open);
        assert_eq!(QuoteStatus::of(None, last, day("2026-12-01")), QuoteStatus::Expired);
        assert_eq!(
            QuoteStatus::of(Some(DateTime::UNIX_EPOCH), last, day("2027-01-01")),
            QuoteStatus::Confirmed
        );
        assert!(!verdict(QuoteStatus::Expired, Action::Update).is_yes());
    }
}
