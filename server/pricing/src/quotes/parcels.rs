//! Parcels between a quote and a shipment: as entered, and in grams and millimetres with the unit of the entry.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::prices::simulation::SimulatedParcel;
use crate::prices::tables::{PriceSizeUnit, PriceWeightUnit};
use rating::measure::{Length, LengthUnit, Weight, WeightUnit as RatedUnit};
use trade::goods::Parcel;
use trade::units::{SizeUnit, WeightUnit, to_tenth};

/// Parcels of a shipment are one piece each.
const MOST_PARCELS: usize = 200;
/// Decimals of a pound and of an inch as people enter them. Whole grams and tenths of a millimetre keep them apart.
const ENTERED_DECIMALS: u32 = 2;

/// The parcel as it was entered. `weight_g` stands for a weight that the parcel has not.
pub fn to_entered(parcel: &Parcel, weight_g: Option<i32>) -> SimulatedParcel {
    let grams = Decimal::from(parcel.weight_g.or(weight_g).unwrap_or_default());
    let (weight, weight_unit) = match parcel.weight_unit {
        Some(WeightUnit::Pounds) => {
            let pounds = Weight::new(grams, RatedUnit::Grams).in_unit(RatedUnit::Pounds);
            (pounds.round_dp(ENTERED_DECIMALS), PriceWeightUnit::Lb)
        }
        _ => (grams, PriceWeightUnit::G),
    };
    // A heavier parcel than nothing stays one.
    let (weight, weight_unit) = match weight.is_zero() {
        true => (grams, PriceWeightUnit::G),
        false => (weight.normalize(), weight_unit),
    };
    let sides = [parcel.length_mm, parcel.width_mm, parcel.height_mm];
    let is_measured = sides.iter().all(Option::is_some);
    let is_inch = parcel.size_unit == Some(SizeUnit::Inches);
    let side = |side: Option<f64>| {
        let value = Decimal::try_from(side.filter(|_| is_measured)?).ok()?.round_dp(1);
        let inches = Length { value, unit: LengthUnit::Millimetres }.in_unit(LengthUnit::Inches);
        Some(if is_inch { inches.round_dp(ENTERED_DECIMALS).normalize() } else { value.normalize() })
    };
    let [length, width, height] = sides.map(side);
    let size_unit = is_measured.then_some(if is_inch { PriceSizeUnit::In } else { PriceSizeUnit::Mm });
    SimulatedParcel { pieces: 1, weight, weight_unit, length, width, height, size_unit }
}

/// Grams and sides of each piece, however they were entered.
pub fn measures_of(parcels: &[SimulatedParcel]) -> Vec<(Option<i32>, [Option<f64>; 3])> {
    let measure = |parcel: Parcel| (parcel.weight_g, [parcel.length_mm, parcel.width_mm, parcel.height_mm]);
    to_stored(parcels).into_iter().map(measure).collect()
}

/// The parcels of a draft, one for each piece.
pub fn to_stored(parcels: &[SimulatedParcel]) -> Vec<Parcel> {
    let pieces = parcels.iter().flat_map(|parcel| {
        let pieces = usize::try_from(parcel.pieces).unwrap_or_default();
        std::iter::repeat_n(to_stored_one(parcel), pieces.min(MOST_PARCELS))
    });
    pieces.take(MOST_PARCELS).collect()
}

fn to_stored_one(parcel: &SimulatedParcel) -> Parcel {
    let grams = Weight::new(parcel.weight, parcel.weight_unit.into()).in_unit(RatedUnit::Grams);
    let unit = LengthUnit::from(parcel.size_unit.unwrap_or(PriceSizeUnit::Cm));
    let side = |side: Option<Decimal>| {
        let millimetres = Length { value: side?, unit }.in_unit(LengthUnit::Millimetres);
        millimetres.to_f64().map(to_tenth)
    };
    let is_imperial = matches!(parcel.weight_unit, PriceWeightUnit::Lb | PriceWeightUnit::Oz);
    Parcel {
        length_mm: side(parcel.length),
        width_mm: side(parcel.width),
        height_mm: side(parcel.height),
        weight_g: grams.round_dp(0).to_i32(),
        size_unit: Some(if unit == LengthUnit::Inches { SizeUnit::Inches } else { SizeUnit::Centimetres }),
        weight_unit: Some(if is_imperial { WeightUnit::Pounds } else { WeightUnit::Kilograms }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parcel(
        weight: Decimal,
        weight_unit: PriceWeightUnit,
        side: Decimal,
        unit: PriceSizeUnit,
    ) -> SimulatedParcel {
        let side = Some(side);
        let size_unit = Some(unit);
        SimulatedParcel { pieces: 1, weight, weight_unit, length: side, width: side, height: side, size_unit }
    }

    proptest! {
        /// One pound is 454 g in whole grams, which is more than a pound: it must not be priced as two.
        #[test]
        fn pounds_and_inches_come_back_as_they_were_entered(pounds in 1..100_000_i64, inches in 4..10_000_i64) {
            let (pounds, inches) = (Decimal::new(pounds, 2), Decimal::new(inches, 2));
            let typed = parcel(pounds, PriceWeightUnit::Lb, inches, PriceSizeUnit::In);
            let back = to_entered(&to_stored(std::slice::from_ref(&typed))[0], None);
            prop_assert_eq!((back.weight, back.weight_unit), (pounds.normalize(), PriceWeightUnit::Lb));
            prop_assert_eq!((back.length, back.size_unit), (Some(inches.normalize()), Some(PriceSizeUnit::In)));
        }

        #[test]
        fn kilograms_and_centimetres_keep_their_measure(grams in 1..1_000_000_i64, millimetres in 1..10_000_i64) {
            let typed = parcel(Decimal::new(grams, 3), PriceWeightUnit::Kg, Decimal::new(millimetres, 1), PriceSizeUnit::Cm);
            let back = to_entered(&to_stored(std::slice::from_ref(&typed))[0], None);
            prop_assert_eq!((back.weight, back.weight_unit), (Decimal::from(grams), PriceWeightUnit::G));
            prop_assert_eq!(back.length, Some(Decimal::from(millimetres)));
        }
    }

    #[test]
    fn each_piece_becomes_a_parcel() {
        let two = SimulatedParcel {
            pieces: 2,
            ..parcel(Decimal::ONE, PriceWeightUnit::Kg, Decimal::TEN, PriceSizeUnit::Cm)
        };
        assert_eq!(to_stored(&[two.clone(), two]).len(), 4);
    }
}
