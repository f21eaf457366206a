//! An area acts, or answers, in the transaction of an area below it, which does not know it.

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

/// The function that answers each question of the type `Q`, put into a slot like a [`Follower`].
#[derive(Clone)]
pub struct Answerer<Q, A>(pub fn(&mut TenantTx, Q) -> BoxFuture<'_, ApiResult<A>>);

/// Asks the area above, in the transaction of the question.
pub async fn ask<Q, A>(tx: &mut TenantTx, state: &AppState, question: Q) -> ApiResult<A>
where
    Q: Send + 'static,
    A: Send + 'static,
{
    let Answerer(run) = state.slot::<Answerer<Q, A>>();
    run(tx, question).await
}
