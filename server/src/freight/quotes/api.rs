//! `/quotes`: calculate, store, choose.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::draft;
use super::input::QuoteInput;
use super::keep::{keep, offers, rated, said};
use super::model::{Quote, QuoteCan, QuoteChoice, QuoteStatus, QuoteSummary, ShipmentQuoteInput, verdict};
use super::offer::QuoteCalculation;
use super::parties::Parties;
use super::store::{self, Choice, ListedQuote, QUOTES, QuoteRow, SORTS};
use crate::access::ctx::Ctx;
use crate::access::scope::RowScope;
use crate::audit;
use crate::freight::prices::seen::sees_costs;
use crate::freight::shipments;
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Page};
use crate::http::messages::MessageCode;
use crate::record::{Asked, Where};
use crate::tags::Tag;

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
        let settings = ctx.settings().await?;
        let mut tx = ctx.begin().await?;
        let parties = Parties::asked(&mut tx, &scope, body.0.client_id).await?;
        let (_, priced) = rated(&mut tx, &ctx, &settings, (parties, body.0)).await?;
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
    ) -> ApiResult<Json<Page<QuoteSummary>>> {
        let scope = ctx.scope(Resource::Quote, Action::List)?;
        let asked = Asked::read((page.0, per_page.0), sort.0.as_deref(), None, SORTS)?;
        let today = ctx.settings().await?.today(ctx.now());
        let filter = of_status(within(&scope), status.0, today)
            .and("number = ", number.0)
            .and("client_id = ", client_id.0)
            .and("shipment_id = ", shipment_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = QUOTES.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| summary(&ctx, row, today)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Store a quote
    ///
    /// Calculates the prices and stores them with the versions, rates and tax rules used. A quote is valid for the days
    /// that the company has set, but not longer than its price table and its tax rules. If the request has a service,
    /// that service is chosen.
    #[oai(path = "/quotes", method = "post", operation_id = "quote_create")]
    async fn quote_create(&self, ctx: Ctx, body: Body<QuoteInput>) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Create)?;
        let settings = ctx.settings().await?;
        let mut tx = ctx.begin().await?;
        let parties = Parties::asked(&mut tx, &scope, body.0.client_id).await?;
        let chosen = body.0.service_id;
        let (shipment, priced) = rated(&mut tx, &ctx, &settings, (parties, body.0)).await?;
        let id = keep(&mut tx, &ctx, (parties, shipment, &priced), (None, chosen)).await?;
        answer(tx, &ctx, &scope, id).await
    }

    /// Store a quote of a draft
    ///
    /// Prices the shipment as it is. The service of the shipment is chosen if it takes the shipment.
    #[oai(path = "/shipments/:id/quotes", method = "post", operation_id = "shipment_quote")]
    async fn shipment_quote(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentQuoteInput>,
    ) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Create)?;
        let reach = ctx.scope(Resource::Shipment, Action::Update)?;
        let settings = ctx.settings().await?;
        let mut tx = ctx.begin().await?;
        let shipment = shipments::store::find(&mut tx, &reach, *id, &ctx.grants).await?;
        shipments::model::quote_verdict(shipment.state()).guard()?;
        let parties = Parties::of(&shipment.fields);
        let (service_id, options) = (shipment.fields.service_id, body.0.options);
        let input = QuoteInput {
            client_id: None,
            service_id: None,
            shipment: draft::priced(&shipment.input(), options)?,
        };
        let (input, priced) = rated(&mut tx, &ctx, &settings, (parties, input)).await?;
        let id = keep(&mut tx, &ctx, (parties, input, &priced), (Some(*id), service_id)).await?;
        answer(tx, &ctx, &scope, id).await
    }

    /// Show a quote
    #[oai(path = "/quotes/:id", method = "get", operation_id = "quote_show")]
    async fn quote_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &scope, *id).await
    }

    /// Choose a service of a quote
    ///
    /// Sets the service of the quote's draft. A quote without a shipment creates a draft with all priced details.
    /// Returns 409 `quote_expired` after its last day, and 409 `quote_confirmed` after the confirmation.
    #[oai(path = "/quotes/:id/choose", method = "post", operation_id = "quote_choose")]
    async fn quote_choose(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<QuoteChoice>,
    ) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Update)?;
        let settings = ctx.settings().await?;
        let today = settings.today(ctx.now());
        let mut tx = ctx.begin().await?;
        if store::lock(&mut tx, &scope, *id).await? != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let quote = store::find(&mut tx, &scope, *id, false).await?;
        verdict(quote.status(today), Action::Update).guard()?;
        let offers = offers(&quote.offers)?;
        let offer = offers.iter().find(|offer| offer.service_id == body.service_id);
        let price = offer.and_then(|offer| Some((offer.total.as_ref()?.amount, offer.valid_until?)));
        let Some((total, valid_until)) = price else {
            return Err(ApiError::invalid_field("service_id", MessageCode::ServiceNotOffered));
        };
        let shipment_id = shipped(&mut tx, &ctx, &quote, (body.service_id, settings.country_id)).await?;
        let choice = Choice { service_id: body.service_id, total, valid_until, shipment_id };
        store::choose(&mut tx, *id, &choice, ctx.now()).await?;
        let changes = json!({ "service_id": [quote.service_id, body.service_id] });
        audit::record(&mut tx, &ctx, "quote.choose", Some(*id), changes).await?;
        said(&mut tx, &Parties::from(&quote), *id);
        answer(tx, &ctx, &scope, *id).await
    }
}

/// Gives the draft of the quote its service. Returns the draft that a quote without one creates.
async fn shipped(
    tx: &mut TenantTx,
    ctx: &Ctx,
    quote: &QuoteRow,
    (service_id, home): (Uuid, i16),
) -> ApiResult<Option<Uuid>> {
    if let Some(id) = quote.shipment_id {
        let scope = ctx.scope(Resource::Shipment, Action::Update)?;
        shipments::draft::set_service(tx, ctx, (&scope, id), service_id).await?;
        return Ok(None);
    }
    let scope = ctx.scope(Resource::Shipment, Action::Create)?;
    let owners = (quote.client_id, quote.partner_id, service_id);
    let input = draft::draft(&quote.input, owners, home)?;
    let id = shipments::draft::create(tx, ctx, &scope, input, None).await?;
    audit::record(tx, ctx, "shipment.create", Some(id), json!({ "quote": quote.number })).await?;
    Ok(Some(id))
}

fn within(scope: &RowScope) -> Where {
    let (client_id, subsidiaries, partner_id) = scope.parts();
    Where::all()
        .and("client_id = ", client_id)
        .among("subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
        .and("partner_id = ", partner_id)
}

fn of_status(filter: Where, status: Option<QuoteStatus>, today: NaiveDate) -> Where {
    let day = |wanted: QuoteStatus| (status == Some(wanted)).then_some(today);
    let confirmed = status.map(|status| status == QuoteStatus::Confirmed);
    filter
        .and("(confirmed_at is not null) = ", confirmed)
        .and("valid_until >= ", day(QuoteStatus::Open))
        .and("valid_until < ", day(QuoteStatus::Expired))
}

fn summary(ctx: &Ctx, row: ListedQuote, today: NaiveDate) -> QuoteSummary {
    let status = QuoteStatus::of(row.confirmed_at, row.valid_until, today);
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
        valid_until: row.valid_until,
        created_at: row.created_at,
        can: QuoteCan::of(status, &ctx.grants),
    }
}

/// Commits and returns the quote as the user may see it.
async fn answer(mut tx: TenantTx, ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<Json<Item<Quote>>> {
    let row = store::find(&mut tx, scope, id, sees_costs(ctx)).await?;
    tx.commit().await?;
    let status = row.status(ctx.settings().await?.today(ctx.now()));
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
        valid_until: row.valid_until,
        offers: offers(&row.offers)?,
        currency: row.currency,
        service_id: row.service_id,
        total: row.total.map(|total| total.normalize()),
        confirmed_at: row.confirmed_at,
        created_by_name: row.created_by_name,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
        can: QuoteCan::of(status, &ctx.grants),
    };
    Ok(Json(Item { data }))
}
