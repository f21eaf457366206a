//! `/tracking`: the public tracking page.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use uuid::Uuid;

use super::model::{JourneyDelivery, JourneyPickup, TrackedJourney};
use super::store;
use freight::tracking_events::{self, TrackedCode};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

pub struct PublicTrackingApi;

#[OpenApi(tag = "Tag::Tracking")]
impl PublicTrackingApi {
    /// Track shipments without signing in
    ///
    /// The answer has no addresses or internal events. It has the recipient's name only for a user who can open the
    /// shipment. Of a pickup and a delivery it has the window, of a delivery also its attempts and the name of who took it.
    /// Returns 404 if the company has switched off the public page; signed-in users can still track the
    /// shipments they can open. If the company has set the flag `tracking_postcode`, places, times and names are shown only
    /// with the recipient's postcode. Returns 429 after too many codes, and after too many wrong postcodes of a
    /// shipment.
    #[oai(path = "/tracking", method = "get", operation_id = "tracking_search")]
    async fn tracking_search(
        &self,
        visit: Visit,
        /// At most 100 tracking codes, separated by commas, spaces or line breaks. Codes may be in groups, as on labels.
        codes: Query<String>,
        /// Postcode of the recipient; only with a single code.
        #[oai(validator(max_length = 20))]
        postcode: Query<Option<String>>,
    ) -> ApiResult<Json<Items<TrackedJourney>>> {
        Ok(Json(Items { data: track(&visit, &codes, postcode.as_deref()).await? }))
    }
}

/// The shipments of some codes as their reader may see them: for the API, and for the page that the server draws.
pub async fn track(visit: &Visit, texts: &str, postcode: Option<&str>) -> ApiResult<Vec<TrackedJourney>> {
    let found = tracking_events::track(visit, texts, postcode).await?;
    let ids: Vec<Uuid> = found.iter().filter_map(|one| one.id).collect();
    if ids.is_empty() {
        return Ok(found.into_iter().map(without_journey).collect());
    }
    let mut tx = visit.begin().await?;
    let pickups = store::list_pickups(&mut tx, &ids).await?;
    let deliveries = store::list_deliveries(&mut tx, &ids).await?;
    tx.commit().await?;
    let complete = |one: TrackedCode| {
        let is_brief = one.shipment.brief;
        let pickup = pickups.iter().find(|row| Some(row.shipment_id) == one.id);
        let delivery = deliveries.iter().find(|row| Some(row.shipment_id) == one.id);
        TrackedJourney {
            pickup: pickup.map(|row| JourneyPickup::of(row, is_brief)),
            delivery: delivery.map(|row| JourneyDelivery::of(row, is_brief)),
            shipment: one.shipment,
        }
    };
    Ok(found.into_iter().map(complete).collect())
}

fn without_journey(one: TrackedCode) -> TrackedJourney {
    TrackedJourney { shipment: one.shipment, pickup: None, delivery: None }
}
