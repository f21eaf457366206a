//! The end of documents whose types say how long they are kept: staff are told 30 days before, then they are deleted.

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::{OwnerType, list_removed};
use super::model::DocumentRow;
use super::reminders::{FIRST, MOST, tell};
use super::store::{DELETE_MANY, DOCUMENTS, DUE, NOTE_TOLD, UNTOLD, UntoldDeletion, pass_over};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::notify::NotificationCode;
use server_core::record::Where;
use server_core::state::AppState;

/// Deletes documents whose time is over, and tells of those that follow within 30 days. Returns the names of files to delete
/// after the commit.
pub async fn sweep(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let today = state.settings.get_within(tx).await?.today(state.clock.now());
    let files = delete_due(tx, state, today).await?;
    tell_of_next(tx, state, today).await?;
    Ok(files)
}

async fn delete_due(tx: &mut TenantTx, state: &AppState, today: NaiveDate) -> ApiResult<Vec<String>> {
    let ids: Vec<Uuid> = sqlx::query_scalar(DUE).bind(today).bind(MOST).fetch_all(&mut **tx).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<DocumentRow> = DOCUMENTS.all(tx, &Where::all().among("id", Some(ids.clone()))).await?;
    pass_over(tx, &rows).await?;
    sqlx::query(DELETE_MANY).bind(&ids).execute(&mut **tx).await?;
    live::records_changed(tx, &Audience::Staff, DOCUMENTS.resource, &ids);
    let entries = rows.iter().map(|row| (row.stored.owner.owner_id, list_removed(&row.stored))).collect();
    let actor = Actor::server(state, "sweep".to_owned());
    audit::record_many(tx, actor, "party_document.delete", entries).await?;
    Ok(rows.into_iter().filter_map(|row| row.stored.file_key).collect())
}

/// Once for each document and day of its deletion.
async fn tell_of_next(tx: &mut TenantTx, state: &AppState, today: NaiveDate) -> ApiResult<()> {
    let until = today.checked_add_days(FIRST).unwrap_or(today);
    let next: Vec<UntoldDeletion> =
        sqlx::query_as(UNTOLD).bind(until).bind(MOST).fetch_all(&mut **tx).await?;
    if next.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = next.iter().map(|one| one.id).collect();
    let days: Vec<NaiveDate> = next.iter().map(|one| one.delete_on).collect();
    sqlx::query(NOTE_TOLD).bind(ids).bind(days).execute(&mut **tx).await?;
    let owners: Vec<OwnerType> = next.iter().map(|one| one.owner_type).collect();
    tell(tx, state, NotificationCode::PartyDocumentsLeaving, &owners, today).await
}
