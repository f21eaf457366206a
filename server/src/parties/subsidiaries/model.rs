//! What a subsidiary is, what is wrong with a form of one, and at which a record may stand.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::freight::identifiers::Cep;
use crate::http::ctx::RowScope;
use crate::http::error::{ApiResult, FieldErrors};
use crate::http::messages::MessageCode;
use crate::http::standing::Word;
use crate::parties::party::{BRAZIL, DocumentType, PersonType, optional, read_document, required};
use crate::parties::place::Place;

/// A subsidiary to choose.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct SubsidiaryOption {
    pub id: Uuid,
    /// Its title.
    pub label: String,
    #[oai(skip)]
    pub active: bool,
}

/// A branch of the company.
#[derive(Object, sqlx::FromRow)]
pub struct Subsidiary {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SubsidiaryInput,
    /// Shipments are no longer given to one that is closed; those it has stay with it.
    pub active: bool,
    /// Users who belong to it.
    pub user_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Goes up with every change; send the one you read with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SubsidiaryCan,
}

/// What is said about a subsidiary.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct SubsidiaryInput {
    /// What it is called inside the company; no two are called the same.
    #[oai(validator(max_length = 80))]
    pub title: String,
    /// In Brazil a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// Brazilian state registration.
    #[oai(validator(max_length = 20))]
    pub ie: Option<String>,
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
    /// IANA name.
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
}

/// A changed subsidiary: the fields that change, and the version they were read at.
#[derive(Object, Serialize, Deserialize)]
pub struct SubsidiaryUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: SubsidiaryInput,
    /// The version you read; 409 `stale_version` when somebody changed it since.
    pub version: i32,
}

/// What the user may do with a subsidiary now. The buttons and the guards read this same value.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubsidiaryCan {
    pub update: bool,
    pub activate: bool,
    pub deactivate: bool,
}

impl SubsidiaryCan {
    pub fn of(active: bool, grants: &Grants) -> Self {
        let may =
            |action| grants.allow(Resource::Subsidiary, action) && Word::of_switch(active, action).is_yes();
        Self {
            update: may(Action::Update),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
        }
    }
}

impl Subsidiary {
    pub fn seen_by(mut self, grants: &Grants) -> Self {
        self.can = SubsidiaryCan::of(self.active, grants);
        self
    }
}

impl SubsidiaryInput {
    /// The form as it is stored, and all that is wrong with it. Without a `place` there is no such country.
    pub fn check(self, place: Option<&Place>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let in_brazil = self.country_id == BRAZIL;
        let checked = Self {
            title: required("title", &self.title, &mut errors),
            document: self.document(&mut errors),
            ie: optional(self.ie.as_ref()),
            country_id: self.country_id,
            postcode: optional(self.postcode.as_ref()),
            address_1: optional(self.address_1.as_ref()),
            address_2: optional(self.address_2.as_ref()),
            address_number: optional(self.address_number.as_ref()),
            address_complement: optional(self.address_complement.as_ref()),
            state_id: self.state_id,
            city: required("city", &self.city, &mut errors),
            time_zone: self.time_zone,
        };
        if place.is_none() {
            errors.push("country_id", MessageCode::UnknownCountry);
        }
        if checked.state_id.is_some() && !place.is_some_and(|place| place.state_lies_there) {
            errors.push("state_id", MessageCode::UnknownState);
        }
        if checked.postcode.as_deref().is_some_and(|postcode| in_brazil && Cep::parse(postcode).is_err()) {
            errors.push("postcode", MessageCode::InvalidPostcode);
        }
        if checked.time_zone.parse::<Tz>().is_err() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        errors.into_result()?;
        Ok(checked)
    }

    fn document(&self, errors: &mut FieldErrors) -> Option<String> {
        let typed = optional(self.document.as_ref())?;
        let read = read_document(&typed, Some(self.country_id), PersonType::Company, DocumentType::TaxId);
        read.map_err(|wrong| errors.push("document", wrong.code())).ok()
    }
}

/// Which subsidiary a record comes to stand at, as far as the scope says.
pub fn within(
    scope: &RowScope,
    asked: Option<Uuid>,
    stood: Option<Uuid>,
) -> Result<Option<Uuid>, MessageCode> {
    match (scope, asked) {
        (RowScope::All, asked) => Ok(asked),
        (RowScope::Client(_) | RowScope::Partner(_), _) => Ok(stood),
        (RowScope::Subsidiaries(own), Some(asked)) if own.contains(&asked) => Ok(Some(asked)),
        (RowScope::Subsidiaries(_), Some(_)) => Err(MessageCode::UnknownOption),
        (RowScope::Subsidiaries(own), None) => match own.as_slice() {
            [only] => Ok(Some(*only)),
            _ => Err(MessageCode::Required),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIFE: Uuid = Uuid::from_u128(1);
    const SANTOS: Uuid = Uuid::from_u128(2);

    #[test]
    fn who_is_bound_makes_records_for_its_own_subsidiaries_only() {
        let bound = |own: &[Uuid]| RowScope::Subsidiaries(own.to_vec());
        assert_eq!(within(&bound(&[RECIFE]), Some(SANTOS), None), Err(MessageCode::UnknownOption));
        assert_eq!(within(&bound(&[RECIFE]), Some(RECIFE), None), Ok(Some(RECIFE)));
        assert_eq!(within(&bound(&[RECIFE]), None, None), Ok(Some(RECIFE)));
        assert_eq!(within(&bound(&[RECIFE, SANTOS]), None, None), Err(MessageCode::Required));
        assert_eq!(within(&bound(&[]), None, None), Err(MessageCode::Required));
        assert_eq!(within(&RowScope::All, None, Some(RECIFE)), Ok(None));
        assert_eq!(within(&RowScope::All, Some(SANTOS), None), Ok(Some(SANTOS)));
    }

    #[test]
    fn a_clients_user_leaves_a_record_where_it_stood() {
        let client = RowScope::Client(Uuid::nil());
        assert_eq!(within(&client, Some(SANTOS), Some(RECIFE)), Ok(Some(RECIFE)));
        assert_eq!(within(&client, Some(SANTOS), None), Ok(None));
    }

    #[test]
    fn all_that_is_wrong_with_a_form_is_told_at_once() {
        let form = SubsidiaryInput {
            title: " ".into(),
            document: Some("11.222.333/0001-80".into()),
            ie: None,
            country_id: BRAZIL,
            postcode: Some("1".into()),
            address_1: None,
            address_2: None,
            address_number: None,
            address_complement: None,
            state_id: Some(1),
            city: String::new(),
            time_zone: "Mars/Olympus".into(),
        };
        let place = Place { ddi: "55".into(), is_served: true, has_states: true, state_lies_there: false };
        let told = format!("{:?}", form.clone().check(Some(&place)).unwrap_err());
        for wrong in ["title", "document", "postcode", "state_id", "city", "time_zone"] {
            assert!(told.contains(&format!("\"{wrong}\"")), "{wrong} in {told}");
        }
        assert!(format!("{:?}", form.check(None).unwrap_err()).contains("\"country_id\": [(UnknownCountry"));
    }
}
