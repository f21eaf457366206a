//! Fields of a form as they are stored. Each function says at its field what is wrong.

use chrono::NaiveDate;

use super::error::FieldErrors;
use super::messages::{MessageCode, Params};
use crate::trade::email::is_email;
use crate::trade::party::{MIN_AGE, is_of_age};

/// A text that has to be given, without the blanks around it.
pub fn required(field: &str, typed: &str, errors: &mut FieldErrors) -> String {
    let text = typed.trim();
    if text.is_empty() {
        errors.push(field, MessageCode::Required);
    }
    text.to_owned()
}

/// A text that may be given; blanks are none.
pub fn optional(typed: Option<&String>) -> Option<String> {
    typed.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// An e-mail address that has to be given, in lower case; problems are told at `email`.
pub fn read_email(sent: &str, errors: &mut FieldErrors) -> String {
    let email = sent.trim().to_lowercase();
    if email.is_empty() {
        errors.push("email", MessageCode::Required);
    } else if !is_email(&email) {
        errors.push("email", MessageCode::InvalidEmail);
    }
    email
}

/// An e-mail address that may be given, in lower case; problems are told at `email`.
pub fn optional_email(sent: Option<&String>, errors: &mut FieldErrors) -> Option<String> {
    let email = optional(sent)?.to_lowercase();
    if !is_email(&email) {
        errors.push("email", MessageCode::InvalidEmail);
    }
    Some(email)
}

/// Tells at `birthday` that a natural person is too young.
pub fn check_age(birthday: NaiveDate, today: NaiveDate, errors: &mut FieldErrors) {
    if !is_of_age(birthday, today) {
        errors.push_with("birthday", MessageCode::TooYoung, Params::from([("min", MIN_AGE.into())]));
    }
}
