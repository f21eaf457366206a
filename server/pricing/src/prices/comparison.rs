//! The differences between two versions on the wire.

use poem_openapi::Object;
use rust_decimal::Decimal;

use super::grid::{PriceCell, PricePlace, PriceSurcharge};
use rating::code::Code;
use rating::compare::{self, Change};
use rating::rows::{MemberRow, Price, SurchargeRow, VersionRows, ZoneRow};

/// The rules of a zone.
#[derive(Object, Clone, Debug)]
pub struct PriceZoneRules {
    pub priority: i16,
    pub max_weight: Option<Decimal>,
    pub minimum: Option<Decimal>,
}

/// A zone that is new (without `before`), gone (without `after`) or changed.
#[derive(Object, Clone, Debug)]
pub struct PriceZoneDifference {
    pub zone: String,
    pub before: Option<PriceZoneRules>,
    pub after: Option<PriceZoneRules>,
}

/// A place that is new or gone.
#[derive(Object, Clone, Debug)]
pub struct PricePlaceDifference {
    pub zone: String,
    pub before: Option<PricePlace>,
    pub after: Option<PricePlace>,
}

/// A price that is new, gone or changed.
#[derive(Object, Clone, Debug)]
pub struct PriceCellDifference {
    pub zone: String,
    pub up_to: Decimal,
    pub before: Option<PriceCell>,
    pub after: Option<PriceCell>,
    /// Change of the amount in per cent, of two amounts by the same method.
    pub pct: Option<Decimal>,
}

/// A surcharge that is new, gone or changed.
#[derive(Object, Clone, Debug)]
pub struct PriceSurchargeDifference {
    pub code: String,
    pub before: Option<PriceSurcharge>,
    pub after: Option<PriceSurcharge>,
}

/// Numbers of cells.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceComparisonSummary {
    pub cells_added: i32,
    pub cells_removed: i32,
    pub cells_raised: i32,
    pub cells_lowered: i32,
    /// Cells with another method, or with other steps and the same amount.
    pub cells_otherwise: i32,
    pub cells_unchanged: i32,
}

/// The differences between two versions.
#[derive(Object, Clone, Debug)]
pub struct PriceComparison {
    /// Rules that differ, by the names of their fields.
    pub settings: Vec<String>,
    pub zones: Vec<PriceZoneDifference>,
    pub places: Vec<PricePlaceDifference>,
    /// By zone and upper bound, so versions with other weight bands can be compared.
    pub cells: Vec<PriceCellDifference>,
    pub surcharges: Vec<PriceSurchargeDifference>,
    pub summary: PriceComparisonSummary,
}

impl PriceComparison {
    /// Users who may not see costs get neither margins nor costs of surcharges.
    pub fn of(before: &VersionRows, after: &VersionRows, shows_costs: bool) -> Self {
        let (mut before, mut after) = (before.clone(), after.clone());
        if !shows_costs {
            for rows in [&mut before, &mut after] {
                without_costs(rows);
            }
        }
        let found = compare::compare(&before, &after);
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let summary = &found.summary;
        Self {
            summary: PriceComparisonSummary {
                cells_added: count(summary.cells_added),
                cells_removed: count(summary.cells_removed),
                cells_raised: count(summary.cells_raised),
                cells_lowered: count(summary.cells_lowered),
                cells_otherwise: count(summary.cells_otherwise),
                cells_unchanged: count(summary.cells_unchanged),
            },
            settings: found.settings.into_iter().map(field).collect(),
            zones: found.zones.iter().map(PriceZoneDifference::of).collect(),
            places: found.members.iter().map(PricePlaceDifference::of).collect(),
            cells: found.cells.iter().map(PriceCellDifference::of).collect(),
            surcharges: found.surcharges.iter().map(PriceSurchargeDifference::of).collect(),
        }
    }
}

/// The rows without what only the right to costs shows.
pub fn without_costs(rows: &mut VersionRows) {
    use rating::rows::AdjustmentKind;
    rows.adjustments.retain(|one| one.kind != AdjustmentKind::Margin);
    rows.surcharges.iter_mut().for_each(|one| one.cost_amount = None);
}

/// The field of the API for a setting of the rows.
fn field(setting: &'static str) -> String {
    match setting {
        "dim_unit" => "size_unit",
        "per" => "weighed_per",
        other => other,
    }
    .to_owned()
}

impl PriceZoneDifference {
    fn of(change: &Change<Code, ZoneRow>) -> Self {
        let rules = |row: &ZoneRow| PriceZoneRules {
            priority: row.priority,
            max_weight: row.max_weight,
            minimum: row.minimum,
        };
        Self {
            zone: change.key.to_string(),
            before: change.before.as_ref().map(rules),
            after: change.after.as_ref().map(rules),
        }
    }
}

impl PricePlaceDifference {
    fn of(change: &Change<Code, MemberRow>) -> Self {
        Self {
            zone: change.key.to_string(),
            before: change.before.as_ref().map(PricePlace::of),
            after: change.after.as_ref().map(PricePlace::of),
        }
    }
}

impl PriceCellDifference {
    pub fn of(change: &Change<(Code, Decimal), Price>) -> Self {
        let (zone, up_to) = &change.key;
        let cell = |price: Price| PriceCell::of(zone, *up_to, price);
        Self {
            zone: zone.to_string(),
            up_to: *up_to,
            before: change.before.map(cell),
            after: change.after.map(cell),
            pct: change.pct,
        }
    }
}

impl PriceSurchargeDifference {
    fn of(change: &Change<Code, SurchargeRow>) -> Self {
        Self {
            code: change.key.to_string(),
            before: change.before.as_ref().map(PriceSurcharge::of),
            after: change.after.as_ref().map(PriceSurcharge::of),
        }
    }
}
