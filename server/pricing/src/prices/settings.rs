//! The rules of a version: weighing, minimum, fuel, insurance, margin.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::lines::line_error;
use super::numbers::{positive, tidy, within};
use rating::rows::AdjustmentKind;
use rating::weighing::{Per, VolumetricRule};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use trade::wire_name;

wire_name! {
    /// How the volumetric weight counts: the larger of both weights, the mean of both if the volumetric one is larger, or
    /// not at all.
    PriceVolumetricRule { Max = "max", Half = "half", None = "none" }
}
wire_name! {
    /// Each parcel by itself, or the whole shipment.
    PricePer { Parcel = "parcel", Shipment = "shipment" }
}
wire_name! {
    /// A percentage that is added (margin) or subtracted (discount).
    PriceAdjustmentKind { Margin = "margin", Discount = "discount" }
}

/// Insurance of the value that the sender asks to insure.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct PriceInsurance {
    /// Per cent of the insured value.
    pub pct: Decimal,
    pub min: Option<Decimal>,
    pub max: Option<Decimal>,
    /// No charge while the value is below this.
    pub free_below: Option<Decimal>,
    /// Maximum value that can be insured.
    pub max_value: Option<Decimal>,
    pub taxable: bool,
}

/// A margin or a discount.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct PriceAdjustment {
    pub kind: PriceAdjustmentKind,
    /// Per cent of the lines.
    pub pct: Decimal,
    /// Lines as in `fuel_on`.
    #[oai(validator(max_items = 40))]
    pub on: Vec<String>,
    /// Whether fuel is calculated after it. Only an adjustment of the base alone can be.
    pub before_fuel: bool,
}

/// The rules of a version. Weights are in the unit of the table, amounts in its currency.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PriceVersionInput {
    /// The changes in this version, for staff.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// First day. Required to publish.
    pub valid_from: Option<NaiveDate>,
    /// Last day; null without an end.
    pub valid_to: Option<NaiveDate>,
    /// Volume per unit of weight: 6000 or 5000 cm³ per kg, 166 or 139 in³ per lb. Null without volumetric weight.
    pub divisor: Option<Decimal>,
    pub volumetric_rule: PriceVolumetricRule,
    /// Whether actual and volumetric weight are compared and rounded per parcel or per shipment.
    pub weighed_per: PricePer,
    /// Whether the price is per parcel or per shipment. Prices per parcel need weights per parcel.
    pub priced_per: PricePer,
    /// The chargeable weight is rounded up to a multiple of this.
    pub rounding_step: Option<Decimal>,
    /// The weight of a parcel is first rounded half-up to a multiple of this, as the carrier's scale shows it.
    pub scale_division: Option<Decimal>,
    /// Each side is first rounded up to a whole inch.
    pub inch_ceil: bool,
    /// Minimum freight of a shipment.
    pub minimum: Option<Decimal>,
    /// Whether freight, fuel, margin and discount are taxable services.
    pub taxable: bool,
    /// The list of fuel rates that the version follows; null without fuel.
    #[oai(validator(max_length = 40))]
    pub fuel_code: Option<String>,
    /// The lines that fuel is calculated on: `base`, `fuel`, `surcharges`, `insurance`, or `surcharge:CODE`.
    #[oai(validator(max_items = 40))]
    #[sqlx(json)]
    pub fuel_on: Vec<String>,
    #[sqlx(json(nullable))]
    pub insurance: Option<PriceInsurance>,
    #[oai(validator(max_items = 20))]
    #[sqlx(json)]
    pub adjustments: Vec<PriceAdjustment>,
    /// A published version that prices the destinations this one does not serve.
    pub fallback_version_id: Option<Uuid>,
}

impl Default for PriceVersionInput {
    fn default() -> Self {
        Self {
            note: None,
            valid_from: None,
            valid_to: None,
            divisor: None,
            volumetric_rule: PriceVolumetricRule::None,
            weighed_per: PricePer::Shipment,
            priced_per: PricePer::Shipment,
            rounding_step: None,
            scale_division: None,
            inch_ceil: false,
            minimum: None,
            taxable: true,
            fuel_code: None,
            fuel_on: Vec::new(),
            insurance: None,
            adjustments: Vec::new(),
            fallback_version_id: None,
        }
    }
}

impl PriceVersionInput {
    /// Normalizes and checks the input; returns all errors at once.
    pub fn check(mut self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.note = optional(self.note.as_ref());
        self.fuel_code = optional(self.fuel_code.as_ref());
        if let (Some(from), Some(to)) = (self.valid_from, self.valid_to)
            && to < from
        {
            let params = Params::from([("min", from.to_string().into())]);
            errors.push_with("valid_to", MessageCode::TooSmall, params);
        }
        self.divisor = positive("divisor", self.divisor, &mut errors);
        self.rounding_step = positive("rounding_step", self.rounding_step, &mut errors);
        self.scale_division = positive("scale_division", self.scale_division, &mut errors);
        self.minimum = within("minimum", self.minimum, &mut errors);
        if self.fuel_code.is_none() && !self.fuel_on.is_empty() {
            errors.push("fuel_code", MessageCode::Required);
        }
        check_lines("fuel_on", &self.fuel_on, &mut errors);
        if let Some(insurance) = &mut self.insurance {
            insurance.check(&mut errors);
        }
        for (index, adjustment) in self.adjustments.iter_mut().enumerate() {
            let field = format!("adjustments.{index}");
            let pct = within(&format!("{field}.pct"), Some(adjustment.pct), &mut errors);
            adjustment.pct = pct.unwrap_or_default();
            check_lines(&format!("{field}.on"), &adjustment.on, &mut errors);
        }
        errors.into_result()?;
        Ok(self)
    }

    /// Margins are kept as they are for a user who may not see them.
    pub fn with_margins_of(mut self, before: &Self) -> Self {
        let is_margin = |one: &&PriceAdjustment| one.kind == PriceAdjustmentKind::Margin;
        self.adjustments.retain(|one| !is_margin(&one));
        self.adjustments.extend(before.adjustments.iter().filter(is_margin).cloned());
        self
    }

    pub fn without_margins(mut self) -> Self {
        self.adjustments.retain(|one| one.kind != PriceAdjustmentKind::Margin);
        self
    }
}

fn check_lines(field: &str, lines: &[String], errors: &mut FieldErrors) {
    for (index, line) in lines.iter().enumerate() {
        if let Some(code) = line_error(line) {
            errors.push(format!("{field}.{index}"), code);
        }
    }
}

impl PriceInsurance {
    fn check(&mut self, errors: &mut FieldErrors) {
        self.pct = within("insurance.pct", Some(self.pct), errors).unwrap_or_default();
        for (field, value) in [
            ("insurance.min", &mut self.min),
            ("insurance.max", &mut self.max),
            ("insurance.free_below", &mut self.free_below),
            ("insurance.max_value", &mut self.max_value),
        ] {
            *value = within(field, tidy(*value), errors);
        }
    }
}

impl From<PriceVolumetricRule> for VolumetricRule {
    fn from(rule: PriceVolumetricRule) -> Self {
        match rule {
            PriceVolumetricRule::Max => Self::Max,
            PriceVolumetricRule::Half => Self::Half,
            PriceVolumetricRule::None => Self::None,
        }
    }
}

impl From<VolumetricRule> for PriceVolumetricRule {
    fn from(rule: VolumetricRule) -> Self {
        match rule {
            VolumetricRule::Max => Self::Max,
            VolumetricRule::Half => Self::Half,
            VolumetricRule::None => Self::None,
        }
    }
}

impl From<PricePer> for Per {
    fn from(per: PricePer) -> Self {
        match per {
            PricePer::Parcel => Self::Parcel,
            PricePer::Shipment => Self::Shipment,
        }
    }
}

impl From<Per> for PricePer {
    fn from(per: Per) -> Self {
        match per {
            Per::Parcel => Self::Parcel,
            Per::Shipment => Self::Shipment,
        }
    }
}

impl From<PriceAdjustmentKind> for AdjustmentKind {
    fn from(kind: PriceAdjustmentKind) -> Self {
        match kind {
            PriceAdjustmentKind::Margin => Self::Margin,
            PriceAdjustmentKind::Discount => Self::Discount,
        }
    }
}

impl From<AdjustmentKind> for PriceAdjustmentKind {
    fn from(kind: AdjustmentKind) -> Self {
        match kind {
            AdjustmentKind::Margin => Self::Margin,
            AdjustmentKind::Discount => Self::Discount,
        }
    }
}
