//! The table of documents, and the filter of their list.

use std::collections::HashMap;

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::{OwnerType, of_owner};
use super::model::{DocumentRow, PartyDocumentKind};
use super::state::{DocumentState, filter_by_expiry, filter_by_state};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::record::{Sorts, Table, Where};

/// The day on which a document of a type (`y`) is deleted, in days of the company's time zone (`z`). A change of the type or of
/// the document leaves 30 days, so that staff are told and a mistake can be mended.
macro_rules! delete_on {
    () => {
        "case when y.retention_months is not null then greatest( \
          (coalesce(party_documents.expires_on, (party_documents.created_at at time zone z.name)::date) \
          + make_interval(months => y.retention_months))::date, \
          (greatest(y.updated_at, party_documents.updated_at) at time zone z.name)::date + 30) end"
    };
}

pub const SORTS: Sorts = &[
    ("expires_on", "expires_on"),
    ("created_at", "created_at"),
    ("kind", "kind"),
    ("delete_on", "delete_on"),
];

pub const DOCUMENTS: Table = Table {
    name: "party_documents",
    resource: "party_document",
    columns: "owner_type, owner_id, kind, type_id, number, issued_on, expires_on, notes, file_key, file_name, file_size, \
              content_type, verified_at, verified_by, replaced_by_id, reminded_days",
    read: &[
        "(case owner_type
            when 'client' then (select c.name from clients c where c.id = party_documents.owner_id)
            when 'partner' then (select p.name from partners p where p.id = party_documents.owner_id)
            when 'provider' then (select v.code from providers v where v.id = party_documents.owner_id)
            else (select s.title from subsidiaries s where s.id = party_documents.owner_id) end) as owner_name",
        "(select y.name from document_types y where y.id = party_documents.type_id) as type_name",
        concat!(
            "(select ",
            delete_on!(),
            " from document_types y cross join (select ",
            server_core::company_zone!(),
            " as name) z where y.id = party_documents.type_id) as delete_on"
        ),
    ],
    unique: &[],
    order: "expires_on nulls last, id",
};

/// Begins the condition that a document is deleted on a day or before.
pub const IS_DELETED_BY: &str = concat!(
    "exists (select from document_types y cross join (select ",
    server_core::company_zone!(),
    " as name) z where y.id = party_documents.type_id and ",
    delete_on!(),
    " <= "
);
/// Documents whose time is over on a day, and of which staff were told.
pub const DUE: &str = concat!(
    "select party_documents.id from party_documents join document_types y on y.id = party_documents.type_id cross join (select ",
    server_core::company_zone!(),
    " as name) z where ",
    delete_on!(),
    " <= $1 and party_documents.deletion_told is not null order by party_documents.id limit $2 for update of party_documents skip locked"
);
/// Documents that are deleted on a day or before, and of whose deletion nobody was told.
pub const UNTOLD: &str = concat!(
    "select party_documents.id, party_documents.owner_type, ",
    delete_on!(),
    " as delete_on from party_documents join document_types y on y.id = party_documents.type_id cross join (select ",
    server_core::company_zone!(),
    " as name) z where ",
    delete_on!(),
    " <= $1 and party_documents.deletion_told is distinct from ",
    delete_on!(),
    " order by party_documents.id limit $2 for no key update of party_documents skip locked"
);
pub const NOTE_TOLD: &str = "
    update party_documents d set deletion_told = told.on_day
    from unnest($1::uuid[], $2::date[]) told(id, on_day) where d.id = told.id";
pub const DELETE_MANY: &str = "delete from party_documents where id = any($1)";
/// The version before a deleted one is followed by the one after it, if there is one.
pub const PASS_OVER: &str = "
    update party_documents b set replaced_by_id = gone.next_id
    from unnest($1::uuid[], $2::uuid[]) gone(id, next_id) where b.replaced_by_id = gone.id";

/// A document that is deleted soon.
#[derive(sqlx::FromRow)]
pub struct UntoldDeletion {
    pub id: Uuid,
    pub owner_type: OwnerType,
    pub delete_on: NaiveDate,
}

/// Takes documents out of the rows of their versions, before they are deleted.
pub async fn pass_over(tx: &mut TenantTx, rows: &[DocumentRow]) -> ApiResult<()> {
    let after: HashMap<Uuid, Option<Uuid>> =
        rows.iter().map(|row| (row.id, row.stored.replaced_by_id)).collect();
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let next: Vec<Option<Uuid>> = ids.iter().map(|id| find_next(&after, *id)).collect();
    sqlx::query(PASS_OVER).bind(ids).bind(next).execute(&mut **tx).await?;
    Ok(())
}

/// The first newer version that is not deleted, too.
fn find_next(after: &HashMap<Uuid, Option<Uuid>>, id: Uuid) -> Option<Uuid> {
    let mut next = Some(id);
    while let Some(newer) = next.and_then(|id| after.get(&id)) {
        next = *newer;
    }
    next
}

/// The documents that a list is asked for.
pub struct DocumentQuery {
    pub owner_type: Option<OwnerType>,
    pub owner_id: Option<Uuid>,
    pub kind: Option<PartyDocumentKind>,
    pub type_id: Option<Uuid>,
    pub state: Option<DocumentState>,
    /// The last day of those that expire.
    pub expires_until: Option<NaiveDate>,
    /// The last day of those that are deleted.
    pub deleted_until: Option<NaiveDate>,
}

impl DocumentQuery {
    pub fn build_filter(&self, ctx: &Ctx) -> Where {
        let today = ctx.settings().today(ctx.now());
        let filter = of_owner(ctx, self.owner_type, self.owner_id)
            .and("kind = ", self.kind.map(PartyDocumentKind::as_str))
            .and("type_id = ", self.type_id)
            .and_inside(IS_DELETED_BY, self.deleted_until);
        filter_by_state(filter_by_expiry(filter, self.expires_until), self.state, today)
    }
}
