//! A service that is offered, with the limits that a quote compares.

use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use crate::prices::conditions::PriceContents;
use crate::prices::exchange;
use crate::services::model::{ServiceLimits, ServiceMode, ServiceScope, TaxModality};
use crate::taxes::{DutyTerms, TaxChannel};
use rating::limits::Limits;
use rating::measure::{Length, LengthUnit, Weight, WeightUnit};
use rating::money::Money;
use rating::outcome::{Quantity, Refusal, RefusalCode};
use rating::request::Request;
use server_core::settings::Settings;

/// The currency of the company's own limit of value.
pub const LIMIT_CURRENCY: &str = "USD";
const DDP: &str = "DDP";

/// An active service.
#[derive(sqlx::FromRow, Clone)]
pub struct QuotedService {
    pub id: Uuid,
    pub code: String,
    pub title_locale: Value,
    pub mode: ServiceMode,
    pub scope: ServiceScope,
    pub transit_min_days: Option<i16>,
    pub transit_max_days: Option<i16>,
    pub tax_modality: TaxModality,
    #[sqlx(flatten)]
    pub limits: ServiceLimits,
}

/// Countries of a shipment, and the company's own.
#[derive(Clone, Copy)]
pub struct Route {
    pub from: i16,
    pub to: i16,
    pub home: i16,
}

impl QuotedService {
    /// The limits for rating: those of the service, or else of the company.
    pub fn rated_limits(&self, company: &Settings) -> Limits {
        let limits = &self.limits;
        let kilograms = |grams: i32| Weight::new(Decimal::new(grams.into(), 3), WeightUnit::Kilograms);
        let max_weight_g = limits.max_weight_g.unwrap_or(company.shipment_max_weight_g);
        let own = |value: Decimal, code: &str| Some(Money::exact(value, exchange::currency(code)?));
        let max_value = match (limits.max_value, limits.value_currency.as_deref()) {
            (Some(value), Some(code)) => own(value, code),
            _ => own(company.shipment_max_value, LIMIT_CURRENCY),
        };
        let contents = limits.contents.iter().filter_map(|one| PriceContents::from_name(one.as_str()));
        Limits {
            max_shipment_weight: Some(kilograms(max_weight_g)),
            max_side: limits.max_side_mm.and_then(length),
            max_sides_sum: limits.max_sides_mm.and_then(length),
            max_length_and_girth: limits.max_girth_mm.and_then(length),
            max_value,
            contents: contents.map(Into::into).collect(),
            ..Limits::default()
        }
    }

    /// Reasons against the shipment that no price table knows.
    pub fn refusals(&self, request: &Request, route: Route, incoterm: Option<&str>) -> Vec<Refusal> {
        let allows = |ids: &[i16], id: i16| ids.is_empty() || ids.contains(&id);
        let codes = [
            (RefusalCode::OriginNotServed, !allows(&self.limits.origin_country_ids, route.from)),
            (RefusalCode::DestinationNotServed, !allows(&self.limits.destination_country_ids, route.to)),
            (RefusalCode::DirectionNotServed, !self.goes(route)),
            (RefusalCode::TermsNotOffered, self.terms(incoterm).is_err()),
        ];
        let refused = codes.into_iter().filter(|(_, is_refused)| *is_refused);
        refused.map(|(code, _)| Refusal::new(code)).chain(self.too_light(request)).collect()
    }

    /// Who pays duties and taxes by the service and the incoterm; none when no taxes are due. An error when they differ.
    pub fn terms(&self, incoterm: Option<&str>) -> Result<Option<DutyTerms>, ()> {
        let asked = incoterm.map(|code| if code == DDP { DutyTerms::Ddp } else { DutyTerms::Ddu });
        let own = match self.tax_modality {
            TaxModality::Ddp => DutyTerms::Ddp,
            TaxModality::Ddu => DutyTerms::Ddu,
            TaxModality::None => return Ok(asked),
        };
        if asked.is_none_or(|asked| asked == own) { Ok(Some(own)) } else { Err(()) }
    }

    pub fn channel(&self) -> TaxChannel {
        match self.mode {
            ServiceMode::Postal => TaxChannel::Postal,
            ServiceMode::Sea => TaxChannel::Entry,
            ServiceMode::Air | ServiceMode::Road => TaxChannel::Courier,
        }
    }

    fn goes(&self, Route { from, to, home }: Route) -> bool {
        match self.scope {
            ServiceScope::Any => true,
            ServiceScope::Domestic => from == to,
            ServiceScope::Export => from == home && to != home,
            ServiceScope::Import => to == home && from != home,
        }
    }

    /// The lowest weight of a service is that of the whole shipment.
    fn too_light(&self, request: &Request) -> Option<Refusal> {
        let limit = Weight::new(Decimal::from(self.limits.min_weight_g?), WeightUnit::Grams);
        let weight = Weight::new(actual_grams(request), WeightUnit::Grams);
        let (limit_kg, weight_kg) = (to_kilograms(limit), to_kilograms(weight));
        limit.exceeds(&weight).then(|| Refusal::over(RefusalCode::UnderWeight, limit_kg, weight_kg))
    }
}

/// The actual weight of all parcels.
pub fn actual_grams(request: &Request) -> Decimal {
    let grams = request
        .parcels
        .iter()
        .filter_map(|parcel| Some(parcel.weight?.in_unit(WeightUnit::Grams) * Decimal::from(parcel.pieces)));
    grams.sum()
}

fn to_kilograms(weight: Weight) -> Quantity {
    Quantity::Weight(Weight::new(weight.in_unit(WeightUnit::Kilograms), WeightUnit::Kilograms))
}

fn length(millimetres: f64) -> Option<Length> {
    let value = Decimal::try_from(millimetres).ok()?.round_dp(1) / Decimal::TEN;
    Some(Length { value, unit: LengthUnit::Centimetres })
}
