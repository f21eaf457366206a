//! Published tariffs and cases, read from files. Only this file knows where they are.

use std::collections::HashMap;
use std::path::PathBuf;

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::fx::{ExchangeRate, FuelRate, Fx};
use super::super::measure::{LengthUnit, Size, Weight, WeightUnit};
use super::super::money::{Currency, Money};
use super::super::request::{Destination, Parcel, Request};
use super::super::rows::{
    AdjustmentKind, AdjustmentRow, BandRow, CellRow, InsuranceRow, LineRef, MemberRow, Price, VersionRows,
    ZoneRow,
};
use super::super::sheet::{self, Correction, Reading};
use super::super::weighing::{Per, VolumetricRule, WeighingRule};

pub type Row = HashMap<String, String>;

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/freight").join(file)
}

/// The rows of a file by the names of their columns.
pub fn cases(file: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path(file)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// The rows of a file as a spreadsheet shows them, header included.
pub fn grid(file: &str) -> Vec<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_path(path(file)).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The rows of a sheet whose cells are separated by `|`.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('|').map(|cell| cell.trim_matches(' ').to_owned()).collect()).collect()
}

/// The prices of a sheet with their zones and bands.
pub fn cells(reading: &Reading) -> Vec<String> {
    let shown = |cell: &CellRow| {
        let band = reading.bands.iter().find(|band| band.seq == cell.band_seq).unwrap();
        let price = match cell.price {
            Price::Cell { amount } => amount.to_string(),
            Price::PerUnit { amount } => format!("{amount} per unit"),
            Price::BaseStep { amount, step, step_amount } => format!("{amount} + {step_amount} per {step}"),
            Price::Break { amount } => format!("{amount} break"),
        };
        format!("{}≤{}={price}", cell.zone, band.up_to)
    };
    reading.cells.iter().map(shown).collect()
}

pub fn dec(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub fn currency(code: &str) -> Currency {
    let decimals = match code {
        "JPY" | "KRW" => 0,
        "BHD" | "KWD" => 3,
        _ => 2,
    };
    Currency::new(code, decimals).unwrap()
}

pub fn money(amount: &str, code: &str) -> Money {
    Money::exact(dec(amount), currency(code))
}

/// A number for the two letters of a country. The server has a table for it.
pub fn country_id(alpha2: &str) -> i16 {
    alpha2.bytes().fold(0, |id, letter| id * 26 + i16::from(letter - b'A'))
}

pub fn weighing(unit: WeightUnit) -> WeighingRule {
    let is_imperial = matches!(unit, WeightUnit::Pounds | WeightUnit::Ounces);
    WeighingRule {
        unit,
        size_unit: if is_imperial { LengthUnit::Inches } else { LengthUnit::Centimetres },
        divisor: None,
        volumetric: VolumetricRule::None,
        per: Per::Shipment,
        rounding_step: None,
        scale_division: None,
        inch_ceil: false,
    }
}

/// A version without prices.
pub fn version(code: &str, unit: WeightUnit) -> VersionRows {
    VersionRows {
        currency: currency(code),
        weighing: weighing(unit),
        priced_per: Per::Shipment,
        minimum: None,
        taxable: true,
        zones: Vec::new(),
        members: Vec::new(),
        bands: Vec::new(),
        cells: Vec::new(),
        fuel_on: Vec::new(),
        surcharges: Vec::new(),
        insurance: None,
        adjustments: Vec::new(),
    }
}

pub fn zone(code: &str) -> ZoneRow {
    ZoneRow { code: code.into(), priority: 0, max_weight: None, minimum: None }
}

pub fn member(zone: &str, alpha2: &str) -> MemberRow {
    MemberRow {
        zone: zone.into(),
        country_id: country_id(alpha2),
        state_id: None,
        postcode_from: None,
        postcode_to: None,
        airport: None,
        max_weight: None,
    }
}

/// A version with one ladder and one zone `Z`, whose only member is Brazil.
pub fn one_zone(code: &str, unit: WeightUnit, prices: &[(&str, Price)]) -> VersionRows {
    let mut rows = version(code, unit);
    rows.zones.push(zone("Z"));
    rows.members.push(member("Z", "BR"));
    for ((up_to, price), seq) in prices.iter().zip(1..) {
        rows.bands.push(BandRow { seq, up_to: dec(up_to) });
        rows.cells.push(CellRow { zone: "Z".into(), band_seq: seq, price: *price });
    }
    rows
}

pub fn read_sheet(file: &str, unit: WeightUnit, currency: Currency) -> Reading {
    let grid = grid(file);
    sheet::read_prices(&grid, unit, currency, &Correction::default()).unwrap().reading
}

fn from_sheet(file: &str, code: &str, unit: WeightUnit) -> VersionRows {
    let Reading { bands, zones, cells, findings } = read_sheet(file, unit, currency(code));
    assert!(findings.is_empty(), "{file}: {findings:?}");
    VersionRows { bands, zones, cells, ..version(code, unit) }
}

pub fn japan_post(file: &str) -> VersionRows {
    let mut rows = from_sheet(file, "JPY", WeightUnit::Grams);
    rows.weighing.scale_division = Some(Decimal::ONE);
    (rows.weighing.per, rows.priced_per) = (Per::Parcel, Per::Parcel);
    let members = cases("japanpost-zones.csv").into_iter();
    rows.members = members.map(|row| member(&format!("zone{}", row["zone"]), &row["country"])).collect();
    rows
}

pub fn usps() -> VersionRows {
    let mut rows = from_sheet("usps-pmi-2026-07-12.csv", "USD", WeightUnit::Pounds);
    rows.weighing.rounding_step = Some(Decimal::ONE);
    let countries = cases("us-export-country-zones-2026.csv").into_iter();
    let served = countries.filter(|row| !row["usps_pmi_group"].is_empty());
    rows.members = served
        .map(|row| MemberRow {
            max_weight: row["usps_pmi_max_lb"].parse().ok(),
            ..member(&format!("group{}", row["usps_pmi_group"]), &row["country"])
        })
        .collect();
    rows
}

pub fn colissimo() -> VersionRows {
    let mut rows = from_sheet("colissimo-international-2026-01-01.csv", "EUR", WeightUnit::Grams);
    rows.weighing.scale_division = Some(Decimal::ONE);
    rows.members = rows.zones.iter().map(|zone| member(&zone.code, &zone.code)).collect();
    rows
}

/// DHL's cells to 150 lb, and its prices per pound above.
pub fn dhl() -> VersionRows {
    let mut rows = from_sheet("dhl-us-export-2026.csv", "USD", WeightUnit::Pounds);
    let above = read_sheet("dhl-us-export-2026-per-lb.csv", WeightUnit::Pounds, rows.currency);
    assert!(above.findings.is_empty(), "{:?}", above.findings);
    let last = rows.bands.last().unwrap().clone();
    // The first band of the second sheet is the one without prices below 150 lb.
    assert_eq!(above.bands[0].up_to, last.up_to);
    let moved = |seq: i32| seq - 1 + last.seq;
    rows.bands
        .extend(above.bands[1..].iter().map(|band| BandRow { seq: moved(band.seq), up_to: band.up_to }));
    rows.cells.extend(above.cells.into_iter().map(|cell| CellRow { band_seq: moved(cell.band_seq), ..cell }));
    with_dhl_rules(rows)
}

/// DHL's stretches of 10, 20, 50, 70, 100 and 150 lb as base + step per pound.
pub fn dhl_in_steps() -> VersionRows {
    let cells = dhl();
    let amount = |zone: &Code, up_to: i32| {
        let cell = cells.cells.iter().find(|cell| cell.zone == *zone && cell.band_seq == up_to).unwrap();
        let Price::Cell { amount } = cell.price else { panic!("{cell:?}") };
        amount
    };
    let mut rows = VersionRows { bands: Vec::new(), cells: Vec::new(), ..cells.clone() };
    let single = (1..=10).map(|end| (end - 1, end));
    let stretches = single.chain([(10, 20), (20, 50), (50, 70), (70, 100), (100, 150)]);
    for ((begin, end), seq) in stretches.zip(1..) {
        rows.bands.push(BandRow { seq, up_to: Decimal::from(end) });
        for zone in &cells.zones {
            let price = if end <= 10 {
                Price::Cell { amount: amount(&zone.code, end) }
            } else {
                let (low, high) = (amount(&zone.code, begin), amount(&zone.code, end));
                let step_amount = (high - low) / Decimal::from(end - begin);
                Price::BaseStep { amount: low, step: Decimal::ONE, step_amount }
            };
            rows.cells.push(CellRow { zone: zone.code.clone(), band_seq: seq, price });
        }
    }
    rows
}

fn with_dhl_rules(mut rows: VersionRows) -> VersionRows {
    rows.weighing.divisor = Some(Decimal::from(139));
    rows.weighing.volumetric = VolumetricRule::Max;
    rows.weighing.rounding_step = Some(Decimal::ONE);
    let countries = cases("us-export-country-zones-2026.csv").into_iter();
    let served = countries.filter(|row| !row["dhl_zone"].is_empty());
    rows.members = served.map(|row| member(&format!("zone {}", row["dhl_zone"]), &row["country"])).collect();
    rows.fuel_on = vec![LineRef::Base];
    rows.insurance = Some(InsuranceRow {
        pct: dec("1.25"),
        min: Some(dec("5.00")),
        max: None,
        free_below: None,
        max_value: None,
        taxable: true,
    });
    rows.adjustments.push(AdjustmentRow {
        kind: AdjustmentKind::Margin,
        pct: dec("15"),
        on: vec![LineRef::Base, LineRef::Fuel],
        before_fuel: false,
    });
    rows
}

pub fn fuel() -> FuelRate {
    FuelRate { valid_from: "2026-10-01".parse().unwrap(), pct: dec("31.75") }
}

/// PTAX, sale, of 2026-10-02.
pub fn ptax() -> Fx {
    let rate = ExchangeRate {
        from: currency("USD"),
        to: currency("BRL"),
        rate: dec("5.2238"),
        day: "2026-10-02".parse().unwrap(),
    };
    Fx { rates: vec![rate], spread_pct: None }
}

pub fn weight_unit(text: &str) -> WeightUnit {
    match text {
        "g" => WeightUnit::Grams,
        "kg" => WeightUnit::Kilograms,
        "oz" => WeightUnit::Ounces,
        "lb" => WeightUnit::Pounds,
        other => panic!("unit {other}"),
    }
}

pub fn length_unit(text: &str) -> LengthUnit {
    match text {
        "mm" => LengthUnit::Millimetres,
        "cm" => LengthUnit::Centimetres,
        "in" => LengthUnit::Inches,
        other => panic!("unit {other}"),
    }
}

pub fn parcel(weight: &str, unit: &str) -> Parcel {
    Parcel { pieces: 1, weight: Some(Weight::new(dec(weight), weight_unit(unit))), size: None }
}

/// A size such as `20.5x16.5x12.5 in`.
pub fn size(text: &str) -> Size {
    let (sides, unit) = text.split_once(' ').unwrap();
    let sides: Vec<Decimal> = sides.split('x').map(dec).collect();
    Size { sides: sides.try_into().unwrap(), unit: length_unit(unit) }
}

pub fn request(alpha2: &str, parcels: Vec<Parcel>) -> Request {
    let destination = Destination { country_id: country_id(alpha2), ..Destination::default() };
    Request { destination, parcels, ..Request::default() }
}
