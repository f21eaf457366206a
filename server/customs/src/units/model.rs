//! A question to a postal operator about a bag.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use trade::{wire_code, wire_name};

wire_name! {
    /// The kind of a question to a postal operator.
    UnitRequestKind {
        /// The code of the bag.
        Register = "register",
        /// To take the bag back, before it is opened again.
        Cancel = "cancel",
    }
}

wire_code! {
    /// State of a request to a postal operator.
    UnitRequestStatus {
        Waiting = 10,
        /// It was sent. Until the answer is here, nobody knows what the operator has done.
        Asked = 20,
        Done = 30,
        Refused = 40,
    }
}

/// A question to a postal operator about a bag.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct BagUnitRequest {
    pub id: Uuid,
    pub kind: UnitRequestKind,
    pub status: UnitRequestStatus,
    /// The operator, as the company calls it.
    pub operator_label: String,
    /// The code that the operator has given, or that it is asked to take back.
    pub unit_code: Option<String>,
    /// Why the operator has refused it, in its own words.
    pub error: Option<String>,
    /// How often it was sent.
    pub attempts: i32,
    /// When it was sent last.
    pub asked_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    /// User.
    pub requested_by: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}
