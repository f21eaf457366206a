//! The fields of a request, and what the authority wants to see for each category.

use chrono::NaiveDate;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use server_core::http::error::FieldErrors;
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use trade::identifiers::Cpf;
use trade::wire_name;

wire_name! {
    /// The kind of goods, which decides the checklist.
    RegulatoryCategory {
        Medicine = "medicine",
        /// Cannabis products, which need the authority's authorization of the patient.
        Cannabis = "cannabis",
        Supplement = "supplement",
        Cosmetic = "cosmetic",
        Device = "device",
        /// Samples for laboratories, for example of proficiency tests or doping controls.
        Sample = "sample",
        Other = "other",
    }
}

wire_name! {
    /// The kind of a document.
    RegulatoryDocumentKind {
        Prescription = "prescription",
        /// Identity document of the patient or importer.
        Identity = "identity",
        Authorization = "authorization",
        MedicalReport = "medical_report",
        PowerOfAttorney = "power_of_attorney",
        CommercialInvoice = "commercial_invoice",
        Other = "other",
    }
}

wire_name! {
    /// Professional council of the prescriber: of physicians, dentists or veterinarians.
    RegulatoryCouncil { Crm = "CRM", Cro = "CRO", Crmv = "CRMV" }
}

/// The fields of a regulatory request.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct RegulatoryFields {
    /// The authority's code of the subject, five digits.
    #[oai(validator(max_length = 5))]
    pub subject_code: Option<String>,
    pub category: Option<RegulatoryCategory>,
    #[oai(validator(max_length = 120))]
    pub patient: Option<String>,
    /// Tax number of the patient, with or without punctuation.
    #[oai(validator(max_length = 14))]
    pub cpf: Option<String>,
    #[oai(validator(max_length = 60))]
    pub authorization_no: Option<String>,
    /// Last day of the authorization.
    pub authorization_valid_to: Option<NaiveDate>,
    /// Commercial name of the product, as in the authorization.
    #[oai(validator(max_length = 200))]
    pub product: Option<String>,
    /// With its unit, for example `2 bottles of 30 mL`.
    #[oai(validator(max_length = 60))]
    pub quantity: Option<String>,
    #[oai(validator(max_length = 500))]
    pub posology: Option<String>,
    #[oai(validator(max_length = 120))]
    pub prescriber: Option<String>,
    pub council: Option<RegulatoryCouncil>,
    /// State of the council, two letters.
    #[oai(validator(max_length = 2))]
    pub council_state: Option<String>,
    #[oai(validator(max_length = 20))]
    pub council_number: Option<String>,
    pub prescription_date: Option<NaiveDate>,
}

const STATES: [&str; 27] = [
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI",
    "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
];
const SUBJECT_DIGITS: usize = 5;

impl RegulatoryFields {
    /// The fields as they are stored, or all problems at once. Empty fields are allowed: `missing` lists them.
    pub fn check(self, today: NaiveDate, errors: &mut FieldErrors) -> Self {
        let subject_code = optional(self.subject_code.as_ref());
        let is_code =
            |code: &String| code.len() == SUBJECT_DIGITS && code.bytes().all(|b| b.is_ascii_digit());
        if subject_code.as_ref().is_some_and(|code| !is_code(code)) {
            errors.push("subject_code", MessageCode::Invalid);
        }
        let cpf = optional(self.cpf.as_ref()).and_then(|sent| match Cpf::parse(&sent) {
            Ok(cpf) => Some(String::from(cpf)),
            Err(_) => {
                errors.push("cpf", MessageCode::InvalidCpf);
                None
            }
        });
        let council_state = optional(self.council_state.as_ref()).map(|state| state.to_uppercase());
        if council_state.as_ref().is_some_and(|state| !STATES.contains(&state.as_str())) {
            errors.push("council_state", MessageCode::UnknownState);
        }
        if self.prescription_date.is_some_and(|date| date > today) {
            errors.push("prescription_date", MessageCode::Invalid);
        }
        Self {
            subject_code,
            cpf,
            council_state,
            patient: optional(self.patient.as_ref()),
            authorization_no: optional(self.authorization_no.as_ref()),
            product: optional(self.product.as_ref()),
            quantity: optional(self.quantity.as_ref()),
            posology: optional(self.posology.as_ref()),
            prescriber: optional(self.prescriber.as_ref()),
            council_number: optional(self.council_number.as_ref()),
            ..self
        }
    }

    /// Missing items of the checklist: names of fields, and `document.<kind>`.
    pub fn missing(&self, documents: &[RegulatoryDocumentKind]) -> Vec<String> {
        let Some(category) = self.category else { return vec!["category".to_owned()] };
        let fields = required_fields(category).into_iter().filter(|name| !self.has(name));
        let documents = required_documents(category).iter().filter(|kind| !documents.contains(kind));
        let documents = documents.map(|kind| format!("document.{}", kind.as_str()));
        fields.map(str::to_owned).chain(documents).collect()
    }

    fn has(&self, name: &str) -> bool {
        match name {
            "subject_code" => self.subject_code.is_some(),
            "patient" => self.patient.is_some(),
            "cpf" => self.cpf.is_some(),
            "authorization_no" => self.authorization_no.is_some(),
            "authorization_valid_to" => self.authorization_valid_to.is_some(),
            "product" => self.product.is_some(),
            "quantity" => self.quantity.is_some(),
            "posology" => self.posology.is_some(),
            "prescriber" => self.prescriber.is_some(),
            "council" => self.council.is_some(),
            "council_state" => self.council_state.is_some(),
            "council_number" => self.council_number.is_some(),
            "prescription_date" => self.prescription_date.is_some(),
            _ => false,
        }
    }
}

const OF_ALL: [&str; 5] = ["subject_code", "patient", "cpf", "product", "quantity"];
const OF_PRESCRIPTION: [&str; 6] =
    ["posology", "prescriber", "council", "council_state", "council_number", "prescription_date"];
const OF_AUTHORIZATION: [&str; 2] = ["authorization_no", "authorization_valid_to"];

fn required_fields(category: RegulatoryCategory) -> Vec<&'static str> {
    match category {
        RegulatoryCategory::Medicine => [&OF_ALL[..], &OF_PRESCRIPTION].concat(),
        RegulatoryCategory::Cannabis => [&OF_ALL[..], &OF_AUTHORIZATION, &OF_PRESCRIPTION].concat(),
        _ => OF_ALL.to_vec(),
    }
}

pub const fn required_documents(category: RegulatoryCategory) -> &'static [RegulatoryDocumentKind] {
    use RegulatoryDocumentKind::{Authorization, CommercialInvoice, Identity, Prescription};
    match category {
        RegulatoryCategory::Medicine => &[Prescription, Identity],
        RegulatoryCategory::Cannabis => &[Prescription, Identity, Authorization],
        RegulatoryCategory::Sample => &[Identity, CommercialInvoice],
        _ => &[Identity],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(fields: RegulatoryFields) -> (RegulatoryFields, FieldErrors) {
        let mut errors = FieldErrors::default();
        let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap();
        (fields.check(today, &mut errors), errors)
    }

    #[test]
    fn the_category_decides_the_checklist() {
        let mut fields = RegulatoryFields::default();
        assert_eq!(fields.missing(&[]), ["category"]);
        fields.category = Some(RegulatoryCategory::Cosmetic);
        assert_eq!(
            fields.missing(&[]),
            ["subject_code", "patient", "cpf", "product", "quantity", "document.identity"]
        );
        fields.category = Some(RegulatoryCategory::Cannabis);
        let missing = fields.missing(&[RegulatoryDocumentKind::Identity]);
        for lacking in ["authorization_no", "posology", "document.prescription", "document.authorization"] {
            assert!(missing.iter().any(|name| name == lacking), "{lacking} in {missing:?}");
        }
        assert!(!missing.contains(&"document.identity".to_owned()));
    }

    #[test]
    fn values_are_normalized_and_wrong_ones_are_reported_at_their_fields() {
        let sent = |cpf: &str, state: &str, code: &str| RegulatoryFields {
            cpf: Some(cpf.to_owned()),
            council_state: Some(state.to_owned()),
            subject_code: Some(code.to_owned()),
            ..RegulatoryFields::default()
        };
        let (good, errors) = checked(sent("529.982.247-25", "sp", "90295"));
        assert!(errors.is_empty());
        assert_eq!((good.cpf.as_deref(), good.council_state.as_deref()), (Some("52998224725"), Some("SP")));
        let (_, errors) = checked(sent("529.982.247-26", "XX", "9029"));
        assert!(["cpf", "council_state", "subject_code"].iter().all(|field| errors.contains(field)));
    }

    #[test]
    fn a_prescription_is_not_of_the_future() {
        let tomorrow = NaiveDate::from_ymd_opt(2026, 11, 26);
        let (_, errors) =
            checked(RegulatoryFields { prescription_date: tomorrow, ..RegulatoryFields::default() });
        assert!(errors.contains("prescription_date"));
    }
}
