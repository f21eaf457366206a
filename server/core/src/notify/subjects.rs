//! Notifications that ask for something name the records that wait for it. A notification is withdrawn when the last of
//! them waits no longer.

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::Notice;
use crate::live::{self, Audience};

pub const ADD: &str = "
    with put as materialized (
        select o.id, n.subject_id
        from unnest($1::uuid[], $2::text[], $3::uuid[]) n (user_id, ref, subject_id)
        join notifications o on o.user_id = n.user_id and o.ref = n.ref
    )
    insert into notification_subjects (notification_id, subject_id)
    select id, subject_id from put
    on conflict (notification_id, subject_id) do nothing";
pub const REMOVE: &str =
    "delete from notification_subjects where subject_id = any($1) returning notification_id";
pub const WITHDRAW: &str = "
    delete from notifications n
    where n.id = any($1) and not exists (select from notification_subjects s where s.notification_id = n.id)
    returning n.id, n.user_id";
/// Those with records left say how many.
pub const COUNT_AGAIN: &str = "
    update notifications n
    set updated_at = $2, params = jsonb_set(n.params, '{done}', (
        select count(*)::text from notification_subjects s where s.notification_id = n.id)::jsonb)
    where n.id = any($1) and n.params ? 'done' returning n.id, n.user_id";

/// Writes the records of notifications that were just put. They are found by their references.
pub async fn add(tx: &mut TenantTx, notices: &[Notice]) -> sqlx::Result<()> {
    let of = |notice: &Notice| {
        let (user, reference) = (notice.user_id, notice.reference.clone());
        let all = notice.subjects.clone();
        all.into_iter().map(move |subject| (user, reference.clone(), subject))
    };
    let all: Vec<(Uuid, Option<String>, Uuid)> = notices.iter().flat_map(of).collect();
    if all.is_empty() {
        return Ok(());
    }
    sqlx::query(ADD)
        .bind(all.iter().map(|(user, ..)| *user).collect::<Vec<_>>())
        .bind(all.iter().map(|(_, reference, _)| reference.clone()).collect::<Vec<_>>())
        .bind(all.iter().map(|(.., subject)| *subject).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// These records wait no longer: withdraws the notifications that asked for them, also on open pages.
pub async fn withdraw(tx: &mut TenantTx, subjects: &[Uuid], now: DateTime<Utc>) -> sqlx::Result<()> {
    if subjects.is_empty() {
        return Ok(());
    }
    let asked: Vec<Uuid> = sqlx::query_scalar(REMOVE).bind(subjects).fetch_all(&mut **tx).await?;
    if asked.is_empty() {
        return Ok(());
    }
    let mut changed: Vec<(Uuid, Uuid)> = sqlx::query_as(WITHDRAW).bind(&asked).fetch_all(&mut **tx).await?;
    let counted: Vec<(Uuid, Uuid)> =
        sqlx::query_as(COUNT_AGAIN).bind(&asked).bind(now).fetch_all(&mut **tx).await?;
    changed.extend(counted);
    let (ids, mut users): (Vec<Uuid>, Vec<Uuid>) = changed.into_iter().unzip();
    users.sort_unstable();
    users.dedup();
    if !users.is_empty() {
        live::records_changed(tx, &Audience::Users(users), Resource::Notification.name(), &ids);
    }
    Ok(())
}
