//! The confirmation of many shipments: their prices first, then one call.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::Value;
use std::collections::HashSet;
use tenancy::TenantTx;
use uuid::Uuid;

use super::confirm::{Acceptance, confirm};
use super::list::ShipmentFilter;
use super::model::{self, Shipment, State};
use super::price::{PriceRequest, price_to_charge};
use super::result::ShipmentResult;
use super::selection::Selection;
use super::store;
use super::wallet_effect::{self, Movement, WalletEffect, sums};
use access::ctx::Ctx;
use access::scope::RowScope;
use pricing::prices::priced::PriceMoney;
use pricing::prices::seen::sees_costs;
use pricing::quotes::offer::QuoteOffer;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::settings::Settings;
use server_core::tags::Tag;

pub struct ShipmentConfirmManyApi;

/// Shipments of one call: each is priced and posted to the ledger.
const MAX: i64 = 200;

/// The shipments whose prices are asked for. Either `ids` or `filter`.
#[derive(Object)]
struct ConfirmAsked {
    #[oai(validator(max_items = 200))]
    ids: Option<Vec<Uuid>>,
    /// Filter of the list, at most 200 matches.
    filter: Option<ShipmentFilter>,
}

/// The price of a shipment, or why it cannot be confirmed.
#[derive(Object, Debug)]
struct ConfirmPreviewRow {
    id: Uuid,
    tracking_code: String,
    client_name: Option<String>,
    /// Send it with the confirmation.
    version: i32,
    /// The price of now; null without one. A company without price tables confirms without prices.
    total: Option<PriceMoney>,
    /// The amount by which the price is below its cost; null if it covers the cost, and for users who may not see costs.
    loss: Option<PriceMoney>,
    /// Why it cannot be confirmed, from `message-codes.json`; null if it can.
    message_code: Option<String>,
    /// The message in the language of the request.
    message: Option<String>,
    /// Values of the message, e.g. the `missing` fields.
    params: Option<Value>,
}

/// Price of the confirmation of shipments.
#[derive(Object, Debug)]
struct ConfirmPreview {
    shipments: Vec<ConfirmPreviewRow>,
    /// All prices, by currency.
    totals: Vec<PriceMoney>,
    /// The wallets that are charged; empty for a user who may not see wallets.
    wallets: Vec<WalletEffect>,
}

/// A shipment to confirm, with what was shown of it.
#[derive(Object)]
struct ShipmentAccepted {
    id: Uuid,
    /// Version that was read; refused with `stale_version` if the shipment has changed since.
    version: i32,
    /// The total that was shown; refused with `price_changed` if it is another one now. Null accepts the price of now.
    total: Option<PriceMoney>,
}

/// Shipments to confirm.
#[derive(Object)]
struct ShipmentsConfirm {
    #[oai(validator(min_items = 1, max_items = 200))]
    shipments: Vec<ShipmentAccepted>,
    /// Idempotency key, made by the caller. What a call with the same key has confirmed is `unchanged`.
    key: Uuid,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentConfirmManyApi {
    /// Show what the confirmation of shipments costs
    ///
    /// For each shipment its price, or the first reason against its confirmation; the sums, and the wallets before and
    /// after. Changes nothing.
    #[oai(path = "/confirm_preview", method = "post", operation_id = "shipment_confirm_preview")]
    async fn shipment_confirm_preview(
        &self,
        ctx: Ctx,
        body: Body<ConfirmAsked>,
    ) -> ApiResult<Json<Item<ConfirmPreview>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Confirm)?;
        let settings = ctx.settings();
        let ConfirmAsked { ids, filter } = body.0;
        let mut tx = ctx.begin().await?;
        let selection = Selection { ids, filter };
        let ids = selection.ids(&mut tx, &scope, &ctx.user.time_zone, &[], MAX).await?;
        let (mut shipments, mut movements) = (Vec::with_capacity(ids.len()), Vec::new());
        for id in ids {
            let Some(shipment) = find_if_visible(&mut tx, &ctx, &scope, id).await? else { continue };
            let row = preview_one(&mut tx, &ctx, &settings, &shipment).await?;
            movements.extend(row.total.clone().map(|total| take_from_wallet(&shipment, total)));
            shipments.push(row);
        }
        let totals = sums(shipments.iter().filter_map(|row| row.total.clone()));
        let wallets = wallet_effect::wallets(&mut tx, &ctx, &movements).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ConfirmPreview { shipments, totals, wallets } }))
    }

    /// Confirm shipments
    ///
    /// Each is confirmed by itself, as by `shipment_confirm`, at the total that was shown. The answer has a result for
    /// every shipment, with the reason if it was refused. The same call again changes nothing.
    #[oai(path = "/confirm", method = "post", operation_id = "shipment_confirm_many")]
    async fn shipment_confirm_many(
        &self,
        ctx: Ctx,
        body: Body<ShipmentsConfirm>,
    ) -> ApiResult<Json<Items<ShipmentResult>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Confirm)?;
        let settings = ctx.settings();
        let ShipmentsConfirm { shipments, key } = body.0;
        let ids: Vec<Uuid> = shipments.iter().map(|one| one.id).collect();
        let mut tx = ctx.begin().await?;
        let some_there = store::any_there(&mut tx, &scope, &ids).await?;
        tx.commit().await?;
        if !some_there {
            return Err(ApiError::not_found());
        }
        let (mut seen, mut data) = (HashSet::new(), Vec::with_capacity(shipments.len()));
        for ShipmentAccepted { id, version, total: shown } in shipments {
            if !seen.insert(id) {
                continue;
            }
            let accepted = Acceptance {
                settings: &settings,
                version,
                quote_id: None,
                shown,
                key: Some(key),
                payment: None,
            };
            let result = confirm_one(&ctx, &scope, id, accepted).await;
            data.push(ShipmentResult::of(id, result, ctx.language())?);
        }
        Ok(Json(Items { data }))
    }
}

/// In a transaction of its own: what is refused leaves nothing behind, and money is locked for a moment only.
async fn confirm_one(
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    accepted: Acceptance<'_>,
) -> ApiResult<ShipmentResult> {
    let mut tx = ctx.begin().await?;
    let shipment = store::lock_and_find(&mut tx, scope, id, &ctx.grants).await?;
    if store::was_confirmed_with(&mut tx, id, accepted.key).await? {
        tx.commit().await?;
        return Ok(ShipmentResult::without_change(id, shipment.tracking_code));
    }
    match confirm(&mut tx, ctx, &shipment, accepted).await {
        Ok(event_id) => {
            tx.commit().await?;
            Ok(ShipmentResult::with_event(id, shipment.tracking_code, Some(event_id)))
        }
        Err(error) => {
            tx.rollback().await;
            let result = ShipmentResult::of(id, Err(error), ctx.language())?;
            Ok(ShipmentResult { tracking_code: Some(shipment.tracking_code), ..result })
        }
    }
}

async fn find_if_visible(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Option<Shipment>> {
    match store::find(tx, scope, id, &ctx.grants).await {
        Err(error) if error.status().is_client_error() => Ok(None),
        found => found.map(Some),
    }
}

/// The price of a shipment as its confirmation would charge it.
async fn preview_one(
    tx: &mut TenantTx,
    ctx: &Ctx,
    settings: &Settings,
    shipment: &Shipment,
) -> ApiResult<ConfirmPreviewRow> {
    let verdict = model::verdict(State { missing: &[], ..shipment.state() }, Action::Confirm).guard();
    let priced = match verdict {
        Ok(()) => {
            let request = PriceRequest { settings, quote_id: None, options: None };
            price_to_charge(tx, ctx, shipment, request).await
        }
        Err(refused) => Err(refused),
    };
    let mut row = ConfirmPreviewRow {
        id: shipment.id,
        tracking_code: shipment.tracking_code.clone(),
        client_name: shipment.client_name.clone(),
        version: shipment.version,
        total: None,
        loss: None,
        message_code: None,
        message: None,
        params: None,
    };
    match priced {
        Ok(price) => {
            row.loss = price.as_ref().and_then(|price| loss_of(ctx, &price.offer));
            row.total = price.and_then(|price| price.offer.total);
        }
        Err(error) if error.status().is_client_error() => {
            row.message_code = Some(error.code().as_str().to_owned());
            row.message = Some(error.code().text(ctx.language(), error.params()));
            row.params = serde_json::to_value(error.params()).ok();
        }
        Err(error) => return Err(error),
    }
    Ok(row)
}

/// The amount by which the price of an offer is below its cost, for those who may see costs.
fn loss_of(ctx: &Ctx, offer: &QuoteOffer) -> Option<PriceMoney> {
    let costs = offer.costs.as_ref().filter(|_| sees_costs(ctx))?;
    let margin = costs.margin.clone().filter(|margin| margin.amount.is_sign_negative())?;
    Some(PriceMoney { amount: -margin.amount, ..margin })
}

/// The charge of a confirmation leaves the wallet.
fn take_from_wallet(shipment: &Shipment, total: PriceMoney) -> Movement {
    Movement {
        client_id: shipment.fields.client_id,
        client_name: shipment.client_name.clone(),
        money: PriceMoney { amount: -total.amount, ..total },
    }
}
