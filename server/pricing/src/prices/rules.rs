//! The rules of a version, as rating takes them.

use super::lines::{parse_lines, texts};
use super::settings::{PriceAdjustment, PriceInsurance, PriceVersionInput};
use super::versions::Frame;
use rating::rows::{AdjustmentRow, InsuranceRow, VersionRows};
use rating::weighing::WeighingRule;
use server_core::http::error::ApiResult;

/// The rows of a version without its grid.
pub fn of(input: &PriceVersionInput, frame: &Frame) -> ApiResult<VersionRows> {
    Ok(VersionRows {
        currency: frame.money()?,
        weighing: WeighingRule {
            unit: frame.weight_unit.into(),
            size_unit: frame.size_unit.into(),
            divisor: input.divisor,
            volumetric: input.volumetric_rule.into(),
            per: input.weighed_per.into(),
            rounding_step: input.rounding_step,
            scale_division: input.scale_division,
            inch_ceil: input.inch_ceil,
        },
        priced_per: input.priced_per.into(),
        minimum: input.minimum,
        taxable: input.taxable,
        zones: Vec::new(),
        members: Vec::new(),
        bands: Vec::new(),
        cells: Vec::new(),
        fuel_on: parse_lines(&input.fuel_on),
        surcharges: Vec::new(),
        insurance: input.insurance.as_ref().map(InsuranceRow::from),
        adjustments: input.adjustments.iter().map(AdjustmentRow::from).collect(),
    })
}

/// The rules of a version for a new draft; days and note are its own.
pub fn copy_rules(before: &PriceVersionInput, rows: &VersionRows) -> PriceVersionInput {
    let insurance = rows.insurance.as_ref().map(PriceInsurance::from);
    let adjustments = rows.adjustments.iter().map(PriceAdjustment::from).collect();
    PriceVersionInput {
        note: None,
        valid_from: None,
        valid_to: None,
        divisor: rows.weighing.divisor,
        volumetric_rule: rows.weighing.volumetric.into(),
        weighed_per: rows.weighing.per.into(),
        priced_per: rows.priced_per.into(),
        rounding_step: rows.weighing.rounding_step,
        scale_division: rows.weighing.scale_division,
        inch_ceil: rows.weighing.inch_ceil,
        minimum: rows.minimum,
        taxable: rows.taxable,
        fuel_on: texts(&rows.fuel_on),
        insurance,
        adjustments,
        ..before.clone()
    }
}

impl From<&PriceInsurance> for InsuranceRow {
    fn from(one: &PriceInsurance) -> Self {
        Self {
            pct: one.pct,
            min: one.min,
            max: one.max,
            free_below: one.free_below,
            max_value: one.max_value,
            taxable: one.taxable,
        }
    }
}

impl From<&InsuranceRow> for PriceInsurance {
    fn from(row: &InsuranceRow) -> Self {
        Self {
            pct: row.pct,
            min: row.min,
            max: row.max,
            free_below: row.free_below,
            max_value: row.max_value,
            taxable: row.taxable,
        }
    }
}

impl From<&PriceAdjustment> for AdjustmentRow {
    fn from(one: &PriceAdjustment) -> Self {
        Self { kind: one.kind.into(), pct: one.pct, on: parse_lines(&one.on), before_fuel: one.before_fuel }
    }
}

impl From<&AdjustmentRow> for PriceAdjustment {
    fn from(row: &AdjustmentRow) -> Self {
        Self { kind: row.kind.into(), pct: row.pct, on: texts(&row.on), before_fuel: row.before_fuel }
    }
}
