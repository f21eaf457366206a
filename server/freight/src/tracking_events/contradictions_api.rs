//! `/shipments/{id}/settle_events`.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::contradictions;
use crate::shipments;
use crate::shipments::model::{Shipment, verdict};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct ContradictedEventsApi;

/// The end of a contradiction of events.
#[derive(Object)]
struct SettledEvents {
    /// Finding about the events: for staff only, in the audit log.
    #[oai(validator(max_length = 500))]
    reason: String,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Tracking")]
impl ContradictedEventsApi {
    /// Settle events of a shipment that contradict each other
    ///
    /// The shipment no longer needs attention for them: status and log stay as they are. Events that are wrong are undone by
    /// `shipment_undo_event`, which settles by itself when the others agree. A later contradiction needs attention again.
    /// Without a contradiction nothing happens.
    #[oai(path = "/:id/settle_events", method = "post", operation_id = "shipment_settle_events")]
    async fn shipment_settle_events(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<SettledEvents>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let reason = body.reason.trim();
        if reason.is_empty() {
            return Err(ApiError::invalid_field("reason", MessageCode::Required));
        }
        let scope = ctx.scope(Resource::Shipment, Action::RecordEvent)?;
        let mut tx = ctx.begin().await?;
        let before = shipments::store::lock_and_find(&mut tx, &scope, *id, &ctx.grants).await?;
        verdict(before.state(), Action::RecordEvent).guard()?;
        if contradictions::settle(&mut tx, *id, ctx.user.id, ctx.now()).await? {
            let changes = json!({ "reason": reason });
            audit::record(&mut tx, &ctx, "shipment.settle_events", Some(*id), changes).await?;
            shipments::live_events::announce(&mut tx, &[*id]).await?;
        }
        let data = shipments::store::find_again(&mut tx, &scope, before, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}
