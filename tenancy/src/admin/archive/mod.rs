//! One tenant as one file: a zip with its tables as COPY text, its files, and a manifest with counts and
//! checksums.
//!
//! The cost depends on the tenant, not on the number of other tenants. Tables are from one moment. Files are
//! read after them, so files that an active tenant replaces meanwhile can be missing. A suspended tenant's
//! archive is complete.

mod export;
mod files;
mod import;

use std::io::ErrorKind;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;

pub use files::{FileKeeper, Pieces};

use super::AdminError;
use crate::tenant::TenantId;

const MANIFEST: &str = "manifest.json";

/// Increased when older releases cannot read the archive.
const FORMAT: u32 = 1;

/// The mode of an archive and of what is unpacked from it: for its owner only.
const PRIVATE: u32 = 0o600;

fn entry_options() -> SimpleFileOptions {
    SimpleFileOptions::default().unix_permissions(PRIVATE)
}

/// The description of an archive.
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
    /// Number of files; none in archives of releases that did not export files.
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

/// A sequence in an archive; `last_value` is null if it was never used.
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

/// All tables with their columns in order, without the ledger and generated columns.
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
