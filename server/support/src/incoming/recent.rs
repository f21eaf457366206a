//! How many e-mails came in the last ten minutes. What somebody wrote in the name of another does not count for that one.

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

/// Messages of somebody who is known to have written them, of one ticket if the correspondent is known.
pub const OF_WRITER: &str = "
    select count(*) from support_mails m join support_message_mails x on x.mail_id = m.id
    where m.sender_email = $1 and m.received_at > $2 and x.kind = 'person'
        and ($3::uuid is null or m.correspondent_id = $3)";
/// Notes of programs about one address.
pub const OF_PROGRAMS: &str = "
    select count(*) from support_mails m join support_message_mails x on x.mail_id = m.id
    where m.correspondent_id = $1 and m.received_at > $2 and x.kind in ('automatic', 'bounce')";
/// All e-mails with this sender, or all of strangers to one ticket, whichever are more.
pub const OF_STRANGERS: &str = "
    select greatest(
        (select count(*) from support_mails where sender_email = $1 and received_at > $2 and state <> 'waiting'),
        (select count(*) from support_mails m join support_message_mails x on x.mail_id = m.id
         where m.ticket_id = $3 and m.received_at > $2
             and (x.kind = 'unclear' or x.kind = 'automatic' and m.correspondent_id is null)))";

pub async fn count_of_writer(
    tx: &mut TenantTx,
    sender: &str,
    correspondent_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let count = sqlx::query_scalar(OF_WRITER).bind(sender).bind(begin_of_window(now)).bind(correspondent_id);
    count.fetch_one(&mut **tx).await
}

pub async fn count_of_programs(
    tx: &mut TenantTx,
    correspondent_id: Uuid,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let count = sqlx::query_scalar(OF_PROGRAMS).bind(correspondent_id).bind(begin_of_window(now));
    count.fetch_one(&mut **tx).await
}

pub async fn count_of_strangers(
    tx: &mut TenantTx,
    sender: &str,
    ticket_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    let count = sqlx::query_scalar(OF_STRANGERS).bind(sender).bind(begin_of_window(now)).bind(ticket_id);
    count.fetch_one(&mut **tx).await
}

fn begin_of_window(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::minutes(10)
}
