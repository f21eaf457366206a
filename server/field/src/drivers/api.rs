//! `/field`: what the phone of a driver reads and sends.

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};

use super::batch;
use super::field_file::{self, FieldFile, FieldFileInput};
use super::own_routes::{self, FieldRoutes};
use super::wire::{FieldRecordAnswer, FieldRecordBatch};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::conflict::retry_conflict;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::form::FormPatch;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct FieldApi;

#[OpenApi(prefix_path = "/field", tag = "Tag::Field")]
impl FieldApi {
    /// List the own runs
    ///
    /// Those of the driver that are planned, under way, or were closed in the last 12 hours, with all that a stop needs. The
    /// answer has an ETag: ask again with `If-None-Match`.
    #[oai(path = "/routes", method = "get", operation_id = "field_route_list")]
    async fn field_route_list(
        &self,
        ctx: Ctx,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Item<FieldRoutes>>> {
        ctx.require(Resource::Route, Action::Record)?;
        let mut tx = ctx.begin().await?;
        let data = own_routes::load_own(&mut tx, &ctx).await?;
        tx.commit().await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Item { data }))
    }

    /// Send a file of a record
    ///
    /// Before or after the record that names it. The same file again changes nothing.
    #[oai(path = "/files/:sha256", method = "put", operation_id = "field_file_put")]
    async fn field_file_put(
        &self,
        ctx: Ctx,
        #[oai(validator(max_length = 64))] sha256: Path<String>,
        form: FormPatch<FieldFileInput>,
    ) -> ApiResult<Json<Item<FieldFile>>> {
        ctx.require(Resource::Route, Action::Record)?;
        let sent = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        Ok(Json(Item { data: field_file::store(&ctx, sha256.0, sent).await? }))
    }

    /// Send records
    ///
    /// Up to 50, in any order and as often as the phone likes: a record is taken once. The answer has a verdict per record, in
    /// the given order; `accepted` and `waiting_for_files` are stored. The deliveries and pickups follow from all their records, by
    /// the times of the phones.
    #[oai(path = "/records", method = "post", operation_id = "field_record_create")]
    async fn field_record_create(
        &self,
        ctx: Ctx,
        body: Body<FieldRecordBatch>,
    ) -> ApiResult<Json<Items<FieldRecordAnswer>>> {
        ctx.require(Resource::Route, Action::Record)?;
        let data = retry_conflict(|| batch::take_alone(&ctx, &body.records)).await?;
        Ok(Json(Items { data }))
    }
}
