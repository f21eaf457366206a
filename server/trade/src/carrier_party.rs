//! A sender or a recipient as carriers are told of them.

use serde::{Deserialize, Serialize};

/// A sender or a recipient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierParty {
    pub name: Option<String>,
    pub company: Option<String>,
    pub document: Option<String>,
    pub email: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    /// Two letters.
    pub country: Option<String>,
    pub postcode: Option<String>,
    pub street: Option<String>,
    pub number: Option<String>,
    pub complement: Option<String>,
    pub district: Option<String>,
    pub city: Option<String>,
    /// Its code, or its name where there is none.
    pub state: Option<String>,
}
