//! Actual, volumetric and chargeable weight of a shipment, in the unit of its price table.
//!
//! A divisor has cubic centimetres per kilogram (6000 for air cargo by IATA, 5000 for most couriers) or cubic inches per
//! pound (166, 139). Cubic centimetres per kilogram are cubic millimetres per gram: volumetric grams = mm³ / divisor.

use poem_openapi::Enum;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

use super::measure::{LengthUnit, Size, Weight, WeightUnit};
use super::request::Parcel;

/// How much of the volumetric weight counts if it is above the actual weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VolumetricRule {
    /// The larger of both weights.
    Max,
    /// The mean of both weights, "half throw" of forwarders in China. A volumetric weight below the actual is ignored.
    Half,
    /// The actual weight alone.
    None,
}

/// The level at which actual and volumetric weight are compared and rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Each parcel separately; the results are added.
    Parcel,
    /// The sums of the shipment, once.
    Shipment,
}

/// How a price table calculates the chargeable weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeighingRule {
    /// The unit of the ladder and of all weights below.
    pub unit: WeightUnit,
    /// The unit of the divisor's volume, and of `inch_ceil`: inches with pounds, centimetres with kilograms.
    pub size_unit: LengthUnit,
    pub divisor: Option<Decimal>,
    pub volumetric: VolumetricRule,
    pub per: Per,
    /// The chargeable weight is rounded up to a multiple of this.
    pub rounding_step: Option<Decimal>,
    /// The actual weight of a parcel is first rounded half-up to a multiple of this, as the carrier's scale shows it:
    /// 1 g for postal tariffs. Without it the weight is compared as entered.
    pub scale_division: Option<Decimal>,
    /// Each side is first rounded up to a whole inch, as UPS, FedEx and (since 2026-07-12) USPS do.
    pub inch_ceil: bool,
}

/// Which weight the chargeable weight comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename = "PriceCountedWeight", rename_all = "snake_case")]
pub enum CountedWeight {
    Actual,
    Volumetric,
    Half,
    /// Some parcels count by one weight, others by another.
    Mixed,
}

/// The weights of a shipment in the unit of the price table, unrounded but for the steps of the rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Weights {
    pub unit: WeightUnit,
    pub actual: Decimal,
    /// The actual weight of the heaviest parcel, which limits per parcel compare.
    pub heaviest: Decimal,
    /// `None` if the rule ignores volume or no parcel has a size.
    pub volumetric: Option<Decimal>,
    pub divisor: Option<Decimal>,
    /// The weight that counts, before it is rounded up.
    pub counted: Decimal,
    pub counted_as: CountedWeight,
    /// The weight that is priced.
    pub chargeable: Decimal,
    /// Pieces without a size, whose actual weight counted; none if the rule ignores volume.
    pub unmeasured: u32,
}

impl WeighingRule {
    /// The weights of all parcels; `None` if a parcel has no weight.
    pub fn weigh(&self, parcels: &[Parcel]) -> Option<Weights> {
        let mut sums = Sums::default();
        for parcel in parcels {
            self.add(&mut sums, parcel)?;
        }
        let volumetric = sums.is_measured.then(|| self.volumetric(sums.volume)).flatten();
        let (counted, counted_as, chargeable) = match self.per {
            Per::Parcel => (sums.counted, sums.counted_as?, sums.chargeable),
            Per::Shipment => {
                let (counted, counted_as) = self.choose_weight(sums.actual, volumetric);
                (counted, counted_as, self.rounded_up(counted))
            }
        };
        Some(Weights {
            unit: self.unit,
            actual: sums.actual,
            heaviest: sums.heaviest,
            volumetric,
            divisor: volumetric.and(self.divisor),
            counted,
            counted_as,
            chargeable,
            unmeasured: if self.counts_volume() { sums.unmeasured } else { 0 },
        })
    }

    fn add(&self, sums: &mut Sums, parcel: &Parcel) -> Option<()> {
        let pieces = Decimal::from(parcel.pieces);
        let actual = self.shown_by_scale(&parcel.weight?);
        let volume = self.volume(parcel.size.as_ref());
        sums.actual += actual * pieces;
        sums.heaviest = sums.heaviest.max(actual);
        sums.volume += volume.unwrap_or_default() * pieces;
        sums.is_measured |= volume.is_some();
        sums.unmeasured += if parcel.size.is_none() { parcel.pieces } else { 0 };
        if self.per == Per::Parcel {
            let (counted, counted_as) = self.choose_weight(actual, volume.and_then(|v| self.volumetric(v)));
            sums.counted += counted * pieces;
            sums.chargeable += self.rounded_up(counted) * pieces;
            sums.counted_as = match sums.counted_as {
                Some(before) if before != counted_as => Some(CountedWeight::Mixed),
                _ => Some(counted_as),
            };
        }
        Some(())
    }

    fn shown_by_scale(&self, weight: &Weight) -> Decimal {
        let value = weight.in_unit(self.unit);
        match self.scale_division {
            Some(division) if division > Decimal::ZERO => {
                let divisions = value / division;
                divisions.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero) * division
            }
            _ => value,
        }
    }

    fn counts_volume(&self) -> bool {
        self.volumetric != VolumetricRule::None && self.divisor.is_some()
    }

    /// Volume in cubes of `size_unit`; `None` if volume does not count.
    fn volume(&self, size: Option<&Size>) -> Option<Decimal> {
        if self.volumetric == VolumetricRule::None {
            return None;
        }
        let sides = size?.sides_in(self.size_unit);
        let side = |side: Decimal| if self.inch_ceil { side.ceil() } else { side };
        Some(side(sides[0]) * side(sides[1]) * side(sides[2]))
    }

    fn volumetric(&self, volume: Decimal) -> Option<Decimal> {
        let divisor = self.divisor.filter(|divisor| *divisor > Decimal::ZERO)?;
        let (volume, unit) = match self.size_unit {
            LengthUnit::Millimetres => (volume, WeightUnit::Grams),
            LengthUnit::Centimetres => (volume, WeightUnit::Kilograms),
            LengthUnit::Inches => (volume, WeightUnit::Pounds),
        };
        Some(Weight::new(volume / divisor, unit).in_unit(self.unit))
    }

    fn choose_weight(&self, actual: Decimal, volumetric: Option<Decimal>) -> (Decimal, CountedWeight) {
        match (self.volumetric, volumetric) {
            (VolumetricRule::Max, Some(volumetric)) if volumetric > actual => {
                (volumetric, CountedWeight::Volumetric)
            }
            (VolumetricRule::Half, Some(volumetric)) if volumetric > actual => {
                ((actual + volumetric) / Decimal::TWO, CountedWeight::Half)
            }
            _ => (actual, CountedWeight::Actual),
        }
    }

    fn rounded_up(&self, weight: Decimal) -> Decimal {
        match self.rounding_step {
            Some(step) if step > Decimal::ZERO => (weight / step).ceil() * step,
            _ => weight,
        }
    }
}

#[derive(Default)]
struct Sums {
    actual: Decimal,
    heaviest: Decimal,
    volume: Decimal,
    is_measured: bool,
    unmeasured: u32,
    counted: Decimal,
    counted_as: Option<CountedWeight>,
    chargeable: Decimal,
}
