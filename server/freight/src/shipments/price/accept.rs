//! The price that a shipment is charged: that of its quote, or of today, never silently another one.

use chrono::NaiveDate;
use poem_openapi::types::ToJSON;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::problems::Problems;
use super::quoted;
use crate::shipments::draft::reader;
use crate::shipments::model::Shipment;
use crate::status::ShipmentStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use pricing::prices::seen::sees_costs;
use pricing::quotes::input::{QuoteInput, QuoteOptions, QuoteShipment};
use pricing::quotes::offer::QuoteOffer;
use pricing::quotes::{self, Age, Offer, PriceInput, Promise, QuoteRow};
use pricing::services;
use server_core::address::served;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::settings::Settings;

/// The price that is frozen and charged.
pub struct AcceptedPrice {
    /// With costs.
    pub offer: QuoteOffer,
    pub quote_id: Option<Uuid>,
    /// The day of versions, fuel, rates of exchange and taxes.
    pub priced_on: NaiveDate,
}

/// How a shipment is to be priced.
pub struct PriceRequest<'a> {
    pub settings: &'a Settings,
    /// The quote whose price is accepted; none for the price of today.
    pub quote_id: Option<Uuid>,
    /// Options of a price without a quote.
    pub options: Option<QuoteOptions>,
}

/// The price to charge for a shipment. None for a company without price tables.
///
/// Returns 409 with all reasons against the price, each at its field. Returns 409 `price_changed` when the quote has
/// expired, or is for the shipment as it was, and the price differs today.
pub async fn price_to_charge(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment: &Shipment,
    request: PriceRequest<'_>,
) -> ApiResult<Option<AcceptedPrice>> {
    let mut problems = Problems::of(&shipment.missing);
    refuse_unserved_countries(tx, shipment, &mut problems).await?;
    let mut price = None;
    if let Some(service_id) = shipment.fields.service_id.filter(|_| problems.leave_a_price()) {
        price = price_of_service(tx, ctx, shipment, service_id, request, &mut problems).await?;
        if !services::has_active_carrier(tx, service_id).await? {
            problems.push("service_id", MessageCode::LastMileUnavailable, Params::new());
        }
    }
    problems.into_result()?;
    Ok(price)
}

/// The price of one service. Reasons against it are added to the problems.
async fn price_of_service(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment: &Shipment,
    service_id: Uuid,
    request: PriceRequest<'_>,
    problems: &mut Problems,
) -> ApiResult<Option<AcceptedPrice>> {
    let PriceRequest { settings, quote_id, options } = request;
    let today = settings.today(ctx.now());
    let quote = match quote_id {
        Some(id) => Some(lock_quote(tx, shipment.id, id).await?),
        None => None,
    };
    let shown_offer = quote.as_ref().map(|quote| offer_with_price(quote, service_id)).transpose()?.flatten();
    let options = quote.as_ref().map_or(options, |quote| quote.input.options.clone());
    let (input, todays_offer) = price_today(tx, ctx, shipment, service_id, settings, options).await?;

    if let Some((quote, shown)) = quote.as_ref().zip(shown_offer.as_ref())
        && is_still_valid(quote, shown, &input, today)
    {
        require_margin(tx, ctx, shipment.id, settings, &input, shown).await?;
        return Ok(Some(AcceptedPrice { offer: shown.clone(), quote_id, priced_on: quote.priced_on }));
    }
    if quote.is_none()
        && let Some(promise) = promise_of(tx, shipment.id, service_id, &input, today).await?
    {
        if !promise.is_sent {
            quotes::require_margin(ctx, settings, &promise.with_costs)?;
        }
        let Promise { with_costs: offer, quote_id, priced_on, .. } = promise;
        return Ok(Some(AcceptedPrice { offer, quote_id: Some(quote_id), priced_on }));
    }
    let Some(todays_offer) = todays_offer else {
        problems.push("service_id", MessageCode::UnknownService, Params::new());
        return Ok(None);
    };
    let has_prices = todays_offer.outcome.total.is_some() || quotes::has_prices(tx, today).await?;
    problems.refuse(&todays_offer.outcome.refused, has_prices, reader(ctx));
    if todays_offer.outcome.total.is_none() {
        return Ok(None);
    }
    let offer = QuoteOffer::of(&todays_offer, true, today);
    let is_as_shown = shown_offer.is_some_and(|shown| has_same_price(&shown, &offer));
    match quote {
        Some(quote) if !is_as_shown => Err(price_changed(tx, ctx, &quote, &todays_offer, today).await?),
        _ => {
            quotes::require_margin(ctx, settings, &offer)?;
            Ok(Some(AcceptedPrice { offer, quote_id, priced_on: today }))
        }
    }
}

/// Refuses a price below the company's minimum margin, unless the company has sent it to the customer.
async fn require_margin(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment_id: Uuid,
    settings: &Settings,
    input: &QuoteShipment,
    offer: &QuoteOffer,
) -> ApiResult<()> {
    if quotes::may_agree(ctx, settings, offer) {
        return Ok(());
    }
    let today = settings.today(ctx.now());
    let promise = promise_of(tx, shipment_id, offer.service_id, input, today).await?;
    if promise.is_some_and(|promise| promise.is_sent) {
        return Ok(());
    }
    quotes::require_margin(ctx, settings, offer)
}

/// The price of the service that was offered for the shipment, if it still holds.
async fn promise_of(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    service_id: Uuid,
    input: &QuoteShipment,
    today: NaiveDate,
) -> ApiResult<Option<Promise>> {
    let promise = quotes::find_promise(tx, shipment_id, input, today).await?;
    Ok(promise.filter(|promise| promise.with_costs.service_id == service_id))
}

/// Locks the quote of a shipment, and reads it with its costs.
async fn lock_quote(tx: &mut TenantTx, shipment_id: Uuid, id: Uuid) -> ApiResult<QuoteRow> {
    let of_other = || ApiError::refused_field("quote_id", MessageCode::QuoteOfOtherShipment, Params::new());
    quotes::lock(tx, &RowScope::All, id).await.map_err(|_| of_other())?;
    let quote = quotes::find(tx, &RowScope::All, id, true).await?;
    if quote.shipment_id == Some(shipment_id) { Ok(quote) } else { Err(of_other()) }
}

/// The offer of a service that the quote has shown, if it has a price.
fn offer_with_price(quote: &QuoteRow, service_id: Uuid) -> ApiResult<Option<QuoteOffer>> {
    let offers = quotes::read_offers(&quote.offers)?;
    Ok(offers.into_iter().find(|offer| offer.service_id == service_id && offer.total.is_some()))
}

/// The shipment as it is priced, and the offer of the service for it today.
async fn price_today(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment: &Shipment,
    service_id: Uuid,
    settings: &Settings,
    options: Option<QuoteOptions>,
) -> ApiResult<(QuoteShipment, Option<Offer>)> {
    let input = QuoteInput {
        client_id: None,
        service_id: Some(service_id),
        saved: false,
        shipment: quoted::to_quote(&shipment.input(), options)?,
    };
    let parties = quoted::parties_of(&shipment.fields);
    let input = PriceInput { parties, input, age: Age::Kept, kept_service_id: Some(service_id), on: None };
    let (input, priced) = quotes::price_all(tx, ctx, settings, input).await?;
    Ok((input, priced.offers.into_iter().next()))
}

/// Whether the quote and its offer are valid today, for the shipment as it is.
fn is_still_valid(quote: &QuoteRow, shown: &QuoteOffer, input: &QuoteShipment, today: NaiveDate) -> bool {
    quote.is_offered(today) && quote.input.0 == *input && shown.valid_until.is_some_and(|day| day >= today)
}

/// Whether both offers have the same lines and the same total.
fn has_same_price(one: &QuoteOffer, other: &QuoteOffer) -> bool {
    let lines = |offer: &QuoteOffer| -> Vec<_> {
        offer.lines.iter().map(|line| (line.code, line.of.clone(), line.amount.clone())).collect()
    };
    one.total == other.total && lines(one) == lines(other)
}

/// 409 with the offer as it was shown and as it is today, both as the user may see them.
async fn price_changed(
    tx: &mut TenantTx,
    ctx: &Ctx,
    quote: &QuoteRow,
    todays_offer: &Offer,
    today: NaiveDate,
) -> ApiResult<ApiError> {
    let seen = quotes::find(tx, &RowScope::All, quote.id, sees_costs(ctx)).await?;
    let service_id = todays_offer.service.id;
    let old = quotes::read_offers(&seen.offers)?.into_iter().find(|offer| offer.service_id == service_id);
    let new = QuoteOffer::of(todays_offer, sees_costs(ctx), today);
    let params = [("old", json!(old.and_then(|offer| offer.to_json()))), ("new", json!(new.to_json()))];
    Ok(ApiError::refused(MessageCode::PriceChanged).with_params(Params::from(params)))
}

/// A draft does not leave for a country that the company has stopped serving since. Later, the shipment keeps its countries.
async fn refuse_unserved_countries(
    tx: &mut TenantTx,
    shipment: &Shipment,
    problems: &mut Problems,
) -> ApiResult<()> {
    if !matches!(shipment.status, ShipmentStatus::Draft | ShipmentStatus::NeedsAttention) {
        return Ok(());
    }
    let fields = &shipment.fields;
    let ids: Vec<i16> = fields.from_country_id.into_iter().chain(fields.to_country_id).collect();
    let known = served::load_countries(tx, &ids).await?;
    problems.refuse_countries(fields, &known);
    Ok(())
}
