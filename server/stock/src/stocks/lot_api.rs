//! `/stocks`: the lot of a stock is held, and released.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::model::{Stock, StockHold, StockRelease};
use super::stock_view::to_view;
use super::store;
use crate::allocation::LotStatus;
use crate::lot_state::{LotStep, TRANSITIONS};
use crate::lots::{LOTS, StockLot};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::Where;
use server_core::tags::Tag;

/// The columns of a lot whose state changes.
#[derive(Debug, Serialize)]
struct LotStateColumns {
    status: LotStatus,
    reason: Option<String>,
}

/// A step of a lot, as somebody asks for it.
struct LotChange {
    action: Action,
    step: LotStep,
    /// Why, as it is kept with the lot.
    reason: Option<String>,
    /// Why, as the audit entry has it.
    said: Option<String>,
    version: i32,
}

pub struct StockLotApi;

#[OpenApi(prefix_path = "/stocks", tag = "Tag::Stock")]
impl StockLotApi {
    /// Keep a lot from leaving
    ///
    /// In all places. What was held for somebody before can no longer be picked.
    #[oai(path = "/:id/hold", method = "post", operation_id = "stock_hold")]
    async fn stock_hold(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockHold>,
    ) -> ApiResult<Json<Item<Stock>>> {
        let reason = require("reason", &body.reason)?;
        let change = LotChange {
            action: Action::Hold,
            step: if body.quarantine { LotStep::Quarantine } else { LotStep::Hold },
            reason: Some(reason.clone()),
            said: Some(reason),
            version: body.version,
        };
        change_lot(&ctx, *id, change).await
    }

    /// Let a lot leave again
    ///
    /// Returns 409 for a lot that has expired.
    #[oai(path = "/:id/release", method = "post", operation_id = "stock_release")]
    async fn stock_release(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<StockRelease>,
    ) -> ApiResult<Json<Item<Stock>>> {
        let change = LotChange {
            action: Action::Release,
            step: LotStep::Release,
            reason: None,
            said: optional(body.reason.as_ref()),
            version: body.version,
        };
        change_lot(&ctx, *id, change).await
    }
}

async fn change_lot(ctx: &Ctx, id: Uuid, change: LotChange) -> ApiResult<Json<Item<Stock>>> {
    let scope = ctx.scope(Resource::Stock, change.action)?;
    let today = ctx.settings().today(ctx.now());
    let mut tx = ctx.begin().await?;
    let stock = store::find(&mut tx, &scope, id).await?;
    let version = LOTS.lock(&mut tx, stock.lot_id).await?;
    let before: StockLot = LOTS.find(&mut tx, &Where::all(), stock.lot_id).await?;
    let verdict = TRANSITIONS.verdict(change.step, before.status, &stock.facts(today));
    verdict.guard()?;
    if version != change.version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    let Some(status) = TRANSITIONS.after(change.step, before.status) else {
        return Err(ApiError::refused(MessageCode::StockLotState));
    };
    let columns = LotStateColumns { status, reason: change.reason };
    LOTS.write(&mut tx, ctx.now(), stock.lot_id, &columns).await?;
    let facts = json!({
        "sku": stock.sku, "lot": stock.lot, "status": [before.status, status], "reason": change.said,
    });
    let audience = stock.client_id.map_or(Audience::Staff, |client_id| Audience::Parties(vec![client_id]));
    // It is the lot in all its places. Pages of the lists that hold it hear of stock, too.
    live::records_changed(&mut tx, &audience, Resource::Stock.name(), &[]);
    audit::record(&mut tx, ctx, &format!("{}.{}", Resource::Stock, change.action), Some(id), facts).await?;
    let stock = store::find(&mut tx, &scope, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: to_view(ctx, stock, today) }))
}
