//! A purchase with its lines and receipts, as a user sees it.

use tenancy::TenantTx;

use super::model::{Purchase, PurchaseDetails, PurchaseLine};
use super::state::sees_costs;
use super::store;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;

pub async fn load(tx: &mut TenantTx, ctx: &Ctx, purchase: Purchase) -> ApiResult<PurchaseDetails> {
    let has_costs = sees_costs(&ctx.grants);
    let lines = store::list_lines(tx, purchase.id, purchase.over_percent).await?.into_iter();
    let lines = lines.map(|line| PurchaseLine {
        unit_cost: line.unit_cost.filter(|_| has_costs).map(|cost| cost.normalize()),
        ..line
    });
    let lines = lines.collect();
    let receipts = store::list_receipts(tx, purchase.id).await?;
    Ok(PurchaseDetails { purchase: purchase.seen_by(&ctx.grants), lines, receipts })
}
