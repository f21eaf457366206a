use serde_json::Value;
use tenancy::TenantTx;

use super::EmailTemplate;
use crate::event_kinds;

/// Events that send e-mails, in the order of the catalogue.
pub const EVENTS: &str = concat!(
    "select code, short_description_locale, description_locale from ",
    event_kinds!(),
    " k where public and notify and active order by number, code"
);
pub const EVENT: &str = concat!(
    "select code, short_description_locale, description_locale from ",
    event_kinds!(),
    " k where public and notify and active and code = $1"
);
pub const LIST: &str = "select event_code, language, subject, body from tracking_email_texts";
pub const FIND: &str =
    "select subject, body from tracking_email_texts where event_code = $1 and language = $2";
pub const PUT: &str = "
    insert into tracking_email_texts (event_code, language, subject, body) values ($1, $2, $3, $4)
    on conflict (event_code, language) do update
    set subject = excluded.subject, body = excluded.body, updated_at = excluded.updated_at";
pub const DELETE: &str = "delete from tracking_email_texts where event_code = $1 and language = $2";

/// An event that sends e-mails.
#[derive(sqlx::FromRow)]
pub struct Event {
    pub code: String,
    pub short_description_locale: Value,
    pub description_locale: Value,
}

#[derive(sqlx::FromRow)]
pub struct Row {
    pub event_code: String,
    pub language: String,
    #[sqlx(flatten)]
    pub written: EmailTemplate,
}

pub async fn list_events(tx: &mut TenantTx) -> sqlx::Result<Vec<Event>> {
    sqlx::query_as(EVENTS).fetch_all(&mut **tx).await
}

pub async fn find_event(tx: &mut TenantTx, code: &str) -> sqlx::Result<Option<Event>> {
    sqlx::query_as(EVENT).bind(code).fetch_optional(&mut **tx).await
}

pub async fn list(tx: &mut TenantTx) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(LIST).fetch_all(&mut **tx).await
}

pub async fn find(tx: &mut TenantTx, event_code: &str, language: &str) -> sqlx::Result<EmailTemplate> {
    let found = sqlx::query_as(FIND).bind(event_code).bind(language).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}

/// A text without subject and body is the default, and has no row.
pub async fn save(
    tx: &mut TenantTx,
    event_code: &str,
    language: &str,
    written: &EmailTemplate,
) -> sqlx::Result<()> {
    if *written == EmailTemplate::default() {
        sqlx::query(DELETE).bind(event_code).bind(language).execute(&mut **tx).await?;
        return Ok(());
    }
    sqlx::query(PUT)
        .bind(event_code)
        .bind(language)
        .bind(&written.subject)
        .bind(&written.body)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
