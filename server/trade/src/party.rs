//! Legal identity of clients, senders and receivers.

use chrono::NaiveDate;

use super::identifiers::{Cnpj, Cpf, IdentifierError};
use crate::wire_code;

/// Minimum age of a natural person, in years.
pub const MIN_AGE: u32 = 18;

/// `countries.id`.
pub const BRAZIL: i16 = 32;
pub const UNITED_STATES: i16 = 238;

wire_code! {
    /// A natural person or a company.
    PersonType { Person = 1, Company = 2 }
}
wire_code! {
    /// Kind of identity document.
    DocumentType { TaxId = 1, Passport = 2 }
}

/// A document in its stored form: in Brazil a CPF or CNPJ with valid check digits, elsewhere the text.
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

/// Whether a natural person is of age, from the birthday on.
pub fn is_of_age(birthday: NaiveDate, today: NaiveDate) -> bool {
    today.years_since(birthday).is_some_and(|age| age >= MIN_AGE)
}
