//! Messages of carriers are fetched from the places that the operator names in the company's folder. Each place is asked again and
//! again, more seldom while nothing comes or nobody answers. What is there is kept as it is, read like an upload, and taken away.

mod api;
mod failure;
mod folder;
mod https_folder;
mod process;
mod sftp_folder;
mod state;
pub mod store;

pub use api::MessageSourceApi;
pub use process::FetchMessages;

use server_core::http::error::ApiResult;
use server_core::process::{Owner, enqueue_all};
use server_core::state::AppState;
use tenancy::TenantTx;

/// Starts the fetching of all places that are due and have no task.
pub async fn sweep(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let due = store::list_due(tx, state.clock.now()).await?;
    let tasks: Vec<FetchMessages> = due.into_iter().map(|source| FetchMessages { source }).collect();
    enqueue_all(tx, Owner::NOBODY, tasks).await?;
    Ok(())
}
