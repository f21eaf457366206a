//! Prices a shipment for its owners, and stores the quote.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::types::{ParseFromJSON, ToJSON};
use policy::Resource;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::basis::Basis;
use super::catalogue::ServiceFilter;
use super::input::{QuoteInput, QuoteShipment};
use super::offer::QuoteOffer;
use super::offer_store::Promise;
use super::parties::Parties;
use super::places::{self, Age};
use super::price::{PricedShipment, PricingContext, PricingRequest, price};
use super::store::{self, NewQuote};
use crate::prices::tariffs::Tariffs;
use access::ctx::Ctx;
use access::sold_services::SoldServices;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::settings::Settings;
use server_core::state::AppState;

/// A shipment to price for its owners.
pub struct PriceInput {
    pub parties: Parties,
    pub input: QuoteInput,
    pub age: Age,
    /// The service that the shipment has already: everybody who works on it prices it.
    pub kept_service_id: Option<Uuid>,
    /// The day of versions, fuel, rates of exchange and taxes; none for today.
    pub on: Option<NaiveDate>,
}

/// Who asks for prices, and when.
#[derive(Clone)]
pub struct PriceAsker {
    pub state: AppState,
    pub at: DateTime<Utc>,
    /// The profiles whose services are priced (`Ctx::service_profiles`); none for all.
    pub profiles: Option<Vec<Uuid>>,
}

impl From<&Ctx> for PriceAsker {
    fn from(ctx: &Ctx) -> Self {
        Self { state: ctx.state().clone(), at: ctx.now(), profiles: ctx.service_profiles() }
    }
}

/// Whose quote it is, and for what.
pub struct NewQuoteOf {
    pub parties: Parties,
    pub shipment_id: Option<Uuid>,
    /// The service to choose, if it takes the shipment.
    pub service_id: Option<Uuid>,
    /// Whether somebody wants to offer it.
    pub is_saved: bool,
    /// A price that was offered for the shipment, and holds instead of today's.
    pub promise: Option<Promise>,
}

/// The normalized shipment, and its prices by all services.
pub async fn price_all(
    tx: &mut TenantTx,
    asker: impl Into<PriceAsker>,
    settings: &Settings,
    PriceInput { parties, input, age, kept_service_id, on }: PriceInput,
) -> ApiResult<(QuoteShipment, PricedShipment)> {
    let PriceAsker { state, at, profiles } = asker.into();
    let QuoteInput { service_id, mut shipment, .. } = input;
    let mut errors = FieldErrors::default();
    shipment.normalize(&settings.currency, &mut errors);
    let request = shipment.request(&mut errors);
    let to_state = places::check(tx, &shipment, age, &mut errors).await?;
    errors.into_result()?;
    let Parties { client_id, partner_id, .. } = parties;
    let on = on.unwrap_or_else(|| settings.today(at));
    let services = ServiceFilter {
        ids: service_id.map(|id| vec![id]),
        kept: kept_service_id,
        profiles,
        sold: load_sold(tx, &parties).await?,
    };
    let asked = PricingRequest {
        shipment: &shipment,
        request: &request,
        to_state,
        client_id,
        partner_id,
        services,
        on,
    };
    let context = PricingContext { tariffs: state.slot::<Tariffs>(), settings };
    let priced = price(tx, context, &asked).await?;
    if service_id.is_some() && priced.offers.is_empty() {
        return Err(ApiError::invalid_field("service_id", MessageCode::UnknownService));
    }
    Ok((shipment, priced))
}

/// The only services that the subsidiary of a quote sells; none when it sells all.
async fn load_sold(tx: &mut TenantTx, parties: &Parties) -> ApiResult<Option<Vec<Uuid>>> {
    let branches: Vec<Uuid> = parties.subsidiary_id.into_iter().collect();
    let sold = SoldServices::load(tx, &branches).await?;
    Ok(sold.of(parties.subsidiary_id).map(<[Uuid]>::to_vec))
}

/// Stores a quote with the chosen service, if it takes the shipment.
pub async fn store_quote(
    tx: &mut TenantTx,
    ctx: &Ctx,
    NewQuoteOf { parties, shipment_id, service_id, is_saved, promise }: NewQuoteOf,
    input: QuoteShipment,
    priced: &PricedShipment,
) -> ApiResult<Uuid> {
    let promised = promise.as_ref();
    let with_costs = offers_of(priced, true, promised.map(|promise| &promise.with_costs));
    let for_clients = offers_of(priced, false, promised.map(|promise| &promise.for_clients));
    let chosen = for_clients.iter().find(|offer| Some(offer.service_id) == service_id);
    let chosen = chosen.and_then(|offer| Some((offer, offer.total.as_ref()?.amount)));
    let ends = for_clients.iter().filter(|offer| offer.total.is_some());
    let valid_until = match chosen {
        Some((offer, _)) => offer.valid_until,
        None => ends.filter_map(|offer| offer.valid_until).max(),
    };
    let quote = NewQuote {
        client_id: parties.client_id,
        subsidiary_id: parties.subsidiary_id,
        partner_id: parties.partner_id,
        shipment_id,
        chosen: chosen.map(|(offer, total)| (offer.service_id, total)),
        currency: priced.currency.code().to_owned(),
        priced_on: priced.on,
        valid_until: valid_until.unwrap_or(priced.on),
        input,
        offers: to_stored(&for_clients),
        offers_with_costs: to_stored(&with_costs),
        basis: Basis::of(priced),
        is_saved,
    };
    let id = store::insert(tx, &quote, ctx.user.id, ctx.now()).await?;
    let changes =
        json!({ "shipment_id": shipment_id, "service_id": quote.chosen.map(|(service, _)| service) });
    audit::record(tx, ctx, "quote.create", Some(id), changes).await?;
    announce(tx, &parties, id);
    Ok(id)
}

/// The offers of today, with the promised one in the place of its service.
fn offers_of(priced: &PricedShipment, with_costs: bool, promised: Option<&QuoteOffer>) -> Vec<QuoteOffer> {
    let offers = priced.offers.iter().map(|offer| QuoteOffer::of(offer, with_costs, priced.on));
    let keep = |offer: QuoteOffer| match promised {
        Some(promised) if promised.service_id == offer.service_id => promised.clone(),
        _ => offer,
    };
    offers.map(keep).collect()
}

fn to_stored(offers: &[QuoteOffer]) -> Value {
    Value::Array(offers.iter().filter_map(ToJSON::to_json).collect())
}

/// Announces a quote to its owners.
pub fn announce(tx: &mut TenantTx, parties: &Parties, id: Uuid) {
    let owners = [parties.client_id, parties.partner_id].into_iter().flatten().collect();
    live::records_changed(tx, &Audience::Parties(owners), Resource::Quote.name(), &[id]);
}

/// The offers as they were stored.
pub fn read_offers(stored: &Value) -> ApiResult<Vec<QuoteOffer>> {
    let parsed = Vec::<QuoteOffer>::parse_from_json(Some(stored.clone()));
    parsed.map_err(|error| ApiError::internal(anyhow::anyhow!("offers of a quote: {}", error.into_message())))
}
