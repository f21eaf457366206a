//! The price of a shipment that is confirmed: that of its quote, or of now, never silently another one.

use chrono::NaiveDate;
use poem_openapi::types::ToJSON;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::draft;
use super::input::{QuoteInput, QuoteOptions, QuoteShipment};
use super::keep::{offers, rated};
use super::model::QuoteStatus;
use super::offer::QuoteOffer;
use super::parties::Parties;
use super::places::Age;
use super::price::Offer;
use super::problems::Problems;
use super::store::{self, QuoteRow};
use crate::access::ctx::Ctx;
use crate::access::scope::RowScope;
use crate::freight::prices::seen::sees_costs;
use crate::freight::services::limits::Reader;
use crate::freight::shipments::model::Shipment;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::{MessageCode, Params};
use crate::settings::Settings;

/// The price that a confirmation freezes.
pub struct Accepted {
    /// With costs.
    pub offer: QuoteOffer,
    pub quote_id: Option<Uuid>,
}

/// The quote of a confirmation; none when the shipment is confirmed at the price of now.
#[derive(Clone)]
pub struct Order<'a> {
    pub settings: &'a Settings,
    pub quote_id: Option<Uuid>,
    /// Options of a price without a quote.
    pub options: Option<QuoteOptions>,
    pub reader: Reader,
}

/// The price of the shipment with its service. None for a company without price tables. Reasons against it are added to the
/// problems. Returns 409 `price_changed` when the quote has expired, or is for another shipment than it is now, and the price
/// differs.
pub async fn accepted(
    tx: &mut TenantTx,
    ctx: &Ctx,
    (shipment, service_id): (&Shipment, Uuid),
    order: Order<'_>,
    problems: &mut Problems,
) -> ApiResult<Option<Accepted>> {
    let today = order.settings.today(ctx.now());
    let quote = match order.quote_id {
        Some(id) => Some(quote_of(tx, shipment.id, id).await?),
        None => None,
    };
    let options = match &quote {
        Some(quote) => quote.input.options.clone(),
        None => order.options,
    };
    let told = match &quote {
        Some(quote) => offers(&quote.offers)?.into_iter().find(|offer| offer.service_id == service_id),
        None => None,
    };
    let told = told.filter(|offer| offer.total.is_some());
    let (input, offer) = now(tx, ctx, (shipment, service_id), (order.settings, options)).await?;
    let stands = quote.as_ref().is_some_and(|quote| stands(quote, &input, today));
    if let Some(told) =
        told.as_ref().filter(|told| stands && told.valid_until.is_some_and(|day| day >= today))
    {
        return Ok(Some(Accepted { offer: told.clone(), quote_id: order.quote_id }));
    }
    let Some(offer) = offer else {
        problems.push("service_id", MessageCode::UnknownService, Params::new());
        return Ok(None);
    };
    let has_prices = offer.outcome.total.is_some() || store::has_prices(tx, today).await?;
    problems.refuse(&offer.outcome.refused, has_prices, order.reader);
    if offer.outcome.total.is_none() {
        return Ok(None);
    }
    let new = QuoteOffer::of(&offer, true, today);
    match quote {
        Some(quote) if !told.as_ref().is_some_and(|told| is_same(told, &new)) => {
            Err(changed(tx, ctx, (&quote, service_id), (&offer, today)).await?)
        }
        _ => Ok(Some(Accepted { offer: new, quote_id: order.quote_id })),
    }
}

/// Locks the quote of this shipment, and reads it with its costs.
async fn quote_of(tx: &mut TenantTx, shipment_id: Uuid, id: Uuid) -> ApiResult<QuoteRow> {
    let other = || ApiError::refused_field("quote_id", MessageCode::QuoteOfOtherShipment, Params::new());
    let missing = |_: ApiError| other();
    store::lock(tx, &RowScope::All, id).await.map_err(missing)?;
    let quote = store::find(tx, &RowScope::All, id, true).await.map_err(missing)?;
    if quote.shipment_id == Some(shipment_id) { Ok(quote) } else { Err(other()) }
}

/// Whether the quote is for the shipment as it is, and not expired.
fn stands(quote: &QuoteRow, input: &QuoteShipment, today: NaiveDate) -> bool {
    quote.status(today) == QuoteStatus::Open && quote.input.0 == *input
}

/// Whether both have the same lines and total.
fn is_same(one: &QuoteOffer, other: &QuoteOffer) -> bool {
    let lines = |offer: &QuoteOffer| -> Vec<_> {
        offer.lines.iter().map(|line| (line.code, line.of.clone(), line.amount.clone())).collect()
    };
    one.total == other.total && lines(one) == lines(other)
}

/// The shipment as it is priced now.
async fn now(
    tx: &mut TenantTx,
    ctx: &Ctx,
    (shipment, service_id): (&Shipment, Uuid),
    (settings, options): (&Settings, Option<QuoteOptions>),
) -> ApiResult<(QuoteShipment, Option<Offer>)> {
    let input = QuoteInput {
        client_id: None,
        service_id: Some(service_id),
        shipment: draft::priced(&shipment.input(), options)?,
    };
    let (input, priced) = rated(tx, ctx, settings, (Parties::of(&shipment.fields), input, Age::Kept)).await?;
    Ok((input, priced.offers.into_iter().next()))
}

/// 409 with the offer as it was told and as it is now, as the user may see them.
async fn changed(
    tx: &mut TenantTx,
    ctx: &Ctx,
    (quote, service_id): (&QuoteRow, Uuid),
    (offer, today): (&Offer, NaiveDate),
) -> ApiResult<ApiError> {
    let seen = store::find(tx, &RowScope::All, quote.id, sees_costs(ctx)).await?;
    let old = offers(&seen.offers)?.into_iter().find(|offer| offer.service_id == service_id);
    let new = QuoteOffer::of(offer, sees_costs(ctx), today);
    let params = [("old", json!(old.and_then(|offer| offer.to_json()))), ("new", json!(new.to_json()))];
    Ok(ApiError::refused(MessageCode::PriceChanged).with_params(Params::from(params)))
}
