//! A request on a tenant's domain, signed in or not.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use poem::{Request, RequestBody};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use tenancy::{Host, Tenant, TenantTx};

use super::bearer::Bearer;
use super::error::ApiResult;
use super::limit::{EVERYBODY, Limit, network};
use super::messages::Language;
use super::observe::RequestId;
use super::session::SessionToken;
use super::tenant::client_address;
use crate::settings::Settings;
use crate::state::AppState;

/// The window of `REMESSA_TENANT_LIMIT`.
const LIMIT_OF_TENANT: Duration = Duration::from_secs(60);

/// A request on a tenant's domain, signed in or not.
pub struct Visit {
    pub tenant: Arc<Tenant>,
    /// The tenant's host that received the request.
    pub host: Option<Host>,
    pub state: AppState,
    /// The language of the answer.
    pub language: Language,
    pub token: Option<SessionToken>,
    /// The secret of a call by a program, which has no session.
    pub bearer: Option<Bearer>,
    pub address: String,
    pub user_agent: String,
    pub request_id: String,
    /// The page asked by itself, without its user: the request does not prolong the session.
    pub is_background: bool,
}

impl Visit {
    /// # Panics
    ///
    /// When called outside the routes of `http::app`, which is a bug.
    pub fn of(request: &Request) -> Self {
        let state = request.data::<AppState>().expect("http::app adds the state").clone();
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        Self {
            tenant: request.data::<Arc<Tenant>>().expect("http::app resolves the tenant").clone(),
            host: request.extensions().get::<Host>().cloned(),
            language: Language::from_accept_header(header("accept-language")).unwrap_or_default(),
            token: SessionToken::of(request),
            bearer: Bearer::of(request),
            address: client_address(request, &state.config.trusted_proxies),
            user_agent: header("user-agent").unwrap_or_default().chars().take(300).collect(),
            request_id: RequestId::of(request),
            is_background: header("x-background") == Some("1"),
            state,
        }
    }

    /// All rows of a statement without parameters.
    pub async fn rows<T>(&self, sql: &'static str) -> ApiResult<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut tx = self.begin().await?;
        let rows = sqlx::query_as(sql).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(rows)
    }

    pub async fn begin(&self) -> ApiResult<TenantTx> {
        Ok(self.state.tenancy.begin(&self.tenant).await?)
    }

    /// The settings of the tenant.
    pub async fn settings(&self) -> ApiResult<Arc<Settings>> {
        self.state.settings.get(&self.state.tenancy, &self.tenant).await
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.state.clock.now()
    }

    /// Returns 429 when this address exceeded the limit.
    pub async fn limit_address(&self, limit: Limit) -> ApiResult<()> {
        self.state.limits.check(&self.tenant.id, limit, &network(&self.address)).await
    }

    /// The same for a request that counts as several.
    pub async fn spend_address(&self, limit: Limit, cost: usize) -> ApiResult<()> {
        let cost = u32::try_from(cost).unwrap_or(u32::MAX);
        self.state.limits.spend(&self.tenant.id, limit, &network(&self.address), cost).await
    }

    /// Returns 429 when this address, or all addresses together, exceeded the limit.
    pub async fn limit_visitors(&self, limit: Limit) -> ApiResult<()> {
        // A refused address does not count against the others.
        self.limit_address(limit).await?;
        self.state.limits.check(&self.tenant.id, self.limit_of_tenant(limit), EVERYBODY).await
    }

    /// The limit of all addresses together, with the key [`EVERYBODY`].
    pub fn limit_of_tenant(&self, limit: Limit) -> Limit {
        Limit { count: self.state.config.tenant_limit, window: LIMIT_OF_TENANT, ..limit }
    }
}

impl<'a> ApiExtractor<'a> for Visit {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::PoemExtractor];
    type ParamType = ();
    type ParamRawType = ();

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self::of(request))
    }
}
