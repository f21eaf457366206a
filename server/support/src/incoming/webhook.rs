//! `POST /api/inbound-mail/{secret}`: a mail server or a provider hands over a raw e-mail of the company on this domain.
//! It stands beside the API, which takes only JSON and forms of its own pages.

use poem::http::StatusCode;
use poem::{Body, Request, handler};
use subtle::ConstantTimeEq;
use tenancy::TenantId;

use super::take::{MailSource, take};
use inbox::MAX_BYTES;
use server_core::http::error::ApiError;
use server_core::http::limit::INBOUND_MAIL;
use server_core::http::visit::Visit;
use server_core::secret::sign;

/// The secret of a company's address: another company's is of no use here. Nothing is stored.
pub fn secret(server_secret: &str, tenant: &TenantId) -> String {
    use std::fmt::Write;
    sign(server_secret, "inbound mail", &[tenant.as_str().as_bytes()]).iter().fold(
        String::new(),
        |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        },
    )
}

/// Takes a raw e-mail. 202 when it is stored, also when it was known; 404 for a wrong secret.
#[handler]
pub async fn inbound_mail(request: &Request, body: Body) -> poem::Result<StatusCode> {
    let visit = Visit::of(request);
    visit.limit_address(INBOUND_MAIL).await?;
    let sent = request.raw_path_param("secret").unwrap_or_default();
    let expected = secret(&visit.state.config.secret, &visit.tenant.id);
    if !bool::from(expected.as_bytes().ct_eq(sent.as_bytes())) {
        return Err(ApiError::not_found().into());
    }
    let kind = request.header("content-type").unwrap_or_default().to_ascii_lowercase();
    if !kind.starts_with("message/rfc822") {
        return Ok(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let Ok(raw) = body.into_bytes_limit(MAX_BYTES).await else { return Ok(StatusCode::PAYLOAD_TOO_LARGE) };
    take(&visit.state, &visit.tenant, &raw, MailSource::Webhook).await?;
    Ok(StatusCode::ACCEPTED)
}
