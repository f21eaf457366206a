//! An interrupted import whose background task is started again: it continues where it stopped.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::process::{CheckImport, RunImport};
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;
use crate::live::{self, Audience};
use crate::process::Process;
use crate::process::store::TaskRow;

/// Only while the import is still that of the failed task: nobody has started or changed it meanwhile.
pub const CONTINUE: &str = "
    update shipment_imports set task_id = $3, updated_at = now(), version = version + 1
    where id = $1 and task_id = $2 and status in (20, 40) returning client_id, partner_id";

/// Gives an import its new task. Tasks of other kinds have no import.
pub async fn continue_with(tx: &mut TenantTx, failed: &TaskRow, task_id: Uuid) -> ApiResult<()> {
    if ![CheckImport::KIND, RunImport::KIND].contains(&failed.kind.as_str()) {
        return Ok(());
    }
    let id = failed.title_params["import_id"].as_str().and_then(|id| id.parse::<Uuid>().ok());
    let query = sqlx::query_as(CONTINUE).bind(id).bind(failed.id).bind(task_id);
    let parties: Option<(Option<Uuid>, Option<Uuid>)> = query.fetch_optional(&mut **tx).await?;
    let (id, (client, partner)) =
        id.zip(parties).ok_or_else(|| ApiError::refused(MessageCode::ProcessNotRetryable))?;
    let audience = Audience::Parties(client.into_iter().chain(partner).collect());
    live::records_changed(tx, &audience, Resource::ShipmentImport.name(), &[id]);
    Ok(())
}
