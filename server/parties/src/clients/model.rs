//! API types of a client, and the checks of its form.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::address::Address;
use server_core::address::place::Place;
use server_core::http::error::FieldErrors;
use server_core::http::fields::{check_age, optional, optional_email, required};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::Verdict;
use trade::email::is_email;
use trade::identifiers::Phone;
use trade::party::{BRAZIL, DocumentType, PersonType};
use trade::wire_code;
use trade::wire_name;

const MAX_TAG: usize = 40;

wire_code! {
    /// Use of an e-mail address.
    EmailType { Personal = 0, Professional = 1 }
}
wire_code! {
    /// Use of a telephone number.
    PhoneType { House = 0, Work = 1, Fax = 2, WhatsApp = 3 }
}
wire_name! {
    /// Whether the company knows who the client is.
    #[derive(Default)]
    KycStatus { #[default] Pending = "pending", Ok = "ok", Blocked = "blocked" }
}

/// An additional e-mail address of a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientEmail {
    #[oai(rename = "type")]
    #[serde(rename = "type")]
    pub kind: EmailType,
    #[oai(validator(max_length = 254))]
    pub email: String,
}

/// An additional telephone number of a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientPhone {
    #[oai(rename = "type")]
    #[serde(rename = "type")]
    pub kind: PhoneType,
    #[oai(validator(max_length = 40))]
    pub phone: String,
}

/// A client: a person or a company that ships with the company.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "Client")]
pub struct ClientRecord {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ClientInput,
    /// Users of an inactive client cannot sign in, and it cannot be chosen for new shipments. Existing shipments are
    /// kept.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Title of its group.
    pub group_title: Option<String>,
    /// Amount that the client may owe; null for no credit.
    pub credit_limit: Option<Decimal>,
    /// ISO 4217; null without a credit limit and a minimum.
    pub credit_currency: Option<String>,
    /// Webhooks are told once less than this is left to spend in that currency: balance and credit; null for never.
    pub wallet_minimum: Option<Decimal>,
    /// The client that this one was merged into as a duplicate. Such a client cannot change.
    pub merged_into: Option<Uuid>,
    /// Number of its users.
    pub user_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: ClientCan,
}

/// Permissions of the user on a client.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientCan {
    pub update: bool,
    pub activate: bool,
    pub deactivate: bool,
    pub delete: bool,
    /// A deleted client can be restored by those who may delete.
    pub restore: bool,
    pub set_credit: bool,
    /// Merge a duplicate into this client.
    pub merge: bool,
}

/// Input of a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ClientInput {
    /// The company's code for the client, unique. The next free number when a new client has none.
    #[oai(validator(max_length = 40))]
    pub code: Option<String>,
    pub person_type: PersonType,
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// Only for a company.
    #[oai(validator(max_length = 200))]
    pub trading_name: Option<String>,
    /// The person responsible for a company.
    #[oai(validator(max_length = 200))]
    pub responsible: Option<String>,
    pub document_type: DocumentType,
    /// In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// State registration of a Brazilian company.
    #[oai(validator(max_length = 20))]
    pub ie: Option<String>,
    /// Only for a natural person, who must be at least 18 years old.
    pub birthday: Option<NaiveDate>,
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// E-mail addresses besides `email`.
    #[oai(default, validator(max_items = 10))]
    #[serde(default)]
    #[sqlx(json)]
    pub emails: Vec<ClientEmail>,
    /// Telephone numbers besides `phone`.
    #[oai(default, validator(max_items = 10))]
    #[serde(default)]
    #[sqlx(json)]
    pub phones: Vec<ClientPhone>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub terms: ClientTerms,
    /// The client's number in the company's warehouses abroad, unique. It is part of the address there, by which
    /// arriving parcels are assigned to the client. The next free number when a new client has none.
    #[oai(validator(max_length = 20))]
    pub suite_code: Option<String>,
    /// For the staff; clients do not see it.
    #[oai(validator(max_length = 2000))]
    pub notes: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
}

/// How the company works with a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ClientTerms {
    /// The group of the client; an inactive one can be kept.
    pub group_id: Option<Uuid>,
    /// Language of e-mails and documents; null for the company's.
    pub language: Option<Language>,
    /// Currency of prices and invoices, ISO 4217; null for the company's.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    /// Days from an invoice until it is due; null for the company's usual terms.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub payment_terms_days: Option<i16>,
    /// Days that goods picked for its customers still last, where a pick list does not say it; null for 0.
    #[oai(validator(minimum(value = "0"), maximum(value = "3650")))]
    pub min_remaining_days: Option<i16>,
    /// Proposed for new shipments; an inactive service can be kept.
    pub default_service_id: Option<Uuid>,
    /// Words to find and group clients by, each at most 40 characters.
    #[oai(default, validator(max_items = 20))]
    #[serde(default)]
    pub tags: Vec<String>,
    #[oai(default)]
    #[serde(default)]
    pub kyc_status: KycStatus,
}

/// The fields of a client to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct ClientUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ClientInput,
    /// Version that was read; 409 `stale_version` if the client has changed since.
    pub version: i32,
}

impl ClientRecord {
    pub const fn verdict(&self, action: Action) -> Verdict {
        verdict(self.active, self.excluded_at.is_some(), self.merged_into.is_some(), action)
    }

    /// The client with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let may = |action| grants.allow(Resource::Client, action) && self.verdict(action).is_yes();
        let can = ClientCan {
            update: may(Action::Update),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
            delete: may(Action::Delete),
            restore: self.excluded_at.is_some() && grants.allow(Resource::Client, Action::Delete),
            set_credit: may(Action::SetCredit),
            merge: may(Action::Merge),
        };
        Self { can, ..self }
    }
}

/// Whether the state of a client allows an action, for any user.
pub const fn verdict(active: bool, excluded: bool, merged: bool, action: Action) -> Verdict {
    match action {
        Action::Update | Action::Activate | Action::Delete | Action::SetCredit | Action::Merge if merged => {
            Verdict::no(MessageCode::ClientMerged)
        }
        Action::SetCredit | Action::Merge if excluded => Verdict::no(MessageCode::RecordExcluded),
        _ => Verdict::of_record(active, excluded, action),
    }
}

impl ClientInput {
    /// Normalizes and checks the input; reports all errors. Fields that do not apply to this kind of client are dropped.
    /// `place` is none if the country does not exist.
    pub fn normalize(self, place: Option<&Place>, today: NaiveDate, errors: &mut FieldErrors) -> Self {
        let is_company = self.person_type == PersonType::Company;
        let is_brazilian = self.address.country_id == BRAZIL;
        let document_type = if is_company { DocumentType::TaxId } else { self.document_type };
        let of_company = |text: &Option<String>| optional(text.as_ref()).filter(|_| is_company);
        if let Some(birthday) = self.birthday.filter(|_| !is_company) {
            check_age(birthday, today, errors);
        }
        Self {
            code: optional(self.code.as_ref()),
            name: required("name", &self.name, errors),
            trading_name: of_company(&self.trading_name),
            responsible: of_company(&self.responsible),
            document_type,
            document: self.address.document(self.document.as_ref(), self.person_type, document_type, errors),
            ie: of_company(&self.ie).filter(|_| is_brazilian),
            birthday: self.birthday.filter(|_| !is_company),
            email: optional_email(self.email.as_ref(), errors),
            phone: self.address.phone(self.phone.as_ref(), errors),
            emails: read_emails(self.emails, errors),
            phones: read_phones(self.phones, self.address.country_id, errors),
            terms: self.terms.check(errors),
            suite_code: optional(self.suite_code.as_ref()),
            notes: optional(self.notes.as_ref()),
            address: self.address.check(place, errors),
            person_type: self.person_type,
        }
    }
}

impl ClientTerms {
    fn check(self, errors: &mut FieldErrors) -> Self {
        let mut tags: Vec<String> = Vec::new();
        for tag in self.tags {
            let tag = tag.trim().to_owned();
            if tag.chars().count() > MAX_TAG {
                errors.push("tags", MessageCode::TagTooLong);
            }
            if !tag.is_empty() && !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
                tags.push(tag);
            }
        }
        let currency = optional(self.currency.as_ref()).map(|code| code.to_uppercase());
        Self { tags, currency, ..self }
    }
}

fn read_emails(emails: Vec<ClientEmail>, errors: &mut FieldErrors) -> Vec<ClientEmail> {
    let mut read = |at: usize, one: ClientEmail| {
        let email = one.email.trim().to_lowercase();
        if !is_email(&email) {
            errors.push(format!("emails.{at}.email"), MessageCode::InvalidEmail);
        }
        ClientEmail { email, ..one }
    };
    emails.into_iter().enumerate().map(|(at, one)| read(at, one)).collect()
}

fn read_phones(phones: Vec<ClientPhone>, country_id: i16, errors: &mut FieldErrors) -> Vec<ClientPhone> {
    let mut read = |at: usize, one: ClientPhone| match Phone::parse_national(&one.phone, Some(country_id)) {
        Ok(phone) => ClientPhone { phone: phone.into(), ..one },
        Err(wrong) => {
            errors.push(format!("phones.{at}.phone"), wrong.into());
            one
        }
    };
    phones.into_iter().enumerate().map(|(at, one)| read(at, one)).collect()
}
