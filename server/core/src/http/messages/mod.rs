//! The closed list of message codes. `message_text` has their texts.

mod goods_codes;
mod office_codes;
mod transport_codes;

use std::collections::BTreeMap;

use serde_json::Value;

use goods_codes::goods_codes;
use office_codes::office_codes;
use trade::identifiers::IdentifierError;
pub use trade::language::Language;
use transport_codes::transport_codes;

/// Parameters of a message, e.g. `{"max": 30}` for "at most {{max}}".
pub type Params = BTreeMap<&'static str, Value>;

macro_rules! message_codes {
    ([] $($variant:ident = $code:literal,)+) => {
        /// All messages of the server, by code.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum MessageCode { $($variant),+ }

        impl MessageCode {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

// Each list gives its codes, behind those before it, to the next one; the last makes the enum.
office_codes! { [transport_codes goods_codes message_codes] }

impl MessageCode {
    pub fn from_name(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == code)
    }
}

impl From<IdentifierError> for MessageCode {
    fn from(wrong: IdentifierError) -> Self {
        match wrong {
            IdentifierError::Cpf => Self::InvalidCpf,
            IdentifierError::Cnpj => Self::InvalidCnpj,
            IdentifierError::S10 => Self::InvalidTrackingCode,
            IdentifierError::HsCode => Self::InvalidHsCode,
            IdentifierError::Cep => Self::InvalidPostcode,
            IdentifierError::Phone => Self::InvalidPhone,
            IdentifierError::Iban => Self::InvalidIban,
            IdentifierError::Swift => Self::InvalidSwift,
            IdentifierError::RoutingNumber => Self::InvalidRoutingNumber,
            IdentifierError::TaxId | IdentifierError::Awb => Self::Invalid,
        }
    }
}
