//! The price of a confirmed shipment by what its parcels measure, under the terms of its frozen price.

use chrono::NaiveDate;
use poem_openapi::types::{ParseFromJSON, ToJSON};
use serde_json::Value;
use tenancy::TenantTx;

use super::accept::AcceptedPrice;
use super::charges;
use super::postings::to_postings;
use super::quoted;
use crate::shipments::fields::Parcel;
use crate::shipments::model::Shipment;
use ledger::{PriceChange, TransactionKind};
use pricing::quotes::input::QuoteInput;
use pricing::quotes::offer::QuoteOffer;
use pricing::quotes::{self, Age, PriceAsker, PriceInput};
use pricing::services::{self, MeasureLimits};
use server_core::audit::Actor;
use server_core::http::error::{ApiError, ApiResult};
use server_core::settings::Settings;

/// What the measured parcels cost.
pub enum MeasuredPrice {
    Priced(Box<AcceptedPrice>),
    /// The service does not take them.
    Refused,
    /// The shipment was confirmed without a price.
    Free,
}

/// Prices a confirmed shipment by its measured parcels: with the service, the options and the day of its frozen price, so that
/// versions, fuel, rates of exchange and taxes are the same.
pub async fn price_measured(
    tx: &mut TenantTx,
    asker: &PriceAsker,
    settings: &Settings,
    shipment: &Shipment,
    parcels: Vec<Parcel>,
) -> ApiResult<MeasuredPrice> {
    let frozen = charges::find_frozen_terms(tx, shipment.id).await?.filter(|_| shipment.totals.is_some());
    let Some((service_id, priced_on)) = frozen else {
        return Ok(MeasuredPrice::Free);
    };
    let options = charges::frozen_options(tx, shipment.id).await?;
    let mut measured = shipment.input();
    measured.parcels = parcels;
    measured.fields.declared_weight_g = None;
    let input = QuoteInput {
        client_id: None,
        service_id: Some(service_id),
        saved: false,
        shipment: quoted::to_quote(&measured, options)?,
    };
    let parties = quoted::parties_of(&shipment.fields);
    let input =
        PriceInput { parties, input, age: Age::Kept, kept_service_id: Some(service_id), on: Some(priced_on) };
    let (_, priced) = quotes::price_all(tx, asker.clone(), settings, input).await?;
    let offer = priced.offers.into_iter().next().filter(|offer| offer.outcome.total.is_some());
    Ok(offer.map_or(MeasuredPrice::Refused, |offer| {
        let offer = QuoteOffer::of(&offer, true, priced_on);
        MeasuredPrice::Priced(Box::new(AcceptedPrice { offer, quote_id: None, priced_on }))
    }))
}

/// What the service of a shipment takes, or else the company.
pub async fn load_measure_limits(
    tx: &mut TenantTx,
    settings: &Settings,
    shipment: &Shipment,
) -> ApiResult<MeasureLimits> {
    let limits = match shipment.fields.service_id {
        Some(id) => services::find_measure_limits(tx, id).await?,
        None => MeasureLimits::default(),
    };
    let max_weight_g = limits.max_weight_g.or(Some(settings.shipment_max_weight_g));
    Ok(MeasureLimits { max_weight_g, ..limits })
}

/// Freezes the price of the measured parcels as a revision, and posts its difference once. Returns 409 `insufficient_funds` when
/// wallet and credit are too small. `home` is the company's country.
pub async fn charge_measured(
    tx: &mut TenantTx,
    actor: Actor,
    home: i16,
    shipment: &Shipment,
    price: &AcceptedPrice,
) -> ApiResult<i16> {
    let revision = charges::freeze(tx, actor.user_id, actor.at, shipment.id, price).await?;
    if let Some(postings) = to_postings(shipment, &price.offer, home) {
        let change = PriceChange {
            kind: TransactionKind::ShipmentReweighed,
            charges: &postings,
            is_claimed: shipment.is_claimed,
            idempotency_key: &revision.to_string(),
        };
        ledger::charge_difference(tx, actor, change).await?;
    }
    Ok(revision)
}

impl AcceptedPrice {
    /// The offer as it is kept until the price is charged.
    pub fn to_stored(&self) -> Option<Value> {
        self.offer.to_json()
    }

    /// The price of measured parcels that was kept.
    pub fn of_stored(offer: Value, priced_on: NaiveDate) -> ApiResult<Self> {
        let offer = QuoteOffer::parse_from_json(Some(offer));
        let wrong = |message| ApiError::internal(anyhow::anyhow!("offer of measured parcels: {message}"));
        Ok(Self { offer: offer.map_err(|error| wrong(error.into_message()))?, quote_id: None, priced_on })
    }
}
