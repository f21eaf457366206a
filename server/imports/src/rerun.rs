//! An interrupted import whose background task is started again: it continues where it stopped.

use tenancy::TenantTx;
use uuid::Uuid;

use super::kind::ImportKind;
use super::process::{KINDS, RunStock};
use super::same_file;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::live;
use server_core::process::Process;
use server_core::process::store::TaskRow;

/// Only while the import is still that of the failed task: nobody has started or changed it meanwhile.
pub const CONTINUE: &str = "
    update shipment_imports set task_id = $3, updated_at = now(), version = version + 1
    where id = $1 and task_id = $2 and status in (20, 40) returning kind, client_id, partner_id";

/// Gives an import its new task. Tasks of other kinds have no import.
///
/// Goods that another import of the same file has received meanwhile are refused: who starts the import itself is asked.
pub async fn continue_with(tx: &mut TenantTx, ctx: &Ctx, failed: &TaskRow, task_id: Uuid) -> ApiResult<()> {
    if !KINDS.contains(&failed.kind.as_str()) {
        return Ok(());
    }
    let id = failed.title_params["import_id"].as_str().and_then(|id| id.parse::<Uuid>().ok());
    if let Some(id) = id.filter(|_| failed.kind == RunStock::KIND)
        && let Some(before) = same_file::find_received(tx, id).await?
    {
        return Err(before.refuse(&ctx.settings()));
    }
    let query = sqlx::query_as(CONTINUE).bind(id).bind(failed.id).bind(task_id);
    let found: Option<(ImportKind, Option<Uuid>, Option<Uuid>)> = query.fetch_optional(&mut **tx).await?;
    let (id, (kind, client, partner)) =
        id.zip(found).ok_or_else(|| ApiError::refused(MessageCode::ProcessNotRetryable))?;
    live::records_changed(tx, &kind.audience(client, partner), kind.name(), &[id]);
    Ok(())
}
