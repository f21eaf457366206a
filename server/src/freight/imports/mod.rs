//! Shipments out of a file of any shape.
//!
//! A file is looked at (`look`, `sheet`), its columns are guessed (`guess`, `synonyms`) and mapped by the
//! user (`mapping`, `field`). The process then copies its rows into a table, walks through them shipment
//! by shipment (`process`), reads each line (`parse`), puts the lines of one shipment together (`group`)
//! and stores what is new. README.md says which lines are refused, and why.

mod api;
pub mod copy;
pub mod day;
pub mod directory;
pub mod field;
mod fold;
pub mod format;
pub mod group;
pub mod guess;
pub mod input;
pub mod lines;
pub mod look;
pub mod lookups;
pub mod mapping;
pub mod model;
pub mod parse;
pub mod problem;
pub mod process;
pub mod read;
pub mod reasons;
mod receive;
pub mod refused;
pub mod refused_file;
pub mod sheet;
pub mod store;
mod synonyms;
#[cfg(test)]
mod tests;
pub mod value;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::ShipmentImportApi;

use crate::access::scope::RowScope;
use crate::http::error::{ApiError, ApiResult};
use crate::http::standing::{Owned, Standing};
use store::Owners;

/// How an import stands towards an action, whoever asks.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let import = store::find(tx, &RowScope::All, id).await?.ok_or_else(ApiError::not_found)?;
    let Owners { client_id, subsidiary_id, partner_id } = import.owners();
    Ok(Standing {
        owned: Owned::ByParties { client_id, subsidiary_id, partner_id },
        status: Some(import.status.code()),
        verdict: import.status.verdict(action),
    })
}
