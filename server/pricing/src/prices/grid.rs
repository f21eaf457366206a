//! The grid of a version on the wire: zones with their places, the ladder, cells and surcharges.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::conditions::PriceCondition;
use super::lines;
use rating::code::Code;
use rating::rows::{BandRow, Basis, CellRow, MemberRow, Price, SurchargeRow, VersionRows, ZoneRow};
use trade::wire_name;

wire_name! {
    /// How a cell prices a weight. `cell`: the amount for the whole band. `base_step`: the amount, plus `step_amount` for
    /// each started `step` above the band's lower bound. `per_unit`: the amount per unit of weight. `break`: the same as a
    /// quantity break of air cargo, where a heavier break is charged if it is cheaper.
    PriceMethod { Cell = "cell", BaseStep = "base_step", PerUnit = "per_unit", Break = "break" }
}
wire_name! {
    /// The basis of a surcharge: an amount per shipment, a percentage of lines, an amount per kilogram, an amount per
    /// piece that meets the conditions, or a percentage of the declared value.
    PriceBasis { Fixed = "fixed", PctOf = "pct_of", PerKg = "per_kg", PerPiece = "per_piece", PctValue = "pct_value" }
}

/// A place of a zone. All fields with a value must match.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricePlace {
    pub country_id: i16,
    pub state_id: Option<i32>,
    /// Beginning of the first postcode.
    #[oai(validator(max_length = 20))]
    pub postcode_from: Option<String>,
    /// Beginning of the last postcode, included; null means the same as `postcode_from`.
    #[oai(validator(max_length = 20))]
    pub postcode_to: Option<String>,
    /// IATA code.
    #[oai(validator(max_length = 3))]
    pub airport: Option<String>,
    /// Limit of the weight of a parcel to this place.
    pub max_weight: Option<Decimal>,
}

/// A zone with its places.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceZone {
    pub code: String,
    /// If a place belongs to several zones, the highest priority wins.
    pub priority: i16,
    /// Limit of the weight of a parcel.
    pub max_weight: Option<Decimal>,
    /// Minimum freight of a shipment to this zone.
    pub minimum: Option<Decimal>,
    pub places: Vec<PricePlace>,
}

/// A price. A zone and a band without one is not offered.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceCell {
    pub zone: String,
    /// Upper bound of the band, included.
    pub up_to: Decimal,
    pub method: PriceMethod,
    pub amount: Decimal,
    pub step: Option<Decimal>,
    pub step_amount: Option<Decimal>,
}

/// A surcharge.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceSurcharge {
    /// Short name, unique in the version.
    #[oai(validator(max_length = 40))]
    pub code: String,
    /// Order of calculation.
    #[oai(validator(minimum(value = "0"), maximum(value = "10000")))]
    pub seq: i32,
    pub basis: PriceBasis,
    /// The lines of `pct_of`, as in `fuel_on`; empty for the others.
    #[oai(default, validator(max_items = 40))]
    pub lines: Vec<String>,
    /// An amount or a percentage, by the basis.
    pub amount: Decimal,
    pub min: Option<Decimal>,
    pub max: Option<Decimal>,
    /// No charge while the quantity of the basis is below this.
    pub free_below: Option<Decimal>,
    /// All must be true.
    #[oai(default, validator(max_items = 20))]
    pub conditions: Vec<PriceCondition>,
    pub taxable: bool,
    /// The carrier's charge on the same basis. Null for users who may not see costs; their changes keep it.
    pub cost_amount: Option<Decimal>,
}

/// All prices of a version.
#[derive(Object, Debug)]
pub struct PriceGrid {
    /// Version of the record that was read. Send it with a change.
    pub version: i32,
    pub zones: Vec<PriceZone>,
    /// Upper bounds of the bands, included, rising.
    pub bands: Vec<Decimal>,
    pub cells: Vec<PriceCell>,
    pub surcharges: Vec<PriceSurcharge>,
}

impl PriceGrid {
    pub fn of(version: i32, rows: &VersionRows, shows_costs: bool) -> Self {
        let ups: std::collections::HashMap<_, _> =
            rows.bands.iter().map(|band| (band.seq, band.up_to)).collect();
        let cell = |row: &CellRow| Some(PriceCell::of(&row.zone, *ups.get(&row.band_seq)?, row.price));
        let mut surcharges: Vec<_> = rows.surcharges.iter().map(PriceSurcharge::of).collect();
        if !shows_costs {
            surcharges.iter_mut().for_each(|one| one.cost_amount = None);
        }
        Self {
            version,
            zones: build_zones(rows),
            bands: rows.bands.iter().map(|band| band.up_to).collect(),
            cells: rows.cells.iter().filter_map(cell).collect(),
            surcharges,
        }
    }
}

fn build_zones(rows: &VersionRows) -> Vec<PriceZone> {
    let mut places: std::collections::HashMap<&Code, Vec<PricePlace>> = std::collections::HashMap::new();
    for row in &rows.members {
        places.entry(&row.zone).or_default().push(PricePlace::of(row));
    }
    let zone = |row: &ZoneRow| PriceZone {
        code: row.code.to_string(),
        priority: row.priority,
        max_weight: row.max_weight,
        minimum: row.minimum,
        places: places.remove(&row.code).unwrap_or_default(),
    };
    rows.zones.iter().map(zone).collect()
}

impl PricePlace {
    pub fn of(row: &MemberRow) -> Self {
        Self {
            country_id: row.country_id,
            state_id: row.state_id,
            postcode_from: row.postcode_from.clone(),
            postcode_to: row.postcode_to.clone(),
            airport: row.airport.clone(),
            max_weight: row.max_weight,
        }
    }
}

impl PriceCell {
    pub fn of(zone: &Code, up_to: Decimal, price: Price) -> Self {
        let (method, amount, steps) = match price {
            Price::Cell { amount } => (PriceMethod::Cell, amount, None),
            Price::PerUnit { amount } => (PriceMethod::PerUnit, amount, None),
            Price::Break { amount } => (PriceMethod::Break, amount, None),
            Price::BaseStep { amount, step, step_amount } => {
                (PriceMethod::BaseStep, amount, Some((step, step_amount)))
            }
        };
        let (step, step_amount) = steps.unzip();
        Self { zone: zone.to_string(), up_to, method, amount, step, step_amount }
    }
}

/// The price of a cell; none unless a step stands with `base_step` alone.
pub fn price(
    method: PriceMethod,
    amount: Decimal,
    step: Option<Decimal>,
    step_amount: Option<Decimal>,
) -> Option<Price> {
    match (method, step, step_amount) {
        (PriceMethod::Cell, None, None) => Some(Price::Cell { amount }),
        (PriceMethod::PerUnit, None, None) => Some(Price::PerUnit { amount }),
        (PriceMethod::Break, None, None) => Some(Price::Break { amount }),
        (PriceMethod::BaseStep, Some(step), Some(step_amount)) if step > Decimal::ZERO => {
            Some(Price::BaseStep { amount, step, step_amount })
        }
        _ => None,
    }
}

impl PriceSurcharge {
    pub fn of(row: &SurchargeRow) -> Self {
        let (basis, lines) = match &row.basis {
            Basis::Fixed => (PriceBasis::Fixed, Vec::new()),
            Basis::PctOf { lines } => (PriceBasis::PctOf, lines::texts(lines)),
            Basis::PerKg => (PriceBasis::PerKg, Vec::new()),
            Basis::PerPiece => (PriceBasis::PerPiece, Vec::new()),
            Basis::PctValue => (PriceBasis::PctValue, Vec::new()),
        };
        Self {
            code: row.code.to_string(),
            seq: row.seq,
            basis,
            lines,
            amount: row.amount,
            min: row.min,
            max: row.max,
            free_below: row.free_below,
            conditions: row.conditions.iter().map(PriceCondition::of).collect(),
            taxable: row.taxable,
            cost_amount: row.cost_amount,
        }
    }
}

pub fn basis(basis: PriceBasis, on: &[String]) -> Basis {
    match basis {
        PriceBasis::Fixed => Basis::Fixed,
        PriceBasis::PctOf => Basis::PctOf { lines: lines::parse_lines(on) },
        PriceBasis::PerKg => Basis::PerKg,
        PriceBasis::PerPiece => Basis::PerPiece,
        PriceBasis::PctValue => Basis::PctValue,
    }
}

/// The ladder as rows, numbered from 1.
pub fn ladder(bands: &[Decimal]) -> Vec<BandRow> {
    bands.iter().zip(1..).map(|(up_to, seq)| BandRow { seq, up_to: *up_to }).collect()
}
