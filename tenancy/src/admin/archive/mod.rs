//! One tenant as one file: a zip of its tables as COPY text and of its files, with a manifest of counts and checksums.
//!
//! What it costs depends on the tenant and not on how many others there are. Tables are of one moment; files are read
//! after them, so that of a tenant at work one that is replaced meanwhile can be missing. Of a suspended one none is.

mod export;
mod files;
mod import;

use std::io::ErrorKind;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use zip::result::ZipError;

pub use files::{FileKeeper, Pieces};

use super::AdminError;
use crate::tenant::TenantId;

const MANIFEST: &str = "manifest.json";

/// Changes when an older release could not read the archive.
const FORMAT: u32 = 1;

/// What an archive says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    pub slug: String,
    pub schema_version: i32,
    pub epoch: i64,
    pub hosts: Vec<String>,
    pub exported_at: DateTime<Utc>,
    pub tables: Vec<ArchiveTable>,
    pub sequences: Vec<ArchiveSequence>,
    /// How many files there are; none in archives of releases that left them out.
    #[serde(default)]
    pub files: u64,
}

/// A table in an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveTable {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: u64,
    pub sha256: String,
}

/// A sequence in an archive; `last_value` is null before its first use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ArchiveSequence {
    pub name: String,
    pub last_value: Option<i64>,
}

impl ArchiveTable {
    fn entry(&self) -> String {
        format!("tables/{}.copy", self.name)
    }

    fn column_list(&self) -> String {
        let quoted: Vec<_> = self.columns.iter().map(|column| format!("\"{column}\"")).collect();
        quoted.join(", ")
    }
}

/// Every table with its columns in order, the ledger and what the database computes left out.
const TABLES: &str = "
    select c.relname::text, array_agg(a.attname::text order by a.attnum)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname";

async fn tables(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<(String, Vec<String>)>, AdminError> {
    Ok(sqlx::query_as(TABLES).bind(tenant.as_str()).fetch_all(conn).await?)
}

impl From<ZipError> for AdminError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) if error.kind() != ErrorKind::UnexpectedEof => Self::Io(error),
            broken => Self::Invalid(format!("the archive cannot be read: {broken}")),
        }
    }
}

impl From<serde_json::Error> for AdminError {
    fn from(error: serde_json::Error) -> Self {
        Self::Invalid(format!("{MANIFEST}: {error}"))
    }
}
