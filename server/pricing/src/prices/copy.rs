//! Fills a draft with the prices of another version.

use rust_decimal::Decimal;
use std::collections::HashMap;
use tenancy::TenantTx;
use uuid::Uuid;

use super::edit;
use super::grid::{PriceCell, PricePlace, PriceSurcharge};
use super::rules;
use super::seen;
use super::settings::PriceVersionInput;
use super::store::{self, CellsToPut, MemberToPut, ZoneToPut};
use super::versions::{self, Frame, PriceVersionStatus};
use access::ctx::Ctx;
use rating::rows::{MemberRow, VersionRows, ZoneRow};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// The version to copy: its rules and prices.
pub struct Source {
    pub input: PriceVersionInput,
    pub rows: VersionRows,
}

/// Reads the version to copy. Returns 422 at `from_version_id` unless its numbers mean the same in the table of `frame`.
pub async fn source(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, frame: &Frame) -> ApiResult<Source> {
    const FIELD: &str = "from_version_id";
    let version = versions::find(tx, ctx, id).await.map_err(seen::named_by(FIELD))?;
    let own = versions::frame(tx, version.price_table_id).await?;
    if !own.measures_as(frame) {
        return Err(ApiError::invalid_field(FIELD, MessageCode::PriceTableDiffers));
    }
    let rows = store::load_rows(tx, &version, &own).await?;
    let mut input = version.input;
    if version.status != PriceVersionStatus::Draft {
        let content = store::publication(tx, id).await?;
        input.fuel_code = content.fuel_code;
        input.fallback_version_id = content.fallback_version_id;
    }
    if own.kind != frame.kind {
        input.fallback_version_id = None;
    }
    Ok(Source { input: rules::copy_rules(&input, &rows), rows })
}

/// Writes all prices into an empty draft.
pub async fn write_all(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, rows: &VersionRows) -> ApiResult<()> {
    let zones: Vec<ZoneToPut> =
        rows.zones.iter().zip(1..).map(|(row, position)| zone_to_put(row, position)).collect();
    store::put_zones(tx, id, &zones).await?;
    put_members(tx, id, &rows.members).await?;
    let ladder: Vec<Decimal> = rows.bands.iter().map(|band| band.up_to).collect();
    store::put_bands(tx, id, &ladder).await?;
    store::put_cells(tx, id, &cells_to_put(rows)).await?;
    let surcharges: Vec<PriceSurcharge> = rows.surcharges.iter().map(PriceSurcharge::of).collect();
    store::put_surcharges(tx, id, &surcharges, true).await?;
    edit::touch(tx, ctx, id).await
}

pub fn zone_to_put(row: &ZoneRow, position: i32) -> ZoneToPut {
    ZoneToPut {
        code: row.code.to_string(),
        position,
        priority: row.priority,
        max_weight: row.max_weight,
        minimum: row.minimum,
    }
}

pub fn cells_to_put(rows: &VersionRows) -> CellsToPut {
    let ladder: HashMap<i32, Decimal> = rows.bands.iter().map(|band| (band.seq, band.up_to)).collect();
    let mut put = CellsToPut::default();
    for (index, row) in rows.cells.iter().enumerate() {
        let Some(up_to) = ladder.get(&row.band_seq) else { continue };
        let cell = PriceCell::of(&row.zone, *up_to, row.price);
        put.indexes.push(index);
        put.zones.push(cell.zone);
        put.ups.push(cell.up_to);
        put.methods.push(cell.method.as_str());
        put.amounts.push(cell.amount);
        put.steps.push(cell.step);
        put.step_amounts.push(cell.step_amount);
    }
    put
}

/// Replaces the places of all zones that have one here.
pub async fn put_members(tx: &mut TenantTx, id: Uuid, members: &[MemberRow]) -> ApiResult<()> {
    let places: Vec<PricePlace> = members.iter().map(PricePlace::of).collect();
    let mut counts: HashMap<&str, i32> = HashMap::new();
    let mut put = Vec::with_capacity(members.len());
    for (row, place) in members.iter().zip(&places) {
        let seq = counts.entry(&row.zone).or_default();
        *seq += 1;
        put.push(MemberToPut { zone: &row.zone, seq: *seq, place });
    }
    let zones: Vec<&str> = counts.into_keys().collect();
    store::put_members(tx, id, &zones, &put).await
}
