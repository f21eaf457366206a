//! Reads another sheet of an uploaded workbook.

use poem_openapi::Object;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::field::Field;
use super::kind::Reach;
use super::receive::{known_of, seen, stored, understood, within_lines};
use super::serve::find;
use super::store;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::process;

/// The sheet of a workbook to read.
#[derive(Object)]
pub struct ImportSheetChoice {
    /// One of `sheets` of the import.
    #[oai(validator(max_length = 100))]
    pub sheet: String,
    /// Version that was read; 409 `stale_version` if the import has changed since.
    pub version: i32,
}

pub async fn choose_sheet(ctx: &Ctx, reach: &Reach, id: Uuid, choice: ImportSheetChoice) -> ApiResult<()> {
    let ImportSheetChoice { sheet, version } = choice;
    let import = find(ctx, reach, id).await?;
    import.status.verdict(Action::Update).guard()?;
    if !import.sheets.contains(&sheet) {
        return Err(ApiError::invalid_field("sheet", MessageCode::ImportUnknownSheet));
    }
    let kind = import.format.kind().with_sheet(&sheet);
    let (_, seen) = seen(stored(ctx, &import).await?, Some(kind), ctx.wait_for_read_permit().await?).await?;
    let settings = ctx.settings().await?;
    within_lines(&seen, settings.import_max_lines)?;
    let known = known_of(ctx, reach.kind, import.owners(), &seen).await?;
    let mut understood = understood(seen, known).await?;
    if ctx.is_outside() {
        understood.mapping.forget(Field::Source);
    }
    let mut tx = ctx.begin().await?;
    let import = store::lock(&mut tx, reach, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Update).guard()?;
    if import.version != version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    process::end_retry(&mut tx, import.task_id).await?;
    store::choose_sheet(&mut tx, id, &understood.content(reach.kind), ctx.now()).await?;
    let action = format!("{}.choose_sheet", reach.kind.name());
    audit::record(&mut tx, ctx, &action, Some(id), json!({ "sheet": sheet })).await?;
    tx.commit().await?;
    Ok(())
}
