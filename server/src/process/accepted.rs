//! The answer to a request that starts a process.

use poem_openapi::ApiResponse;
use poem_openapi::payload::Json;

use super::model::BackgroundTask;
use crate::http::list::Item;

/// The process that was started.
#[derive(ApiResponse)]
pub enum Accepted {
    /// Accepted; follow the task.
    #[oai(status = 202)]
    Task(Json<Item<BackgroundTask>>),
}

impl Accepted {
    pub fn task(data: BackgroundTask) -> Self {
        Self::Task(Json(Item { data }))
    }
}
