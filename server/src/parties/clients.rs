//! Clients, as pickers show them.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use crate::http::ctx::Ctx;
use crate::http::error::ApiResult;
use crate::http::list::Items;
use crate::tags::Tag;

/// A client to choose.
#[derive(Object, sqlx::FromRow)]
pub struct ClientOption {
    pub id: Uuid,
    /// Code and name.
    pub label: String,
}

pub const SELECT: &str = "
    select id, code || ' · ' || name as label from clients
    where active and (search_text(code || ' ' || name) like '%' || search_text($1) || '%')
    order by code limit 50";

pub struct ClientApi;

#[OpenApi(tag = "Tag::Parties")]
impl ClientApi {
    /// Clients to choose from, by code or name; at most 50
    #[oai(path = "/clients/select", method = "get", operation_id = "client_select")]
    async fn client_select(
        &self,
        ctx: Ctx,
        /// Part of the code or the name.
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<ClientOption>>> {
        ctx.require(Resource::Client, Action::Select)?;
        let term: String = search.0.unwrap_or_default().chars().take(100).collect();
        let pattern = term.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let mut tx = ctx.begin().await?;
        let data = sqlx::query_as(SELECT).bind(pattern).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}
