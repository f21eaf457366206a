//! SQL of messages of airlines.

use chrono::{DateTime, Utc};
use policy::Resource;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::fetch_stage::FetchStage;
use super::report::{CargoMessageKind, ReadMessage, ReadProblem};
use server_core::http::error::ApiResult;
use server_core::process::TaskFailed;
use server_core::record::{Listing, Records};

pub const CARGO_MESSAGES: Records = Records {
    table: "cargo_messages",
    resource: Resource::CargoMessage,
    id: "m.id = ",
    listing: Listing {
        columns: "m.id, m.file_name, m.kind, m.stage, m.problem, m.unread, m.unknown_numbers, m.report_count, m.new_count,
              m.received_at, m.received_by, m.ended_at, m.version, m.received_by_name, m.failure_code, m.failure_params,
              m.closing_note, m.closed_by_name, m.content is null as is_deleted",
        from: "cargo_messages m",
        order: "m.id desc",
    },
};

pub const INSERT: &str = "
    insert into cargo_messages (id, content_hash, content, file_name, branches, received_at, received_by, received_by_name,
                                updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $6)
    on conflict on constraint cargo_messages_content_key do nothing";
/// Those that are not known yet.
pub const INSERT_ALL: &str = "
    insert into cargo_messages (id, content_hash, content, file_name, received_at, received_by, received_by_name, updated_at)
    select new.id, new.content_hash, new.content, new.file_name, $5, $6, $7, $5
    from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[]) new(id, content_hash, content, file_name)
    on conflict on constraint cargo_messages_content_key do nothing
    returning id, file_name";
pub const KNOWN: &str =
    "select id from cargo_messages where content_hash = $1 and branches is not distinct from $2";
pub const CONTENT: &str = "select content, file_name, branches, received_at, received_by, received_by_name from cargo_messages where id = $1";
pub const SET_STAGE: &str = "update cargo_messages set stage = $2, updated_at = $3 where id = $1";
pub const SET_READ: &str = "
    update cargo_messages
    set kind = $2, problem = $3, unread = $4, report_count = $5, stage = $6, updated_at = $7
    where id = $1";
pub const ADD_RESULT: &str = "
    update cargo_messages set new_count = new_count + $2, unknown_numbers = unknown_numbers || $3, updated_at = $4
    where id = $1";
pub const END: &str = "
    update cargo_messages set stage = 'ended', ended_at = $2, updated_at = $2, version = version + 1 where id = $1";
pub const START_AGAIN: &str = "
    update cargo_messages
    set stage = 'waiting_to_start', unknown_numbers = '{}', ended_at = null, failure_code = null, failure_params = '{}',
        closing_note = null, closed_by_name = null, version = version + 1, updated_at = $2
    where id = $1";
/// One that has ended in another way meanwhile stays so.
pub const FAIL: &str = "
    update cargo_messages
    set stage = 'failed', failure_code = $2, failure_params = $3, ended_at = $4, updated_at = $4, version = version + 1
    where id = $1 and stage not in ('ended', 'failed')";
/// Their tasks are gone.
pub const FAIL_ALL: &str = "
    update cargo_messages
    set stage = 'failed', failure_code = 'process_failed', ended_at = now(), updated_at = now(), version = version + 1
    where stage not in ('ended', 'failed')";
pub const CLOSE: &str = "
    update cargo_messages
    set stage = 'ended', closing_note = $2, closed_by_name = $3, ended_at = $4, updated_at = $4, version = version + 1
    where id = $1";

/// Messages that report of a waybill and were read before it was written.
pub const WAITING: &str = "
    update cargo_messages
    set stage = 'waiting_to_start', unknown_numbers = '{}', ended_at = null, version = version + 1, updated_at = $2
    where id in (
        select id from cargo_messages
        where unknown_numbers <> '{}' and unknown_numbers @> array[$1] and stage = 'ended' and closing_note is null
          and content is not null
        order by received_at limit 50 for no key update
    )
    returning id, file_name";

/// A message in its list.
#[derive(sqlx::FromRow)]
pub struct MessageRow {
    pub id: Uuid,
    pub file_name: String,
    pub kind: CargoMessageKind,
    pub stage: FetchStage,
    pub problem: Option<ReadProblem>,
    pub unread: Value,
    pub unknown_numbers: Vec<String>,
    pub report_count: i32,
    pub new_count: i32,
    pub received_at: DateTime<Utc>,
    pub received_by: Uuid,
    pub received_by_name: String,
    pub ended_at: Option<DateTime<Utc>>,
    pub version: i32,
    pub failure_code: Option<String>,
    pub failure_params: Value,
    pub closing_note: Option<String>,
    pub closed_by_name: Option<String>,
    pub is_deleted: bool,
}

/// A file that is read.
#[derive(sqlx::FromRow)]
pub struct StoredMessage {
    /// None once it was deleted.
    pub content: Option<Vec<u8>>,
    pub file_name: String,
    /// Whose waybills it can change; none for all.
    pub branches: Option<Vec<Uuid>>,
    pub received_at: DateTime<Utc>,
    pub received_by: Uuid,
    pub received_by_name: String,
}

/// A file that somebody uploads.
pub struct NewMessage<'a> {
    pub content: &'a [u8],
    pub file_name: &'a str,
    pub branches: Option<&'a [Uuid]>,
    pub by: Uuid,
    pub by_name: &'a str,
    pub at: DateTime<Utc>,
}

/// Keeps a file, and returns its id; none in the second place when it was there before.
pub async fn insert(tx: &mut TenantTx, message: &NewMessage<'_>) -> ApiResult<(Uuid, bool)> {
    let id = Uuid::now_v7();
    let hash = Sha256::digest(message.content).to_vec();
    let written = sqlx::query(INSERT)
        .bind(id)
        .bind(&hash)
        .bind(message.content)
        .bind(message.file_name)
        .bind(message.branches)
        .bind(message.at)
        .bind(message.by)
        .bind(message.by_name)
        .execute(&mut **tx)
        .await?;
    if written.rows_affected() > 0 {
        return Ok((id, true));
    }
    let known = sqlx::query_scalar(KNOWN).bind(&hash).bind(message.branches).fetch_one(&mut **tx).await?;
    Ok((known, false))
}

/// A file that was fetched.
pub struct FetchedFile {
    pub name: String,
    pub content: Vec<u8>,
}

/// Keeps the files that are new, and returns them. Nobody has uploaded them; `from` names the place where they were.
pub async fn insert_fetched(
    tx: &mut TenantTx,
    files: &[FetchedFile],
    from: &str,
    at: DateTime<Utc>,
) -> ApiResult<Vec<WaitingMessage>> {
    let ids: Vec<Uuid> = files.iter().map(|_| Uuid::now_v7()).collect();
    let hashes: Vec<Vec<u8>> = files.iter().map(|file| Sha256::digest(&file.content).to_vec()).collect();
    let contents: Vec<&[u8]> = files.iter().map(|file| file.content.as_slice()).collect();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let query = sqlx::query_as(INSERT_ALL).bind(ids).bind(hashes).bind(contents).bind(names);
    Ok(query.bind(at).bind(Uuid::nil()).bind(from).fetch_all(&mut **tx).await?)
}

pub async fn load_content(tx: &mut TenantTx, id: Uuid) -> ApiResult<StoredMessage> {
    Ok(sqlx::query_as(CONTENT).bind(id).fetch_one(&mut **tx).await?)
}

pub async fn set_stage(tx: &mut TenantTx, id: Uuid, stage: FetchStage, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SET_STAGE).bind(id).bind(stage.as_str()).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Writes what was read.
pub async fn set_read(
    tx: &mut TenantTx,
    id: Uuid,
    message: &ReadMessage,
    unread: &Value,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(SET_READ)
        .bind(id)
        .bind(message.kind.as_str())
        .bind(message.problem.map(ReadProblem::as_str))
        .bind(unread)
        .bind(i32::try_from(message.reports.len()).unwrap_or(i32::MAX))
        .bind(FetchStage::Processing.as_str())
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Adds what the reports of one waybill have led to.
pub async fn add_result(
    tx: &mut TenantTx,
    id: Uuid,
    new_count: i32,
    unknown: &[String],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(ADD_RESULT).bind(id).bind(new_count).bind(unknown).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn end(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(END).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Its reading has failed for good. False when it had ended before.
pub async fn fail(tx: &mut TenantTx, id: Uuid, failed: &TaskFailed) -> ApiResult<bool> {
    let query = sqlx::query(FAIL).bind(id).bind(&failed.code).bind(&failed.params).bind(failed.at);
    Ok(query.execute(&mut **tx).await?.rows_affected() > 0)
}

/// No reading goes on: the tasks of a company that was brought from elsewhere are gone.
pub async fn fail_all(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(FAIL_ALL).execute(&mut **tx).await?;
    Ok(())
}

/// Somebody closes a message whose reading has failed, and says why.
pub async fn close(
    tx: &mut TenantTx,
    id: Uuid,
    note: &str,
    by_name: &str,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(CLOSE).bind(id).bind(note).bind(by_name).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// A message that waits for its reading.
#[derive(sqlx::FromRow)]
pub struct WaitingMessage {
    pub id: Uuid,
    pub file_name: String,
}

/// The messages that report of a waybill which is new wait for another reading: at most 50.
pub async fn wait_again(
    tx: &mut TenantTx,
    number: &str,
    at: DateTime<Utc>,
) -> ApiResult<Vec<WaitingMessage>> {
    Ok(sqlx::query_as(WAITING).bind(number).bind(at).fetch_all(&mut **tx).await?)
}

/// The message waits for another reading.
pub async fn start_again(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(START_AGAIN).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}
