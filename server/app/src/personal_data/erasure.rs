//! Accounts whose deletion is due: each area removes what it knows of the person.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::deletion::WAITING_DAYS;
use access::sessions;
use access::users::deletion_email::TellAccountDeleted;
use access::users::erasure::{self, DueAccount};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::http::messages::Language;
use server_core::notify;
use server_core::process::{self, Owner};
use server_core::settings;
use server_core::state::AppState;

/// The work that is left after the commit.
#[derive(Default)]
struct ErasedAccounts {
    /// Names of files to delete.
    files: Vec<String>,
    /// Token hashes of ended sessions, for `sessions::forget_all`.
    ended: Vec<Vec<u8>>,
}

/// Ends the tokens of accounts that are due. False when there are no such accounts; after the commit, [`erase_due`] erases them.
pub async fn end_tokens(tx: &mut TenantTx, state: &AppState) -> ApiResult<bool> {
    Ok(erasure::end_tokens(tx, find_end(state), state.clock.now()).await?)
}

/// Erases the accounts that are due, once the calls with their tokens have written. Returns the names of files to delete.
pub async fn erase_due(state: &AppState, tenant: &Tenant) -> ApiResult<Vec<String>> {
    let mut tx = state.tenancy.begin(tenant).await?;
    erasure::wait_for_calls(&mut tx, find_end(state)).await?;
    tx.commit().await?;
    let mut tx = state.tenancy.begin(tenant).await?;
    let erased = erase(&mut tx, state).await?;
    tx.commit().await?;
    sessions::forget_all(state, &tenant.id, &erased.ended).await;
    Ok(erased.files)
}

/// Accounts whose deletion was requested before it are due.
fn find_end(state: &AppState) -> DateTime<Utc> {
    state.clock.now() - TimeDelta::days(WAITING_DAYS)
}

/// At most 100 at a time; the others follow with the next sweep.
async fn erase(tx: &mut TenantTx, state: &AppState) -> ApiResult<ErasedAccounts> {
    let now = state.clock.now();
    let due = erasure::lock_due(tx, find_end(state)).await?;
    if due.is_empty() {
        return Ok(ErasedAccounts::default());
    }
    let ids: Vec<Uuid> = due.iter().map(|account| account.id).collect();
    let language = settings::load(tx).await?.default_language;
    let mut files = process::delete_of_users(tx, &ids).await?;
    // The addresses are in nobody's process, which is deleted after its end.
    let emails: Vec<TellAccountDeleted> = due.iter().map(write_farewell).collect();
    process::enqueue_all(tx, Owner::NOBODY, emails).await?;
    files.extend(due.into_iter().flat_map(|account| [account.picture_key, account.thumbnail_key]).flatten());
    notify::delete_of_users(tx, &ids).await?;
    notify::withdraw(tx, &ids, now).await?;
    account::erasure::erase(tx, &ids).await?;
    let ended = erasure::erase(tx, &ids, language, now).await?;
    let entries = ids.into_iter().map(|id| (id, json!({}))).collect();
    audit::record_many(tx, Actor::server(state, "sweep".to_owned()), "user.erase", entries).await?;
    Ok(ErasedAccounts { files, ended })
}

fn write_farewell(account: &DueAccount) -> TellAccountDeleted {
    TellAccountDeleted {
        name: account.name.clone(),
        email: account.email.clone(),
        language: Language::nearest(&account.language).unwrap_or_default(),
    }
}
