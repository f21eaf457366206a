//! SQL of the lines of imports: copy, walk, refuse, delete.

use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::group::RefusedLine;
use super::problem::LineProblem;
use super::store::{Counts, Missing};
use server_core::http::list::Paging;

pub const FORGET_STAGED: &str = "
    update shipment_imports set staged = false, staged_line = 0, line_count = 0, grouped_by = $2 where id = $1";
pub const STAGED_UP_TO: &str =
    "update shipment_imports set staged_line = $2, line_count = line_count + $3 where id = $1";
pub const STAGED: &str = "update shipment_imports set staged = true where id = $1";
/// Lines without a reference that are equal in every cell: each of them is a shipment.
pub const NUMBER_TWINS: &str = "
    update shipment_import_lines l set group_key = l.group_key || '-' || twins.n
    from (
        select group_key, line, row_number() over (partition by group_key order by line) as n
        from shipment_import_lines where import_id = $1
    ) twins
    where twins.n > 1 and l.import_id = $1 and l.group_key = twins.group_key and l.line = twins.line";
pub const NEXT_LINES: &str = "
    select line, group_key, cells from shipment_import_lines
    where import_id = $1 and (group_key, line) > ($2, $3)
    order by group_key, line limit $4";
pub const REFUSE_GROUP: &str =
    "update shipment_import_lines set problems = $3 where import_id = $1 and group_key = $2";
pub const FORGIVE: &str = "
    update shipment_import_lines
    set problems = null, forecast = null, price = null, currency = null, refusal = null
    where import_id = $1 and (group_key, line) > ($2, $3) and (group_key, line) <= ($4, $5)
      and (problems is not null or forecast is not null)";
pub const REFUSE: &str = "
    update shipment_import_lines l set problems = refused.problems
    from unnest($2::text[], $3::integer[], $4::jsonb[]) refused(group_key, line, problems)
    where l.import_id = $1 and l.group_key = refused.group_key and l.line = refused.line";
pub const ADVANCE: &str = "
    update shipment_imports
    set walked_key = $2, walked_line = $3, taken_lines = taken_lines + $4, existing_lines = existing_lines + $5,
        refused_lines = refused_lines + $6, new_shipments = new_shipments + $7,
        attention_shipments = attention_shipments + $8, existing_shipments = existing_shipments + $9,
        refused_shipments = refused_shipments + $10
    where id = $1";
pub const DROP_LINES: &str = "
    delete from shipment_import_lines where ctid = any(array(
        select ctid from shipment_import_lines where import_id = $1 and (problems is null or $2) limit $3))";
pub const REFUSED_LINES: &str = "
    select line, group_key, cells, problems from shipment_import_lines
    where import_id = $1 and problems is not null and line > $2 order by line limit $3";
pub const TOP_PROBLEMS: &str = "
    select p ->> 'code' as code, p ->> 'column' as column_name, p ->> 'field' as field, count(*) as count
    from shipment_import_lines l, jsonb_array_elements(l.problems) p
    where l.import_id = $1 and l.problems is not null
    group by 1, 2, 3 order by 4 desc, 1, 2 limit 50";
pub const REFUSED_PAGE: &str = "
    select line, group_key, cells, problems from shipment_import_lines
    where import_id = $1 and problems is not null order by line limit $2 offset $3";
pub const BY_NUMBER: &str = "
    select line, group_key, cells from shipment_import_lines
    where import_id = $1 and problems is not null and line = any($2) order by line";
pub const REFUSED_COUNTS: &str = "
    select count(*)::integer as lines, count(distinct group_key)::integer as shipments from shipment_import_lines
    where import_id = $1 and problems is not null and group_key = any($2)";
pub const CHANGE: &str = "
    update shipment_import_lines l set group_key = changed.group_key, cells = array(
        select jsonb_array_elements_text(changed.cells))
    from unnest($2::integer[], $3::text[], $4::jsonb[]) changed(line, group_key, cells)
    where l.import_id = $1 and l.line = changed.line";
pub const FORGIVEN: &str = "
    with forgiven as (
        update shipment_import_lines set problems = null
        where import_id = $1 and problems is not null and group_key = any($2)
        returning line, group_key, cells
    ) select line, group_key, cells from forgiven order by group_key, line";
pub const ADD_MISSING: &str = "
    update shipment_imports i
    set missing = i.missing || (
        select jsonb_object_agg(added.field, coalesce((i.missing ->> added.field)::integer, 0) + added.shipments)
        from unnest($2::text[], $3::integer[]) added(field, shipments)
    )
    where i.id = $1";
pub const COPY_LINES: &str = "copy shipment_import_lines (import_id, group_key, line, cells) from stdin";

#[derive(sqlx::FromRow, Debug)]
pub struct StagedLine {
    pub line: i32,
    pub group_key: String,
    pub cells: Vec<String>,
}

#[derive(sqlx::FromRow, Debug)]
pub struct RefusedRow {
    pub line: i32,
    pub group_key: String,
    pub cells: Vec<String>,
    pub problems: Json<Vec<LineProblem>>,
}

#[derive(sqlx::FromRow, Debug)]
pub struct ProblemCount {
    pub code: String,
    pub column_name: Option<String>,
    pub field: Option<String>,
    pub count: i64,
}

/// Starts the staging again with another grouping. The old lines must be deleted already.
pub async fn forget_staged(tx: &mut TenantTx, id: Uuid, grouped_by: Option<&str>) -> sqlx::Result<()> {
    sqlx::query(FORGET_STAGED).bind(id).bind(grouped_by).execute(&mut **tx).await?;
    Ok(())
}

/// Copies lines written by `copy::Lines` and stores the progress in the file.
pub async fn stage(tx: &mut TenantTx, id: Uuid, copied: Vec<u8>, up_to: i32, count: i32) -> sqlx::Result<()> {
    let mut copy = (**tx).copy_in_raw(COPY_LINES).await?;
    match copy.send(copied).await {
        Ok(_) => copy.finish().await?,
        Err(error) => {
            copy.abort("the lines could not be sent").await?;
            return Err(error);
        }
    };
    sqlx::query(STAGED_UP_TO).bind(id).bind(up_to).bind(count).execute(&mut **tx).await?;
    Ok(())
}

pub async fn finish_staging(tx: &mut TenantTx, id: Uuid, has_twins: bool) -> sqlx::Result<()> {
    if has_twins {
        sqlx::query(NUMBER_TWINS).bind(id).execute(&mut **tx).await?;
    }
    sqlx::query(STAGED).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// The lines after a position in the order of groups.
pub async fn next_lines(
    tx: &mut TenantTx,
    id: Uuid,
    key: &str,
    line: i32,
    limit: i64,
) -> sqlx::Result<Vec<StagedLine>> {
    sqlx::query_as(NEXT_LINES).bind(id).bind(key).bind(line).bind(limit).fetch_all(&mut **tx).await
}

/// Refuses all lines of a group that is too large; returns their number.
pub async fn refuse_group(
    tx: &mut TenantTx,
    id: Uuid,
    key: &str,
    problems: &[LineProblem],
) -> sqlx::Result<i32> {
    let refused =
        sqlx::query(REFUSE_GROUP).bind(id).bind(key).bind(Json(problems)).execute(&mut **tx).await?;
    Ok(i32::try_from(refused.rows_affected()).unwrap_or(i32::MAX))
}

/// Deletes the results of an earlier run for the lines between two positions.
pub async fn forgive(tx: &mut TenantTx, id: Uuid, from: (&str, i32), to: (&str, i32)) -> sqlx::Result<()> {
    let update = sqlx::query(FORGIVE).bind(id).bind(from.0).bind(from.1).bind(to.0).bind(to.1);
    update.execute(&mut **tx).await?;
    Ok(())
}

pub async fn refuse(tx: &mut TenantTx, id: Uuid, refused: &[(String, RefusedLine)]) -> sqlx::Result<()> {
    if refused.is_empty() {
        return Ok(());
    }
    let keys: Vec<&str> = refused.iter().map(|(key, _)| key.as_str()).collect();
    let lines: Vec<i32> = refused.iter().map(|(_, refused)| line_number(refused.line)).collect();
    let problems: Vec<Json<&[LineProblem]>> =
        refused.iter().map(|(_, line)| Json(&line.problems[..])).collect();
    sqlx::query(REFUSE).bind(id).bind(keys).bind(lines).bind(problems).execute(&mut **tx).await?;
    Ok(())
}

/// Stores the position reached and the counts.
pub async fn advance(tx: &mut TenantTx, id: Uuid, to: (&str, i32), more: &Counts) -> sqlx::Result<()> {
    sqlx::query(ADVANCE)
        .bind(id)
        .bind(to.0)
        .bind(to.1)
        .bind(more.taken_lines)
        .bind(more.existing_lines)
        .bind(more.refused_lines)
        .bind(more.new_shipments)
        .bind(more.attention_shipments)
        .bind(more.existing_shipments)
        .bind(more.refused_shipments)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Deletes some of the lines, refused ones only when `all`; returns their number.
pub async fn drop_lines(tx: &mut TenantTx, id: Uuid, all: bool, limit: i64) -> sqlx::Result<u64> {
    let dropped = sqlx::query(DROP_LINES).bind(id).bind(all).bind(limit).execute(&mut **tx).await?;
    Ok(dropped.rows_affected())
}

/// Refused lines after a row of the file, in the order of the file.
pub async fn refused_lines(
    tx: &mut TenantTx,
    id: Uuid,
    after: i32,
    limit: i64,
) -> sqlx::Result<Vec<RefusedRow>> {
    sqlx::query_as(REFUSED_LINES).bind(id).bind(after).bind(limit).fetch_all(&mut **tx).await
}

pub async fn refused_page(tx: &mut TenantTx, id: Uuid, paging: Paging) -> sqlx::Result<Vec<RefusedRow>> {
    let page = sqlx::query_as(REFUSED_PAGE).bind(id).bind(paging.per_page).bind(paging.offset());
    page.fetch_all(&mut **tx).await
}

/// Refused lines by their row numbers.
pub async fn by_number(tx: &mut TenantTx, id: Uuid, numbers: &[i32]) -> sqlx::Result<Vec<StagedLine>> {
    sqlx::query_as(BY_NUMBER).bind(id).bind(numbers).fetch_all(&mut **tx).await
}

/// Numbers of refused lines and shipments in these groups.
pub async fn refused_counts(tx: &mut TenantTx, id: Uuid, keys: &[String]) -> sqlx::Result<Counts> {
    let (refused_lines, refused_shipments) =
        sqlx::query_as(REFUSED_COUNTS).bind(id).bind(keys).fetch_one(&mut **tx).await?;
    Ok(Counts { refused_lines, refused_shipments, ..Counts::default() })
}

pub async fn change(tx: &mut TenantTx, id: Uuid, changed: &[StagedLine]) -> sqlx::Result<()> {
    let numbers: Vec<i32> = changed.iter().map(|line| line.line).collect();
    let keys: Vec<&str> = changed.iter().map(|line| line.group_key.as_str()).collect();
    let cells: Vec<Json<&[String]>> = changed.iter().map(|line| Json(&line.cells[..])).collect();
    sqlx::query(CHANGE).bind(id).bind(numbers).bind(keys).bind(cells).execute(&mut **tx).await?;
    Ok(())
}

/// The refused lines of these groups, in the order of the groups, without their reasons.
pub async fn forgiven(tx: &mut TenantTx, id: Uuid, keys: &[String]) -> sqlx::Result<Vec<StagedLine>> {
    sqlx::query_as(FORGIVEN).bind(id).bind(keys).fetch_all(&mut **tx).await
}

/// Adds to the counts of shipments that lack these fields.
pub async fn add_missing(tx: &mut TenantTx, id: Uuid, more: &Missing) -> sqlx::Result<()> {
    if more.is_empty() {
        return Ok(());
    }
    let pairs = more.iter().map(|(field, count)| (&**field, *count));
    let (fields, shipments) = pairs.unzip::<&str, i32, Vec<_>, Vec<_>>();
    sqlx::query(ADD_MISSING).bind(id).bind(fields).bind(shipments).execute(&mut **tx).await?;
    Ok(())
}

pub async fn top_problems(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Vec<ProblemCount>> {
    sqlx::query_as(TOP_PROBLEMS).bind(id).fetch_all(&mut **tx).await
}

pub fn line_number(line: u32) -> i32 {
    i32::try_from(line).unwrap_or(i32::MAX)
}
