//! Common parts of all endpoints. Knows no feature.
//!
//! A request passes, from the outside in: `observe` (id, log, errors) → `tenant` (host → tenant, or 404) → `guard`
//! (size, origin and CSRF, method) → the route, whose `Ctx` loads session and grants.

mod admin_error;
pub mod allowance;
pub mod amounts;
pub mod bearer;
pub mod body;
pub mod bounds;
pub mod cacheable;
mod choice;
pub mod conflict;
pub mod connections;
pub mod days;
pub mod download;
pub mod empty_parameters;
pub mod error;
pub mod fields;
pub mod file_answer;
pub mod form;
pub mod form_fields;
pub mod guard;
pub mod headers;
pub mod limit;
pub mod list;
mod message_text;
pub mod messages;
mod method_override;
pub mod moments;
pub mod observe;
pub mod one_line;
mod page_files;
pub mod pdf;
pub mod print_file;
pub mod record_link;
pub mod record_state;
mod schema;
pub mod security_log;
pub mod sent;
pub mod session;
pub mod spa;
pub mod tenant;
pub mod title;
pub mod token;
pub mod visit;
pub mod wire;

use std::sync::Arc;

use poem::http::StatusCode;
use poem::middleware::{AddData, Compression, CookieJarManager};
use poem::web::{CompressionAlgo, CompressionLevel};
use poem::{Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, get, handler};

use crate::http::allowance::Allowance;
use crate::http::error::ApiError;
use crate::http::observe::Telling;
use crate::http::spa::WebAssets;
use crate::http::tenant::client_address;
use crate::state::AppState;

/// The whole application around the API's routes. `site` answers all paths that no other route takes, `/` included:
/// a route of its own for `/` would never be reached beside a route for all paths.
pub fn app(state: AppState, api: impl IntoEndpoint<Endpoint: 'static>, site: Route) -> impl Endpoint {
    let compression = Compression::new()
        .with_quality(CompressionLevel::Fastest)
        .algorithms([CompressionAlgo::GZIP, CompressionAlgo::BR]);
    let api = api.into_endpoint().around(guard::guard).with(compression);
    let tenant_routes = site.nest("/api", api).around(with_tenant);
    Route::new()
        .at("/healthz", get(healthz))
        .at("/readyz", get(readyz))
        .nest_no_strip("/", tenant_routes)
        .with(CookieJarManager::new())
        .with(AddData::new(state))
        .around(observe::observe)
}

async fn with_tenant<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> poem::Result<Response> {
    let state = request.data::<AppState>().expect("app adds the state").clone();
    let (host, tenant) = match tenant::resolve(&request, &state) {
        Ok(found) => found,
        Err(unknown) => return Ok(spa::on_unknown_host(&request, state.slot::<WebAssets>()).ok_or(unknown)?),
    };
    let id = tenant.id;
    request.extensions_mut().insert(host);
    request.extensions_mut().insert(tenant);
    let over_tls = state.config.is_https(&request);
    let address = client_address(&request, &state.config.trusted_proxies);
    let telling = Telling::of(&request);
    let allowance = Allowance::default();
    request.extensions_mut().insert(allowance.clone());
    let mut response = match endpoint.call(request).await {
        Ok(output) => output.into_response(),
        Err(error) => {
            if let Some(ours) = error.downcast_ref::<ApiError>() {
                security_log::write_refusal(ours, &state.config.secret, &id, &telling.request_id, &address);
            }
            telling.answer(error)
        }
    };
    allowance.tell(&mut response);
    if over_tls {
        headers::demand_tls(&mut response);
    }
    Ok(response)
}

/// The process is running. The page may call the API, as the client does.
#[handler]
fn healthz() -> Response {
    const CALLS_ONLY: &str = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
    Response::builder().header("content-security-policy", CALLS_ONLY).body("ok")
}

/// The process can serve: the registry of tenants is loaded and the database responds. It asks the database, so it is for the
/// neighbours of the process and not for visitors, whom a proxy forwards.
#[handler]
async fn readyz(request: &Request) -> Response {
    let state = request.data::<AppState>().expect("app adds the state");
    if !tenant::is_from_neighbour(request) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let (status, text) = if state.tenancy.ready().await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready")
    };
    text.with_status(status).into_response()
}
