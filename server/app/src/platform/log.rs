use chrono::{DateTime, Utc};
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::Value;
use tenancy::admin::PlatformChange;

use super::auth::Operator;
use server_core::http::error::ApiResult;
use server_core::http::list::{Page, Paging};
use server_core::tags::OperatorTag;

/// A change, successful or not.
#[derive(Object)]
pub struct Change {
    /// Increases from change to change.
    pub id: i64,
    pub occurred_at: DateTime<Utc>,
    /// Name of the token.
    pub token: String,
    /// For example `tenant.suspend`.
    pub action: String,
    /// Slug in the request.
    pub tenant: String,
    /// Data of the request.
    pub detail: Value,
    /// Id of the request in the process log, and in the tenant's log if that has an entry.
    pub request_id: String,
    /// `done`, or the code of the refusal. Null if it is in progress, or if the process stopped before it
    /// ended.
    pub outcome: Option<String>,
}

impl From<PlatformChange> for Change {
    fn from(change: PlatformChange) -> Self {
        Self {
            id: change.id,
            occurred_at: change.occurred_at,
            token: change.token,
            action: change.action,
            tenant: change.tenant,
            detail: change.detail,
            request_id: change.request_id,
            outcome: change.outcome,
        }
    }
}

pub struct LogApi;

#[OpenApi(prefix_path = "/changes", tag = "OperatorTag::Log")]
impl LogApi {
    /// List changes, newest first
    ///
    /// Each change is logged before it is made. Lines are never deleted.
    #[oai(path = "/", method = "get", operation_id = "change_list")]
    async fn change_list(
        &self,
        operator: Operator,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Slug of a tenant.
        tenant: Query<Option<String>>,
    ) -> ApiResult<Json<Page<Change>>> {
        let paging = Paging::new(page.0, per_page.0)?;
        let admin = &operator.state.admin;
        let (changes, total) = admin.changes(tenant.0.as_deref(), paging.per_page, paging.offset()).await?;
        let data = changes.into_iter().map(Change::from).collect();
        Ok(Json(Page { data, meta: paging.exact_meta(total) }))
    }
}
