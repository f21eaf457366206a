//! The signed-in user, and who works for the company.

use chrono::{DateTime, Utc};
use policy::UserType;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::http::messages::Language;

/// The condition that a user works for the company. The argument is the prefix of the columns of `users`, which must have
/// an alias: `"u."`. Users of clients, of partners and of carriers are outside. A profile for outsiders makes a user one,
/// also while it is inactive and beside others; only administrators, whose rights no profile changes, stay inside.
///
/// This is the only definition: [`CurrentUser`], the rights and sessions of live connections and every statement about staff
/// use it.
#[macro_export]
macro_rules! is_inside {
    ($user:literal) => {
        concat!(
            "(",
            $user,
            "user_type <> 30 and ",
            $user,
            "partner_id is null and (",
            $user,
            "user_type = 10 or not exists (select from user_profiles assigned join profiles outside on outside.id = assigned.profile_id ",
            "where assigned.user_id = ",
            $user,
            "id and outside.kind <> 10)))"
        )
    };
}

/// The condition that a profile binds a user to their own subsidiaries. The argument is an alias of `users`: `"u."`.
/// Administrators and people outside the company are never bound.
#[macro_export]
macro_rules! is_bound {
    ($user:literal) => {
        concat!(
            "(",
            $user,
            "user_type in (11, 20) and exists (select from user_profiles assigned ",
            "join profiles binding on binding.id = assigned.profile_id where assigned.user_id = ",
            $user,
            "id and binding.bound_to_subsidiaries))"
        )
    };
}

/// The user a request acts as.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CurrentUser {
    pub session_id: Uuid,
    pub id: Uuid,
    #[serde(with = "user_type_code")]
    pub user_type: UserType,
    pub client_id: Option<Uuid>,
    /// The user's subsidiaries, possibly none, when a profile binds the user to them.
    pub subsidiary_ids: Option<Vec<Uuid>>,
    /// The partner the user works for; none for others.
    pub partner_id: Option<Uuid>,
    /// Works for the company: the row satisfies [`is_inside!`](crate::is_inside).
    pub is_inside: bool,
    pub name: String,
    pub email: String,
    pub language: String,
    pub time_zone: String,
    pub weight_unit: i16,
    pub size_unit: i16,
    /// Sorted. Without profiles, the user has the grants of the user type.
    pub profile_ids: Vec<Uuid>,
    /// A cached copy with an older version is ignored.
    pub(super) policy_version: i64,
    /// The administrator who acts as this user.
    pub acting: Option<Acting>,
    pub(super) tenant_epoch: i64,
    pub(super) expires_at: DateTime<Utc>,
}

/// An administrator who acts as another user.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Acting {
    pub user_id: Uuid,
    pub name: String,
    /// When it ends.
    pub until: DateTime<Utc>,
}

impl CurrentUser {
    /// The administrator's id, for audit entries.
    pub fn acting_id(&self) -> Option<Uuid> {
        self.acting.as_ref().map(|acting| acting.user_id)
    }

    pub fn language(&self) -> Language {
        Language::nearest(&self.language).unwrap_or_default()
    }
}

mod user_type_code {
    use policy::UserType;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's `with` asks for this signature")]
    pub fn serialize<S: Serializer>(value: &UserType, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i16(value.code())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<UserType, D::Error> {
        let code = i16::deserialize(deserializer)?;
        UserType::from_code(code).ok_or_else(|| serde::de::Error::custom("unknown user type"))
    }
}
