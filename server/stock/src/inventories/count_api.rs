//! `/inventories/{id}/count`: counts of stations and phones.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::counting;
use super::model::{Inventory, InventoryCountAnswer, InventoryCountOutcome, InventoryCounts};
use super::store::{self, INVENTORIES};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::Where;
use server_core::tags::Tag;

pub struct InventoryCountApi;

#[OpenApi(prefix_path = "/inventories", tag = "Tag::Stock")]
impl InventoryCountApi {
    /// Send counts
    ///
    /// At most 200, also later and again: a key that was sent before changes nothing. Each is compared with the ledger as it was when
    /// it was counted. One that is not taken is `refused` with the reason; the others are kept.
    #[oai(path = "/:id/count", method = "post", operation_id = "inventory_count")]
    async fn inventory_count(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryCounts>,
    ) -> ApiResult<Json<Item<InventoryCountAnswer>>> {
        let scope = ctx.scope(Resource::Inventory, Action::Count)?;
        let filter = store::build_filter(&scope, Where::all());
        let mut tx = ctx.begin().await?;
        INVENTORIES.lock(&mut tx, *id).await?;
        let before: Inventory = INVENTORIES.find(&mut tx, &filter, *id).await?;
        let results = counting::count(&mut tx, &ctx, &before, &body).await?;
        let new = results.iter().filter(|one| one.outcome == InventoryCountOutcome::Counted).count();
        if new > 0 {
            live::records_changed(&mut tx, &Audience::Staff, Resource::Inventory.name(), &[*id]);
            audit::record(&mut tx, &ctx, "inventory.count", Some(*id), json!({ "counted": new })).await?;
        }
        let inventory: Inventory = INVENTORIES.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: InventoryCountAnswer { results, inventory: inventory.seen_by(&ctx) } }))
    }
}
