//! `/shipment-deliveries/{id}/pin`.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::code::calculate;
use super::email::tell;
use crate::deliveries::delivery_scope::{begin, load_details};
use crate::deliveries::model::DeliveryDetails;
use crate::steps::delivery::DeliveryStep;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::Audience;
use server_core::tags::Tag;

/// The version of the delivery to change.
#[derive(Object)]
pub struct DeliveryVersion {
    /// Version that was read.
    pub version: i32,
}

/// A new PIN, which is shown this once.
#[derive(Object)]
pub struct DeliveryPin {
    /// Six digits.
    #[oai(validator(max_length = 6))]
    pub pin: String,
    pub delivery: DeliveryDetails,
}

/// The columns of a new PIN.
#[derive(Debug, Serialize)]
struct PinColumns {
    pin_turn: i16,
    pin_changed_at: DateTime<Utc>,
    pin_misses: i16,
}

pub struct DeliveryPinApi;

#[OpenApi(prefix_path = "/shipment-deliveries", tag = "Tag::Deliveries")]
impl DeliveryPinApi {
    /// Make a new PIN for a delivery
    ///
    /// Shows it this once, for a recipient who calls, and sends it to the recipient. The one before counts no longer, and wrong ones
    /// are forgotten. Returns 409 `pin_not_asked` when the delivery asks for none, and `pin_of_own_run` to its own driver.
    #[oai(path = "/:id/pin", method = "post", operation_id = "delivery_pin")]
    async fn delivery_pin(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryVersion>,
    ) -> ApiResult<Json<Item<DeliveryPin>>> {
        let mut change = begin(ctx.begin().await?, &ctx, *id, DeliveryStep::Pin, Some(body.version)).await?;
        if change.before.driver_id == Some(ctx.user.id) {
            return Err(ApiError::refused(MessageCode::PinOfOwnRun));
        }
        let pin_turn = change.before.pin_turn.wrapping_add(1);
        change.write(&PinColumns { pin_turn, pin_changed_at: ctx.now(), pin_misses: 0 }).await?;
        tell(&mut change.tx, &[*id]).await?;
        change
            .record(Action::Update, json!({ "pin": [change.before.pin_turn, pin_turn] }), &Audience::Staff)
            .await?;
        let delivery = change.finish().await?;
        let mut tx = ctx.begin().await?;
        let delivery = load_details(&mut tx, &ctx, delivery).await?;
        tx.commit().await?;
        let pin = calculate(&ctx.state().config.secret, ctx.tenant().id.as_str(), *id, pin_turn);
        Ok(Json(Item { data: DeliveryPin { pin, delivery } }))
    }
}
