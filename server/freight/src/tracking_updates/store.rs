use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::texts::EmailTemplate;
use crate::due_from_on;
use crate::event_kinds;
use crate::status::ShipmentStatus;

/// Locks the shipment, so that its subscriptions are counted exactly.
pub const FIND_SHIPMENT: &str = "select id, status from shipments where tracking_code = $1 for no key update";
/// Confirmed subscriptions of the shipment, and unanswered confirmations of the shipment and of the address; expired ones do
/// not count.
pub const COUNT: &str = "
    select (select count(*) from tracking_subscriptions where shipment_id = $1 and confirmed_at is not null) as confirmed,
           (select count(*) from tracking_subscriptions
            where shipment_id = $1 and confirmed_at is null and expires_at > $3) as pending,
           (select count(*) from tracking_subscriptions
            where email = $2 and confirmed_at is null and expires_at > $3) as of_address";
/// Locks the shipment of a link that was not followed yet.
pub const LOCK_PLACES: &str = "
    select t.id, t.shipment_id
    from tracking_subscriptions t join shipments s on s.id = t.shipment_id
    where t.token_hash = $1 and t.confirmed_at is null for no key update of s";
/// The places of the locked shipment that others have. A statement of its own: the one that waits for the lock would count
/// what there was before it.
pub const COUNT_OTHERS: &str = "
    select count(*) from tracking_subscriptions
    where shipment_id = $2 and id <> $1 and confirmed_at is not null";
/// Nothing for an address that has confirmed, or that got its confirmation a moment ago.
pub const ASK: &str = "
    insert into tracking_subscriptions (id, shipment_id, email, language, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict on constraint tracking_subscriptions_email_key do update
    set language = excluded.language, created_at = excluded.created_at, expires_at = excluded.expires_at,
        token_hash = null
    where tracking_subscriptions.confirmed_at is null and tracking_subscriptions.created_at < $7
    returning id";
/// Nothing for an address that has asked again since ($4): one e-mail answers both.
pub const BEGIN_CONFIRMATION: &str = "
    update tracking_subscriptions t set token_hash = $2
    from shipments s
    where t.id = $1 and s.id = t.shipment_id and t.confirmed_at is null and t.expires_at > $3
      and ($4::timestamptz is null or t.created_at = $4)
    returning t.email, t.language, s.tracking_code";
/// A second press of the button finds the subscription confirmed. What a recipient had stopped is now the recipient's own.
pub const CONFIRM: &str = "
    update tracking_subscriptions t
    set confirmed_at = coalesce(t.confirmed_at, $2), stopped_at = null,
        by_sender = t.by_sender and t.confirmed_at is not null
    from shipments s
    where t.token_hash = $1 and t.expires_at > $2 and s.id = t.shipment_id
    returning t.shipment_id, s.tracking_code, t.confirmed_at = $2 as is_new";
pub const DELETE: &str = "
    delete from tracking_subscriptions t using shipments s
    where t.id = $1 and not t.by_sender and s.id = t.shipment_id returning t.shipment_id, s.tracking_code";
/// Ends the e-mails that a sender asked for; the row stays, as a note that the recipient does not want them.
pub const STOP: &str = "
    update tracking_subscriptions t
    set stopped_at = $2, confirmed_at = null, due_since = null, token_hash = null
    from shipments s
    where t.id = $1 and t.by_sender and t.stopped_at is null and s.id = t.shipment_id
    returning t.shipment_id, s.tracking_code";
/// Whether a sender asks for the recipient of one of these shipments, or did before.
pub const HAS_RECIPIENTS: &str = "
    select exists (select from shipments where id = any($1) and to_updates_language is not null)
        or exists (select from tracking_subscriptions where shipment_id = any($1) and by_sender and stopped_at is null)";
/// The sender asks no more, or for another address.
pub const DROP_RECIPIENTS: &str = "
    delete from tracking_subscriptions t using shipments s
    where t.shipment_id = any($1) and s.id = t.shipment_id and t.by_sender and t.stopped_at is null
        and (s.to_updates_language is null or s.to_email is distinct from t.email)";
/// One address for each shipment, and none whose owner has stopped such e-mails. A visitor's own subscription stays as it
/// is; one that waits for its confirmation is confirmed.
pub const SUBSCRIBE_RECIPIENTS: &str = "
    with recipients as materialized (
        select new.id, s.id as shipment_id, s.to_email, s.to_updates_language
        from unnest($1::uuid[], $2::uuid[]) new (id, shipment_id)
        join shipments s on s.id = new.shipment_id
        where s.to_updates_language is not null and s.to_email is not null
            and not exists (
                select from tracking_subscriptions o
                where o.email = s.to_email and o.confirmed_at is null and o.stopped_at is not null)
    )
    insert into tracking_subscriptions (id, shipment_id, email, language, created_at, expires_at, confirmed_at, by_sender)
    select id, shipment_id, to_email, to_updates_language, $3, $3, $3, true from recipients
    on conflict on constraint tracking_subscriptions_email_key do update
    set confirmed_at = coalesce(tracking_subscriptions.confirmed_at, excluded.confirmed_at), by_sender = true,
        language = excluded.language
    where tracking_subscriptions.confirmed_at is null or tracking_subscriptions.by_sender";
pub const MARK_DUE: &str = "
    update tracking_subscriptions set due_since = $2
    where shipment_id = any($1) and confirmed_at is not null and due_since is null
    returning id";
/// With the newest event that is worth a message, and the company's text about it. An event of a part of the shipment comes with
/// all parcels that have had it: several may be told at once.
pub const FIND_UPDATE: &str = concat!(
    "
    select t.email, t.language, t.last_sent_at, s.tracking_code, s.status, s.due_on,
           case when t.by_sender then s.from_name end as sender, s.to_name, s.to_email, e.occurred_at, e.time_zone, e.location, k.short_description_locale, k.description_locale, x.subject, x.body,
           greatest(s.parcel_count, 1::smallint) as parcel_count,
           case when k.status_effect is null then array(
               select distinct part.seq from shipment_events o cross join unnest(o.parcels) part(seq)
               where o.shipment_id = s.id and o.code = e.code and o.corrects is null
                 and not exists (select from shipment_events c where c.corrects = o.id)
               order by part.seq
           ) else '{}' end as parcels,
           ",
    due_from_on!(),
    "
    from tracking_subscriptions t
    join shipments s on s.id = t.shipment_id
    left join services v on v.id = s.service_id
    cross join lateral (
        select code, occurred_at, time_zone, location from shipment_events
        where shipment_id = s.id and code in (select code from ",
    event_kinds!(),
    " told where public and notify)
        order by code = 'CONFIRMED', occurred_at desc, id desc limit 1
    ) e
    join ",
    event_kinds!(),
    " k on k.code = e.code
    left join tracking_email_texts x on x.event_code = e.code and x.language = t.language
    where t.id = $1 and t.confirmed_at is not null
    for update of t"
);
pub const MARK_SENT: &str =
    "update tracking_subscriptions set due_since = null, last_sent_at = $2 where id = $1";
pub const LAPSE: &str = "
    delete from tracking_subscriptions t using shipments s
    where s.id = t.shipment_id and (
        (t.confirmed_at is null and t.stopped_at is null and t.expires_at < $1)
        or (t.stopped_at is null and s.status = any($2) and coalesce(s.last_event_at, s.updated_at) < $3)
        or t.stopped_at < $4
    )";

/// A confirmation to send.
#[derive(sqlx::FromRow)]
pub struct Confirmation {
    pub email: String,
    pub language: String,
    pub tracking_code: String,
}

/// A confirmed subscription.
#[derive(sqlx::FromRow)]
pub struct ConfirmedSubscription {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    /// False when it had been confirmed before.
    pub is_new: bool,
}

/// A change to tell.
#[derive(sqlx::FromRow)]
pub struct Update {
    pub email: String,
    pub language: String,
    pub last_sent_at: Option<DateTime<Utc>>,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub due_on: Option<NaiveDate>,
    pub due_from_on: Option<NaiveDate>,
    /// The sender, if it asked for the recipient.
    pub sender: Option<String>,
    pub to_name: Option<String>,
    pub to_email: Option<String>,
    pub occurred_at: DateTime<Utc>,
    pub time_zone: String,
    pub location: String,
    /// Numbers of the parcels that it concerns; none for all.
    pub parcels: Vec<i16>,
    pub parcel_count: i16,
    pub short_description_locale: Value,
    pub description_locale: Value,
    #[sqlx(flatten)]
    pub written: EmailTemplate,
}

pub async fn find_shipment(tx: &mut TenantTx, code: &str) -> sqlx::Result<Option<(Uuid, ShipmentStatus)>> {
    sqlx::query_as(FIND_SHIPMENT).bind(code).fetch_optional(&mut **tx).await
}

/// Subscriptions that there are already.
#[derive(sqlx::FromRow)]
pub struct SubscriptionCounts {
    pub confirmed: i64,
    /// Unanswered ones of the shipment.
    pub pending: i64,
    /// Unanswered ones of the address.
    pub of_address: i64,
}

pub async fn count(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    email: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<SubscriptionCounts> {
    sqlx::query_as(COUNT).bind(shipment_id).bind(email).bind(now).fetch_one(&mut **tx).await
}

/// A request for a subscription.
pub struct Request<'a> {
    pub shipment_id: Uuid,
    pub email: &'a str,
    pub language: &'a str,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// A confirmation sent after this time is not sent again.
    pub again_after: DateTime<Utc>,
}

/// Returns the subscription that needs a confirmation.
pub async fn ask(tx: &mut TenantTx, request: &Request<'_>) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar(ASK)
        .bind(Uuid::now_v7())
        .bind(request.shipment_id)
        .bind(request.email)
        .bind(request.language)
        .bind(request.now)
        .bind(request.expires_at)
        .bind(request.again_after)
        .fetch_optional(&mut **tx)
        .await
}

/// `asked_at` is the time of the request that this confirmation answers.
pub async fn begin_confirmation(
    tx: &mut TenantTx,
    id: Uuid,
    token_hash: Vec<u8>,
    asked_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Confirmation>> {
    let begin = sqlx::query_as(BEGIN_CONFIRMATION).bind(id).bind(token_hash).bind(now).bind(asked_at);
    begin.fetch_optional(&mut **tx).await
}

/// Locks the places of a shipment, and counts those that others have when this link is followed; zero for one that was
/// followed before.
pub async fn lock_places(tx: &mut TenantTx, token_hash: &[u8]) -> sqlx::Result<i64> {
    let locked = sqlx::query_as(LOCK_PLACES).bind(token_hash).fetch_optional(&mut **tx).await?;
    let Some((id, shipment_id)): Option<(Uuid, Uuid)> = locked else { return Ok(0) };
    sqlx::query_scalar(COUNT_OTHERS).bind(id).bind(shipment_id).fetch_one(&mut **tx).await
}

pub async fn confirm(
    tx: &mut TenantTx,
    token_hash: Vec<u8>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ConfirmedSubscription>> {
    sqlx::query_as(CONFIRM).bind(token_hash).bind(now).fetch_optional(&mut **tx).await
}

pub async fn delete(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<(Uuid, String)>> {
    sqlx::query_as(DELETE).bind(id).fetch_optional(&mut **tx).await
}

/// Ends what a sender asked for.
pub async fn stop(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<Option<(Uuid, String)>> {
    sqlx::query_as(STOP).bind(id).bind(now).fetch_optional(&mut **tx).await
}

pub async fn has_recipients(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_RECIPIENTS).bind(shipment_ids).fetch_one(&mut **tx).await
}

/// Subscribes the recipients whom the senders of these shipments name, and ends what they name no more.
pub async fn subscribe_recipients(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(DROP_RECIPIENTS).bind(shipment_ids).execute(&mut **tx).await?;
    let ids: Vec<Uuid> = shipment_ids.iter().map(|_| Uuid::now_v7()).collect();
    sqlx::query(SUBSCRIBE_RECIPIENTS).bind(ids).bind(shipment_ids).bind(now).execute(&mut **tx).await?;
    Ok(())
}

/// Returns the subscriptions that had nothing to tell until now.
pub async fn mark_due(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(MARK_DUE).bind(shipment_ids).bind(now).fetch_all(&mut **tx).await
}

pub async fn find_update(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<Update>> {
    sqlx::query_as(FIND_UPDATE).bind(id).fetch_optional(&mut **tx).await
}

pub async fn mark_sent(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(MARK_SENT).bind(id).bind(now).execute(&mut **tx).await?;
    Ok(())
}

pub async fn lapse(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    ended: &[i16],
    ended_before: DateTime<Utc>,
    stopped_before: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let lapse = sqlx::query(LAPSE).bind(now).bind(ended).bind(ended_before).bind(stopped_before);
    Ok(lapse.execute(&mut **tx).await?.rows_affected())
}
