//! Identifiers as types that only hold valid values.
//!
//! `parse` accepts masks, spaces and lower case, and nothing else. `as_str` is the stored form, `to_formatted`
//! the form for people.

mod account;
mod cargo;
mod phone;
mod postal;
mod tax_id;

pub use account::{Iban, RoutingNumber, Swift};
pub use cargo::{Awb, HsCode};
pub use phone::Phone;
pub use postal::{Cep, S10};
pub use tax_id::{Cnpj, Cpf, TaxId};

/// Kind of an invalid identifier. Each kind has one message for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentifierError {
    #[error("not a CPF")]
    Cpf,
    #[error("not a CNPJ")]
    Cnpj,
    #[error("neither a CPF nor a CNPJ")]
    TaxId,
    #[error("not a postal item number (UPU S10)")]
    S10,
    #[error("not an air waybill number")]
    Awb,
    #[error("not an HS code of 6, 8 or 10 digits")]
    HsCode,
    #[error("not a Brazilian postcode")]
    Cep,
    #[error("not a telephone number of its country")]
    Phone,
    #[error("not an IBAN")]
    Iban,
    #[error("not a SWIFT code")]
    Swift,
    #[error("not a routing number")]
    RoutingNumber,
}

/// The common methods of an identifier. The type adds `parse`.
macro_rules! identifier {
    ($name:ident) => {
        impl $name {
            /// The stored form: no mask, upper case.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::identifiers::IdentifierError;

            fn from_str(raw: &str) -> Result<Self, Self::Err> {
                Self::parse(raw)
            }
        }

        impl From<$name> for String {
            fn from(identifier: $name) -> String {
                identifier.0
            }
        }
    };
}
use identifier;

/// Removes dots, hyphens, slashes and spaces; letters become upper case.
fn remove_mask(raw: &str) -> String {
    raw.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '.' | '-' | '/'))
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

fn is_digits(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_capitals(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| b.is_ascii_uppercase())
}
