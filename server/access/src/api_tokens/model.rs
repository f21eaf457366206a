//! API types of a token, and what its state allows.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::Serialize;
use uuid::Uuid;

use super::{networks, scopes};
use crate::profiles::names::{ActionName, ResourceName, ScopeName};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_code;

wire_code! {
    /// State of an API token. A dead one is that of a user who cannot sign in.
    ApiTokenStatus { Active = 10, Expiring = 20, Expired = 30, Revoked = 40, Dead = 50 }
}

/// A token is expiring when it ends within this time.
const EXPIRING: TimeDelta = TimeDelta::days(14);

/// A token by which programs call the API in the name of its user. Its secret is shown once and not kept.
#[derive(Object, Clone)]
pub struct ApiToken {
    pub id: Uuid,
    pub name: String,
    /// The first eight characters of the secret after `rem_live_`, by which people recognise it.
    pub prefix: String,
    pub user_id: Uuid,
    /// Calls are made in the name of this user.
    pub user_name: String,
    /// Rights, named as in `can` of `GET /profile`. A call has those of them that the user still has.
    pub scopes: Vec<String>,
    /// Networks that calls must come from, as `198.51.100.0/24`; from anywhere when empty.
    pub networks: Vec<String>,
    /// The token is that of a station in this warehouse, where alone it receives and weighs; null for other tokens.
    pub warehouse_id: Option<Uuid>,
    pub status: ApiTokenStatus,
    pub created_at: DateTime<Utc>,
    /// The token is not valid from then on.
    pub expires_at: DateTime<Utc>,
    /// A recent use; noted every five minutes at most. Null when it was never used.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Address of that use.
    pub last_used_from: Option<String>,
    /// Calls with it today and in the six days before, by UTC; null while they cannot be counted.
    pub recent_calls: Option<i64>,
    pub revoked_at: Option<DateTime<Utc>>,
    /// The token that replaces this one; null when it was not rotated.
    pub replaced_by_id: Option<Uuid>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    pub can: ApiTokenCan,
}

/// Permissions of the current user on a token. Others than its user can only revoke it.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ApiTokenCan {
    pub update: bool,
    /// Replace it by a new one.
    pub rotate: bool,
    pub revoke: bool,
}

/// A token with its secret, which is never shown again.
#[derive(Object)]
pub struct ApiTokenWithSecret {
    pub token: ApiToken,
    /// To be sent as `Authorization: Bearer <secret>`. Keep it where only the program reads it.
    pub secret: String,
}

/// A right that the current user can give to a token.
#[derive(Object)]
pub struct ApiTokenScope {
    /// As in `scopes` of a token: `shipment.list`.
    pub name: String,
    pub resource: ResourceName,
    pub action: ActionName,
    /// The records that it reaches: all of the company, or own ones.
    pub scope: ScopeName,
}

/// The name, the rights and the networks of a token.
#[derive(Object, Clone, Debug, Serialize)]
pub struct ApiTokenInput {
    /// The program that will use it.
    #[oai(validator(max_length = 80))]
    pub name: String,
    /// Rights of the current user, named as in `can` of `GET /profile`; those of `api_token_scopes`.
    #[oai(validator(min_items = 1, max_items = 1000))]
    pub scopes: Vec<String>,
    /// Networks that calls must come from, as `198.51.100.0/24`, or addresses; from anywhere when empty.
    #[oai(default, validator(max_items = 20))]
    pub networks: Vec<String>,
}

/// A token to make.
#[derive(Object)]
pub struct ApiTokenDraft {
    #[oai(flatten)]
    pub input: ApiTokenInput,
    /// For a station on a shared computer: it sees the parcels of this warehouse, and receives and weighs them there. Its `scopes` are
    /// among `receiving.list`, `receiving.scan` and `receiving.measure`. It stays as it is.
    pub warehouse_id: Option<Uuid>,
    /// Days from now until it expires.
    #[oai(default = "one_year", validator(minimum(value = "1"), maximum(value = "730")))]
    pub expires_in_days: i32,
}

const fn one_year() -> i32 {
    365
}

/// The fields of a token to change, and the version they were read at.
#[derive(Object)]
pub struct ApiTokenUpdate {
    #[oai(flatten)]
    pub input: ApiTokenInput,
    /// Version that was read; 409 `stale_version` if the token has changed since.
    pub version: i32,
}

/// A token to replace.
#[derive(Object)]
pub struct ApiTokenRotation {
    /// Hours for which the old secret stays valid beside the new one, at most seven days; 0 ends it at once.
    #[oai(default = "one_day", validator(minimum(value = "0"), maximum(value = "168")))]
    pub overlap_hours: i32,
    /// Version that was read; 409 `stale_version` if the token has changed since.
    pub version: i32,
}

const fn one_day() -> i32 {
    24
}

/// The version of the token to revoke.
#[derive(Object)]
pub struct ApiTokenRevocation {
    /// Version that was read; 409 `stale_version` if the token has changed since.
    pub version: i32,
}

impl ApiTokenInput {
    /// Normalizes and checks the input; returns all errors at once. The token gets only rights that its user has, beside
    /// those that it `held` before, and a station only its own.
    pub fn check(&self, grants: &Grants, held: &[String], is_station: bool) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let name = required("name", &self.name, &mut errors);
        let mut chosen = Vec::new();
        for scope in &self.scopes {
            let right = scopes::parse(scope);
            let is_own = right.is_some_and(|(resource, action)| grants.allow(resource, action));
            if !is_own && !held.contains(scope) {
                let params = Params::from([("right", scope.as_str().into())]);
                errors.push_with("scopes", MessageCode::RightNotHeld, params);
                break;
            }
            if is_station && right.is_none_or(|(resource, action)| !scopes::is_of_station(resource, action)) {
                errors.push("scopes", MessageCode::StationRights);
                break;
            }
            if !chosen.contains(scope) {
                chosen.push(scope.clone());
            }
        }
        let networks = networks::check(&self.networks, &mut errors);
        errors.into_result()?;
        Ok(Self { name, scopes: chosen, networks })
    }
}

/// A token as it is kept, with its user.
#[derive(sqlx::FromRow)]
pub struct ApiTokenRow {
    pub id: Uuid,
    pub name: String,
    pub prefix: String,
    pub user_id: Uuid,
    pub user_name: String,
    /// The user can sign in.
    pub user_active: bool,
    pub scopes: Vec<String>,
    pub networks: Vec<String>,
    pub warehouse_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub last_used_from: Option<String>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub replaced_by_id: Option<Uuid>,
    pub version: i32,
}

impl ApiTokenRow {
    pub fn status(&self, now: DateTime<Utc>) -> ApiTokenStatus {
        find_status(self.revoked_at, self.expires_at, self.user_active, now)
    }

    pub fn input(&self) -> ApiTokenInput {
        let (name, scopes, networks) = (self.name.clone(), self.scopes.clone(), self.networks.clone());
        ApiTokenInput { name, scopes, networks }
    }

    /// The token with the permissions of a user.
    pub fn seen_by(self, grants: &Grants, user_id: Uuid, now: DateTime<Utc>) -> ApiToken {
        let (status, facts) = (self.status(now), TokenFacts::of(&self));
        let is_own = self.user_id == user_id;
        let can = |action| TRANSITIONS.can(grants, action, status, &facts);
        let can = ApiTokenCan {
            update: is_own && can(Action::Update),
            rotate: is_own && can(Action::Rotate),
            revoke: can(Action::Revoke),
        };
        ApiToken {
            id: self.id,
            name: self.name,
            prefix: self.prefix,
            user_id: self.user_id,
            user_name: self.user_name,
            scopes: self.scopes,
            networks: self.networks,
            warehouse_id: self.warehouse_id,
            status,
            created_at: self.created_at,
            expires_at: self.expires_at,
            last_used_at: self.last_used_at,
            last_used_from: self.last_used_from,
            recent_calls: None,
            revoked_at: self.revoked_at,
            replaced_by_id: self.replaced_by_id,
            version: self.version,
            can,
        }
    }
}

/// The state of a token or of a shop whose user can sign in, or cannot.
pub fn find_status(
    revoked_at: Option<DateTime<Utc>>,
    expires_at: DateTime<Utc>,
    user_active: bool,
    now: DateTime<Utc>,
) -> ApiTokenStatus {
    match expires_at - now {
        _ if revoked_at.is_some() => ApiTokenStatus::Revoked,
        left if left <= TimeDelta::zero() => ApiTokenStatus::Expired,
        _ if !user_active => ApiTokenStatus::Dead,
        left if left <= EXPIRING => ApiTokenStatus::Expiring,
        _ => ApiTokenStatus::Active,
    }
}

/// More about a token than its state.
pub struct TokenFacts {
    is_replaced: bool,
}

impl TokenFacts {
    pub const fn of(row: &ApiTokenRow) -> Self {
        Self { is_replaced: row.replaced_by_id.is_some() }
    }
}

pub const VALID: &[ApiTokenStatus] = &[ApiTokenStatus::Active, ApiTokenStatus::Expiring];
pub const NOT_ENDED: &[ApiTokenStatus] =
    &[ApiTokenStatus::Active, ApiTokenStatus::Expiring, ApiTokenStatus::Dead];

pub const TRANSITIONS: Transitions<Action, ApiTokenStatus, TokenFacts> = Transitions {
    resource: Resource::ApiToken,
    rows: &[
        Transition::within(Action::Update, VALID),
        Transition::within(Action::Rotate, VALID).guarded_by(|facts| match facts.is_replaced {
            true => Verdict::no(MessageCode::ApiTokenReplaced),
            false => Verdict::Yes,
        }),
        Transition::to(Action::Revoke, NOT_ENDED, ApiTokenStatus::Revoked),
    ],
    otherwise: |_, _| Verdict::no(MessageCode::ApiTokenEnded),
};

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    fn row(now: DateTime<Utc>) -> ApiTokenRow {
        ApiTokenRow {
            id: Uuid::from_u128(1),
            name: "Shop".to_owned(),
            prefix: "003aUlTJ".to_owned(),
            user_id: Uuid::from_u128(2),
            user_name: "Ana".to_owned(),
            user_active: true,
            scopes: vec!["shipment.list".to_owned()],
            networks: vec![],
            warehouse_id: None,
            created_at: now,
            expires_at: now + TimeDelta::days(365),
            last_used_at: None,
            last_used_from: None,
            revoked_at: None,
            replaced_by_id: None,
            version: 1,
        }
    }

    #[test]
    fn the_state_follows_the_times_and_the_user() {
        let now = DateTime::UNIX_EPOCH;
        let days = |days| now + TimeDelta::days(days);
        let of = |change: fn(&mut ApiTokenRow), at| {
            let mut row = row(now);
            change(&mut row);
            row.status(at)
        };
        assert_eq!(of(|_| {}, now), ApiTokenStatus::Active);
        assert_eq!(of(|_| {}, days(350)), ApiTokenStatus::Active);
        assert_eq!(of(|_| {}, days(351)), ApiTokenStatus::Expiring);
        assert_eq!(of(|_| {}, days(365)), ApiTokenStatus::Expired);
        assert_eq!(of(|row| row.user_active = false, now), ApiTokenStatus::Dead);
        assert_eq!(of(|row| row.revoked_at = Some(row.created_at), days(400)), ApiTokenStatus::Revoked);
    }

    #[test]
    fn each_role_does_with_a_token_what_its_state_allows() {
        let policy = Policy::load_shipped();
        let now = DateTime::UNIX_EPOCH;
        for (role, status, is_replaced) in UserType::ALL.iter().flat_map(|role| {
            ApiTokenStatus::ALL.iter().flat_map(move |status| [(role, status, false), (role, status, true)])
        }) {
            let mut row = row(now);
            row.replaced_by_id = is_replaced.then(|| Uuid::from_u128(3));
            let at = match status {
                ApiTokenStatus::Expiring => now + TimeDelta::days(360),
                ApiTokenStatus::Expired => now + TimeDelta::days(366),
                _ => now,
            };
            row.user_active = *status != ApiTokenStatus::Dead;
            row.revoked_at = (*status == ApiTokenStatus::Revoked).then_some(now);
            let is_valid = VALID.contains(status);
            let token = row.seen_by(&policy.grants(*role), Uuid::from_u128(2), at);
            assert_eq!(token.status, *status);
            let rotate = is_valid && !is_replaced;
            let expected = ApiTokenCan { update: is_valid, rotate, revoke: NOT_ENDED.contains(status) };
            assert_eq!(token.can, expected, "{role:?} {status:?} {is_replaced}");
        }
    }

    #[test]
    fn a_token_of_another_user_can_only_be_revoked() {
        let (policy, now) = (Policy::load_shipped(), DateTime::UNIX_EPOCH);
        let token = row(now).seen_by(&policy.grants(UserType::Admin), Uuid::from_u128(9), now);
        assert_eq!(token.can, ApiTokenCan { revoke: true, ..ApiTokenCan::default() });
    }

    #[test]
    fn all_errors_of_a_token_are_told_at_once() {
        let grants = Policy::load_shipped().grants(UserType::Client);
        let input = |name: &str, scopes: &[&str], networks: &[&str]| {
            let owned = |texts: &[&str]| texts.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
            ApiTokenInput { name: name.to_owned(), scopes: owned(scopes), networks: owned(networks) }
        };
        let refused = input(" ", &["shipment.hold"], &["office"]).check(&grants, &[], false).unwrap_err();
        for code in [MessageCode::Required, MessageCode::RightNotHeld, MessageCode::InvalidNetwork] {
            assert!(refused.has(code), "{code:?}");
        }
        let kept =
            input(" Shop ", &["shipment.list", "shipment.list"], &[]).check(&grants, &[], false).unwrap();
        assert_eq!((&*kept.name, kept.scopes.len()), ("Shop", 1));
        let lost = input("Shop", &["shipment.hold"], &[]);
        assert!(lost.check(&grants, &["shipment.hold".to_owned()], false).is_ok(), "it had the right before");
    }
}
