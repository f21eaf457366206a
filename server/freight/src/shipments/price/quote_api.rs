//! Quotes of a shipment: priced from its draft, and chosen for it.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::quoted;
use crate::shipments::{draft, model::quote_verdict, store};
use access::ctx::Ctx;
use pricing::quotes::input::QuoteInput;
use pricing::quotes::model::{self, Quote, QuoteChoice, ShipmentQuoteInput};
use pricing::quotes::parties::Parties;
use pricing::quotes::{self, Age, Choice, NewQuoteOf, PriceInput, QuoteRow};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct ShipmentQuoteApi;

#[OpenApi(tag = "Tag::Quotes")]
impl ShipmentQuoteApi {
    /// Store a quote of a draft
    ///
    /// Prices the shipment as it is. The service of the shipment is chosen if it takes the shipment. The price of the
    /// saved quote that the draft came from holds until its last day, if the shipment is still the same.
    #[oai(path = "/shipments/:id/quotes", method = "post", operation_id = "shipment_quote")]
    async fn shipment_quote(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentQuoteInput>,
    ) -> ApiResult<Json<Item<Quote>>> {
        let scope = ctx.scope(Resource::Quote, Action::Create)?;
        let shipment_scope = ctx.scope(Resource::Shipment, Action::Update)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let shipment = store::find(&mut tx, &shipment_scope, *id, &ctx.grants).await?;
        quote_verdict(shipment.state()).guard()?;
        let parties = quoted::parties_of(&shipment.fields);
        let input = QuoteInput {
            client_id: None,
            service_id: None,
            saved: false,
            shipment: quoted::to_quote(&shipment.input(), body.0.options)?,
        };
        let service_id = shipment.fields.service_id;
        let input = PriceInput { parties, input, age: Age::New, kept_service_id: service_id, on: None };
        let (input, priced) = quotes::price_all(&mut tx, &ctx, &settings, input).await?;
        let promise = quotes::find_promise(&mut tx, *id, &input, settings.today(ctx.now())).await?;
        let quote = NewQuoteOf { parties, shipment_id: Some(*id), service_id, is_saved: false, promise };
        let id = quotes::store_quote(&mut tx, &ctx, quote, input, &priced).await?;
        quotes::answer(tx, &ctx, &scope, id).await
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
        let settings = ctx.settings();
        let today = settings.today(ctx.now());
        let mut tx = ctx.begin().await?;
        if quotes::lock(&mut tx, &scope, *id).await? != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let quote = quotes::find(&mut tx, &scope, *id, false).await?;
        model::verdict(quote.status(today), Action::Update).guard()?;
        let offers = quotes::read_offers(&quote.offers)?;
        let offer = offers.iter().find(|offer| offer.service_id == body.service_id);
        let price = offer.and_then(|offer| Some((offer.total.as_ref()?.amount, offer.valid_until?)));
        let Some((total, valid_until)) = price else {
            return Err(ApiError::invalid_field("service_id", MessageCode::ServiceNotOffered));
        };
        let choice = Choice { service_id: body.service_id, total, valid_until, shipment_id: None };
        choose(&mut tx, &ctx, &quote, choice, settings.country_id).await?;
        quotes::answer(tx, &ctx, &scope, *id).await
    }
}

/// Chooses a service of a locked quote, and records it.
pub async fn choose(
    tx: &mut TenantTx,
    ctx: &Ctx,
    quote: &QuoteRow,
    choice: Choice,
    home: i16,
) -> ApiResult<()> {
    let service_id = choice.service_id;
    let shipment_id = set_service(tx, ctx, quote, service_id, home).await?;
    quotes::choose(tx, quote.id, &Choice { shipment_id, ..choice }, ctx.now()).await?;
    let changes = json!({ "service_id": [quote.service_id, service_id] });
    audit::record(tx, ctx, "quote.choose", Some(quote.id), changes).await?;
    quotes::announce(tx, &Parties::from(quote), quote.id);
    Ok(())
}

/// Gives the draft of the quote its service. Returns the draft that a quote without one creates. `home` is the company's
/// country.
async fn set_service(
    tx: &mut TenantTx,
    ctx: &Ctx,
    quote: &QuoteRow,
    service_id: Uuid,
    home: i16,
) -> ApiResult<Option<Uuid>> {
    if let Some(id) = quote.shipment_id {
        let scope = ctx.scope(Resource::Shipment, Action::Update)?;
        draft::set_service(tx, ctx, &scope, id, service_id).await?;
        return Ok(None);
    }
    let scope = ctx.scope(Resource::Shipment, Action::Create)?;
    let input = quoted::to_draft(&quote.input, &Parties::from(quote), service_id, home)?;
    let id = draft::create(tx, ctx, &scope, input, None).await?;
    audit::record(tx, ctx, "shipment.create", Some(id), json!({ "quote": quote.number })).await?;
    Ok(Some(id))
}
