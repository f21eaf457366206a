//! Reports of Karrio about a parcel, as events of its shipment. Pure.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde_json::Value;

use server_core::http::moments::MomentBounds;

const MAX_EVENTS: usize = 200;
const MAX_LOCATION: usize = 120;
const MAX_NOTE: usize = 500;
/// Local times of another zone can be ahead by this.
const AHEAD: TimeDelta = TimeDelta::days(1);

/// An event of a shipment that a carrier has reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedEvent {
    /// Code from the catalogue of events.
    pub code: &'static str,
    pub occurred_at: DateTime<Utc>,
    pub location: String,
    /// In the words of the carrier.
    pub note: Option<String>,
}

impl ReportedEvent {
    /// By which the same report is known again.
    pub fn key(&self) -> String {
        format!("{} {} {}", self.code, self.occurred_at.timestamp(), self.location)
    }
}

/// A report about a parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParcelReport {
    /// In the order of their times.
    pub events: Vec<ReportedEvent>,
    /// Delivered, returned or given up, and all of it is told: nothing follows.
    pub is_over: bool,
}

/// The code of an event; none for what says nothing about the way.
fn code_of(status: &str) -> Option<&'static str> {
    match status {
        "picked_up" => Some("HANDED_OVER"),
        "in_transit" => Some("AT_SORTING_CENTRE"),
        "out_for_delivery" => Some("OUT_FOR_DELIVERY"),
        "ready_for_pickup" => Some("AWAITING_COLLECTION"),
        "delivery_delayed" => Some("DELAYED"),
        "delivery_failed" => Some("DELIVERY_FAILED"),
        "delivered" => Some("DELIVERED"),
        "return_to_sender" => Some("RETURNING"),
        _ => None,
    }
}

/// Reads the tracking of a parcel. Times without a zone are those of the company; what is told of the future waits for it.
pub fn read_report(tracking: &Value, zone: Tz, now: DateTime<Utc>) -> ParcelReport {
    let told = tracking["events"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut events: Vec<ReportedEvent> =
        told.iter().take(MAX_EVENTS).filter_map(|event| read_event(event, zone)).collect();
    // A year that no carrier means stands for a time that it does not know.
    let is_possible = |at: DateTime<Utc>| at <= now && MomentBounds::new(now).find_problem(at).is_none();
    let waits = events.iter().any(|event| event.occurred_at > now && event.occurred_at <= now + AHEAD);
    events.retain(|event| is_possible(event.occurred_at));
    let status = tracking["status"].as_str().unwrap_or_default();
    // The end itself may still wait for its time.
    let is_over = !waits && (matches!(status, "delivered" | "cancelled") || tracking["delivered"] == true);
    // Some carriers give no status to their events, only to the parcel.
    if events.is_empty()
        && !waits
        && let Some(code) = code_of(status)
    {
        let times = told.iter().take(MAX_EVENTS).filter_map(|event| read_moment(event, zone));
        let newest = times.filter(|at| is_possible(*at)).max().or_else(|| is_over.then_some(now));
        let event = |occurred_at| ReportedEvent { code, occurred_at, location: String::new(), note: None };
        events.extend(newest.map(event));
    }
    events.sort_by_key(|event| event.occurred_at);
    ParcelReport { events, is_over }
}

fn read_event(event: &Value, zone: Tz) -> Option<ReportedEvent> {
    Some(ReportedEvent {
        code: code_of(event["status"].as_str()?)?,
        occurred_at: read_moment(event, zone)?,
        location: clean(&event["location"], MAX_LOCATION).unwrap_or_default(),
        note: clean(&event["description"], MAX_NOTE),
    })
}

/// The timestamp, or else day and time as people read them.
fn read_moment(event: &Value, zone: Tz) -> Option<DateTime<Utc>> {
    if let Some(text) = event["timestamp"].as_str()
        && let Ok(at) = DateTime::parse_from_rfc3339(text)
    {
        return Some(at.to_utc());
    }
    let day = NaiveDate::parse_from_str(event["date"].as_str()?.get(..10)?, "%Y-%m-%d").ok()?;
    let time = event["time"].as_str().and_then(read_time).unwrap_or(NaiveTime::MIN);
    let local = NaiveDateTime::new(day, time).and_local_timezone(zone);
    Some(local.earliest()?.to_utc())
}

fn read_time(text: &str) -> Option<NaiveTime> {
    let text = text.trim();
    ["%I:%M %p", "%H:%M", "%H:%M:%S"].iter().find_map(|form| NaiveTime::parse_from_str(text, form).ok())
}

fn clean(value: &Value, longest: usize) -> Option<String> {
    let text: String =
        value.as_str()?.trim().chars().filter(|char| !char.is_control()).take(longest).collect();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ZONE: Tz = Tz::America__Sao_Paulo;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn events_are_told_in_the_order_of_their_times() {
        let now = at("2026-12-05T12:00:00Z");
        let tracking = json!({ "status": "delivered", "delivered": true, "events": [
            { "status": "delivered", "date": "2026-12-04", "time": "03:15 PM", "location": "São Paulo",
              "description": "Left at the door" },
            { "status": "in_transit", "timestamp": "2026-12-03T08:00:00.000Z", "location": "Campinas" },
            { "status": "on_hold", "date": "2026-12-03", "time": "10:00" },
            { "status": "picked_up", "date": "2026-12-02", "time": "18:40" },
        ] });
        let report = read_report(&tracking, ZONE, now);
        let told: Vec<_> = report.events.iter().map(|event| (event.code, event.occurred_at)).collect();
        assert_eq!(
            told,
            [
                ("HANDED_OVER", at("2026-12-02T21:40:00Z")),
                ("AT_SORTING_CENTRE", at("2026-12-03T08:00:00Z")),
                ("DELIVERED", at("2026-12-04T18:15:00Z")),
            ]
        );
        assert_eq!(report.events[2].note.as_deref(), Some("Left at the door"));
        assert!(report.is_over);
    }

    #[test]
    fn a_parcel_whose_events_have_no_status_has_the_one_of_its_own() {
        let now = at("2026-12-05T12:00:00Z");
        let tracking =
            json!({ "status": "out_for_delivery", "events": [{ "date": "2026-12-05", "time": "07:00" }] });
        let report = read_report(&tracking, ZONE, now);
        assert_eq!((report.events.len(), report.events[0].code), (1, "OUT_FOR_DELIVERY"));
        assert_eq!(report.events[0].occurred_at, at("2026-12-05T10:00:00Z"));
        assert!(!report.is_over);
        let unknown = read_report(&json!({ "status": "pending", "events": [] }), ZONE, now);
        assert!(unknown.events.is_empty() && !unknown.is_over);
    }

    #[test]
    fn what_is_told_of_the_future_waits_for_it() {
        let now = at("2026-12-05T12:00:00Z");
        let tracking = json!({ "status": "in_transit", "events": [
            { "status": "in_transit", "timestamp": "2026-12-06T08:00:00Z" },
            { "status": "in_transit", "date": "tomorrow" },
        ] });
        assert!(read_report(&tracking, ZONE, now).events.is_empty());
        let later = at("2026-12-06T08:00:00Z");
        assert_eq!(read_report(&tracking, ZONE, later).events[0].occurred_at, later);
    }

    #[test]
    fn a_delivery_of_another_zone_is_followed_until_its_time() {
        let tracking = json!({ "status": "delivered", "delivered": true, "events": [
            { "status": "delivered", "date": "2026-12-05", "time": "14:00", "location": "Lisboa" },
            { "status": "out_for_delivery", "date": "2026-12-05", "time": "08:00", "location": "Lisboa" },
        ] });
        let early = read_report(&tracking, ZONE, at("2026-12-05T14:30:00Z"));
        let codes: Vec<_> = early.events.iter().map(|event| event.code).collect();
        assert_eq!(
            (codes, early.is_over),
            (vec!["OUT_FOR_DELIVERY"], false),
            "14:00 in Lisbon, not in São Paulo"
        );
        let late = read_report(&tracking, ZONE, at("2026-12-05T17:30:00Z"));
        assert_eq!((late.events.last().map(|event| event.code), late.is_over), (Some("DELIVERED"), true));
        let alone = json!({ "status": "delivered", "events": [
            { "status": "delivered", "date": "2026-12-05", "time": "14:00" },
        ] });
        let early = read_report(&alone, ZONE, at("2026-12-05T14:30:00Z"));
        assert!(early.events.is_empty() && !early.is_over, "it is told once, at its time");
    }

    #[test]
    fn a_time_of_another_age_is_none() {
        let now = at("2026-12-05T12:00:00Z");
        let tracking = json!({ "status": "in_transit", "events": [
            { "status": "picked_up", "timestamp": "0001-01-01T00:00:00Z" },
            { "status": "in_transit", "timestamp": "2026-01-06T08:00:00Z" },
        ] });
        let report = read_report(&tracking, ZONE, now);
        let told: Vec<_> = report.events.iter().map(|event| event.code).collect();
        assert_eq!(told, ["AT_SORTING_CENTRE"], "a late one is told still");
    }

    #[test]
    fn codes_are_those_of_the_catalogue() {
        let catalogue = include_str!("../../../../migrations/data/tracking_events.csv");
        let statuses = [
            "picked_up",
            "in_transit",
            "out_for_delivery",
            "ready_for_pickup",
            "delivery_delayed",
            "delivery_failed",
            "delivered",
            "return_to_sender",
        ];
        for status in statuses {
            let code = code_of(status).unwrap();
            assert!(catalogue.contains(&format!(",{code},")), "{code}");
        }
        assert_eq!(code_of("unknown"), None);
    }
}
