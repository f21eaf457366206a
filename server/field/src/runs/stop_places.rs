//! The places of the stops of a run: the length of its way, and a better order of its deliveries and pickups.

use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::model::{DeliveryRoute, RoutePickup};
use super::stop_order::{Place, RunStop, measure_path, order_stops};
use super::store::{StopPosition, StopRow};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// A stop of a run, a delivery or a pickup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    pub id: Uuid,
    position: i16,
    pinned: bool,
    is_done: bool,
    place: Option<Place>,
}

/// Deliveries and pickups in one order. With the same position, the delivery comes first.
pub fn list_visits(stops: &[StopRow], pickups: &[RoutePickup]) -> Vec<Visit> {
    let deliveries = stops.iter().map(|stop| Visit {
        id: stop.id,
        position: stop.position,
        pinned: stop.pinned,
        is_done: stop.outcome.is_some(),
        place: find_place(stop.latitude, stop.longitude),
    });
    let pickups = pickups.iter().map(|pickup| Visit {
        id: pickup.id,
        position: pickup.position,
        pinned: false,
        is_done: pickup.done_at.is_some(),
        place: find_place(pickup.latitude, pickup.longitude),
    });
    let mut visits: Vec<Visit> = deliveries.chain(pickups).collect();
    visits.sort_by_key(|visit| visit.position);
    visits
}

/// The length of the way through all stops whose place is known; none for fewer than two places.
pub fn measure(route: &DeliveryRoute, visits: &[Visit]) -> Option<f64> {
    let places: Vec<Place> = visits.iter().filter_map(|visit| visit.place).collect();
    let start = find_start(route);
    let first = start.or_else(|| places.first().copied())?;
    if places.len() + usize::from(start.is_some()) < 2 {
        return None;
    }
    Some(measure_path(first, &places).round())
}

/// The stops in a better order, as far as their places are known. 409 when there is nothing to put in order.
pub async fn optimize(route: &DeliveryRoute, visits: &[Visit]) -> ApiResult<Vec<StopPosition>> {
    let located: Vec<(usize, Place)> =
        visits.iter().enumerate().filter_map(|(at, visit)| Some((at, visit.place?))).collect();
    let is_fixed = |at: usize| visits[at].pinned || visits[at].is_done;
    let run_stops: Vec<RunStop> =
        located.iter().map(|(at, place)| RunStop { place: *place, is_fixed: is_fixed(*at) }).collect();
    let free = run_stops.iter().filter(|stop| !stop.is_fixed).count();
    let Some(start) = find_start(route).or_else(|| located.first().map(|(_, place)| *place)) else {
        return Err(ApiError::refused(MessageCode::PlacesMissing));
    };
    if free < 2 {
        return Err(ApiError::refused(MessageCode::PlacesMissing));
    }
    // Stops without a place keep theirs; the others share what is left.
    let mut order: Vec<usize> = (0..visits.len()).collect();
    // Many stops take most of a second, in which other calls go on.
    let ordered = spawn_blocking(move || order_stops(start, &run_stops)).await.map_err(ApiError::internal)?;
    for (slot, chosen) in ordered.into_iter().enumerate() {
        order[located[slot].0] = located[chosen].0;
    }
    let positions = (0..).zip(order.into_iter().map(|index| visits[index]));
    let to_position = |(position, Visit { id, pinned, .. })| StopPosition { id, position, pinned };
    Ok(positions.map(to_position).collect())
}

fn find_place(latitude: Option<f64>, longitude: Option<f64>) -> Option<Place> {
    Some(Place { latitude: latitude?, longitude: longitude? })
}

fn find_start(route: &DeliveryRoute) -> Option<Place> {
    find_place(route.start_latitude, route.start_longitude)
}
