//! The events for pages without a socket, and the published types of the messages.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::hub::Hub;
use super::memory::Cursor;
use super::messages::LiveMessage;
use access::ctx::Ctx;
use access::live_session;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::tags::Tag;

pub struct LiveApi;

#[OpenApi(prefix_path = "/live", tag = "Tag::Live")]
impl LiveApi {
    /// List the live events after a number
    ///
    /// For a client that cannot open the socket `/api/live`. Returns its messages: `hello`, the missed events, and for
    /// the company's own users `online`. Call it every few seconds, with the epoch of `hello` and the last number of
    /// the answer. `asyncapi.json` describes the socket. With the header `X-Background: 1`, the call does not prolong
    /// the session.
    #[oai(path = "/events", method = "get", operation_id = "live_event_list")]
    async fn live_event_list(
        &self,
        ctx: Ctx,
        /// The epoch of the number.
        epoch: Query<Option<Uuid>>,
        /// Only events after this number.
        after: Query<Option<i64>>,
    ) -> ApiResult<Json<Items<LiveMessage>>> {
        ctx.require(Resource::Account, Action::Show)?;
        ctx.refuse_programs()?;
        let session = live_session::of_visit(&ctx.visit).await?.ok_or_else(ApiError::unauthenticated)?;
        let cursor = epoch.zip(*after).map(|(epoch, after)| Cursor { epoch, after });
        let feed = ctx.state().slot::<Hub>().feed(ctx.state(), ctx.tenant().id).await;
        Ok(Json(Items { data: feed.ask(&session, cursor).await? }))
    }
}
