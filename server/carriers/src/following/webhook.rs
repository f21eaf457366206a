//! `POST /api/carrier-webhooks/{id}`: a server of carriers reports by itself. Each report has the secret of its subscription.

use poem::http::StatusCode;
use poem::{Body, IntoResponse, Request, Response, handler};
use serde_json::Value;
use uuid::Uuid;

use super::apply::apply;
use crate::labels::store;
use crate::links::CarrierLink;
use parties::carrier_links;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::CARRIER_WEBHOOKS;
use server_core::http::visit::Visit;

const MAX_BYTES: usize = 1024 * 1024;
/// The secret of the subscription, as it is.
const SECRET: &str = "x-event-id";

/// Takes a report. 401 for a wrong secret, and for a provider that is not connected; 200 for everything else, because the same
/// again would not be better.
#[handler]
pub async fn carrier_webhook(request: &Request, body: Body) -> poem::Result<Response> {
    let visit = Visit::of(request);
    visit.limit_address(CARRIER_WEBHOOKS).await?;
    let id: Option<Uuid> = request.raw_path_param("id").and_then(|id| id.parse().ok());
    let Ok(bytes) = body.into_bytes_limit(MAX_BYTES).await else {
        return Ok(StatusCode::PAYLOAD_TOO_LARGE.into_response());
    };
    let provider_id = id.ok_or_else(ApiError::unauthenticated)?;
    let secret = request.header(SECRET).unwrap_or_default();
    if !is_subscribed(&visit, provider_id, secret).await? {
        return Err(ApiError::unauthenticated().into());
    }
    let report: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    take(&visit, provider_id, &report).await?;
    Ok(StatusCode::OK.into_response())
}

async fn is_subscribed(visit: &Visit, provider_id: Uuid, secret: &str) -> ApiResult<bool> {
    let mut tx = visit.begin().await?;
    let found = carrier_links::find::<CarrierLink>(&mut tx, provider_id).await;
    tx.commit().await?;
    let link = match found {
        Err(error) if error.status() == StatusCode::NOT_FOUND => None,
        other => other?,
    };
    Ok(link.and_then(|link| link.listener).is_some_and(|listener| listener.has_secret(secret)))
}

/// Reports about parcels that nobody follows are none of ours.
async fn take(visit: &Visit, provider_id: Uuid, report: &Value) -> ApiResult<()> {
    let is_tracking = report["event"].as_str().is_some_and(|event| event.starts_with("tracker_"));
    let Some(number) = report["data"]["tracking_number"].as_str().filter(|_| is_tracking) else {
        return Ok(());
    };
    if number.contains('\0') {
        return Ok(());
    }
    let settings = visit.settings().await?;
    let mut tx = visit.begin().await?;
    if let Some(label) = store::find_by_number(&mut tx, provider_id, number).await? {
        apply(&mut tx, &settings, &label, &report["data"], visit.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}
