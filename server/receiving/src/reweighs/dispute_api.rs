//! Disputes of re-weighings, and the photos of both sides.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::api::finish;
use super::model::{Reweigh, ReweighDispute};
use super::notices;
use super::settle::{self, SettledReweigh, build_filter};
use super::store::{self, DisputeColumns, REWEIGHS};
use crate::rules::reweigh::ReweighStatus;
use access::ctx::Ctx;
use server_core::files::document::{self, SavedDocument};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::settings::Settings;
use server_core::tags::Tag;

const FIRST_PARCEL: i16 = 1;

pub struct ReweighDisputeApi;

#[OpenApi(prefix_path = "/reweighs", tag = "Tag::Receiving")]
impl ReweighDisputeApi {
    /// Dispute the measures of a re-weighing
    ///
    /// With a photo and a text, until the last day for an answer, and once. The shipment waits until staff decide.
    #[oai(path = "/:id/dispute", method = "post", operation_id = "reweigh_dispute")]
    async fn reweigh_dispute(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<ReweighDispute>,
    ) -> ApiResult<Json<Item<Reweigh>>> {
        let settings = ctx.settings();
        let open = settle::begin(&ctx, &settings, *id, Action::Dispute, None).await?;
        // Nothing is locked while the file is stored.
        open.change.tx.commit().await?;
        let input: ReweighDispute = form.fields.onto(&json!({}))?;
        let text = require("text", &input.text)?;
        let sent = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let photo = SavedDocument::save(files, tenant, sent, None).await?;
        let disputed = dispute(&ctx, &settings, *id, input.version, &text, &photo).await;
        SavedDocument::delete_unless_written(files, Some(&photo), disputed).await
    }

    /// Show the photo of a measured parcel
    #[oai(path = "/:id/photo", method = "get", operation_id = "reweigh_photo")]
    async fn reweigh_photo(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// The number of the parcel in its shipment. Default: the first.
        seq: Query<Option<i16>>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let filter = build_filter(&ctx.scope(Resource::Reweigh, Action::Show)?);
        let mut tx = ctx.begin().await?;
        let found: Reweigh = REWEIGHS.find(&mut tx, &filter, *id).await?;
        let seq = seq.0.unwrap_or(FIRST_PARCEL);
        let (file_key, content_type) = store::find_parcel_photo(&mut tx, found.shipment_id, seq).await?;
        tx.commit().await?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }

    /// Show the photo of a dispute
    #[oai(path = "/:id/dispute_photo", method = "get", operation_id = "reweigh_dispute_photo")]
    async fn reweigh_dispute_photo(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        let filter = build_filter(&ctx.scope(Resource::Reweigh, Action::Show)?);
        let mut tx = ctx.begin().await?;
        let _: Reweigh = REWEIGHS.find(&mut tx, &filter, *id).await?;
        let (file_key, content_type) = store::find_dispute_photo(&mut tx, *id).await?;
        tx.commit().await?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }
}

async fn dispute(
    ctx: &Ctx,
    settings: &Settings,
    id: Uuid,
    version: i32,
    text: &str,
    photo: &SavedDocument,
) -> ApiResult<Json<Item<Reweigh>>> {
    let SettledReweigh { mut change, shipment } =
        settle::begin(ctx, settings, id, Action::Dispute, Some(version)).await?;
    let columns = DisputeColumns {
        status: ReweighStatus::Disputed,
        dispute: text,
        dispute_key: &photo.file_key,
        dispute_type: photo.content_type,
        disputed_at: ctx.now(),
    };
    change.write(&columns).await?;
    let readers = change.before.readers();
    change.record(Action::Dispute, json!({ "text": text, "photo": [false, true] }), &readers).await?;
    let Reweigh { subsidiary_id, measured_by, .. } = change.before;
    let subject = change.before.subject(Some(text));
    notices::notify_deciders(&mut change.tx, ctx.state(), &subject, subsidiary_id, measured_by).await?;
    finish(ctx, settings, SettledReweigh { change, shipment }).await
}
