//! `/providers/{id}/carrier-handovers`: pickups and manifests of the carrier of a provider.

use std::collections::HashSet;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    CarrierHandover, CarrierHandoverCancel, CarrierHandoverCreate, CarrierHandoverStatus, CarrierHandovers,
    CarrierHandoversCan, HandoverKind, to_count,
};
use super::order::{self, Asker, ConnectedProvider};
use super::process::AskHandover;
use super::store::{self, HandoverRow};
use crate::links::CarrierLink;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_carrier;
use parties::carrier_links;
use pricing::prices::seen::sees_costs;
use server_core::audit;
use server_core::files::document;
use server_core::http::body::Body;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::process;
use server_core::settings;
use server_core::tags::Tag;

pub struct CarrierHandoverApi;

#[OpenApi(prefix_path = "/providers", tag = "Tag::Providers")]
impl CarrierHandoverApi {
    /// Show the pickups and manifests of a carrier
    ///
    /// With the number of labels that the next ones take. Staff bound to subsidiaries see those of their shipments only.
    #[oai(path = "/:id/carrier-handovers", method = "get", operation_id = "carrier_handover_show")]
    async fn carrier_handover_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<CarrierHandovers>>> {
        let scope = ctx.scope(Resource::CarrierHandover, Action::Show)?;
        answer(&ctx, ctx.begin().await?, &scope, *id).await
    }

    /// Ask a carrier for a pickup or a manifest
    ///
    /// For all labels that wait for one: bought through the connection as it is now, of shipments that are neither cancelled nor on
    /// hold. Starts a background task, which asks the carrier; it is `made` or `refused` once the answer is here, and a refused one
    /// leaves its labels to the next. Returns 409 `carrier_missing`, `carrier_place_missing` when the settings name no warehouse,
    /// and `carrier_handover_empty` when no label waits.
    #[oai(path = "/:id/carrier-handovers", method = "post", operation_id = "carrier_handover_create")]
    async fn carrier_handover_create(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CarrierHandoverCreate>,
    ) -> ApiResult<Json<Item<CarrierHandovers>>> {
        let scope = ctx.scope(Resource::CarrierHandover, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let link = CarrierLink::find_connected(&mut tx, *id).await?;
        let today = settings::load(&mut tx).await?.today(ctx.now());
        let checked = body.check(today)?;
        let asker = Asker { scope: &scope, by: ctx.user.id, at: ctx.now() };
        let ordered =
            order::order(&mut tx, asker, ConnectedProvider { id: *id, link: &link }, checked).await?;
        let facts = json!({ "carrier_handover": body.kind, "label_count": ordered.label_count });
        audit::record(&mut tx, &ctx, "carrier_handover.create", Some(*id), facts).await?;
        enqueue(&mut tx, &ctx, &scope, *id, ordered.id).await?;
        answer(&ctx, tx, &scope, *id).await
    }

    /// Cancel a pickup of a carrier
    ///
    /// Starts a background task, which asks the carrier not to come. It stays made if the carrier refuses. Returns 409
    /// `carrier_handover_state` for a manifest, and for a pickup that is not made.
    #[oai(
        path = "/:id/carrier-handovers/:handover_id/cancel",
        method = "post",
        operation_id = "carrier_handover_cancel"
    )]
    async fn carrier_handover_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        handover_id: Path<Uuid>,
        body: Body<CarrierHandoverCancel>,
    ) -> ApiResult<Json<Item<CarrierHandovers>>> {
        let scope = ctx.scope(Resource::CarrierHandover, Action::Cancel)?;
        let mut tx = ctx.begin().await?;
        let found = store::lock(&mut tx, *handover_id).await?;
        let row = reach(&mut tx, &scope, *id, found).await?;
        if !row.is_cancellable() {
            return Err(ApiError::refused(MessageCode::CarrierHandoverState));
        }
        let reason = require("reason", body.reason.as_deref().unwrap_or_default())?;
        if row.status == CarrierHandoverStatus::Made {
            store::cancel(&mut tx, row.id, &reason).await?;
            let facts: Value = json!({ "number": row.number, "reason": reason });
            audit::record(&mut tx, &ctx, "carrier_handover.cancel", Some(*id), facts).await?;
        }
        enqueue(&mut tx, &ctx, &scope, *id, row.id).await?;
        answer(&ctx, tx, &scope, *id).await
    }

    /// Download the manifest of a carrier
    #[oai(
        path = "/:id/carrier-handovers/:handover_id/file",
        method = "get",
        operation_id = "carrier_handover_file"
    )]
    async fn carrier_handover_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        handover_id: Path<Uuid>,
    ) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::CarrierHandover, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let found = store::find(&mut tx, *handover_id).await?;
        let row = reach(&mut tx, &scope, *id, found).await?;
        tx.commit().await?;
        let file_key = row.file_key.as_deref().ok_or_else(ApiError::not_found)?;
        let content_type = row.content_type.clone().unwrap_or_default();
        let ending = content_type.rsplit('/').next().unwrap_or_default();
        let name = format!("manifest-{}.{ending}", row.created_at.format("%Y-%m-%d"));
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let answer = document::to_response(files, tenant, file_key, content_type).await?;
        Ok(answer.header("content-disposition", content_disposition(&name)))
    }
}

/// A handover of this provider whose shipments the user reaches, all of them.
async fn reach(
    tx: &mut TenantTx,
    scope: &RowScope,
    provider_id: Uuid,
    found: Option<HandoverRow>,
) -> ApiResult<HandoverRow> {
    let of_provider = found.filter(|row| row.provider_id == provider_id);
    let row = of_provider.ok_or_else(ApiError::not_found)?;
    let reached = to_carrier::find_reached(tx, scope, &row.shipment_ids).await?;
    if is_reached(&row, &reached) { Ok(row) } else { Err(ApiError::not_found()) }
}

fn is_reached(row: &HandoverRow, reached: &HashSet<Uuid>) -> bool {
    row.shipment_ids.iter().all(|id| reached.contains(id))
}

async fn enqueue(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    provider_id: Uuid,
    handover_id: Uuid,
) -> ApiResult<()> {
    process::enqueue(tx, ctx, AskHandover { handover_id, scope: scope.clone() }).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Provider.name(), &[provider_id]);
    Ok(())
}

/// Commits and returns the pickups and manifests.
async fn answer(
    ctx: &Ctx,
    mut tx: TenantTx,
    scope: &RowScope,
    provider_id: Uuid,
) -> ApiResult<Json<Item<CarrierHandovers>>> {
    let link: Option<CarrierLink> = carrier_links::find(&mut tx, provider_id).await?;
    let mut rows = store::list(&mut tx, provider_id).await?;
    let shipment_ids: Vec<Uuid> = rows.iter().flat_map(|row| row.shipment_ids.iter().copied()).collect();
    let reached = to_carrier::find_reached(&mut tx, scope, &shipment_ids).await?;
    rows.retain(|row| is_reached(row, &reached));
    let (mut for_pickup, mut for_manifest) = (0, 0);
    if let Some(link) = &link {
        let of = ConnectedProvider { id: provider_id, link };
        for_pickup = order::count_waiting(&mut tx, scope, of, HandoverKind::Pickup).await?;
        for_manifest = order::count_waiting(&mut tx, scope, of, HandoverKind::Manifest).await?;
    }
    tx.commit().await?;
    let may = |action| ctx.scope(Resource::CarrierHandover, action).is_ok();
    let (sees_costs, may_cancel) = (sees_costs(ctx), may(Action::Cancel));
    let to_wire = |row| CarrierHandover::of(row, sees_costs, may_cancel);
    let data = CarrierHandovers {
        handovers: rows.into_iter().map(to_wire).collect(),
        waiting_for_pickup: to_count(for_pickup),
        waiting_for_manifest: to_count(for_manifest),
        can: CarrierHandoversCan { create: may(Action::Create) && link.is_some() },
    };
    Ok(Json(Item { data }))
}
