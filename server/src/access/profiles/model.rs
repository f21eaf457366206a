//! What a profile is, on the wire.

use poem_openapi::Object;
use policy::UserType;
use uuid::Uuid;

use crate::wire_code;

wire_code! {
    /// For whose people a profile is made.
    ProfileKind { Staff = 10, Partner = 20, Provider = 30, Client = 40 }
}

impl ProfileKind {
    pub fn of_policy(self) -> policy::ProfileKind {
        match self {
            Self::Staff => policy::ProfileKind::Staff,
            Self::Partner => policy::ProfileKind::Partner,
            Self::Provider => policy::ProfileKind::Provider,
            Self::Client => policy::ProfileKind::Client,
        }
    }
}

/// A profile to choose.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct ProfileOption {
    pub id: Uuid,
    pub name: String,
    /// Those for clients' people suit users of type CLIENT, the others everybody else.
    pub kind: ProfileKind,
    /// One that is switched off gives nothing to those who bear it.
    pub active: bool,
}

impl ProfileOption {
    pub fn suits(&self, user_type: UserType) -> bool {
        self.kind.of_policy().suits(user_type)
    }
}
