//! Writes of plain records whose code is unique within an owner: an item of a client, a place of a warehouse.

use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::Table;

/// A table with such a code.
pub struct OwnedCodes {
    pub table: &'static Table,
    /// The field of the code.
    pub field: &'static str,
    /// Whether a deleted record of the owner has the code: $1 owner, $2 code, $3 a record that does not count.
    pub excluded: &'static str,
}

/// The owner and the code of a record.
pub struct OwnedCode<'a> {
    pub owner: Option<Uuid>,
    pub code: &'a str,
}

impl OwnedCodes {
    /// Creates a record. Returns 422 at the code if it is taken.
    pub async fn create(
        &self,
        tx: &mut TenantTx,
        ctx: &Ctx,
        code: OwnedCode<'_>,
        form: &impl Serialize,
    ) -> ApiResult<Uuid> {
        self.refuse_excluded(tx, code, None).await?;
        let id = self.table.insert(tx, ctx.now(), form).await?;
        live::records_changed(tx, &Audience::Staff, self.table.resource, &[id]);
        let facts = audit::difference(&json!({}), form);
        audit::record(tx, ctx, &format!("{}.create", self.table.resource), Some(id), facts).await?;
        Ok(id)
    }

    /// Writes the fields that differ from `before`.
    pub async fn update(
        &self,
        tx: &mut TenantTx,
        ctx: &Ctx,
        id: Uuid,
        code: OwnedCode<'_>,
        before: &impl Serialize,
        form: &impl Serialize,
    ) -> ApiResult<()> {
        let action = format!("{}.update", self.table.resource);
        if !audit::record_change(tx, ctx, &action, id, before, form).await? {
            return Ok(());
        }
        self.refuse_excluded(tx, code, Some(id)).await?;
        self.table.write(tx, ctx.now(), id, form).await?;
        live::records_changed(tx, &Audience::Staff, self.table.resource, &[id]);
        Ok(())
    }

    /// A deleted record could not be restored otherwise.
    async fn refuse_excluded(
        &self,
        tx: &mut TenantTx,
        code: OwnedCode<'_>,
        id: Option<Uuid>,
    ) -> ApiResult<()> {
        let query = sqlx::query_scalar(self.excluded).bind(code.owner).bind(code.code).bind(id);
        if query.fetch_one(&mut **tx).await? {
            return Err(ApiError::invalid_field(self.field, MessageCode::TakenByExcluded));
        }
        Ok(())
    }
}
