//! The content of a published version: all that has an effect on a price, in one canonical form with its hash.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use rating::rows::VersionRows;

/// The form that is written. Older forms stay readable.
pub const FORMAT: i16 = 1;

/// All that has an effect on a price.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// The list of fuel rates that the version follows.
    pub fuel_code: Option<String>,
    pub fallback_version_id: Option<Uuid>,
    pub rows: VersionRows,
}

#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error("the content of a price table does not fit its hash")]
    Hash,
    #[error("the content of a price table has the unknown form {0}")]
    Format(i16),
    #[error("the content of a price table cannot be read: {0}")]
    Text(#[from] serde_json::Error),
}

/// The bytes to store, and their hash.
pub fn write(content: &Content) -> Result<(Vec<u8>, Vec<u8>), serde_json::Error> {
    let bytes = serde_json::to_vec(content)?;
    let hash = Sha256::digest(&bytes).to_vec();
    Ok((bytes, hash))
}

pub fn read_content(format: i16, bytes: &[u8], hash: &[u8]) -> Result<Content, ContentError> {
    if Sha256::digest(bytes).as_slice() != hash {
        return Err(ContentError::Hash);
    }
    match format {
        FORMAT => Ok(serde_json::from_slice(bytes)?),
        other => Err(ContentError::Format(other)),
    }
}
