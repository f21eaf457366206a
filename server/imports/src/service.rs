//! Operations of the API that need several steps.

use std::fs::File;

use policy::Action;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::can::ImportCan;
use super::kind::{ImportKind, ImportScope};
use super::lookups::Seller;
use super::mapping::Plan;
use super::model::{Import, ImportStatus, header_of, mapping_errors};
use super::process::{
    CheckClients, CheckImport, CheckStock, REFUSED_PAGE, Run, RunClients, RunImport, RunStock,
};
use super::refused_file::{RefusedFile, RefusedFormat};
use super::store::{self, ImportRow, NewImport, Owners};
use super::{forecasts, lines, lookups, same_file};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::{partners, subsidiaries};
use pricing::prices::seen::sees_costs;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::process::{self, StartedTask};

pub async fn create(ctx: &Ctx, import_scope: &ImportScope, new: &NewImport<'_>) -> ApiResult<Import> {
    let id = Uuid::now_v7();
    let mut tx = ctx.begin().await?;
    store::insert(&mut tx, id, new).await?;
    let facts = json!({ "file_name": new.file_name, "file_size": new.file_size });
    audit::record(&mut tx, ctx, &format!("{}.create", import_scope.kind.name()), Some(id), facts).await?;
    tx.commit().await?;
    show(ctx, import_scope, id).await
}

/// Chooses the owners of all shipments of the file: the requested ones, as far as the user may. `stored` are those of an existing
/// import. Invalid owners are 422 at their field.
pub async fn choose_owners(
    ctx: &Ctx,
    scope: &RowScope,
    requested: Owners,
    stored: Option<Owners>,
) -> ApiResult<Owners> {
    let stored_subsidiary_id = stored.and_then(|owners| owners.subsidiary_id);
    let stored_partner_id = stored.and_then(|owners| owners.partner_id);
    let mut tx = ctx.begin().await?;
    let subsidiary_id =
        subsidiaries::choose(&mut tx, ctx, scope, requested.subsidiary_id, stored_subsidiary_id).await?;
    let partner_id = partners::choose(&mut tx, scope, requested.partner_id, stored_partner_id).await?;
    tx.commit().await?;
    Ok(Owners {
        client_id: scope.client_of(requested.client_id, stored.and_then(|owners| owners.client_id)),
        subsidiary_id: subsidiary_id.map_err(|code| ApiError::invalid_field("subsidiary_id", code))?,
        partner_id: partner_id.map_err(|code| ApiError::invalid_field("partner_id", code))?,
    })
}

pub async fn find(ctx: &Ctx, import_scope: &ImportScope, id: Uuid) -> ApiResult<ImportRow> {
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, import_scope, id).await?;
    tx.commit().await?;
    import.ok_or_else(ApiError::not_found)
}

pub async fn show(ctx: &Ctx, import_scope: &ImportScope, id: Uuid) -> ApiResult<Import> {
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    let problems = lines::top_problems(&mut tx, id).await?;
    let can = ImportCan::of(import.kind, import.status, import.counts.refused_lines, &ctx.grants);
    let prices = if can.show_prices { Some(forecasts::sum_up(&mut tx, id).await?) } else { None };
    tx.commit().await?;
    let import = Import::of(import, problems, &ctx.grants, ctx.language());
    Ok(Import { prices, ..import })
}

/// Starts an import of goods; `again` if its file may be one that another import has received. The log names that one then.
pub async fn receive(ctx: &Ctx, id: Uuid, again: bool) -> ApiResult<StartedTask> {
    let (kind, status) = (ImportKind::Stock, ImportStatus::Importing);
    let import_scope = ImportScope::of(ctx, kind, Action::Process)?;
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, &import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Process).guard()?;
    let facts = match same_file::find_received(&mut tx, id).await? {
        Some(before) if again => json!({ "received_before": before.id }),
        Some(before) => return Err(before.refuse(&ctx.settings())),
        None => json!({}),
    };
    start_in(tx, ctx, kind, id, status, facts).await
}

pub async fn start(ctx: &Ctx, kind: ImportKind, id: Uuid, status: ImportStatus) -> ApiResult<StartedTask> {
    start_in(ctx.begin().await?, ctx, kind, id, status, json!({})).await
}

/// Starts an import; `facts` go into the log with its task.
async fn start_in(
    mut tx: TenantTx,
    ctx: &Ctx,
    kind: ImportKind,
    id: Uuid,
    status: ImportStatus,
    mut facts: Value,
) -> ApiResult<StartedTask> {
    let import_scope = ImportScope::of(ctx, kind, Action::Process)?;
    // The scope of the right itself, with which the task can be started again.
    let (resource, action) = kind.right(Action::Process);
    let scope = ctx.scope(resource, action)?;
    let settings = ctx.settings();
    let import = store::lock(&mut tx, &import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Process).guard()?;
    let service_profiles = ctx.service_profiles();
    let seller = Seller { profiles: service_profiles.as_deref(), subsidiary_id: import.subsidiary_id };
    let lookups = lookups::load(&mut tx, kind, seller).await?;
    Plan::new(kind, &import.mapping, &header_of(&import.header), &lookups.words)
        .map_err(|problems| ApiError::invalid(mapping_errors(problems)))?;
    let run = Run {
        import_id: id,
        file_name: import.file_name.clone(),
        language: ctx.language(),
        time_zone: ctx.user.time_zone.clone(),
        home_country_id: settings.country_id,
        max_lines: settings.import_max_lines,
        is_outside: ctx.is_outside(),
        sees_costs: sees_costs(ctx),
        scope: Some(scope),
        service_profiles,
        weight_unit: ctx.user.weight_unit,
        size_unit: ctx.user.size_unit,
    };
    let (is_check, tx_of) = (status == ImportStatus::Checking, &mut tx);
    let task = match (kind, is_check) {
        (ImportKind::Shipments, true) => process::enqueue(tx_of, ctx, CheckImport(run)).await?,
        (ImportKind::Shipments, false) => process::enqueue(tx_of, ctx, RunImport(run)).await?,
        (ImportKind::Clients, true) => process::enqueue(tx_of, ctx, CheckClients(run)).await?,
        (ImportKind::Clients, false) => process::enqueue(tx_of, ctx, RunClients(run)).await?,
        (ImportKind::Stock, true) => process::enqueue(tx_of, ctx, CheckStock(run)).await?,
        (ImportKind::Stock, false) => process::enqueue(tx_of, ctx, RunStock(run)).await?,
    };
    let action = format!("{}.{}", kind.name(), if is_check { "check" } else { "process" });
    process::end_retry(&mut tx, import.task_id).await?;
    let now = ctx.now();
    store::begin_run(&mut tx, id, status, task.id, now).await?;
    facts["task_id"] = json!(task.id);
    audit::record(&mut tx, ctx, &action, Some(id), facts).await?;
    tx.commit().await?;
    Ok(StartedTask::task(task))
}

pub async fn refused_file(ctx: &Ctx, import: &ImportRow, format: RefusedFormat) -> ApiResult<File> {
    let mut file = RefusedFile::begin(import, format, ctx.language()).map_err(ApiError::internal)?;
    let mut after = 0;
    loop {
        let mut tx = ctx.begin().await?;
        let rows = lines::refused_lines(&mut tx, import.id, after, REFUSED_PAGE).await?;
        tx.commit().await?;
        let Some(last) = rows.last() else { break };
        after = last.line;
        file.write(&rows).map_err(ApiError::internal)?;
    }
    if after == 0 {
        return Err(ApiError::not_found());
    }
    file.finish().map_err(ApiError::internal)
}
