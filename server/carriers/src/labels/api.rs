//! `/shipments/{id}/carrier-label`: the label of the last mile of a shipment.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    CarrierLabel, CarrierLabelCan, CarrierLabelCancel, CarrierLabelCreate, CarrierLabelStatus,
    ShipmentCarrier, ShipmentCarrierRates, check_cost, to_money,
};
use super::process::AskCarrier;
use super::purchase::{CarrierOfShipment, LabelRequest};
use super::store;
use crate::links::{CarrierLink, note_health};
use crate::server::{CarrierError, CarrierServer};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events;
use parties::providers;
use pricing::prices::seen::sees_costs;
use server_core::audit;
use server_core::files::document;
use server_core::http::body::Body;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::limit::CARRIER_CALLS;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::process;
use server_core::tags::Tag;

pub struct CarrierLabelApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl CarrierLabelApi {
    /// Show the carrier of a shipment's last mile, and its labels
    ///
    /// Without a provider when none is connected that carries the last mile of its service.
    #[oai(path = "/:id/carrier-label", method = "get", operation_id = "carrier_label_show")]
    async fn carrier_label_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ShipmentCarrier>>> {
        let scope = ctx.scope(Resource::CarrierLabel, Action::Show)?;
        answer(&ctx, ctx.begin().await?, &scope, *id).await
    }

    /// Ask the carrier of a shipment's last mile for rates
    ///
    /// The costs of its services for the company, beside the price of the shipment. For users who may see costs. Returns 409
    /// `carrier_missing` when no carrier is connected, 409 `carrier_refused` with the `reason` in `params`, and 502
    /// `carrier_failed` or 504 `carrier_silent` if there is no answer.
    #[oai(path = "/:id/carrier-label/rates", method = "get", operation_id = "carrier_label_rates")]
    async fn carrier_label_rates(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ShipmentCarrierRates>>> {
        let scope = ctx.scope(Resource::CarrierLabel, Action::Create)?;
        ctx.require(Resource::PriceCost, Action::Show)?;
        ctx.state().limits.check(&ctx.tenant().id, CARRIER_CALLS, &ctx.user.id.to_string()).await?;
        let mut tx = ctx.begin().await?;
        let carrier = CarrierOfShipment::load(&mut tx, &scope, *id).await?;
        let consignment = carrier.build_consignment(&mut tx).await?;
        tx.commit().await?;
        let (provider_id, link) = find_link(&carrier)?;
        let asked = link.open(ctx.state(), ctx.tenant(), provider_id).fetch_rates(&consignment).await;
        let mut tx = ctx.begin().await?;
        let failed = asked.as_ref().err().and_then(CarrierError::find_failure);
        note_health(&mut tx, provider_id, failed, ctx.now()).await?;
        tx.commit().await?;
        let price = to_money(carrier.shipment.total, carrier.shipment.total_currency.clone());
        Ok(Json(Item { data: ShipmentCarrierRates::of(price, asked?) }))
    }

    /// Buy a label of the last mile
    ///
    /// Starts a background task, which asks the carrier; the label is `bought` or `refused` once the answer is here. Asked again
    /// before that, the carrier is asked whether it has sold the label before it is asked to sell it. Returns 409
    /// `carrier_missing`, `carrier_label_exists`, `last_mile_unavailable`, and the reasons for which a shipment is not carried.
    #[oai(path = "/:id/carrier-label", method = "post", operation_id = "carrier_label_create")]
    async fn carrier_label_create(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CarrierLabelCreate>,
    ) -> ApiResult<Json<Item<ShipmentCarrier>>> {
        let scope = ctx.scope(Resource::CarrierLabel, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let carrier = lock(&mut tx, &scope, *id).await?;
        if let Some(code) = carrier.find_refusal() {
            return Err(ApiError::refused(code));
        }
        let label_id = match carrier.find_current() {
            Some(open) => open.id,
            None => order(&mut tx, &ctx, &carrier, &body).await?,
        };
        enqueue(&mut tx, &ctx, &scope, &carrier, label_id).await?;
        answer(&ctx, tx, &scope, *id).await
    }

    /// Cancel the label of the last mile
    ///
    /// Starts a background task, which asks the carrier to take it back. It stays bought if the carrier refuses. Returns 409
    /// `carrier_label_none` when there is none.
    #[oai(path = "/:id/carrier-label/cancel", method = "post", operation_id = "carrier_label_cancel")]
    async fn carrier_label_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CarrierLabelCancel>,
    ) -> ApiResult<Json<Item<ShipmentCarrier>>> {
        let scope = ctx.scope(Resource::CarrierLabel, Action::Cancel)?;
        let mut tx = ctx.begin().await?;
        let carrier = lock(&mut tx, &scope, *id).await?;
        let none = || ApiError::refused(MessageCode::CarrierLabelNone);
        let label = carrier.find_cancellable().ok_or_else(none)?;
        let reason = require("reason", body.reason.as_deref().unwrap_or_default())?;
        if label.status == CarrierLabelStatus::Bought {
            store::cancel(&mut tx, label.id, &reason).await?;
            let facts = json!({ "tracking_number": label.tracking_number, "reason": reason });
            audit::record(&mut tx, &ctx, "carrier_label.cancel", Some(*id), facts).await?;
        }
        let label_id = label.id;
        enqueue(&mut tx, &ctx, &scope, &carrier, label_id).await?;
        answer(&ctx, tx, &scope, *id).await
    }

    /// Download the label of the last mile
    #[oai(path = "/:id/carrier-label/file", method = "get", operation_id = "carrier_label_file")]
    async fn carrier_label_file(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::CarrierLabel, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let carrier = CarrierOfShipment::load(&mut tx, &scope, *id).await?;
        tx.commit().await?;
        let label = carrier.find_current().ok_or_else(ApiError::not_found)?;
        let file_key = label.file_key.as_deref().ok_or_else(ApiError::not_found)?;
        let content_type = label.content_type.clone().unwrap_or_default();
        let number = label.tracking_number.as_deref().unwrap_or_default();
        let name = format!("{number}.{}", content_type.rsplit('/').next().unwrap_or_default());
        let answer =
            document::to_response(&ctx.state().files, &ctx.tenant().id, file_key, content_type).await?;
        Ok(answer.header("content-disposition", content_disposition(&name)))
    }
}

/// The shipment is locked, so that it gets one label at a time.
async fn lock(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<CarrierOfShipment> {
    tracking_events::lock_many(tx, scope, &[id]).await?;
    CarrierOfShipment::load(tx, scope, id).await
}

fn find_link(carrier: &CarrierOfShipment) -> ApiResult<(Uuid, &CarrierLink)> {
    let found = carrier.shipment.provider_id.zip(carrier.link.as_ref());
    found.ok_or_else(|| ApiError::refused(MessageCode::CarrierMissing))
}

async fn order(
    tx: &mut TenantTx,
    ctx: &Ctx,
    carrier: &CarrierOfShipment,
    form: &CarrierLabelCreate,
) -> ApiResult<Uuid> {
    let chosen = optional(form.service.as_ref());
    let service = chosen.or_else(|| carrier.find_service().map(str::to_owned));
    let missing = || ApiError::refused_field("service", MessageCode::CarrierServiceMissing, Params::new());
    let service = service.ok_or_else(missing)?;
    let expected = form.expected.as_ref().map(check_cost).transpose()?;
    let facts = json!({ "carrier_service": service });
    let request = LabelRequest { service, expected, by: Some(ctx.user.id), at: ctx.now() };
    let label_id = carrier.order(tx, request).await?;
    audit::record(tx, ctx, "carrier_label.create", Some(carrier.shipment.id), facts).await?;
    Ok(label_id)
}

async fn enqueue(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    carrier: &CarrierOfShipment,
    label_id: Uuid,
) -> ApiResult<()> {
    let task = AskCarrier {
        label_id,
        shipment_id: carrier.shipment.id,
        tracking_code: carrier.shipment.tracking_code.clone(),
        scope: scope.clone(),
    };
    process::enqueue(tx, ctx, task).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Shipment.name(), &[carrier.shipment.id]);
    Ok(())
}

/// Commits and returns the carrier with the labels.
async fn answer(
    ctx: &Ctx,
    mut tx: TenantTx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Json<Item<ShipmentCarrier>>> {
    let carrier = CarrierOfShipment::load(&mut tx, scope, id).await?;
    let provider_id = carrier.shipment.provider_id.filter(|_| carrier.link.is_some());
    let provider_name = match provider_id {
        Some(provider_id) => providers::find_name(&mut tx, provider_id, ctx.language()).await?,
        None => None,
    };
    tx.commit().await?;
    let may = |action| ctx.scope(Resource::CarrierLabel, action).is_ok();
    let can = CarrierLabelCan {
        create: may(Action::Create) && carrier.find_refusal().is_none(),
        cancel: may(Action::Cancel) && carrier.find_cancellable().is_some(),
        rates: may(Action::Create) && sees_costs(ctx) && carrier.link.is_some(),
    };
    let service = carrier.find_service().map(str::to_owned);
    let sees_costs = sees_costs(ctx);
    let labels = carrier.labels.into_iter().map(|row| CarrierLabel::of(row, sees_costs)).collect();
    Ok(Json(Item { data: ShipmentCarrier { provider_id, provider_name, service, labels, can } }))
}
