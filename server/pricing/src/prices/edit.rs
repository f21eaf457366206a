//! Applies a change to the rows of a draft.

use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::change::PriceGridChange;
use super::store::{self, CellsToPut};
use super::versions::PriceVersion;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors, OnConstraint};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};

/// Positions of cells whose zone or band does not exist.
pub const UNKNOWN_CELLS: &str = "
    select c.position from unnest($2::text[], $3::numeric[]) with ordinality c (zone, up_to, position)
    where not exists (select from price_zones z where z.version_id = $1 and z.code = c.zone)
       or not exists (select from price_bands b where b.version_id = $1 and b.up_to = c.up_to)
    order by c.position limit 20";
/// Positions of places whose state lies in another country.
pub const UNKNOWN_STATES: &str = "
    select p.position from unnest($1::smallint[], $2::integer[]) with ordinality p (country_id, state_id, position)
    where p.state_id is not null
      and not exists (select from states s where s.id = p.state_id and s.country_id = p.country_id)
    order by p.position limit 20";

/// The most rows of a draft, by the part of the change that reports it.
const MOST: [(&str, i32); 5] =
    [("zones", 500), ("bands", 1_000), ("cells", 100_000), ("zones", 50_000), ("surcharges", 200)];

/// Writes the parts of the change, then the new numbers of the draft.
pub async fn apply(
    tx: &mut TenantTx,
    ctx: &Ctx,
    version: &PriceVersion,
    change: &PriceGridChange,
    with_costs: bool,
) -> ApiResult<()> {
    let id = version.id;
    rename(tx, id, change).await?;
    delete(tx, id, change).await?;
    change_zones(tx, id, change).await?;
    if !change.bands.is_empty() {
        store::put_bands(tx, id, &change.bands).await?;
    }
    change_cells(tx, id, change).await?;
    if !change.surcharges.is_empty() {
        store::put_surcharges(tx, id, &change.surcharges, with_costs).await?;
    }
    touch(tx, ctx, id).await?;
    let changed = json!({
        "zones": [null, change.zones.len() + change.delete_zones.len() + change.rename_zones.len()],
        "bands": [null, change.bands.len() + change.delete_bands.len() + change.rename_bands.len()],
        "cells": [null, change.cells.len()],
        "surcharges": [null, change.surcharges.len() + change.delete_surcharges.len()],
    });
    audit::record(tx, ctx, "price_table_version.edit", Some(id), changed).await
}

/// Counts the rows of a draft, refuses too many, and writes its new version.
pub async fn touch(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<()> {
    let counts: (i32, i32, i32, i32, i32) =
        sqlx::query_as(store::COUNT).bind(id).fetch_one(&mut **tx).await?;
    let (zone_count, band_count, cell_count, members, surcharges) = counts;
    let mut errors = FieldErrors::default();
    for ((field, most), count) in MOST.iter().zip([zone_count, band_count, cell_count, members, surcharges]) {
        if count > *most {
            errors.push_with(*field, MessageCode::TooMany, Params::from([("max", (*most).into())]));
        }
    }
    errors.into_result()?;
    let touch = sqlx::query(store::TOUCH).bind(id).bind(zone_count).bind(band_count).bind(cell_count);
    touch.bind(ctx.now()).execute(&mut **tx).await?;
    live::records_changed(tx, &Audience::Staff, "price_table_version", &[id]);
    Ok(())
}

async fn rename(tx: &mut TenantTx, id: Uuid, change: &PriceGridChange) -> ApiResult<()> {
    let renames = &change.rename_zones;
    if !renames.is_empty() {
        let pairs = renames.iter().map(|one| (one.from.as_str(), one.to.as_str()));
        let (before, after) = pairs.unzip::<_, _, Vec<_>, Vec<_>>();
        let query = sqlx::query(store::RENAME_ZONES).bind(id).bind(before).bind(after);
        let done = query.execute(&mut **tx).await;
        let done = done.on_constraint("price_zones_pkey", "rename_zones.0.to", MessageCode::Taken)?;
        all_known(done.rows_affected(), renames.len(), "rename_zones.0.from")?;
    }
    let renames = &change.rename_bands;
    if !renames.is_empty() {
        let pairs = renames.iter().map(|one| (one.from, one.to));
        let (before, after) = pairs.unzip::<_, _, Vec<_>, Vec<_>>();
        let query = sqlx::query(store::RENAME_BANDS).bind(id).bind(before).bind(after);
        let done = query.execute(&mut **tx).await;
        let done = done.on_constraint("price_bands_pkey", "rename_bands.0.to", MessageCode::Taken)?;
        all_known(done.rows_affected(), renames.len(), "rename_bands.0.from")?;
    }
    Ok(())
}

fn all_known(found: u64, asked: usize, field: &str) -> ApiResult<()> {
    if usize::try_from(found).is_ok_and(|found| found == asked) {
        return Ok(());
    }
    Err(ApiError::invalid_field(field, MessageCode::UnknownOption))
}

async fn delete(tx: &mut TenantTx, id: Uuid, change: &PriceGridChange) -> ApiResult<()> {
    for (sql, codes) in
        [(store::DELETE_ZONES, &change.delete_zones), (store::DELETE_SURCHARGES, &change.delete_surcharges)]
    {
        if !codes.is_empty() {
            sqlx::query(sql).bind(id).bind(codes).execute(&mut **tx).await?;
        }
    }
    if !change.delete_bands.is_empty() {
        sqlx::query(store::DELETE_BANDS).bind(id).bind(&change.delete_bands).execute(&mut **tx).await?;
    }
    Ok(())
}

async fn change_zones(tx: &mut TenantTx, id: Uuid, change: &PriceGridChange) -> ApiResult<()> {
    if !change.zones.is_empty() {
        check_states(tx, change).await?;
        store::put_zones(tx, id, &change.zones_to_put()).await?;
        let (zones, members) = change.members_to_put();
        if !zones.is_empty() {
            store::put_members(tx, id, &zones, &members).await?;
        }
    }
    if !change.zone_order.is_empty() {
        let places: Vec<i32> = (1..).take(change.zone_order.len()).collect();
        let query = sqlx::query(store::ORDER_ZONES).bind(id).bind(&change.zone_order).bind(places);
        query.execute(&mut **tx).await?;
    }
    Ok(())
}

/// Returns 422 at the places whose state lies in another country.
async fn check_states(tx: &mut TenantTx, change: &PriceGridChange) -> ApiResult<()> {
    let (mut fields, mut countries, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for (zone, places) in
        change.zones.iter().enumerate().filter_map(|(at, one)| Some((at, one.places.as_ref()?)))
    {
        for (index, place) in places.iter().enumerate().filter(|(_, place)| place.state_id.is_some()) {
            fields.push(format!("zones.{zone}.places.{index}.state_id"));
            countries.push(place.country_id);
            states.push(place.state_id);
        }
    }
    if fields.is_empty() {
        return Ok(());
    }
    let unknown: Vec<i64> =
        sqlx::query_scalar(UNKNOWN_STATES).bind(countries).bind(states).fetch_all(&mut **tx).await?;
    let mut errors = FieldErrors::default();
    for field in unknown.into_iter().filter_map(|position| fields.get(usize::try_from(position).ok()? - 1)) {
        errors.push(field, MessageCode::UnknownState);
    }
    errors.into_result()
}

async fn change_cells(tx: &mut TenantTx, id: Uuid, change: &PriceGridChange) -> ApiResult<()> {
    let (put, gone) = change.cells_to_put();
    if !gone.0.is_empty() {
        sqlx::query(store::DELETE_CELLS).bind(id).bind(gone.0).bind(gone.1).execute(&mut **tx).await?;
    }
    if put.zones.is_empty() {
        return Ok(());
    }
    check_cells(tx, id, &put).await?;
    store::put_cells(tx, id, &put).await
}

async fn check_cells(tx: &mut TenantTx, id: Uuid, put: &CellsToPut) -> ApiResult<()> {
    let query = sqlx::query_scalar(UNKNOWN_CELLS).bind(id).bind(&put.zones).bind(&put.ups);
    let unknown: Vec<i64> = query.fetch_all(&mut **tx).await?;
    let mut errors = FieldErrors::default();
    for index in
        unknown.into_iter().filter_map(|position| put.indexes.get(usize::try_from(position).ok()? - 1))
    {
        errors.push(format!("cells.{index}.zone"), MessageCode::UnknownOption);
    }
    errors.into_result()
}
