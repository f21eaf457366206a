//! The order view: a shipment on paper, in the language of the reader.

use chrono_tz::Tz;

use super::common;
use super::store::Papers;
use super::words;
use crate::shipments::labels::model::{Stationery, size};
use crate::tracking_events::store::EventRow;
use paper::captions::order::{CAPTIONS, TITLE};
use paper::data::{Data, Row};
use paper::party::{Party, join_parts};
use server_core::mail::MailError;
use trade::figures;

pub fn data(stationery: &Stationery, papers: &Papers) -> Result<Data, MailError> {
    let mut data = common::data(stationery, papers, TITLE.in_language(stationery.language))?;
    CAPTIONS.set(&mut data, stationery.language);
    let shipment = papers.shipment();
    let fields = &shipment.fields;
    let at = |party: Party| join_parts(&[&party.city, &party.country], ", ");
    data.set(
        "route",
        join_parts(&[&at(stationery.sender(shipment)), &at(stationery.receiver(shipment))], " → "),
    );
    data.set("client", shipment.client_name.clone().unwrap_or_default());
    let contents = fields.contents_type.map(|kind| words::contents(kind, stationery.language));
    data.set("contents", contents.unwrap_or_default());
    data.set("declared", common::money(stationery, papers, fields.declared_value));
    let due = fields.due_on.map(|day| figures::date(day, stationery.language, stationery.habits));
    data.set("due", due.unwrap_or_default());
    let weights = [
        ("weight.declared", fields.declared_weight_g),
        ("weight.volumetric", shipment.volumetric_weight_g),
        ("weight.chargeable", shipment.chargeable_weight_g),
    ];
    for (path, grams) in weights {
        data.set(path, weight(stationery, grams));
    }
    data.set_rows("parcels", parcels(stationery, papers));
    data.set_rows("events", papers.events.iter().map(|event| event_row(stationery, event)).collect());
    Ok(data)
}

fn weight(stationery: &Stationery, grams: Option<i32>) -> String {
    let shown = grams.map(|grams| figures::weight(grams, stationery.habits.weight_unit, stationery.language));
    shown.unwrap_or_default()
}

fn parcels(stationery: &Stationery, papers: &Papers) -> Vec<Row> {
    let parcels = &papers.consignment.parcels;
    let rows = parcels.iter().zip(1..).map(|(parcel, number)| {
        let sides =
            size(parcel).map(|sides| figures::size(sides, stationery.habits.size_unit, stationery.language));
        Row::from([
            ("number", format!("{}/{}", i32::to_string(&number), parcels.len())),
            ("size", sides.unwrap_or_default()),
            ("weight", weight(stationery, parcel.weight_g)),
        ])
    });
    rows.collect()
}

/// By the clock of its place.
fn event_row(stationery: &Stationery, event: &EventRow) -> Row {
    let zone: Tz = event.time_zone.parse().unwrap_or(stationery.time_zone);
    let at = event.occurred_at.with_timezone(&zone);
    let day = figures::date(at.date_naive(), stationery.language, stationery.habits);
    Row::from([
        ("when", format!("{day} {}", at.format("%H:%M"))),
        ("event", stationery.one_of(Some(&event.short_description_locale))),
        ("place", event.location.clone()),
    ])
}
