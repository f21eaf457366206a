//! Why a bag does not take a parcel. Each reason has its message, which says where the parcel belongs.

use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::record_state::Verdict;

use super::model::Bag;
use super::state::BagStep;
use super::triage;
use access::ctx::Ctx;
use freight::shipments::to_bag::ParcelToBag;
use trade::figures;
use trade::units::WeightUnit;

/// How the user reads weights.
#[derive(Clone, Copy, Debug)]
pub struct WeightReader {
    unit: WeightUnit,
    language: Language,
}

impl WeightReader {
    pub fn of(ctx: &Ctx) -> Self {
        let unit = WeightUnit::from_code(ctx.user.weight_unit).unwrap_or(WeightUnit::Kilograms);
        Self { unit, language: ctx.language() }
    }

    /// For example `30 kg` or `66.14 lb`.
    pub fn write(self, grams: i32) -> String {
        figures::weight(grams, self.unit, self.language)
    }
}

/// A reason with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagRefusal {
    pub code: MessageCode,
    pub params: Params,
}

impl BagRefusal {
    pub const fn of(code: MessageCode) -> Self {
        Self { code, params: Params::new() }
    }
}

/// The first reason that keeps a parcel out of a bag; none if it comes in.
pub fn find_refusal(bag: &Bag, parcel: &ParcelToBag, reader: WeightReader) -> Option<BagRefusal> {
    find_closed(bag).or_else(|| find_misfit(bag, parcel)).or_else(|| find_excess(bag, parcel, reader))
}

/// Whether the bag takes no parcels any more.
pub fn find_closed(bag: &Bag) -> Option<BagRefusal> {
    match bag.verdict(BagStep::Scan) {
        Verdict::No(code, params) => Some(BagRefusal { code, params }),
        _ => None,
    }
}

/// Whether the parcel belongs into another bag.
fn find_misfit(bag: &Bag, parcel: &ParcelToBag) -> Option<BagRefusal> {
    if parcel.to_country_id != Some(bag.destination_country_id) {
        return Some(BagRefusal::of(MessageCode::BagOtherDestination));
    }
    if bag.service_id.is_some() && bag.service_id != parcel.service_id {
        return Some(BagRefusal::of(MessageCode::BagOtherService));
    }
    if bag.tax_modality.is_some() && bag.tax_modality != parcel.duty_payer {
        return Some(BagRefusal::of(MessageCode::BagOtherDuties));
    }
    let group = triage::find_group(parcel.to_country_id, parcel.to_postcode.as_deref());
    if bag.triage_group.is_some() && bag.triage_group != group {
        let shown = group.map_or_else(|| "–".to_owned(), |group| group.to_string());
        let params = Params::from([("group", shown.into())]);
        return Some(BagRefusal { code: MessageCode::BagOtherGroup, params });
    }
    None
}

/// Whether the bag has room for the parcel.
fn find_excess(bag: &Bag, parcel: &ParcelToBag, reader: WeightReader) -> Option<BagRefusal> {
    if bag.parcel_count >= bag.max_parcels {
        let params = Params::from([("max", bag.max_parcels.into())]);
        return Some(BagRefusal { code: MessageCode::BagFull, params });
    }
    let weight_g = bag.tare_g.saturating_add(bag.parcel_weight_g);
    if weight_g.saturating_add(parcel.weight_g.unwrap_or_default()) > bag.max_weight_g {
        let params = Params::from([("max", reader.write(bag.max_weight_g).into())]);
        return Some(BagRefusal { code: MessageCode::BagTooHeavy, params });
    }
    None
}

/// The weight of bag and parcels together, if the scale shows another one: more than 1 % and more than 100 g away.
pub fn find_weight_difference(bag: &Bag, gross_g: i32) -> Option<i32> {
    const LEAST_G: i32 = 100;
    let expected_g = bag.tare_g.saturating_add(bag.parcel_weight_g);
    let tolerance_g = (expected_g / 100).max(LEAST_G);
    let is_other = (gross_g - expected_g).abs() > tolerance_g;
    is_other.then_some(expected_g)
}

#[cfg(test)]
mod tests {
    use super::super::state::BagStatus;
    use super::super::test_bag::{bag, parcel};
    use super::*;
    use freight::shipments::to_bag::DutyPayer;
    use uuid::Uuid;

    const READER: WeightReader = WeightReader { unit: WeightUnit::Kilograms, language: Language::En };

    fn code(bag: &Bag, parcel: &ParcelToBag) -> Option<MessageCode> {
        find_refusal(bag, parcel, READER).map(|refusal| refusal.code)
    }

    #[test]
    fn a_parcel_of_the_destination_comes_in() {
        assert_eq!(code(&bag(), &parcel()), None);
        let any = Bag { service_id: None, tax_modality: None, triage_group: None, ..bag() };
        let bare = ParcelToBag { service_id: None, duty_payer: None, to_postcode: None, ..parcel() };
        assert_eq!(code(&any, &bare), None);
    }

    #[test]
    fn each_reason_has_its_code() {
        let closed = Bag { status: BagStatus::Closed, ..bag() };
        assert_eq!(code(&closed, &parcel()), Some(MessageCode::BagClosed));
        let cases = [
            (ParcelToBag { to_country_id: Some(1), ..parcel() }, MessageCode::BagOtherDestination),
            (ParcelToBag { to_country_id: None, ..parcel() }, MessageCode::BagOtherDestination),
            (ParcelToBag { service_id: Some(Uuid::from_u128(8)), ..parcel() }, MessageCode::BagOtherService),
            (ParcelToBag { duty_payer: Some(DutyPayer::Ddp), ..parcel() }, MessageCode::BagOtherDuties),
            (ParcelToBag { to_postcode: Some("20040-002".into()), ..parcel() }, MessageCode::BagOtherGroup),
            (ParcelToBag { weight_g: Some(29_001), ..parcel() }, MessageCode::BagTooHeavy),
        ];
        for (other, expected) in cases {
            assert_eq!(code(&bag(), &other), Some(expected));
        }
        let full = Bag { parcel_count: 500, ..bag() };
        assert_eq!(code(&full, &parcel()), Some(MessageCode::BagFull));
    }

    #[test]
    fn the_limit_of_the_weight_counts_the_bag_itself() {
        let nearly = Bag { tare_g: 1000, parcel_weight_g: 28_500, ..bag() };
        assert_eq!(code(&nearly, &ParcelToBag { weight_g: Some(500), ..parcel() }), None);
        let heavy = ParcelToBag { weight_g: Some(501), ..parcel() };
        let american = WeightReader { unit: WeightUnit::Pounds, language: Language::En };
        for (reader, max) in [(READER, "30 kg"), (american, "66.14 lb")] {
            assert_eq!(find_refusal(&nearly, &heavy, reader).unwrap().params["max"], max);
        }
    }

    #[test]
    fn a_scale_may_differ_by_a_hundred_grams_or_one_percent() {
        let light = Bag { tare_g: 500, parcel_weight_g: 4500, ..bag() };
        assert_eq!(find_weight_difference(&light, 5100), None);
        assert_eq!(find_weight_difference(&light, 4899), Some(5000));
        let heavy = Bag { tare_g: 0, parcel_weight_g: 25_000, ..bag() };
        assert_eq!(find_weight_difference(&heavy, 25_250), None);
        assert_eq!(find_weight_difference(&heavy, 25_251), Some(25_000));
    }
}
