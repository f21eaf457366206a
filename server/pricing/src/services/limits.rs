//! The limits of a service against the input of a shipment.

use rust_decimal::Decimal;
use serde_json::json;

use super::model::ServiceLimits;
use server_core::http::error::FieldErrors;
use server_core::http::messages::{Language, MessageCode, Params};
use trade::figures::{self, Money};
use trade::goods::{ContentsType, Parcel};
use trade::units::{SizeUnit, WeightUnit};

/// The weighing and the limits of a service.
#[derive(Debug, Clone, Default, sqlx::FromRow)]
pub struct Rules {
    pub volumetric_divisor: i32,
    pub rounding_step_g: i32,
    #[sqlx(flatten)]
    pub limits: ServiceLimits,
}

impl Rules {
    /// The weighing of a shipment without a service, which has no limits.
    pub fn without_service() -> Self {
        Self { volumetric_divisor: 6000, rounding_step_g: 500, limits: ServiceLimits::default() }
    }
}

/// How a message writes weights and sizes.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    pub language: Language,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
}

impl Reader {
    /// The units by their codes; kilograms and centimetres for unknown ones.
    pub fn new(language: Language, weight_unit: i16, size_unit: i16) -> Self {
        Self {
            language,
            weight_unit: WeightUnit::from_code(weight_unit).unwrap_or(WeightUnit::Kilograms),
            size_unit: SizeUnit::from_code(size_unit).unwrap_or(SizeUnit::Centimetres),
        }
    }
}

/// The goods of a shipment that the limits of a service are about.
pub struct LimitedGoods<'a> {
    pub parcels: &'a [Parcel],
    /// None for the sum of the parcels.
    pub declared_weight_g: Option<i32>,
    pub declared_value: Option<Decimal>,
    pub currency: Option<&'a str>,
    pub contents_type: Option<ContentsType>,
    pub from_country_id: Option<i16>,
    pub to_country_id: Option<i16>,
}

impl ServiceLimits {
    /// Reports what the service does not take, at the fields of the shipment.
    pub fn check(&self, goods: &LimitedGoods, reader: Reader, errors: &mut FieldErrors) {
        self.check_weight(goods, reader, errors);
        for (index, parcel) in goods.parcels.iter().enumerate() {
            self.check_size(index, parcel, reader, errors);
        }
        if let (Some(value), Some(max)) = (goods.declared_value, self.max_value)
            && value > max
            && goods.currency == self.value_currency.as_deref()
        {
            let currency = self.value_currency.clone().unwrap_or_default();
            let most = figures::money(&Money { amount: max, currency }, reader.language);
            errors.push_with("declared_value", MessageCode::AboveServiceLimit, at_most(&most));
        }
        let allows = |ids: &[i16], id: Option<i16>| ids.is_empty() || id.is_none_or(|id| ids.contains(&id));
        let refused = [
            ("contents_type", !self.takes(goods)),
            ("from_country_id", !allows(&self.origin_country_ids, goods.from_country_id)),
            ("to_country_id", !allows(&self.destination_country_ids, goods.to_country_id)),
        ];
        for (field, _) in refused.into_iter().filter(|(_, is_refused)| *is_refused) {
            errors.push(field, MessageCode::NotWithService);
        }
    }

    fn takes(&self, goods: &LimitedGoods) -> bool {
        self.contents.is_empty()
            || goods.contents_type.is_none_or(|contents| self.contents.contains(&contents))
    }

    fn check_weight(&self, goods: &LimitedGoods, reader: Reader, errors: &mut FieldErrors) {
        let weights: Vec<i64> = goods.parcels.iter().map(|it| it.weight_g.unwrap_or(0).into()).collect();
        let whole = goods.declared_weight_g.map_or_else(|| weights.iter().sum(), i64::from);
        let format_weight = |grams| figures::weight(grams, reader.weight_unit, reader.language);
        // One parcel is the shipment: its own weight is what was typed.
        let at = if weights.len() == 1 { "parcels.0.weight_g" } else { "declared_weight_g" };
        if let Some(max) = self.max_weight_g {
            let heavy = weights.iter().position(|grams| *grams > i64::from(max));
            let at = heavy.map(|index| format!("parcels.{index}.weight_g"));
            let at = at.or_else(|| (whole > i64::from(max)).then(|| "declared_weight_g".to_owned()));
            if let Some(at) = at {
                errors.push_with(at, MessageCode::AboveServiceLimit, at_most(&format_weight(max)));
            }
        }
        if let Some(min) = self.min_weight_g
            && whole > 0
            && whole < i64::from(min)
        {
            let params = Params::from([("min", json!(format_weight(min)))]);
            errors.push_with(at, MessageCode::BelowServiceLimit, params);
        }
    }

    fn check_size(&self, index: usize, parcel: &Parcel, reader: Reader, errors: &mut FieldErrors) {
        let format_length = |millimetres| figures::length(millimetres, reader.size_unit, reader.language);
        let sides =
            [("length_mm", parcel.length_mm), ("width_mm", parcel.width_mm), ("height_mm", parcel.height_mm)];
        if let Some(max) = self.max_side_mm {
            for (side, _) in sides.iter().filter(|(_, long)| long.is_some_and(|long| long > max)) {
                let at = format!("parcels.{index}.{side}");
                errors.push_with(at, MessageCode::AboveServiceLimit, at_most(&format_length(max)));
            }
        }
        let [Some(first), Some(second), Some(third)] = sides.map(|(_, long)| long) else { return };
        let sum = first + second + third;
        let girth = 2.0 * sum - first.max(second).max(third);
        let sums = [
            (self.max_sides_mm, sum, MessageCode::SidesAboveServiceLimit),
            (self.max_girth_mm, girth, MessageCode::GirthAboveServiceLimit),
        ];
        for (max, measured, code) in sums {
            if let Some(max) = max
                && measured > max + HALF_A_TENTH
            {
                errors.push_with(format!("parcels.{index}.length_mm"), code, at_most(&format_length(max)));
            }
        }
    }
}

/// Sums of millimetres with one decimal are exact to less than this.
const HALF_A_TENTH: f64 = 0.05;

fn at_most(most: &str) -> Params {
    Params::from([("max", json!(most))])
}

#[cfg(test)]
mod tests {
    use super::*;

    const READER: Reader = Reader {
        language: Language::PtBr,
        weight_unit: WeightUnit::Kilograms,
        size_unit: SizeUnit::Centimetres,
    };

    fn parcel(weight_g: i32, [length_mm, width_mm, height_mm]: [f64; 3]) -> serde_json::Value {
        json!({ "weight_g": weight_g, "length_mm": length_mm, "width_mm": width_mm, "height_mm": height_mm })
    }

    fn errors_text(limits: &ServiceLimits, parcels: &serde_json::Value) -> String {
        let mut errors = FieldErrors::default();
        let parcels: Vec<Parcel> = serde_json::from_value(parcels.clone()).unwrap();
        let goods = LimitedGoods {
            parcels: &parcels,
            declared_weight_g: None,
            declared_value: Some(Decimal::new(300_001, 2)),
            currency: Some("USD"),
            contents_type: Some(ContentsType::Medicine),
            from_country_id: None,
            to_country_id: Some(32),
        };
        limits.check(&goods, READER, &mut errors);
        format!("{errors:?}")
    }

    #[test]
    fn a_limit_left_empty_is_no_limit() {
        let huge = json!([parcel(999_999, [9000.0, 9000.0, 9000.0])]);
        assert_eq!(errors_text(&ServiceLimits::default(), &huge), format!("{:?}", FieldErrors::default()));
    }

    #[test]
    fn the_parcel_above_the_limit_is_named_in_the_readers_units() {
        let limits = ServiceLimits {
            max_weight_g: Some(30_500),
            max_side_mm: Some(1050.0),
            ..ServiceLimits::default()
        };
        let errors_text =
            errors_text(&limits, &json!([parcel(1, [1.0; 3]), parcel(30_501, [10.0, 1050.1, 1.0])]));
        for expected in ["parcels.1.weight_g", "30,5 kg", "parcels.1.width_mm", "105 cm"] {
            assert!(errors_text.contains(expected), "{expected} in {errors_text}");
        }
        assert!(!errors_text.contains("parcels.0") && !errors_text.contains("length_mm"), "{errors_text}");
    }

    #[test]
    fn parcels_that_are_too_heavy_together_are_told_at_the_whole_weight() {
        let limits = ServiceLimits { max_weight_g: Some(30_000), ..ServiceLimits::default() };
        let parcels = json!([parcel(20_000, [1.0; 3]), parcel(10_001, [1.0; 3])]);
        assert!(errors_text(&limits, &parcels).contains("declared_weight_g"));
        assert!(
            !errors_text(&limits, &json!([parcel(30_000, [1.0; 3])])).contains("weight_g"),
            "the limit itself passes"
        );
    }

    #[test]
    fn sides_and_girth_are_summed() {
        let limits = ServiceLimits {
            max_sides_mm: Some(900.0),
            max_girth_mm: Some(1500.0),
            min_weight_g: Some(500),
            ..ServiceLimits::default()
        };
        assert!(!errors_text(&limits, &json!([parcel(500, [300.0; 3])])).contains("parcels"));
        let errors_text = errors_text(&limits, &json!([parcel(499, [300.1, 300.0, 300.0])]));
        for expected in
            ["SidesAboveServiceLimit", "GirthAboveServiceLimit", "BelowServiceLimit", "parcels.0.weight_g"]
        {
            assert!(errors_text.contains(expected), "{expected} in {errors_text}");
        }
    }

    #[test]
    fn value_contents_and_countries_are_told_at_their_fields() {
        let limits = ServiceLimits {
            max_value: Some(Decimal::from(3000)),
            value_currency: Some("USD".into()),
            contents: vec![ContentsType::Documents],
            destination_country_ids: vec![1],
            ..ServiceLimits::default()
        };
        let errors_text = errors_text(&limits, &json!([]));
        for field in ["declared_value", "contents_type", "to_country_id"] {
            assert!(errors_text.contains(field), "{field} in {errors_text}");
        }
        assert!(!errors_text.contains("from_country_id"), "{errors_text}");
    }
}
