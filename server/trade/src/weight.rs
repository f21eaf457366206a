//! Actual and chargeable weight of a shipment, in whole grams and tenths of a millimetre.

/// Weight and size of one parcel; `None` if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Measure {
    pub weight_g: Option<i32>,
    /// Length, width and height.
    pub size_mm: Option<[f64; 3]>,
}

/// The level at which the larger of actual and volumetric weight is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightBasis {
    /// Each parcel is compared and rounded separately.
    Parcel,
    /// The sums of the shipment are compared and rounded once.
    Shipment,
}

/// How a service calculates the chargeable weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightRule {
    /// Cubic centimetres per kilogram: 6000 for air cargo, 5000 for most couriers.
    pub divisor: i32,
    /// The chargeable weight is rounded up to a multiple of this.
    pub step_g: i32,
    pub basis: WeightBasis,
}

/// The three weights of a shipment. `None` if no parcel has the data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Weights {
    pub actual_g: Option<i32>,
    pub volumetric_g: Option<i32>,
    pub chargeable_g: Option<i32>,
}

/// A cubic millimetre has 10 × 10 × 10 cubes of a tenth of a millimetre.
const CUBIC_TENTHS: i128 = 1_000;

impl WeightRule {
    /// Calculates the volumetric weight. The divisor in cm³/kg has the same value in mm³/g, so no conversion is needed.
    pub fn volumetric_g(&self, size_mm: [f64; 3]) -> i32 {
        // Whole tenths of a millimetre, so that no rounding error adds a gram.
        let volume: i128 = size_mm.iter().map(|side| (side * 10.0).round().max(0.0) as i128).product();
        let divisor = i128::from(self.divisor.max(1)) * CUBIC_TENTHS;
        i32::try_from((volume + divisor - 1) / divisor).unwrap_or(i32::MAX)
    }

    /// Calculates the chargeable weight: the larger one, rounded up to the step.
    pub fn chargeable_g(&self, actual_g: Option<i32>, volumetric_g: Option<i32>) -> Option<i32> {
        let step = i64::from(self.step_g.max(1));
        let heavier = i64::from(actual_g.max(volumetric_g)?.max(0));
        let rounded = (heavier + step - 1) / step * step;
        Some(i32::try_from(rounded).unwrap_or(i32::MAX))
    }

    pub fn weigh(&self, parcels: &[Measure]) -> Weights {
        let actual_g = add_known(parcels.iter().map(|parcel| parcel.weight_g));
        let volumetric_g = add_known(parcels.iter().map(|parcel| self.calculate_parcel_volumetric_g(parcel)));
        let chargeable_g = match self.basis {
            WeightBasis::Shipment => self.chargeable_g(actual_g, volumetric_g),
            WeightBasis::Parcel => {
                add_known(parcels.iter().map(|parcel| self.calculate_parcel_chargeable_g(parcel)))
            }
        };
        Weights { actual_g, volumetric_g, chargeable_g }
    }

    fn calculate_parcel_volumetric_g(&self, parcel: &Measure) -> Option<i32> {
        parcel.size_mm.map(|size| self.volumetric_g(size))
    }

    fn calculate_parcel_chargeable_g(&self, parcel: &Measure) -> Option<i32> {
        self.chargeable_g(parcel.weight_g, self.calculate_parcel_volumetric_g(parcel))
    }
}

/// Adds the known values; `None` if all are unknown.
fn add_known(parts: impl Iterator<Item = Option<i32>>) -> Option<i32> {
    parts.flatten().reduce(i32::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AIR: WeightRule = WeightRule { divisor: 6000, step_g: 500, basis: WeightBasis::Shipment };
    const COURIER: WeightRule = WeightRule { divisor: 5000, step_g: 100, basis: WeightBasis::Parcel };

    fn parcel(weight_g: i32, size_mm: [f64; 3]) -> Measure {
        Measure { weight_g: Some(weight_g), size_mm: Some(size_mm) }
    }

    #[test]
    fn volumetric_weight_is_volume_divided_by_the_divisor() {
        // 60 × 40 × 30 cm: 12 kg for air cargo, 14.4 kg for a courier.
        assert_eq!(AIR.volumetric_g([600.0, 400.0, 300.0]), 12_000);
        assert_eq!(COURIER.volumetric_g([600.0, 400.0, 300.0]), 14_400);
        assert_eq!(AIR.volumetric_g([1.0, 1.0, 1.0]), 1);
        // 12 × 8 × 4 in.
        assert_eq!(COURIER.volumetric_g([304.8, 203.2, 101.6]), 1_259);
        assert_eq!(AIR.volumetric_g([f64::from(i32::MAX); 3]), i32::MAX);
    }

    #[test]
    fn chargeable_weight_is_the_larger_one_rounded_up() {
        let cases = [
            (Some(1_200), Some(900), Some(1_500)),
            (Some(900), Some(1_501), Some(2_000)),
            (Some(1_500), None, Some(1_500)),
            (None, Some(1), Some(500)),
            (Some(0), None, Some(0)),
            (None, None, None),
        ];
        for (actual, volumetric, chargeable) in cases {
            assert_eq!(AIR.chargeable_g(actual, volumetric), chargeable, "{actual:?} {volumetric:?}");
        }
    }

    #[test]
    fn parcels_can_be_charged_separately_by_volume() {
        let parcels = [parcel(10_000, [100.0, 100.0, 100.0]), parcel(500, [600.0, 400.0, 300.0])];
        let per_parcel = COURIER.weigh(&parcels);
        let per_shipment = WeightRule { basis: WeightBasis::Shipment, ..COURIER }.weigh(&parcels);
        assert_eq!((per_parcel.actual_g, per_parcel.volumetric_g), (Some(10_500), Some(14_600)));
        assert_eq!(per_parcel.chargeable_g, Some(24_400));
        assert_eq!(per_shipment.chargeable_g, Some(14_600));
    }

    #[test]
    fn unknown_measures_stay_unknown() {
        assert_eq!(AIR.weigh(&[]), Weights::default());
        assert_eq!(AIR.weigh(&[Measure::default(); 2]), Weights::default());
        let weighed_only = AIR.weigh(&[Measure { weight_g: Some(700), size_mm: None }, Measure::default()]);
        assert_eq!(
            weighed_only,
            Weights { actual_g: Some(700), volumetric_g: None, chargeable_g: Some(1_000) }
        );
    }

    proptest! {
        #[test]
        fn chargeable_weight_is_a_step_not_below_both_weights(
            actual in 0..100_000_i32, size in [1..2_000_i32, 1..2_000, 1..2_000], step in 1..1_000_i32,
        ) {
            let rule = WeightRule { step_g: step, ..AIR };
            let volumetric = rule.volumetric_g(size.map(f64::from));
            let chargeable = rule.chargeable_g(Some(actual), Some(volumetric)).unwrap();
            let heavier = actual.max(volumetric);
            prop_assert!(chargeable % step == 0 && chargeable >= heavier && chargeable - heavier < step);
        }
    }
}
