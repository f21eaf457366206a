//! Reports of the airline about a waybill, recorded by hand: its state follows from all events, and bags and shipments with it.

use chrono::{DateTime, Timelike, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use trade::identifiers::Awb;
use trade::wire_name;
use uuid::Uuid;

use super::document;
use super::model::Waybill;
use super::state::WaybillStep;
use super::store::WAYBILLS;
use crate::bags::transport;
use crate::cargo_events::apply::{self, LockedWaybill};
use crate::cargo_events::code::{DISCREPANCY, RECEIVED};
use crate::cargo_events::event_store::{DatedReport, ReportSource};
use crate::cargo_events::fields::read_flight;
use crate::cargo_events::report::{CargoPieces, CargoReport, LocalMoment};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::messages::MessageCode;
use server_core::http::moments::MomentBounds;
use server_core::live::Audience;
use server_core::record::{Change, Where};

wire_name! {
    /// Something that an airline reports of a waybill.
    WaybillReport {
        /// The airline has the goods (RCS).
        Accepted = "accepted",
        /// (DEP)
        Departed = "departed",
        /// (ARR)
        Arrived = "arrived",
        /// The goods are unloaded (RCF).
        Received = "received",
        /// They are presented to customs (TGC).
        Customs = "customs",
        /// The consignee has them (DLV).
        Delivered = "delivered",
        /// Pieces were not on the flight that was reported with them (OFLD).
        LeftBehind = "left_behind",
        /// Pieces are not there (MSCA).
        Missing = "missing",
        /// Missing pieces turned up (FDCA).
        Found = "found",
    }
}

impl WaybillReport {
    pub const fn step(self) -> WaybillStep {
        match self {
            Self::Accepted => WaybillStep::Accept,
            Self::Departed => WaybillStep::Depart,
            Self::Arrived => WaybillStep::Arrive,
            Self::Received => WaybillStep::Receive,
            Self::Customs => WaybillStep::EnterCustoms,
            Self::Delivered => WaybillStep::Deliver,
            Self::LeftBehind | Self::Missing | Self::Found => WaybillStep::Differ,
        }
    }

    /// The code of airlines.
    const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "RCS",
            Self::Departed => "DEP",
            Self::Arrived => "ARR",
            Self::Received => RECEIVED,
            Self::Customs => "TGC",
            Self::Delivered => "DLV",
            Self::LeftBehind | Self::Missing | Self::Found => DISCREPANCY,
        }
    }

    const fn discrepancy(self) -> Option<&'static str> {
        match self {
            Self::LeftBehind => Some("OFLD"),
            Self::Missing => Some("MSCA"),
            Self::Found => Some("FDCA"),
            _ => None,
        }
    }

    const fn is_at_origin(self) -> bool {
        matches!(self, Self::Accepted | Self::Departed | Self::LeftBehind)
    }
}

/// A report of the airline.
#[derive(Object, Clone, Debug)]
pub struct WaybillEventInput {
    pub event: WaybillReport,
    /// Left out: now.
    pub occurred_at: Option<DateTime<Utc>>,
    /// Pieces that it is about. Left out: all of them; of missing, found and left ones it must be told.
    #[oai(validator(minimum(value = "1"), maximum(value = "99999")))]
    pub pieces: Option<i32>,
    /// For example `LA8191`. Parts of a consignment are added up by their flights.
    #[oai(validator(max_length = 8))]
    pub flight: Option<String>,
    /// How it is known: who called, what was seen.
    #[oai(validator(max_length = 500))]
    pub note: String,
    /// Version that was read.
    pub version: i32,
}

/// Records a report about a waybill of the user's branches.
pub async fn record(ctx: &Ctx, scope: &RowScope, id: Uuid, sent: &WaybillEventInput) -> ApiResult<Waybill> {
    let filter = super::build_filter(scope, Where::all());
    let mut tx = ctx.begin().await?;
    let found: Waybill = WAYBILLS.find(&mut tx, &filter, id).await?;
    let ids = document::list_ids(&mut tx, found.id).await?;
    // Bags before waybills.
    let bags = transport::lock_bags(&mut tx, &ids.bag_ids).await?;
    let mut change: Change<Waybill> = Change::begin(tx, ctx, &WAYBILLS, filter, id).await?;
    change.allow(change.before.verdict(sent.event.step()), Some(sent.version))?;
    let told = check(sent, MomentBounds::for_record(change.before.created_at, ctx.now()))?;
    let report = write_report(&mut change.tx, &change.before, sent, &told).await?;
    let by_name = ctx.user.name.as_str();
    let source =
        ReportSource { note: Some(&told.note), message_id: None, by: ctx.user.id, by_name, at: ctx.now() };
    let locked = LockedWaybill { waybill: change.before.clone(), bags };
    if apply::add_reports(&mut change.tx, &locked, &[report], source).await? == 0 {
        return Err(ApiError::refused(MessageCode::CargoEventKnown));
    }
    let facts = json!({
        "event": sent.event, "occurred_at": told.at, "pieces": sent.pieces, "flight": told.flight, "note": told.note,
    });
    change.record(Action::RecordEvent, facts, &Audience::Staff).await?;
    change.finish().await
}

/// A report whose fields were checked.
struct ToldReport {
    at: DateTime<Utc>,
    flight: Option<String>,
    note: String,
}

/// Returns all errors at once.
fn check(sent: &WaybillEventInput, bounds: MomentBounds) -> ApiResult<ToldReport> {
    let mut errors = FieldErrors::default();
    let at = bounds.check("occurred_at", sent.occurred_at, &mut errors);
    if sent.event.discrepancy().is_some() && sent.pieces.is_none() {
        errors.push("pieces", MessageCode::Required);
    }
    let typed = optional(sent.flight.as_ref());
    let flight = typed.as_deref().map(|text| read_flight(&text.to_uppercase().replace(' ', "")));
    if flight == Some(None) {
        errors.push("flight", MessageCode::Invalid);
    }
    errors.into_result()?;
    Ok(ToldReport { at, flight: flight.flatten(), note: require("note", &sent.note)? })
}

/// The report as an airline would write it: at its airport, by the clock there.
async fn write_report(
    tx: &mut TenantTx,
    waybill: &Waybill,
    sent: &WaybillEventInput,
    told: &ToldReport,
) -> ApiResult<DatedReport> {
    let input = &waybill.input;
    let station = if sent.event.is_at_origin() { &input.origin_airport } else { &input.destination_airport };
    let found = transport_places::list_airports(tx, std::slice::from_ref(station)).await?.pop();
    let zone: Tz = found.and_then(|place| place.time_zone.parse().ok()).unwrap_or(Tz::UTC);
    let local = told.at.with_timezone(&zone).naive_local();
    let time = local.time().with_second(0).and_then(|time| time.with_nanosecond(0));
    let to_station = (sent.event == WaybillReport::Departed).then(|| input.destination_airport.clone());
    let report = CargoReport {
        awb: Awb::parse(&waybill.number).map_err(|_| ApiError::refused(MessageCode::AwbInvalid))?,
        code: sent.event.code().to_owned(),
        discrepancy: sent.event.discrepancy().map(str::to_owned),
        pieces: CargoPieces { pieces: sent.pieces, weight_g: None, total: None },
        flight: told.flight.clone(),
        moment: LocalMoment { day: local.date(), time },
        station: Some(station.clone()),
        to_station,
        sheet: None,
        remark: None,
    };
    Ok(DatedReport { report, time_zone: zone.name().to_owned(), occurred_at: told.at })
}
