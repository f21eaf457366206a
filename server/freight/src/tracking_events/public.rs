//! What the public tracking page shows of shipments. Its call stands with the pickups and deliveries that it adds.

use chrono::{DateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use policy::{Action, Resource};
use serde_json::Value;
use uuid::Uuid;

use super::api::too_many;
use super::model::{OF_THE_DESK, clean_codes};
use super::public_store::{self, PublicShipment};
use super::store::{self, EventRow};
use crate::hold_reason::HoldReason;
use crate::status::ShipmentStatus;
use access::scope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::{PUBLIC_TRACKING as TRACKING_LIMIT, TRACKING_POSTCODES};
use server_core::http::visit::Visit;
use server_core::settings::{PUBLIC_TRACKING, TRACKING_POSTCODE};
use trade::event_stage::EventStage;
use trade::identifiers::S10;

/// Codes of one call.
pub const MAX_TRACKED: usize = 100;
const NOON: NaiveTime = NaiveTime::from_hms_opt(12, 0, 0).expect("a day has a noon");

/// A shipment on the public page.
#[derive(Object)]
pub struct TrackedShipment {
    pub tracking_code: String,
    /// False if the code does not exist; other fields are then empty.
    pub found: bool,
    /// Id of the shipment if the current user can open it; null otherwise.
    pub shipment_id: Option<Uuid>,
    /// Name of the recipient if the current user can open the shipment; null otherwise.
    pub to_name: Option<String>,
    pub status: Option<ShipmentStatus>,
    pub from_country_id: Option<i16>,
    pub to_country_id: Option<i16>,
    pub to_city: Option<String>,
    /// By language: pt, en, es, zh.
    pub service_title_locale: Option<Value>,
    /// Last day of the expected delivery.
    pub due_on: Option<chrono::NaiveDate>,
    /// First day of the expected delivery; null when it is one day.
    pub due_from_on: Option<chrono::NaiveDate>,
    pub last_event_at: Option<DateTime<Utc>>,
    /// Why it is held by the company; null when it is not.
    pub hold_reason: Option<HoldReason>,
    /// How many parcels the shipment has.
    pub parcel_count: Option<i16>,
    /// True if the answer lacks places and times because the request has no correct postcode of the recipient: the city
    /// and the locations are empty, and each time is noon of its day.
    pub brief: bool,
    /// Public events, newest first.
    pub events: Vec<TrackedEvent>,
}

/// A public event.
#[derive(Object)]
pub struct TrackedEvent {
    pub code: String,
    pub occurred_at: DateTime<Utc>,
    /// IANA time zone of the place, to show local time.
    pub time_zone: String,
    pub location: String,
    pub stage: EventStage,
    /// Numbers of the parcels that it concerns, from 1; empty for all parcels of the shipment.
    pub parcels: Vec<i16>,
    /// By language: pt, en, es, zh.
    pub short_description_locale: Value,
    /// By language: pt, en, es, zh.
    pub description_locale: Value,
}

/// What the page shows of a code.
pub struct TrackedCode {
    /// The id of its shipment, which the page does not show. None for an unknown code.
    pub id: Option<Uuid>,
    pub shipment: TrackedShipment,
}

/// The shipments of some codes as their reader may see them: for the API, and for the page that the server draws.
///
/// `texts` has codes as people write them. Each code counts against the limit of a visitor's address.
pub async fn track(visit: &Visit, texts: &str, postcode: Option<&str>) -> ApiResult<Vec<TrackedCode>> {
    let settings = visit.settings().await?;
    let is_public = settings.flag(PUBLIC_TRACKING);
    let reach = scope::of_visit(visit, Resource::Shipment, Action::Show).await?;
    let codes = clean_codes(&[texts.to_owned()]);
    let max = if postcode.is_some() { 1 } else { MAX_TRACKED };
    if codes.len() > max {
        return Err(too_many("codes", max));
    }
    if reach.is_none() {
        visit.spend_address(TRACKING_LIMIT, codes.len()).await?;
        if !is_public {
            return Err(ApiError::not_found());
        }
    }
    let mut tx = visit.begin().await?;
    let shipments = public_store::list_shipments(&mut tx, &codes, is_public, reach.as_ref()).await?;
    let ids: Vec<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
    let events = store::of_shipments(&mut tx, &ids, true).await?;
    tx.commit().await?;
    let asks = settings.flag(TRACKING_POSTCODE);
    let proven = asks && proves(visit, shipments.first(), postcode).await?;
    let brief = |shipment: &PublicShipment| asks && !proven && !shipment.in_reach;
    Ok(codes.iter().map(|code| to_tracked_code(code, &shipments, &events, brief)).collect())
}

/// Whether the page would show places and times to this reader: the postcode is asked for nothing else. True for an unknown
/// code.
pub async fn is_shown_whole(visit: &Visit, code: &str, postcode: Option<&str>) -> ApiResult<bool> {
    if !visit.settings().await?.flag(TRACKING_POSTCODE) {
        return Ok(true);
    }
    let reach = scope::of_visit(visit, Resource::Shipment, Action::Show).await?;
    let mut tx = visit.begin().await?;
    let shipments = public_store::list_shipments(&mut tx, &[code.to_owned()], true, reach.as_ref()).await?;
    tx.commit().await?;
    match shipments.first() {
        Some(shipment) if !shipment.in_reach => proves(visit, Some(shipment), postcode).await,
        _ => Ok(true),
    }
}

/// True when the postcode is the recipient's. Wrong ones are counted, so that it cannot be guessed.
async fn proves(visit: &Visit, shipment: Option<&PublicShipment>, sent: Option<&str>) -> ApiResult<bool> {
    let (Some(shipment), Some(sent)) = (shipment, sent) else { return Ok(false) };
    let (limits, tenant) = (&visit.state.limits, &visit.tenant.id);
    limits.check(tenant, TRACKING_POSTCODES, &shipment.tracking_code).await?;
    let fits = shipment.to_postcode.as_deref().map(letters).is_some_and(|known| known == letters(sent));
    if fits {
        limits.give_back(tenant, TRACKING_POSTCODES, &shipment.tracking_code).await;
    }
    Ok(fits)
}

/// A postcode as people write it differently: without spaces and signs.
fn letters(postcode: &str) -> String {
    postcode.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

impl TrackedShipment {
    /// Without places and times of day.
    fn in_brief(mut self) -> Self {
        let zone = self.events.first().map_or("UTC", |event| event.time_zone.as_str());
        self.last_event_at = self.last_event_at.map(|at| noon(at, zone));
        self.to_city = None;
        for event in &mut self.events {
            event.location.clear();
            event.occurred_at = noon(event.occurred_at, &event.time_zone);
        }
        Self { brief: true, ..self }
    }
}

/// Noon of the day, by the clock of the place.
fn noon(at: DateTime<Utc>, zone: &str) -> DateTime<Utc> {
    let zone: Tz = zone.parse().unwrap_or(Tz::UTC);
    let noon = at.with_timezone(&zone).date_naive().and_time(NOON).and_local_timezone(zone);
    noon.earliest().map_or(at, |noon| noon.to_utc())
}

fn to_tracked_code(
    code: &str,
    shipments: &[PublicShipment],
    events: &[EventRow],
    brief: impl Fn(&PublicShipment) -> bool,
) -> TrackedCode {
    let found = shipments.iter().find(|shipment| shipment.tracking_code == code);
    let of_it = |event: &&EventRow| found.is_some_and(|shipment| shipment.id == event.shipment_id);
    let shown = S10::parse(code).map_or_else(|_| code.chars().take(40).collect(), |code| code.to_string());
    let whole = TrackedShipment {
        brief: false,
        tracking_code: shown,
        found: found.is_some(),
        shipment_id: found.filter(|shipment| shipment.in_reach).map(|shipment| shipment.id),
        to_name: found.and_then(|shipment| shipment.to_name.clone()),
        status: found.map(|shipment| shipment.status),
        from_country_id: found.and_then(|shipment| shipment.from_country_id),
        to_country_id: found.and_then(|shipment| shipment.to_country_id),
        to_city: found.and_then(|shipment| shipment.to_city.clone()),
        service_title_locale: found.and_then(|shipment| shipment.service_title_locale.clone()),
        due_on: found.and_then(|shipment| shipment.due_on),
        due_from_on: found.and_then(|shipment| shipment.due_from_on),
        last_event_at: found.and_then(|shipment| shipment.last_event_at),
        hold_reason: found.and_then(|shipment| shipment.hold_reason),
        parcel_count: found.map(|shipment| shipment.parcel_count),
        events: events_shown(found, &events.iter().filter(of_it).collect::<Vec<_>>()),
    };
    let shipment = if found.is_some_and(brief) { whole.in_brief() } else { whole };
    TrackedCode { id: found.map(|shipment| shipment.id), shipment }
}

/// The events of a shipment without those that contradict its end: after a delivery nothing goes out for delivery, and
/// such a scan is a mistake.
fn events_shown(found: Option<&PublicShipment>, events: &[&EventRow]) -> Vec<TrackedEvent> {
    let end = found.map(|shipment| shipment.status).filter(|status| status.is_final());
    let ended_at = events.iter().find(|event| end.is_some() && event.status_effect == end);
    let ended_at = ended_at.map(|event| event.occurred_at);
    let fits = |event: &&&EventRow| {
        let by_desk = OF_THE_DESK.contains(&event.code.as_str());
        let moves_on = !by_desk && event.status_effect.is_some() && event.status_effect != end;
        !(moves_on && ended_at.is_some_and(|ended_at| event.occurred_at > ended_at))
    };
    events.iter().filter(fits).map(|event| event.public_view()).collect()
}

impl EventRow {
    fn public_view(&self) -> TrackedEvent {
        TrackedEvent {
            code: self.code.clone(),
            occurred_at: self.occurred_at,
            time_zone: self.time_zone.clone(),
            location: self.location.clone(),
            stage: self.stage,
            parcels: self.parcels.clone(),
            short_description_locale: self.short_description_locale.clone(),
            description_locale: self.description_locale.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brief_time_is_noon_of_the_day_at_the_place() {
        let at = "2026-11-25T01:30:00Z".parse().unwrap();
        assert_eq!(noon(at, "America/Sao_Paulo").to_rfc3339(), "2026-11-24T15:00:00+00:00");
        assert_eq!(noon(at, "nowhere").to_rfc3339(), "2026-11-25T12:00:00+00:00");
    }

    #[test]
    fn a_postcode_fits_however_it_is_written() {
        assert_eq!(letters("sw1a 1aa"), letters("SW1A-1AA"));
        assert_eq!(letters("01310-100"), "01310100");
    }
}
