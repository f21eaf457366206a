//! Prints of labels: a fact of the shipment with its time and person, and a line of its history.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use crate::shipments::live_events;
use crate::tracking_events::{self, LABEL_PRINTED, LABEL_REPRINTED, NewEvent, Source};
use crate::webhook_events;
use integrations::webhooks::WebhookEventType;
use server_core::http::error::ApiResult;

/// Who prints, when, and in which time zone the history shows it.
pub struct Printer<'a> {
    pub by: Uuid,
    pub at: DateTime<Utc>,
    pub time_zone: &'a str,
}

impl Printer<'_> {
    fn event(&self, code: &str) -> NewEvent {
        NewEvent {
            code: code.to_owned(),
            occurred_at: self.at,
            received_at: self.at,
            time_zone: self.time_zone.to_owned(),
            location: String::new(),
            source: Source::System,
            note: None,
            reason: None,
            hold: None,
            actor_id: Some(self.by),
            parcels: Vec::new(),
        }
    }
}

/// Records that the labels of these shipments were printed. The history tells the first print from later ones.
pub async fn record(tx: &mut TenantTx, ids: &[Uuid], printer: &Printer<'_>) -> ApiResult<()> {
    let counted = store::count_print(tx, ids, printer.by, printer.at).await?;
    let (first, again) = counted.into_iter().partition::<Vec<_>, _>(|(_, prints)| *prints == 1);
    let ids_of = |counted: Vec<(Uuid, i32)>| counted.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    let (first, again) = (ids_of(first), ids_of(again));
    tracking_events::write_print(tx, &first, &printer.event(LABEL_PRINTED)).await?;
    tracking_events::write_print(tx, &again, &printer.event(LABEL_REPRINTED)).await?;
    webhook_events::announce_shipments(tx, printer.at, WebhookEventType::ShipmentLabelPrinted, ids).await?;
    live_events::announce(tx, ids).await
}
