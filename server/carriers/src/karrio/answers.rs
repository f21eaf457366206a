//! Answers of Karrio. Pure. Only the fields that are used are read; versions differ in the others.

use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde_json::Value;

use super::client::UNREADABLE;
use crate::server::{BoughtLabel, CarrierMoney, CarrierRate, CarrierRates, CarrierResult, LabelFile};
use server_core::files::sent;
use trade::money::in_currency;

/// Texts of errors that are kept.
const MAX_REASON: usize = 500;
const MAX_RATES: usize = 100;
const MAX_NOTES: usize = 20;

/// Whether a list of connections has an active one of this name.
pub fn has_account(body: &Value, account: &str) -> bool {
    let is_it = |one: &Value| one["carrier_id"] == account && one["active"] != false;
    list(body, "results").iter().any(is_it)
}

pub fn read_rates(body: &Value) -> CarrierRates {
    let mut rates: Vec<CarrierRate> = list(body, "rates").iter().filter_map(read_rate).collect();
    rates.sort_by_key(|rate| rate.cost.amount);
    rates.truncate(MAX_RATES);
    CarrierRates { rates, notes: list_notes(body) }
}

fn read_rate(rate: &Value) -> Option<CarrierRate> {
    Some(CarrierRate {
        carrier_name: read_text(&rate["carrier_name"])?,
        service: read_text(&rate["service"])?,
        cost: read_money(rate)?,
        transit_days: rate["transit_days"].as_i64().and_then(|days| i32::try_from(days).ok()),
        estimated_on: rate["estimated_delivery"].as_str().and_then(read_day),
    })
}

/// The total of a rate.
fn read_money(rate: &Value) -> Option<CarrierMoney> {
    read_amount(&rate["total_charge"], &rate["currency"])
}

/// An amount that could be a cost.
pub fn read_amount(amount: &Value, currency: &Value) -> Option<CarrierMoney> {
    let currency = read_text(currency).filter(|code| code.len() == 3)?;
    let typed = amount.as_number()?.to_string();
    let amount = Decimal::from_str(&typed).or_else(|_| Decimal::from_scientific(&typed)).ok()?;
    let is_cost = amount >= Decimal::ZERO && amount < Decimal::from(1_000_000_000);
    let amount = in_currency(amount.round_dp(4), Some(&currency));
    is_cost.then_some(CarrierMoney { amount, currency })
}

/// The words of carriers without a rate.
pub fn list_notes(body: &Value) -> Vec<String> {
    list(body, "messages").iter().filter_map(|one| read_text(&one["message"])).take(MAX_NOTES).collect()
}

/// Why a shipment that was made has no label: it stays a draft while its carrier sells none.
pub fn find_refusal(shipment: &Value) -> Option<String> {
    let reason = list_notes(shipment).join("; ");
    (shipment["status"] == "draft").then(|| if reason.is_empty() { "draft".to_owned() } else { reason })
}

/// Whether nothing is paid for a shipment that was made.
fn is_unsold(shipment: &Value) -> bool {
    matches!(shipment["status"].as_str(), Some("draft" | "cancelled"))
}

/// The label of a shipment that was bought; none for one that is a draft or cancelled.
pub fn read_label(shipment: &Value) -> Option<BoughtLabel> {
    if is_unsold(shipment) {
        return None;
    }
    Some(BoughtLabel {
        remote_id: read_text(&shipment["id"])?,
        tracker_id: read_text(&shipment["tracker_id"]),
        carrier_name: read_text(&shipment["carrier_name"]),
        tracking_number: read_text(&shipment["tracking_number"])?,
        tracking_url: read_text(&shipment["tracking_url"]).filter(|url| url.starts_with("https://")),
        charged: read_money(&shipment["selected_rate"]),
        file: read_file(shipment),
    })
}

/// The shipment of a list that has exactly this order: the server also finds others that have a part of it. None if it surely was
/// not bought.
pub fn find_shipment(body: &Value, reference: &str) -> CarrierResult<Option<BoughtLabel>> {
    find_made(body, |one| one["order_id"] == reference && !is_unsold(one), read_label)
}

/// What a list has of our own. An answer that is no list, or has one that nobody can read, says nothing: it would be paid for twice.
pub fn find_made<T>(
    body: &Value,
    is_own: impl Fn(&Value) -> bool,
    read: impl Fn(&Value) -> Option<T>,
) -> CarrierResult<Option<T>> {
    let results = body["results"].as_array().ok_or(UNREADABLE)?;
    let own: Vec<&Value> = results.iter().filter(|one| is_own(one)).collect();
    if own.is_empty() {
        return Ok(None);
    }
    own.into_iter().find_map(read).map(Some).ok_or(UNREADABLE)
}

fn read_file(shipment: &Value) -> Option<LabelFile> {
    let documents = list(shipment, "shipping_documents").iter();
    let label = documents.filter(|one| one["category"] == "label").find_map(read_document);
    label.or_else(|| decode(&shipment["docs"]["label"]))
}

/// A document that the server gives alone.
pub fn read_document(document: &Value) -> Option<LabelFile> {
    decode(&document["base64"])
}

/// Only files that are what they say can be shown: a PDF or a picture.
pub fn decode(encoded: &Value) -> Option<LabelFile> {
    let encoded: String = encoded.as_str()?.split_whitespace().collect();
    let bytes = STANDARD.decode(encoded).ok()?;
    let content_type = sent::detect_type(&bytes)?;
    Some(LabelFile { content_type, bytes })
}

/// The texts of an error, in whichever of its forms it comes.
pub fn read_reason(status: u16, body: &Value) -> String {
    let messages = list(body, "messages").iter().chain(list(body, "errors"));
    let texts: Vec<String> = messages.filter_map(write_message).collect();
    let reason: String = texts.join("; ").chars().filter(|char| *char != '\0').take(MAX_REASON).collect();
    if reason.is_empty() { status.to_string() } else { reason }
}

/// Errors of a form have no message, but their fields.
fn write_message(message: &Value) -> Option<String> {
    read_text(&message["message"]).or_else(|| {
        let details = &message["details"];
        (!details.is_null()).then(|| details.to_string())
    })
}

pub fn list<'a>(body: &'a Value, name: &str) -> &'a [Value] {
    body[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text without zeros, which no text of the database has; none when it is empty.
pub fn read_text(value: &Value) -> Option<String> {
    let text: String = value.as_str()?.trim().chars().filter(|char| *char != '\0').take(MAX_REASON).collect();
    (!text.is_empty()).then_some(text)
}

fn read_day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text.get(..10)?, "%Y-%m-%d").ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PDF: &[u8] = b"%PDF-1.4 label";

    fn shipment() -> Value {
        json!({
            "id": "shp_1", "status": "created", "order_id": "r-1", "carrier_name": "generic", "tracker_id": "trk_1",
            "tracking_number": "1Z", "tracking_url": "https://karrio.example.com/v1/trackers/generic/1Z",
            "selected_rate": { "total_charge": 12.5, "currency": "USD" },
            "shipping_documents": [{ "category": "label", "format": "PDF", "base64": STANDARD.encode(PDF) }],
        })
    }

    #[test]
    fn a_bought_label_has_its_number_its_price_and_its_file() {
        let label = read_label(&shipment()).unwrap();
        assert_eq!((label.tracking_number.as_str(), label.tracker_id.as_deref()), ("1Z", Some("trk_1")));
        let charged = label.charged.unwrap();
        assert_eq!((charged.amount.to_string().as_str(), charged.currency.as_str()), ("12.50", "USD"));
        assert_eq!(label.file.unwrap(), LabelFile { content_type: "application/pdf", bytes: PDF.to_vec() });
    }

    #[test]
    fn older_servers_have_the_label_among_their_docs() {
        let mut older = shipment();
        older["shipping_documents"] = Value::Null;
        assert!(read_label(&older).unwrap().file.is_none());
        older["docs"] = json!({ "label": STANDARD.encode(PDF) });
        assert!(read_label(&older).unwrap().file.is_some());
        older["docs"] = json!({ "label": STANDARD.encode(b"^XA^XZ") });
        assert!(read_label(&older).unwrap().file.is_none(), "nobody can look at this");
    }

    #[test]
    fn only_a_purchase_of_this_very_order_is_found() {
        let (mut draft, mut other) = (shipment(), shipment());
        draft["status"] = "draft".into();
        other["order_id"] = "r-10".into();
        let found = |results: Vec<Value>| find_shipment(&json!({ "results": results }), "r-1").unwrap();
        assert!(found(vec![draft.clone(), other.clone()]).is_none());
        assert_eq!(found(vec![other, draft, shipment()]).unwrap().remote_id, "shp_1");
    }

    #[test]
    fn an_unclear_list_does_not_say_that_nothing_was_bought() {
        let mut numberless = shipment();
        numberless["tracking_number"] = Value::Null;
        for unclear in [json!({}), json!({ "results": null }), json!({ "results": [numberless] })] {
            assert_eq!(find_shipment(&unclear, "r-1").err(), Some(UNREADABLE), "{unclear}");
        }
    }

    #[test]
    fn a_shipment_that_stays_a_draft_was_refused() {
        assert_eq!(find_refusal(&shipment()), None);
        let draft = json!({ "id": "shp_1", "status": "draft", "messages": [{ "message": "too heavy" }] });
        assert_eq!(find_refusal(&draft).as_deref(), Some("too heavy"));
        assert_eq!(find_refusal(&json!({ "status": "draft" })).as_deref(), Some("draft"));
    }

    #[test]
    fn rates_are_told_from_the_lowest_with_what_others_said() {
        let body = json!({
            "rates": [
                { "carrier_name": "generic", "service": "express", "total_charge": 30, "currency": "USD",
                  "transit_days": 1, "estimated_delivery": "2026-12-01" },
                { "carrier_name": "generic", "service": "standard", "total_charge": 1.2e1, "currency": "USD" },
                { "carrier_name": "generic", "service": "odd", "currency": "USD" },
            ],
            "messages": [{ "message": "too heavy", "carrier_id": "other" }],
        });
        let read = read_rates(&body);
        let services: Vec<&str> = read.rates.iter().map(|rate| rate.service.as_str()).collect();
        assert_eq!(services, ["standard", "express"]);
        assert_eq!(read.rates[1].estimated_on, NaiveDate::from_ymd_opt(2026, 12, 1));
        assert_eq!(read.notes, ["too heavy"]);
    }

    #[test]
    fn an_error_is_told_in_the_words_of_the_carrier() {
        let carriers = json!({ "messages": [{ "message": "unknown postcode" }, { "message": "no pickup" }] });
        assert_eq!(read_reason(424, &carriers), "unknown postcode; no pickup");
        let form = json!({ "errors": [{ "code": "validation", "details": { "recipient": "required" } }] });
        assert_eq!(read_reason(400, &form), "{\"recipient\":\"required\"}");
        assert_eq!(read_reason(400, &Value::Null), "400");
    }

    #[test]
    fn an_inactive_carrier_is_none() {
        let body = json!({ "results": [{ "carrier_id": "off", "active": false }, { "carrier_id": "on", "active": true }] });
        assert!(has_account(&body, "on") && !has_account(&body, "off") && !has_account(&body, "other"));
    }
}
