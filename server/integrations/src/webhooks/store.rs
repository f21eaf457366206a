//! SQL of webhooks.

use chrono::{DateTime, NaiveDate, Utc};
use policy::Resource;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::outcome::{WebhookDisabledReason, WebhookHealth};
use super::state::{WebhookFacts, WebhookStatus};
use super::version::{EventVersion, NEWEST};
use server_core::http::error::ApiResult;
use server_core::live::Audience;
use server_core::record::{Listing, Records, Where};

pub const WEBHOOKS: Records = Records {
    table: "webhook_endpoints",
    resource: Resource::Webhook,
    id: "w.id = ",
    listing: Listing {
        columns: "w.id, w.client_id, w.url, w.patterns, w.event_version, w.secret, w.former_secret, w.former_secret_until,
              w.header_names, w.headers, w.fifo, w.status, w.disabled_reason, w.failure_count, w.first_failed_at,
              w.notice_count, w.held_until, w.wake_at, w.last_success_at, w.version, w.created_at,
              (select count(*) from webhook_deliveries d
                  where d.endpoint_id = w.id and d.status in (10, 20, 40, 55)) as waiting_count",
        from: "webhook_endpoints w",
        order: "w.id desc",
    },
};

/// For the workers, which come one after the other.
pub const LOCK: &str = "
    select w.id, w.client_id, w.url, w.patterns, w.event_version, w.secret, w.former_secret, w.former_secret_until,
           w.header_names, w.headers, w.fifo, w.status, w.disabled_reason, w.failure_count, w.first_failed_at,
           w.notice_count, w.held_until, w.wake_at, w.last_success_at, w.version, w.created_at,
           0::bigint as waiting_count
    from webhook_endpoints w where w.id = $1 for no key update";
pub const SET_WAKE: &str = "update webhook_endpoints set wake_at = $2 where id = $1";
/// The version stays: nobody has edited it.
pub const SET_HEALTH: &str = "
    update webhook_endpoints
    set status = $2, failure_count = $3, first_failed_at = $4, held_until = $5, notice_count = $6, disabled_reason = $7,
        last_success_at = coalesce($8, last_success_at)
    where id = $1";
pub const COUNT_OF_OWNER: &str =
    "select count(*) from webhook_endpoints where client_id is not distinct from $1";
pub const IS_KNOWN: &str = "
    select exists (
        select from webhook_endpoints
        where client_id is not distinct from $1 and url = $2 and patterns && $3::text[] and id is distinct from $4)";
pub const DELETE: &str = "delete from webhook_endpoints where id = $1";
/// After an import from an archive: the secrets are those of another company.
pub const DELETE_EVERY: &str = "delete from webhook_endpoints";
pub const DELETE_EVERY_EVENT: &str = "delete from webhook_events";
pub const MOVE_CLIENT: &str = "update webhook_endpoints set client_id = $1 where client_id = $2";

/// A webhook as it is kept.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EndpointRow {
    pub id: Uuid,
    pub client_id: Option<Uuid>,
    pub url: String,
    pub patterns: Vec<String>,
    pub event_version: NaiveDate,
    pub secret: Vec<u8>,
    pub former_secret: Option<Vec<u8>>,
    pub former_secret_until: Option<DateTime<Utc>>,
    pub header_names: Vec<String>,
    pub headers: Option<Vec<u8>>,
    pub fifo: bool,
    pub status: WebhookStatus,
    pub disabled_reason: Option<WebhookDisabledReason>,
    pub failure_count: i32,
    pub first_failed_at: Option<DateTime<Utc>>,
    pub notice_count: i16,
    pub held_until: Option<DateTime<Utc>>,
    pub wake_at: Option<DateTime<Utc>>,
    pub last_success_at: Option<DateTime<Utc>>,
    /// Events that are due, in flight, waiting or held; 0 for a worker.
    pub waiting_count: i64,
    pub version: i32,
    pub created_at: DateTime<Utc>,
}

impl EndpointRow {
    pub const fn health(&self) -> WebhookHealth {
        WebhookHealth {
            status: self.status,
            failure_count: self.failure_count,
            first_failed_at: self.first_failed_at,
            held_until: self.held_until,
            notice_count: self.notice_count,
            disabled_reason: self.disabled_reason,
        }
    }

    pub fn has_former_secret(&self, now: DateTime<Utc>) -> bool {
        self.former_secret_until.is_some_and(|until| until > now)
    }

    pub fn facts(&self, now: DateTime<Utc>) -> WebhookFacts {
        let is_newest = EventVersion::find(self.event_version, now).day() >= NEWEST.day();
        WebhookFacts { has_former_secret: self.has_former_secret(now), is_newest }
    }

    /// Open pages of the company, and of the client whose own it is.
    pub fn audience(&self) -> Audience {
        self.client_id.map_or(Audience::Staff, |id| Audience::Parties(vec![id]))
    }
}

/// The columns that a form writes. Sealed values are texts as Postgres reads bytes.
#[derive(Debug, Serialize)]
pub struct InputColumns<'a> {
    pub url: &'a str,
    pub patterns: &'a [String],
    pub fifo: bool,
    #[serde(flatten)]
    pub headers: Option<HeaderColumns>,
}

/// The columns of own headers.
#[derive(Debug, Serialize)]
pub struct HeaderColumns {
    pub header_names: Vec<String>,
    pub headers: Option<String>,
}

/// The columns of a new webhook.
#[derive(Debug, Serialize)]
pub struct NewColumns<'a> {
    #[serde(flatten)]
    pub input: InputColumns<'a>,
    pub header_names: &'a [String],
    pub client_id: Option<Uuid>,
    pub event_version: &'static str,
    pub secret: String,
    pub status: WebhookStatus,
}

/// The columns that are sealed once the id is known.
#[derive(Debug, Serialize)]
pub struct SealedColumns {
    pub secret: String,
    #[serde(flatten)]
    pub headers: HeaderColumns,
}

/// The columns of a webhook that gets another form of the data.
#[derive(Debug, Serialize)]
pub struct VersionColumns {
    pub event_version: &'static str,
}

/// The columns of a webhook whose secret is replaced.
#[derive(Debug, Serialize)]
pub struct SecretColumns {
    pub secret: String,
    pub former_secret: String,
    pub former_secret_until: DateTime<Utc>,
}

/// The columns of a webhook that begins anew, or is paused.
#[derive(Debug, Serialize)]
pub struct StatusColumns {
    pub status: WebhookStatus,
    pub failure_count: i32,
    pub first_failed_at: Option<DateTime<Utc>>,
    pub held_until: Option<DateTime<Utc>>,
    pub notice_count: i16,
    pub disabled_reason: Option<WebhookDisabledReason>,
}

impl StatusColumns {
    /// Without the failures of the time before.
    pub const fn of(status: WebhookStatus) -> Self {
        Self {
            status,
            failure_count: 0,
            first_failed_at: None,
            held_until: None,
            notice_count: 0,
            disabled_reason: None,
        }
    }
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

pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<EndpointRow>> {
    Ok(sqlx::query_as(LOCK).bind(id).fetch_optional(&mut **tx).await?)
}

pub async fn set_wake(tx: &mut TenantTx, id: Uuid, wake_at: Option<DateTime<Utc>>) -> ApiResult<()> {
    sqlx::query(SET_WAKE).bind(id).bind(wake_at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn set_health(
    tx: &mut TenantTx,
    id: Uuid,
    health: &WebhookHealth,
    succeeded_at: Option<DateTime<Utc>>,
) -> ApiResult<()> {
    sqlx::query(SET_HEALTH)
        .bind(id)
        .bind(health.status.code())
        .bind(health.failure_count)
        .bind(health.first_failed_at)
        .bind(health.held_until)
        .bind(health.notice_count)
        .bind(health.disabled_reason.map(WebhookDisabledReason::as_str))
        .bind(succeeded_at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Number of the webhooks of a client, or of the company.
pub async fn count_of_owner(tx: &mut TenantTx, client_id: Option<Uuid>) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_OF_OWNER).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Whether another webhook of the owner has this address and one of the patterns: it would get events twice.
pub async fn is_known(
    tx: &mut TenantTx,
    client_id: Option<Uuid>,
    url: &str,
    patterns: &[String],
    id: Option<Uuid>,
) -> ApiResult<bool> {
    let query = sqlx::query_scalar(IS_KNOWN).bind(client_id).bind(url).bind(patterns).bind(id);
    Ok(query.fetch_one(&mut **tx).await?)
}

pub async fn delete(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(DELETE).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// The webhooks that a user reaches: all, or those of the own client.
pub fn build_filter(filter: Where, client_id: Option<Uuid>) -> Where {
    filter.and("w.client_id = ", client_id)
}
