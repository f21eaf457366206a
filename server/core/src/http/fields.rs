//! Normalisation of form fields. Each function reports errors at its field.

use chrono::{NaiveDate, NaiveTime};

use super::error::{ApiResult, FieldErrors};
use super::messages::{MessageCode, Params};
use trade::email::is_email;
use trade::party::{MIN_AGE, is_of_age};

/// A required text, trimmed.
pub fn required(field: &str, typed: &str, errors: &mut FieldErrors) -> String {
    let text = typed.trim();
    if text.is_empty() {
        errors.push(field, MessageCode::Required);
    }
    text.to_owned()
}

/// Same as `required`, for the only field that can be wrong.
pub fn require(field: &str, typed: &str) -> ApiResult<String> {
    let mut errors = FieldErrors::default();
    let text = required(field, typed, &mut errors);
    errors.into_result()?;
    Ok(text)
}

/// An optional text; none when blank.
pub fn optional(typed: Option<&String>) -> Option<String> {
    typed.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The time of a text such as `09:30`, with two digits each, so that texts are in the order of their times.
pub fn read_time(text: &str) -> Option<NaiveTime> {
    let time = NaiveTime::parse_from_str(text.trim(), "%H:%M").ok()?;
    (time.format("%H:%M").to_string() == text.trim()).then_some(time)
}

/// A required e-mail address, in lower case; errors are reported at `email`.
pub fn read_email(sent: &str, errors: &mut FieldErrors) -> String {
    let email = sent.trim().to_lowercase();
    if email.is_empty() {
        errors.push("email", MessageCode::Required);
    } else if !is_email(&email) {
        errors.push("email", MessageCode::InvalidEmail);
    }
    email
}

/// An optional e-mail address, in lower case; errors are reported at `email`.
pub fn optional_email(sent: Option<&String>, errors: &mut FieldErrors) -> Option<String> {
    let email = optional(sent)?.to_lowercase();
    if !is_email(&email) {
        errors.push("email", MessageCode::InvalidEmail);
    }
    Some(email)
}

/// Reports at `birthday` that a natural person is too young.
pub fn check_age(birthday: NaiveDate, today: NaiveDate, errors: &mut FieldErrors) {
    if !is_of_age(birthday, today) {
        errors.push_with("birthday", MessageCode::TooYoung, Params::from([("min", MIN_AGE.into())]));
    }
}
