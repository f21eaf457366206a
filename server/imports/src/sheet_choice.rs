//! Reads another sheet of an uploaded workbook.

use poem_openapi::Object;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::field::Field;
use super::kind::ImportScope;
use super::receive::{load_hints, map_columns, open_file, read_start, within_lines};
use super::service::find;
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

pub async fn choose_sheet(
    ctx: &Ctx,
    import_scope: &ImportScope,
    id: Uuid,
    choice: ImportSheetChoice,
) -> ApiResult<()> {
    let ImportSheetChoice { sheet, version } = choice;
    let import = find(ctx, import_scope, id).await?;
    import.status.verdict(Action::Update).guard()?;
    if !import.sheets.contains(&sheet) {
        return Err(ApiError::invalid_field("sheet", MessageCode::ImportUnknownSheet));
    }
    let kind = import.format.kind().with_sheet(&sheet);
    let (_, seen) =
        read_start(open_file(ctx, &import).await?, Some(kind), ctx.wait_for_read_permit().await?).await?;
    let settings = ctx.settings();
    within_lines(&seen, settings.import_max_lines)?;
    let hints = load_hints(ctx, import_scope.kind, import.owners(), &seen).await?;
    let mut mapped = map_columns(seen, hints).await?;
    if ctx.is_outside() {
        mapped.mapping.forget(Field::Source);
    }
    let mut tx = ctx.begin().await?;
    let import = store::lock(&mut tx, import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Update).guard()?;
    if import.version != version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    process::end_retry(&mut tx, import.task_id).await?;
    store::choose_sheet(&mut tx, id, &mapped.content(import_scope.kind), ctx.now()).await?;
    let action = format!("{}.choose_sheet", import_scope.kind.name());
    audit::record(&mut tx, ctx, &action, Some(id), json!({ "sheet": sheet })).await?;
    tx.commit().await?;
    Ok(())
}
