//! `/inventories/{id}/decide`: counts stand that differ, because nobody else can count.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::action_api::{answer, begin};
use super::lines;
use super::model::{InventoryDecision, InventoryDetails};
use super::state::InventoryStatus;
use super::store::DecidedColumns;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::tags::Tag;

pub struct InventoryDecideApi;

#[OpenApi(prefix_path = "/inventories", tag = "Tag::Stock")]
impl InventoryDecideApi {
    /// Let differing counts stand
    ///
    /// Lines that are to be counted again keep their last count, which each of them must have, and the inventory waits for its approval, where all counts are
    /// shown. For a company in which nobody else can count them.
    #[oai(path = "/:id/decide", method = "post", operation_id = "inventory_decide")]
    async fn inventory_decide(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryDecision>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let reason = require("reason", &body.reason)?;
        let mut change = begin(&ctx, *id, Action::Decide, Some(body.version)).await?;
        // Goods that were found have no count yet that could stand.
        let rows = lines::list(&mut change.tx, *id).await?;
        let count = rows.iter().filter(|row| row.is_open && row.round > 1 && row.quantity.is_none()).count();
        if count > 0 {
            let params = Params::from([("count", count.into())]);
            return Err(ApiError::refused(MessageCode::InventoryNotCounted).with_params(params));
        }
        let decided = lines::close_recounts(&mut change.tx, *id).await?;
        let facts = json!({ "lines": decided, "reason": reason });
        change.write(&DecidedColumns { status: InventoryStatus::ToApprove, reason }).await?;
        change.record(Action::Decide, facts, &Audience::Staff).await?;
        answer(&ctx, change).await
    }
}
