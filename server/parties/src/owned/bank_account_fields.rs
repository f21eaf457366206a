//! The fields of a bank account, and which of them an account has in its country.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::http::error::FieldErrors;
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;
use trade::countries;
use trade::email::is_email;
use trade::identifiers::{Cnpj, Cpf, Iban, IdentifierError, Phone, RoutingNumber, Swift, TaxId};
use trade::money::BankAccountType;
use trade::party::{BRAZIL, UNITED_STATES};
use trade::wire_name;

wire_name! {
    /// Kind of a Pix key.
    PixKeyType { Cpf = "cpf", Cnpj = "cnpj", Email = "email", Phone = "phone", Random = "random" }
}

/// The fields of a bank account. At least one of account, Pix key and IBAN is required. An account in Brazil needs its bank
/// and branch, one in the United States its routing number and type. Numbers that the country does not have are not stored.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct BankAccountFields {
    /// Name of the holder, as registered at the bank.
    #[oai(validator(max_length = 200))]
    pub holder: String,
    /// Tax number of the holder. In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// A bank of the list; an inactive one can be kept.
    pub bank_id: Option<Uuid>,
    /// Country of the account; the company's if omitted.
    pub country_id: Option<i16>,
    /// Branch of the bank.
    #[oai(validator(max_length = 20))]
    pub agency: Option<String>,
    /// Number of the account, with its check digit.
    #[oai(validator(max_length = 40))]
    pub account: Option<String>,
    /// Only in the United States.
    pub account_type: Option<BankAccountType>,
    /// Number of a bank in the United States for transfers (ABA): nine digits, the last one a check digit.
    #[oai(validator(max_length = 20))]
    pub routing_number: Option<String>,
    /// Only in Brazil. Required with a Pix key.
    pub pix_key_type: Option<PixKeyType>,
    #[oai(validator(max_length = 140))]
    pub pix_key: Option<String>,
    /// Number in the account's country, with check digits; spaces are not stored.
    #[oai(validator(max_length = 50))]
    pub iban: Option<String>,
    /// BIC of the bank.
    #[oai(validator(max_length = 20))]
    pub swift: Option<String>,
    /// ISO 4217.
    #[oai(validator(max_length = 3))]
    pub currency: String,
}

impl BankAccountFields {
    /// Normalizes and checks the fields. `company_country` is that of an account without one.
    pub(super) fn check(self, company_country: i16, errors: &mut FieldErrors) -> Self {
        let country = self.country_id.unwrap_or(company_country);
        let (is_brazilian, is_american) = (country == BRAZIL, country == UNITED_STATES);
        let document = self.read_document(is_brazilian && self.currency == "BRL", errors);
        let pix_key = optional(self.pix_key.as_ref()).filter(|_| is_brazilian);
        let routing_number = optional(self.routing_number.as_ref()).filter(|_| is_american);
        let checked = Self {
            holder: required("holder", &self.holder, errors),
            document,
            country_id: Some(country),
            agency: optional(self.agency.as_ref()).filter(|_| !is_american),
            account: optional(self.account.as_ref()),
            account_type: self.account_type.filter(|_| is_american),
            routing_number: read_number(
                "routing_number",
                routing_number.as_ref(),
                RoutingNumber::parse,
                errors,
            ),
            pix_key_type: self.pix_key_type.filter(|_| pix_key.is_some()),
            pix_key: pix_key.and_then(|key| read_pix_key(&key, self.pix_key_type, errors)),
            iban: read_number("iban", self.iban.as_ref(), Iban::parse, errors),
            swift: read_number("swift", self.swift.as_ref(), Swift::parse, errors),
            currency: self.currency.to_uppercase(),
            ..self
        };
        checked.check_numbers(&self, errors);
        checked
    }

    fn read_document(&self, is_brazilian: bool, errors: &mut FieldErrors) -> Option<String> {
        optional(self.document.as_ref()).and_then(|typed| match TaxId::parse(&typed) {
            _ if !is_brazilian => Some(typed),
            Ok(known) => Some(known.as_str().to_owned()),
            Err(_) => {
                errors.push("document", MessageCode::InvalidTaxId);
                None
            }
        })
    }

    /// The numbers that a payer in the country of the account needs.
    fn check_numbers(&self, typed: &Self, errors: &mut FieldErrors) {
        let country = self.country_id.unwrap_or_default();
        let is_nowhere = self.account.is_none() && typed.pix_key.is_none() && typed.iban.is_none();
        if is_nowhere {
            errors.push("account", MessageCode::Required);
        }
        let alpha2 = countries::country(country).map(|country| country.alpha2.as_str());
        match alpha2 {
            None => errors.push("country_id", MessageCode::UnknownOption),
            Some(alpha2) if self.iban.as_ref().is_some_and(|iban| !iban.starts_with(alpha2)) => {
                errors.push("iban", MessageCode::IbanOfOtherCountry);
            }
            Some(_) => {}
        }
        if self.account.is_none() {
            return;
        }
        let mut need = |field: &str, is_missing: bool| {
            if is_missing {
                errors.push(field, MessageCode::Required);
            }
        };
        if country == BRAZIL && self.currency == "BRL" {
            need("bank_id", self.bank_id.is_none());
            need("agency", self.agency.is_none());
        } else if country == UNITED_STATES {
            need("routing_number", optional(typed.routing_number.as_ref()).is_none());
            need("account_type", self.account_type.is_none());
        }
    }

    /// The fields for a user who may not see the numbers.
    pub(super) fn mask(self) -> Self {
        Self {
            document: self.document.map(|text| mask_number(&text)),
            agency: self.agency.map(|text| mask_number(&text)),
            account: self.account.map(|text| mask_number(&text)),
            routing_number: self.routing_number.map(|text| mask_number(&text)),
            pix_key: self.pix_key.map(|text| mask_number(&text)),
            iban: self.iban.map(|text| mask_number(&text)),
            ..self
        }
    }
}

/// The last characters of a number, at most a third of it.
fn mask_number(number: &str) -> String {
    let count = number.chars().count();
    let seen = (count / 3).min(4);
    format!("\u{2022}\u{2022}\u{2022}\u{2022}{}", number.chars().skip(count - seen).collect::<String>())
}

/// A number in its stored form; a wrong one is reported at its field.
fn read_number<T: Into<String>>(
    field: &str,
    typed: Option<&String>,
    parse: impl FnOnce(&str) -> Result<T, IdentifierError>,
    errors: &mut FieldErrors,
) -> Option<String> {
    let typed = optional(typed)?;
    parse(&typed).map(Into::into).map_err(|wrong| errors.push(field, wrong.into())).ok()
}

/// A Pix key in its stored form: digits of a CPF or a CNPJ, an e-mail in lower case, an international phone, a UUID.
fn read_pix_key(key: &str, kind: Option<PixKeyType>, errors: &mut FieldErrors) -> Option<String> {
    let Some(kind) = kind else {
        errors.push("pix_key_type", MessageCode::Required);
        return None;
    };
    let stored = match kind {
        PixKeyType::Cpf => Cpf::parse(key).map(String::from).ok(),
        PixKeyType::Cnpj => Cnpj::parse(key).map(String::from).ok(),
        PixKeyType::Phone => {
            let phone = Phone::parse_national(key, Some(BRAZIL)).ok();
            phone.filter(|phone| phone.extension().is_none()).map(String::from)
        }
        PixKeyType::Email => Some(key.to_lowercase()).filter(|email| is_email(email)),
        PixKeyType::Random => key.parse::<Uuid>().map(|key| key.to_string()).ok(),
    };
    if stored.is_none() {
        errors.push("pix_key", MessageCode::InvalidPixKey);
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> BankAccountFields {
        BankAccountFields {
            holder: "Ana Prado".into(),
            document: Some("529.982.247-25".into()),
            bank_id: None,
            country_id: None,
            agency: None,
            account: None,
            account_type: None,
            routing_number: None,
            pix_key_type: Some(PixKeyType::Email),
            pix_key: Some(" Ana@Example.com ".into()),
            iban: None,
            swift: None,
            currency: "BRL".into(),
        }
    }

    #[test]
    fn numbers_are_stored_without_masks() {
        let mut errors = FieldErrors::default();
        let typed =
            BankAccountFields { iban: Some("br18 0036 0305 0000 1000 9795 493C 1".into()), ..account() };
        let stored = typed.check(BRAZIL, &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(stored.document.as_deref(), Some("52998224725"));
        assert_eq!(stored.pix_key.as_deref(), Some("ana@example.com"));
        assert_eq!(stored.iban.as_deref(), Some("BR1800360305000010009795493C1"));
        assert_eq!(stored.country_id, Some(BRAZIL));
    }

    #[test]
    fn all_wrong_numbers_are_reported_at_once() {
        let mut errors = FieldErrors::default();
        let wrong = BankAccountFields {
            holder: " ".into(),
            document: Some("1".into()),
            pix_key_type: Some(PixKeyType::Cpf),
            iban: Some("DE00".into()),
            swift: Some("X".into()),
            ..account()
        };
        wrong.check(BRAZIL, &mut errors);
        for field in ["holder", "document", "pix_key", "iban", "swift"] {
            assert!(errors.contains(field), "{field} in {errors:?}");
        }
        BankAccountFields { pix_key: None, ..account() }.check(BRAZIL, &mut errors);
        assert!(errors.contains("account"));
    }

    fn problems_of(fields: BankAccountFields) -> Vec<(String, MessageCode)> {
        let mut errors = FieldErrors::default();
        fields.check(BRAZIL, &mut errors);
        errors.into_problems().map(|(field, code, _)| (field, code)).collect()
    }

    #[test]
    fn an_account_has_the_numbers_of_its_country() {
        let plain = BankAccountFields { pix_key: None, account: Some("48213-7".into()), ..account() };
        let missing =
            |fields: [&str; 2]| fields.map(|field| (field.to_owned(), MessageCode::Required)).to_vec();
        assert_eq!(problems_of(plain.clone()), missing(["agency", "bank_id"]));
        let american = BankAccountFields {
            country_id: Some(UNITED_STATES),
            currency: "USD".into(),
            agency: Some("0001".into()),
            ..plain.clone()
        };
        assert_eq!(problems_of(american.clone()), missing(["account_type", "routing_number"]));
        let whole = BankAccountFields {
            account_type: Some(BankAccountType::Checking),
            routing_number: Some("021000021".into()),
            ..american
        };
        assert_eq!(problems_of(whole.clone()), []);
        assert_eq!(whole.clone().check(BRAZIL, &mut FieldErrors::default()).agency, None);
        let wrong = BankAccountFields { routing_number: Some("021000022".into()), ..whole };
        assert_eq!(problems_of(wrong), [("routing_number".to_owned(), MessageCode::InvalidRoutingNumber)]);
        let portuguese = BankAccountFields {
            country_id: countries::by_alpha2("PT"),
            iban: Some("DE89370400440532013000".into()),
            currency: "EUR".into(),
            ..plain
        };
        assert_eq!(problems_of(portuguese), [("iban".to_owned(), MessageCode::IbanOfOtherCountry)]);
    }

    #[test]
    fn a_masked_number_shows_its_last_characters() {
        assert_eq!(mask_number("12345678-9"), "\u{2022}\u{2022}\u{2022}\u{2022}8-9");
        assert_eq!(mask_number("DE89370400440532013000"), "\u{2022}\u{2022}\u{2022}\u{2022}3000");
        assert_eq!(mask_number("12"), "\u{2022}\u{2022}\u{2022}\u{2022}");
    }
}
