//! What a partner is, what is wrong with a form of one, and which a record may be of.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::login::is_email;
use crate::freight::identifiers::{Cep, Phone};
use crate::http::ctx::RowScope;
use crate::http::error::{ApiResult, FieldErrors};
use crate::http::messages::MessageCode;
use crate::http::standing::Word;
use crate::parties::party::{BRAZIL, DocumentType, PersonType, optional, read_document, required};
use crate::parties::place::Place;

/// A partner to choose.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct PartnerOption {
    pub id: Uuid,
    /// Its name.
    pub label: String,
}

/// An agent or a reseller.
#[derive(Object, sqlx::FromRow)]
pub struct Partner {
    pub id: Uuid,
    /// The company's own number for it, under which the references of its imports stand.
    pub code: String,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PartnerInput,
    /// Of one that is switched off nobody can sign in, and it is given no more shipments; those it has stay with it.
    pub active: bool,
    /// Users who work for it.
    pub user_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Goes up with every change; send the one you read with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: PartnerCan,
}

/// What is said about a partner.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct PartnerInput {
    pub person_type: PersonType,
    /// No two are called the same.
    #[oai(validator(max_length = 200))]
    pub name: String,
    #[oai(validator(max_length = 200))]
    pub trading_name: Option<String>,
    pub document_type: DocumentType,
    /// In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    /// E.164, or as it is dialled in its country.
    #[oai(validator(max_length = 30))]
    pub phone: Option<String>,
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

/// A changed partner: the fields that change, and the version they were read at.
#[derive(Object, Serialize, Deserialize)]
pub struct PartnerUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PartnerInput,
    /// The version you read; 409 `stale_version` when somebody changed it since.
    pub version: i32,
}

/// What the user may do with a partner now. The buttons and the guards read this same value.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartnerCan {
    pub update: bool,
    pub activate: bool,
    pub deactivate: bool,
}

impl PartnerCan {
    pub fn of(active: bool, grants: &Grants) -> Self {
        let may =
            |action| grants.allow(Resource::Partner, action) && Word::of_switch(active, action).is_yes();
        Self {
            update: may(Action::Update),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
        }
    }
}

impl Partner {
    pub fn seen_by(mut self, grants: &Grants) -> Self {
        self.can = PartnerCan::of(self.active, grants);
        self
    }
}

impl PartnerInput {
    /// The form as it is stored, and all that is wrong with it. Without a `place` there is no such country.
    pub fn check(self, place: Option<&Place>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let in_brazil = self.country_id == BRAZIL;
        let checked = Self {
            name: required("name", &self.name, &mut errors),
            trading_name: optional(self.trading_name.as_ref()),
            document: self.document(&mut errors),
            email: optional(self.email.as_ref()).map(|email| email.to_lowercase()),
            phone: self.phone(place, &mut errors),
            postcode: optional(self.postcode.as_ref()),
            address_1: optional(self.address_1.as_ref()),
            address_2: optional(self.address_2.as_ref()),
            address_number: optional(self.address_number.as_ref()),
            address_complement: optional(self.address_complement.as_ref()),
            city: required("city", &self.city, &mut errors),
            ..self
        };
        if checked.email.as_deref().is_some_and(|email| !is_email(email)) {
            errors.push("email", MessageCode::InvalidEmail);
        }
        if place.is_none() {
            errors.push("country_id", MessageCode::UnknownCountry);
        }
        if checked.state_id.is_some() && !place.is_some_and(|place| place.state_lies_there) {
            errors.push("state_id", MessageCode::UnknownState);
        }
        if checked.postcode.as_deref().is_some_and(|postcode| in_brazil && Cep::parse(postcode).is_err()) {
            errors.push("postcode", MessageCode::InvalidPostcode);
        }
        errors.into_result()?;
        Ok(checked)
    }

    fn document(&self, errors: &mut FieldErrors) -> Option<String> {
        let typed = optional(self.document.as_ref())?;
        let read = read_document(&typed, Some(self.country_id), self.person_type, self.document_type);
        read.map_err(|wrong| errors.push("document", wrong.code())).ok()
    }

    fn phone(&self, place: Option<&Place>, errors: &mut FieldErrors) -> Option<String> {
        let typed = optional(self.phone.as_ref())?;
        let read = match place {
            Some(place) => Phone::parse_in(&typed, &place.ddi),
            None => Phone::parse(&typed),
        };
        read.map(|phone| phone.to_string()).map_err(|wrong| errors.push("phone", wrong.code())).ok()
    }
}

/// Which partner a record comes to be of, as far as the scope says.
pub fn within(
    scope: &RowScope,
    asked: Option<Uuid>,
    stood: Option<Uuid>,
) -> Result<Option<Uuid>, MessageCode> {
    match scope {
        RowScope::All | RowScope::Subsidiaries(_) => Ok(asked),
        RowScope::Client(_) => Ok(stood),
        RowScope::Partner(own) if asked.is_none_or(|asked| asked == *own) => Ok(Some(*own)),
        RowScope::Partner(_) => Err(MessageCode::UnknownOption),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISBON: Uuid = Uuid::from_u128(1);
    const MIAMI: Uuid = Uuid::from_u128(2);

    #[test]
    fn who_works_for_a_partner_makes_records_for_it_alone() {
        let own = RowScope::Partner(LISBON);
        assert_eq!(within(&own, None, None), Ok(Some(LISBON)));
        assert_eq!(within(&own, Some(LISBON), Some(LISBON)), Ok(Some(LISBON)));
        assert_eq!(within(&own, Some(MIAMI), Some(LISBON)), Err(MessageCode::UnknownOption));
    }

    #[test]
    fn staff_choose_and_a_clients_user_leaves_a_record_where_it_stood() {
        assert_eq!(within(&RowScope::All, Some(MIAMI), Some(LISBON)), Ok(Some(MIAMI)));
        assert_eq!(within(&RowScope::Subsidiaries(Vec::new()), None, Some(LISBON)), Ok(None));
        assert_eq!(within(&RowScope::Client(Uuid::nil()), Some(MIAMI), Some(LISBON)), Ok(Some(LISBON)));
        assert_eq!(within(&RowScope::Client(Uuid::nil()), Some(MIAMI), None), Ok(None));
    }

    fn form() -> PartnerInput {
        PartnerInput {
            person_type: PersonType::Company,
            name: " Cargo Lisboa ".into(),
            trading_name: Some(" ".into()),
            document_type: DocumentType::TaxId,
            document: Some("11.222.333/0001-81".into()),
            email: Some(" Ola@Cargo.test ".into()),
            phone: Some("(81) 98765-4321".into()),
            country_id: BRAZIL,
            postcode: None,
            address_1: None,
            address_2: None,
            address_number: None,
            address_complement: None,
            state_id: None,
            city: "Recife".into(),
        }
    }

    fn place() -> Place {
        Place { ddi: "55".into(), is_served: true, has_states: true, state_lies_there: false }
    }

    #[test]
    fn a_form_is_stored_the_one_way() {
        let stored = form().check(Some(&place())).unwrap();
        assert_eq!((stored.name.as_str(), stored.trading_name), ("Cargo Lisboa", None));
        assert_eq!(stored.document.as_deref(), Some("11222333000181"));
        assert_eq!(stored.email.as_deref(), Some("ola@cargo.test"));
        assert_eq!(stored.phone.as_deref(), Some("+5581987654321"));
    }

    #[test]
    fn all_that_is_wrong_with_a_form_is_told_at_once() {
        let wrong = PartnerInput {
            name: " ".into(),
            document: Some("11.222.333/0001-80".into()),
            email: Some("ola".into()),
            phone: Some("1".into()),
            postcode: Some("1".into()),
            state_id: Some(1),
            city: String::new(),
            ..form()
        };
        let told = format!("{:?}", wrong.check(Some(&place())).unwrap_err());
        for wrong in ["name", "document", "email", "phone", "postcode", "state_id", "city"] {
            assert!(told.contains(&format!("\"{wrong}\"")), "{wrong} in {told}");
        }
        assert!(
            format!("{:?}", form().check(None).unwrap_err()).contains("\"country_id\": [(UnknownCountry")
        );
    }
}
