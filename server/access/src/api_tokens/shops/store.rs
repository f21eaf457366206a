//! SQL of connected shops. They are rows of `api_tokens`.

use chrono::{DateTime, Utc};
use policy::{Resource, Scope};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const SHOPS: Records = Records {
    table: "api_tokens",
    resource: Resource::Shop,
    id: "t.id = ",
    listing: Listing {
        columns: "t.id, t.name, t.user_id, u.name as user_name,
              u.active and coalesce(r.active, true) and coalesce(c.active, true) as user_active, t.shop_kind, t.shop_channel,
              t.shop_client_id, o.name as client_name, t.shop_service_id, t.shop_secret is not null as has_secret,
              t.shop_log, t.shop_refused_at, t.hash, t.created_at, t.expires_at, t.revoked_at, t.version",
        from: "api_tokens t join users u on u.id = t.user_id
              left join partners r on r.id = u.partner_id left join clients c on c.id = u.client_id
              left join clients o on o.id = t.shop_client_id",
        order: "t.created_at desc, t.id desc",
    },
};

pub const MOVE_CLIENT: &str = "update api_tokens set shop_client_id = $1 where shop_client_id = $2";
/// Shops that send their orders to a client, each with its user. $2: now.
pub const NAMES_OF_CLIENT: &str = "
    select t.name || ' (' || u.name || ')' from api_tokens t join users u on u.id = t.user_id
    where t.shop_client_id = $1 and t.shop_kind is not null and t.revoked_at is null and t.expires_at > $2
    order by t.name, t.id limit 5";
/// Another shop that takes orders by these numbers.
pub const IS_CHANNEL_TAKEN: &str = "
    select exists (
        select from api_tokens
        where shop_channel = $1 and shop_client_id is not distinct from $2 and revoked_at is null and expires_at > $3)";

/// The columns of a new shop.
#[derive(Serialize)]
pub struct NewShop<'a> {
    pub name: &'a str,
    pub prefix: &'a str,
    pub user_id: Uuid,
    /// As Postgres reads bytes.
    pub hash: String,
    pub scopes: [&'static str; 1],
    pub networks: [&'static str; 0],
    pub expires_at: DateTime<Utc>,
    pub notice_at: Option<DateTime<Utc>>,
    pub shop_kind: &'static str,
    pub shop_channel: &'a str,
    pub shop_client_id: Option<Uuid>,
    pub shop_service_id: Option<Uuid>,
    /// As Postgres reads bytes.
    pub shop_secret: Option<String>,
}

/// The columns that a form writes.
#[derive(Serialize)]
pub struct ShopColumns<'a> {
    pub name: &'a str,
    pub shop_service_id: Option<Uuid>,
    #[serde(flatten)]
    pub secret: Option<SecretColumn>,
}

/// The column of a new secret.
#[derive(Serialize)]
pub struct SecretColumn {
    pub shop_secret: String,
    /// None: it may be right from now on.
    pub shop_refused_at: Option<DateTime<Utc>>,
}

/// Bytes as Postgres reads them from a text.
pub fn to_bytea(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::from("\\x");
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Whether another shop of the client, or of the company, has this channel.
pub async fn is_channel_taken(
    tx: &mut TenantTx,
    channel: &str,
    client_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> ApiResult<bool> {
    let query = sqlx::query_scalar(IS_CHANNEL_TAKEN).bind(channel).bind(client_id).bind(now);
    Ok(query.fetch_one(&mut **tx).await?)
}

pub fn only_shops(filter: Where) -> Where {
    filter.only("t.shop_kind is not null", true)
}

/// The shops that a user with this scope reaches.
pub fn build_filter(filter: Where, scope: Scope, user_id: Uuid) -> Where {
    only_shops(filter).and("t.user_id = ", (scope != Scope::Any).then_some(user_id))
}
