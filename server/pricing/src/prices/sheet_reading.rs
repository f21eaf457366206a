//! What a sheet was taken for on the wire. A person sends it back with what is to be read in another way.

use std::collections::{BTreeSet, HashMap};

use poem_openapi::Object;
use rust_decimal::Decimal;

use super::sheets::{Form, Sheet};
use super::tables::PriceWeightUnit;
use rating::code::Code;
use rating::price::Grid;
use rating::rows::VersionRows;
use rating::sheet::number::Mark;
use rating::sheet::places::PlaceRole;
use rating::sheet::{BandMode, Bound, Correction, Layout, MAX_CODE, Method, NamedZone, Role};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::countries::country;
use trade::wire_name;

wire_name! {
    /// The decimal mark of the texts of a sheet.
    PriceSheetMark { Dot = "dot", Comma = "comma" }
}
wire_name! {
    /// Effect of the bands of a sheet on those of the draft.
    PriceSheetBands { Replace = "replace", Add = "add" }
}
wire_name! {
    /// Role that a column of a sheet is taken for. No role says a currency: prices are in that of the table, and a cell or header
    /// with another one is refused, whatever somebody chooses. A column of prices that are not offered is one without prices.
    PriceSheetRole {
        /// The upper bound of a band.
        UpTo = "up_to",
        /// The lower bound of a band.
        From = "from",
        /// The lower bound of a band that its own weight is not in: "over 1" has no price for 1.
        Over = "over",
        /// The prices of a zone.
        Price = "price",
        /// The prices of a zone per unit of weight.
        PerUnit = "per_unit",
        /// A fee that is added to each price of its row.
        Fee = "fee",
        /// The zone of a place, or of each price in a list.
        Zone = "zone",
        Country = "country",
        PostcodeFrom = "postcode_from",
        PostcodeTo = "postcode_to",
        Airport = "airport",
        MaxWeight = "max_weight",
        Ignored = "ignored",
    }
}

/// A column of a sheet; with weights across, a row. Counted from 1.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceSheetPart {
    #[oai(validator(minimum(value = "1"), maximum(value = "101000")))]
    pub number: i32,
    pub role: PriceSheetRole,
    /// Zone of prices, or of a column in a matrix of places; null for the name in the header.
    #[oai(validator(max_length = 40))]
    pub zone: Option<String>,
}

/// A country of a zone that the sheet has prices and no places for.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceSheetCountry {
    #[oai(validator(min_length = 1, max_length = 40))]
    pub zone: String,
    pub country_id: i16,
}

/// Parts that a sheet is taken for. Null and missing parts are guessed.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceSheetReading {
    /// The sheet of a workbook.
    #[oai(validator(max_length = 200))]
    pub worksheet: Option<String>,
    pub form: Option<Form>,
    /// Rows above the first prices; with weights across, columns before them.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub header_rows: Option<i32>,
    pub decimal_mark: Option<PriceSheetMark>,
    /// The unit of weights that name none.
    pub weight_unit: Option<PriceWeightUnit>,
    pub bands: Option<PriceSheetBands>,
    #[oai(default, validator(max_items = 2000))]
    pub parts: Vec<PriceSheetPart>,
    /// Rows that are not read.
    #[oai(default, validator(max_items = 2000))]
    pub left_out: Vec<i32>,
    /// Columns that are not read. With weights across, `parts` are rows, and a weight is left out here.
    #[oai(default, validator(max_items = 2000))]
    pub left_out_columns: Vec<i32>,
    /// Countries that a person has confirmed or chosen for zones without places. Nothing is taken by itself.
    #[oai(default, validator(max_items = 300))]
    pub countries: Vec<PriceSheetCountry>,
}

/// A zone that would have no place, with the countries that its name proposes. A table's only zone without a place is here
/// without any, for a person to choose them.
#[derive(Object, Clone, Debug)]
pub struct PriceSheetZone {
    pub zone: String,
    pub country_ids: Vec<i16>,
}

/// The prices of a weight in the draft with the sheet, without surcharges.
#[derive(Object, Clone, Debug)]
pub struct PriceSheetSample {
    pub weight: Decimal,
    pub prices: Vec<PriceSheetSamplePrice>,
}

/// The price of a zone; null if the zone is not offered for the weight.
#[derive(Object, Clone, Debug)]
pub struct PriceSheetSamplePrice {
    pub zone: String,
    pub amount: Option<Decimal>,
}

/// What a person has decided, for the reader.
#[derive(Default)]
pub struct SheetDecision {
    pub form: Option<Form>,
    pub mode: Option<BandMode>,
    pub correction: Correction,
    pub places: HashMap<PlaceRole, usize>,
    pub countries: Vec<(Code, i16)>,
}

impl PriceSheetReading {
    pub fn to_decision(&self) -> SheetDecision {
        let index = |number: i32| usize::try_from(number).ok()?.checked_sub(1);
        let indexes = |numbers: &[i32]| numbers.iter().filter_map(|one| index(*one)).collect::<BTreeSet<_>>();
        let roles = self.parts.iter().filter_map(|part| Some((index(part.number)?, part.price_role()?)));
        // A zone with a name is that of a matrix, which has a column for each.
        let of_list =
            self.parts.iter().filter(|part| part.role != PriceSheetRole::Zone || part.zone.is_none());
        let places = of_list.filter_map(|part| Some((place_role(part.role)?, index(part.number)?)));
        SheetDecision {
            form: self.form,
            mode: self.bands.map(|bands| match bands {
                PriceSheetBands::Replace => BandMode::Replace,
                PriceSheetBands::Add => BandMode::Add,
            }),
            correction: Correction {
                axis: None,
                header_rows: self.header_rows.and_then(|rows| usize::try_from(rows).ok()),
                mark: self.decimal_mark.map(|mark| match mark {
                    PriceSheetMark::Dot => Mark::Dot,
                    PriceSheetMark::Comma => Mark::Comma,
                }),
                unit: self.weight_unit.map(Into::into),
                roles: roles.collect(),
                left_out: indexes(&self.left_out),
                left_out_columns: indexes(&self.left_out_columns),
            },
            places: places.collect(),
            countries: self.countries.iter().map(PriceSheetCountry::of_zone).collect(),
        }
    }

    /// Returns 422 at `reading` when a country does not exist.
    pub fn check(&self) -> ApiResult<()> {
        let is_known = self.countries.iter().all(|one| country(one.country_id).is_some());
        if is_known { Ok(()) } else { Err(ApiError::invalid_field("reading", MessageCode::UnknownCountry)) }
    }

    /// What the reader has understood; `decided` are the parts that a person has chosen.
    pub fn of(sheet: &Sheet, worksheet: Option<String>, decided: &Self) -> Self {
        let layout = sheet.layout.as_ref();
        let mut parts = layout.map_or_else(Vec::new, parts_of);
        if let Some(list) = sheet.list.as_ref().filter(|_| sheet.form == Form::Places) {
            let columns = list.columns.iter();
            parts.extend(columns.map(|(role, column)| part(*column, role_of(*role), None)));
            let zones = list.zone_columns.iter();
            parts.extend(zones.map(|(column, zone)| part(*column, PriceSheetRole::Zone, Some(&**zone))));
        }
        // A part that a person ignores stays in the list, to be taken again.
        let ignored = decided.parts.iter().filter(|one| one.role == PriceSheetRole::Ignored);
        parts.extend(ignored.cloned());
        parts.sort_by_key(|part| part.number);
        parts.dedup_by_key(|part| part.number);
        let header_rows = layout.map(|layout| layout.header_rows);
        let mark = layout.and_then(|layout| layout.marks.get(layout.prices.first()?.column).copied());
        Self {
            worksheet,
            form: Some(sheet.form),
            header_rows: header_rows.and_then(|rows| i32::try_from(rows).ok()),
            decimal_mark: mark.filter(|one| !one.is_unclear).map(|one| match one.mark {
                Mark::Dot => PriceSheetMark::Dot,
                Mark::Comma => PriceSheetMark::Comma,
            }),
            weight_unit: layout.map(|layout| layout.weight_unit.into()),
            bands: Some(match sheet.mode {
                BandMode::Replace => PriceSheetBands::Replace,
                BandMode::Add => PriceSheetBands::Add,
            }),
            parts,
            left_out: decided.left_out.clone(),
            left_out_columns: decided.left_out_columns.clone(),
            countries: decided.countries.iter().filter(|one| one.is_in(sheet)).cloned().collect(),
        }
    }
}

impl PriceSheetCountry {
    fn of_zone(&self) -> (Code, i16) {
        (self.zone.as_str().into(), self.country_id)
    }

    /// Whether the sheet has taken it: a zone that was renamed meanwhile is no longer there.
    fn is_in(&self, sheet: &Sheet) -> bool {
        let (zone, country_id) = self.of_zone();
        sheet.places.iter().any(|place| place.zone == zone && place.country_id == country_id)
    }
}

impl PriceSheetZone {
    pub fn of(named: &NamedZone) -> Self {
        Self { zone: named.code.to_string(), country_ids: named.countries.clone() }
    }
}

impl PriceSheetPart {
    fn price_role(&self) -> Option<Role> {
        let zone = || self.zone.as_deref().map(str::trim).filter(|zone| !zone.is_empty());
        let price = |method| Role::Price { zone: zone().map(Into::into), method };
        match self.role {
            PriceSheetRole::UpTo => Some(Role::UpTo),
            PriceSheetRole::From => Some(Role::From),
            PriceSheetRole::Over => Some(Role::Over),
            PriceSheetRole::Price => Some(price(Method::Cell)),
            PriceSheetRole::PerUnit => Some(price(Method::PerUnit)),
            PriceSheetRole::Fee => Some(Role::Fee),
            PriceSheetRole::Ignored => Some(Role::Ignored),
            _ => None,
        }
    }
}

fn part(column: usize, role: PriceSheetRole, zone: Option<&str>) -> PriceSheetPart {
    let zone = zone.map(|zone| zone.chars().take(MAX_CODE).collect());
    PriceSheetPart { number: i32::try_from(column + 1).unwrap_or(i32::MAX), role, zone }
}

fn parts_of(layout: &Layout) -> Vec<PriceSheetPart> {
    let weight = match layout.bound {
        Bound::UpTo => PriceSheetRole::UpTo,
        Bound::From => PriceSheetRole::From,
        Bound::Over => PriceSheetRole::Over,
    };
    let from = layout.from_column.map(|column| part(column, PriceSheetRole::From, None));
    let others = layout.other_weights.iter().map(|column| part(*column, PriceSheetRole::Ignored, None));
    let prices = layout.prices.iter().map(|price| {
        let role = match price.method {
            Method::Cell => PriceSheetRole::Price,
            Method::PerUnit => PriceSheetRole::PerUnit,
        };
        // In a list, each row has its zone.
        let zone = layout.zone_column.is_none().then_some(&*price.zone);
        part(price.column, role, zone)
    });
    let fees = layout.fees.iter().map(|column| part(*column, PriceSheetRole::Fee, None));
    let zones = layout.zone_column.map(|column| part(column, PriceSheetRole::Zone, None));
    std::iter::once(part(layout.weight_column, weight, None))
        .chain(zones)
        .chain(from)
        .chain(others)
        .chain(prices)
        .chain(fees)
        .chain(layout.beside.iter().flat_map(parts_of))
        .collect()
}

fn place_role(role: PriceSheetRole) -> Option<PlaceRole> {
    match role {
        PriceSheetRole::Zone => Some(PlaceRole::Zone),
        PriceSheetRole::Country => Some(PlaceRole::Country),
        PriceSheetRole::PostcodeFrom => Some(PlaceRole::PostcodeFrom),
        PriceSheetRole::PostcodeTo => Some(PlaceRole::PostcodeTo),
        PriceSheetRole::Airport => Some(PlaceRole::Airport),
        PriceSheetRole::MaxWeight => Some(PlaceRole::MaxWeight),
        _ => None,
    }
}

fn role_of(role: PlaceRole) -> PriceSheetRole {
    match role {
        PlaceRole::Zone => PriceSheetRole::Zone,
        PlaceRole::Country => PriceSheetRole::Country,
        PlaceRole::PostcodeFrom => PriceSheetRole::PostcodeFrom,
        PlaceRole::PostcodeTo => PriceSheetRole::PostcodeTo,
        PlaceRole::Airport => PriceSheetRole::Airport,
        PlaceRole::MaxWeight => PriceSheetRole::MaxWeight,
    }
}

/// The prices of three weights: in the first, the middle and the last band that the sheet has prices for.
pub fn samples(sheet: &Sheet, after: &VersionRows) -> Vec<PriceSheetSample> {
    let priced: BTreeSet<i32> = sheet.reading.cells.iter().map(|cell| cell.band_seq).collect();
    let bands = sheet.reading.bands.iter().filter(|band| priced.contains(&band.seq));
    let weights: Vec<Decimal> = bands.map(|band| band.up_to).collect();
    let Some(last) = weights.len().checked_sub(1) else { return Vec::new() };
    let chosen: BTreeSet<usize> = [0, last / 2, last].into_iter().collect();
    let grid = Grid::new(after);
    let price = |zone: usize, weight: Decimal| {
        let found = grid.price(zone, weight).ok()?;
        Some(after.currency.round(found.amount))
    };
    let sample = |weight: Decimal| {
        let prices = after.zones.iter().enumerate().map(|(index, zone)| PriceSheetSamplePrice {
            zone: zone.code.to_string(),
            amount: price(index, weight),
        });
        PriceSheetSample { weight, prices: prices.collect() }
    };
    chosen.into_iter().map(|index| sample(weights[index])).collect()
}
