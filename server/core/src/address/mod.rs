//! Addresses: the form, its checks, and the country and state it refers to.

pub mod place;
pub mod served;

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;

use self::place::Place;
use crate::http::error::FieldErrors;
use crate::http::fields::{optional, required};
use crate::http::messages::MessageCode;
use trade::identifiers::Phone;
use trade::party::{DocumentType, PersonType, read_document};
use trade::postcode;

/// An address with at least country and city. Its fields are part of its record.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
#[oai(rename = "PartyAddress")]
pub struct Address {
    pub country_id: i16,
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
    /// Street.
    #[oai(validator(max_length = 200))]
    pub address_1: Option<String>,
    /// District.
    #[oai(validator(max_length = 200))]
    pub address_2: Option<String>,
    #[oai(validator(max_length = 20))]
    pub address_number: Option<String>,
    #[oai(validator(max_length = 100))]
    pub address_complement: Option<String>,
    pub state_id: Option<i32>,
    #[oai(validator(max_length = 120))]
    pub city: String,
}

/// The columns of an [`Address`].
#[macro_export]
macro_rules! address_columns {
    () => {
        "country_id, postcode, address_1, address_2, address_number, address_complement, state_id, city"
    };
}

impl Address {
    /// The document of a party at this address: in Brazil a CPF or a CNPJ, free text elsewhere. A wrong one is reported at
    /// `document`.
    pub fn document(
        &self,
        typed: Option<&String>,
        person_type: PersonType,
        document_type: DocumentType,
        errors: &mut FieldErrors,
    ) -> Option<String> {
        let typed = optional(typed)?;
        let read = read_document(&typed, Some(self.country_id), person_type, document_type);
        read.map_err(|wrong| errors.push("document", wrong.into())).ok()
    }

    /// The phone of a party at this address, with the calling code of its country if it has none. A wrong one is reported
    /// at `phone`.
    pub fn phone(&self, typed: Option<&String>, errors: &mut FieldErrors) -> Option<String> {
        let typed = optional(typed)?;
        let read = Phone::parse_national(&typed, Some(self.country_id));
        read.map(|phone| phone.to_string()).map_err(|wrong| errors.push("phone", wrong.into())).ok()
    }

    /// The country and state of the address; none when the country does not exist.
    pub async fn place(&self, tx: &mut TenantTx) -> sqlx::Result<Option<Place>> {
        Place::find(tx, self.country_id, self.state_id).await
    }

    /// Normalises the address and reports errors at their fields.
    pub fn check(self, place: Option<&Place>, errors: &mut FieldErrors) -> Self {
        let checked = Self {
            postcode: optional(self.postcode.as_ref()),
            address_1: optional(self.address_1.as_ref()),
            address_2: optional(self.address_2.as_ref()),
            address_number: optional(self.address_number.as_ref()),
            address_complement: optional(self.address_complement.as_ref()),
            city: required("city", &self.city, errors),
            ..self
        };
        if place.is_none() {
            errors.push("country_id", MessageCode::UnknownCountry);
        }
        if checked.state_id.is_some() && !place.is_some_and(|place| place.state_lies_there) {
            errors.push("state_id", MessageCode::UnknownState);
        }
        let is_wrong = |postcode: &str| !postcode::is_possible(Some(checked.country_id), postcode);
        if checked.postcode.as_deref().is_some_and(is_wrong) {
            errors.push("postcode", MessageCode::InvalidPostcode);
        }
        checked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    fn place() -> Place {
        Place { is_served: true, has_states: true, state_lies_there: false }
    }

    #[test]
    fn blank_text_is_missing() {
        let mut errors = FieldErrors::default();
        let typed = Address {
            country_id: BRAZIL,
            city: " Recife ".into(),
            address_2: Some(" ".into()),
            ..Address::default()
        };
        let stored = typed.check(Some(&place()), &mut errors);
        assert_eq!((stored.city.as_str(), stored.address_2), ("Recife", None));
        assert!(errors.is_empty());
    }

    #[test]
    fn all_problems_are_reported() {
        let mut errors = FieldErrors::default();
        let wrong = Address {
            country_id: BRAZIL,
            postcode: Some("1".into()),
            state_id: Some(1),
            ..Address::default()
        };
        wrong.clone().check(Some(&place()), &mut errors);
        wrong.check(None, &mut errors);
        let errors_text = format!("{errors:?}");
        for field in ["city", "country_id", "postcode", "state_id"] {
            assert!(errors_text.contains(&format!("\"{field}\"")), "{field} in {errors_text}");
        }
    }
}
