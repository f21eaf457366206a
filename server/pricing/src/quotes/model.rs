//! A stored quote on the wire, and what its state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::{Enum, Object};
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use self::QuoteStatus::{Accepted, Confirmed, Expired, Open, Sent, Withdrawn};
use super::input::{QuoteOptions, QuoteShipment};
use super::offer::QuoteOffer;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};

/// State of a quote. One that is open, sent or accepted can be confirmed until its last day.
#[derive(serde::Serialize, Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum QuoteStatus {
    Open,
    /// A customer has it by e-mail.
    Sent,
    /// A customer wants it, and has not confirmed a shipment yet.
    Accepted,
    Expired,
    Withdrawn,
    Confirmed,
}

/// The facts that decide the state of a quote.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct QuoteDates {
    pub valid_until: NaiveDate,
    pub sent_at: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// Actions that the current user can do on this quote now. Buttons and guards use the same values.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuoteCan {
    /// Choose a service, and ship with it.
    pub choose: bool,
    /// Send it by e-mail.
    pub send: bool,
    pub withdraw: bool,
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
    /// When it was saved to be offered; null for prices that were only calculated.
    pub saved_at: Option<DateTime<Utc>>,
    /// Address to which it was sent last.
    pub sent_to: Option<String>,
    pub sent_at: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub created_by_name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with a choice.
    pub version: i32,
    pub can: QuoteCan,
}

/// A quote in a list.
#[derive(serde::Serialize, Object)]
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
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub total: Option<Decimal>,
    pub currency: String,
    /// The last day on which it can be confirmed.
    pub valid_until: NaiveDate,
    /// Address to which it was sent last.
    pub sent_to: Option<String>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with one.
    pub version: i32,
    pub can: QuoteCan,
}

/// A version of a quote that was read.
#[derive(Object)]
pub struct QuoteVersion {
    /// 409 `stale_version` if the quote has changed since.
    pub version: i32,
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

/// A customer accepts a quote by its link; time lets it expire.
pub const TRANSITIONS: Transitions<Action, QuoteStatus, ()> = Transitions {
    resource: Resource::Quote,
    rows: &[
        Transition::within(Action::Update, &[Open, Sent, Accepted]),
        Transition::to(Action::Send, &[Open, Sent], Sent),
        Transition::to(Action::Withdraw, &[Open, Sent, Accepted], Withdrawn),
    ],
    otherwise: |_, status| {
        Verdict::no(match status {
            Expired => MessageCode::QuoteExpired,
            Withdrawn => MessageCode::QuoteWithdrawn,
            Confirmed => MessageCode::QuoteConfirmed,
            Open | Sent | Accepted => MessageCode::QuoteAccepted,
        })
    },
};

impl QuoteDates {
    pub fn status(&self, today: NaiveDate) -> QuoteStatus {
        match self {
            Self { confirmed_at: Some(_), .. } => Confirmed,
            Self { withdrawn_at: Some(_), .. } => Withdrawn,
            Self { valid_until, .. } if *valid_until < today => Expired,
            Self { accepted_at: Some(_), .. } => Accepted,
            Self { sent_at: Some(_), .. } => Sent,
            _ => Open,
        }
    }
}

impl QuoteStatus {
    /// Whether its price is still offered.
    pub fn is_offered(self) -> bool {
        matches!(self, Open | Sent | Accepted)
    }
}

impl QuoteCan {
    pub fn of(status: QuoteStatus, grants: &Grants) -> Self {
        let may = |action| TRANSITIONS.can(grants, action, status, &());
        Self { choose: may(Action::Update), send: may(Action::Send), withdraw: may(Action::Withdraw) }
    }
}

/// Whether the state of a quote allows an action.
pub fn verdict(status: QuoteStatus, action: Action) -> Verdict {
    TRANSITIONS.verdict(action, status, &())
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const AT: Option<DateTime<Utc>> = Some(DateTime::UNIX_EPOCH);

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn dates() -> QuoteDates {
        QuoteDates {
            valid_until: day("2026-11-30"),
            sent_at: None,
            accepted_at: None,
            withdrawn_at: None,
            confirmed_at: None,
        }
    }

    #[test]
    fn a_quote_expires_after_its_last_day_unless_it_was_confirmed() {
        let sent = QuoteDates { sent_at: AT, ..dates() };
        let accepted = QuoteDates { accepted_at: AT, ..sent };
        for (dates, on_last_day, later) in [
            (dates(), Open, Expired),
            (sent, Sent, Expired),
            (accepted, Accepted, Expired),
            (QuoteDates { withdrawn_at: AT, ..accepted }, Withdrawn, Withdrawn),
            (QuoteDates { confirmed_at: AT, ..accepted }, Confirmed, Confirmed),
        ] {
            assert_eq!(dates.status(day("2026-11-30")), on_last_day);
            assert_eq!(dates.status(day("2026-12-01")), later);
        }
    }

    #[test]
    fn each_state_and_role_has_its_actions() {
        for role in UserType::ALL {
            let grants = Policy::load_shipped().grants(role);
            for (status, of_staff) in [
                (Open, [true, true, true]),
                (Sent, [true, true, true]),
                (Accepted, [true, false, true]),
                (Expired, [false; 3]),
                (Withdrawn, [false; 3]),
                (Confirmed, [false; 3]),
            ] {
                let QuoteCan { choose, send, withdraw } = QuoteCan::of(status, &grants);
                let is_client = role == UserType::Client;
                let expected = if is_client { [of_staff[0], false, false] } else { of_staff };
                assert_eq!([choose, send, withdraw], expected, "{role:?} {status:?}");
            }
        }
    }
}
