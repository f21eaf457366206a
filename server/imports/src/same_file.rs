//! A file of goods that comes again: its goods are received once, unless somebody wants them once more.

use std::fs::File;
use std::io::{self, Read, Seek};

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::kind::ImportKind;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::settings::Settings;
use stock::movements;

/// Bytes of a file that are read at a time.
const CHUNK_BYTES: usize = 64 * 1024;

/// The imports of the same sheet of the same file. All are locked, so that no two of them begin at once.
pub const LOCK_SAME: &str = "
    select id from shipment_imports
    where kind = 'stock' and file_hash = (select i.file_hash from shipment_imports i where i.id = $1)
      and format = (select i.format from shipment_imports i where i.id = $1)
    order by id for update";
/// Those of the imports $1 with what they do, the first ones first. One whose task has ended is interrupted.
///
/// They are read once they are locked: a statement that waits for the lock does not see the task that was started meanwhile.
pub const SAME: &str = "
    select i.id, i.file_name, i.created_at,
           i.status = 40 and t.id is not null and t.failed_at is null as is_running
    from shipment_imports i left join background_tasks t on t.id = i.task_id
    where i.id = any($1) order by i.id";

/// Another import of the same file.
#[derive(Debug, sqlx::FromRow)]
pub struct SameFile {
    pub id: Uuid,
    file_name: String,
    created_at: DateTime<Utc>,
    is_running: bool,
}

impl SameFile {
    /// 409 `import_received_before`, with the import in which its refused lines can be corrected.
    pub fn refuse(self, settings: &Settings) -> ApiError {
        let params = Params::from([
            ("import_id", self.id.to_string().into()),
            ("file", self.file_name.into()),
            ("date", settings.today(self.created_at).to_string().into()),
        ]);
        ApiError::refused(MessageCode::ImportReceivedBefore).with_params(params)
    }
}

/// The SHA-256 of a file of goods, which is at its start again then. Records of other files are recognized by what they say.
pub async fn hash(kind: ImportKind, file: File) -> ApiResult<(File, Option<Vec<u8>>)> {
    if kind != ImportKind::Stock {
        return Ok((file, None));
    }
    let hashed = tokio::task::spawn_blocking(move || hash_from_start(file)).await;
    let (file, hash) = hashed.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok((file, Some(hash)))
}

fn hash_from_start(mut file: File) -> io::Result<(File, Vec<u8>)> {
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = file.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        hasher.update(&chunk[..read]);
    }
    file.rewind()?;
    Ok((file, hasher.finalize().to_vec()))
}

/// The first other import that has received goods of the file of this one, or is at it.
pub async fn find_received(tx: &mut TenantTx, import_id: Uuid) -> ApiResult<Option<SameFile>> {
    let mut ids: Vec<Uuid> = sqlx::query_scalar(LOCK_SAME).bind(import_id).fetch_all(&mut **tx).await?;
    ids.retain(|id| *id != import_id);
    let others: Vec<SameFile> = sqlx::query_as(SAME).bind(&ids).fetch_all(&mut **tx).await?;
    let received = movements::store::list_received_imports(tx, &ids).await?;
    Ok(others.into_iter().find(|other| other.is_running || received.contains(&other.id)))
}
