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

/// The name of the user with this id, as a value of a statement of another area: `"m.actor_id"`. Null for the server's own work.
#[macro_export]
macro_rules! user_name {
    ($id:literal) => {
        concat!("(select named.name from users named where named.id = ", $id, ")")
    };
}

/// The columns of a user as read for a request, of the table `users u`.
#[macro_export]
macro_rules! current_user_columns {
    () => {
        concat!(
            "u.id, u.user_type, u.client_id, u.name, u.email, u.language, u.time_zone, u.weight_unit, u.size_unit,
             u.partner_id, ",
            $crate::is_inside!("u."),
            " as is_inside,
             array(select b.profile_id from user_profiles b where b.user_id = u.id order by 1) as profile_ids,
             case when ",
            $crate::is_bound!("u."),
            " then array(select b.subsidiary_id from user_subsidiaries b where b.user_id = u.id order by 1)
             end as subsidiary_ids"
        )
    };
}

/// A user as read for a request.
#[derive(sqlx::FromRow)]
pub(crate) struct CurrentUserRow {
    id: Uuid,
    user_type: i16,
    client_id: Option<Uuid>,
    name: String,
    email: String,
    language: String,
    time_zone: String,
    weight_unit: i16,
    size_unit: i16,
    profile_ids: Vec<Uuid>,
    subsidiary_ids: Option<Vec<Uuid>>,
    partner_id: Option<Uuid>,
    is_inside: bool,
}

/// By what a request acts as its user.
pub(crate) struct Credential {
    /// The session, or the token.
    pub id: Uuid,
    pub acting: Option<Acting>,
    pub token: Option<UserToken>,
    pub policy_version: i64,
    pub tenant_epoch: i64,
    pub expires_at: DateTime<Utc>,
}

impl CurrentUserRow {
    /// None for a user type of a later release.
    pub(crate) fn with(self, credential: Credential) -> Option<CurrentUser> {
        Some(CurrentUser {
            session_id: credential.id,
            id: self.id,
            user_type: UserType::from_code(self.user_type)?,
            client_id: self.client_id,
            subsidiary_ids: self.subsidiary_ids,
            partner_id: self.partner_id,
            is_inside: self.is_inside,
            name: self.name,
            email: self.email,
            language: self.language,
            time_zone: self.time_zone,
            weight_unit: self.weight_unit,
            size_unit: self.size_unit,
            profile_ids: self.profile_ids,
            policy_version: credential.policy_version,
            acting: credential.acting,
            token: credential.token,
            tenant_epoch: credential.tenant_epoch,
            expires_at: credential.expires_at,
        })
    }
}

/// The user a request acts as.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CurrentUser {
    /// The session; the token when a program calls.
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
    /// The token by which a program calls in the name of the user.
    pub token: Option<UserToken>,
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

/// A token by which a program calls.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UserToken {
    pub id: Uuid,
    /// Rights as `shipment.list`. It gives those that its user has.
    pub(super) scopes: Vec<String>,
    /// It is that of a station in this warehouse.
    pub(super) warehouse_id: Option<Uuid>,
}

impl CurrentUser {
    /// The token's id, for audit entries.
    pub fn token_id(&self) -> Option<Uuid> {
        self.token.as_ref().map(|token| token.id)
    }

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
