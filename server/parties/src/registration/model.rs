//! The registration form and its checks.

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::clients::NewClient;
use access::legal::check_accepted;
use server_core::address::place;
use server_core::address::place::Place;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::fields::{check_age, optional, required};
use server_core::http::messages::Language;
use server_core::settings::{LegalTextInForce, Settings};
use trade::identifiers::Phone;
use trade::party::{BRAZIL, DocumentType, PersonType, read_document};

/// A new client, and the e-mail address of its user.
#[derive(Object, Clone)]
pub struct Applicant {
    #[oai(default = "person")]
    pub person_type: PersonType,
    /// Full name of the person or company.
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// Type of the document of a natural person; a company uses its tax number.
    #[oai(default = "tax_id")]
    pub document_type: DocumentType,
    /// CPF or CNPJ in Brazil (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub tax_id: Option<String>,
    /// Required for a natural person, who must be at least 18 years old; otherwise null.
    pub birthday: Option<NaiveDate>,
    /// E.164, or in national format.
    #[oai(validator(max_length = 40))]
    pub phone: String,
    /// Only for a company; otherwise null.
    #[oai(validator(max_length = 200))]
    pub trading_name: Option<String>,
    /// State registration of a Brazilian company; otherwise null.
    #[oai(validator(max_length = 20))]
    pub br_ie: Option<String>,
    /// The person responsible for a company, who becomes its user; otherwise null.
    #[oai(validator(max_length = 200))]
    pub responsible: Option<String>,
    /// The sign-in address; case does not matter.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// `countries.id`; Brazil is 32.
    pub country_id: i16,
    #[oai(validator(max_length = 20))]
    pub postcode: String,
    /// Street.
    #[oai(validator(max_length = 200))]
    pub address_1: String,
    /// District.
    #[oai(validator(max_length = 200))]
    pub address_2: Option<String>,
    #[oai(validator(max_length = 20))]
    pub address_number: Option<String>,
    /// Apartment, floor or block.
    #[oai(validator(max_length = 100))]
    pub address_complement: Option<String>,
    #[oai(validator(max_length = 120))]
    pub city: String,
    /// Required when the country has states; otherwise null.
    pub state_id: Option<i32>,
    /// Language of e-mails and screens; the language of the request when omitted.
    pub language: Option<Language>,
    /// Code of the client that sent the applicant; ignored where the flag `indications` is off.
    #[oai(validator(max_length = 20))]
    pub referral_code: Option<String>,
    /// Version of the terms that the applicant accepts; required when `legal` of the domain asks for it.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub accepted_terms: Option<i32>,
    /// Version of the privacy notice that the applicant accepts; required when `legal` of the domain asks for it.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub accepted_privacy: Option<i32>,
}

/// A registration with a password.
#[derive(Object)]
pub struct Registration {
    #[oai(flatten)]
    pub applicant: Applicant,
    /// The password; it must satisfy `password_rule` of the configuration.
    #[oai(validator(max_length = 1024))]
    pub password: String,
    /// The password again.
    #[oai(validator(max_length = 1024))]
    pub password_confirmation: String,
}

fn person() -> PersonType {
    PersonType::Person
}

fn tax_id() -> DocumentType {
    DocumentType::TaxId
}

/// A valid registration.
pub struct Registrant {
    pub client: NewClient,
    pub language: Option<Language>,
    /// The texts of the company that the applicant accepts.
    pub consents: Vec<LegalTextInForce>,
    /// The code of the client that sent it.
    pub referral_code: Option<String>,
}

impl Registrant {
    /// For a company, the person responsible for it.
    pub fn user_name(&self) -> &str {
        self.client.responsible.as_ref().unwrap_or(&self.client.name)
    }
}

impl Registration {
    /// Checks all rules and reports all errors. `today` is the date in the tenant's time zone.
    pub fn check(
        &self,
        place: Option<&Place>,
        today: NaiveDate,
        settings: &Settings,
    ) -> ApiResult<Registrant> {
        let mut errors = FieldErrors::default();
        let client = self.applicant.client(place, today, &mut errors);
        let rule = settings.password_rule();
        rule.check(&self.password, &self.password_confirmation, &mut errors);
        let consents = self.applicant.consents(settings, &mut errors);
        errors.into_result()?;
        let referral_code = optional(self.applicant.referral_code.as_ref());
        Ok(Registrant { client, language: self.applicant.language, consents, referral_code })
    }
}

impl Applicant {
    /// See [`Registration::check`].
    pub fn check(
        &self,
        place: Option<&Place>,
        today: NaiveDate,
        settings: &Settings,
    ) -> ApiResult<Registrant> {
        let mut errors = FieldErrors::default();
        let client = self.client(place, today, &mut errors);
        let consents = self.consents(settings, &mut errors);
        errors.into_result()?;
        let referral_code = optional(self.referral_code.as_ref());
        Ok(Registrant { client, language: self.language, consents, referral_code })
    }

    fn consents(&self, settings: &Settings, errors: &mut FieldErrors) -> Vec<LegalTextInForce> {
        check_accepted(settings, self.accepted_terms, self.accepted_privacy, errors)
    }

    /// The client of the form. Fields that do not apply to this kind of client are dropped.
    fn client(&self, place: Option<&Place>, today: NaiveDate, errors: &mut FieldErrors) -> NewClient {
        let is_company = self.person_type == PersonType::Company;
        let is_brazilian = self.country_id == BRAZIL;
        let of_company = |text: &Option<String>| optional(text.as_ref()).filter(|_| is_company);
        NewClient {
            person_type: self.person_type,
            name: required("name", &self.name, errors),
            trading_name: of_company(&self.trading_name),
            responsible: of_company(&self.responsible),
            document_type: self.document_type(),
            document: self.document(errors),
            ie: of_company(&self.br_ie).filter(|_| is_brazilian),
            birthday: self.birthday(today, errors).filter(|_| !is_company),
            email: read_email(&self.email, errors),
            phone: self.phone(place, errors),
            country_id: self.country_id,
            postcode: place::postcode(self.country_id, &self.postcode, errors),
            address_1: required("address_1", &self.address_1, errors),
            address_2: optional(self.address_2.as_ref()),
            address_number: optional(self.address_number.as_ref()),
            address_complement: optional(self.address_complement.as_ref()),
            state_id: place::check_state(place, self.state_id, errors),
            city: required("city", &self.city, errors),
        }
    }

    fn document_type(&self) -> DocumentType {
        match self.person_type {
            PersonType::Person => self.document_type,
            PersonType::Company => DocumentType::TaxId,
        }
    }

    fn document(&self, errors: &mut FieldErrors) -> Option<String> {
        let typed = optional(self.tax_id.as_ref())?;
        let read = read_document(&typed, Some(self.country_id), self.person_type, self.document_type());
        read.map_err(|wrong| errors.push("tax_id", wrong.into())).ok()
    }

    fn birthday(&self, today: NaiveDate, errors: &mut FieldErrors) -> Option<NaiveDate> {
        if self.person_type == PersonType::Person
            && let Some(birthday) = self.birthday
        {
            check_age(birthday, today, errors);
        }
        self.birthday
    }

    fn phone(&self, place: Option<&Place>, errors: &mut FieldErrors) -> String {
        let typed = required("phone", &self.phone, errors);
        if place.is_none() || typed.is_empty() {
            return typed;
        }
        match Phone::parse_national(&typed, Some(self.country_id)) {
            Ok(phone) => phone.into(),
            Err(wrong) => {
                errors.push("phone", wrong.into());
                typed
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use server_core::http::messages::Language;

    const BIRTHDAY: &str = "2008-02-29";

    fn company() -> Applicant {
        Applicant {
            person_type: PersonType::Company,
            name: " Aurora Exportadora Ltda ".into(),
            document_type: DocumentType::Passport,
            tax_id: Some("12.abc.345/01de-35".into()),
            birthday: None,
            phone: "(81) 98765-4321".into(),
            trading_name: Some("Aurora".into()),
            br_ie: Some("0321418-40".into()),
            responsible: Some("Íris Prado".into()),
            email: " Iris@Aurora.Test ".into(),
            country_id: BRAZIL,
            postcode: "50050000".into(),
            address_1: "Rua da Aurora".into(),
            address_2: None,
            address_number: Some("175".into()),
            address_complement: Some("Sala 402".into()),
            city: "Recife".into(),
            state_id: Some(16),
            language: Some(Language::PtBr),
            accepted_terms: None,
            accepted_privacy: None,
            referral_code: None,
        }
    }

    fn person(birthday: &str) -> Applicant {
        let birthday = birthday.parse().ok();
        let tax_id = Some("529.982.247-25".into());
        Applicant {
            person_type: PersonType::Person,
            document_type: DocumentType::TaxId,
            birthday,
            tax_id,
            ..company()
        }
    }

    fn checked(form: &Applicant, today: &str) -> ApiResult<Registrant> {
        let place = Place { is_served: true, has_states: true, state_lies_there: form.state_id.is_some() };
        form.check(Some(&place), today.parse().unwrap(), &Settings::default())
    }

    fn problems(applicant: Applicant) -> String {
        let place = Place { is_served: true, has_states: true, state_lies_there: false };
        let (password, password_confirmation) = ("12345".into(), "a-password".into());
        let form = Registration { applicant, password, password_confirmation };
        let settings = Settings::default();
        let error = form.check(Some(&place), "2026-11-21".parse().unwrap(), &settings).err().unwrap();
        format!("{error:?}")
    }

    #[test]
    fn company_user_is_the_responsible_person() {
        let registrant = checked(&company(), "2026-11-21").unwrap();
        assert_eq!(registrant.user_name(), "Íris Prado");
        let client = registrant.client;
        assert_eq!(
            (client.name.as_str(), client.email.as_str()),
            ("Aurora Exportadora Ltda", "iris@aurora.test")
        );
        assert_eq!(client.document.as_deref(), Some("12ABC34501DE35"));
        assert_eq!(client.document_type, DocumentType::TaxId);
        assert_eq!((client.phone.as_str(), client.postcode.as_str()), ("+5581987654321", "50050-000"));
        assert_eq!(client.ie.as_deref(), Some("0321418-40"));
    }

    #[test]
    fn company_fields_of_a_person_are_dropped() {
        let registrant = checked(&person("1990-05-01"), "2026-11-21").unwrap();
        assert_eq!(registrant.user_name(), "Aurora Exportadora Ltda");
        let client = registrant.client;
        assert_eq!((client.trading_name, client.responsible, client.ie), (None, None, None));
        assert_eq!(client.document.as_deref(), Some("52998224725"));
    }

    #[test]
    fn the_eighteenth_birthday_counts() {
        assert!(checked(&person(BIRTHDAY), "2026-03-01").is_ok());
        assert!(checked(&person(BIRTHDAY), "2026-02-28").is_err());
        assert!(checked(&person("2008-11-21"), "2026-11-21").is_ok());
        assert!(checked(&person("2008-11-22"), "2026-11-21").is_err());
        assert!(checked(&person("2030-01-01"), "2026-11-21").is_err());
        assert!(
            checked(&Applicant { birthday: "2020-01-01".parse().ok(), ..company() }, "2026-11-21").is_ok()
        );
    }

    #[test]
    fn all_problems_are_reported() {
        let errors_text = problems(Applicant {
            name: " ".into(),
            tax_id: Some("12.ABC.345/01DE-36".into()),
            phone: "12".into(),
            email: "iris".into(),
            postcode: "123".into(),
            state_id: None,
            ..company()
        });
        for wrong in [
            "\"name\": [(Required",
            "\"tax_id\": [(InvalidCnpj",
            "\"phone\": [(InvalidPhone",
            "\"email\": [(InvalidEmail",
            "\"postcode\": [(InvalidPostcode",
            "\"state_id\": [(Required",
            "\"password\": [(TooShort",
            "\"password_confirmation\": [(ConfirmationDiffers",
        ] {
            assert!(errors_text.contains(wrong), "{wrong} in {errors_text}");
        }
    }

    #[test]
    fn unknown_or_unserved_country_is_refused() {
        let today = "2026-11-21".parse().unwrap();
        let refusal = |place| format!("{:?}", company().check(place, today, &Settings::default()).err());
        assert!(refusal(None).contains("UnknownCountry"));
        let unserved = Place { is_served: false, has_states: true, state_lies_there: true };
        assert!(refusal(Some(&unserved)).contains("CountryNotServed"));
    }
}
