//! `/bags/{id}/register`, and what the postal operator was asked.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use super::model::BagUnitRequest;
use super::{requests, store};
use crate::bags::api::to_answer;
use crate::bags::build_filter;
use crate::bags::model::Bag;
use crate::bags::store::BAGS;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Items};
use server_core::record::Where;
use server_core::tags::Tag;

/// The version of a bag that somebody read.
#[derive(Object)]
struct BagVersion {
    /// Version that was read.
    version: i32,
}

pub struct BagUnitApi;

#[OpenApi(prefix_path = "/bags", tag = "Tag::Consolidation")]
impl BagUnitApi {
    /// Register a bag with the post of its destination
    ///
    /// Starts a background task, which asks for the code of the bag; the bag is `registering` until the answer is here. Asked again
    /// in that state, the operator is asked whether it has the bag before it is asked to register it. Returns 409
    /// `bag_unit_number_missing` when a parcel has no number of its own.
    #[oai(path = "/:id/register", method = "post", operation_id = "bag_register")]
    async fn bag_register(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagVersion>,
    ) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Register)?;
        let bag = requests::register(&ctx, &scope, *id, body.version).await?;
        Ok(to_answer(&ctx, bag))
    }

    /// List what the postal operator was asked about a bag
    ///
    /// The newest first, at most 50.
    #[oai(path = "/:id/units", method = "get", operation_id = "bag_unit_list")]
    async fn bag_unit_list(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<BagUnitRequest>>> {
        let scope = ctx.scope(Resource::Bag, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let bag: Bag = BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let data = store::list(&mut tx, bag.id).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}
