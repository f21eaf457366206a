//! `/buying-requests/{id}`: staff quote, the client accepts or withdraws.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::api::answer;
use super::input;
use super::model::{BuyingQuote, BuyingRequest, BuyingRequestEnd, BuyingRequestVersion};
use super::notices::{self, BuyingNews};
use super::state::BuyingRequestStatus;
use super::store::{self, AcceptedColumns, BUYING_REQUESTS, CancelledColumns};
use ::ledger::{BuyingCharge, charge_buying};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

pub struct BuyingRequestActionApi;

#[OpenApi(prefix_path = "/buying-requests", tag = "Tag::Stock")]
impl BuyingRequestActionApi {
    /// Quote a request
    ///
    /// A further quote replaces the one before, as long as nobody has accepted it.
    #[oai(path = "/:id/quote", method = "post", operation_id = "buying_request_quote")]
    async fn buying_request_quote(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BuyingQuote>,
    ) -> ApiResult<Json<Item<BuyingRequest>>> {
        let mut change = begin(&ctx, *id, Action::Quote, body.version).await?;
        let today = ctx.settings().today(ctx.now());
        let columns = input::check_quote(&mut change.tx, &body, today, ctx.now()).await?;
        change.write(&columns).await?;
        let facts = json!({
            "currency": columns.currency, "goods_amount": columns.goods_amount,
            "shipping_amount": columns.shipping_amount, "fee_amount": columns.fee_amount,
            "quote_until": columns.quote_until,
        });
        finish(&ctx, change, Action::Quote, facts, Some(BuyingNews::Quoted)).await
    }

    /// Accept the quote of a request
    ///
    /// Charges its total to the wallet of the client. Returns 409 `insufficient_funds` when the wallet has too little, and
    /// `buying_quote_expired` after its last day.
    #[oai(path = "/:id/accept", method = "post", operation_id = "buying_request_accept")]
    async fn buying_request_accept(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BuyingRequestVersion>,
    ) -> ApiResult<Json<Item<BuyingRequest>>> {
        let mut change = begin(&ctx, *id, Action::Accept, body.version).await?;
        let charge = to_charge(&change.before)?;
        let transaction_id = charge_buying(&mut change.tx, &ctx, &charge).await?;
        let columns = AcceptedColumns {
            status: BuyingRequestStatus::Accepted,
            accepted_at: ctx.now(),
            accepted_by: ctx.user.id,
            transaction_id,
        };
        change.write(&columns).await?;
        let facts = json!({ "total": charge.amount, "currency": charge.currency });
        finish(&ctx, change, Action::Accept, facts, Some(BuyingNews::Accepted)).await
    }

    /// Cancel a request
    ///
    /// Before its quote is accepted.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "buying_request_cancel")]
    async fn buying_request_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BuyingRequestEnd>,
    ) -> ApiResult<Json<Item<BuyingRequest>>> {
        let mut change = begin(&ctx, *id, Action::Cancel, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        change.write(&CancelledColumns { status: BuyingRequestStatus::Cancelled, reason }).await?;
        // A client knows what it has withdrawn.
        let news = (!ctx.is_outside()).then_some(BuyingNews::Cancelled);
        finish(&ctx, change, Action::Cancel, facts, news).await
    }
}

/// The change of a request, if its state and version allow the action.
pub(super) async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<Change<BuyingRequest>> {
    let scope = ctx.scope(Resource::BuyingRequest, action)?;
    let filter = store::build_filter(&scope, Where::all());
    let change: Change<BuyingRequest> =
        Change::begin(ctx.begin().await?, ctx, &BUYING_REQUESTS, filter, id).await?;
    let today = ctx.settings().today(ctx.now());
    change.allow(change.before.verdict(action, today), Some(version))?;
    Ok(change)
}

fn to_charge(request: &BuyingRequest) -> ApiResult<BuyingCharge> {
    // A quote is whole.
    let quote = request.currency.clone().zip(request.total);
    let (currency, amount) = quote.ok_or_else(|| ApiError::refused(MessageCode::BuyingRequestState))?;
    Ok(BuyingCharge {
        request_id: request.id,
        client_id: request.client_id,
        subsidiary_id: request.subsidiary_id,
        label: request.number.clone(),
        currency,
        amount: amount.normalize(),
    })
}

/// Records what was done, tells whom it concerns, and answers with the request as it is now.
pub(super) async fn finish(
    ctx: &Ctx,
    mut change: Change<BuyingRequest>,
    action: Action,
    facts: serde_json::Value,
    news: Option<BuyingNews>,
) -> ApiResult<Json<Item<BuyingRequest>>> {
    let audience = change.before.to_audience();
    change.record(action, facts, &audience).await?;
    if let Some(news) = news {
        let request: BuyingRequest = BUYING_REQUESTS.find(&mut change.tx, &Where::all(), change.id).await?;
        notices::tell(&mut change.tx, ctx, &request, news).await?;
    }
    answer(ctx, change.finish().await?).await
}
