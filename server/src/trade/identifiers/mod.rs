//! The numbers of the trade, as types that exist only when they are valid.
//!
//! `parse` forgives what people and spreadsheets add (masks, spaces, lower case) and nothing else;
//! `as_str` is what is stored, `formatted` is what is read by people.

mod cargo;
mod phone;
mod postal;
mod tax_id;

pub use cargo::{Awb, HsCode};
pub use phone::Phone;
pub use postal::{Cep, S10};
pub use tax_id::{Cnpj, Cpf, TaxId};

/// Which kind of number was wrong. One kind, one message for the user.
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
    #[error("not an HS code of 6 or 8 digits")]
    HsCode,
    #[error("not a Brazilian postcode")]
    Cep,
    #[error("not an international telephone number")]
    Phone,
}

/// What every identifier can do with its stored text. The type itself brings `parse`.
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
            type Err = crate::trade::identifiers::IdentifierError;

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

/// Takes the mask off: dots, hyphens, slashes and spaces go, letters become capitals.
fn unmasked(raw: &str) -> String {
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
