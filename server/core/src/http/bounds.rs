//! Bounds of inputs whose schema states none. The checks enforce them and the published documents state them.

use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate};
use poem::Request;
use rust_decimal::Decimal;

use super::error::{ApiError, ApiResult, FieldErrors};
use super::messages::{MessageCode, Params};

/// Characters of a text in a body.
pub const MAX_TEXT: usize = 10_000;
/// Characters of a parameter in the path or the query. Sign-in providers send long ones.
pub const MAX_PARAMETER: usize = 4_000;
const MAX_PARAMETERS: usize = 100;
pub const MAX_ITEMS: usize = 1_000;
/// The whole part of amounts has at most twelve digits in the tables.
pub const MAX_AMOUNT: i64 = 999_999_999_999;
/// Integers that JavaScript and JSON keep exactly.
const EXACT: f64 = 9_007_199_254_740_991.0;
const YEARS: RangeInclusive<i32> = 1900..=2199;

/// The smallest and largest number of a format.
pub fn range(format: Option<&str>) -> (f64, f64) {
    match format {
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => (-EXACT, EXACT),
    }
}

/// Characters of a text of a format, or `most`.
pub fn length(format: Option<&str>, most: usize) -> usize {
    match format {
        Some("date" | "naive-date") => 10,
        Some("uuid") => 36,
        Some("date-time" | "decimal") => 40,
        _ => most,
    }
}

/// A day of a year that a shipment, a person or an event can have.
pub fn is_day(day: NaiveDate) -> bool {
    YEARS.contains(&day.year())
}

/// The problem with the size of an amount.
pub fn amount_error(amount: Decimal) -> Option<(MessageCode, Params)> {
    let most = Decimal::from(MAX_AMOUNT);
    if amount > most {
        return Some((MessageCode::TooLarge, Params::from([("max", MAX_AMOUNT.into())])));
    }
    (amount < -most).then(|| (MessageCode::TooSmall, Params::from([("min", (-MAX_AMOUNT).into())])))
}

/// Refuses parameters that no operation takes: 404 for a path with U+0000, 422 at a parameter of the query.
pub fn check_parameters(request: &Request) -> ApiResult<()> {
    if request.uri().path().contains("%00") {
        return Err(ApiError::not_found());
    }
    let query = request.uri().query().unwrap_or_default();
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    let mut errors = FieldErrors::default();
    if pairs.len() > MAX_PARAMETERS {
        errors.push_with("query", MessageCode::TooMany, Params::from([("max", MAX_PARAMETERS.into())]));
    }
    for (name, value) in pairs.iter().take(MAX_PARAMETERS) {
        if value.chars().count() > MAX_PARAMETER {
            errors.push_with(name, MessageCode::TooLong, Params::from([("max", MAX_PARAMETER.into())]));
        } else if value.contains('\0') {
            errors.push(name, MessageCode::Invalid);
        } else if value.parse().is_ok_and(|day| !is_day(day)) {
            errors.push(name, MessageCode::NotADate);
        }
    }
    errors.into_result()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(uri: &str) -> String {
        let request = Request::builder().uri_str(uri).finish();
        check_parameters(&request).map_or_else(|error| format!("{error:?}"), |()| String::new())
    }

    #[test]
    fn parameters_have_a_length_a_number_and_no_u0000() {
        assert_eq!(refused("/api/shipments?search=maria&created_from=2026-11-21"), "");
        assert!(refused("/api/shipments?search=a%00b").contains("\"search\": [(Invalid"));
        assert!(refused(&format!("/api/shipments?search={}", "a+".repeat(9_000))).contains("TooLong"));
        assert!(refused(&format!("/api/shipments?{}", "a=1&".repeat(101))).contains("TooMany"));
        assert!(refused("/api/domains/a%00b").contains("NotFound"));
    }

    #[test]
    fn dates_beyond_any_use_are_refused() {
        for day in ["-0001-12-31", "1899-12-31", "2200-01-01", "%2B262142-12-31"] {
            assert!(
                refused(&format!("/api/shipments?due_to={day}")).contains("\"due_to\": [(NotADate"),
                "{day}"
            );
        }
    }

    #[test]
    fn amounts_fit_the_tables() {
        let error = |text: &str| amount_error(text.parse().unwrap()).map(|(code, _)| code);
        assert_eq!(error("999999999999"), None);
        assert_eq!(error("99999999999999999999"), Some(MessageCode::TooLarge));
        assert_eq!(error("-1000000000000"), Some(MessageCode::TooSmall));
    }
}
