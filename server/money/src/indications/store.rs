//! SQL of indications.

use chrono::{DateTime, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Indication, NewIndication};
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};
use server_core::settings::referral_rules::ReferralRules;

pub const INDICATIONS: Records = Records {
    table: "indications",
    resource: Resource::Indication,
    id: "n.id = ",
    listing: Listing {
        columns: "n.id, n.code, n.referrer_id, r.name as referrer_name, n.referred_id, c.name as referred_name, n.status,
              n.currency::text as currency, n.rewards, n.created_at, n.version, n.rule",
        from: "indications n join clients r on r.id = n.referrer_id join clients c on c.id = n.referred_id",
        order: "n.id desc",
    },
};

/// Those that are brought up to date together.
const MOST_LOCKED: usize = 500;

pub const FIND_CODE: &str =
    "select code from referral_codes where client_id = $1 order by created_at, code limit 1";
pub const ADD_CODE: &str = "
    insert into referral_codes (code, client_id, created_at) values ($1, $2, $3) on conflict (code) do nothing";
pub const FIND_REFERRER: &str = "
    select c.id from referral_codes r join clients c on c.id = r.client_id
    where r.code = $1 and c.active and c.merged_into is null";
/// Whether the company knows this person already: as a client with the same contacts, or as one that was sent before.
pub const IS_KNOWN: &str = "
    select exists (
        select from clients n join clients c on c.id <> n.id and (
            lower(c.email) = lower(n.email) or c.phone = n.phone or c.document = n.document)
        where n.id = $1
    ) or exists (select from indications where contact_hashes && $2)";
pub const ATTACH: &str = "
    insert into indications (id, created_at, updated_at, code, referrer_id, referred_id, contact_hashes, rule, currency)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8)
    on conflict on constraint indications_referred_key do nothing";
/// Those that can still change, the oldest first. The newest rewards of ended ones may be taken back.
pub const LOCK_OPEN: &str = "
    select id from indications
    where id > $2 and (status in (20, 30) or (status = 50 and updated_at > $1))
    order by id limit 500 for no key update skip locked";
/// A shipment is paid when its invoices are, or, without one, when its client owes nothing in its wallet. One that was never
/// charged is not paid.
pub const SHIPMENTS: &str = "
    select s.id, s.client_id, s.tracking_code, s.created_at, s.total_freight as freight, s.total_currency as currency,
           s.status = 90 as is_delivered, coalesce(b.is_paid, w.is_paid, false) as is_paid,
           coalesce(not b.is_paid, false) as is_owed, coalesce(b.is_credited, false) as is_credited
    from shipments s
    left join lateral (
        select bool_and(i.status = 'paid') as is_paid, bool_or(i.credited > 0 and i.credited >= i.total) as is_credited
        from billable_charges c join invoices i on i.id = c.invoice_id
        where c.shipment_id = s.id
    ) b on true
    left join lateral (
        select a.balance >= 0 as is_paid from ledger_accounts a
        where a.kind = 'client_wallet' and a.client_id = s.client_id and a.currency = s.total_currency
    ) w on true
    where s.confirmed_at is not null and s.total_freight > 0
        and (s.id = any($2) or (s.client_id = any($1) and s.status = 90))
    order by s.last_event_at, s.id";

/// A shipment of a client that was sent, in the order of delivery.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReferredShipment {
    pub id: Uuid,
    pub client_id: Uuid,
    pub tracking_code: String,
    pub created_at: DateTime<Utc>,
    pub freight: Decimal,
    pub currency: Option<String>,
    pub is_delivered: bool,
    pub is_paid: bool,
    /// It is on an invoice that is not paid, or not any more.
    pub is_owed: bool,
    /// All of it was given back.
    pub is_credited: bool,
}

pub async fn find_code(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(FIND_CODE).bind(client_id).fetch_optional(&mut **tx).await?)
}

/// False when the code is another client's.
pub async fn add_code(tx: &mut TenantTx, client_id: Uuid, code: &str, at: DateTime<Utc>) -> ApiResult<bool> {
    let added = sqlx::query(ADD_CODE).bind(code).bind(client_id).bind(at).execute(&mut **tx).await?;
    Ok(added.rows_affected() > 0)
}

/// The client of a code.
pub async fn find_referrer(tx: &mut TenantTx, code: &str) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(FIND_REFERRER).bind(code).fetch_optional(&mut **tx).await?)
}

pub async fn is_known(tx: &mut TenantTx, client_id: Uuid, hashes: &[Vec<u8>]) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_KNOWN).bind(client_id).bind(hashes).fetch_one(&mut **tx).await?)
}

/// The id of the indication.
pub async fn attach(
    tx: &mut TenantTx,
    new: &NewIndication,
    rule: &ReferralRules,
    currency: &str,
    at: DateTime<Utc>,
) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query(ATTACH)
        .bind(id)
        .bind(at)
        .bind(&new.code)
        .bind(new.referrer_id)
        .bind(new.referred_id)
        .bind(&new.contact_hashes)
        .bind(Json(rule))
        .bind(currency)
        .execute(&mut **tx)
        .await?;
    Ok(id)
}

/// Locks those of the indications after this one that can still change, at most 500. With the last of them while there may be more.
pub async fn lock_open(
    tx: &mut TenantTx,
    changed_after: DateTime<Utc>,
    after: Uuid,
) -> ApiResult<(Vec<Indication>, Option<Uuid>)> {
    let ids: Vec<Uuid> =
        sqlx::query_scalar(LOCK_OPEN).bind(changed_after).bind(after).fetch_all(&mut **tx).await?;
    let last = ids.last().copied().filter(|_| ids.len() == MOST_LOCKED);
    let filter = Where::all().among("n.id", Some(ids));
    Ok((INDICATIONS.listing.all(tx, &filter, MOST_LOCKED as i64).await?, last))
}

/// The delivered shipments of these clients, and those that were rewarded.
pub async fn list_shipments(
    tx: &mut TenantTx,
    clients: &[Uuid],
    rewarded: &[Uuid],
) -> ApiResult<Vec<ReferredShipment>> {
    Ok(sqlx::query_as(SHIPMENTS).bind(clients).bind(rewarded).fetch_all(&mut **tx).await?)
}
