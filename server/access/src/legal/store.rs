//! SQL of texts and consents.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{LegalConsent, LegalVersion};
use crate::ctx::Ctx;
use server_core::http::visit::Visit;
use server_core::settings::LegalTextInForce;
use trade::legal::LegalKind;

pub const LIST: &str = "
    select id, kind, version, texts, asks, created_at from legal_texts
    order by created_at desc, id desc limit 200";
pub const OF_KIND: &str = "
    select id, kind, version, texts, asks, created_at from legal_texts
    where kind = $1 order by version desc limit 100";
pub const INSERT: &str = "
    with newest as materialized (select coalesce(max(version), 0) as version from legal_texts where kind = $2)
    insert into legal_texts (id, kind, version, texts, asks, created_by, created_at)
    select $1, $2, newest.version + 1, $3, $4, $5, $6 from newest
    returning version";
pub const DUE: &str = "
    select t.kind, t.version from unnest($2::text[], $3::int[]) t (kind, version)
    where not exists (
        select from legal_consents c where c.user_id = $1 and c.kind = t.kind and c.version >= t.version)";
/// Users of clients, in the order of their ids.
pub const TO_ASK: &str = "
    select u.id from users u
    where u.client_id is not null and u.active and u.email_verified_at is not null and u.id > $1
      and not exists (
        select from legal_consents c where c.user_id = u.id and c.kind = $2 and c.version >= $3)
    order by u.id limit 500";
pub const ACCEPT: &str = "
    insert into legal_consents (user_id, kind, version, accepted_at, ip_address)
    select $1, t.kind, t.version, $4, $5 from unnest($2::text[], $3::int[]) t (kind, version)
    on conflict (user_id, kind, version) do nothing";
pub const OF_USER: &str = "
    select kind, version, accepted_at, ip_address from legal_consents
    where user_id = $1 order by accepted_at desc, kind limit 100";

/// A version to publish.
pub struct NewVersion<'a> {
    pub kind: LegalKind,
    pub texts: &'a BTreeMap<String, String>,
    pub asks: bool,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

/// The newest versions of both kinds.
pub async fn list(tx: &mut TenantTx) -> sqlx::Result<Vec<LegalVersion>> {
    sqlx::query_as(LIST).fetch_all(&mut **tx).await
}

/// The versions of a kind, the newest first.
pub async fn list_of_kind(tx: &mut TenantTx, kind: LegalKind) -> sqlx::Result<Vec<LegalVersion>> {
    sqlx::query_as(OF_KIND).bind(kind.as_str()).fetch_all(&mut **tx).await
}

/// Adds the next version of a kind and returns its number. The caller has locked the settings.
pub async fn insert(tx: &mut TenantTx, new: &NewVersion<'_>) -> sqlx::Result<i32> {
    sqlx::query_scalar(INSERT)
        .bind(Uuid::now_v7())
        .bind(new.kind.as_str())
        .bind(Json(new.texts))
        .bind(new.asks)
        .bind(new.by)
        .bind(new.at)
        .fetch_one(&mut **tx)
        .await
}

/// Those of the texts that the current user must still accept. Users of the company and those of partners accept none,
/// nor does an administrator for a client.
pub async fn list_due(
    tx: &mut TenantTx,
    ctx: &Ctx,
    legal: &[LegalTextInForce],
) -> sqlx::Result<Vec<LegalTextInForce>> {
    let asked: Vec<LegalTextInForce> = legal.iter().copied().filter(|text| text.asks).collect();
    if asked.is_empty() || ctx.user.client_id.is_none() || ctx.user.acting.is_some() {
        return Ok(Vec::new());
    }
    let (kinds, versions) = columns(&asked);
    let due: Vec<(LegalKind, i32)> =
        sqlx::query_as(DUE).bind(ctx.user.id).bind(kinds).bind(versions).fetch_all(&mut **tx).await?;
    Ok(asked.into_iter().filter(|text| due.contains(&(text.kind, text.version))).collect())
}

/// The next active users of clients after this one who have not accepted the version; at most 500.
pub async fn list_users_to_ask(
    tx: &mut TenantTx,
    after: Uuid,
    kind: LegalKind,
    version: i32,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(TO_ASK).bind(after).bind(kind.as_str()).bind(version).fetch_all(&mut **tx).await
}

/// Notes that a user accepts these texts, with the time and the network address of the request.
pub async fn accept(
    tx: &mut TenantTx,
    visit: &Visit,
    user_id: Uuid,
    texts: &[LegalTextInForce],
) -> sqlx::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    let (kinds, versions) = columns(texts);
    sqlx::query(ACCEPT)
        .bind(user_id)
        .bind(kinds)
        .bind(versions)
        .bind(visit.now())
        .bind(&visit.address)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The versions that a user accepted, the latest first.
pub async fn list_of_user(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Vec<LegalConsent>> {
    sqlx::query_as(OF_USER).bind(user_id).fetch_all(&mut **tx).await
}

fn columns(texts: &[LegalTextInForce]) -> (Vec<&'static str>, Vec<i32>) {
    texts.iter().map(|text| (text.kind.as_str(), text.version)).unzip()
}
