//! Import taxes of a quote, by the rules of the destination.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use tenancy::TenantTx;

use super::input::{QuoteItem, QuoteShipment};
use super::service;
use crate::prices::exchange;
use crate::tax_rules;
use crate::taxes::{
    self, Assessment, Declaration, DutyTerms, FxRate, Line, Refusal, Settlement, TaxBook, TaxBuyer,
    TaxChannel, TaxContents, TaxProgramme, assess, settle,
};
use rating::fx::Fx;
use rating::money::{Currency, Money};
use rating::rate::{ImportCharge, ImportCharges};
use rating::request::Request;
use server_core::http::error::ApiResult;
use trade::countries::country;
use trade::party::PersonType;

/// Grams of a kilogram.
const KILOGRAM: Decimal = Decimal::ONE_THOUSAND;

/// The rules of a destination, and the shipment as declared there, before freight and insurance are known.
pub struct Customs {
    book: Arc<TaxBook>,
    declaration: Declaration,
    currency: Currency,
}

impl Customs {
    pub fn new(book: Arc<TaxBook>, declaration: Declaration, currency: Currency) -> Self {
        Self { book, declaration, currency }
    }

    /// The rules of the shipment's destination. None within one country, or without the currency of its value.
    pub async fn load(
        tx: &mut TenantTx,
        shipment: &QuoteShipment,
        request: &Request,
        to_state: Option<&str>,
        on: NaiveDate,
    ) -> ApiResult<Option<Self>> {
        let Some(to) = Self::find_destination(shipment) else { return Ok(None) };
        let book = Arc::new(tax_rules::store::book_of(tx, to).await?);
        Ok(Self::declare(book, shipment, request, to_state, on))
    }

    /// The country whose rules apply, by its code. None within one country, or without the currency of its value.
    pub fn find_destination(shipment: &QuoteShipment) -> Option<&'static str> {
        let (from, to) = (shipment.origin.country_id, shipment.destination.country_id);
        let known = country(from).zip(country(to)).zip(shipment.money()).filter(|_| from != to);
        known.map(|((_, to), _)| to.alpha2.as_str())
    }

    /// The shipment as declared in its destination, whose rules the book has.
    pub fn declare(
        book: Arc<TaxBook>,
        shipment: &QuoteShipment,
        request: &Request,
        to_state: Option<&str>,
        on: NaiveDate,
    ) -> Option<Self> {
        Self::find_destination(shipment)?;
        let currency = shipment.money()?;
        let (from, to) = country(shipment.origin.country_id).zip(country(shipment.destination.country_id))?;
        let contents = shipment.contents_type.and_then(|one| TaxContents::from_name(one.as_str()));
        let buyer = match shipment.to_person_type {
            Some(PersonType::Company) => TaxBuyer::Business,
            _ => TaxBuyer::Consumer,
        };
        let declaration = Declaration {
            country: to.alpha2.clone(),
            state: to_state.map(str::to_owned),
            postcode: shipment.destination.postcode.clone(),
            dispatch: from.alpha2.clone(),
            channel: TaxChannel::Courier,
            programme: shipment.options().tax_programme.unwrap_or(TaxProgramme::Outside),
            buyer,
            contents: contents.unwrap_or(TaxContents::Merchandise),
            date: on,
            currency: currency.code().to_owned(),
            lines: declare_lines(shipment, &from.alpha2),
            freight: Decimal::ZERO,
            insurance: Decimal::ZERO,
            weight_kg: Some(service::actual_grams(request) / KILOGRAM),
            fx: taxes::Fx::default(),
        };
        Some(Self::new(book, declaration, currency))
    }

    /// Currencies of the rules of the day.
    pub fn currencies(&self) -> impl Iterator<Item = Currency> {
        let of_day = self.book.rules().filter(|rule| rule.holds_on(self.declaration.date));
        let codes: BTreeSet<&str> = of_day.map(|rule| rule.currency.as_str()).collect();
        codes.into_iter().filter_map(exchange::currency)
    }

    /// The last day with the same rules; none while no change is known.
    pub fn unchanged_until(&self) -> Option<NaiveDate> {
        self.book.unchanged_until(&self.declaration.country, self.declaration.date)
    }

    /// The taxes of a service.
    pub fn of<'a>(&'a self, fx: &'a Fx, channel: TaxChannel, terms: DutyTerms) -> ImportTaxes<'a> {
        ImportTaxes { customs: self, fx, channel, terms, result: RefCell::new(None) }
    }
}

/// The taxes of a service. They are assessed while it is rated, because they depend on its freight.
pub struct ImportTaxes<'a> {
    customs: &'a Customs,
    fx: &'a Fx,
    channel: TaxChannel,
    terms: DutyTerms,
    result: RefCell<Option<(Assessment, Settlement)>>,
}

impl ImportTaxes<'_> {
    /// The assessment; none for a shipment that was refused before.
    pub fn into_result(self) -> Option<(Assessment, Settlement)> {
        self.result.into_inner()
    }

    fn calculate(&self, freight: Money, insurance: Money) -> Assessment {
        let own = self.customs.currency;
        let converted = |money: Money| Some(own.round(self.fx.convert(money, own)?));
        let Some((freight, insurance)) = converted(freight).zip(converted(insurance)) else {
            let (from, to) = (freight.currency.code().to_owned(), own.code().to_owned());
            let refused = vec![Refusal::ExchangeRateMissing { from, to }];
            return Assessment { currency: own.code().to_owned(), lines: Vec::new(), refused };
        };
        let rates = self.fx.rates.iter().map(|rate| FxRate {
            from: rate.from.code().to_owned(),
            to: rate.to.code().to_owned(),
            rate: rate.rate,
        });
        let fx = taxes::Fx(rates.collect());
        let declaration = &self.customs.declaration;
        assess(
            &self.customs.book,
            &Declaration { freight, insurance, channel: self.channel, fx, ..declaration.clone() },
        )
    }
}

impl ImportCharges for ImportTaxes<'_> {
    fn assess(&self, freight: Money, insurance: Money) -> Vec<ImportCharge> {
        let assessment = self.calculate(freight, insurance);
        let settlement = settle(&assessment, self.terms, None);
        let paid = [(&settlement.charged, false), (&settlement.on_delivery, true)];
        let charges = paid.into_iter().flat_map(|(lines, is_estimate)| {
            lines.iter().map(move |line| ImportCharge {
                code: line.tax.as_str().into(),
                legal_ref: Some(line.legal_ref.as_str().into()),
                amount: Money::exact(line.amount, self.customs.currency),
                is_estimate,
            })
        });
        let charges = charges.collect();
        self.result.replace(Some((assessment, settlement)));
        charges
    }
}

/// The goods as declared: its items, or one line with the whole value.
fn declare_lines(shipment: &QuoteShipment, from: &str) -> Vec<Line> {
    let line = |hs: Option<&String>, origin: &str, value: Decimal, quantity: u32| Line {
        hs: hs.cloned().unwrap_or_default(),
        origin: origin.to_owned(),
        value,
        quantity,
        tariff_rate: None,
        listed_rates: std::collections::BTreeMap::new(),
    };
    let origin = |item: &QuoteItem| item.origin_country_id.and_then(country).map_or(from, |it| &it.alpha2);
    let items: Vec<Line> = shipment
        .items
        .iter()
        .filter_map(|item| {
            let quantity = item.quantity.ceil().to_u32().unwrap_or(u32::MAX);
            Some(line(item.hs_code.as_ref(), origin(item), item.value()?, quantity))
        })
        .collect();
    match shipment.declared_value {
        Some(value) if items.is_empty() => vec![line(None, from, value, 1)],
        // The declared value counts where the items add up to another one.
        Some(value) => scale_values(items, value),
        None => items,
    }
}

/// The lines with values that add up to the declared one.
fn scale_values(mut lines: Vec<Line>, value: Decimal) -> Vec<Line> {
    let sum: Decimal = lines.iter().map(|line| line.value).sum();
    if sum == value || sum.is_zero() {
        return lines;
    }
    let mut left = value;
    let last = lines.len().saturating_sub(1);
    for (index, line) in lines.iter_mut().enumerate() {
        let share = if index == last { left } else { (line.value * value / sum).round_dp(4) };
        line.value = share;
        left -= share;
    }
    lines
}
