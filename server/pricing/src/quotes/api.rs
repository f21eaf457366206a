//! `/quotes`: calculate, store, choose.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::QuoteInput;
use super::model::{Quote, QuoteCan, QuoteStatus, QuoteSummary};
use super::offer::QuoteCalculation;
use super::parties::Parties;
use super::places::Age;
use super::rate::{NewQuoteOf, PriceInput, price_all, read_offers, store_quote};
use super::store::{self, ListedQuote, QUOTES, SORTS};
use crate::prices::seen::sees_costs;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Page, PageAnswer};
use server_core::record::{ListQuery, Where};
use server_core::tags::Tag;

pub struct QuoteApi;

#[OpenApi(tag = "Tag::Quotes")]
impl QuoteApi {
    /// Calculate the prices of a shipment
    ///
    /// Calculates the price of each active service, or returns all reasons why the service does not take the shipment.
    /// Nothing is stored. Users of a client or a partner get their own prices; staff can choose a client.
    #[oai(path = "/quotes/calculate", method = "post", operation_id = "quote_calculate")]
    async fn quote_calculate(
        &self,
        ctx: Ctx,
        body: Body<QuoteInput>,
    ) -> ApiResult<Json<Item<QuoteCalculation>>> {
        let scope = ctx.scope(Resource::Quote, Action::Create)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let parties = Parties::choose(&mut tx, &scope, body.0.client_id).await?;
        let input = PriceInput { parties, input: body.0, age: Age::New, kept_service_id: None, on: None };
        let (_, priced) = price_all(&mut tx, &ctx, &settings, input).await?;
        tx.commit().await?;
        Ok(Json(Item { data: QuoteCalculation::of(&priced, sees_costs(&ctx)) }))
    }

    /// List quotes
    ///
    /// Users of a client see only that client's quotes, users of a partner only that partner's.
    #[oai(path = "/quotes", method = "get", operation_id = "quote_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn quote_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `number`, `created_at` or `valid_until`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Number of a quote.
        number: Query<Option<i64>>,
        client_id: Query<Option<Uuid>>,
        shipment_id: Query<Option<Uuid>>,
        status: Query<Option<QuoteStatus>>,
        /// True for those that somebody saved to offer them.
        saved: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<QuoteSummary>> {
        let scope = ctx.scope(Resource::Quote, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let today = ctx.settings().today(ctx.now());
        let filter = of_status(within(&scope), status.0, today)
            .and("(saved_at is not null) = ", saved.0)
            .and("number = ", number.0)
            .and("client_id = ", client_id.0)
            .and("shipment_id = ", shipment_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = QUOTES.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| summary(&ctx, row, today)).collect();
        Ok(PageAnswer(Page { data, meta }))
    }

    /// Store a quote
    ///
    /// Calculates the prices and stores them with the versions, rates and tax rules used. A quote is valid for the days
    /// that the company has set, but not longer than its price table and its tax rules. If the request has a service,
    /// that service is chosen. A saved quote is an offer: its shipment keeps its price while the quote is valid.
    #[oai(path = "/quotes", method = "post", operation_id = "quote_create")]
    async fn quote_create(&self, ctx: Ctx, body: Body<QuoteInput>) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Create)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let parties = Parties::choose(&mut tx, &scope, body.0.client_id).await?;
        let (chosen, is_saved) = (body.0.service_id, body.0.saved);
        let input = PriceInput { parties, input: body.0, age: Age::New, kept_service_id: None, on: None };
        let (shipment, priced) = price_all(&mut tx, &ctx, &settings, input).await?;
        let quote = NewQuoteOf { parties, shipment_id: None, service_id: chosen, is_saved, promise: None };
        let id = store_quote(&mut tx, &ctx, quote, shipment, &priced).await?;
        answer(tx, &ctx, &scope, id).await
    }

    /// Show a quote
    #[oai(path = "/quotes/:id", method = "get", operation_id = "quote_show")]
    async fn quote_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &scope, *id).await
    }
}

fn within(scope: &RowScope) -> Where {
    let (client_id, subsidiaries, partner_id) = scope.parts();
    Where::all()
        .and("client_id = ", client_id)
        .among("subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
        .and("partner_id = ", partner_id)
}

fn of_status(filter: Where, status: Option<QuoteStatus>, today: NaiveDate) -> Where {
    let is = |wanted: QuoteStatus| status.map(|status| status == wanted);
    let day = |is_asked: bool| is_asked.then_some(today);
    let is_offered = status.is_some_and(QuoteStatus::is_offered);
    let is_undecided = status.filter(|status| *status != QuoteStatus::Confirmed);
    filter
        .and("(confirmed_at is not null) = ", is(QuoteStatus::Confirmed))
        .and("(withdrawn_at is not null) = ", is_undecided.and(is(QuoteStatus::Withdrawn)))
        .and("valid_until >= ", day(is_offered))
        .and("valid_until < ", day(status == Some(QuoteStatus::Expired)))
        .and("(accepted_at is not null) = ", is(QuoteStatus::Accepted).filter(|_| is_offered))
        .only("accepted_at is null and sent_at is null", status == Some(QuoteStatus::Open))
        .only("accepted_at is null and sent_at is not null", status == Some(QuoteStatus::Sent))
}

fn summary(ctx: &Ctx, row: ListedQuote, today: NaiveDate) -> QuoteSummary {
    let status = row.dates.status(today);
    QuoteSummary {
        id: row.id,
        number: row.number,
        status,
        client_id: row.client_id,
        client_name: row.client_name,
        shipment_id: row.shipment_id,
        tracking_code: row.tracking_code,
        from_country_id: row.from_country_id,
        to_country_id: row.to_country_id,
        to_city: row.to_city,
        service_id: row.service_id,
        service_title_locale: row.service_title_locale,
        total: row.total.map(|total| total.normalize()),
        currency: row.currency,
        valid_until: row.dates.valid_until,
        sent_to: row.sent_to,
        created_at: row.created_at,
        version: row.version,
        can: QuoteCan::of(status, &ctx.grants),
    }
}

/// Commits and returns the quote as the user may see it.
pub async fn answer(mut tx: TenantTx, ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<Json<Item<Quote>>> {
    let row = store::find(&mut tx, scope, id, sees_costs(ctx)).await?;
    tx.commit().await?;
    let status = row.status(ctx.settings().today(ctx.now()));
    let data = Quote {
        id: row.id,
        number: row.number,
        status,
        client_id: row.client_id,
        client_name: row.client_name,
        shipment_id: row.shipment_id,
        tracking_code: row.tracking_code,
        shipment: row.input.0,
        on: row.priced_on,
        valid_until: row.dates.valid_until,
        offers: read_offers(&row.offers)?,
        currency: row.currency,
        service_id: row.service_id,
        total: row.total.map(|total| total.normalize()),
        saved_at: row.saved_at,
        sent_to: row.sent_to,
        sent_at: row.dates.sent_at,
        accepted_at: row.dates.accepted_at,
        withdrawn_at: row.dates.withdrawn_at,
        confirmed_at: row.dates.confirmed_at,
        created_by_name: row.created_by_name,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
        can: QuoteCan::of(status, &ctx.grants),
    };
    Ok(Json(Item { data }))
}
