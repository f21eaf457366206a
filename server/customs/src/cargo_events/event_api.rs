//! `/mawbs/{id}/events`: what happened to a waybill.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::apply::{add_reports, fold_events};
use super::code::{DISCREPANCY, find_known};
use super::event_store::{self, ReportSource};
use super::fields::{is_capitals, read_flight, read_time};
use super::model::{CargoEventInput, WaybillEvents};
use super::report::{CargoPieces, CargoReport, LocalMoment};
use super::waybills::{self, EventWaybill};
use access::ctx::Ctx;
use parties::transport_places;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

/// Days before today that somebody still enters.
const OLDEST_DAYS: i64 = 366;

pub struct CargoEventApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl CargoEventApi {
    /// List the events of a waybill
    ///
    /// With where its pieces are after them.
    #[oai(path = "/:id/events", method = "get", operation_id = "mawb_event_list")]
    async fn mawb_event_list(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<WaybillEvents>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let waybill = waybills::find(&mut tx, &scope, *id).await?;
        let data = load(&mut tx, &waybill).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Record an event of a waybill
    ///
    /// By hand, as the carrier told it, with a note. Without `pieces` it is about all of them. When all pieces have departed or
    /// arrived, the bags and their parcels follow. The same event again changes nothing.
    #[oai(path = "/:id/events", method = "post", operation_id = "mawb_event_create")]
    async fn mawb_event_create(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CargoEventInput>,
    ) -> ApiResult<Json<Item<WaybillEvents>>> {
        let scope = ctx.scope(Resource::Mawb, Action::RecordEvent)?;
        let mut tx = ctx.begin().await?;
        let waybill = waybills::find(&mut tx, &scope, *id).await?;
        if waybill.is_void() {
            return Err(ApiError::refused(MessageCode::MawbState));
        }
        let note = require("note", &body.note)?;
        let today = ctx.settings().await?.today(ctx.now());
        let report = check(&mut tx, &waybill, &body, today).await?;
        let source = ReportSource { note: Some(&note), message_id: None, by: ctx.user.id, at: ctx.now() };
        let new_count = add_reports(&mut tx, *id, &[report], ctx.now(), source).await?;
        if new_count > 0 {
            let facts = json!({
                "code": body.code, "day": body.day, "time": body.time, "station": body.station,
                "pieces": body.pieces, "note": note,
            });
            let verb = format!("{}.{}", Resource::Mawb, Action::RecordEvent);
            audit::record(&mut tx, &ctx, &verb, Some(*id), facts).await?;
        }
        let waybill = waybills::find(&mut tx, &scope, *id).await?;
        let data = load(&mut tx, &waybill).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

async fn load(tx: &mut TenantTx, waybill: &EventWaybill) -> ApiResult<WaybillEvents> {
    let data = event_store::list(tx, waybill.id).await?;
    let progress = fold_events(waybill, &data).into();
    Ok(WaybillEvents { data, progress })
}

/// Checks an event by hand; returns all errors at once.
async fn check(
    tx: &mut TenantTx,
    waybill: &EventWaybill,
    input: &CargoEventInput,
    today: NaiveDate,
) -> ApiResult<CargoReport> {
    let mut errors = FieldErrors::default();
    let capitals = |text: &str| text.trim().to_uppercase();
    let code = capitals(&input.code);
    let station = capitals(&input.station);
    let to_station = optional(input.to_station.as_ref()).map(|text| capitals(&text));
    let discrepancy = optional(input.discrepancy.as_ref()).map(|text| capitals(&text));
    if find_known(&code).is_none() {
        errors.push("code", MessageCode::UnknownOption);
    }
    match (&discrepancy, code == DISCREPANCY) {
        (None, true) => errors.push("discrepancy", MessageCode::Required),
        (Some(text), true) if !is_capitals(text, 4) => errors.push("discrepancy", MessageCode::Invalid),
        _ => {}
    }
    let places = [("station", Some(&station)), ("to_station", to_station.as_ref())];
    for (field, place) in places.into_iter().filter_map(|(field, place)| Some((field, place?))) {
        if transport_places::find_airport_country(tx, place).await?.is_none() {
            errors.push(field, MessageCode::UnknownOption);
        }
    }
    let flight = optional(input.flight.as_ref()).map(|text| read_flight(&capitals(&text).replace(' ', "")));
    if flight == Some(None) {
        errors.push("flight", MessageCode::Invalid);
    }
    let time = optional(input.time.as_ref()).map(|text| read_time(&text));
    if time == Some(None) {
        errors.push("time", MessageCode::Invalid);
    }
    // At the other side of the world it is tomorrow already.
    let days = (input.day - today).num_days();
    if !(-OLDEST_DAYS..=1).contains(&days) {
        errors.push("day", MessageCode::Invalid);
    }
    errors.into_result()?;
    Ok(CargoReport {
        awb: waybill.awb.clone(),
        discrepancy: discrepancy.filter(|_| code == DISCREPANCY),
        code,
        pieces: CargoPieces { pieces: input.pieces, weight_g: None, total: None },
        flight: flight.flatten(),
        moment: LocalMoment { day: input.day, time: time.flatten() },
        station: Some(station),
        to_station,
        remark: None,
    })
}
