//! When and where a warehouse picks parcels up: a setting of the warehouse.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use server_core::http::amounts::check_amount;
use server_core::http::error::FieldErrors;
use server_core::http::fields::read_time;
use server_core::http::messages::MessageCode;
use trade::postcode;

/// When and where parcels are picked up. Times are `HH:MM`, in the time zone of the warehouse.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickupRules {
    /// No pickup begins earlier.
    #[oai(validator(max_length = 5))]
    pub opens_at: String,
    /// No pickup ends later.
    #[oai(validator(max_length = 5))]
    pub closes_at: String,
    /// From this time on, nothing more is taken for the same day, and its clients can no longer cancel.
    #[oai(validator(max_length = 5))]
    pub cutoff: String,
    /// Weekdays without pickups: 1 is Monday, 7 is Sunday.
    #[oai(validator(max_items = 6, unique_items))]
    pub closed_weekdays: Vec<i16>,
    /// Holidays.
    #[oai(validator(max_items = 100, unique_items))]
    pub closed_dates: Vec<NaiveDate>,
    /// Postcodes of the country of the warehouse; empty for the whole country.
    #[oai(validator(max_items = 100))]
    pub areas: Vec<PostcodeRange>,
    /// Price that the client pays when a scheduled pickup is cancelled, in the company's currency; null for nothing.
    pub cancel_fee: Option<Decimal>,
}

/// Postcodes from the first to the last. Beginnings are enough: `01` to `05`.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostcodeRange {
    #[oai(validator(min_length = 1, max_length = 20))]
    pub from: String,
    #[oai(validator(min_length = 1, max_length = 20))]
    pub to: String,
}

impl PickupRules {
    /// Normalizes the rules and reports errors at their fields. `country_id` is that of the warehouse.
    pub fn check(self, country_id: i16, errors: &mut FieldErrors) -> Self {
        for (field, text) in
            [("opens_at", &self.opens_at), ("closes_at", &self.closes_at), ("cutoff", &self.cutoff)]
        {
            if read_time(text).is_none() {
                errors.push(format!("pickup.{field}"), MessageCode::InvalidTime);
            }
        }
        if let Some((opens, closes)) = read_time(&self.opens_at).zip(read_time(&self.closes_at))
            && closes <= opens
        {
            errors.push("pickup.closes_at", MessageCode::WindowEmpty);
        }
        if self.closed_weekdays.iter().any(|day| !(1..=7).contains(day)) {
            errors.push("pickup.closed_weekdays", MessageCode::UnknownOption);
        }
        check_amount(errors, "pickup.cancel_fee", self.cancel_fee, None);
        let areas: Vec<PostcodeRange> =
            self.areas.iter().map(|range| range.compact(Some(country_id))).collect();
        for (at, range) in areas.iter().enumerate() {
            if range.from.is_empty() || !range.has(&range.from) {
                errors.push(format!("pickup.areas.{at}.to"), MessageCode::Invalid);
            }
        }
        let tidy = |text: &String| text.trim().to_owned();
        Self {
            opens_at: tidy(&self.opens_at),
            closes_at: tidy(&self.closes_at),
            cutoff: tidy(&self.cutoff),
            cancel_fee: self.cancel_fee.filter(|fee| !fee.is_zero()),
            areas,
            ..self
        }
    }

    /// Whether parcels are picked up at a postcode of the country.
    pub fn covers(&self, country_id: i16, postcode: Option<&str>) -> bool {
        if self.areas.is_empty() {
            return true;
        }
        let plain = postcode::compact(Some(country_id), postcode.unwrap_or_default());
        !plain.is_empty() && self.areas.iter().any(|range| range.has(&plain))
    }
}

impl PostcodeRange {
    fn compact(&self, country_id: Option<i16>) -> Self {
        // The beginning of a postcode has no form of its country: only its separators go.
        let compact = |text: &str| -> String {
            let whole = postcode::is_possible(country_id, text);
            let plain = if whole { postcode::compact(country_id, text) } else { text.to_uppercase() };
            plain.chars().filter(|c| c.is_alphanumeric()).collect()
        };
        Self { from: compact(&self.from), to: compact(&self.to) }
    }

    /// Both ends are compared as beginnings.
    fn has(&self, postcode: &str) -> bool {
        let begin = |end: &str| postcode.chars().take(end.chars().count()).collect::<String>();
        !self.to.is_empty() && begin(&self.from) >= self.from && begin(&self.to) <= self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    fn rules(areas: &[(&str, &str)]) -> PickupRules {
        let range = |(from, to): &(&str, &str)| PostcodeRange { from: (*from).into(), to: (*to).into() };
        PickupRules {
            opens_at: "08:00".into(),
            closes_at: " 18:00".into(),
            cutoff: "11:00".into(),
            areas: areas.iter().map(range).collect(),
            ..PickupRules::default()
        }
    }

    #[test]
    fn an_area_is_a_range_of_postcodes_or_of_their_beginnings() {
        let mut errors = FieldErrors::default();
        let checked = rules(&[("01", "05"), ("07190-100", "07190-199")]).check(BRAZIL, &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(checked.closes_at, "18:00");
        for inside in ["01310-100", "05999999", "07190-150"] {
            assert!(checked.covers(BRAZIL, Some(inside)), "{inside}");
        }
        for outside in ["06000-000", "07190-200", ""] {
            assert!(!checked.covers(BRAZIL, Some(outside)), "{outside}");
        }
        assert!(!checked.covers(BRAZIL, None));
        assert!(rules(&[]).covers(BRAZIL, None), "without areas, the whole country");
    }

    #[test]
    fn all_problems_are_reported_at_their_fields() {
        let mut errors = FieldErrors::default();
        let wrong = PickupRules {
            opens_at: "18:00".into(),
            closes_at: "08:00".into(),
            cutoff: "noon".into(),
            closed_weekdays: vec![0],
            cancel_fee: Some(Decimal::NEGATIVE_ONE),
            ..rules(&[("05", "01")])
        };
        wrong.check(BRAZIL, &mut errors);
        for field in ["closes_at", "cutoff", "closed_weekdays", "cancel_fee", "areas.0.to"] {
            assert!(errors.contains(&format!("pickup.{field}")), "{field} in {errors:?}");
        }
        assert_eq!(errors.len(), 5);
    }
}
