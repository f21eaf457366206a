//! What clients, senders and receivers have in common: who they are before the law.

use chrono::NaiveDate;

use crate::freight::identifiers::{Cnpj, Cpf, IdentifierError};
use crate::http::error::FieldErrors;
use crate::http::messages::{MessageCode, Params};
use crate::wire_code;

const MIN_AGE: u32 = 18;

/// `countries.id`.
pub const BRAZIL: i16 = 32;

wire_code! {
    /// A natural person or a company.
    PersonType { Person = 1, Company = 2 }
}
wire_code! {
    /// Kind of identity document.
    DocumentType { TaxId = 1, Passport = 2 }
}

/// A document as it is stored: in Brazil a CPF or a CNPJ that is right by its digits, elsewhere as it was typed.
pub fn read_document(
    raw: &str,
    country_id: Option<i16>,
    person_type: PersonType,
    document_type: DocumentType,
) -> Result<String, IdentifierError> {
    if country_id != Some(BRAZIL) || document_type == DocumentType::Passport {
        return Ok(raw.trim().to_owned());
    }
    match person_type {
        PersonType::Person => Cpf::parse(raw).map(String::from),
        PersonType::Company => Cnpj::parse(raw).map(String::from),
    }
}

/// Natural persons are 18 or older; the birthday itself counts.
pub fn check_age(birthday: NaiveDate, today: NaiveDate, errors: &mut FieldErrors) {
    if today.years_since(birthday).is_none_or(|age| age < MIN_AGE) {
        errors.push_with("birthday", MessageCode::TooYoung, Params::from([("min", MIN_AGE.into())]));
    }
}

/// A text somebody has to give, without the blanks around it.
pub fn required(field: &str, typed: &str, errors: &mut FieldErrors) -> String {
    let text = typed.trim();
    if text.is_empty() {
        errors.push(field, MessageCode::Required);
    }
    text.to_owned()
}

/// A text somebody may give; blanks are none.
pub fn optional(typed: Option<&String>) -> Option<String> {
    typed.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
