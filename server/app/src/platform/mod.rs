//! The operator's API, which manages tenants. It has its own process, host and credentials: it is the only
//! code that answers requests as the owner of the database.

mod administrators;
pub mod archives;
mod auth;
mod domains;
mod flags;
mod log;
mod storage;
pub mod tenants;
pub mod usage;

use std::sync::Arc;

use ipnet::IpNet;
use poem::http::{HeaderValue, StatusCode, header};
use poem::middleware::AddData;
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response, Route};
use poem_openapi::{OpenApi, OpenApiService};
use tenancy::admin::Admin;
use tenancy::dns::NameServer;
use tenancy::{Host, Tenancy, TenantTx};

use server_core::clock::Clock;
use server_core::config::{PlatformConfig, platform_host};
use server_core::files::Files;
use server_core::http::bounds::check_parameters;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::RateLimits;
use server_core::http::messages::MessageCode;
use server_core::http::{observe, tenant};

/// Maximum body of a request, except an archive.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// Shared state of the operator's process.
#[derive(Clone)]
pub struct PlatformState(Arc<PlatformServices>);

pub struct PlatformServices {
    pub admin: Admin,
    pub tenancy: Tenancy,
    pub files: Files,
    pub name_server: NameServer,
    pub limits: RateLimits,
    pub clock: Clock,
    max_archive: u64,
    host: Host,
    trusted_proxies: Vec<IpNet>,
}

impl PlatformState {
    pub async fn connect(config: &PlatformConfig, clock: Clock) -> anyhow::Result<Self> {
        Ok(Self(Arc::new(PlatformServices {
            admin: Admin::connect(&config.admin.admin_url).await?,
            tenancy: Tenancy::connect(&config.admin.database.tenancy()).await?,
            files: Files::open(&config.files_url, std::env::vars())?,
            name_server: config.admin.dns.name_server(),
            limits: RateLimits::own(),
            clock,
            max_archive: config.max_archive,
            host: platform_host(&config.platform_host)?,
            trusted_proxies: config.trusted_proxies.clone(),
        })))
    }

    /// A transaction in a tenant, by slug or id. 503 while it is suspended.
    async fn begin(&self, name: &str) -> ApiResult<TenantTx> {
        let tenant = self.admin.find(name).await?;
        // The tenant's row can be newer than the registry in memory.
        self.tenancy.refresh().await?;
        let tenant = self.tenancy.tenant(tenant.id.as_ref()).ok_or_else(ApiError::not_found)?;
        Ok(self.tenancy.begin(&tenant).await?)
    }
}

impl std::ops::Deref for PlatformState {
    type Target = PlatformServices;

    fn deref(&self) -> &PlatformServices {
        &self.0
    }
}

fn api() -> impl OpenApi {
    (
        tenants::TenantApi,
        archives::TenantArchiveApi,
        administrators::TenantAdministratorApi,
        domains::TenantDomainApi,
        flags::TenantFlagApi,
        usage::TenantUsageApi,
        storage::TenantStorageApi,
        log::LogApi,
    )
}

/// The operator's API with its published document.
pub fn api_service() -> OpenApiService<impl OpenApi, ()> {
    OpenApiService::new(api(), "Remessa for operators", env!("CARGO_PKG_VERSION"))
        .description(include_str!("../../../../openapi/OPERATORS.md"))
        .server("/api")
}

/// The complete application of the operator's process.
pub fn app(state: PlatformState) -> impl Endpoint {
    Route::new()
        .nest("/api", api_service())
        .around(on_own_host)
        .with(AddData::new(state))
        .around(observe::observe)
}

/// 404 on any other host, before any other check.
async fn on_own_host<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    let state = request.data::<PlatformState>().expect("app adds the state").clone();
    if tenant::host(&request, &state.trusted_proxies).as_ref() != Some(&state.host) {
        return Err(ApiError::new(StatusCode::NOT_FOUND, MessageCode::UnknownHost).into());
    }
    check_parameters(&request)?;
    // The handler streams an archive; no other code reads a body of that type.
    if !archives::is_archive(&request) {
        let body = request.take_body().into_bytes_limit(MAX_BODY_BYTES).await?;
        request.set_body(body);
    }
    let mut response = endpoint.call(request).await?.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
