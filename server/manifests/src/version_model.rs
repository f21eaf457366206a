//! A closed version of a manifest, as the API shows it and as the table has it.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::files::{ManifestFormat, to_hex};
use super::snapshot::ManifestPurpose;

/// A closed version of a manifest.
#[derive(Object, Clone, Debug)]
pub struct ManifestVersion {
    pub revision: i16,
    pub purpose: ManifestPurpose,
    /// SHA-256 of what it says, as hexadecimal digits.
    pub hash: String,
    pub houses: i32,
    pub pieces: i32,
    /// Grams.
    pub weight_g: i64,
    pub closed_at: DateTime<Utc>,
    pub closed_by: Option<Uuid>,
    /// When it was opened again before it was sent.
    pub voided_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    /// `download`, or the name of the gateway by which it was sent.
    pub gateway: Option<String>,
    /// Number of the message, given once.
    pub message_id: Option<String>,
    /// The answer of the gateway, as it came.
    pub receipt: Option<String>,
    /// Why it was amended.
    pub reason: Option<String>,
    /// Compared with the version that was sent before; null for the first one.
    pub difference: Option<ManifestDifference>,
    pub files: Vec<ManifestFile>,
    /// Numbers of its bags.
    pub bags: Vec<String>,
}

/// The changes of a version against the one before it.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestDifference {
    /// Numbers of houses, at most 200 of each kind.
    pub added: Vec<String>,
    pub dropped: Vec<String>,
    pub changed: Vec<String>,
    pub added_count: i32,
    pub dropped_count: i32,
    pub changed_count: i32,
}

/// A file of a closed version.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    pub format: ManifestFormat,
    pub name: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of its bytes, as hexadecimal digits.
    pub sha256: String,
    #[oai(skip)]
    pub key: String,
}

/// The row of a closed version.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct VersionRow {
    pub revision: i16,
    pub purpose: ManifestPurpose,
    pub hash: Vec<u8>,
    pub houses: i32,
    pub pieces: i32,
    pub weight_g: i64,
    pub closed_at: DateTime<Utc>,
    pub closed_by: Option<Uuid>,
    pub voided_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub gateway: Option<String>,
    pub message_id: Option<String>,
    pub receipt: Option<String>,
    pub reason: Option<String>,
    pub difference: Option<Json<ManifestDifference>>,
    pub files: Json<Vec<ManifestFile>>,
    pub bags: Vec<String>,
}

impl From<VersionRow> for ManifestVersion {
    fn from(row: VersionRow) -> Self {
        Self {
            revision: row.revision,
            purpose: row.purpose,
            hash: to_hex(&row.hash),
            houses: row.houses,
            pieces: row.pieces,
            weight_g: row.weight_g,
            closed_at: row.closed_at,
            closed_by: row.closed_by,
            voided_at: row.voided_at,
            sent_at: row.sent_at,
            gateway: row.gateway,
            message_id: row.message_id,
            receipt: row.receipt,
            reason: row.reason,
            difference: row.difference.map(|difference| difference.0),
            files: row.files.0,
            bags: row.bags,
        }
    }
}
