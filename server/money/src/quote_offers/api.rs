//! A quote is sent to a customer, and becomes the draft of the one who accepted it.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::email::SendQuote;
use super::public_api::QuoteLink;
use super::store;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::price;
use pricing::quotes::model::{self, Quote};
use pricing::quotes::parties::Parties;
use pricing::quotes::{self, Choice, QuoteRow};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::list::Item;
use server_core::http::messages::{Language, MessageCode};
use server_core::http::token;
use server_core::process::{self, Owner};
use server_core::tags::Tag;

/// To whom a quote is sent.
#[derive(Object)]
pub struct QuoteSendInput {
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// Language of the e-mail and of the PDF; that of the client, or else of the company, if omitted.
    pub language: Option<Language>,
    /// 409 `stale_version` if the quote has changed since it was read.
    pub version: i32,
}

pub struct SentQuoteApi;

#[OpenApi(tag = "Tag::Quotes")]
impl SentQuoteApi {
    /// Send a quote by e-mail
    ///
    /// Sends the price of the chosen service as a PDF, with a link that shows and accepts it. The link of an earlier
    /// e-mail stops working. Returns 409 `quote_without_service` when no service is chosen, and 409 `quote_accepted`
    /// when a customer has accepted it, and 409 `price_below_margin` for a price that only users who may see costs send.
    #[oai(path = "/quotes/:id/send", method = "post", operation_id = "quote_send")]
    async fn quote_send(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<QuoteSendInput>,
    ) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Send)?;
        let settings = ctx.settings();
        let mut errors = FieldErrors::default();
        let email = read_email(&body.email, &mut errors);
        errors.into_result()?;
        let mut tx = ctx.begin().await?;
        if quotes::lock(&mut tx, &scope, *id).await? != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let quote = quotes::find(&mut tx, &scope, *id, false).await?;
        model::verdict(quote.status(settings.today(ctx.now())), Action::Send).guard()?;
        let offer = quotes::chosen_offer(&quotes::find(&mut tx, &scope, *id, true).await?)?;
        let offer = offer.ok_or_else(|| ApiError::refused(MessageCode::QuoteWithoutService))?;
        quotes::require_margin(&ctx, &settings, &offer)?;
        let language = match body.language {
            Some(language) => language,
            None => language_of(&mut tx, &quote).await?.unwrap_or(settings.default_language),
        };
        quotes::mark_sent(&mut tx, *id, &email, ctx.user.id, ctx.now()).await?;
        let facts = json!({ "number": quote.number, "email": email });
        process::enqueue(&mut tx, Owner::NOBODY, SendQuote { quote_id: *id, email, language }).await?;
        audit::record(&mut tx, &ctx, "quote.send", Some(*id), facts).await?;
        quotes::announce(&mut tx, &Parties::from(&quote), *id);
        quotes::answer(tx, &ctx, &scope, *id).await
    }

    /// Ship with an accepted quote
    ///
    /// The link of the e-mail gives the quote to the client of the user, if it is for no client yet, and creates the
    /// draft of its shipment. A second call returns the same draft. Returns 409 `link_not_valid` when the link is
    /// unknown or the quote is for another client.
    #[oai(path = "/quotes/take", method = "post", operation_id = "quote_take")]
    async fn quote_take(&self, ctx: Ctx, body: Body<QuoteLink>) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Update)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let refused = || ApiError::refused(MessageCode::LinkNotValid);
        let found = quotes::find_by_token(&mut tx, token::hash(&body.token)).await?.ok_or_else(refused)?;
        let quote = adopt(&mut tx, &ctx, &scope, &found).await?;
        let status = quote.status(settings.today(ctx.now()));
        if quote.shipment_id.is_none() {
            model::verdict(status, Action::Update).guard()?;
            let offer = quotes::chosen_offer(&quote)?;
            let price =
                offer.and_then(|offer| Some((offer.service_id, offer.total?.amount, offer.valid_until?)));
            let Some((service_id, total, valid_until)) = price else { return Err(refused()) };
            quotes::accept(&mut tx, quote.id, ctx.now()).await?;
            let choice = Choice { service_id, total, valid_until, shipment_id: None };
            price::choose(&mut tx, &ctx, &quote, choice, settings.country_id).await?;
        }
        quotes::answer(tx, &ctx, &scope, quote.id).await
    }
}

/// Gives a quote for nobody to the client of the user. Returns 409 `link_not_valid` when it is for another client.
async fn adopt(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, quote: &QuoteRow) -> ApiResult<QuoteRow> {
    match (ctx.user.client_id, quote.client_id) {
        (Some(own), None) => quotes::adopt(tx, quote.id, own, ctx.now()).await?,
        (Some(own), Some(other)) if own != other => return Err(ApiError::refused(MessageCode::LinkNotValid)),
        _ => {}
    }
    quotes::find(tx, scope, quote.id, false).await
}

async fn language_of(tx: &mut TenantTx, quote: &QuoteRow) -> ApiResult<Option<Language>> {
    let Some(client_id) = quote.client_id else { return Ok(None) };
    let client = store::load_language(tx, client_id).await?;
    Ok(client.and_then(|language| Language::nearest(&language)))
}
