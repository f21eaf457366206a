//! Replies to tickets by e-mail.
//!
//! A door hands a raw e-mail to [`take`], which stores it and a row, once for the same e-mail. A process then reads it
//! apart, gathers what is known about it (`gather`), decides (`decide`, pure) and writes (`write`). An e-mail only ever adds a
//! message: it closes nothing and adds no recipients.

mod accept;
mod api;
pub mod decide;
mod gather;
pub mod list;
pub mod mailbox;
mod process;
mod store;
pub mod take;
mod waiting;
pub mod webhook;
mod write;

pub use accept::SupportCorrespondenceApi;
pub use api::SupportMailApi;
pub use process::TakeMail;
pub use take::{Door, take};
pub use waiting::take_waiting;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::state::AppState;

const PAUSE: Duration = Duration::from_secs(30);

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
