//! The order view: a shipment on paper, in the language of the reader.

use chrono_tz::Tz;

use super::captions;
use super::common;
use super::store::Papers;
use crate::shipments::labels::model::{Stationery, size};
use crate::tracking_events::store::EventRow;
use paper::data::{Data, Row};
use paper::party::{Party, join_parts};
use server_core::mail::MailError;
use trade::figures;

pub fn data(desk: &Stationery, papers: &Papers) -> Result<Data, MailError> {
    let mut data = common::data(desk, papers, captions::title(desk.language))?;
    captions::set(&mut data, desk.language);
    let shipment = papers.shipment();
    let fields = &shipment.fields;
    let at = |party: Party| join_parts(&[&party.city, &party.country], ", ");
    data.set("route", join_parts(&[&at(desk.sender(shipment)), &at(desk.receiver(shipment))], " → "));
    data.set("client", shipment.client_name.clone().unwrap_or_default());
    let contents = fields.contents_type.map(|kind| captions::contents(kind, desk.language));
    data.set("contents", contents.unwrap_or_default());
    data.set("declared", common::money(desk, papers, fields.declared_value));
    let due = fields.due_on.map(|day| figures::date(day, desk.language, desk.habits));
    data.set("due", due.unwrap_or_default());
    let weights = [
        ("weight.declared", fields.declared_weight_g),
        ("weight.volumetric", shipment.volumetric_weight_g),
        ("weight.chargeable", shipment.chargeable_weight_g),
    ];
    for (path, grams) in weights {
        data.set(path, weight(desk, grams));
    }
    data.set_rows("parcels", parcels(desk, papers));
    data.set_rows("events", papers.events.iter().map(|event| event_row(desk, event)).collect());
    Ok(data)
}

fn weight(desk: &Stationery, grams: Option<i32>) -> String {
    let shown = grams.map(|grams| figures::weight(grams, desk.habits.weight_unit, desk.language));
    shown.unwrap_or_default()
}

fn parcels(desk: &Stationery, papers: &Papers) -> Vec<Row> {
    let parcels = &papers.consignment.parcels;
    let rows = parcels.iter().zip(1..).map(|(parcel, number)| {
        let sides = size(parcel).map(|sides| figures::size(sides, desk.habits.size_unit, desk.language));
        Row::from([
            ("number", format!("{}/{}", i32::to_string(&number), parcels.len())),
            ("size", sides.unwrap_or_default()),
            ("weight", weight(desk, parcel.weight_g)),
        ])
    });
    rows.collect()
}

/// By the clock of its place.
fn event_row(desk: &Stationery, event: &EventRow) -> Row {
    let zone: Tz = event.time_zone.parse().unwrap_or(desk.time_zone);
    let at = event.occurred_at.with_timezone(&zone);
    let day = figures::date(at.date_naive(), desk.language, desk.habits);
    Row::from([
        ("when", format!("{day} {}", at.format("%H:%M"))),
        ("event", desk.one_of(Some(&event.short_description_locale))),
        ("place", event.location.clone()),
    ])
}
