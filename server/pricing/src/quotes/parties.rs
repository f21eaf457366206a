//! The owners of a quote.

use tenancy::TenantTx;
use uuid::Uuid;

use super::store::QuoteRow;
use access::references::{self, still_active};
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// The owners of a quote.
#[derive(Debug, Clone, Copy)]
pub struct Parties {
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
}

impl Parties {
    /// The owners that the scope allows; staff can name a client.
    pub async fn choose(tx: &mut TenantTx, scope: &RowScope, client_id: Option<Uuid>) -> ApiResult<Self> {
        let client_id = scope.client_of(client_id, None);
        if !still_active(tx, references::CLIENT, client_id, None).await? {
            return Err(ApiError::invalid_field("client_id", MessageCode::UnknownClient));
        }
        let (_, subsidiaries, partner_id) = scope.parts();
        let subsidiary_id = subsidiaries.and_then(|own| own.first().copied());
        Ok(Self { client_id, subsidiary_id, partner_id })
    }
}

impl From<&QuoteRow> for Parties {
    fn from(row: &QuoteRow) -> Self {
        Self { client_id: row.client_id, subsidiary_id: row.subsidiary_id, partner_id: row.partner_id }
    }
}
