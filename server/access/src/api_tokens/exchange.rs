//! `POST /oauth/token`: a program exchanges its token for a short bearer, as libraries do by themselves (client credentials of RFC
//! 6749). It stands beside the API: its form and its answers are those of the RFC.

use std::collections::HashMap;

use chrono::TimeDelta;
use poem::http::{StatusCode, header};
use poem::web::Json;
use poem::web::headers::authorization::Basic;
use poem::web::headers::{Authorization, HeaderMapExt};
use poem::{Body, IntoResponse, Request, Response, handler};
use serde_json::{Value, json};

use super::{door, format, short_bearer};
use server_core::http::error::ApiResult;
use server_core::http::limit::TOKEN_EXCHANGES;
use server_core::http::sent;
use server_core::http::token;
use server_core::http::visit::Visit;

const MAX_BYTES: usize = 4096;
const LASTING: TimeDelta = TimeDelta::minutes(15);

/// Takes the beginning of a token, or its id, and the token. The answer to each that is not valid is the same.
#[handler]
pub async fn exchange_token(request: &Request, body: Body) -> poem::Result<Response> {
    let visit = Visit::of(request);
    visit.limit_address(TOKEN_EXCHANGES).await?;
    let Ok(bytes) = body.into_bytes_limit(MAX_BYTES).await else {
        return Ok(StatusCode::PAYLOAD_TOO_LARGE.into_response());
    };
    let fields = read_fields(request, &bytes)?;
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if field("grant_type") != "client_credentials" {
        return Ok(answer(StatusCode::BAD_REQUEST, json!({ "error": "unsupported_grant_type" })));
    }
    let (client_id, secret) = (field("client_id"), field("client_secret"));
    let hash = token::hash(secret);
    let used = if format::is_well_formed(secret) { door::find_used(&visit, &hash).await? } else { None };
    let is_named = |id: uuid::Uuid| client_id == format::prefix(secret) || client_id == id.to_string();
    let Some(used) = used.filter(|used| is_named(used.token_id)) else {
        let refused = answer(StatusCode::UNAUTHORIZED, json!({ "error": "invalid_client" }));
        return Ok(refused.with_header(header::WWW_AUTHENTICATE, "Basic").into_response());
    };
    let now = visit.now();
    let until = used.expires_at.min(now + LASTING);
    let bearer = short_bearer::write(&visit.state.config.secret, visit.tenant.id.as_str(), &hash, until);
    let seconds = (until - now).num_seconds();
    let granted = json!({ "access_token": bearer, "token_type": "Bearer", "expires_in": seconds });
    Ok(answer(StatusCode::OK, granted))
}

/// The fields of the form. Most libraries name their client in the header `Authorization: Basic`, where both parts are written as in
/// a form.
fn read_fields(request: &Request, bytes: &[u8]) -> ApiResult<HashMap<String, String>> {
    let mut fields = sent::read_pairs(bytes)?;
    if let Some(Authorization(named)) = request.headers().typed_get::<Authorization<Basic>>() {
        let pairs = format!("client_id={}&client_secret={}", named.username(), named.password());
        fields.extend(sent::read_pairs(pairs.as_bytes())?);
    }
    Ok(fields.into_iter().collect())
}

fn answer(status: StatusCode, body: Value) -> Response {
    Json(body).with_status(status).with_header(header::CACHE_CONTROL, "no-store").into_response()
}
