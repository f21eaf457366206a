//! The host as it is kept, with its sealed key.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tenancy::{Tenant, TenantTx};

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::outgoing::{HostHealth, OutgoingUrl};
use server_core::sealed::Seal;
use server_core::settings::order_host;
use server_core::state::AppState;

/// The company's host. A row of the settings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OrderHost {
    /// Without a slash at its end.
    pub url: String,
    /// The header in which the key is sent.
    pub key_header: String,
    /// Sealed for the name of the host, in base64: for another host it cannot be opened. None without one.
    pub key: Option<String>,
    pub version: i32,
    pub changed_at: DateTime<Utc>,
    #[serde(default)]
    pub health: HostHealth,
}

impl OrderHost {
    pub async fn find(tx: &mut TenantTx) -> ApiResult<Option<Self>> {
        order_host::find(tx).await
    }

    /// Returns 409 when the company has none.
    pub async fn find_connected(tx: &mut TenantTx) -> ApiResult<Self> {
        let found = Self::find(tx).await?;
        found.ok_or_else(|| ApiError::refused(MessageCode::OrderHostMissing))
    }

    /// None for an address that nothing may be sent to any more.
    pub fn order_url(&self, number: &str) -> Option<OutgoingUrl> {
        OutgoingUrl::parse(&format!("{}/order/{number}", self.url))
    }

    pub fn base_url(&self) -> Option<OutgoingUrl> {
        OutgoingUrl::parse(&self.url)
    }

    /// None without a key, and for one that was sealed for another host.
    pub fn open_key(&self, state: &AppState, tenant: &Tenant) -> Option<String> {
        let sealed = STANDARD.decode(self.key.as_ref()?).ok()?;
        let plain = seal(state, tenant, &host_of(&self.url)).open(&sealed)?;
        String::from_utf8(plain).ok()
    }
}

/// The name of an address.
pub fn host_of(url: &str) -> String {
    OutgoingUrl::parse(url).map(|url| format!("{}:{}", url.host(), url.port())).unwrap_or_default()
}

pub fn close_key(state: &AppState, tenant: &Tenant, url: &str, key: &str) -> String {
    STANDARD.encode(seal(state, tenant, &host_of(url)).close(key.as_bytes()))
}

fn seal<'a>(state: &'a AppState, tenant: &'a Tenant, host: &'a str) -> Seal<'a> {
    Seal {
        secret: &state.config.secret,
        tenant: &tenant.id,
        purpose: "order host key",
        owner: host.as_bytes(),
    }
}
