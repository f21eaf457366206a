//! What was done by this API.

use chrono::{DateTime, Utc};
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::Value;
use tenancy::admin::PlatformChange;

use super::auth::Operator;
use crate::http::error::ApiResult;
use crate::http::list::{Page, Paging};
use crate::tags::OperatorTag;

/// A change that was tried.
#[derive(Object)]
pub struct Change {
    /// Goes up from change to change.
    pub id: i64,
    pub occurred_at: DateTime<Utc>,
    /// Name of the token.
    pub token: String,
    /// E.g. `tenant.suspend`.
    pub action: String,
    /// Slug of the tenant, as it was asked for.
    pub tenant: String,
    /// What was asked for.
    pub detail: Value,
    /// Names the request in the log of the process, and in the tenant's log where it stands there.
    pub request_id: String,
    /// `done`, or the code of the refusal. Null: under way, or the process ended before it was over.
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
    /// Changes, the newest first
    ///
    /// Each was written down before it was tried. The log only grows.
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
        Ok(Json(Page { data, meta: paging.meta(total) }))
    }
}
