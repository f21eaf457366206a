//! The prices of shipments that are not stored yet, such as those of a file.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::problems::Problems;
use super::quoted;
use crate::shipments::fields::ShipmentInput;
use pricing::prices::priced::PriceMoney;
use pricing::prices::tariffs::Tariffs;
use pricing::quotes::offer::QuoteOffer;
use pricing::quotes::{self, Offer, PricingBatch, PricingContext, ServedShipment};
use pricing::services;
use pricing::services::limits::Reader;
use server_core::address::served::{self, ServedCountry};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::settings::Settings;

const SERVICE: &str = "service_id";

/// A shipment that is not stored, with the fields it lacks for shipping.
pub struct UnstoredShipment<'a> {
    pub input: &'a ShipmentInput,
    pub missing: &'a [String],
}

/// What the confirmation of a shipment would charge, and the first reason against it.
#[derive(Debug, Default)]
pub struct PriceForecast {
    /// Also known while fields are missing that the price does not depend on.
    pub total: Option<PriceMoney>,
    pub refusal: Option<(MessageCode, Params)>,
}

/// Who reads the prices, and on which day.
pub struct PriceReader<'a> {
    pub tariffs: &'a Tariffs,
    pub settings: &'a Settings,
    pub on: NaiveDate,
    pub reader: Reader,
    /// A client's or a partner's user.
    pub is_outside: bool,
    /// May agree to a price below the minimum margin.
    pub sees_costs: bool,
}

/// The prices of shipments of the same owners, in their order. The number of statements does not depend on theirs.
pub async fn forecast(
    tx: &mut TenantTx,
    by: &PriceReader<'_>,
    shipments: &[UnstoredShipment<'_>],
) -> ApiResult<Vec<PriceForecast>> {
    let Some(first) = shipments.first() else { return Ok(Vec::new()) };
    let parties = quoted::parties_of(&first.input.fields);
    let countries = load_countries(tx, shipments).await?;
    let mut problems = Vec::with_capacity(shipments.len());
    let (mut places, mut batch) = (Vec::new(), Vec::new());
    for (at, shipment) in shipments.iter().enumerate() {
        let mut found = Problems::of(shipment.missing);
        found.refuse_countries(&shipment.input.fields, &countries);
        let service_id = shipment.input.fields.service_id.filter(|_| found.leave_a_price());
        if let Some(service_id) = service_id {
            match quoted::to_quote(shipment.input, None) {
                Ok(shipment) => {
                    places.push(at);
                    batch.push(ServedShipment { service_id, shipment });
                }
                Err(error) => found.push(SERVICE, error.code(), error.params().clone()),
            }
        }
        problems.push(found);
    }
    let service_ids: BTreeSet<Uuid> = batch.iter().map(|one| one.service_id).collect();
    let service_ids: Vec<Uuid> = service_ids.into_iter().collect();
    let facts = OfferFacts {
        has_prices: quotes::has_prices(tx, by.on).await?,
        without_carrier: services::find_without_active_carrier(tx, &service_ids).await?,
    };
    let context = PricingContext { tariffs: by.tariffs, settings: by.settings };
    let batch = PricingBatch { parties, shipments: batch, on: by.on };
    let offers = quotes::price_batch(tx, context, batch).await?;
    let mut totals: BTreeMap<usize, PriceMoney> = BTreeMap::new();
    for (at, offer) in places.into_iter().zip(offers) {
        let total = take_offer(by, &facts, offer, &mut problems[at]);
        totals.extend(total.map(|total| (at, total)));
    }
    let forecasts = problems.into_iter().enumerate().map(|(at, problems)| PriceForecast {
        total: totals.remove(&at),
        refusal: problems.into_result().err().map(|error| (error.code(), error.params().clone())),
    });
    Ok(forecasts.collect())
}

/// What decides about the offers of all shipments.
struct OfferFacts {
    has_prices: bool,
    /// Services whose carrier of the last mile is inactive.
    without_carrier: HashSet<Uuid>,
}

async fn load_countries(
    tx: &mut TenantTx,
    shipments: &[UnstoredShipment<'_>],
) -> ApiResult<BTreeMap<i16, ServedCountry>> {
    let fields = shipments.iter().map(|shipment| &shipment.input.fields);
    let ids: BTreeSet<i16> =
        fields.flat_map(|fields| [fields.from_country_id, fields.to_country_id]).flatten().collect();
    let ids: Vec<i16> = ids.into_iter().collect();
    Ok(served::load_countries(tx, &ids).await?)
}

/// The price of an offer. Reasons against it are added to the problems.
fn take_offer(
    by: &PriceReader<'_>,
    facts: &OfferFacts,
    offer: Result<Option<Offer>, FieldErrors>,
    problems: &mut Problems,
) -> Option<PriceMoney> {
    let offer = match offer {
        Ok(Some(offer)) => offer,
        Ok(None) => {
            problems.push(SERVICE, MessageCode::UnknownService, Params::new());
            return None;
        }
        Err(errors) => {
            for (field, code, params) in errors.into_problems() {
                problems.push(&field, code, params);
            }
            return None;
        }
    };
    problems.refuse(&offer.outcome.refused, facts.has_prices, by.reader);
    if facts.without_carrier.contains(&offer.service.id) {
        problems.push(SERVICE, MessageCode::LastMileUnavailable, Params::new());
        return None;
    }
    let total = offer.outcome.total?;
    if !by.sees_costs && by.settings.min_margin_pct.is_some() {
        let with_costs = QuoteOffer::of(&offer, true, by.on);
        if let Some(code) = quotes::refuse_margin(by.settings, &with_costs, by.is_outside) {
            problems.push(SERVICE, code, Params::new());
            return None;
        }
    }
    Some(total.into())
}
