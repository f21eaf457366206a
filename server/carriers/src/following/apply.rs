//! Takes over what a carrier reports, each event once.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::Value;
use tenancy::TenantTx;

use crate::karrio::reports::{self, ReportedEvent};
use crate::labels::store::{self, LabelRow};
use access::scope::RowScope;
use freight::tracking_events::{self, NewEvent, Source};
use server_core::http::error::ApiResult;
use server_core::settings::Settings;

/// New events that are taken over at a time. The rest of an odd report is taken over with the next one.
const MAX_NEW: usize = 50;
/// Keys that are kept of a label.
const MAX_SEEN: usize = 400;

/// Records the events that are new, and notes how far the label is followed. Returns how many were new.
pub async fn apply(
    tx: &mut TenantTx,
    settings: &Settings,
    label: &LabelRow,
    tracking: &Value,
    now: DateTime<Utc>,
) -> ApiResult<usize> {
    let zone: Tz = settings.time_zone.parse().unwrap_or(Tz::UTC);
    let report = reports::read_report(tracking, zone, now);
    // The shipment before its label, as everywhere.
    tracking_events::lock_many(tx, &RowScope::All, &[label.shipment_id]).await?;
    let Some(label) = store::lock(tx, label.id).await? else { return Ok(0) };
    let mut new = choose_new(report.events, &label.seen_events);
    let is_whole = new.len() <= MAX_NEW;
    new.truncate(MAX_NEW);
    for event in &new {
        record(tx, settings, &label, event, now).await?;
    }
    let mut seen = label.seen_events;
    seen.extend(new.iter().map(ReportedEvent::key));
    let seen = &seen[seen.len().saturating_sub(MAX_SEEN)..];
    store::keep_tracking(tx, label.id, seen, report.is_over && is_whole, now).await?;
    Ok(new.len())
}

/// Each event is a change of the shipment of its own, because each moves it on from where the one before has left it. A report
/// has one or two that are new.
async fn record(
    tx: &mut TenantTx,
    settings: &Settings,
    label: &LabelRow,
    reported: &ReportedEvent,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let event = NewEvent {
        code: reported.code.to_owned(),
        occurred_at: reported.occurred_at,
        received_at: now,
        time_zone: settings.time_zone.clone(),
        location: reported.location.clone(),
        source: Source::Carrier,
        note: reported.note.clone(),
        reason: None,
        hold: None,
        actor_id: None,
        parcels: Vec::new(),
    };
    let shipments = tracking_events::lock_many(tx, &RowScope::All, &[label.shipment_id]).await?;
    tracking_events::record_for_many(tx, &shipments, &event).await?;
    Ok(())
}

fn choose_new(events: Vec<ReportedEvent>, seen: &[String]) -> Vec<ReportedEvent> {
    let mut new: Vec<ReportedEvent> = Vec::new();
    for event in events {
        let key = event.key();
        if !seen.contains(&key) && !new.iter().any(|other| other.key() == key) {
            new.push(event);
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(code: &'static str, second: i64) -> ReportedEvent {
        let occurred_at = DateTime::from_timestamp(second, 0).unwrap();
        ReportedEvent { code, occurred_at, location: "Campinas".into(), note: None }
    }

    #[test]
    fn an_event_is_taken_over_once() {
        let all = vec![event("HANDED_OVER", 1), event("AT_SORTING_CENTRE", 2), event("AT_SORTING_CENTRE", 2)];
        let first = choose_new(all.clone(), &[]);
        assert_eq!(first.len(), 2, "the same twice in a report");
        let seen: Vec<String> = first.iter().map(ReportedEvent::key).collect();
        assert!(choose_new(all.clone(), &seen).is_empty());
        let late = [all, vec![event("AT_SORTING_CENTRE", 0)]].concat();
        assert_eq!(choose_new(late, &seen), [event("AT_SORTING_CENTRE", 0)], "an older one that comes late");
    }
}
