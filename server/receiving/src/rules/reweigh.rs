//! What happens when the measured weight and size of a shipment differ from the declared ones.
//!
//! Two steps, because the new price lies between them: `check_measures` says whether a new price is needed, and
//! `find_verdict` what becomes of the difference. The price is calculated with the versions, rates and options that were
//! frozen at the confirmation.

use rust_decimal::Decimal;
use trade::weight::Measure;
use trade::{wire_code, wire_name};

wire_name! {
    /// Step that follows after a shipment was weighed again.
    ReweighVerdict {
        /// Some parcels are not measured yet.
        Incomplete = "incomplete",
        /// Above a limit of the service: somebody decides what to do with it.
        RefusedLimit = "refused_limit",
        /// Within the tolerance: the declared values stay the basis of the price.
        Kept = "kept",
        /// Measured differently, with the same price.
        SamePrice = "same_price",
        /// Lower, and given back.
        Refunded = "refunded",
        /// Lower, and not given back.
        NotRefunded = "not_refunded",
        /// Higher than may be charged without asking: the client confirms.
        HeldConfirm = "held_confirm",
        /// Higher than wallet and credit: the client pays.
        HeldFunds = "held_funds",
        /// Higher, and charged.
        Charged = "charged",
    }
}
wire_code! {
    /// State of a re-weighing.
    ReweighStatus { Measured = 10, Held = 20, Disputed = 30, Settled = 40 }
}
wire_name! {
    /// Which differences of the price are posted.
    ReweighDirection { Both = "both", Up = "up" }
}

/// A parcel as it was declared, and as it was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeighedParcel {
    pub declared: Measure,
    /// None until it is measured.
    pub measured: Option<Measure>,
}

/// By how much a shipment can differ without a new price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReweighTolerance {
    pub weight_g: i32,
    /// Percent of the declared weight. The larger of both counts.
    pub weight_percent: Decimal,
    /// Difference of each side; sides are compared by length.
    pub side_mm: f64,
}

/// What the service takes; none without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReweighLimits {
    /// Actual weight of the shipment.
    pub max_weight_g: Option<i32>,
    pub max_side_mm: Option<f64>,
}

/// The largest difference that is charged without asking the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaticLimit {
    /// Percent of the total before.
    pub percent: Decimal,
    pub at_most: Decimal,
}

/// The money of a re-weighing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReweighMoney {
    pub total_before: Decimal,
    pub total_after: Decimal,
    /// The most that a lower price gives back.
    pub returnable: Decimal,
    /// Wallet and credit of the client.
    pub funds: Decimal,
    pub automatic_limit: Decimal,
    pub direction: ReweighDirection,
}

impl Default for ReweighTolerance {
    fn default() -> Self {
        Self { weight_g: 50, weight_percent: Decimal::TWO, side_mm: 10.0 }
    }
}

impl Default for AutomaticLimit {
    fn default() -> Self {
        Self { percent: Decimal::from(20), at_most: Decimal::from(50) }
    }
}

impl AutomaticLimit {
    /// The limit for a shipment with this total.
    pub fn calculate(&self, total: Decimal) -> Decimal {
        (total * self.percent / Decimal::ONE_HUNDRED).min(self.at_most)
    }
}

impl ReweighVerdict {
    /// The state of the re-weighing after it.
    pub const fn status(self) -> ReweighStatus {
        match self {
            Self::Incomplete => ReweighStatus::Measured,
            Self::RefusedLimit | Self::HeldConfirm | Self::HeldFunds => ReweighStatus::Held,
            Self::Kept | Self::SamePrice | Self::Refunded | Self::NotRefunded | Self::Charged => {
                ReweighStatus::Settled
            }
        }
    }

    /// Whether the difference is posted.
    pub const fn posts(self) -> bool {
        matches!(self, Self::Refunded | Self::Charged)
    }
}

/// The verdict that the measures alone decide; none if the shipment needs a new price.
pub fn check_measures(
    parcels: &[WeighedParcel],
    tolerance: &ReweighTolerance,
    limits: &ReweighLimits,
) -> Option<ReweighVerdict> {
    let Some(measured) = parcels.iter().map(|parcel| parcel.measured).collect::<Option<Vec<Measure>>>()
    else {
        return Some(ReweighVerdict::Incomplete);
    };
    if limits.are_exceeded(&measured) {
        return Some(ReweighVerdict::RefusedLimit);
    }
    tolerance.covers(parcels, &measured).then_some(ReweighVerdict::Kept)
}

/// What becomes of a difference between two prices.
pub fn find_verdict(money: &ReweighMoney) -> ReweighVerdict {
    let difference = money.total_after - money.total_before;
    if difference.is_zero() {
        ReweighVerdict::SamePrice
    } else if difference.is_sign_negative() {
        match money.direction {
            ReweighDirection::Both if money.returnable > Decimal::ZERO => ReweighVerdict::Refunded,
            ReweighDirection::Both | ReweighDirection::Up => ReweighVerdict::NotRefunded,
        }
    } else if difference > money.automatic_limit {
        ReweighVerdict::HeldConfirm
    } else if difference > money.funds {
        ReweighVerdict::HeldFunds
    } else {
        ReweighVerdict::Charged
    }
}

impl ReweighLimits {
    fn are_exceeded(&self, measured: &[Measure]) -> bool {
        let is_heavy = self.max_weight_g.is_some_and(|max| sum_weights(measured) > Some(i64::from(max)));
        let sides = measured.iter().filter_map(|parcel| parcel.size_mm).flatten();
        is_heavy
            || self.max_side_mm.is_some_and(|max| sides.into_iter().any(|side| tenths(side) > tenths(max)))
    }
}

impl ReweighTolerance {
    fn covers(&self, parcels: &[WeighedParcel], measured: &[Measure]) -> bool {
        let declared: Vec<Measure> = parcels.iter().map(|parcel| parcel.declared).collect();
        let (Some(before), Some(after)) = (sum_weights(&declared), sum_weights(measured)) else {
            return false;
        };
        let allowed = (self.weight_percent * Decimal::from(before) / Decimal::ONE_HUNDRED)
            .max(Decimal::from(self.weight_g));
        let has_same_sides =
            declared.iter().zip(measured).all(|(before, after)| self.covers_sides(before, after));
        Decimal::from((after - before).abs()) <= allowed && has_same_sides
    }

    /// A box is the same whichever side was measured first. A size that nobody knows does not differ.
    fn covers_sides(&self, declared: &Measure, measured: &Measure) -> bool {
        match (declared.size_mm.map(sort_sides), measured.size_mm.map(sort_sides)) {
            (Some(before), Some(after)) => {
                before.iter().zip(after).all(|(before, after)| (after - before).abs() <= tenths(self.side_mm))
            }
            (None, None) => true,
            _ => false,
        }
    }
}

/// None if a weight is unknown.
fn sum_weights(parcels: &[Measure]) -> Option<i64> {
    parcels.iter().map(|parcel| parcel.weight_g.map(i64::from)).sum()
}

/// In whole tenths of a millimetre, as they are measured.
fn tenths(millimetres: f64) -> i64 {
    (millimetres * 10.0).round() as i64
}

fn sort_sides(size_mm: [f64; 3]) -> [i64; 3] {
    let mut sides = size_mm.map(tenths);
    sides.sort_unstable();
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files::{REWEIGH_CASES, REWEIGH_TARIFF, read_rows};
    use rust_decimal::RoundingStrategy;
    use serde::Deserialize;
    use trade::weight::{WeightBasis, WeightRule};

    #[derive(Deserialize)]
    struct Case {
        id: String,
        why: String,
        declared_cm_kg: String,
        measured_cm_kg: String,
        declared_value_usd: Decimal,
        direction: String,
        auto_limit_usd: Decimal,
        wallet_plus_credit_usd: Decimal,
        verdict: String,
        chargeable_before_kg: Decimal,
        total_before: Decimal,
        chargeable_after_kg: Option<Decimal>,
        total_after: Option<Decimal>,
        difference: Option<Decimal>,
        posted: Option<Decimal>,
    }

    /// The small tariff under which the cases were calculated.
    #[derive(Deserialize)]
    struct Tariff {
        divisor_cm3_per_kg: i32,
        bands: Vec<(f64, Decimal)>,
        fuel_percent_of_base: Decimal,
        insurance_percent_of_declared_value: Decimal,
        insurance_minimum: Decimal,
        limits: TariffLimits,
    }

    #[derive(Deserialize)]
    struct TariffLimits {
        max_weight_kg_actual: i32,
        max_side_cm: f64,
    }

    impl Tariff {
        fn weigh(&self, parcels: &[Measure]) -> i32 {
            let rule =
                WeightRule { divisor: self.divisor_cm3_per_kg, step_g: 500, basis: WeightBasis::Shipment };
            rule.weigh(parcels).chargeable_g.unwrap()
        }

        /// Each line is rounded half-up to cents.
        fn price(&self, parcels: &[Measure], declared_value: Decimal) -> Decimal {
            let percent = |percent: Decimal, of: Decimal| {
                let amount = of * percent / Decimal::ONE_HUNDRED;
                amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
            };
            let chargeable = f64::from(self.weigh(parcels)) / 1_000.0;
            let base = self.bands.iter().find(|(up_to, _)| chargeable <= *up_to).unwrap().1;
            let insurance = percent(self.insurance_percent_of_declared_value, declared_value);
            base + percent(self.fuel_percent_of_base, base) + insurance.max(self.insurance_minimum)
        }

        fn limits(&self) -> ReweighLimits {
            ReweighLimits {
                max_weight_g: Some(self.limits.max_weight_kg_actual * 1_000),
                max_side_mm: Some(self.limits.max_side_cm * 10.0),
            }
        }
    }

    /// `20x15x10@0.900`, separated by semicolons: centimetres and kilograms.
    fn read_parcels(text: &str) -> Vec<Measure> {
        let to_parcel = |part: &str| {
            let (sides, weight) = part.split_once('@').unwrap();
            let sides: Vec<f64> = sides.split('x').map(|side| side.parse::<f64>().unwrap() * 10.0).collect();
            let grams = (weight.parse::<Decimal>().unwrap() * Decimal::ONE_THOUSAND).try_into().unwrap();
            Measure { weight_g: Some(grams), size_mm: Some(sides.try_into().unwrap()) }
        };
        text.split(';').filter(|part| !part.is_empty()).map(to_parcel).collect()
    }

    fn to_weighed(declared: &[Measure], measured: &[Measure]) -> Vec<WeighedParcel> {
        let to_parcel = |(index, declared): (usize, &Measure)| WeighedParcel {
            declared: *declared,
            measured: measured.get(index).copied(),
        };
        declared.iter().enumerate().map(to_parcel).collect()
    }

    fn check(case: &Case, tariff: &Tariff) {
        let (declared, measured) = (read_parcels(&case.declared_cm_kg), read_parcels(&case.measured_cm_kg));
        let name = format!("{} {}", case.id, case.why);
        let total_before = tariff.price(&declared, case.declared_value_usd);
        assert_eq!(total_before, case.total_before, "{name}");
        assert_eq!(Decimal::new(tariff.weigh(&declared).into(), 3), case.chargeable_before_kg, "{name}");
        let parcels = to_weighed(&declared, &measured);
        let by_measures = check_measures(&parcels, &ReweighTolerance::default(), &tariff.limits());
        let has_price =
            !matches!(by_measures, Some(ReweighVerdict::Incomplete | ReweighVerdict::RefusedLimit));
        let total_after = has_price.then(|| tariff.price(&measured, case.declared_value_usd));
        assert_eq!(total_after, case.total_after, "{name}");
        let chargeable = has_price.then(|| Decimal::new(tariff.weigh(&measured).into(), 3));
        assert_eq!(chargeable, case.chargeable_after_kg, "{name}");
        let verdict = by_measures.unwrap_or_else(|| {
            let money = ReweighMoney {
                total_before,
                total_after: total_after.unwrap(),
                returnable: total_before,
                funds: case.wallet_plus_credit_usd,
                automatic_limit: case.auto_limit_usd,
                direction: ReweighDirection::from_name(&case.direction).unwrap(),
            };
            if find_verdict(&money) == ReweighVerdict::Refunded {
                let given_back = ReweighMoney { returnable: Decimal::ZERO, ..money };
                assert_eq!(find_verdict(&given_back), ReweighVerdict::NotRefunded, "{name}");
            }
            find_verdict(&money)
        });
        assert_eq!(verdict.as_str(), case.verdict, "{name}");
        let is_kept = verdict == ReweighVerdict::Kept;
        let difference = total_after.map(|after| if is_kept { Decimal::ZERO } else { after - total_before });
        assert_eq!(difference, case.difference, "{name}");
        let posted = difference.map(|difference| if verdict.posts() { difference } else { Decimal::ZERO });
        assert_eq!(posted, case.posted, "{name}");
    }

    #[test]
    fn each_case_has_its_verdict_and_its_amount() {
        let tariff: Tariff = serde_json::from_str(REWEIGH_TARIFF).unwrap();
        for case in read_rows::<Case>(REWEIGH_CASES) {
            check(&case, &tariff);
        }
    }

    #[test]
    fn a_shipment_waits_until_all_its_parcels_are_measured() {
        let parcels = to_weighed(&read_parcels("20x15x10@1;20x15x10@1"), &read_parcels("20x15x10@40"));
        let limits = ReweighLimits { max_weight_g: Some(30_000), max_side_mm: None };
        let verdict = check_measures(&parcels, &ReweighTolerance::default(), &limits);
        assert_eq!(verdict, Some(ReweighVerdict::Incomplete));
        assert_eq!(ReweighVerdict::Incomplete.status(), ReweighStatus::Measured);
    }

    #[test]
    fn a_side_above_the_limit_is_refused() {
        let declared = read_parcels("120x15x10@1");
        let check = |measured| {
            let limits = ReweighLimits { max_weight_g: None, max_side_mm: Some(1_200.0) };
            let parcels = to_weighed(&declared, &read_parcels(measured));
            check_measures(&parcels, &ReweighTolerance::default(), &limits)
        };
        assert_eq!(check("15x120x10@1"), Some(ReweighVerdict::Kept));
        assert_eq!(check("15x120.1x10@1"), Some(ReweighVerdict::RefusedLimit));
        assert_eq!(ReweighVerdict::RefusedLimit.status(), ReweighStatus::Held);
    }

    #[test]
    fn what_was_not_declared_needs_a_price() {
        let declared = Measure { weight_g: Some(1_000), size_mm: None };
        let measured = read_parcels("20x15x10@1");
        let parcels = to_weighed(&[declared], &measured);
        let verdict = check_measures(&parcels, &ReweighTolerance::default(), &ReweighLimits::default());
        assert_eq!(verdict, None);
    }

    #[test]
    fn a_size_that_nobody_knows_does_not_differ() {
        let weighed = |grams| Measure { weight_g: Some(grams), size_mm: None };
        let check = |grams| {
            let parcels = to_weighed(&[weighed(1_000)], &[weighed(grams)]);
            check_measures(&parcels, &ReweighTolerance::default(), &ReweighLimits::default())
        };
        assert_eq!((check(1_050), check(1_051)), (Some(ReweighVerdict::Kept), None));
    }

    #[test]
    fn the_automatic_limit_is_a_part_of_the_total_and_never_above_its_maximum() {
        let limit = AutomaticLimit::default();
        assert_eq!(limit.calculate(Decimal::from(100)), Decimal::from(20));
        assert_eq!(limit.calculate(Decimal::from(1_000)), Decimal::from(50));
    }
}
