//! A quote that is no longer offered.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::api::answer;
use super::model::{self, Quote, QuoteVersion};
use super::parties::Parties;
use super::rate::announce;
use super::{offer_store, store};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct QuoteWithdrawApi;

#[OpenApi(tag = "Tag::Quotes")]
impl QuoteWithdrawApi {
    /// Withdraw a quote
    ///
    /// It cannot be accepted or confirmed any more, and its link stops working. Returns 409 `quote_expired` after its
    /// last day, and 409 `quote_confirmed` after the confirmation.
    #[oai(path = "/quotes/:id/withdraw", method = "post", operation_id = "quote_withdraw")]
    async fn quote_withdraw(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<QuoteVersion>,
    ) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Withdraw)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        if store::lock(&mut tx, &scope, *id).await? != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let quote = store::find(&mut tx, &scope, *id, false).await?;
        model::verdict(quote.status(today), Action::Withdraw).guard()?;
        offer_store::withdraw(&mut tx, *id, ctx.now()).await?;
        audit::record(&mut tx, &ctx, "quote.withdraw", Some(*id), json!({ "number": quote.number })).await?;
        announce(&mut tx, &Parties::from(&quote), *id);
        answer(tx, &ctx, &scope, *id).await
    }
}
