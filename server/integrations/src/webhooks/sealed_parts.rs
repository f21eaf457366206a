//! The secrets and headers of a webhook, which only the server of its company can read.

use chrono::{DateTime, Utc};
use tenancy::Tenant;
use uuid::Uuid;

use super::request_headers::OwnHeader;
use super::signature::SigningSecret;
use super::store::EndpointRow;
use server_core::sealed::Seal;
use server_core::state::AppState;

/// Seals what belongs to one webhook.
pub struct SealedParts<'a> {
    state: &'a AppState,
    tenant: &'a Tenant,
    endpoint_id: Uuid,
}

impl<'a> SealedParts<'a> {
    pub const fn of(state: &'a AppState, tenant: &'a Tenant, endpoint_id: Uuid) -> Self {
        Self { state, tenant, endpoint_id }
    }

    fn seal(&self, purpose: &'static str) -> Seal<'_> {
        let secret = &self.state.config.secret;
        Seal { secret, tenant: &self.tenant.id, purpose, owner: self.endpoint_id.as_bytes() }
    }

    fn secret_seal(&self) -> Seal<'_> {
        self.seal("webhook secret")
    }

    fn headers_seal(&self) -> Seal<'_> {
        self.seal("webhook headers")
    }

    pub fn close_secret(&self, secret: &SigningSecret) -> Vec<u8> {
        self.secret_seal().close(secret.as_bytes())
    }

    /// None without headers.
    pub fn close_headers(&self, headers: &[OwnHeader]) -> Option<Vec<u8>> {
        let text = serde_json::to_vec(headers).unwrap_or_default();
        (!headers.is_empty()).then(|| self.headers_seal().close(&text))
    }

    /// The secrets that sign now, the newest first; none if it cannot be opened.
    pub fn open_secrets(&self, endpoint: &EndpointRow, now: DateTime<Utc>) -> Vec<SigningSecret> {
        let former = endpoint.former_secret.as_ref().filter(|_| endpoint.has_former_secret(now));
        let open = |sealed: &Vec<u8>| self.secret_seal().open(sealed).map(SigningSecret::of_bytes);
        [Some(&endpoint.secret), former].into_iter().flatten().filter_map(open).collect()
    }

    pub fn open_headers(&self, sealed: Option<&[u8]>) -> Vec<OwnHeader> {
        let opened = sealed.and_then(|sealed| self.headers_seal().open(sealed));
        opened.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }
}
