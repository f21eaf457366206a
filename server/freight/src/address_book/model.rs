use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::address::Address;
use server_core::address::place::Place;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, optional_email, required};
use trade::party::{DocumentType, PersonType};
use trade::wire_name;

/// An address to save. It belongs to a client, to a partner, or to the company itself.
#[derive(Object, Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct SavedAddressInput {
    /// Client whose address it is; null for the company's own. Ignored for users of a client or a partner.
    pub client_id: Option<Uuid>,
    pub person_type: PersonType,
    #[oai(validator(max_length = 200))]
    pub name: String,
    #[oai(validator(max_length = 200))]
    pub trading_name: Option<String>,
    #[oai(validator(max_length = 200))]
    pub responsible: Option<String>,
    pub document_type: DocumentType,
    /// In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// Brazilian state registration.
    #[oai(validator(max_length = 20))]
    pub ie: Option<String>,
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
}

/// The fields of an address to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct SavedAddressUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: SavedAddressInput,
    /// Version that was read; 409 `stale_version` if the address has changed since.
    pub version: i32,
}

/// A sender or recipient of the address book.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct SavedAddress {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SavedAddressInput,
    /// Partner whose address it is; null if none.
    pub partner_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SavedAddressCan,
}

/// Actions that the current user can do on this address.
#[derive(Object, Clone, Copy, Debug, Default)]
pub struct SavedAddressCan {
    pub update: bool,
    pub delete: bool,
}

impl SavedAddressCan {
    pub fn of(grants: &Grants) -> Self {
        let may = |action| grants.allow(Resource::SavedAddress, action);
        Self { update: may(Action::Update), delete: may(Action::Delete) }
    }
}

/// The columns of an address: the form and its owners.
#[derive(Serialize)]
pub struct StoredAddress<'a> {
    #[serde(flatten)]
    pub input: &'a SavedAddressInput,
    pub partner_id: Option<Uuid>,
}

impl SavedAddressInput {
    /// Normalizes the input and reports errors at their fields. `place` is none if the country does not exist.
    pub fn check(self, place: Option<&Place>, mut errors: FieldErrors) -> ApiResult<Self> {
        let checked = Self {
            name: required("name", &self.name, &mut errors),
            trading_name: optional(self.trading_name.as_ref()),
            responsible: optional(self.responsible.as_ref()),
            document: self.address.document(
                self.document.as_ref(),
                self.person_type,
                self.document_type,
                &mut errors,
            ),
            ie: optional(self.ie.as_ref()),
            email: optional_email(self.email.as_ref(), &mut errors),
            phone: self.address.phone(self.phone.as_ref(), &mut errors),
            address: self.address.check(place, &mut errors),
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

wire_name! {
    /// A side of a shipment: sender or recipient.
    PartySide { From = "from", To = "to" }
}

/// A sender or recipient as a shipment has it. Null fields are unknown.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Party {
    pub person_type: PersonType,
    pub name: Option<String>,
    pub trading_name: Option<String>,
    pub responsible: Option<String>,
    pub document_type: Option<DocumentType>,
    pub document: Option<String>,
    pub ie: Option<String>,
    pub email: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    pub country_id: Option<i16>,
    pub postcode: Option<String>,
    /// Street.
    pub address_1: Option<String>,
    /// District.
    pub address_2: Option<String>,
    pub address_number: Option<String>,
    pub address_complement: Option<String>,
    pub state_id: Option<i32>,
    pub city: Option<String>,
}

/// A sender or recipient to choose.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct KnownParty {
    /// The entry of the address book; null for a party of an earlier shipment.
    pub id: Option<Uuid>,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub party: Party,
}

impl KnownParty {
    /// Whether both are the same person at the same address.
    pub fn is_same(&self, other: &Self) -> bool {
        let key = |it: &Self| {
            [&it.party.name, &it.party.postcode, &it.party.address_1, &it.party.address_number]
                .map(|part| part.as_deref().unwrap_or_default().to_lowercase())
        };
        key(self) == key(other)
    }
}

/// The saved ones first, then those of earlier shipments that are not saved; at most `most`.
pub fn merge_parties(saved: Vec<KnownParty>, earlier: Vec<KnownParty>, most: usize) -> Vec<KnownParty> {
    let unsaved = earlier.into_iter().filter(|it| !saved.iter().any(|known| known.is_same(it)));
    let unsaved: Vec<_> = unsaved.collect();
    saved.into_iter().chain(unsaved).take(most).collect()
}
