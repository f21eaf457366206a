//! Explained quotes per second on one core, compile time and memory, with the cells of a published tariff.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Context;
use pricing::quotes::taxing::{Customs, ImportTaxes};
use pricing::taxes::{DutyTerms, TaxChannel};
use rating::fx::{ExchangeRate, FuelRate, Fx};
use rating::measure::{LengthUnit, Size, Weight, WeightUnit};
use rating::money::{Currency, Money};
use rating::rate::{ImportCharges, Terms, rate};
use rating::request::{Destination, Parcel, Request};
use rating::rows::{
    AdjustmentKind, AdjustmentRow, Basis, InsuranceRow, LineRef, MemberRow, SurchargeRow, VersionRows,
};
use rating::tariff::Tariff;
use rating::weighing::{Per, VolumetricRule, WeighingRule};
use rating::{checks, sheet};
use rust_decimal::Decimal;

use crate::declarations;

/// Quotes of six services with taxes per second.
const GOAL: usize = 20_000;
const SHEET: &str = include_str!("../../server/tests/data/freight/dhl-us-export-2026.csv");

/// Prices shipments by a table of 2,100 cells with fuel, surcharges, insurance and margin, with and without the taxes of
/// Brazil.
#[derive(clap::Args)]
pub struct Rating {
    #[arg(long, default_value_t = 200_000)]
    quotes: usize,
}

pub fn run(bench: &Rating) -> anyhow::Result<()> {
    let rows = version()?;
    let compile = || Tariff::compile(&rows).map_err(|found| anyhow::anyhow!("{found:?}"));
    let tariff = compile()?;
    let start = Instant::now();
    let compiles = 200;
    for _ in 0..compiles {
        black_box(compile()?);
    }
    let compile_us = start.elapsed().as_secs_f64() * 1e6 / f64::from(compiles);
    println!("{} cells: compiled in {compile_us:.0} µs, {} bytes", rows.cells.len(), tariff.bytes());

    let start = Instant::now();
    let findings = checks::run_checks(&rows).len();
    println!("checks: {findings} findings in {:.2} ms", start.elapsed().as_secs_f64() * 1e3);

    let fuel = FuelRate { valid_from: "2026-10-01".parse().expect("a day"), pct: Decimal::new(3175, 2) };
    let requests: Vec<Request> = (0..997).map(request).collect();
    let usd = Terms { fuel: Some(&fuel), ..Terms::in_currency(rows.currency) };
    let brl = Terms { currency: currency("BRL"), ..usd };
    let book = declarations::book()?;
    let declared = |request: &Request| {
        let value = request.declared_value.context("a request without a value")?;
        declarations::customs(&book, value, Decimal::from(2))
    };
    // A quote has just read its rules, so they are in the cache of the processor. Those of a few are here, too.
    let declared = requests.iter().take(31).map(declared).collect::<anyhow::Result<Vec<_>>>()?;
    let (none, taxed) = (&[][..], declared.as_slice());
    for (name, services, terms, customs) in [
        ("one service", 1, usd, none),
        ("one service in BRL", 1, brl, none),
        ("six services in BRL", 6, brl, none),
        ("one service in BRL with taxes", 1, brl, taxed),
        ("six services in BRL with taxes", 6, brl, taxed),
    ] {
        let work = RatingWork { requests: &requests, customs, services, terms: &terms };
        let per_second = work.per_second(bench.quotes, &tariff);
        println!("{name}: {per_second:.0} quotes/s");
    }
    println!("goal: {GOAL} quotes/s of six services with taxes");
    Ok(())
}

/// The shipments to price.
struct RatingWork<'a> {
    requests: &'a [Request],
    /// Declarations of the requests; empty without taxes.
    customs: &'a [Customs],
    services: usize,
    terms: &'a Terms<'a>,
}

impl RatingWork<'_> {
    fn per_second(&self, quotes: usize, tariff: &Tariff) -> f64 {
        let row = ExchangeRate {
            from: tariff.currency(),
            to: currency("BRL"),
            rate: Decimal::new(52_238, 4),
            day: "2026-10-02".parse().expect("a day"),
        };
        let fx = Fx { rates: vec![row], spread_pct: Some(Decimal::TWO) };
        let quotes = quotes / self.services;
        let start = Instant::now();
        for index in 0..quotes {
            let at = index % self.requests.len();
            for _ in 0..self.services {
                self.rate(tariff, &fx, at);
            }
        }
        quotes as f64 / start.elapsed().as_secs_f64()
    }

    /// As a quote does it for each service.
    fn rate(&self, tariff: &Tariff, fx: &Fx, at: usize) {
        let taxes = self
            .customs
            .get(at % self.customs.len().max(1))
            .map(|it| it.of(fx, TaxChannel::Courier, DutyTerms::Ddp));
        let import = taxes.as_ref().map(|taxes| taxes as &dyn ImportCharges);
        let terms = Terms { import, ..*self.terms };
        let outcome = rate(tariff, fx, &self.requests[at], &terms);
        assert!(outcome.refused.is_empty(), "{:?}", outcome.refused);
        let told = taxes.and_then(ImportTaxes::into_result);
        assert!(told.as_ref().is_none_or(|(it, _)| it.refused.is_empty() && it.lines.len() > 1), "{told:?}");
        black_box((outcome, told));
    }
}

fn currency(code: &str) -> Currency {
    Currency::new(code, 2).expect("a currency")
}

fn request(index: usize) -> Request {
    let number = |number: usize, scale| Decimal::new(i64::try_from(number).unwrap_or_default(), scale);
    let weight = Weight::new(number(100 + index * 37 % 60_000, 3), WeightUnit::Kilograms);
    let sides = [20 + index % 31, 15 + index % 17, 5 + index % 11].map(|side| number(side, 0));
    let size = Size { sides, unit: LengthUnit::Centimetres };
    let value = Money::exact(number(1_000 + index * 101, 2), currency("USD"));
    let country_id = i16::try_from(index % 220).unwrap_or_default();
    Request {
        destination: Destination { country_id, ..Destination::default() },
        parcels: vec![Parcel { pieces: 1, weight: Some(weight), size: Some(size) }],
        declared_value: Some(value),
        insured_value: Some(value),
        ..Request::default()
    }
}

/// The sheet with 220 countries, fuel, two surcharges, insurance and a margin.
fn version() -> anyhow::Result<VersionRows> {
    let grid: Vec<Vec<String>> =
        SHEET.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let usd = currency("USD");
    let read = sheet::read_prices(&grid, WeightUnit::Pounds, usd, &sheet::Correction::default());
    let sheet::Reading { bands, zones, cells, .. } = read.context("the sheet has no prices")?.reading;
    let member = |country: usize| MemberRow {
        zone: zones[country % zones.len()].code.clone(),
        country_id: i16::try_from(country).unwrap_or_default(),
        state_id: None,
        postcode_from: None,
        postcode_to: None,
        airport: None,
        max_weight: None,
    };
    Ok(VersionRows {
        currency: usd,
        weighing: WeighingRule {
            unit: WeightUnit::Pounds,
            size_unit: LengthUnit::Inches,
            divisor: Some(Decimal::from(139)),
            volumetric: VolumetricRule::Max,
            per: Per::Shipment,
            rounding_step: Some(Decimal::ONE),
            scale_division: None,
            inch_ceil: true,
        },
        priced_per: Per::Shipment,
        minimum: None,
        taxable: true,
        members: (0..220).map(member).collect(),
        zones,
        bands,
        cells,
        fuel_on: vec![LineRef::Base],
        surcharges: vec![surcharge("LABEL", 1, Basis::Fixed), surcharge("SECURITY", 2, Basis::PerKg)],
        insurance: Some(InsuranceRow {
            pct: Decimal::new(125, 2),
            min: Some(Decimal::from(5)),
            max: None,
            free_below: None,
            max_value: None,
            taxable: true,
        }),
        adjustments: vec![AdjustmentRow {
            kind: AdjustmentKind::Margin,
            pct: Decimal::from(15),
            on: vec![LineRef::Base, LineRef::Fuel],
            before_fuel: false,
        }],
    })
}

fn surcharge(code: &str, seq: i32, basis: Basis) -> SurchargeRow {
    SurchargeRow {
        code: code.into(),
        seq,
        basis,
        amount: Decimal::new(35, 2),
        min: None,
        max: None,
        free_below: None,
        conditions: Vec::new(),
        taxable: true,
        cost_amount: None,
    }
}
