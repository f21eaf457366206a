//! How a message gets to its receiver. There is no connection to the outside yet: somebody downloads the files.

use super::model::ManifestGateway;
use server_core::http::error::ApiResult;

/// Hands a message over to its gateway. A further gateway sends the files of the version itself, and its refusal keeps the
/// manifest closed.
pub fn deliver(gateway: ManifestGateway, message_id: &str) -> ApiResult<()> {
    match gateway {
        ManifestGateway::Download => tracing::info!(message_id, "a manifest is sent on by hand"),
    }
    Ok(())
}
