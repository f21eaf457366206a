//! Explained quotes per second on one core, compile time and memory, with the cells of a published tariff.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Context;
use rust_decimal::Decimal;
use server::freight::rating::fx::{ExchangeRate, FuelRate, Fx};
use server::freight::rating::measure::{LengthUnit, Size, Weight, WeightUnit};
use server::freight::rating::money::{Currency, Money};
use server::freight::rating::rate::{Terms, rate};
use server::freight::rating::request::{Destination, Parcel, Request};
use server::freight::rating::rows::{
    AdjustmentKind, AdjustmentRow, Basis, InsuranceRow, LineRef, MemberRow, SurchargeRow, VersionRows,
};
use server::freight::rating::tariff::Tariff;
use server::freight::rating::weighing::{Per, VolumetricRule, WeighingRule};
use server::freight::rating::{checks, sheet};

const SHEET: &str = include_str!("../../server/tests/data/freight/dhl-us-export-2026.csv");

/// Prices shipments by a table of 2,100 cells with fuel, surcharges, insurance and margin.
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
    let findings = checks::checks(&rows).len();
    println!("checks: {findings} findings in {:.2} ms", start.elapsed().as_secs_f64() * 1e3);

    let fuel = FuelRate { valid_from: "2026-10-01".parse().expect("a day"), pct: Decimal::new(3175, 2) };
    let requests: Vec<Request> = (0..997).map(request).collect();
    let usd = Terms { fuel: Some(&fuel), ..Terms::in_currency(rows.currency) };
    let brl = Terms { currency: currency("BRL"), ..usd };
    for (name, services, terms) in
        [("one service", 1, usd), ("one service in BRL", 1, brl), ("six services in BRL", 6, brl)]
    {
        let per_second = quotes_per_second(bench.quotes, &tariff, &requests, (services, &terms));
        println!("{name}: {per_second:.0} quotes/s");
    }
    Ok(())
}

fn quotes_per_second(
    quotes: usize,
    tariff: &Tariff,
    requests: &[Request],
    (services, terms): (usize, &Terms<'_>),
) -> f64 {
    let row = ExchangeRate {
        from: tariff.currency(),
        to: currency("BRL"),
        rate: Decimal::new(52_238, 4),
        day: "2026-10-02".parse().expect("a day"),
    };
    let fx = Fx { rates: vec![row], spread_pct: Some(Decimal::TWO) };
    let quotes = quotes / services;
    let start = Instant::now();
    for index in 0..quotes {
        for _ in 0..services {
            let outcome = rate(tariff, &fx, &requests[index % requests.len()], terms);
            assert!(outcome.refused.is_empty(), "{:?}", outcome.refused);
            black_box(outcome);
        }
    }
    quotes as f64 / start.elapsed().as_secs_f64()
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
    let layout = sheet::guess(&grid, WeightUnit::Pounds, usd).context("the sheet has no prices")?;
    let sheet::Reading { bands, zones, cells, .. } = sheet::read(&grid, &layout, WeightUnit::Pounds, usd);
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
