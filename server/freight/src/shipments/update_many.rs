//! `/shipments/update`: the same change to many drafts in one call.

use std::collections::HashMap;

use chrono::NaiveDate;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::draft::reader;
use super::fields::{ContentsType, Parcel};
use super::labels::store::by_shipment;
use super::live_events;
use super::model::{verdict, weigh_goods};
use super::result::{ShipmentResult, in_order};
use super::selection::Selection;
use super::store;
use crate::tracking_events::{self, LockedShipment};
use access::ctx::Ctx;
use access::scope::RowScope;
use access::sold_services::SoldServices;
use parties::subsidiaries;
use pricing::services;
use pricing::services::limits::{LimitedGoods, Rules};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::Items;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::tags::Tag;

pub struct ShipmentUpdateManyApi;

/// Shipments of one call.
const MAX: i64 = 500;

pub const DRAFTS: &str = "
    select id, service_id, shipped_on, client_id, subsidiary_id, declared_weight_g, volumetric_weight_g, chargeable_weight_g,
           declared_value, currency, contents_type, from_country_id, to_country_id
    from shipments where id = any($1)";
pub const PARCELS: &str = "
    select shipment_id, length_mm, width_mm, height_mm, weight_g, size_unit, weight_unit
    from parcels where shipment_id = any($1) order by shipment_id, seq";
/// The given values for all, and the weights of each by its service. A draft that lacked nothing but a service is finished.
pub const UPDATE: &str = "
    update shipments s
    set service_id = coalesce($4, s.service_id), shipped_on = coalesce($5, s.shipped_on),
        subsidiary_id = coalesce($6, s.subsidiary_id), client_id = coalesce($7, s.client_id),
        missing = array_remove(s.missing, case when $4::uuid is not null then 'service_id' end),
        status = case when s.status = 15 and $4::uuid is not null and s.missing <@ array['service_id'] then 10
                      else s.status end,
        volumetric_weight_g = w.volumetric, chargeable_weight_g = w.chargeable,
        updated_by = $8, updated_at = $9, version = s.version + 1
    from unnest($1::uuid[], $2::int[], $3::int[]) w (id, volumetric, chargeable)
    where s.id = w.id";

/// The change to each of some drafts. Omitted and null fields stay as they are.
#[derive(Object)]
struct ShipmentsUpdate {
    #[oai(validator(min_items = 1, max_items = 500))]
    ids: Vec<Uuid>,
    service_id: Option<Uuid>,
    /// Date of departure.
    shipped_on: Option<NaiveDate>,
    /// Client whose shipments they are; the sender's address stays. Ignored for users of a client or a partner.
    client_id: Option<Uuid>,
    /// Subsidiary that handles them. Ignored for users of a client or a partner.
    subsidiary_id: Option<Uuid>,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentUpdateManyApi {
    /// Change drafts
    ///
    /// Gives all of them another service, date of departure, client or subsidiary. The answer has a result for every id: one that has
    /// these values already is `unchanged`; one that is confirmed, or that the service does not take, is refused alone.
    /// Their prices are asked for anew.
    #[oai(path = "/update", method = "post", operation_id = "shipment_update_many")]
    async fn shipment_update_many(
        &self,
        ctx: Ctx,
        body: Body<ShipmentsUpdate>,
    ) -> ApiResult<Json<Items<ShipmentResult>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let selection = Selection { ids: Some(body.0.ids.clone()), filter: None };
        let ids = selection.ids(&mut tx, &scope, &ctx.user.time_zone, &[], MAX).await?;
        let change = DraftChange::check(&mut tx, &ctx, &scope, &body.0).await?;
        let results = change_each(&mut tx, &ctx, &scope, &ids, &change).await?;
        tx.commit().await?;
        Ok(Json(Items { data: in_order(&ids, results, ctx.language()) }))
    }
}

/// The change of all, with the rules of the service if it is another one.
struct DraftChange {
    values: DraftValues,
    rules: Option<Rules>,
}

/// The fields that are changed together.
#[derive(Serialize, sqlx::FromRow, Clone, Copy, Default)]
struct DraftValues {
    service_id: Option<Uuid>,
    shipped_on: Option<NaiveDate>,
    client_id: Option<Uuid>,
    subsidiary_id: Option<Uuid>,
}

impl DraftValues {
    const fn is_empty(&self) -> bool {
        self.service_id.is_none()
            && self.shipped_on.is_none()
            && self.client_id.is_none()
            && self.subsidiary_id.is_none()
    }

    /// These values, and the others where these have none.
    fn over(self, stored: Self) -> Self {
        Self {
            service_id: self.service_id.or(stored.service_id),
            shipped_on: self.shipped_on.or(stored.shipped_on),
            client_id: self.client_id.or(stored.client_id),
            subsidiary_id: self.subsidiary_id.or(stored.subsidiary_id),
        }
    }
}

impl DraftChange {
    /// 422 for an unknown service, client or subsidiary, and when nothing is to change.
    async fn check(
        tx: &mut TenantTx,
        ctx: &Ctx,
        scope: &RowScope,
        asked: &ShipmentsUpdate,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let rules = match asked.service_id {
            Some(id) => services::store::rules(tx, id, ctx.service_profiles().as_deref()).await?,
            None => None,
        };
        if asked.service_id.is_some() && rules.is_none() {
            errors.push("service_id", MessageCode::UnknownService);
        }
        let client_id = asked.client_id.and_then(|id| scope.client_of(Some(id), None));
        if let Some(id) = client_id
            && !store::client_exists(tx, id).await?
        {
            errors.push("client_id", MessageCode::UnknownClient);
        }
        let subsidiary_id = match asked.subsidiary_id {
            Some(id) => match subsidiaries::choose(tx, ctx, scope, Some(id), None).await? {
                Ok(chosen) => chosen,
                Err(code) => {
                    errors.push("subsidiary_id", code);
                    None
                }
            },
            None => None,
        };
        errors.into_result()?;
        let (service_id, shipped_on) = (asked.service_id, asked.shipped_on);
        let values = DraftValues { service_id, shipped_on, client_id, subsidiary_id };
        if values.is_empty() {
            return Err(ApiError::invalid_field("service_id", MessageCode::Required));
        }
        Ok(Self { values, rules })
    }
}

impl DraftChange {
    /// Whether a draft would get a service that its subsidiary does not sell.
    fn sells_elsewhere(&self, row: &DraftRow, sold: &SoldServices) -> bool {
        let sale = |values: DraftValues| (values.subsidiary_id, values.service_id);
        let (subsidiary_id, service_id) = sale(self.values.over(row.values));
        (subsidiary_id, service_id) != sale(row.values) && !sold.allows(subsidiary_id, service_id)
    }
}

/// A draft with what its weights and the limits of a service depend on.
#[derive(sqlx::FromRow)]
struct DraftRow {
    id: Uuid,
    #[sqlx(flatten)]
    values: DraftValues,
    declared_weight_g: Option<i32>,
    volumetric_weight_g: Option<i32>,
    chargeable_weight_g: Option<i32>,
    declared_value: Option<Decimal>,
    currency: Option<String>,
    contents_type: Option<ContentsType>,
    from_country_id: Option<i16>,
    to_country_id: Option<i16>,
}

impl DraftRow {
    fn goods<'a>(&'a self, parcels: &'a [Parcel]) -> LimitedGoods<'a> {
        LimitedGoods {
            parcels,
            declared_weight_g: self.declared_weight_g,
            declared_value: self.declared_value,
            currency: self.currency.as_deref().map(str::trim),
            contents_type: self.contents_type,
            from_country_id: self.from_country_id,
            to_country_id: self.to_country_id,
        }
    }
}

#[derive(sqlx::FromRow)]
struct ParcelRow {
    shipment_id: Uuid,
    #[sqlx(flatten)]
    parcel: Parcel,
}

/// The drafts to write, with their weights and what the audit log says of each.
#[derive(Default)]
struct DraftWrites {
    ids: Vec<Uuid>,
    volumetric: Vec<Option<i32>>,
    chargeable: Vec<Option<i32>>,
    entries: Vec<(Uuid, Value)>,
}

async fn change_each(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    ids: &[Uuid],
    change: &DraftChange,
) -> ApiResult<Vec<ShipmentResult>> {
    let (mut ready, mut results): (Vec<LockedShipment>, Vec<ShipmentResult>) = (Vec::new(), Vec::new());
    for locked in tracking_events::lock_many(tx, scope, ids).await? {
        match verdict(locked.state(), Action::Update) {
            Verdict::No(code, params) => {
                let name = Some(locked.tracking_code);
                let refusal = ShipmentResult::with_refusal(locked.id, name, code, &params, ctx.language());
                results.push(refusal);
            }
            _ => ready.push(locked),
        }
    }
    let found: Vec<Uuid> = ready.iter().map(|locked| locked.id).collect();
    let rows: Vec<DraftRow> = sqlx::query_as(DRAFTS).bind(&found).fetch_all(&mut **tx).await?;
    let parcels: Vec<ParcelRow> = sqlx::query_as(PARCELS).bind(&found).fetch_all(&mut **tx).await?;
    let branches: Vec<Uuid> =
        rows.iter().filter_map(|row| row.values.subsidiary_id).chain(change.values.subsidiary_id).collect();
    let sold = SoldServices::load(tx, &branches).await?;
    let mut rows: HashMap<Uuid, DraftRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut parcels = by_shipment(parcels, |row| row.shipment_id);
    let mut written = DraftWrites::default();
    for LockedShipment { id, tracking_code, .. } in ready {
        let Some(row) = rows.remove(&id) else { continue };
        let parcels: Vec<Parcel> =
            parcels.remove(&id).unwrap_or_default().into_iter().map(|row| row.parcel).collect();
        if change.sells_elsewhere(&row, &sold) {
            let (name, code) = (Some(tracking_code), MessageCode::ServiceNotOfSubsidiary);
            results.push(ShipmentResult::with_refusal(id, name, code, &Params::new(), ctx.language()));
            continue;
        }
        results.push(take(ctx, change, &row, &parcels, tracking_code, &mut written));
    }
    write(tx, ctx, change, written).await?;
    Ok(results)
}

/// Adds a draft to those that are written, unless its goods are refused or nothing changes.
fn take(
    ctx: &Ctx,
    change: &DraftChange,
    row: &DraftRow,
    parcels: &[Parcel],
    tracking_code: String,
    written: &mut DraftWrites,
) -> ShipmentResult {
    let changes = audit::difference(&row.values, &change.values.over(row.values));
    if changes.as_object().is_none_or(serde_json::Map::is_empty) {
        return ShipmentResult::without_change(row.id, tracking_code);
    }
    let (mut volumetric, mut chargeable) = (row.volumetric_weight_g, row.chargeable_weight_g);
    if let Some(rules) = &change.rules {
        let goods = row.goods(parcels);
        let mut errors = FieldErrors::default();
        rules.limits.check(&goods, reader(ctx), &mut errors);
        if let Some((_, code, params)) = errors.into_problems().next() {
            let name = Some(tracking_code);
            return ShipmentResult::with_refusal(row.id, name, code, &params, ctx.language());
        }
        (_, volumetric, chargeable) = weigh_goods(&goods, rules.volumetric_divisor, rules.rounding_step_g);
    }
    written.ids.push(row.id);
    written.volumetric.push(volumetric);
    written.chargeable.push(chargeable);
    written.entries.push((row.id, changes));
    ShipmentResult::with_event(row.id, tracking_code, None)
}

async fn write(tx: &mut TenantTx, ctx: &Ctx, change: &DraftChange, written: DraftWrites) -> ApiResult<()> {
    let DraftWrites { ids, volumetric, chargeable, entries } = written;
    if ids.is_empty() {
        return Ok(());
    }
    // The pages of the client that they leave hear of it, too.
    if change.values.client_id.is_some() {
        live_events::announce(tx, &ids).await?;
    }
    sqlx::query(UPDATE)
        .bind(&ids)
        .bind(volumetric)
        .bind(chargeable)
        .bind(change.values.service_id)
        .bind(change.values.shipped_on)
        .bind(change.values.subsidiary_id)
        .bind(change.values.client_id)
        .bind(ctx.user.id)
        .bind(ctx.now())
        .execute(&mut **tx)
        .await?;
    audit::record_many(tx, ctx.into(), "shipment.update", entries).await?;
    live_events::announce(tx, &ids).await
}
