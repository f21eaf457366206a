//! The offer of a service on the wire.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

use super::price::{Offer, PricedShipment};
use crate::prices::costs::PriceCosts;
use crate::prices::priced::{PriceLine, PriceMoney, PriceRefusal, PriceWeights};
use crate::services::model::ServiceMode;
use crate::tax_rules::assess::TaxAssessment;
use crate::taxes::DutyTerms;
use rating::client_view::ClientView;
use rating::money::Money;
use rating::outcome::{Explanation, Line, Outcome};

/// The price of a service, or the reasons why it does not take the shipment.
#[derive(Object, Clone, Debug)]
pub struct QuoteOffer {
    pub service_id: Uuid,
    pub service_code: String,
    /// By language: pt, en, es, zh.
    pub service_title_locale: Value,
    pub mode: ServiceMode,
    /// Days from departure to delivery.
    pub transit_min_days: Option<i16>,
    pub transit_max_days: Option<i16>,
    /// Who pays duties and taxes of the import; null when none are due.
    pub terms: Option<DutyTerms>,
    /// Actual, volumetric and chargeable weight, and which one counts; null without a price table.
    pub weights: Option<PriceWeights>,
    /// Code of the zone of the destination.
    pub zone: Option<String>,
    /// Empty if the service is refused. Their sum is the total.
    pub lines: Vec<PriceLine>,
    /// Duties and taxes that the addressee pays on delivery (DAP): estimates, not in the total.
    pub estimates: Vec<PriceLine>,
    /// Duties and taxes with their bases and rates, in the currency of the goods' value; null when none are due.
    pub taxes: Option<TaxAssessment>,
    /// Freight with its surcharges. Null if the service is refused, like the other totals.
    pub total_freight: Option<PriceMoney>,
    pub total_insurance: Option<PriceMoney>,
    /// Duties and taxes that the sender pays, and taxes on the service.
    pub total_tax: Option<PriceMoney>,
    pub total: Option<PriceMoney>,
    /// Sum of the estimates.
    pub addressee_pays: Option<PriceMoney>,
    /// The last day of the price.
    pub valid_until: Option<NaiveDate>,
    /// All reasons why the service does not take the shipment, each with the limit and the value. Empty if it does.
    pub refused: Vec<PriceRefusal>,
    /// Left out for users who may not see costs.
    #[oai(skip_serializing_if_is_none)]
    pub costs: Option<PriceCosts>,
}

/// The prices of a shipment.
#[derive(Object, Clone, Debug)]
pub struct QuoteCalculation {
    /// The day that decides versions, fuel rates, exchange rates and taxes.
    pub on: NaiveDate,
    /// Currency of the prices.
    pub currency: String,
    /// The cheapest offer first; refused ones last.
    pub offers: Vec<QuoteOffer>,
}

/// Sums of the lines of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    pub freight: Money,
    pub insurance: Money,
    pub tax: Money,
    pub total: Money,
}

impl Totals {
    /// None for a service that is refused.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        let total = outcome.total?;
        let sum = |is_meant: fn(&Explanation) -> bool| {
            let lines = outcome.lines.iter().filter(|line| is_meant(&line.explanation));
            lines.map(|line| line.amount.amount).sum::<Decimal>()
        };
        let insurance = sum(|line| matches!(line, Explanation::Insurance { .. }));
        let tax = sum(|line| matches!(line, Explanation::Import { .. } | Explanation::ServiceTax { .. }));
        let money = |amount: Decimal| Money::exact(amount, total.currency);
        let freight = money(total.amount - insurance - tax);
        Some(Self { freight, insurance: money(insurance), tax: money(tax), total })
    }
}

impl QuoteOffer {
    /// The offer with all lines and costs, or as a client may see it.
    pub fn of(offer: &Offer, with_costs: bool, on: NaiveDate) -> Self {
        let (service, outcome) = (&offer.service, &offer.outcome);
        let (lines, estimates) = if with_costs { full(outcome) } else { for_clients(outcome) };
        let totals = Totals::of(outcome);
        let money = |part: fn(&Totals) -> Money| totals.as_ref().map(|totals| part(totals).into());
        let cost_code = offer.pick.as_ref().and_then(|pick| pick.cost_code.clone());
        let taxes = offer.taxes.clone().map(|(assessment, settlement)| {
            TaxAssessment::of(assessment, &settlement, on, offer.taxes_until)
        });
        Self {
            service_id: service.id,
            service_code: service.code.clone(),
            service_title_locale: service.title_locale.clone(),
            mode: service.mode,
            transit_min_days: service.transit_min_days,
            transit_max_days: service.transit_max_days,
            terms: offer.terms,
            weights: outcome.weights.as_ref().map(Into::into),
            zone: outcome.zone.as_ref().map(ToString::to_string),
            lines,
            estimates,
            taxes,
            total_freight: money(|totals| totals.freight),
            total_insurance: money(|totals| totals.insurance),
            total_tax: money(|totals| totals.tax),
            total: money(|totals| totals.total),
            addressee_pays: sum_of(&outcome.estimates).map(Into::into),
            valid_until: offer.valid_until.filter(|_| outcome.total.is_some()),
            refused: outcome.refused.iter().map(PriceRefusal::from).collect(),
            costs: with_costs.then(|| PriceCosts::of(outcome, cost_code)),
        }
    }
}

impl QuoteCalculation {
    pub fn of(priced: &PricedShipment, with_costs: bool) -> Self {
        let offers = priced.offers.iter().map(|offer| QuoteOffer::of(offer, with_costs, priced.on));
        Self { on: priced.on, currency: priced.currency.code().to_owned(), offers: offers.collect() }
    }
}

type Lines = (Vec<PriceLine>, Vec<PriceLine>);

fn full(outcome: &Outcome) -> Lines {
    let of = |lines: &[Line]| lines.iter().map(PriceLine::of).collect();
    (of(&outcome.lines), of(&outcome.estimates))
}

fn for_clients(outcome: &Outcome) -> Lines {
    let view = ClientView::from(outcome);
    let lines = view.lines.iter().map(PriceLine::of_client).collect();
    (lines, view.estimates.iter().map(PriceLine::of_client).collect())
}

fn sum_of(lines: &[Line]) -> Option<Money> {
    let amounts = lines.iter().map(|line| line.amount);
    amounts.reduce(|sum, next| Money { amount: sum.amount + next.amount, ..sum })
}
