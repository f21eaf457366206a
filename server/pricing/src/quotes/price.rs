//! Prices a shipment by all services: one function for calculator, drafts, confirmation and the public page.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::catalogue::{self, ServiceFilter};
use super::input::QuoteShipment;
use super::service::{LIMIT_CURRENCY, QuotedService, Route};
use super::taxing::Customs;
use crate::prices::exchange;
use crate::prices::rate_for::{self, Pick, Ready, Shipper};
use crate::prices::tariffs::Tariffs;
use crate::taxes::{Assessment, DutyTerms, Refusal as TaxRefusal, Settlement};
use rating::fx::Fx;
use rating::money::Currency;
use rating::outcome::{Outcome, Refusal, RefusalCode};
use rating::rate::{ImportCharges, Terms};
use rating::request::Request;
use server_core::http::error::ApiResult;
use server_core::settings::Settings;

/// The reason of a rule that asks where in the country the goods go.
const STATE_REQUIRED: &str = "state_required";

/// A shipment to price, and the client whose prices apply.
pub struct PricingRequest<'a> {
    /// Normalized.
    pub shipment: &'a QuoteShipment,
    pub request: &'a Request,
    /// ISO 3166-2 code of the state of destination.
    pub to_state: Option<String>,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub services: ServiceFilter,
    pub on: NaiveDate,
}

/// Price tables and settings that pricing needs.
#[derive(Clone, Copy)]
pub struct PricingContext<'a> {
    pub tariffs: &'a Tariffs,
    pub settings: &'a Settings,
}

/// A priced shipment.
pub struct PricedShipment {
    pub on: NaiveDate,
    pub currency: Currency,
    /// The cheapest offer first; refused ones last.
    pub offers: Vec<Offer>,
    /// Rows of the rates of exchange.
    pub fx_rows: BTreeSet<Uuid>,
}

/// The price of a service, or the reasons against it.
pub struct Offer {
    pub service: QuotedService,
    /// Who pays duties and taxes; none when none are due.
    pub terms: Option<DutyTerms>,
    pub outcome: Outcome,
    pub taxes: Option<(Assessment, Settlement)>,
    pub taxes_until: Option<NaiveDate>,
    pub pick: Option<Pick>,
    pub fuel_from: Option<NaiveDate>,
    /// The last day of the price.
    pub valid_until: Option<NaiveDate>,
}

/// Prices the shipment. The number of statements does not depend on the number of services.
pub async fn price(
    tx: &mut TenantTx,
    context: PricingContext<'_>,
    asked: &PricingRequest<'_>,
) -> ApiResult<PricedShipment> {
    let (shipment, request) = (asked.shipment, asked.request);
    let client = catalogue::load_client(tx, asked.client_id).await?;
    let services = catalogue::load_services(tx, &asked.services).await?;
    let shipper =
        Shipper { client_id: asked.client_id, group_id: client.group_id, partner_id: asked.partner_id };
    let ids: Vec<Uuid> = services.iter().map(|service| service.id).collect();
    let picks = rate_for::pick(tx, context.tariffs, shipper, &ids, asked.on).await?;
    let pairs = picks.iter().map(|(service, pick)| (*service, &pick.picked));
    let (with_prices, picked) = pairs.unzip::<Uuid, _, Vec<_>, Vec<_>>();
    let ready = rate_for::ready(tx, context.tariffs, &picked, &request.destination, asked.on).await?;
    let ready: HashMap<Uuid, Ready> = with_prices.into_iter().zip(ready).collect();
    let to_state = asked.to_state.as_deref();
    let customs = match services.iter().any(|one| one.terms(shipment.incoterm.as_deref()) != Ok(None)) {
        true => Customs::load(tx, shipment, request, to_state, asked.on).await?,
        false => None,
    };
    let chosen = shipment.options().quote_currency.or(client.currency);
    let currency = choose_currency(chosen.as_deref(), context.settings);
    let currencies = currencies(currency, &services, ready.values(), request, customs.as_ref());
    let (fx, fx_rows) = exchange::rates_and_rows(tx, &currencies, asked.on).await?;
    let rating = Rating { asked, settings: context.settings, currency, fx: &fx, customs: customs.as_ref() };
    let mut offers: Vec<Offer> = services
        .into_iter()
        .map(|service| {
            let (pick, ready) = (picks.get(&service.id), ready.get(&service.id));
            rating.offer(service, pick.zip(ready))
        })
        .collect();
    offers.sort_by(cheaper);
    Ok(PricedShipment { on: asked.on, currency, offers, fx_rows })
}

/// The chosen currency, or else that of the company.
pub(super) fn choose_currency(chosen: Option<&str>, settings: &Settings) -> Currency {
    let own = exchange::currency(&settings.currency);
    chosen.and_then(exchange::currency).or(own).unwrap_or(Currency::DOLLARS)
}

/// Currencies between which amounts may be exchanged.
pub(super) fn currencies<'a>(
    quoted: Currency,
    services: &[QuotedService],
    ready: impl Iterator<Item = &'a Ready>,
    request: &Request,
    customs: Option<&Customs>,
) -> Vec<Currency> {
    let of_tables = ready.flat_map(|one| {
        let cost = one.cost.as_ref().map(|cost| cost.compiled.tariff.currency());
        [Some(one.sell.compiled.tariff.currency()), cost]
    });
    let of_limits = services.iter().filter_map(|one| one.limits.value_currency.as_deref());
    let of_limits = of_limits.chain([LIMIT_CURRENCY]).map(exchange::currency);
    let values = [request.declared_value, request.insured_value].map(|value| Some(value?.currency));
    let of_taxes = customs.into_iter().flat_map(Customs::currencies);
    let all = of_tables.chain(of_limits).chain(values).flatten().chain(of_taxes).chain([quoted]);
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Priced services come before refused ones, the cheapest first; others keep their order.
fn cheaper(one: &Offer, other: &Offer) -> Ordering {
    let amount = |offer: &Offer| offer.outcome.total.map(|total| total.amount);
    match (amount(one), amount(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

/// All that is known before a single service is priced.
pub(super) struct Rating<'a> {
    pub asked: &'a PricingRequest<'a>,
    pub settings: &'a Settings,
    pub currency: Currency,
    pub fx: &'a Fx,
    pub customs: Option<&'a Customs>,
}

impl Rating<'_> {
    pub fn offer(&self, service: QuotedService, prices: Option<(&Pick, &Ready)>) -> Offer {
        let shipment = self.asked.shipment;
        let (from, to) = (shipment.origin.country_id, shipment.destination.country_id);
        let route = Route { from, to, home: self.settings.country_id };
        let mut refused = service.refusals(self.asked.request, route, shipment.incoterm.as_deref());
        let terms = service.terms(shipment.incoterm.as_deref()).ok().flatten().filter(|_| from != to);
        let limits = service.rated_limits(self.settings);
        let Some((pick, ready)) = prices else {
            refused.extend(limits.check(self.asked.request, self.fx));
            refused.push(Refusal::new(RefusalCode::NoTable));
            let outcome = Outcome::empty().refused_also(refused);
            return Offer::without_price(service, terms, outcome);
        };
        let taxes = terms.zip(self.customs).map(|(terms, it)| it.of(self.fx, service.channel(), terms));
        let import = taxes.as_ref().map(|taxes| taxes as &dyn ImportCharges);
        let rated = Terms { limits: Some(&limits), import, ..Terms::in_currency(self.currency) };
        let outcome = ready.rate(self.fx, self.asked.request, rated);
        let taxes = taxes.and_then(super::taxing::ImportTaxes::into_result);
        if terms == Some(DutyTerms::Ddp) {
            refused.extend(taxes.as_ref().and_then(|(assessment, _)| refuse_unknown(assessment)));
        }
        let taxes_until = self.customs.filter(|_| taxes.is_some()).and_then(Customs::unchanged_until);
        let valid_until = [Some(self.last_day()), pick.ends_on, taxes_until].into_iter().flatten().min();
        Offer {
            service,
            terms,
            outcome: outcome.refused_also(refused),
            taxes,
            taxes_until,
            pick: Some(pick.clone()),
            fuel_from: ready.sell.fuel.map(|fuel| fuel.valid_from),
            valid_until,
        }
    }

    /// The last day of a quote of today.
    fn last_day(&self) -> NaiveDate {
        let days = chrono::Days::new(self.settings.quote_days.unsigned_abs().into());
        self.asked.on.checked_add_days(days).unwrap_or(self.asked.on)
    }
}

/// Why the taxes are not known, if they are not.
fn refuse_unknown(assessment: &Assessment) -> Option<Refusal> {
    let asks_for_state = |refusal: &TaxRefusal| matches!(refusal, TaxRefusal::Regime(regime) if regime.reason == STATE_REQUIRED);
    let code = match assessment.refused.as_slice() {
        [] => return None,
        reasons if reasons.iter().any(asks_for_state) => RefusalCode::StateNeeded,
        _ => RefusalCode::TaxesUnknown,
    };
    Some(Refusal::new(code))
}

impl Offer {
    fn without_price(service: QuotedService, terms: Option<DutyTerms>, outcome: Outcome) -> Self {
        Self {
            service,
            terms,
            outcome,
            taxes: None,
            taxes_until: None,
            pick: None,
            fuel_from: None,
            valid_until: None,
        }
    }

    /// The price; none when the service is refused.
    pub fn total(&self) -> Option<Decimal> {
        self.outcome.total.map(|total| total.amount)
    }
}
