//! The answer to a request that starts a process.

use poem_openapi::ApiResponse;
use poem_openapi::payload::Json;

use super::model::BackgroundTask;
use crate::http::list::Item;

/// The started process.
#[derive(ApiResponse)]
pub enum StartedTask {
    /// Accepted; poll the task for its progress.
    #[oai(status = 202)]
    Task(Json<Item<BackgroundTask>>),
}

impl StartedTask {
    pub fn task(data: BackgroundTask) -> Self {
        Self::Task(Json(Item { data }))
    }
}
