//! `POST /api/shop-webhooks/{id}`: a connected shop tells of an order. It stands beside the API, because shops have neither a
//! token nor the headers of pages: they sign the bytes of the body.

use poem::http::StatusCode;
use poem::web::Json;
use poem::{Body, IntoResponse, Request, Response, handler};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::cancelled_order::{self, CancelledOrder};
use super::intake::{self, IncomingOrder};
use super::model::ShopOrder;
use super::signature::is_signed;
use super::topic::{ReadOrder, ShopEvent, TopicHeaders, is_ping};
use access::api_tokens::shops::{self, OpenShop, ShopCall, ShopCallOutcome, ShopKind};
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::SHOP_WEBHOOKS;
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;

/// Bytes of a call. Orders of a thousand lines are below it.
const MAX_BYTES: usize = 1024 * 1024;
const LONGEST_TOPIC: usize = 60;

/// Takes a call of a shop. 401 for a wrong signature, and for a shop that takes no orders; 200 for everything that is signed: the
/// log of the shop says what became of it, and the same again would not be better.
#[handler]
pub async fn shop_webhook(request: &Request, body: Body) -> poem::Result<Response> {
    let visit = Visit::of(request);
    visit.limit_address(SHOP_WEBHOOKS).await?;
    let id: Option<Uuid> = request.raw_path_param("id").and_then(|id| id.parse().ok());
    let Ok(bytes) = body.into_bytes_limit(MAX_BYTES).await else {
        return Ok(StatusCode::PAYLOAD_TOO_LARGE.into_response());
    };
    let found = match id {
        Some(id) => shops::find_open(&visit, id).await?,
        None => None,
    };
    let shop = found.ok_or_else(ApiError::unauthenticated)?;
    let header = |name: &str| request.header(name).unwrap_or_default();
    let (signature, topic) = match shop.kind {
        ShopKind::Shopify => (header("x-shopify-hmac-sha256"), header("x-shopify-topic")),
        ShopKind::WooCommerce => (header("x-wc-webhook-signature"), header("x-wc-webhook-topic")),
    };
    if !is_signed(&shop.secret, &bytes, signature) {
        if is_ping(shop.kind, &bytes) {
            return Ok(StatusCode::OK.into_response());
        }
        shops::note_wrong_signature(&visit, shop.id).await?;
        return Err(ApiError::unauthenticated().into());
    }
    let headers = TopicHeaders { topic, is_test: header("x-shopify-test") == "true" };
    let event = ShopEvent::parse(shop.kind, &headers, &bytes);
    let ctx = Ctx::of_signed_call(visit, shop.user.clone()).await?;
    let answer = follow(&ctx, &shop, event, topic).await?;
    Ok(Json(answer).into_response())
}

/// Does what the call asks for, and notes it in the log of the shop.
async fn follow(ctx: &Ctx, shop: &OpenShop, event: ShopEvent, topic: &str) -> ApiResult<Value> {
    let topic: String = topic.chars().filter(|char| !char.is_control()).take(LONGEST_TOPIC).collect();
    let call = |outcome| ShopCall {
        at: ctx.now(),
        outcome,
        topic: topic.clone(),
        number: None,
        shipment_id: None,
        tracking_code: None,
        problem_count: 0,
        code: None,
        field: None,
    };
    let (call, tx) = match event {
        ShopEvent::Test => (call(ShopCallOutcome::Test), None),
        ShopEvent::Other => (call(ShopCallOutcome::Ignored), None),
        ShopEvent::Unreadable => {
            let code = Some(MessageCode::OrderUnreadable.as_str().to_owned());
            (ShopCall { code, ..call(ShopCallOutcome::Refused) }, None)
        }
        ShopEvent::Cancelled(number) => take_back(ctx, shop, number, call(ShopCallOutcome::Ignored)).await?,
        ShopEvent::Order(read) => take_order(ctx, shop, *read, call(ShopCallOutcome::Created)).await?,
    };
    note(ctx, shop, &call, tx).await?;
    Ok(
        json!({ "outcome": call.outcome, "shipment_id": call.shipment_id, "tracking_code": call.tracking_code }),
    )
}

/// The call as the log shows it, in the transaction that stored the order. A failure that may pass is an error, so that
/// the shop sends it again.
async fn take_order(
    ctx: &Ctx,
    shop: &OpenShop,
    read: ReadOrder,
    call: ShopCall,
) -> ApiResult<(ShopCall, Option<TenantTx>)> {
    let (order, problems) = read.of_shop(shop);
    let call = ShopCall { number: Some(order.number.clone()), ..call };
    let incoming = IncomingOrder { order, problems, shop_id: Some(shop.id) };
    match intake::take(ctx, &incoming).await {
        Ok((taken, tx)) => Ok((to_call(call, &taken), Some(tx))),
        Err(error) if is_final(&error) => {
            let problems = error.list_problems();
            let first = problems.first();
            let code = first.map_or_else(|| error.code(), |(_, code)| *code);
            let field = first.map(|(field, _)| (*field).to_owned());
            let code = Some(code.as_str().to_owned());
            Ok((ShopCall { outcome: ShopCallOutcome::Refused, code, field, ..call }, None))
        }
        Err(error) => Err(error),
    }
}

/// The call about an order that its shop has cancelled.
async fn take_back(
    ctx: &Ctx,
    shop: &OpenShop,
    number: String,
    call: ShopCall,
) -> ApiResult<(ShopCall, Option<TenantTx>)> {
    let (found, tx) = cancelled_order::cancel(ctx, shop, &number).await?;
    let call = ShopCall { number: Some(number), ..call };
    let Some(CancelledOrder { shipment, goes_on }) = found else { return Ok((call, Some(tx))) };
    let call = ShopCall {
        outcome: if goes_on { ShopCallOutcome::Kept } else { ShopCallOutcome::Cancelled },
        shipment_id: Some(shipment.id),
        tracking_code: Some(shipment.tracking_code),
        ..call
    };
    Ok((call, Some(tx)))
}

/// The order itself is the reason, or the rights of its user.
fn is_final(error: &ApiError) -> bool {
    let status = error.status();
    let is_final = [StatusCode::FORBIDDEN, StatusCode::CONFLICT, StatusCode::UNPROCESSABLE_ENTITY];
    is_final.contains(&status) || status == StatusCode::BAD_REQUEST || status == StatusCode::NOT_FOUND
}

fn to_call(call: ShopCall, taken: &ShopOrder) -> ShopCall {
    let outcome = match (taken.is_new, taken.is_changed) {
        (true, _) => ShopCallOutcome::Created,
        (false, false) => ShopCallOutcome::Known,
        (false, true) => ShopCallOutcome::Changed,
    };
    ShopCall {
        outcome,
        shipment_id: Some(taken.shipment_id),
        tracking_code: Some(taken.tracking_code.clone()),
        problem_count: i32::try_from(taken.problems.len()).unwrap_or(i32::MAX),
        ..call
    }
}

async fn note(ctx: &Ctx, shop: &OpenShop, call: &ShopCall, tx: Option<TenantTx>) -> ApiResult<()> {
    let mut tx = match tx {
        // It has locked the shop.
        Some(tx) => tx,
        None => {
            let mut tx = ctx.begin().await?;
            shops::hold(&mut tx, ctx, shop.id).await?;
            tx
        }
    };
    shops::note_call(&mut tx, ctx, shop.id, call).await?;
    tx.commit().await?;
    Ok(())
}
