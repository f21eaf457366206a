//! What is known of a ticket, to tell quotations in an e-mail from new words.

use tenancy::TenantTx;
use uuid::Uuid;

use inbox::{Incoming, KnownThread};
use server_core::config::ServerConfig;

/// The public texts of a ticket with the newest first, the addresses that it writes to, and the subjects of its e-mails.
pub const KNOWN: &str = "
    select array(select m.body from support_messages m
                 where m.ticket_id = t.id and m.note = 0 order by m.seq desc limit 30) as texts,
           array(select c.email from support_correspondents c where c.ticket_id = t.id order by c.id limit 600) as addresses,
           array(select v.value from jsonb_each_text(j.title_locale) v where v.value is not null
                 union
                 (select x.subject from support_mails x
                  where x.ticket_id = t.id and x.subject is not null order by x.received_at desc limit 20)) as subjects
    from support_tickets t join support_subjects j on j.id = t.subject_id where t.id = $1";

#[derive(Default, sqlx::FromRow)]
struct KnownRow {
    texts: Vec<String>,
    addresses: Vec<String>,
    subjects: Vec<String>,
}

/// Also knows the addresses of this installation, and without a ticket only these.
pub async fn load(
    tx: &mut TenantTx,
    config: &ServerConfig,
    ticket_id: Option<Uuid>,
    mail: &Incoming,
) -> sqlx::Result<KnownThread> {
    let row: Option<KnownRow> = match ticket_id {
        Some(id) => sqlx::query_as(KNOWN).bind(id).fetch_optional(&mut **tx).await?,
        None => None,
    };
    let KnownRow { texts, mut addresses, subjects } = row.unwrap_or_default();
    addresses.push(config.mail_sender.clone());
    if let Some(own) = &config.reply_address {
        addresses.extend(mail.recipients.iter().filter(|address| own.read(address).is_some()).cloned());
    }
    let texts = texts.iter().map(String::as_str);
    Ok(KnownThread::new(addresses.iter().map(String::as_str), subjects.iter().map(String::as_str), texts))
}
