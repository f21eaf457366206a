//! What documents say of the company.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::http::error::FieldErrors;
use crate::http::fields::optional;
use crate::http::messages::MessageCode;
use trade::identifiers::{Phone, TaxId};
use trade::paper_format::PaperFormat;
use trade::party::BRAZIL;

/// The company on its invoices and documents.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyDetails {
    /// Registered name of the company, printed on invoices; null means its public name.
    #[oai(validator(max_length = 200))]
    pub legal_name: Option<String>,
    /// Tax number of the company. In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub tax_number: Option<String>,
    /// Lines of the registered address, as documents print it.
    #[oai(validator(max_length = 400))]
    pub legal_address: Option<String>,
    /// Printed at the foot of each page of documents.
    #[oai(validator(max_length = 300))]
    pub document_footer: Option<String>,
    /// Paper of documents; null means that of the company's country.
    pub document_paper: Option<PaperFormat>,
}

impl CompanyDetails {
    /// Normalizes the details and reports errors at their fields. `country_id` is the company's.
    pub fn check(self, country_id: i16, errors: &mut FieldErrors) -> Self {
        let tax_number = optional(self.tax_number.as_ref());
        let tax_number = match tax_number.as_deref().map(TaxId::parse) {
            Some(Ok(known)) if country_id == BRAZIL => Some(known.to_formatted()),
            Some(Err(_)) if country_id == BRAZIL => {
                errors.push("tax_number", MessageCode::InvalidTaxId);
                tax_number
            }
            _ => tax_number,
        };
        Self {
            legal_name: optional(self.legal_name.as_ref()),
            tax_number,
            legal_address: optional(self.legal_address.as_ref()),
            document_footer: optional(self.document_footer.as_ref()),
            ..self
        }
    }

    /// The lines of the address.
    pub fn address_lines(&self) -> Vec<String> {
        let lines = self.legal_address.as_deref().unwrap_or_default().lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }
}

impl Settings {
    /// Its e-mail address and telephone, as e-mails and documents show them; empty without either.
    pub fn contact_line(&self) -> String {
        let phone = self.contact_phone.as_deref().map(Phone::format_stored);
        let ways = [self.contact_email.clone(), phone];
        ways.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}
