//! The client of the current user: its contact data and its address.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};

use access::ctx::Ctx;
use parties::clients::details::{self, ClientDetails, ClientDetailsUpdate};
use server_core::http::body::Patch;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::tags::Tag;

/// The client of the signed-in user.
#[derive(Object)]
pub struct OwnClientDetails {
    /// Null for a user who belongs to no client.
    pub data: Option<ClientDetails>,
}

pub struct ClientDetailsApi;

#[OpenApi(tag = "Tag::MyAccount")]
impl ClientDetailsApi {
    /// Show the client of the signed-in user
    #[oai(path = "/account-client", method = "get", operation_id = "client_details_show")]
    async fn client_details_show(&self, ctx: Ctx) -> ApiResult<Json<OwnClientDetails>> {
        ctx.require(Resource::Account, Action::Show)?;
        let Some(id) = ctx.user.client_id else { return Ok(Json(OwnClientDetails { data: None })) };
        let mut tx = ctx.begin().await?;
        let data = details::find_details(&mut tx, &ctx, id).await?;
        tx.commit().await?;
        Ok(Json(OwnClientDetails { data: Some(data) }))
    }

    /// Change contact data and address of the own client
    ///
    /// Omitted fields are unchanged. The company's staff are notified. Name and tax number are changed by the company only.
    /// Returns 404 for a user who belongs to no client.
    #[oai(path = "/account-client", method = "patch", operation_id = "client_details_update")]
    async fn client_details_update(
        &self,
        ctx: Ctx,
        body: Patch<ClientDetailsUpdate>,
    ) -> ApiResult<Json<Item<ClientDetails>>> {
        ctx.require(Resource::ClientDetails, Action::Update)?;
        let id = ctx.user.client_id.ok_or_else(ApiError::not_found)?;
        let mut tx = ctx.begin().await?;
        let data = details::update_details(&mut tx, &ctx, id, &body).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}
