//! An area acts in the transaction of an area below it, which does not know it.

use futures_util::future::BoxFuture;
use tenancy::TenantTx;

use crate::http::error::ApiResult;
use crate::state::AppState;

/// The function that follows each event of the type `E`. The area below defines the event; `app::connect` puts the
/// function of the area above into a slot.
#[derive(Clone)]
pub struct Follower<E>(pub fn(&mut TenantTx, E) -> BoxFuture<'_, ApiResult<()>>);

/// Calls the follower of an event, in the transaction of the event.
pub async fn follow<E>(tx: &mut TenantTx, state: &AppState, event: E) -> ApiResult<()>
where
    E: Send + 'static,
{
    let Follower(run) = state.slot::<Follower<E>>();
    run(tx, event).await
}
