//! The state of a shared file: whether it is for the client or the partner of the user.

use policy::Scope;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::RecordQuestion;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::record_state::RecordState;
use support::uploads;

impl RecordQuestion<'_> {
    /// From the same code as the calls.
    pub(super) async fn load_upload_state(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<RecordState> {
        let scope = match (&self.by.partner, self.grants.scope(self.resource, self.action)) {
            (Some(partner), _) => RowScope::Partner(partner.id),
            (None, Scope::Any) => RowScope::All,
            (None, _) => RowScope::Client(self.by.client_id.unwrap_or_default()),
        };
        uploads::load_record_state(tx, id, self.action, &scope).await
    }
}
