//! `/receiving/{id}/photo`.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::api::begin;
use super::model::{ParcelPhoto, ReceivedParcel};
use super::scan::{self, build_filter};
use super::store::{self, RECEIVED_PARCELS};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::files::FileKey;
use server_core::files::document::{self, SavedDocument};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct StationPhotoApi;

#[OpenApi(prefix_path = "/receiving", tag = "Tag::Receiving")]
impl StationPhotoApi {
    /// Photograph a received parcel
    ///
    /// A new photo replaces the one before.
    #[oai(path = "/:id/photo", method = "post", operation_id = "receiving_photo")]
    async fn receiving_photo(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<ParcelPhoto>,
    ) -> ApiResult<Json<Item<ReceivedParcel>>> {
        let scope = ctx.scope(Resource::Receiving, Action::Measure)?;
        let mut tx = ctx.begin().await?;
        begin(&mut tx, &ctx, &scope, *id, Action::Measure).await?;
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        let sent = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let photo = SavedDocument::save(files, tenant, sent, None).await?;
        let set = set(&ctx, &scope, *id, &photo).await;
        let data = SavedDocument::delete_unless_written(files, Some(&photo), set).await?;
        Ok(Json(Item { data }))
    }

    /// Show the photo of a received parcel
    #[oai(path = "/:id/photo", method = "get", operation_id = "receiving_photo_show")]
    async fn receiving_photo_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::Receiving, Action::List)?;
        let mut tx = ctx.begin().await?;
        let _: ReceivedParcel = RECEIVED_PARCELS.find(&mut tx, &build_filter(&ctx, &scope), *id).await?;
        let photo = store::find_photo(&mut tx, *id).await?;
        tx.commit().await?;
        let (file_key, content_type) = photo.ok_or_else(ApiError::not_found)?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }
}

/// Sets the photo, and deletes the file of the one before.
async fn set(ctx: &Ctx, scope: &RowScope, id: Uuid, photo: &SavedDocument) -> ApiResult<ReceivedParcel> {
    let mut tx = ctx.begin().await?;
    begin(&mut tx, ctx, scope, id, Action::Measure).await?;
    let before = store::set_photo(&mut tx, id, photo, ctx.now()).await?;
    let facts = json!({ "photo": [before.is_some(), true] });
    scan::tell(&mut tx, ctx, Action::Measure, id, facts).await?;
    let data = scan::find(&mut tx, ctx, id).await?;
    tx.commit().await?;
    // The new photo is written: it must not be deleted because the one before could not be.
    if let Some(key) = before.and_then(|name| FileKey::of(&ctx.tenant().id, &name)) {
        ctx.state().files.delete(&key).await.ok();
    }
    Ok(data)
}
