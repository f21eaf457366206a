//! The cancellation of shipments, and what it gives back.

use std::collections::HashMap;

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::list::ShipmentFilter;
use super::model::{self, Shipment};
use super::result::ShipmentResult;
use super::selection::Selection;
use super::states::{self, StateRow};
use super::status_event::new_status_event;
use super::store;
use super::wallet_effect::{self, Movement, WalletEffect, sums};
use crate::status::ShipmentStatus;
use crate::tracking_events::{self, NewEvent};
use access::ctx::Ctx;
use access::scope::RowScope;
use ledger::ExpectedRefund;
use pricing::prices::priced::PriceMoney;
use server_core::audit::{self, Actor};
use server_core::follower::follow;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::tags::Tag;
use trade::money::in_currency;

pub struct ShipmentCancelApi;

/// Shipments of one call.
const MAX: i64 = 500;

/// Reason for a cancellation.
#[derive(Object)]
pub struct ShipmentCancel {
    /// Required; shown in the log.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
}

/// Shipments to cancel, with the reason.
#[derive(Object)]
pub struct ShipmentsCancel {
    #[oai(validator(min_items = 1, max_items = 500))]
    ids: Vec<Uuid>,
    /// Required; shown in the log.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
}

/// The shipments of a question before a call for many. Either `ids` or `filter`.
#[derive(Object)]
pub struct ShipmentsAsked {
    #[oai(validator(max_items = 500))]
    ids: Option<Vec<Uuid>>,
    /// Filter of the list, at most 500 matches.
    filter: Option<ShipmentFilter>,
}

/// Where the charge of a cancelled shipment stands.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
enum RefundInvoice {
    /// On no invoice: nothing will be invoiced.
    None,
    /// On a draft, which drops the line.
    Draft,
    /// On an issued invoice, which stays; the next one has the amount back.
    Issued,
}

/// Money that the cancellation of a shipment gives back.
#[derive(Object, Debug)]
struct CancelPreviewRow {
    id: Uuid,
    tracking_code: String,
    client_name: Option<String>,
    /// Goes to the wallet of the client; null when nothing was charged.
    refund: Option<PriceMoney>,
    /// Null when nothing was charged.
    invoice: Option<RefundInvoice>,
    /// Why it cannot be cancelled, from `message-codes.json`; null if it can.
    message_code: Option<String>,
    /// The message in the language of the request.
    message: Option<String>,
}

/// Money that the cancellation of shipments gives back.
#[derive(Object, Debug)]
struct CancelPreview {
    shipments: Vec<CancelPreviewRow>,
    /// All refunds, by currency.
    totals: Vec<PriceMoney>,
    /// The wallets that get them; empty for a user who may not see wallets.
    wallets: Vec<WalletEffect>,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentCancelApi {
    /// Cancel a shipment
    ///
    /// Possible until it is received (40), and while its weight holds it (45). After that it can only be returned. A reason is required. The charged amount
    /// goes back to the client's wallet; `shipment_cancel_preview` says how much it is. Parcels that were packed for it can be asked
    /// for again. Returns 409 `shipment_claimed` while a claim for it is open or approved, or once one is paid.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "shipment_cancel")]
    async fn shipment_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentCancel>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Cancel)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock_and_find(&mut tx, &scope, *id, &ctx.grants).await?;
        model::verdict(before.state(), Action::Cancel).guard()?;
        let reason = required_reason(body.reason.as_ref())?;
        cancel(&mut tx, &ctx, &before, &reason).await?;
        let data = store::find_again(&mut tx, &scope, before, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Show what the cancellation of shipments gives back
    ///
    /// For each shipment the amount that goes back to the wallet of its client and what becomes of its line on an invoice,
    /// the sums, and the wallets before and after. A shipment with a claim that is open, approved or paid is refused with
    /// `shipment_claimed`, as `shipment_cancel` refuses it. Changes nothing.
    #[oai(path = "/cancel_preview", method = "post", operation_id = "shipment_cancel_preview")]
    async fn shipment_cancel_preview(
        &self,
        ctx: Ctx,
        body: Body<ShipmentsAsked>,
    ) -> ApiResult<Json<Item<CancelPreview>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Cancel)?;
        let ShipmentsAsked { ids, filter } = body.0;
        let mut tx = ctx.begin().await?;
        let selection = Selection { ids, filter };
        let ids = selection.ids(&mut tx, &scope, &ctx.user.time_zone, &[], MAX).await?;
        let rows = states::load(&mut tx, &scope, &ids).await?;
        let refunds = ledger::expect_refunds(&mut tx, &ids).await?;
        let data = preview(&mut tx, &ctx, rows, refunds).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Cancel shipments
    ///
    /// Each is cancelled by itself, as by `shipment_cancel`. The answer has a result for every id: one that is cancelled
    /// already is `unchanged`, one that is received is refused with `shipment_not_cancellable`.
    #[oai(path = "/cancel", method = "post", operation_id = "shipment_cancel_many")]
    async fn shipment_cancel_many(
        &self,
        ctx: Ctx,
        body: Body<ShipmentsCancel>,
    ) -> ApiResult<Json<Items<ShipmentResult>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Cancel)?;
        let reason = required_reason(body.reason.as_ref())?;
        let mut tx = ctx.begin().await?;
        let selection = Selection { ids: Some(body.0.ids), filter: None };
        let ids = selection.ids(&mut tx, &scope, &ctx.user.time_zone, &[], MAX).await?;
        tx.commit().await?;
        let mut data = Vec::with_capacity(ids.len());
        for id in ids {
            data.push(ShipmentResult::of(id, cancel_one(&ctx, &scope, id, &reason).await, ctx.language())?);
        }
        Ok(Json(Items { data }))
    }
}

fn required_reason(reason: Option<&String>) -> ApiResult<String> {
    optional(reason).ok_or_else(|| ApiError::invalid_field("reason", MessageCode::Required))
}

/// A shipment was cancelled.
#[derive(Clone)]
pub struct ShipmentCancelled {
    pub shipment_id: Uuid,
    pub reason: String,
    pub actor: Actor,
}

/// Cancels a shipment, which is locked, and gives back what it has cost. Whoever follows it comes before the money, as when goods are
/// packed and their storage is charged.
pub(super) async fn cancel(tx: &mut TenantTx, ctx: &Ctx, before: &Shipment, reason: &str) -> ApiResult<Uuid> {
    let id = before.id;
    store::cancel(tx, id, reason, ctx.user.id, ctx.now()).await?;
    let cancelled = ShipmentCancelled { shipment_id: id, reason: reason.to_owned(), actor: ctx.into() };
    follow(tx, ctx.state(), cancelled).await?;
    ledger::reverse_for_cancellation(tx, ctx.state(), ctx, id).await?;
    audit::record(tx, ctx, "shipment.cancel", Some(id), json!({ "reason": reason })).await?;
    let event = NewEvent { reason: Some(reason.to_owned()), ..new_status_event("CANCELLED", before, ctx) };
    tracking_events::record_for(tx, before.to_locked(before.confirmed_at.is_some()), &event).await
}

/// In a transaction of its own, so that money is locked for as short as for a single one.
async fn cancel_one(ctx: &Ctx, scope: &RowScope, id: Uuid, reason: &str) -> ApiResult<ShipmentResult> {
    let mut tx = ctx.begin().await?;
    let before = store::lock_and_find(&mut tx, scope, id, &ctx.grants).await?;
    if before.status == ShipmentStatus::Cancelled {
        tx.commit().await?;
        return Ok(ShipmentResult::without_change(id, before.tracking_code));
    }
    if let Verdict::No(code, params) = model::verdict(before.state(), Action::Cancel) {
        tx.commit().await?;
        let tracking_code = Some(before.tracking_code);
        return Ok(ShipmentResult::with_refusal(id, tracking_code, code, &params, ctx.language()));
    }
    cancel(&mut tx, ctx, &before, reason).await?;
    tx.commit().await?;
    Ok(ShipmentResult::with_event(id, before.tracking_code, None))
}

async fn preview(
    tx: &mut TenantTx,
    ctx: &Ctx,
    rows: Vec<StateRow>,
    refunds: Vec<ExpectedRefund>,
) -> ApiResult<CancelPreview> {
    let mut by_shipment: HashMap<Uuid, ExpectedRefund> =
        refunds.into_iter().map(|refund| (refund.shipment_id, refund)).collect();
    let (mut shipments, mut movements) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        let refusal = match model::verdict(row.state(), Action::Cancel) {
            Verdict::No(code, params) => Some((code, params)),
            Verdict::Yes | Verdict::Already => None,
        };
        let found = by_shipment.remove(&row.id).filter(|_| refusal.is_none());
        let refund = found.as_ref().map(money_of);
        if let Some((found, money)) = found.as_ref().zip(refund.clone()) {
            let client_name = row.client_name.clone();
            movements.push(Movement { client_id: Some(found.client_id), client_name, money });
        }
        shipments.push(CancelPreviewRow {
            id: row.id,
            tracking_code: row.tracking_code,
            client_name: row.client_name,
            refund,
            invoice: found.as_ref().map(invoice_of),
            message: refusal.as_ref().map(|(code, params)| code.text(ctx.language(), params)),
            message_code: refusal.map(|(code, _)| code.as_str().to_owned()),
        });
    }
    let totals = sums(shipments.iter().filter_map(|row| row.refund.clone()));
    let wallets = wallet_effect::wallets(tx, ctx, &movements).await?;
    Ok(CancelPreview { shipments, totals, wallets })
}

fn money_of(refund: &ExpectedRefund) -> PriceMoney {
    let amount = in_currency(refund.amount, Some(refund.currency.as_str()));
    PriceMoney { amount, currency: refund.currency.clone() }
}

const fn invoice_of(refund: &ExpectedRefund) -> RefundInvoice {
    match (refund.is_invoiced, refund.is_drafted) {
        (true, _) => RefundInvoice::Issued,
        (false, true) => RefundInvoice::Draft,
        (false, false) => RefundInvoice::None,
    }
}
