//! The address of `List-Unsubscribe` (RFC 8058): mail programs post to it by themselves, without a session.

use poem::http::StatusCode;
use poem::{Request, handler};

use super::secret;
use server_core::audit::Actor;
use server_core::http::limit::TRACKING_LINKS;
use server_core::http::visit::Visit;

/// Where a link in an e-mail ends a subscription; the web shows a page there.
pub const PATH: &str = "/tracking-updates/stop";

/// `POST` on the link. The body is not read, and the answer is the same whether or not the subscription still existed.
#[handler]
pub async fn one_click(request: &Request) -> poem::Result<StatusCode> {
    let visit = Visit::of(request);
    visit.limit_visitors(TRACKING_LINKS).await?;
    let sent = request.raw_path_param("token").unwrap_or_default();
    if let Some(id) = secret::verify(&visit.state.config.secret, &visit.tenant.id, sent) {
        let mut tx = visit.begin().await?;
        super::end(&mut tx, id, Actor::server(&visit.state, visit.request_id.clone())).await?;
        tx.commit().await.map_err(server_core::http::error::ApiError::from)?;
    }
    Ok(StatusCode::OK)
}
