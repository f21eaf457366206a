//! The link of a quote, for a customer who is not signed in.

use chrono::NaiveDate;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::{Value, json};

use super::notifications::notify_sender;
use super::store;
use pricing::quotes::model::QuoteStatus;
use pricing::quotes::offer::QuoteOffer;
use pricing::quotes::parties::Parties;
use pricing::quotes::{self, QuoteRow};
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::QUOTE_LINKS;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::token;
use server_core::http::visit::Visit;
use server_core::tags::Tag;
use tenancy::TenantTx;

/// The secret of the link in the e-mail.
#[derive(Object)]
pub struct QuoteLink {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 100))]
    pub token: String,
}

/// A quote as its customer sees it.
#[derive(Object)]
pub struct PublicQuote {
    pub number: i64,
    pub status: QuoteStatus,
    /// By language: pt, en, es, zh.
    pub from_country_locale: Value,
    pub from_city: Option<String>,
    /// By language: pt, en, es, zh.
    pub to_country_locale: Value,
    pub to_city: Option<String>,
    /// The last day on which it can be accepted and confirmed.
    pub valid_until: NaiveDate,
    pub offer: QuoteOffer,
    /// False for a customer who has no account yet.
    pub has_client: bool,
}

pub struct PublicOfferApi;

#[OpenApi(prefix_path = "/public/quotes", tag = "Tag::Quotes")]
impl PublicOfferApi {
    /// Show a quote by its link
    ///
    /// Returns 409 `link_not_valid` when the link is unknown, or another e-mail has replaced it.
    #[oai(path = "/show", method = "post", operation_id = "public_quote_show")]
    async fn public_quote_show(
        &self,
        visit: Visit,
        body: Body<QuoteLink>,
    ) -> ApiResult<Json<Item<PublicQuote>>> {
        let mut tx = visit.begin().await?;
        let quote = find(&mut tx, &visit, &body.token).await?;
        answer(tx, &visit, quote).await
    }

    /// Accept a quote by its link
    ///
    /// The user who sent the quote is notified. Once: a second call returns 409 `quote_accepted`. Returns 409 `quote_expired` after its last day.
    #[oai(path = "/accept", method = "post", operation_id = "public_quote_accept")]
    async fn public_quote_accept(
        &self,
        visit: Visit,
        body: Body<QuoteLink>,
    ) -> ApiResult<Json<Item<PublicQuote>>> {
        let today = visit.settings().await?.today(visit.now());
        let mut tx = visit.begin().await?;
        let quote = find(&mut tx, &visit, &body.token).await?;
        let refusal = match quote.status(today) {
            QuoteStatus::Open | QuoteStatus::Sent => None,
            QuoteStatus::Accepted => Some(MessageCode::QuoteAccepted),
            QuoteStatus::Confirmed => Some(MessageCode::QuoteConfirmed),
            QuoteStatus::Withdrawn => Some(MessageCode::QuoteWithdrawn),
            QuoteStatus::Expired => Some(MessageCode::QuoteExpired),
        };
        if let Some(code) = refusal {
            return Err(ApiError::refused(code));
        }
        quotes::accept(&mut tx, quote.id, visit.now()).await?;
        let actor = Actor::server(&visit.state, visit.request_id.clone());
        audit::record(&mut tx, actor, "quote.accept", Some(quote.id), json!({ "number": quote.number }))
            .await?;
        notify_sender(&mut tx, &quote, visit.now()).await?;
        quotes::announce(&mut tx, &Parties::from(&quote), quote.id);
        let accepted = find(&mut tx, &visit, &body.token).await?;
        answer(tx, &visit, accepted).await
    }
}

async fn find(tx: &mut TenantTx, visit: &Visit, secret: &str) -> ApiResult<QuoteRow> {
    visit.limit_visitors(QUOTE_LINKS).await?;
    let found = quotes::find_by_token(tx, token::hash(secret)).await?;
    found.ok_or_else(|| ApiError::refused(MessageCode::LinkNotValid))
}

/// Commits and returns the quote.
async fn answer(mut tx: TenantTx, visit: &Visit, quote: QuoteRow) -> ApiResult<Json<Item<PublicQuote>>> {
    let (from, to) = (&quote.input.origin, &quote.input.destination);
    let countries = store::load_countries(&mut tx, from.country_id, to.country_id).await?;
    tx.commit().await?;
    let today = visit.settings().await?.today(visit.now());
    let refused = || ApiError::refused(MessageCode::LinkNotValid);
    let (countries, offer) = countries.zip(quotes::chosen_offer(&quote)?).ok_or_else(refused)?;
    let data = PublicQuote {
        number: quote.number,
        status: quote.status(today),
        from_country_locale: countries.from_names,
        from_city: from.city.clone(),
        to_country_locale: countries.to_names,
        to_city: to.city.clone(),
        valid_until: quote.dates.valid_until,
        offer,
        has_client: quote.client_id.is_some(),
    };
    Ok(Json(Item { data }))
}
