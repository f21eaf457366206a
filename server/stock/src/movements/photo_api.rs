//! `/stock-movements/{id}/photo`: a picture of goods that were taken out for good.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{StockMovement, StockPhoto};
use super::movement_view::to_view;
use super::photo_store;
use super::store;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::files::document::{self, SavedDocument};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::tags::Tag;

pub struct StockPhotoApi;

#[OpenApi(prefix_path = "/stock-movements", tag = "Tag::Stock")]
impl StockPhotoApi {
    /// Add the photo of goods that were taken out
    ///
    /// Once. Returns 409 `stock_photo_refused` for any other movement, and for a second photo.
    #[oai(path = "/:id/photo", method = "post", operation_id = "stock_photo_add")]
    async fn stock_photo_add(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<StockPhoto>,
    ) -> ApiResult<Json<Item<StockMovement>>> {
        let scope = ctx.scope(Resource::Stock, Action::Remove)?;
        let mut tx = ctx.begin().await?;
        let movement = store::find(&mut tx, &scope, *id).await?;
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        movement.verdict_of_photo().guard()?;
        let sent = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let photo = SavedDocument::save(files, tenant, sent, None).await?;
        let added = add(&ctx, &scope, *id, &photo).await;
        SavedDocument::delete_unless_written(files, Some(&photo), added).await
    }

    /// Show the photo of goods that were taken out
    #[oai(path = "/:id/photo", method = "get", operation_id = "stock_photo")]
    async fn stock_photo(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::Stock, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        let (file_key, content_type) = photo_store::find(&mut tx, *id).await?;
        tx.commit().await?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }
}

async fn add(
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    photo: &SavedDocument,
) -> ApiResult<Json<Item<StockMovement>>> {
    let mut tx = ctx.begin().await?;
    let added = photo_store::insert(&mut tx, id, photo, ctx.user.id, ctx.now()).await?;
    if !added {
        return Err(ApiError::refused(MessageCode::StockPhotoRefused));
    }
    let movement = store::find(&mut tx, scope, id).await?;
    tell(&mut tx, ctx, &movement).await?;
    tx.commit().await?;
    Ok(Json(Item { data: to_view(ctx, scope, movement) }))
}

async fn tell(tx: &mut TenantTx, ctx: &Ctx, movement: &StockMovement) -> ApiResult<()> {
    let audience = movement.client_id.map_or(Audience::Staff, |client_id| Audience::Parties(vec![client_id]));
    live::records_changed(tx, &audience, Resource::Stock.name(), &[]);
    let facts = json!({ "sku": movement.sku, "lot": movement.lot, "photo": [false, true] });
    audit::record(tx, ctx, "stock.photo_add", None, facts).await
}
