//! `/shipment-pickups/{id}`: the files of drivers' records and their paper, and what staff decide about them.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::input::PickupSettlement;
use super::model::{Pickup, PickupDetails, PickupTask};
use super::pickup_scope::{begin_step, build_filter, load_details, to_answer};
use super::proof_paper::{PickupPaper, has_proof, list_files};
use super::store::PICKUPS;
use crate::drivers::record_paper::RecordPaper;
use crate::drivers::{record_pictures, record_store};
use crate::steps::pickup::PickupStep;
use access::ctx::Ctx;
use freight::shipments::labels::PrintingCache;
use server_core::files::document;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::pdf::PdfAnswer;
use server_core::live::Audience;
use server_core::record::Where;
use server_core::tags::Tag;

/// The columns of settled tasks.
#[derive(Debug, Serialize)]
struct SettledColumns {
    tasks: Vec<PickupTask>,
    settled_tasks: Vec<PickupTask>,
}

pub struct PickupFileApi;

#[OpenApi(prefix_path = "/shipment-pickups", tag = "Tag::Pickups")]
impl PickupFileApi {
    /// Show a file of a pickup
    ///
    /// A photo or a signature that a driver's record names. They are deleted after `field_data_days` of the settings.
    #[oai(path = "/:id/files/:sha256", method = "get", operation_id = "pickup_file")]
    async fn pickup_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        #[oai(validator(max_length = 64))] sha256: Path<String>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Proof)?;
        let mut tx = ctx.begin().await?;
        let pickup: Pickup = PICKUPS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let file = record_store::find_file(&mut tx, pickup.id, &sha256).await?;
        tx.commit().await?;
        let (file_key, content_type) = file.ok_or_else(ApiError::not_found)?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }

    /// Show the proof of a pickup as a PDF
    ///
    /// Who handed over which parcels when and where, the failed attempts, the photos and signatures, up to 12, and the hashes of all.
    /// Returns 409 `not_collected` before anything was collected or has failed.
    #[oai(path = "/:id/proof", method = "get", operation_id = "pickup_proof")]
    async fn pickup_proof(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<PdfAnswer>> {
        let scope = ctx.scope(Resource::Pickup, Action::Proof)?;
        let settings = ctx.settings();
        let state = ctx.state();
        let mut tx = ctx.begin().await?;
        let pickup = PICKUPS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let details = load_details(&mut tx, &ctx, pickup).await?;
        if !has_proof(&details) {
            return Err(ApiError::refused(MessageCode::NotCollected));
        }
        let stored = record_pictures::list(&mut tx, list_files(&details)).await?;
        let stationery = state.slot::<PrintingCache>().stationery(state, &mut tx, &settings).await?;
        tx.commit().await?;
        let stationery = stationery.in_language(ctx.language());
        let pictures = record_pictures::draw(&ctx, stored).await?;
        let sheet = RecordPaper { settings: &settings, stationery, pictures };
        let name = format!("{}.pdf", details.pickup.number);
        Ok(PdfAnswer::inline(&name, PickupPaper { details: &details, sheet }.draw().await?))
    }

    /// Settle the tasks of a pickup
    ///
    /// Says what was found out about contradicting records. The same tasks do not come back.
    #[oai(path = "/:id/settle", method = "post", operation_id = "pickup_settle")]
    async fn pickup_settle(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickupSettlement>,
    ) -> ApiResult<Json<Item<PickupDetails>>> {
        let mut change =
            begin_step(&ctx, *id, Action::Update, PickupStep::Settle, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        let Pickup { tasks, settled_tasks, .. } = change.before.clone();
        if !tasks.is_empty() {
            let facts = json!({ "tasks": [tasks, []], "reason": reason });
            let settled_tasks = [settled_tasks, tasks].concat();
            change.write(&SettledColumns { tasks: Vec::new(), settled_tasks }).await?;
            change.record(Action::Update, facts, &Audience::Staff).await?;
        }
        to_answer(&ctx, change.finish().await?).await
    }
}
