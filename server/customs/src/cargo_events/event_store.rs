//! SQL of events of waybills.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::CargoEvent;
use super::report::CargoReport;
use server_core::http::error::ApiResult;

/// Events of one waybill.
pub const MAX_EVENTS: i64 = 500;

pub const OF_WAYBILL: &str = "
    select e.id, e.code, e.discrepancy, e.flight, e.station, e.to_station, e.sheet, e.local_day, e.local_time, e.time_zone,
           e.occurred_at, e.pieces, e.total_pieces, e.weight_g, e.remark, e.note, e.message_id, e.recorded_at, e.recorded_by,
           e.recorded_by_name
    from cargo_events e
    where e.mawb_id = $1 order by e.occurred_at desc, e.id desc limit 500";
pub const COUNT: &str = "select count(*) from cargo_events where mawb_id = $1";
pub const INSERT: &str = "
    insert into cargo_events (id, mawb_id, fingerprint, code, discrepancy, flight, station, to_station, local_day, local_time,
                              time_zone, occurred_at, pieces, total_pieces, weight_g, remark, sheet, note, message_id, recorded_at,
                              recorded_by, recorded_by_name)
    select new.id, $1, new.fingerprint, new.code, new.discrepancy, new.flight, new.station, new.to_station, new.local_day,
           new.local_time, new.time_zone, new.occurred_at, new.pieces, new.total_pieces, new.weight_g, new.remark, new.sheet,
           $2, $3, $4, $5, $6
    from unnest($7::uuid[], $8::bytea[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::date[],
                $15::time[], $16::text[], $17::timestamptz[], $18::integer[], $19::integer[], $20::bigint[], $21::text[],
                $22::smallint[])
         new(id, fingerprint, code, discrepancy, flight, station, to_station, local_day, local_time, time_zone, occurred_at,
             pieces, total_pieces, weight_g, remark, sheet)
    on conflict on constraint cargo_events_report_key do nothing";

/// A report with its instant.
pub struct DatedReport {
    pub report: CargoReport,
    /// IANA name.
    pub time_zone: String,
    pub occurred_at: DateTime<Utc>,
}

/// Where reports come from.
#[derive(Clone, Copy)]
pub struct ReportSource<'a> {
    /// Set for an event by hand.
    pub note: Option<&'a str>,
    pub message_id: Option<Uuid>,
    pub by: Uuid,
    pub by_name: &'a str,
    pub at: DateTime<Utc>,
}

/// The events of a waybill, the newest first.
pub async fn list(tx: &mut TenantTx, mawb_id: Uuid) -> ApiResult<Vec<CargoEvent>> {
    let rows: Vec<CargoEvent> = sqlx::query_as(OF_WAYBILL).bind(mawb_id).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(CargoEvent::with_time).collect())
}

pub async fn count(tx: &mut TenantTx, mawb_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT).bind(mawb_id).fetch_one(&mut **tx).await?)
}

/// Adds reports of a waybill, and returns how many nobody had reported before.
pub async fn insert(
    tx: &mut TenantTx,
    mawb_id: Uuid,
    reports: &[DatedReport],
    source: ReportSource<'_>,
) -> ApiResult<u64> {
    let column = EventColumns::of(reports);
    let written = sqlx::query(INSERT)
        .bind(mawb_id)
        .bind(source.note)
        .bind(source.message_id)
        .bind(source.at)
        .bind(source.by)
        .bind(source.by_name)
        .bind(column.ids)
        .bind(column.fingerprints)
        .bind(column.codes)
        .bind(column.discrepancies)
        .bind(column.flights)
        .bind(column.stations)
        .bind(column.to_stations)
        .bind(column.days)
        .bind(column.times)
        .bind(column.time_zones)
        .bind(column.instants)
        .bind(column.pieces)
        .bind(column.totals)
        .bind(column.weights)
        .bind(column.remarks)
        .bind(column.sheets)
        .execute(&mut **tx)
        .await?;
    Ok(written.rows_affected())
}

/// The reports by columns.
#[derive(Default)]
struct EventColumns<'a> {
    ids: Vec<Uuid>,
    fingerprints: Vec<Vec<u8>>,
    codes: Vec<&'a str>,
    discrepancies: Vec<Option<&'a str>>,
    flights: Vec<Option<&'a str>>,
    stations: Vec<Option<&'a str>>,
    to_stations: Vec<Option<&'a str>>,
    days: Vec<NaiveDate>,
    times: Vec<Option<NaiveTime>>,
    time_zones: Vec<&'a str>,
    instants: Vec<DateTime<Utc>>,
    pieces: Vec<Option<i32>>,
    totals: Vec<Option<i32>>,
    weights: Vec<Option<i64>>,
    remarks: Vec<Option<&'a str>>,
    sheets: Vec<Option<i16>>,
}

impl<'a> EventColumns<'a> {
    fn of(reports: &'a [DatedReport]) -> Self {
        let mut columns = Self::default();
        for DatedReport { report, time_zone, occurred_at } in reports {
            columns.ids.push(Uuid::now_v7());
            columns.fingerprints.push(report.fingerprint().to_vec());
            columns.codes.push(&report.code);
            columns.discrepancies.push(report.discrepancy.as_deref());
            columns.flights.push(report.flight.as_deref());
            columns.stations.push(report.station.as_deref());
            columns.to_stations.push(report.to_station.as_deref());
            columns.days.push(report.moment.day);
            columns.times.push(report.moment.time);
            columns.time_zones.push(time_zone);
            columns.instants.push(*occurred_at);
            columns.pieces.push(report.pieces.pieces);
            columns.totals.push(report.pieces.total);
            columns.weights.push(report.pieces.weight_g);
            columns.remarks.push(report.remark.as_deref());
            columns.sheets.push(report.sheet);
        }
        columns
    }
}
