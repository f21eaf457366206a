//! The table of documents, and the filter of their list.

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::{OwnerType, of_owner};
use super::model::PartyDocumentKind;
use super::state::{DocumentState, filter_by_expiry, filter_by_state};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::record::{Sorts, Table, Where};

pub const SORTS: Sorts = &[("expires_on", "expires_on"), ("created_at", "created_at"), ("kind", "kind")];

pub const DOCUMENTS: Table = Table {
    name: "party_documents",
    resource: "party_document",
    columns: "owner_type, owner_id, kind, number, issued_on, expires_on, notes, file_key, file_name, file_size, \
              content_type, verified_at, verified_by, replaced_by_id, reminded_days",
    read: &["(case owner_type
            when 'client' then (select c.name from clients c where c.id = party_documents.owner_id)
            when 'partner' then (select p.name from partners p where p.id = party_documents.owner_id)
            when 'provider' then (select v.code from providers v where v.id = party_documents.owner_id)
            else (select s.title from subsidiaries s where s.id = party_documents.owner_id) end) as owner_name"],
    unique: &[],
    order: "expires_on nulls last, id",
};

/// The version before a deleted one is followed by the one after it, if there is one.
pub const PASS_OVER: &str = "
    update party_documents b set replaced_by_id = d.replaced_by_id
    from party_documents d where d.id = $1 and b.replaced_by_id = d.id";

/// Takes a document out of the row of its versions, before it is deleted.
pub async fn pass_over(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(PASS_OVER).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// The documents that a list is asked for.
pub struct DocumentQuery {
    pub owner_type: Option<OwnerType>,
    pub owner_id: Option<Uuid>,
    pub kind: Option<PartyDocumentKind>,
    pub state: Option<DocumentState>,
    /// The last day of those that expire.
    pub expires_until: Option<NaiveDate>,
}

impl DocumentQuery {
    pub fn build_filter(&self, ctx: &Ctx) -> Where {
        let today = ctx.settings().today(ctx.now());
        let filter = of_owner(ctx, self.owner_type, self.owner_id)
            .and("kind = ", self.kind.map(PartyDocumentKind::as_str));
        filter_by_state(filter_by_expiry(filter, self.expires_until), self.state, today)
    }
}
