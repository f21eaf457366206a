//! Prices many shipments of the same owners, each by its own service. The number of statements does not depend on the
//! number of shipments.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::catalogue::{self, ServiceFilter};
use super::input::QuoteShipment;
use super::parties::Parties;
use super::price::{Offer, PricingContext, PricingRequest, Rating, choose_currency, currencies};
use super::service::QuotedService;
use super::taxing::Customs;
use crate::prices::exchange;
use crate::prices::rate_for::{self, Pick, PickedRoute, Ready, Shipper};
use crate::tax_rules;
use crate::taxes::TaxBook;
use rating::fx::Fx;
use rating::money::Currency;
use rating::request::Request;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

/// Shipments calculated before other work of the same thread goes on.
const AT_ONCE: usize = 50;

/// A shipment, and the service that is to take it.
pub struct ServedShipment {
    pub service_id: Uuid,
    pub shipment: QuoteShipment,
}

/// Shipments of the same owners.
pub struct PricingBatch {
    pub parties: Parties,
    pub shipments: Vec<ServedShipment>,
    pub on: NaiveDate,
}

/// A shipment that can be priced.
struct PreparedShipment {
    service_id: Uuid,
    shipment: QuoteShipment,
    request: Request,
    to_state: Option<String>,
}

/// What all shipments of the batch have in common.
struct BatchPrices {
    services: HashMap<Uuid, QuotedService>,
    picks: HashMap<Uuid, Pick>,
    book: Arc<TaxBook>,
    currency: Currency,
}

/// The offers, in the order of the shipments: none for an inactive service, and what is wrong for a shipment that cannot
/// be priced.
pub async fn price_batch(
    tx: &mut TenantTx,
    context: PricingContext<'_>,
    batch: PricingBatch,
) -> ApiResult<Vec<Result<Option<Offer>, FieldErrors>>> {
    let PricingBatch { parties, shipments, on } = batch;
    let prepared = prepare(tx, context, shipments).await?;
    let good: Vec<&PreparedShipment> = prepared.iter().filter_map(|one| one.as_ref().ok()).collect();
    let common = load(tx, context, &parties, &good, on).await?;
    let mut offers = rate_all(tx, context, &parties, &common, &good, on).await?.into_iter();
    Ok(prepared.into_iter().map(|one| one.map(|_| offers.next().flatten())).collect())
}

/// The normalized shipments with the states of their destinations.
async fn prepare(
    tx: &mut TenantTx,
    context: PricingContext<'_>,
    shipments: Vec<ServedShipment>,
) -> ApiResult<Vec<Result<PreparedShipment, FieldErrors>>> {
    let places = shipments.iter().flat_map(|one| [&one.shipment.origin, &one.shipment.destination]);
    let ids: BTreeSet<i32> = places.filter_map(|place| place.state_id).collect();
    let ids: Vec<i32> = ids.into_iter().collect();
    let states = catalogue::load_states(tx, &ids).await?;
    let states: HashMap<(i32, i16), String> =
        states.into_iter().map(|(id, country_id, code)| ((id, country_id), code)).collect();
    let prepare_one = |ServedShipment { service_id, mut shipment }: ServedShipment| {
        let mut errors = FieldErrors::default();
        shipment.normalize(&context.settings.currency, &mut errors);
        let request = shipment.request(&mut errors);
        let mut codes = Vec::new();
        for (name, place) in [("origin", &shipment.origin), ("destination", &shipment.destination)] {
            let known = place.state_id.map(|id| states.get(&(id, place.country_id)).cloned());
            if known == Some(None) {
                errors.push(format!("{name}.state_id"), MessageCode::UnknownState);
            }
            codes.push(known.flatten());
        }
        let to_state = codes.pop().flatten();
        if errors.is_empty() {
            Ok(PreparedShipment { service_id, shipment, request, to_state })
        } else {
            Err(errors)
        }
    };
    Ok(shipments.into_iter().map(prepare_one).collect())
}

async fn load(
    tx: &mut TenantTx,
    context: PricingContext<'_>,
    parties: &Parties,
    shipments: &[&PreparedShipment],
    on: NaiveDate,
) -> ApiResult<BatchPrices> {
    let client = catalogue::load_client(tx, parties.client_id).await?;
    let ids: BTreeSet<Uuid> = shipments.iter().map(|one| one.service_id).collect();
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let filter = ServiceFilter { ids: Some(ids.clone()), ..ServiceFilter::default() };
    let services = catalogue::load_services(tx, &filter).await?;
    let shipper =
        Shipper { client_id: parties.client_id, group_id: client.group_id, partner_id: parties.partner_id };
    let picks = rate_for::pick(tx, context.tariffs, shipper, &ids, on).await?;
    let countries: BTreeSet<&str> =
        shipments.iter().filter_map(|one| Customs::find_destination(&one.shipment)).collect();
    let countries: Vec<&str> = countries.into_iter().collect();
    let book = tax_rules::store::book_of_countries(tx, &countries).await?;
    let currency = choose_currency(client.currency.as_deref(), context.settings);
    let services = services.into_iter().map(|service| (service.id, service)).collect();
    Ok(BatchPrices { services, picks, book: Arc::new(book), currency })
}

/// The versions and the customs of each shipment, then the exchange rates of all, then the offers.
async fn rate_all(
    tx: &mut TenantTx,
    context: PricingContext<'_>,
    parties: &Parties,
    common: &BatchPrices,
    shipments: &[&PreparedShipment],
    on: NaiveDate,
) -> ApiResult<Vec<Option<Offer>>> {
    let ready = load_ready(tx, context, common, shipments, on).await?;
    let customs: Vec<Option<Customs>> = shipments.iter().map(|one| declare(common, one, on)).collect();
    let fx = load_rates(tx, common, shipments, &ready, &customs, on).await?;
    let mut offers = Vec::with_capacity(shipments.len());
    for (at, one) in shipments.iter().enumerate() {
        if at % AT_ONCE == AT_ONCE - 1 {
            tokio::task::yield_now().await;
        }
        let asked = PricingRequest {
            shipment: &one.shipment,
            request: &one.request,
            to_state: one.to_state.clone(),
            client_id: parties.client_id,
            partner_id: parties.partner_id,
            services: ServiceFilter::default(),
            on,
        };
        let rating = Rating {
            asked: &asked,
            settings: context.settings,
            currency: common.currency,
            fx: &fx,
            customs: customs[at].as_ref(),
        };
        let prices = common.picks.get(&one.service_id).zip(ready[at].as_ref());
        let service = common.services.get(&one.service_id).cloned();
        offers.push(service.map(|service| rating.offer(service, prices)));
    }
    Ok(offers)
}

/// The versions of each shipment, ready for its destination; none for a service without prices.
async fn load_ready(
    tx: &mut TenantTx,
    context: PricingContext<'_>,
    common: &BatchPrices,
    shipments: &[&PreparedShipment],
    on: NaiveDate,
) -> ApiResult<Vec<Option<Ready>>> {
    let picks: Vec<Option<&Pick>> = shipments.iter().map(|one| common.picks.get(&one.service_id)).collect();
    let routes: Vec<PickedRoute<'_>> = shipments
        .iter()
        .zip(&picks)
        .filter_map(|(one, pick)| {
            Some(PickedRoute { picked: &(*pick)?.picked, destination: &one.request.destination })
        })
        .collect();
    let mut ready = rate_for::ready_routes(tx, context.tariffs, &routes, on).await?.into_iter();
    Ok(picks.into_iter().map(|pick| pick.and_then(|_| ready.next())).collect())
}

/// The rates between all currencies of the batch.
async fn load_rates(
    tx: &mut TenantTx,
    common: &BatchPrices,
    shipments: &[&PreparedShipment],
    ready: &[Option<Ready>],
    customs: &[Option<Customs>],
    on: NaiveDate,
) -> ApiResult<Fx> {
    let of_one = |((one, ready), customs): ((&&PreparedShipment, &Option<Ready>), &Option<Customs>)| {
        let service = common.services.get(&one.service_id).map_or(&[][..], std::slice::from_ref);
        currencies(common.currency, service, ready.iter(), &one.request, customs.as_ref())
    };
    let all: BTreeSet<Currency> =
        shipments.iter().zip(ready).zip(customs).flat_map(of_one).chain([common.currency]).collect();
    let all: Vec<Currency> = all.into_iter().collect();
    exchange::rates(tx, &all, on).await
}

/// The shipment for customs, if its service has terms for them.
fn declare(common: &BatchPrices, one: &PreparedShipment, on: NaiveDate) -> Option<Customs> {
    let service = common.services.get(&one.service_id)?;
    if service.terms(one.shipment.incoterm.as_deref()) == Ok(None) {
        return None;
    }
    let book = Arc::clone(&common.book);
    Customs::declare(book, &one.shipment, &one.request, one.to_state.as_deref(), on)
}
