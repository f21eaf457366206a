//! Packages: the packaging a company offers, from which a parcel takes its size. Not the parcel itself.

mod api;
pub mod model;
pub mod store;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::PackageApi;

use crate::http::error::{ApiError, ApiResult};
use crate::http::standing::{Standing, Word};

/// How a package stands towards an action, whoever asks.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    let package = store::find(tx, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(Standing::of_company(Word::of_switch(package.active, action)))
}
