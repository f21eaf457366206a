//! SQL of imports. `in_scope!` takes the parameters $1 to $3. States: 10 uploaded, 20 checking, 30 checked, 40 importing, 50 done,
//! 60 interrupted.
//!
//! A run copies the lines of the file into a table first, where they are staged, and then walks over them in groups.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::format::Format;
use super::guess::Doubt;
use super::kind::{ImportKind, ImportScope};
use super::mapping::{Mapping, MappingOrigin};
use super::status::ImportStatus;
use access::scope::RowScope;
use access::{in_scope, user_name};
use server_core::http::list::Paging;

pub const INSERT: &str = "
    insert into shipment_imports (id, client_id, file_key, file_name, file_size, format, shape, header, mapping,
                                  sample, doubts, created_by, created_at, updated_at, mapping_origin, total_lines,
                                  subsidiary_id, partner_id, sheets, kind, file_hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16, $17, $18, $19, $20)";
/// If the task has ended or was deleted while the import was running, the import is interrupted.
pub const FIND: &str = concat!(
    "
    select i.id, case when i.status in (20, 40) and (t.id is null or t.failed_at is not null) then 60 else i.status end
               ::smallint as status, i.kind,
           i.client_id, c.name as client_name, i.file_key, i.file_name, i.file_size, i.format, i.shape, i.header,
           i.mapping, i.sample, i.doubts, i.task_id, i.staged_line, i.staged, i.grouped_by, i.walked_key,
           i.walked_line, i.line_count, i.taken_lines, i.existing_lines, i.refused_lines, i.new_shipments,
           i.attention_shipments, i.existing_shipments, i.refused_shipments, t.failure_code, t.failure_params,
           i.created_by, ",
    user_name!("i.created_by"),
    " as created_by_name, i.started_at, i.finished_at, i.version, i.created_at, i.updated_at,
           i.mapping_origin, i.total_lines, i.missing, i.sheets, i.subsidiary_id, b.title as subsidiary_title,
           i.partner_id, p.name as partner_name
    from shipment_imports i
    left join background_tasks t on t.id = i.task_id
    left join clients c on c.id = i.client_id
    left join subsidiaries b on b.id = i.subsidiary_id
    left join partners p on p.id = i.partner_id
    where i.id = $4 and i.kind = $5 and ",
    in_scope!("i.")
);
pub const LIST: &str = concat!(
    "
    select i.id, case when i.status in (20, 40) and (t.id is null or t.failed_at is not null) then 60 else i.status end
               ::smallint as status, i.kind,
           i.client_id, c.name as client_name, i.file_name, i.task_id, i.line_count, i.taken_lines, i.existing_lines,
           i.refused_lines, i.new_shipments, i.attention_shipments, i.existing_shipments, i.refused_shipments,
           ",
    user_name!("i.created_by"),
    " as created_by_name, i.started_at, i.finished_at, i.created_at
    from (
        select * from shipment_imports
        where kind = $7 and ",
    in_scope!(""),
    "
            and ($6::integer is null
                 or status = 50 and refused_lines > 0 and created_at > now() - interval '1 day' * $6)
        order by created_at desc, id desc limit $4 offset $5
    ) i
    left join background_tasks t on t.id = i.task_id
    left join clients c on c.id = i.client_id
    order by i.created_at desc, i.id desc"
);
pub const COUNT: &str = concat!(
    "select count(*) from (select 1 from shipment_imports where kind = $6 and ",
    in_scope!(""),
    "
            and ($5::integer is null
                 or status = 50 and refused_lines > 0 and created_at > now() - interval '1 day' * $5)
     limit $4) counted"
);
/// Refused lines of finished imports of shipments of the last `$4` days, and how many imports have them.
pub const REFUSED: &str = concat!(
    "select coalesce(sum(refused_lines), 0), count(*) from shipment_imports where kind = 'shipments' and ",
    in_scope!(""),
    " and status = 50 and refused_lines > 0 and created_at > now() - interval '1 day' * $4::integer"
);
pub const LOCK: &str = concat!(
    "select version from shipment_imports where id = $4 and kind = $5 and ",
    in_scope!(""),
    " for update"
);
pub const SAVE_MAPPING: &str = "
    update shipment_imports
    set mapping = $2, mapping_origin = 'saved', doubts = $3, client_id = $4, status = 10, updated_at = $5,
        subsidiary_id = $6, partner_id = $7, version = version + 1
    where id = $1";
/// Copied lines are of the former sheet: no grouping is the empty one, so they are dropped before the next run.
pub const CHOOSE_SHEET: &str = "
    update shipment_imports
    set format = $2, shape = $3, header = $4, mapping = $5, mapping_origin = $6, sample = $7, doubts = $8,
        total_lines = $9, status = 10, updated_at = $10, staged = false, staged_line = 0, line_count = 0,
        grouped_by = '', version = version + 1
    where id = $1";
pub const BEGIN_RUN: &str = "
    update shipment_imports
    set status = $2, task_id = $3, started_at = $4, finished_at = null, updated_at = $4, version = version + 1,
        walked_key = null, walked_line = null, taken_lines = 0, existing_lines = 0, refused_lines = 0,
        new_shipments = 0, attention_shipments = 0, existing_shipments = 0, refused_shipments = 0,
        missing = '{}'
    where id = $1";
pub const ADD_COUNTS: &str = "
    update shipment_imports
    set taken_lines = taken_lines + $2, existing_lines = existing_lines + $3, refused_lines = refused_lines + $4,
        new_shipments = new_shipments + $5, attention_shipments = attention_shipments + $6,
        existing_shipments = existing_shipments + $7, refused_shipments = refused_shipments + $8,
        updated_at = $9, version = version + 1
    where id = $1";
pub const END_RUN: &str = "
    update shipment_imports set status = $2, finished_at = $3, updated_at = $3, version = version + 1 where id = $1";

pub const CLIENT_CODE: &str = "select code from clients where id = $1 and active";

#[derive(sqlx::FromRow, Debug, Clone)]
pub struct ImportRow {
    pub id: Uuid,
    pub kind: ImportKind,
    pub status: ImportStatus,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub subsidiary_id: Option<Uuid>,
    pub subsidiary_title: Option<String>,
    pub partner_id: Option<Uuid>,
    pub partner_name: Option<String>,
    pub file_key: String,
    pub file_name: String,
    pub file_size: i64,
    pub format: Json<Format>,
    /// The columns as one text, by which the mapping of an earlier file with the same ones is found.
    pub shape: String,
    pub header: Vec<String>,
    pub mapping: Json<Mapping>,
    pub mapping_origin: MappingOrigin,
    pub total_lines: Option<i32>,
    pub sheets: Vec<String>,
    pub missing: Json<Missing>,
    pub sample: Json<Vec<Vec<String>>>,
    pub doubts: Json<Vec<Doubt>>,
    pub task_id: Option<Uuid>,
    /// The last line that was copied, and whether all were.
    pub staged_line: i32,
    pub staged: bool,
    /// The column by which the copied lines are grouped.
    pub grouped_by: Option<String>,
    /// The last group that was done, where the next worker goes on.
    pub walked_key: Option<String>,
    pub walked_line: Option<i32>,
    #[sqlx(flatten)]
    pub counts: Counts,
    pub failure_code: Option<String>,
    pub failure_params: Option<Value>,
    pub created_by: Uuid,
    pub created_by_name: Option<String>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow, Debug, Clone)]
pub struct ImportListRow {
    pub id: Uuid,
    pub kind: ImportKind,
    pub status: ImportStatus,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub file_name: String,
    pub task_id: Option<Uuid>,
    #[sqlx(flatten)]
    pub counts: Counts,
    pub created_by_name: Option<String>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// Number of shipments that lack each field; of goods, number of lines with each warning.
pub type Missing = BTreeMap<String, i32>;

/// Counts of lines and shipments.
#[derive(sqlx::FromRow, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub line_count: i32,
    pub taken_lines: i32,
    pub existing_lines: i32,
    pub refused_lines: i32,
    pub new_shipments: i32,
    pub attention_shipments: i32,
    pub existing_shipments: i32,
    pub refused_shipments: i32,
}

/// Owners of the shipments of an import; each can be null.
#[derive(Object, Clone, Copy, Debug, Default, Serialize)]
pub struct Owners {
    /// Null for the company's own shipments.
    pub client_id: Option<Uuid>,
    /// The branch that handles them; null if none. Optional for a user bound to one subsidiary.
    pub subsidiary_id: Option<Uuid>,
    /// The agent or reseller; null if none. Optional for users of a partner.
    pub partner_id: Option<Uuid>,
}

impl ImportRow {
    pub fn owners(&self) -> Owners {
        Owners { client_id: self.client_id, subsidiary_id: self.subsidiary_id, partner_id: self.partner_id }
    }
}

/// A file that was read, before its import exists.
pub struct NewImport<'a> {
    pub kind: ImportKind,
    pub owners: Owners,
    pub file_key: &'a str,
    pub file_name: &'a str,
    pub file_size: i64,
    pub file_hash: Option<&'a [u8]>,
    pub content: Content<'a>,
    pub sheets: &'a [String],
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

/// The read part of a file, and its proposed meaning.
pub struct Content<'a> {
    pub format: Format,
    pub shape: String,
    pub header: &'a [String],
    pub mapping: &'a Mapping,
    pub mapping_origin: MappingOrigin,
    pub total_lines: Option<i32>,
    pub sample: Vec<Vec<String>>,
    pub doubts: &'a [Doubt],
}

pub async fn insert(tx: &mut TenantTx, id: Uuid, new: &NewImport<'_>) -> sqlx::Result<()> {
    let content = &new.content;
    sqlx::query(INSERT)
        .bind(id)
        .bind(new.owners.client_id)
        .bind(new.file_key)
        .bind(new.file_name)
        .bind(new.file_size)
        .bind(Json(&content.format))
        .bind(&content.shape)
        .bind(content.header)
        .bind(Json(content.mapping))
        .bind(Json(&content.sample))
        .bind(Json(content.doubts))
        .bind(new.by)
        .bind(new.at)
        .bind(content.mapping_origin.as_str())
        .bind(content.total_lines)
        .bind(new.owners.subsidiary_id)
        .bind(new.owners.partner_id)
        .bind(new.sheets)
        .bind(new.kind.as_str())
        .bind(new.file_hash)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Replaces the content by that of another sheet.
pub async fn choose_sheet(
    tx: &mut TenantTx,
    id: Uuid,
    content: &Content<'_>,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(CHOOSE_SHEET)
        .bind(id)
        .bind(Json(&content.format))
        .bind(&content.shape)
        .bind(content.header)
        .bind(Json(content.mapping))
        .bind(content.mapping_origin.as_str())
        .bind(Json(&content.sample))
        .bind(Json(content.doubts))
        .bind(content.total_lines)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn find(
    tx: &mut TenantTx,
    import_scope: &ImportScope,
    id: Uuid,
) -> sqlx::Result<Option<ImportRow>> {
    import_scope
        .scope
        .query_as(FIND)
        .bind(id)
        .bind(import_scope.kind.as_str())
        .fetch_optional(&mut **tx)
        .await
}

pub async fn list(
    tx: &mut TenantTx,
    import_scope: &ImportScope,
    paging: Paging,
    refused_days: Option<i32>,
) -> sqlx::Result<(Vec<ImportListRow>, i64)> {
    let ImportScope { kind, scope } = import_scope;
    let page = scope.query_as(LIST).bind(paging.per_page).bind(paging.offset()).bind(refused_days);
    let rows = page.bind(kind.as_str()).fetch_all(&mut **tx).await?;
    let count = scope.query_scalar(COUNT).bind(paging.cap() + 1).bind(refused_days).bind(kind.as_str());
    Ok((rows, count.fetch_one(&mut **tx).await?))
}

/// Numbers of refused lines and of their imports.
pub async fn count_refused(tx: &mut TenantTx, scope: &RowScope, days: i32) -> sqlx::Result<(i64, i64)> {
    scope.query_as(REFUSED).bind(days).fetch_one(&mut **tx).await
}

/// Locks an import against other changes until the transaction ends, and reads it.
pub async fn lock(
    tx: &mut TenantTx,
    import_scope: &ImportScope,
    id: Uuid,
) -> sqlx::Result<Option<ImportRow>> {
    let lock = import_scope.scope.query_scalar(LOCK).bind(id).bind(import_scope.kind.as_str());
    let version: Option<i32> = lock.fetch_optional(&mut **tx).await?;
    if version.is_none() {
        return Ok(None);
    }
    find(tx, import_scope, id).await
}

pub async fn save_mapping(
    tx: &mut TenantTx,
    id: Uuid,
    mapping: &Mapping,
    doubts: &[Doubt],
    owners: Owners,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let update = sqlx::query(SAVE_MAPPING).bind(id).bind(Json(mapping)).bind(Json(doubts));
    let update = update.bind(owners.client_id).bind(at).bind(owners.subsidiary_id).bind(owners.partner_id);
    update.execute(&mut **tx).await?;
    Ok(())
}

/// Starts from the first line again; staged lines stay.
pub async fn begin_run(
    tx: &mut TenantTx,
    id: Uuid,
    status: ImportStatus,
    task_id: Uuid,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(BEGIN_RUN).bind(id).bind(status).bind(task_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Adds the counts of corrected lines.
pub async fn add_counts(tx: &mut TenantTx, id: Uuid, more: &Counts, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(ADD_COUNTS)
        .bind(id)
        .bind(more.taken_lines)
        .bind(more.existing_lines)
        .bind(more.refused_lines)
        .bind(more.new_shipments)
        .bind(more.attention_shipments)
        .bind(more.existing_shipments)
        .bind(more.refused_shipments)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn end_run(
    tx: &mut TenantTx,
    id: Uuid,
    status: ImportStatus,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(END_RUN).bind(id).bind(status).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// The code of an active client.
pub async fn client_code(tx: &mut TenantTx, client_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(CLIENT_CODE).bind(client_id).fetch_optional(&mut **tx).await
}
