//! `/inventories/{id}/lines`: goods that a counter has found, and that are on no line.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::action_api::{answer, begin};
use super::input::MOST_LINES;
use super::lines;
use super::model::{Inventory, InventoryDetails, InventoryFind};
use super::state::InventoryStatus;
use super::store;
use crate::ledger::LevelKey;
use crate::lots;
use crate::stocks::receipt;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::tags::Tag;

pub struct InventoryFindApi;

#[OpenApi(prefix_path = "/inventories", tag = "Tag::Stock")]
impl InventoryFindApi {
    /// Add goods that were found
    ///
    /// Goods that lie in a place and are on no line: they get one, to be counted. Again, it changes nothing.
    #[oai(path = "/:id/lines", method = "post", operation_id = "inventory_find")]
    async fn inventory_find(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryFind>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let mut change = begin(&ctx, *id, Action::Count, None).await?;
        let lot_id = check(&mut change.tx, &ctx, &change.before, &body).await?;
        // While lines are counted again, new goods are counted like all that is still open.
        let round = if change.before.status == InventoryStatus::Recount { 2 } else { 1 };
        let key = LevelKey { lot_id, place_id: body.place_id };
        lines::add(&mut change.tx, *id, key, round).await?;
        let facts = json!({ "item_id": body.item_id, "lot": body.lot });
        change.record(Action::Count, facts, &Audience::Staff).await?;
        answer(&ctx, change).await
    }
}

/// The lot of goods that were found; all problems at once.
async fn check(tx: &mut TenantTx, ctx: &Ctx, inventory: &Inventory, sent: &InventoryFind) -> ApiResult<Uuid> {
    let mut errors = FieldErrors::default();
    let places = store::list_places(tx, inventory.id).await?;
    if !places.iter().any(|place| place.place_id == sent.place_id) {
        errors.push("place_id", MessageCode::UnknownOption);
    }
    if i64::from(inventory.line_count) >= MOST_LINES {
        let params = Params::from([("max", MOST_LINES.into())]);
        errors.push_with("item_id", MessageCode::InventoryTooLarge, params);
    }
    let item = lots::lock_item(tx, sent.item_id).await?;
    let is_own = |client_id: Option<Uuid>| inventory.client_id.is_none() || client_id == inventory.client_id;
    let Some(item) = item.filter(|item| item.active && is_own(item.client_id)) else {
        errors.push("item_id", MessageCode::UnknownOption);
        errors.into_result()?;
        return Err(ApiError::not_found());
    };
    let goods = receipt::LotGoods { lot: sent.lot.as_ref(), expiration_date: sent.expiration_date };
    let lot = receipt::read_lot(tx, ctx, &item, &goods, &mut errors).await?;
    errors.into_result()?;
    lots::find_like_or_create(tx, &lot).await
}
