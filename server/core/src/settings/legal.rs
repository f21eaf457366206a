//! The terms and the privacy notice that are in force.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use trade::legal::LegalKind;

/// A text of the company that is in force. Its page is `/legal/{kind}`.
#[derive(Object, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalTextInForce {
    pub kind: LegalKind,
    pub version: i32,
    /// True when users of clients must accept it: at the registration, and after the next sign-in.
    pub asks: bool,
}
