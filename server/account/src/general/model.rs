//! Wire types of the account, and the checks of a change. The published contract spells two fields `prefered_…`.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::Object;
use poem_openapi::types::Example;
use serde::Serialize;
use uuid::Uuid;

use server_core::http::error::FieldErrors;
use server_core::http::fields::{check_age, optional, required};
use server_core::http::form::FilePart;
use server_core::http::messages::{Language, MessageCode};
use trade::identifiers::Phone;
use trade::party::{DocumentType, PersonType, read_document};
use trade::print_format::PrintFormat;
use trade::units::{SizeUnit, WeightUnit};

/// The account of the signed-in user.
#[derive(Object)]
pub struct Account {
    pub id: Uuid,
    pub name: String,
    /// The sign-in address.
    pub email: String,
    /// A new sign-in address that is not confirmed yet; null when there is none.
    pub pending_email: Option<String>,
    /// False when the user signs in only through a provider.
    pub has_password: bool,
    /// Name of the client or company the user belongs to.
    pub company_name: String,
    pub company_position: Option<String>,
    pub document_type: DocumentType,
    pub document: Option<String>,
    pub birthday: Option<NaiveDate>,
    /// E.164, like the next three fields.
    pub phone_house: Option<String>,
    pub phone_work: Option<String>,
    pub phone_fax: Option<String>,
    pub phone_whatsapp: Option<String>,
    /// BCP 47 language tag.
    #[oai(rename = "language_id")]
    pub language: Language,
    /// IANA time zone name.
    #[oai(rename = "preferred_timezone_id")]
    pub time_zone_id: String,
    #[oai(rename = "preferred_timezone")]
    pub time_zone: PreferredTimeZone,
    #[oai(rename = "prefered_weight_unit")]
    pub weight_unit: WeightUnit,
    #[oai(rename = "prefered_size_unit")]
    pub size_unit: SizeUnit,
    /// How labels go to the user's printer, unless a station says otherwise.
    pub label_format: PrintFormat,
    pub picture_url: Option<String>,
    /// The country whose rules apply to the document; null when unknown.
    pub country_id: Option<i16>,
    /// Currency of the company, ISO 4217.
    pub currency: String,
    /// The company the user belongs to as a client's user; null for natural persons and for the company's own users.
    pub client: Option<AccountClient>,
    pub version: i32,
    pub can: AccountCan,
}

/// A client that is a company; its users change it through `client_details_update`.
#[derive(Object)]
pub struct AccountClient {
    pub code: String,
    pub name: String,
    pub trading_name: Option<String>,
    /// Tax number; CNPJ in Brazil.
    pub document: Option<String>,
    /// State registration in Brazil; otherwise null.
    pub ie: Option<String>,
    pub responsible: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub country_id: Option<i16>,
    pub postcode: Option<String>,
    pub address_1: Option<String>,
    pub address_2: Option<String>,
    pub address_number: Option<String>,
    pub address_complement: Option<String>,
    pub state_id: Option<i32>,
    /// Name of the state; null when the country has no states.
    pub state: Option<String>,
    pub city: Option<String>,
}

/// The time zone in which times are shown.
#[derive(Object, Clone)]
#[oai(example)]
pub struct PreferredTimeZone {
    /// IANA time zone name.
    pub id: String,
    /// Display text in any language: `(UTC-03:00) America/Sao_Paulo`.
    pub description: String,
}

impl Example for PreferredTimeZone {
    fn example() -> Self {
        Self { id: "America/Sao_Paulo".into(), description: "(UTC-03:00) America/Sao_Paulo".into() }
    }
}

/// Fields the user may change.
#[derive(Object)]
pub struct AccountCan {
    pub update: bool,
    /// Document and birthday.
    pub update_identity: bool,
}

/// The fields to change. Omitted fields are unchanged; an empty field is cleared.
#[derive(Object, Serialize, Clone)]
pub struct AccountUpdate {
    #[oai(validator(max_length = 200))]
    pub name: String,
    #[oai(validator(max_length = 120))]
    pub company_position: Option<String>,
    #[serde(serialize_with = "code")]
    pub document_type: DocumentType,
    /// CPF in Brazil (checked), free text elsewhere. Ignored when the client is a company.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// At least 18 years ago. Ignored when the client is a company.
    pub birthday: Option<NaiveDate>,
    /// E.164, or in national format; likewise the next three fields.
    #[oai(validator(max_length = 30))]
    pub phone_house: Option<String>,
    #[oai(validator(max_length = 30))]
    pub phone_work: Option<String>,
    #[oai(validator(max_length = 30))]
    pub phone_fax: Option<String>,
    #[oai(validator(max_length = 30))]
    pub phone_whatsapp: Option<String>,
    /// BCP 47 tag of a language that the company offers.
    #[oai(rename = "language_id")]
    #[serde(rename = "language_id")]
    pub language: Language,
    /// IANA time zone name.
    #[oai(rename = "preferred_timezone_id", validator(max_length = 60))]
    #[serde(rename = "preferred_timezone_id")]
    pub time_zone: String,
    #[oai(rename = "prefered_weight_unit")]
    #[serde(rename = "prefered_weight_unit", serialize_with = "code")]
    pub weight_unit: WeightUnit,
    #[oai(rename = "prefered_size_unit")]
    #[serde(rename = "prefered_size_unit", serialize_with = "code")]
    pub size_unit: SizeUnit,
    pub label_format: PrintFormat,
    /// The `version` that was read. Returns 409 `stale_version` when it has changed since.
    pub version: Option<i32>,
    /// JPEG, PNG or WebP, up to 10 MB. It is cropped to its centre and re-encoded.
    #[serde(skip)]
    pub picture: Option<FilePart>,
    /// True removes the picture.
    #[serde(skip)]
    #[oai(default)]
    pub remove_picture: bool,
}

/// Writes a value as its number.
fn code<T: Copy + WireCode, S: serde::Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i16(value.wire_code())
}

trait WireCode {
    fn wire_code(self) -> i16;
}

macro_rules! wire {
    ($($name:ident),+) => {
        $(impl WireCode for $name { fn wire_code(self) -> i16 { self.code() } })+
    };
}
wire!(DocumentType, WeightUnit, SizeUnit);

/// The data a change is checked against.
pub struct FormContext<'a> {
    /// The country whose document rules apply.
    pub country_id: Option<i16>,
    /// The country of numbers in national format.
    pub phone_country_id: i16,
    pub today: NaiveDate,
    pub languages: &'a [Language],
    /// False for a company: document and birthday are ignored.
    pub identity_is_open: bool,
}

impl AccountUpdate {
    /// Normalises the update and reports errors at their fields.
    pub fn check(mut self, context: &FormContext, errors: &mut FieldErrors) -> Self {
        self.name = required("name", &self.name, errors);
        self.company_position = optional(self.company_position.as_ref());
        self.document = optional(self.document.as_ref());
        if context.identity_is_open {
            self.check_identity(context, errors);
        }
        if self.time_zone.parse::<Tz>().is_err() {
            errors.push("preferred_timezone_id", MessageCode::UnknownOption);
        }
        if !context.languages.contains(&self.language) {
            errors.push("language_id", MessageCode::UnknownOption);
        }
        let phones = [
            ("phone_house", &mut self.phone_house),
            ("phone_work", &mut self.phone_work),
            ("phone_fax", &mut self.phone_fax),
            ("phone_whatsapp", &mut self.phone_whatsapp),
        ];
        for (field, phone) in phones {
            let Some(typed) = optional(phone.as_ref()) else {
                *phone = None;
                continue;
            };
            match Phone::parse_national(&typed, Some(context.phone_country_id)) {
                Ok(read) => *phone = Some(read.into()),
                Err(wrong) => errors.push(field, wrong.into()),
            }
        }
        self
    }

    fn check_identity(&mut self, context: &FormContext, errors: &mut FieldErrors) {
        if let Some(typed) = &self.document {
            match read_document(typed, context.country_id, PersonType::Person, self.document_type) {
                Ok(read) => self.document = Some(read),
                Err(wrong) => errors.push("document", wrong.into()),
            }
        }
        if let Some(birthday) = self.birthday {
            check_age(birthday, context.today, errors);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    fn update() -> AccountUpdate {
        AccountUpdate {
            name: " Ana Souza ".into(),
            company_position: Some(" ".into()),
            document_type: DocumentType::TaxId,
            document: Some("529.982.247-25".into()),
            birthday: "1990-05-01".parse().ok(),
            phone_house: None,
            phone_work: Some("(81) 98765-4321".into()),
            phone_fax: Some(String::new()),
            phone_whatsapp: Some("+1 212 555 0100".into()),
            language: Language::PtBr,
            time_zone: "America/Recife".into(),
            weight_unit: WeightUnit::Kilograms,
            size_unit: SizeUnit::Centimetres,
            label_format: PrintFormat::Pdf,
            version: None,
            picture: None,
            remove_picture: false,
        }
    }

    fn checked(update: AccountUpdate, identity_is_open: bool) -> (AccountUpdate, FieldErrors) {
        let context = FormContext {
            country_id: Some(BRAZIL),
            phone_country_id: BRAZIL,
            today: "2026-11-21".parse().unwrap(),
            languages: &[Language::PtBr],
            identity_is_open,
        };
        let mut errors = FieldErrors::default();
        let update = update.check(&context, &mut errors);
        (update, errors)
    }

    #[test]
    fn input_is_normalised() {
        let (stored, errors) = checked(update(), true);
        assert!(errors.is_empty());
        assert_eq!((stored.name.as_str(), stored.company_position), ("Ana Souza", None));
        assert_eq!(stored.document.as_deref(), Some("52998224725"));
        assert_eq!(stored.phone_work.as_deref(), Some("+5581987654321"));
        assert_eq!((stored.phone_fax, stored.phone_whatsapp.as_deref()), (None, Some("+12125550100")));
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let wrong = AccountUpdate {
            name: " ".into(),
            document: Some("529.982.247-26".into()),
            birthday: "2010-01-01".parse().ok(),
            phone_house: Some("12".into()),
            time_zone: "Mars/Olympus".into(),
            language: Language::Es,
            ..update()
        };
        let (_, errors) = checked(wrong.clone(), true);
        for field in ["name", "document", "birthday", "phone_house", "preferred_timezone_id", "language_id"] {
            assert!(errors.contains(field), "{field}");
        }
        let (_, errors) = checked(wrong, false);
        assert!(!errors.contains("document") && !errors.contains("birthday"));
    }
}
