//! `/mawbs/flight_documents`.

use chrono::NaiveDate;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::documents::PackFlightDocuments;
use super::store;
use access::ctx::Ctx;
use customs::flights;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::process::{self, StartedTask};
use server_core::tags::Tag;

/// The flight whose documents are packed.
#[derive(Object)]
struct FlightOfDay {
    /// Airline and number: `LA8191`.
    #[oai(validator(max_length = 8))]
    flight: String,
    /// Day on which it departs.
    on: NaiveDate,
}

pub struct FlightApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl FlightApi {
    /// Pack the documents of a flight
    ///
    /// Starts a background task. Its archive has a folder for each air waybill on the flight, and for each delivery bill (CN 38)
    /// whose vehicle and day are those of the flight, at most 200 of each: the paper, the labels of its bags, at most 2,000, and for
    /// those who may download manifests the files of the closed version of its manifest. Returns 422 `flight_without_waybills` at
    /// `flight` if there is none.
    #[oai(path = "/flight_documents", method = "post", operation_id = "mawb_flight_documents")]
    async fn mawb_flight_documents(&self, ctx: Ctx, body: Body<FlightOfDay>) -> ApiResult<StartedTask> {
        let scope = ctx.scope(Resource::Mawb, Action::Export)?;
        let may_download = ctx.scope(Resource::Manifest, Action::Export).ok();
        let on = body.on;
        let flight = body.flight.split_whitespace().collect::<String>().to_uppercase();
        let mut tx = ctx.begin().await?;
        let waybills = flights::list_waybills(&mut tx, &scope, &flight, on).await?;
        let masters = match ctx.scope(Resource::Master, Action::Show) {
            Ok(scope) => flights::list_masters(&mut tx, &scope, &flight, on).await?,
            Err(_) => Vec::new(),
        };
        if waybills.is_empty() && masters.is_empty() {
            return Err(ApiError::invalid_field("flight", MessageCode::FlightWithoutWaybills));
        }
        let ids: Vec<Uuid> = waybills.iter().map(|waybill| waybill.id).collect();
        let manifests = match &may_download {
            Some(scope) => store::list_manifests(&mut tx, scope, &ids).await?,
            None => Vec::new(),
        };
        let master_ids: Vec<Uuid> = masters.iter().map(|master| master.id).collect();
        let bags = match ctx.scope(Resource::Bag, Action::Show) {
            Ok(scope) => flights::list_bags(&mut tx, &scope, &ids, &master_ids).await?,
            Err(_) => Vec::new(),
        };
        // Manifests have names, documents and addresses of people.
        let facts = json!({
            "flight": flight, "departs_on": on,
            "mawbs": waybills.iter().map(|one| &one.number).collect::<Vec<_>>(),
            "masters": masters.iter().map(|one| &one.number).collect::<Vec<_>>(),
            "manifests": manifests.iter().map(|one| &one.number).collect::<Vec<_>>(),
        });
        let process = PackFlightDocuments { flight, on, waybills, manifests, masters, bags };
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "mawb.export", None, facts).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}
