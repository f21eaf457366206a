//! Publishes a draft: checks it, freezes its prices in one row, and ends the version before.

use chrono::NaiveDate;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::content::{self, Content};
use super::cost_check::find_prices_below_cost;
use super::findings;
use super::seen::sees_costs;
use super::store;
use super::versions::{Frame, PriceVersion};
use access::ctx::Ctx;
use rating::finding::{Finding, Severity};
use rating::rows::VersionRows;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};

pub const PUBLISH: &str = "
    insert into price_table_publications (version_id, format, content, content_hash, published_at, published_by)
    values ($1, $2, $3, $4, $5, $6)";
pub const MARK: &str = "
    update price_table_versions
    set status = 'published', published_at = $2, published_by = $3, version = version + 1, updated_at = $2
    where id = $1 and status = 'draft'";
/// The last day of an endless version is the day before the next one begins.
pub const END_BEFORE: &str = "
    update price_table_versions set valid_to = $2::date - 1, version = version + 1, updated_at = $3
    where price_table_id = $1 and status = 'published' and valid_to is null and valid_from < $2
    returning id";
pub const OVERLAPPING: &str = "
    select number from price_table_versions
    where price_table_id = $1 and status = 'published' and id <> $2
      and valid_from <= coalesce($4, 'infinity'::date) and coalesce(valid_to, 'infinity'::date) >= $3
    order by number limit 1";
pub const ARCHIVE: &str = "
    update price_table_versions set status = 'archived', version = version + 1, updated_at = $2
    where id = $1 and status = 'published'";
pub const FUEL_KNOWN: &str = "select exists (select from fuel_rates where code = $1)";
pub const FALLBACK_DEPTH: &str = "
    select v.fallback_version_id is not null from price_table_versions v join price_tables t on t.id = v.price_table_id
    where v.id = $1 and v.status = 'published' and t.kind = $2 and t.currency = $3";

/// The findings about a version. Those about costs are for users who may see costs.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    version: &PriceVersion,
    rows: &VersionRows,
) -> ApiResult<Vec<Finding>> {
    let is_known = match &version.input.fuel_code {
        Some(code) => sqlx::query_scalar(FUEL_KNOWN).bind(code).fetch_one(&mut **tx).await?,
        None => false,
    };
    let mut found = findings::findings(version, rows, is_known);
    if let Some(from) = version.input.valid_from.filter(|_| sees_costs(ctx)) {
        let minimum = ctx.state().settings.get_within(tx).await?.min_margin_pct;
        let below = find_prices_below_cost(tx, version.price_table_id, from, rows, minimum).await?;
        let first_note = found.iter().position(|finding| finding.severity == Severity::Note);
        let at = first_note.unwrap_or(found.len());
        drop(found.splice(at..at, below));
    }
    Ok(found)
}

/// Publishes a locked draft whose table is locked too.
pub async fn publish(
    tx: &mut TenantTx,
    ctx: &Ctx,
    version: &PriceVersion,
    frame: &Frame,
    accepts_warnings: bool,
) -> ApiResult<()> {
    let rows = store::load_rows(tx, version, frame).await?;
    let found = check(tx, ctx, version, &rows).await?;
    refuse(&found, accepts_warnings)?;
    let from = version.input.valid_from.ok_or_else(ApiError::not_found)?;
    make_room(tx, ctx, version, from).await?;
    let input = &version.input;
    let (fuel_code, fallback_version_id) = (input.fuel_code.clone(), input.fallback_version_id);
    let content = Content { fuel_code, fallback_version_id, rows };
    let (bytes, hash) = content::write(&content).map_err(ApiError::internal)?;
    let insert = sqlx::query(PUBLISH).bind(version.id).bind(content::FORMAT).bind(bytes).bind(&hash);
    insert.bind(ctx.now()).bind(ctx.user.id).execute(&mut **tx).await?;
    for sql in [store::CLEAR_ZONES, store::CLEAR_BANDS, store::CLEAR_SURCHARGES] {
        sqlx::query(sql).bind(version.id).execute(&mut **tx).await?;
    }
    sqlx::query(MARK).bind(version.id).bind(ctx.now()).bind(ctx.user.id).execute(&mut **tx).await?;
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let changes = json!({ "status": ["draft", "published"], "content_hash": [null, hash] });
    announce(tx, ctx, version, "publish", changes).await
}

fn refuse(found: &[Finding], accepts_warnings: bool) -> ApiResult<()> {
    let refused = |code, count: usize| {
        Err(ApiError::refused(code).with_params(Params::from([("count", count.into())])))
    };
    let errors = findings::count(found, Severity::Error);
    if errors > 0 {
        return refused(MessageCode::PriceVersionHasErrors, errors);
    }
    let warnings = findings::count(found, Severity::Warning);
    if warnings > 0 && !accepts_warnings {
        return refused(MessageCode::PriceVersionHasWarnings, warnings);
    }
    Ok(())
}

/// Ends the endless version before, and refuses days that another version has.
async fn make_room(tx: &mut TenantTx, ctx: &Ctx, version: &PriceVersion, from: NaiveDate) -> ApiResult<()> {
    let ended: Vec<Uuid> = sqlx::query_scalar(END_BEFORE)
        .bind(version.price_table_id)
        .bind(from)
        .bind(ctx.now())
        .fetch_all(&mut **tx)
        .await?;
    for id in &ended {
        let last = json!({ "valid_to": [null, from.pred_opt()] });
        audit::record(tx, ctx, "price_table_version.update", Some(*id), last).await?;
    }
    refuse_overlap(tx, version, from, version.input.valid_to).await
}

/// Returns 422 when another published version has one of these days.
pub async fn refuse_overlap(
    tx: &mut TenantTx,
    version: &PriceVersion,
    from: NaiveDate,
    to: Option<NaiveDate>,
) -> ApiResult<()> {
    let query = sqlx::query_scalar(OVERLAPPING).bind(version.price_table_id).bind(version.id);
    let other: Option<i32> = query.bind(from).bind(to).fetch_optional(&mut **tx).await?;
    let Some(number) = other else { return Ok(()) };
    let mut errors = FieldErrors::default();
    let params = Params::from([("number", number.into())]);
    errors.push_with("valid_from", MessageCode::PriceValidityOverlaps, params);
    Err(ApiError::invalid(errors))
}

pub async fn archive(tx: &mut TenantTx, ctx: &Ctx, version: &PriceVersion) -> ApiResult<()> {
    sqlx::query(ARCHIVE).bind(version.id).bind(ctx.now()).execute(&mut **tx).await?;
    announce(tx, ctx, version, "archive", json!({ "status": ["published", "archived"] })).await
}

/// Whether a version can price the destinations that another one does not serve: it is published, of the same kind and
/// currency, and has no fallback itself.
pub async fn is_fallback(tx: &mut TenantTx, id: Uuid, frame: &Frame) -> ApiResult<bool> {
    let query = sqlx::query_scalar(FALLBACK_DEPTH).bind(id).bind(frame.kind.as_str()).bind(&frame.currency);
    let has_fallback: Option<bool> = query.fetch_optional(&mut **tx).await?;
    Ok(has_fallback == Some(false))
}

/// Notes an action on a version in the audit log, and tells pages that show it or its table.
pub async fn announce(
    tx: &mut TenantTx,
    ctx: &Ctx,
    version: &PriceVersion,
    verb: &str,
    changes: serde_json::Value,
) -> ApiResult<()> {
    live::records_changed(tx, &Audience::Staff, "price_table_version", &[version.id]);
    live::records_changed(tx, &Audience::Staff, "price_table", &[version.price_table_id]);
    audit::record(tx, ctx, &format!("price_table_version.{verb}"), Some(version.id), changes).await
}
