//! A version of a price table, compiled for rating.

use rust_decimal::Decimal;

use super::checks;
use super::code::Code;
use super::finding::{Finding, Severity};
use super::money::Currency;
use super::price::Grid;
use super::request::Destination;
use super::rows::{AdjustmentRow, InsuranceRow, LineRef, SurchargeRow, VersionRows};
use super::weighing::{Per, WeighingRule};
use super::zones::ZoneIndex;

/// A compiled version. It never changes, so it can be shared and cached without being invalidated.
#[derive(Debug, Clone)]
pub struct Tariff {
    pub(super) currency: Currency,
    pub(super) weighing: WeighingRule,
    pub(super) priced_per: Per,
    pub(super) taxable: bool,
    pub(super) grid: Grid,
    pub(super) fuel_on: Box<[LineRef]>,
    /// Those that fuel applies to come first, each group by `seq`.
    pub(super) surcharges: Box<[SurchargeRow]>,
    /// The number of surcharges that fuel applies to.
    pub(super) before_fuel: usize,
    pub(super) insurance: Option<InsuranceRow>,
    pub(super) adjustments: Box<[AdjustmentRow]>,
    zones: Box<[Zone]>,
    index: ZoneIndex,
}

#[derive(Debug, Clone)]
struct Zone {
    code: Code,
    max_weight: Option<Decimal>,
    minimum: Option<Decimal>,
}

/// The zone of a destination with what it decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedZone {
    pub(super) index: usize,
    pub code: Code,
    /// The lower limit of zone and country, for the actual weight of a parcel.
    pub max_weight: Option<Decimal>,
    pub minimum: Option<Decimal>,
}

impl Tariff {
    /// Drafts compile too: only findings about the structure are errors here, and prices are not checked. See
    /// [`checks::run_checks`] for publishing.
    pub fn compile(rows: &VersionRows) -> Result<Self, Vec<Finding>> {
        let mut findings = checks::check_structure(rows);
        findings.retain(|finding| finding.severity == Severity::Error);
        if !findings.is_empty() {
            return Err(findings);
        }
        let zone = |row: &super::rows::ZoneRow| Zone {
            code: row.code.clone(),
            max_weight: row.max_weight,
            minimum: row.minimum.or(rows.minimum),
        };
        let (surcharges, before_fuel) = sort_surcharges(rows);
        Ok(Self {
            currency: rows.currency,
            weighing: rows.weighing.clone(),
            priced_per: rows.priced_per,
            taxable: rows.taxable,
            grid: Grid::new(rows),
            fuel_on: rows.fuel_on.clone().into(),
            surcharges: surcharges.into_iter().cloned().collect(),
            before_fuel,
            insurance: rows.insurance.clone(),
            adjustments: rows.adjustments.clone().into(),
            zones: rows.zones.iter().map(zone).collect(),
            index: ZoneIndex::new(rows),
        })
    }

    /// `None` if the destination is not served.
    pub fn zone(&self, destination: &Destination) -> Option<ServedZone> {
        let found = self.index.find(destination)?;
        let zone = self.zones.get(found.zone)?;
        let limits = [found.max_weight, zone.max_weight];
        Some(ServedZone {
            index: found.zone,
            code: zone.code.clone(),
            max_weight: limits.into_iter().flatten().min(),
            minimum: zone.minimum,
        })
    }

    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// Memory in bytes, without the texts of surcharges. Caches weigh by it.
    pub fn bytes(&self) -> usize {
        let codes: usize = self.zones.iter().map(|zone| zone.code.len()).sum();
        size_of::<Self>()
            + self.grid.bytes()
            + self.index.bytes()
            + codes
            + size_of_val(&*self.zones)
            + size_of_val(&*self.surcharges)
            + size_of_val(&*self.adjustments)
            + size_of_val(&*self.fuel_on)
    }
}

/// Sorts surcharges in the order of calculation. Returns also the number of those that fuel applies to: the position of fuel in
/// this order.
pub fn sort_surcharges(rows: &VersionRows) -> (Vec<&SurchargeRow>, usize) {
    let all = rows.fuel_on.contains(&LineRef::Surcharges);
    let is_named = |row: &SurchargeRow| {
        rows.fuel_on.iter().any(|line| matches!(line, LineRef::Surcharge(code) if *code == row.code))
    };
    let mut surcharges: Vec<_> = rows.surcharges.iter().collect();
    surcharges.sort_by_key(|row| (!(all || is_named(row)), row.seq));
    let fuel_position = surcharges.iter().filter(|row| all || is_named(row)).count();
    (surcharges, fuel_position)
}
