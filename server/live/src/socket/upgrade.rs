//! The request that opens a socket. Browsers send the cookie with it from any page and without `Sec-Fetch-Site`, so it has
//! checks of its own.

use std::sync::Arc;

use poem::http::StatusCode;
use poem::web::websocket::{WebSocket, WebSocketConfig};
use poem::{FromRequest, IntoResponse, Request, RequestBody, Response, handler};
use uuid::Uuid;

use super::connection::Connection;
use super::hub::Hub;
use super::memory::Cursor;
use access::live_session;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::LIVE_PER_ADDRESS;
use server_core::http::messages::MessageCode;
use server_core::http::session::is_from_page;
use server_core::http::visit::Visit;

const PROTOCOL: &str = "remessa.v1";

/// Seconds after which a client tries again when this process is full.
const FULL_FOR_S: u64 = 15;

/// The defaults reserve 128 KiB for each socket, and bound no outgoing buffer.
fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(Some(16 * 1024))
        .max_frame_size(Some(16 * 1024))
}

/// Opens the live connection of a signed-in user.
#[handler]
pub async fn live(request: &Request) -> poem::Result<Response> {
    let visit = Visit::of(request);
    let config = &visit.state.config;
    if !is_from_page(request, &config.trusted_proxies, config.is_https(request)) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, MessageCode::RequestNotTrusted).into());
    }
    visit.limit_address(LIVE_PER_ADDRESS).await?;
    let session = live_session::of_visit(&visit).await?.ok_or_else(ApiError::unauthenticated)?;
    let hub = visit.state.slot::<Hub>().clone();
    let full = || ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::RateLimited, FULL_FOR_S);
    let permit = hub.permit().ok_or_else(full)?;
    let cursor = cursor(request)?;
    let socket = WebSocket::from_request(request, &mut RequestBody::default()).await?;
    let feed = hub.feed(&visit.state, visit.tenant.id).await;
    let connection = Connection { feed: Arc::clone(&feed), stop: hub.stopping(), _permit: permit };
    let tracker = hub.connections().clone();
    let opened = socket.protocols([PROTOCOL]).config(limits()).on_upgrade(move |socket| {
        tracker.track_future(async move { connection.serve(socket, session, cursor).await })
    });
    Ok(opened.into_response())
}

/// The place to continue at, from the address. A page that starts has none.
fn cursor(request: &Request) -> ApiResult<Option<Cursor>> {
    #[derive(serde::Deserialize)]
    struct CursorQuery {
        epoch: Option<Uuid>,
        after: Option<i64>,
    }
    let asked: CursorQuery =
        request.params().map_err(|_| ApiError::invalid_field("after", MessageCode::Invalid))?;
    Ok(asked.epoch.zip(asked.after).map(|(epoch, after)| Cursor { epoch, after }))
}
