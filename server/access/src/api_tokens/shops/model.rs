//! API types of a connected shop, and what its state allows.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use crate::api_tokens::model::{ApiTokenStatus, NOT_ENDED, VALID, find_status};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::{wire_code, wire_name};

wire_name! {
    /// The system of a shop.
    ShopKind { Shopify = "shopify", WooCommerce = "woocommerce" }
}
wire_name! {
    /// The result of a call of a shop.
    ShopCallOutcome {
        /// A draft was made of the order.
        Created = "created",
        /// The order came before, so nothing was changed.
        Known = "known",
        /// The order came before with other contents, and nothing was changed.
        Changed = "changed",
        /// The shop has cancelled the order, and its draft is cancelled, too.
        Cancelled = "cancelled",
        /// The shop has cancelled the order, and its shipment, which somebody has changed or confirmed, goes on.
        Kept = "kept",
        /// A test of the shop, of which nothing is made.
        Test = "test",
        /// Another event than a new order.
        Ignored = "ignored",
        /// Nothing could be made of it.
        Refused = "refused",
    }
}
wire_code! {
    /// Whether a shop can send orders.
    ShopStatus {
        /// Its secret is missing, so that no signature can be checked.
        Unfinished = 5,
        Active = 10,
        Expiring = 20,
        Expired = 30,
        Revoked = 40,
        /// Its user cannot sign in.
        Dead = 50,
    }
}

/// An online shop whose orders become drafts of shipments. Its calls are made in the name of the user who connected it.
#[derive(Object, Clone)]
pub struct Shop {
    pub id: Uuid,
    pub kind: ShopKind,
    pub name: String,
    /// The `source` of its shipments.
    pub channel: String,
    /// The client that its orders are for; null for the company.
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// The service of its shipments; null to choose it for each.
    pub service_id: Option<Uuid>,
    pub user_id: Uuid,
    pub user_name: String,
    pub status: ShopStatus,
    /// The path of the address that the shop calls, on the company's host.
    pub path: String,
    /// When a signature was wrong last, since the last order; null if none was.
    pub refused_at: Option<DateTime<Utc>>,
    /// The newest calls, at most 30.
    pub calls: Vec<ShopCall>,
    pub created_at: DateTime<Utc>,
    /// It takes no orders from then on.
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    /// Increases with every change by a person. Send it with an update.
    pub version: i32,
    pub can: ShopCan,
}

/// A call of a shop.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct ShopCall {
    pub at: DateTime<Utc>,
    pub outcome: ShopCallOutcome,
    /// The event as the shop names it: `orders/create`.
    pub topic: String,
    /// Number of the order; null if none was readable.
    pub number: Option<String>,
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    /// Number of the values that were guessed or left out.
    pub problem_count: i32,
    /// Why it was refused, a message code; null otherwise.
    pub code: Option<String>,
    /// The field of the order that was the reason; null if it was none.
    pub field: Option<String>,
}

/// Permissions of the current user on a shop. Others than its user can only end it.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShopCan {
    pub update: bool,
    pub revoke: bool,
}

/// A shop with its secret.
#[derive(Object)]
pub struct ShopWithSecret {
    pub shop: Shop,
    /// The secret that was made for it, to be entered in the shop; never shown again. Null if the shop makes its own.
    pub secret: Option<String>,
}

/// The name of a shop, and what is made of its orders.
#[derive(Object, Clone, Debug, Serialize)]
pub struct ShopInput {
    #[oai(validator(max_length = 80))]
    pub name: String,
    /// The service of its shipments; null to choose it for each.
    pub service_id: Option<Uuid>,
    /// The secret by which the shop signs. Omitted in an update, it stays.
    #[oai(validator(max_length = 200))]
    #[serde(skip)]
    pub secret: Option<String>,
}

/// A shop to connect.
#[derive(Object)]
pub struct ShopDraft {
    #[oai(flatten)]
    pub input: ShopInput,
    pub kind: ShopKind,
    /// The `source` of its shipments: small letters, digits, dots and hyphens. It names the orders together with their
    /// numbers, and cannot be changed.
    #[oai(validator(max_length = 40))]
    pub channel: String,
    /// The client that its orders are for; null for the company. Ignored for users of a client.
    pub client_id: Option<Uuid>,
    /// Days from now until it expires.
    #[oai(default = "one_year", validator(minimum(value = "1"), maximum(value = "730")))]
    pub expires_in_days: i32,
}

const fn one_year() -> i32 {
    365
}

/// The fields of a shop to change, and the version they were read at.
#[derive(Object)]
pub struct ShopUpdate {
    #[oai(flatten)]
    pub input: ShopInput,
    /// Version that was read; 409 `stale_version` if the shop has changed since.
    pub version: i32,
}

/// The version of the shop to end.
#[derive(Object)]
pub struct ShopRevocation {
    /// Version that was read; 409 `stale_version` if the shop has changed since.
    pub version: i32,
}

/// Whether a text can be the name of a channel.
pub fn is_channel(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let fits = text.bytes().all(|byte| is_plain(byte) || b"._-".contains(&byte));
    fits && text.len() <= 40 && text.bytes().next().is_some_and(is_plain) && text != "manual"
}

impl ShopInput {
    /// Normalizes and checks the input; errors are added.
    pub fn check(self, errors: &mut FieldErrors) -> Self {
        let secret = optional(self.secret.as_ref());
        if secret.as_ref().is_some_and(|secret| secret.len() < 16) {
            errors.push("secret", MessageCode::ShopSecretShort);
        }
        Self { name: required("name", &self.name, errors), service_id: self.service_id, secret }
    }
}

impl ShopDraft {
    /// The same, with the channel; returns all errors at once.
    pub fn check(self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let input = self.input.check(&mut errors);
        let channel = required("channel", &self.channel, &mut errors);
        if !channel.is_empty() && !is_channel(&channel) {
            errors.push("channel", MessageCode::InvalidChannel);
        }
        errors.into_result()?;
        Ok(Self { input, channel, ..self })
    }
}

/// A shop as it is kept, with its user.
#[derive(Clone, sqlx::FromRow)]
pub struct ShopRow {
    pub id: Uuid,
    pub name: String,
    pub user_id: Uuid,
    pub user_name: String,
    /// The user can sign in.
    pub user_active: bool,
    pub shop_kind: ShopKind,
    pub shop_channel: String,
    pub shop_client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub shop_service_id: Option<Uuid>,
    pub has_secret: bool,
    pub shop_log: Json<Vec<ShopCall>>,
    pub shop_refused_at: Option<DateTime<Utc>>,
    /// Which secrets are bound to.
    pub hash: Vec<u8>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub version: i32,
}

impl ShopRow {
    pub fn status(&self, now: DateTime<Utc>) -> ApiTokenStatus {
        find_status(self.revoked_at, self.expires_at, self.user_active, now)
    }

    pub fn input(&self) -> ShopInput {
        ShopInput { name: self.name.clone(), service_id: self.shop_service_id, secret: None }
    }

    /// The shop with the permissions of a user.
    pub fn seen_by(self, grants: &Grants, user_id: Uuid, now: DateTime<Utc>) -> Shop {
        let status = self.status(now);
        let is_own = self.user_id == user_id;
        let can = |action| TRANSITIONS.can(grants, action, status, &());
        Shop {
            can: ShopCan { update: is_own && can(Action::Update), revoke: can(Action::Revoke) },
            status: to_shop_status(status, self.has_secret),
            path: format!("/api/shop-webhooks/{}", self.id),
            id: self.id,
            kind: self.shop_kind,
            name: self.name,
            channel: self.shop_channel,
            client_id: self.shop_client_id,
            client_name: self.client_name,
            service_id: self.shop_service_id,
            user_id: self.user_id,
            user_name: self.user_name,
            refused_at: self.shop_refused_at,
            calls: self.shop_log.0,
            created_at: self.created_at,
            expires_at: self.expires_at,
            revoked_at: self.revoked_at,
            version: self.version,
        }
    }
}

const fn to_shop_status(status: ApiTokenStatus, has_secret: bool) -> ShopStatus {
    match status {
        ApiTokenStatus::Revoked => ShopStatus::Revoked,
        ApiTokenStatus::Expired => ShopStatus::Expired,
        ApiTokenStatus::Dead => ShopStatus::Dead,
        ApiTokenStatus::Active | ApiTokenStatus::Expiring if !has_secret => ShopStatus::Unfinished,
        ApiTokenStatus::Expiring => ShopStatus::Expiring,
        ApiTokenStatus::Active => ShopStatus::Active,
    }
}

pub const TRANSITIONS: Transitions<Action, ApiTokenStatus, ()> = Transitions {
    resource: Resource::Shop,
    rows: &[
        Transition::within(Action::Update, VALID),
        Transition::to(Action::Revoke, NOT_ENDED, ApiTokenStatus::Revoked),
    ],
    otherwise: |_, _| Verdict::no(MessageCode::ShopEnded),
};

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use policy::{Policy, UserType};

    fn row(now: DateTime<Utc>) -> ShopRow {
        ShopRow {
            id: Uuid::from_u128(1),
            name: "Loja".to_owned(),
            user_id: Uuid::from_u128(2),
            user_name: "Ana".to_owned(),
            user_active: true,
            shop_kind: ShopKind::Shopify,
            shop_channel: "loja".to_owned(),
            shop_client_id: None,
            client_name: None,
            shop_service_id: None,
            has_secret: true,
            shop_log: Json(Vec::new()),
            shop_refused_at: None,
            hash: vec![1; 32],
            created_at: now,
            expires_at: now + TimeDelta::days(365),
            revoked_at: None,
            version: 1,
        }
    }

    #[test]
    fn a_channel_is_a_plain_name() {
        for good in ["loja", "loja-2.br", "7", "a_b"] {
            assert!(is_channel(good), "{good}");
        }
        for wrong in ["", "Loja", "-a", "a b", "a/b", "loja é", "manual", &"a".repeat(41)] {
            assert!(!is_channel(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_shop_without_its_secret_is_unfinished_until_it_ends() {
        let now = DateTime::UNIX_EPOCH;
        let grants = Policy::load_shipped().grants(UserType::User);
        let status = |change: fn(&mut ShopRow), days| {
            let mut row = row(now);
            change(&mut row);
            row.seen_by(&grants, Uuid::from_u128(2), now + TimeDelta::days(days)).status
        };
        assert_eq!(status(|_| {}, 0), ShopStatus::Active);
        assert_eq!(status(|row| row.has_secret = false, 0), ShopStatus::Unfinished);
        assert_eq!(status(|row| row.has_secret = false, 400), ShopStatus::Expired);
        assert_eq!(status(|row| row.user_active = false, 0), ShopStatus::Dead);
        assert_eq!(status(|row| row.revoked_at = Some(row.created_at), 0), ShopStatus::Revoked);
    }

    #[test]
    fn only_its_user_changes_a_shop() {
        let (policy, now) = (Policy::load_shipped(), DateTime::UNIX_EPOCH);
        for role in UserType::ALL {
            let seen = |user: u128| row(now).seen_by(&policy.grants(role), Uuid::from_u128(user), now).can;
            assert_eq!(seen(2), ShopCan { update: true, revoke: true }, "{role:?}");
            assert_eq!(seen(9), ShopCan { update: false, revoke: true }, "{role:?}");
        }
        let mut ended = row(now);
        ended.revoked_at = Some(now);
        let can = ended.seen_by(&policy.grants(UserType::User), Uuid::from_u128(2), now).can;
        assert_eq!(can, ShopCan::default());
    }

    #[test]
    fn all_errors_of_a_shop_are_told_at_once() {
        let input = ShopInput { name: " ".into(), service_id: None, secret: Some("short".into()) };
        let draft = ShopDraft {
            input,
            kind: ShopKind::Shopify,
            channel: "My shop".into(),
            client_id: None,
            expires_in_days: 365,
        };
        let refused = draft.check().err().unwrap();
        for code in [MessageCode::Required, MessageCode::ShopSecretShort, MessageCode::InvalidChannel] {
            assert!(refused.has(code), "{code:?}");
        }
    }
}
