//! The tenant's people as an administrator keeps them (PERM-4).

pub mod administrator;
mod api;
pub mod list;
pub mod model;
pub mod store;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::UserApi;

use crate::http::error::ApiResult;
use crate::http::standing::{Standing, Word};
use model::Asker;

/// How a user stands towards an action of somebody's.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action, asker: &Asker<'_>) -> ApiResult<Standing> {
    let user = store::find(tx, id).await?;
    let word = asker.may(action, &user).map_or_else(Word::no, |()| Word::Yes);
    Ok(Standing::of_company(word))
}
