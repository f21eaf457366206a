//! SQL of shared files.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::contents::UploadKind;
use super::model::{ArrivedParts, UploadFields, UploadFolder, UploadRow};
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::{Listing, Records, Sorts, Where};

pub const UPLOADS: Records = Records {
    table: "uploads",
    resource: Resource::Upload,
    id: "f.id = ",
    listing: Listing {
        columns: "f.id, f.folder, f.name, f.audience, f.client_id, c.name as client_name, f.size, f.received, f.sha256, f.kind,
              f.part_keys, u.name as uploaded_by_name, f.finished_at, f.deleted_at, f.created_at, f.updated_at, f.version",
        from: "uploads f left join clients c on c.id = f.client_id left join users u on u.id = f.uploaded_by",
        order: "search_text(f.folder), search_text(f.name), f.id",
    },
};

pub const SORTS: Sorts = &[
    ("name", "search_text(f.name)"),
    ("folder", "search_text(f.folder)"),
    ("size", "f.size"),
    ("created_at", "f.created_at"),
    ("deleted_at", "f.deleted_at"),
];

pub const SEARCHED: &str = "concat_ws(' ', f.name, f.folder, c.name)";

/// All parts have arrived.
pub const FINISHED: &str = "f.finished_at is not null";
pub const PRESENT: &str = "f.deleted_at is null";

/// The index that keeps a name for one file of a folder.
pub const NAME_KEY: &str = "uploads_name_key";

/// Folders of one answer.
const MOST_FOLDERS: i64 = 500;
/// Rows of one sweep; the next one deletes the rest.
const MOST_EXPIRED: i64 = 500;

pub const NAME_TAKEN: &str = "
    select exists (select from uploads where finished_at is not null and deleted_at is null
        and lower(folder) = lower($1) and lower(name) = lower($2))";

/// The bytes of a file that must still be sent, of those that its user has begun or that somebody has finished.
pub const MISSING_BYTES: &str = "
    select coalesce(min(case when finished_at is null then size - received else 0 end), $3::bigint) from uploads
    where sha256 = $2 and size = $3 and (finished_at is not null or uploaded_by = $1)";

/// The file that its user has begun to send.
pub const BEGUN: &str = "
    select id from uploads where uploaded_by = $1 and sha256 = $2 and size = $3 and finished_at is null
    order by id limit 1 for update";

/// Contents that are there already. They stay until the transaction ends, in which another row names them.
pub const SAME_CONTENTS: &str = "
    select kind, part_keys from uploads where sha256 = $1 and size = $2 and finished_at is not null
    order by id limit 1 for share";

pub const REMOVE: &str = "delete from uploads where id = $1 and finished_at is null";

/// Files that nobody went on with ($1), and deleted ones that nobody restored ($2).
pub const DELETE_EXPIRED: &str = "
    delete from uploads where id in (
        select id from uploads where finished_at is null and updated_at < $1 or deleted_at < $2
        order by id limit $3 for update skip locked)
    returning part_keys";

/// Stored files among these that rows name.
pub const STILL_NAMED: &str = "
    select distinct k.name from unnest($1::text[]) k (name) join uploads f on k.name = any (f.part_keys)";

/// The files of a scope: those for its clients or its partner that are not deleted, or all of the company.
pub fn narrow_to_scope(filter: Where, scope: &RowScope) -> Where {
    match scope {
        RowScope::All | RowScope::Subsidiaries(_) => filter,
        RowScope::Client(id) => filter
            .only(PRESENT, true)
            .and_inside("(f.audience = 'clients' or f.audience = 'client' and f.client_id = ", Some(*id)),
        RowScope::Partner(_) => filter.only(PRESENT, true).only("f.audience = 'partners'", true),
    }
}

/// The folders of the files that match. Capitals make no other folder, as in the list and for a name that is taken.
pub async fn list_folders(tx: &mut TenantTx, filter: &Where) -> ApiResult<Vec<UploadFolder>> {
    let mut query =
        QueryBuilder::<Postgres>::new("select min(f.folder) as folder, count(*) as files from uploads f");
    filter.push(&mut query);
    query.push(" group by lower(f.folder) order by search_text(min(f.folder)), lower(f.folder) limit ");
    query.push_bind(MOST_FOLDERS);
    Ok(query.build_query_as().fetch_all(&mut **tx).await?)
}

/// Returns 422 at `name` when another file of the folder has it.
pub async fn check_name_free(tx: &mut TenantTx, fields: &UploadFields) -> ApiResult<()> {
    let query = sqlx::query_scalar(NAME_TAKEN).bind(&fields.folder).bind(&fields.name);
    let is_taken: bool = query.fetch_one(&mut **tx).await?;
    if is_taken { Err(ApiError::invalid_field("name", MessageCode::Taken)) } else { Ok(()) }
}

/// Contents that a user sends.
#[derive(Clone, Copy)]
pub struct SentContents<'a> {
    pub user_id: Uuid,
    pub sha256: &'a str,
    pub size: i64,
}

pub async fn load_missing_bytes(tx: &mut TenantTx, sent: SentContents<'_>) -> ApiResult<i64> {
    let query = sqlx::query_scalar(MISSING_BYTES).bind(sent.user_id).bind(sent.sha256).bind(sent.size);
    Ok(query.fetch_one(&mut **tx).await?)
}

/// The file that the user has begun to send, locked.
pub async fn find_begun(tx: &mut TenantTx, sent: SentContents<'_>) -> ApiResult<Option<Uuid>> {
    let query = sqlx::query_scalar(BEGUN).bind(sent.user_id).bind(sent.sha256).bind(sent.size);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// The same contents of another file, if they are there.
pub async fn find_same_contents(
    tx: &mut TenantTx,
    sent: SentContents<'_>,
) -> ApiResult<Option<ArrivedParts>> {
    let query = sqlx::query_as(SAME_CONTENTS).bind(sent.sha256).bind(sent.size);
    let found: Option<(Option<UploadKind>, Vec<String>)> = query.fetch_optional(&mut **tx).await?;
    Ok(found.map(|(kind, part_keys)| ArrivedParts { kind, part_keys, received: sent.size }))
}

/// Deletes the row of a file of which parts are missing.
pub async fn remove(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(REMOVE).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes rows, and returns the stored files that no other row names.
pub async fn delete_expired(
    tx: &mut TenantTx,
    begun_before: DateTime<Utc>,
    deleted_before: DateTime<Utc>,
) -> ApiResult<Vec<String>> {
    let delete =
        sqlx::query_scalar(DELETE_EXPIRED).bind(begun_before).bind(deleted_before).bind(MOST_EXPIRED);
    let deleted: Vec<Vec<String>> = delete.fetch_all(&mut **tx).await?;
    let mut keys: Vec<String> = deleted.into_iter().flatten().collect();
    if keys.is_empty() {
        return Ok(keys);
    }
    let named: Vec<String> = sqlx::query_scalar(STILL_NAMED).bind(&keys).fetch_all(&mut **tx).await?;
    keys.retain(|key| !named.contains(key));
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}

/// Whether the state of a file allows an action, and whether it is in the scope of a user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    scope: &RowScope,
) -> ApiResult<RecordState> {
    let finished = Where::all().only(FINISHED, true);
    let row: UploadRow = UPLOADS.find(tx, &finished, id).await?;
    let filter = narrow_to_scope(finished, scope).and(UPLOADS.id, Some(id));
    let is_seen = UPLOADS.listing.find::<UploadRow>(tx, &filter).await?.is_some();
    Ok(RecordState { owner: RecordOwner::Among(is_seen), status: None, verdict: row.state().allow(action) })
}
