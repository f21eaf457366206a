//! `/buying-requests/{id}`: the goods are bought, or what was charged is given back.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::action_api::{begin, finish};
use super::model::{BuyingOrder, BuyingRequest, BuyingRequestEnd};
use super::notices::BuyingNews;
use super::state::BuyingRequestStatus;
use super::store::{BoughtColumns, RefundedColumns};
use ::ledger::refund_buying;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct BuyingApi;

#[OpenApi(prefix_path = "/buying-requests", tag = "Tag::Stock")]
impl BuyingApi {
    /// Record that goods were bought
    #[oai(path = "/:id/buy", method = "post", operation_id = "buying_request_buy")]
    async fn buying_request_buy(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BuyingOrder>,
    ) -> ApiResult<Json<Item<BuyingRequest>>> {
        let mut change = begin(&ctx, *id, Action::Buy, body.version).await?;
        let columns = BoughtColumns {
            status: BuyingRequestStatus::Bought,
            bought_at: ctx.now(),
            order_number: optional(body.order_number.as_ref()),
            tracking_code: optional(body.tracking_code.as_ref()),
        };
        change.write(&columns).await?;
        let facts = json!({ "order_number": columns.order_number, "tracking_code": columns.tracking_code });
        finish(&ctx, change, Action::Buy, facts, Some(BuyingNews::Bought)).await
    }

    /// Give back what goods have cost
    ///
    /// For goods that could not be bought, or that the seller does not send. The whole charge comes back to the wallet of the client.
    #[oai(path = "/:id/refund", method = "post", operation_id = "buying_request_refund")]
    async fn buying_request_refund(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BuyingRequestEnd>,
    ) -> ApiResult<Json<Item<BuyingRequest>>> {
        let mut change = begin(&ctx, *id, Action::Refund, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let transaction = change.before.transaction_id;
        let transaction = transaction.ok_or_else(|| ApiError::refused(MessageCode::BuyingRequestState))?;
        refund_buying(&mut change.tx, &ctx, transaction).await?;
        let facts =
            json!({ "reason": reason, "total": change.before.total, "currency": change.before.currency });
        let columns =
            RefundedColumns { status: BuyingRequestStatus::Refunded, refunded_at: ctx.now(), reason };
        change.write(&columns).await?;
        finish(&ctx, change, Action::Refund, facts, Some(BuyingNews::Refunded)).await
    }
}
