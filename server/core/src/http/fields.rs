//! Normalisation of form fields. Each function reports errors at its field.

use chrono::{NaiveDate, NaiveTime};

use super::error::{ApiResult, FieldErrors};
use super::messages::{MessageCode, Params};
use trade::email::is_email;
use trade::party::{MIN_AGE, is_of_age};

/// A required text, trimmed, without hidden characters.
pub fn required(field: &str, typed: &str, errors: &mut FieldErrors) -> String {
    let text = clean(typed);
    if text.is_empty() {
        errors.push(field, MessageCode::Required);
    }
    text
}

/// Same as `required`, for the only field that can be wrong.
pub fn require(field: &str, typed: &str) -> ApiResult<String> {
    let mut errors = FieldErrors::default();
    let text = required(field, typed, &mut errors);
    errors.into_result()?;
    Ok(text)
}

/// An optional text without hidden characters; none when blank.
pub fn optional(typed: Option<&String>) -> Option<String> {
    typed.map(|text| clean(text)).filter(|text| !text.is_empty())
}

/// Without control characters and marks that turn the direction of writing: a name with them reads as another one.
fn clean(typed: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\r' | '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    typed.chars().filter(|c| !is_hidden(*c)).collect::<String>().trim().to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_nothing_hidden() {
        let text = |typed: &str| required("name", typed, &mut FieldErrors::default());
        assert_eq!(text(" Ana \u{202e}amiL\u{202c} "), "Ana amiL");
        assert_eq!(text("Loja\u{7}\u{1b}[2J\u{2066}"), "Loja[2J");
        assert_eq!(text("Two parcels:\r\n\t- books\n"), "Two parcels:\r\n\t- books");
        assert_eq!(
            text("می\u{200c}خواهم 👨\u{200d}👩"),
            "می\u{200c}خواهم 👨\u{200d}👩",
            "joiners are letters"
        );
        assert_eq!(optional(Some(&"\u{7}\u{202e}".to_owned())), None);
        let mut errors = FieldErrors::default();
        required("name", "\u{1b}", &mut errors);
        assert!(errors.into_result().is_err());
    }
}
