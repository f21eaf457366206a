//! `/repacks`: the work of the packer.

use std::collections::BTreeMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{begin, list_parcels, tell_parcels, to_answer};
use super::input::{RepackResult, RepackScan, RepackVersion};
use super::model::{MissingParcel, Repack};
use super::packed_storage::PackedTerms;
use super::plan::{PackedCosts, refuse_with, share_costs};
use super::store::FinishedRepack;
use crate::inbound::input::{list_label_codes, read_external_code};
use crate::inbound::model::InboundParcel;
use crate::inbound::notices::notify_packed;
use crate::inbound::packing::{self, TakingShipment};
use crate::steps::repack::RepackStatus;
use access::ctx::Ctx;
use freight::shipments::packed::{CreatedShipment, PackedItem, PackedParcel, PackedShipment, create_packed};
use ledger::{HandledShipment, HandlingCharge, HandlingSubject, charge_handling};
use parties::clients::parcel_owner::find_client_group;
use parties::storage_places::find_storage_place;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::tags::Tag;

pub struct RepackPackApi;

/// The parcels of a request, as the packer leaves them.
struct SortedParcels {
    packed: Vec<InboundParcel>,
    left: Vec<InboundParcel>,
    missing: Vec<MissingParcel>,
}

#[OpenApi(prefix_path = "/repacks", tag = "Tag::Receiving")]
impl RepackPackApi {
    /// Begin to pack
    #[oai(path = "/:id/start", method = "post", operation_id = "repack_start")]
    async fn repack_start(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RepackVersion>,
    ) -> ApiResult<Json<Item<Repack>>> {
        let mut change = begin(&ctx, *id, Action::Start, Some(body.version)).await?;
        change.write(&json!({ "status": RepackStatus::Packing })).await?;
        let audience = Audience::Parties(vec![change.before.client_id]);
        change.record(Action::Start, json!({}), &audience).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Scan a parcel that goes in
    ///
    /// The same code again changes nothing. Returns 422 `parcel_not_of_repack` at `code` for any other parcel.
    #[oai(path = "/:id/scan", method = "post", operation_id = "repack_scan")]
    async fn repack_scan(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RepackScan>,
    ) -> ApiResult<Json<Item<Repack>>> {
        let mut change = begin(&ctx, *id, Action::Scan, None).await?;
        let codes = list_label_codes(&body.code);
        let scanned = packing::scan(&mut change.tx, *id, &codes, ctx.now()).await?;
        let refuse = || ApiError::invalid_field("code", MessageCode::ParcelNotOfRepack);
        let parcel_id = scanned.ok_or_else(refuse)?;
        let client_id = change.before.client_id;
        tell_parcels(&mut change.tx, client_id, &[parcel_id]);
        let audience = Audience::Parties(vec![client_id]);
        change.record(Action::Scan, json!({ "code": read_external_code(&body.code) }), &audience).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// End the packing
    ///
    /// The scanned parcels become the draft of a shipment, which the client completes. The fee and the storage of each parcel
    /// until now are charged to the client's wallet; what it lacks becomes a debt. The packed parcel has free days of its own; what
    /// its storage costs after them is charged when it leaves. Returns 422 at `missing` for a parcel that was
    /// neither scanned nor explained, and 409 `repack_empty` when no parcel was scanned.
    #[oai(path = "/:id/finish", method = "post", operation_id = "repack_finish")]
    async fn repack_finish(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RepackResult>,
    ) -> ApiResult<Json<Item<Repack>>> {
        let mut change = begin(&ctx, *id, Action::Finish, Some(body.version)).await?;
        let size_mm = body.read_size()?;
        let parcels = list_parcels(&mut change.tx, *id).await?;
        let SortedParcels { packed, left, missing } = sort_parcels(parcels, &body)?;
        let (tx, repack) = (&mut change.tx, &change.before);
        let shipment = create_packed(tx, &ctx, &to_shipment(repack, &packed, body.weight_g, size_mm)).await?;
        let taken: Vec<&InboundParcel> = packed.iter().collect();
        let costs = share_costs(&taken, repack.fee, &repack.currency, ctx.now());
        let shares: Vec<(Uuid, Decimal)> =
            packed.iter().zip(&costs).map(|(one, costs)| (one.id, costs.fee_share)).collect();
        let taking = TakingShipment { id: shipment.id, tracking_code: &shipment.tracking_code };
        packing::pack(tx, &shares, &taking, ctx.now()).await?;
        let left: Vec<Uuid> = left.iter().map(|one| one.id).collect();
        packing::release(tx, &left, ctx.now()).await?;
        charge(tx, &ctx, repack, &costs, &shipment).await?;
        notify_packed(tx, &ctx, repack.client_id, shipment.id, &shipment.tracking_code).await?;
        let place = find_storage_place(tx, repack.warehouse_id).await?;
        let terms = PackedTerms::of(place, find_client_group(tx, repack.client_id).await?);
        let ids: Vec<Uuid> = packed.iter().map(|one| one.id).chain(left).collect();
        tell_parcels(tx, repack.client_id, &ids);
        let client_id = repack.client_id;
        let facts = json!({ "tracking_code": shipment.tracking_code, "parcels": packed.len() });
        let [length_mm, width_mm, height_mm] = size_mm.map_or([None; 3], |sides| sides.map(Some));
        let row = FinishedRepack {
            status: RepackStatus::Finished,
            weight_g: body.weight_g,
            length_mm,
            width_mm,
            height_mm,
            missing,
            shipment_id: shipment.id,
            tracking_code: shipment.tracking_code,
            packed_by: ctx.user.id,
            packed_at: ctx.now(),
            terms,
        };
        change.write(&row).await?;
        change.record(Action::Finish, facts, &Audience::Parties(vec![client_id])).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The parcels that were scanned, and the reasons of the others; 422 at `missing` for one without.
fn sort_parcels(parcels: Vec<InboundParcel>, result: &RepackResult) -> ApiResult<SortedParcels> {
    let is_known = |id: Uuid| parcels.iter().any(|one| one.id == id);
    if result.missing.iter().any(|one| !is_known(one.parcel_id)) {
        return Err(ApiError::invalid_field("missing", MessageCode::UnknownOption));
    }
    let (packed, left) = parcels.into_iter().partition::<Vec<_>, _>(|one| one.scanned_at.is_some());
    let mut missing = Vec::with_capacity(left.len());
    for one in &left {
        let Some(reason) = result.find_reason(one.id) else {
            let params = Params::from([("code", one.external_code.clone().into())]);
            return Err(refuse_with("missing", MessageCode::RepackParcelMissing, params));
        };
        missing.push(MissingParcel { external_code: one.external_code.clone(), reason: reason.to_owned() });
    }
    if packed.is_empty() {
        return Err(ApiError::refused(MessageCode::RepackEmpty));
    }
    Ok(SortedParcels { packed, left, missing })
}

/// The shipment of the packed parcels, with one item for each. A value in another currency is left to the client.
fn to_shipment(
    repack: &Repack,
    packed: &[InboundParcel],
    weight_g: i32,
    size_mm: Option<[f64; 3]>,
) -> PackedShipment {
    let currency = packed.iter().find_map(|one| one.currency.clone());
    let currency = currency.unwrap_or_else(|| repack.currency.clone());
    let item = |one: &InboundParcel| {
        let description = one.content.clone().unwrap_or_else(|| one.external_code.clone());
        let value = one.value.filter(|_| one.currency.as_deref() == Some(currency.as_str()));
        PackedItem::of_parcel(description, value)
    };
    PackedShipment {
        client_id: Some(repack.client_id),
        subsidiary_id: repack.subsidiary_id,
        order: None,
        parcels: vec![PackedParcel { weight_g, size_mm }],
        items: packed.iter().map(item).collect(),
        currency: Some(currency),
    }
}

/// Charges the fee and the storage.
async fn charge(
    tx: &mut TenantTx,
    ctx: &Ctx,
    repack: &Repack,
    costs: &[PackedCosts],
    shipment: &CreatedShipment,
) -> ApiResult<()> {
    let mut amounts: BTreeMap<&str, Decimal> = BTreeMap::from([(repack.currency.as_str(), repack.fee)]);
    for PackedCosts { storage, storage_currency, .. } in costs.iter().filter(|one| !one.storage.is_zero()) {
        *amounts.entry(storage_currency).or_default() += *storage;
    }
    // One transaction of the ledger for each currency: at most the few in which the warehouse has had terms.
    for (currency, amount) in amounts {
        let charge = HandlingCharge {
            subject: HandlingSubject::Repack(repack.id),
            client_id: repack.client_id,
            subsidiary_id: repack.subsidiary_id,
            shipment: Some(HandledShipment {
                id: shipment.id,
                tracking_code: shipment.tracking_code.clone(),
            }),
            label: shipment.tracking_code.clone(),
            currency: currency.to_owned(),
            amount,
        };
        charge_handling(tx, ctx, &charge).await?;
    }
    Ok(())
}
