//! Replies to tickets by e-mail.
//!
//! A source hands a raw e-mail to [`take`], which stores it with a row; an e-mail that comes twice is stored once. A process
//! then parses it, gathers what is known about it (`gather`), decides (`decide`, pure) and writes (`write`). An e-mail only
//! ever adds a message, or opens a ticket (`open`): it closes nothing and adds no recipients.

mod accept;
mod api;
mod authentication;
pub mod decide;
mod files;
mod gather;
pub mod left_in_mailbox;
pub mod list;
mod live_events;
pub mod mailbox;
pub mod open;
mod parked_limit;
mod process;
mod recent;
mod refusal;
mod store;
pub mod take;
pub mod thread;
mod waiting;
pub mod webhook;
mod write;

pub use accept::SupportCorrespondenceApi;
pub use api::SupportMailApi;
pub use process::TakeMail;
pub use refusal::RefuseMail;
pub use take::{MailSource, take};
pub use waiting::take_waiting;

use std::time::Duration;

use chrono::TimeDelta;
use tenancy::TenantTx;
use tokio_util::sync::CancellationToken;

use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// How long e-mails are kept that were left aside.
const KEPT: TimeDelta = TimeDelta::days(30);
const PAUSE: Duration = Duration::from_secs(30);

/// Deletes e-mails that were left aside a while ago; returns the names of their files.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let now = state.clock.now();
    open::delete_expired(tx, now).await?;
    Ok(store::delete_expired(tx, now - KEPT).await?)
}

/// Reads the mailbox, and takes the e-mails of companies that are back, until `stop`.
pub async fn keep_taking(state: AppState, stop: CancellationToken) {
    let mailbox = tokio::spawn(mailbox::keep_reading(state.clone(), stop.clone()));
    while tokio::time::timeout(PAUSE, stop.cancelled()).await.is_err() {
        if let Err(error) = take_waiting(&state).await {
            tracing::warn!(%error, "waiting e-mails could not be read");
        }
    }
    mailbox.await.ok();
}
