//! `/purchases/{id}`: goods come in, and go back to the supplier.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::model::{Purchase, PurchaseArrival, PurchaseReceipt, PurchaseReceiptAnswer, PurchaseReturn};
use super::store::{self, GoodsColumns, PURCHASES};
use super::{details, receiving};
use access::ctx::Ctx;
use access::scope::RowScope;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

pub struct PurchaseReceiveApi;

#[OpenApi(prefix_path = "/purchases", tag = "Tag::Stock")]
impl PurchaseReceiveApi {
    /// Receive goods of a purchase
    ///
    /// Goods of one line: all that is missing, a part of it, or more within the allowance. They become a movement of the stock. Returns
    /// 409 `purchase_too_much` for more than may still come, `purchase_line_came` when nothing may. The same `key` again changes
    /// nothing, and has the first receipt.
    #[oai(path = "/:id/receive", method = "post", operation_id = "purchase_receive")]
    async fn purchase_receive(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PurchaseArrival>,
    ) -> ApiResult<Json<Item<PurchaseReceiptAnswer>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Receive).await?;
        if let Some(receipt) = store::find_receipt_of_key(&mut change.tx, *id, body.key).await? {
            return answer(&ctx, change, receipt).await;
        }
        change.allow(change.before.verdict(Action::Receive), None)?;
        let receipt = receiving::take_in(&mut change.tx, &ctx, &scope, &change.before, &body).await?;
        write_status(&mut change, Action::Receive, &receipt, None).await?;
        let told = WebhookEvent::of(WebhookEventType::PurchaseReceived, *id)
            .with("number", &change.before.number)
            .with("sku", &receipt.sku)
            .with("quantity", receipt.quantity);
        webhooks::announce(&mut change.tx, ctx.now(), told).await?;
        answer(&ctx, change, receipt).await
    }

    /// Send a receipt back to the supplier
    ///
    /// All of it, and its line is open for it again. Returns 409 `stock_not_enough` when its goods are gone from where they were put.
    /// The same `key` again changes nothing.
    #[oai(path = "/:id/return", method = "post", operation_id = "purchase_return")]
    async fn purchase_return(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PurchaseReturn>,
    ) -> ApiResult<Json<Item<PurchaseReceiptAnswer>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Return).await?;
        if let Some(receipt) = receiving::find_sent_back(&mut change.tx, &scope, *id, &body).await? {
            return answer(&ctx, change, receipt).await;
        }
        change.allow(change.before.verdict(Action::Return), None)?;
        let receipt = receiving::send_back(&mut change.tx, &ctx, &scope, &change.before, &body).await?;
        write_status(&mut change, Action::Return, &receipt, Some(body.reason.trim())).await?;
        answer(&ctx, change, receipt).await
    }
}

/// The purchase, locked, so that two receipts of a line never count together beyond what may come.
async fn begin(ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<(RowScope, Change<Purchase>)> {
    let scope = ctx.scope(Resource::Purchase, action)?;
    let filter = store::build_filter(&scope, Where::all());
    let change = Change::begin(ctx.begin().await?, ctx, &PURCHASES, filter, id).await?;
    Ok((scope, change))
}

/// Writes how much of it has come by now.
async fn write_status(
    change: &mut Change<Purchase>,
    action: Action,
    receipt: &PurchaseReceipt,
    reason: Option<&str>,
) -> ApiResult<()> {
    let (id, over_percent) = (change.id, change.before.over_percent);
    let lines = store::list_lines(&mut change.tx, id, over_percent).await?;
    change.write(&GoodsColumns { status: change.before.status.after_goods(&lines) }).await?;
    let facts = json!({
        "sku": receipt.sku, "lot": receipt.lot, "quantity": receipt.quantity, "place": receipt.place, "reason": reason,
    });
    change.record(action, facts, &Audience::Staff).await
}

/// Commits, and answers with the receipt and the purchase as it is now.
async fn answer(
    ctx: &Ctx,
    mut change: Change<Purchase>,
    receipt: PurchaseReceipt,
) -> ApiResult<Json<Item<PurchaseReceiptAnswer>>> {
    let purchase: Purchase = PURCHASES.find(&mut change.tx, &Where::all(), change.id).await?;
    let purchase = details::load(&mut change.tx, ctx, purchase).await?;
    change.finish().await?;
    Ok(Json(Item { data: PurchaseReceiptAnswer { receipt, purchase } }))
}
