//! `/shipment-deliveries/{id}`: parcels that are fetched at the counter, and proof that comes later.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::counter::{self, CounterHandover, DeliveryAttachment};
use super::delivery_scope::{begin, to_answer};
use super::model::DeliveryDetails;
use super::office::{self, EarlierStop};
use super::store;
use crate::cash_handovers;
use crate::drivers::deliveries_fold;
use crate::steps::delivery::DeliveryStep;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::tags::Tag;

pub struct DeliveryCounterApi;

#[OpenApi(prefix_path = "/shipment-deliveries", tag = "Tag::Deliveries")]
impl DeliveryCounterApi {
    /// Hand a delivery over at the counter
    ///
    /// All parcels that are left, to who fetches them, with the proof that the delivery asks for. Cash is the user's until
    /// somebody else counts it; 409 `driver_has_difference` while a difference of the user's own cash is open.
    #[oai(path = "/:id/hand_over", method = "post", operation_id = "delivery_hand_over")]
    async fn delivery_hand_over(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CounterHandover>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let mut change =
            begin(ctx.begin().await?, &ctx, *id, DeliveryStep::HandOver, Some(body.version)).await?;
        body.check(&change.before)?;
        let (tx, at) = (&mut change.tx, ctx.now());
        if body.has_cash() {
            ctx.refuse_while_switched()?;
            cash_handovers::refuse_difference(tx, ctx.user.id).await?;
        }
        let left: Vec<EarlierStop> = change
            .before
            .stop_id
            .map(|stop_id| EarlierStop { stop_id, delivery_id: *id })
            .into_iter()
            .collect();
        office::add_reassigned(tx, &left, at).await?;
        let stop_id = store::add_counter_stop(tx, *id, &ctx.user.name, at).await?;
        let record = body.to_record(&change.before, stop_id, at);
        counter::take(tx, &ctx, &record, &change.before).await?;
        deliveries_fold::refold(tx, &ctx, &[*id]).await?;
        let facts = json!({ "received_by": body.name.trim() });
        change.record(Action::Update, facts, &Audience::Staff).await?;
        to_answer(&ctx, change.finish().await?).await
    }

    /// Add proof to a delivery
    ///
    /// Photos and papers that came later. They stand beside what its driver recorded, and change nothing of it.
    #[oai(path = "/:id/attach", method = "post", operation_id = "delivery_attach")]
    async fn delivery_attach(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryAttachment>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let mut change =
            begin(ctx.begin().await?, &ctx, *id, DeliveryStep::Attach, Some(body.version)).await?;
        let stops = store::list_stops(&mut change.tx, *id).await?;
        let Some(stop) = stops.first() else {
            let params = Params::from([("status", change.before.status.code().into())]);
            return Err(ApiError::refused(MessageCode::DeliveryState).with_params(params));
        };
        let record = body.to_record(stop.id, ctx.now());
        counter::take(&mut change.tx, &ctx, &record, &change.before).await?;
        deliveries_fold::refold(&mut change.tx, &ctx, &[*id]).await?;
        let facts = json!({ "files": body.files.len(), "note": record.payload.note });
        change.record(Action::Update, facts, &Audience::Staff).await?;
        to_answer(&ctx, change.finish().await?).await
    }
}
