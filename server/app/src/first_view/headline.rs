//! The state of a shipment as one sentence: which text, which moment and which day it names. The app has the same rules
//! (`web/src/shared/tracking/headline.ts`); both are tested with `server/tests/data/tracking_headlines.json`.

use chrono::{DateTime, NaiveDate, Utc};
use freight::status::ShipmentStatus;
use freight::tracking_events::{TrackedEvent, TrackedShipment};

use super::dates::{DateStyle, find_zone};
use super::texts::Texts;

/// Which text tells the state, and the event that led there, whose time is in the text.
#[derive(Clone, Copy)]
struct Rule {
    key: &'static str,
    since: Option<&'static str>,
}

/// The values that the sentence names.
pub struct Headline<'a> {
    pub key: &'static str,
    /// Why the company holds it.
    reason: Option<&'static str>,
    moment: Option<NamedMoment<'a>>,
    /// The last day on which it is expected, while that lies ahead.
    expected: Option<NaiveDate>,
}

/// A moment by the clock of its place.
struct NamedMoment<'a> {
    at: DateTime<Utc>,
    zone: &'a str,
}

impl<'a> Headline<'a> {
    /// None for a code that nobody knows. `today` is the company's day.
    pub fn of(shipment: &'a TrackedShipment, now: DateTime<Utc>, today: NaiveDate) -> Option<Self> {
        let status = shipment.status?;
        // A held shipment does not move, whatever its status says.
        if let Some(reason) = shipment.hold_reason {
            return Some(Self { key: "held", reason: Some(reason.as_str()), moment: None, expected: None });
        }
        let rule = rule_of_last_mile(shipment, now).unwrap_or_else(|| rule_of(status));
        let moment = rule.since.and_then(|code| find_moment(shipment, code));
        let is_moving = !matches!(status, ShipmentStatus::CustomsHold | ShipmentStatus::DeliveryFailed);
        let is_on_its_way = (ShipmentStatus::Received..ShipmentStatus::Delivered).contains(&status);
        let expected = shipment.due_on.filter(|day| is_moving && is_on_its_way && *day >= today);
        Some(Self { key: rule.key, reason: None, moment, expected })
    }

    /// `Delivered 25 Nov, 14:10`, `On its way · expected 29 Nov`.
    pub fn spell(&self, shipment: &TrackedShipment, texts: &Texts, dates: &DateStyle) -> String {
        let reason = self.reason.map(|reason| texts.text(&format!("hold.{reason}"))).unwrap_or_default();
        let sentence = match &self.moment {
            Some(NamedMoment { at, zone }) => {
                let day = dates.spell_day(at.with_timezone(&find_zone(zone)).date_naive());
                let when = if shipment.brief { day.clone() } else { dates.spell_moment(*at, zone) };
                texts.fill(
                    &format!("headline.{}", self.key),
                    &[("when", when.as_str()), ("day", day.as_str())],
                )
            }
            None => self.spell_without_moment(reason, texts),
        };
        let Some(day) = self.expected else { return sentence };
        let days = dates.spell_days(shipment.due_from_on, day);
        format!("{sentence} · {}", texts.fill("headline.expected", &[("day", days.as_str())]))
    }

    fn spell_without_moment(&self, reason: &str, texts: &Texts) -> String {
        let timeless = format!("headline.{}_timeless", self.key);
        match texts.find(&timeless) {
            Some(text) => text.to_owned(),
            None => texts.fill(&format!("headline.{}", self.key), &[("reason", reason)]),
        }
    }
}

fn rule_of(status: ShipmentStatus) -> Rule {
    use ShipmentStatus as S;
    let (key, since) = match status {
        S::Cancelled => ("cancelled", None),
        S::Draft | S::NeedsAttention | S::AwaitingPayment => ("preparing", None),
        S::Confirmed | S::Labelled => ("awaited", None),
        S::Received | S::ReweighHold => ("received", Some("RECEIVED")),
        S::Bagged | S::Manifested => ("ready", None),
        S::Departed => ("departed", None),
        S::Arrived => ("arrived", None),
        S::InCustoms => ("in_customs", Some("IN_CUSTOMS")),
        S::CustomsHold => ("customs_hold", Some("CUSTOMS_HOLD")),
        S::Cleared => ("cleared", None),
        S::LastMile => ("handed_over", None),
        S::DeliveryFailed => ("delivery_failed", Some("DELIVERY_FAILED")),
        S::Delivered => ("delivered", Some("DELIVERED")),
        S::Returning => ("returning", None),
        S::Returned => ("returned", Some("RETURNED")),
        S::Lost => ("lost", None),
        S::Seized => ("seized", None),
    };
    Rule { key, since }
}

/// One status has several steps: at the local carrier, out with the courier, waiting to be collected.
fn rule_of_last_mile(shipment: &TrackedShipment, now: DateTime<Utc>) -> Option<Rule> {
    let newest = shipment.events.first().filter(|_| shipment.status == Some(ShipmentStatus::LastMile))?;
    match newest.code.as_str() {
        "AWAITING_COLLECTION" => Some(Rule { key: "collect", since: None }),
        "OUT_FOR_DELIVERY" if is_today(newest, now) => Some(Rule { key: "out_today", since: None }),
        "OUT_FOR_DELIVERY" => Some(Rule { key: "out", since: Some("OUT_FOR_DELIVERY") }),
        _ => None,
    }
}

/// By the clock of the place.
fn is_today(event: &TrackedEvent, now: DateTime<Utc>) -> bool {
    let zone = find_zone(&event.time_zone);
    event.occurred_at.with_timezone(&zone).date_naive() == now.with_timezone(&zone).date_naive()
}

fn find_moment<'a>(shipment: &'a TrackedShipment, code: &str) -> Option<NamedMoment<'a>> {
    let of_code = shipment.events.iter().find(|event| event.code == code);
    match of_code.or_else(|| shipment.events.first()) {
        Some(event) => Some(NamedMoment { at: event.occurred_at, zone: &event.time_zone }),
        None => shipment.last_event_at.map(|at| NamedMoment { at, zone: "UTC" }),
    }
}

#[cfg(test)]
mod tests {
    use poem_openapi::types::ParseFromJSON;
    use serde_json::{Value, json};

    use super::*;

    const CASES: &str = include_str!("../../../tests/data/tracking_headlines.json");

    /// A shipment of the API with the fields that a case names.
    fn shipment(case: &Value) -> TrackedShipment {
        let event = |named: &Value| {
            json!({
                "code": named["code"], "occurred_at": named["at"], "time_zone": "America/Sao_Paulo", "location": "",
                "stage": "transit", "parcels": [], "short_description_locale": {}, "description_locale": {},
            })
        };
        let events: Vec<Value> = case["events"].as_array().unwrap().iter().map(event).collect();
        let whole = json!({
            "tracking_code": "AT000000014BR", "found": true, "status": case["status"], "due_on": case["due_on"],
            "due_from_on": null, "hold_reason": case["hold_reason"], "last_event_at": null, "brief": false,
            "events": events,
        });
        let Ok(shipment) = TrackedShipment::parse_from_json(Some(whole)) else {
            panic!("no shipment: {case}")
        };
        shipment
    }

    #[test]
    fn the_app_and_the_page_say_the_same_of_a_shipment() {
        let cases: Value = serde_json::from_str(CASES).unwrap();
        let zone: chrono_tz::Tz = cases["time_zone"].as_str().unwrap().parse().unwrap();
        let noon = &cases["now"];
        let cases = cases["cases"].as_array().unwrap();
        assert!(cases.len() > 10, "only {} cases were found", cases.len());
        for case in cases {
            let shipment = shipment(case);
            let now = case["now"].as_str().or(noon.as_str()).unwrap();
            let now: DateTime<Utc> = now.parse().unwrap();
            let today = now.with_timezone(&zone).date_naive();
            let headline = Headline::of(&shipment, now, today).unwrap();
            assert_eq!(headline.key, case["key"], "{case}");
            let moment: Option<DateTime<Utc>> = case["moment"].as_str().map(|at| at.parse().unwrap());
            assert_eq!(headline.moment.map(|moment| moment.at), moment, "{case}");
            let expected: Option<NaiveDate> = case["expected"].as_str().map(|day| day.parse().unwrap());
            assert_eq!(headline.expected, expected, "{case}");
        }
    }
}
