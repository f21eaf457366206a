//! SQL of break-bags.

use chrono::{DateTime, Utc};
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::comparison::ComparedCounts;
use super::model::{BreakBagOutcome, BreakBagScan, LineRow};
use crate::bags::parcel_model::BagReference;
use crate::loose_parcel::LooseParcel;
use server_core::files::document::SavedDocument;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records};

pub const BREAK_BAGS: Records = Records {
    table: "break_bags",
    resource: Resource::BreakBag,
    id: "k.id = ",
    listing: Listing {
        columns: "k.id, k.mawb_id, k.master_id, k.manifest_id, k.manifest_revision, k.number, k.subsidiary_id, k.place, k.time_zone,
              k.status, k.blind, k.expected_count, k.found_count, k.over_count, k.short_count, k.damaged_count, k.open_count, k.counted_at, k.closed_at, k.next_step, k.reason,
              k.created_at, k.updated_at, k.version",
        from: "break_bags k",
        order: "k.id desc",
    },
};

macro_rules! line_columns {
    () => {
        "l.id, l.is_expected, l.code, l.shipment_id, l.seq, l.parcel_count, l.bag_id, l.bag_number, l.found_bag_id, \
         f.number as found_bag_number, l.scanned_at, l.is_damaged, l.damage_note, l.photo_key is not null as has_photo, \
         l.resolution, l.resolution_note, l.resolved_at, l.is_registered"
    };
}

/// The parcels of one break-bag: first those about which somebody has to decide.
pub const BREAK_BAG_LINES: Listing = Listing {
    columns: line_columns!(),
    from: "break_bag_lines l left join bags f on f.id = l.found_bag_id",
    order: "l.code, l.seq, l.id",
};

pub const FIND_LINE: &str = concat!(
    "select ",
    line_columns!(),
    " from break_bag_lines l left join bags f on f.id = l.found_bag_id where l.break_bag_id = $1 and l.id = $2"
);
/// The parcels of a shipment, or the one with an unknown code.
pub const LINES_OF_CODE: &str = concat!(
    "select ",
    line_columns!(),
    " from break_bag_lines l left join bags f on f.id = l.found_bag_id where l.break_bag_id = $1 and l.code = $2 order by l.seq"
);
/// As the papers are now.
pub const FREEZE: &str = "
    with packed as materialized (
        select p.tracking_code, p.shipment_id, p.seq, p.parcel_count, p.bag_id, b.number
        from bag_parcels p join bags b on b.id = p.bag_id
        where p.bag_id = any($2) and p.left_at is null
    )
    insert into break_bag_lines (id, break_bag_id, is_expected, code, shipment_id, seq, parcel_count, bag_id, bag_number)
    select gen_random_uuid(), $1, true, tracking_code, shipment_id, seq, parcel_count, bag_id, number from packed
    on conflict do nothing";
/// The parcels of the waybill that are in no bag.
pub const FREEZE_LOOSE: &str = "
    with loose as materialized (
        select c.code, c.shipment_id, n.seq, c.shipment_parcels
        from mawb_contents c cross join lateral unnest(c.parcel_numbers) n(seq)
        where c.mawb_id = $2 and c.shipment_id is not null
    )
    insert into break_bag_lines (id, break_bag_id, is_expected, code, shipment_id, seq, parcel_count)
    select gen_random_uuid(), $1, true, code, shipment_id, seq, shipment_parcels from loose
    on conflict do nothing";
/// Parcels of other shipments than these ($2) are not expected.
pub const DROP_OTHERS: &str = "
    delete from break_bag_lines l
    where l.break_bag_id = $1 and not exists (select from unnest($2::uuid[]) kept(id) where kept.id = l.shipment_id)";
pub const SET_MANIFEST: &str = "update break_bags set manifest_id = $2, manifest_revision = $3 where id = $1";
/// Parcels that are short elsewhere and turn up.
pub const SETTLE: &str = "
    update break_bag_lines l
    set scanned_at = $3, scanned_by = $4, resolution = 'found_later', resolved_at = $3, resolved_by = $4
    from break_bags k
    where k.id = l.break_bag_id and k.status in (20, 30) and l.shipment_id = $1 and l.seq = $2 and l.is_expected
      and l.scanned_at is null and k.id is distinct from $5
    returning k.id, k.status = 30 as is_told";
pub const COUNT: &str = "
    update break_bags k
    set expected_count = c.expected, found_count = c.found, over_count = c.over, short_count = c.short,
        damaged_count = c.damaged, open_count = c.open, version = k.version + 1, updated_at = $3
    from (
        select break_bag_id, count(*) filter (where is_expected)::integer as expected,
               count(*) filter (where is_expected and scanned_at is not null)::integer as found,
               count(*) filter (where not is_expected)::integer as over,
               count(*) filter (where $2 and is_expected and scanned_at is null)::integer as short,
               count(*) filter (where is_damaged)::integer as damaged,
               count(*) filter (
                   where resolution is null and (not is_expected or is_damaged or $2 and scanned_at is null)
               )::integer as open
        from break_bag_lines where break_bag_id = any($1) group by break_bag_id
    ) c
    where k.id = c.break_bag_id";
pub const ADD_COUNTS: &str = "
    update break_bags
    set found_count = found_count + $2, over_count = over_count + $3, short_count = short_count + $4,
        damaged_count = damaged_count + $5, open_count = open_count + $6, version = version + 1, updated_at = $7
    where id = $1";
pub const INSERT_OVER: &str = "
    insert into break_bag_lines (id, break_bag_id, is_expected, code, shipment_id, seq, parcel_count, scanned_at, scanned_by,
                                 found_bag_id)
    values ($1, $2, false, $3, $4, $5, $6, $7, $8, $9)";
pub const SET_SCAN: &str = "
    update break_bag_lines
    set scanned_at = coalesce(scanned_at, $2), scanned_by = coalesce(scanned_by, $3), found_bag_id = $4, resolution = $5
    where id = $1";
pub const INSERT_SCAN: &str = "
    insert into break_bag_scans (id, line_id, outcome, bag_id, station, scanned_at, scanned_by)
    values ($1, $2, $3, $4, $5, $6, $7)";
/// A scan that was answered before: its line and what it has led to.
pub const FIND_SCAN: &str = "
    select s.line_id, s.outcome, l.break_bag_id from break_bag_scans s join break_bag_lines l on l.id = s.line_id
    where s.id = $1";
/// A decision made before anybody knew of the damage is open again.
pub const SET_DAMAGE: &str = "
    update break_bag_lines
    set is_damaged = true, damage_note = $2, photo_key = coalesce($3, photo_key), photo_type = coalesce($4, photo_type),
        resolution = case when is_damaged then resolution end,
        resolution_note = case when is_damaged then resolution_note end,
        resolved_at = case when is_damaged then resolved_at end,
        resolved_by = case when is_damaged then resolved_by end
    where id = $1";
pub const PHOTO: &str = "
    select photo_key, photo_type from break_bag_lines where break_bag_id = $1 and id = $2 and photo_key is not null";
pub const RESOLVE: &str = "
    update break_bag_lines
    set resolution = $2, resolution_note = $3, resolved_at = $4, resolved_by = $5, is_registered = is_registered or $6
    where id = $1";
/// Parcels that are short when it is closed: as many as the bags of a waybill have.
pub const SHORT: &str = "
    select shipment_id, seq, parcel_count from break_bag_lines
    where break_bag_id = $1 and is_expected and scanned_at is null and shipment_id is not null
    order by shipment_id, seq limit 100000";
pub const HAS_BAG: &str =
    "select exists (select from break_bag_lines where break_bag_id = $1 and bag_id = $2)";
/// Whether $2 stands on the label of a bag: its number, or that of the post on a bag that is unpacked here.
pub const IS_BAG: &str = "
    select exists (select from bags where number = $2) or exists (
        select from break_bag_lines l join bags b on b.id = l.bag_id where l.break_bag_id = $1 and b.s9_code = $2
    )";
pub const BAG_IDS: &str = "select distinct bag_id from break_bag_lines where break_bag_id = $1 and bag_id is not null order by bag_id";

/// Its bags with this part in their numbers ($2), by their numbers.
pub const BAGS: &str = "
    select distinct bag_id as id, bag_number as number from break_bag_lines
    where break_bag_id = $1 and bag_id is not null and position($2 in bag_number) > 0
    order by bag_number, bag_id limit 50";

/// A break-bag in which a parcel is short no more.
#[derive(sqlx::FromRow)]
pub struct SettledShort {
    pub id: Uuid,
    /// Its client was told that it did not arrive.
    pub is_told: bool,
}

/// A scan that was answered before.
#[derive(sqlx::FromRow)]
pub struct AnsweredScan {
    pub line_id: Uuid,
    pub outcome: BreakBagOutcome,
    pub break_bag_id: Uuid,
}

/// Who does something, and when.
#[derive(Clone, Copy)]
pub struct Doer {
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

/// A parcel that nobody expected here.
pub struct OverParcel<'a> {
    pub id: Uuid,
    pub code: &'a str,
    /// Shipment, number of the parcel, and parcels of the shipment; none for an unknown code.
    pub parcel: Option<LooseParcel>,
    pub bag_id: Option<Uuid>,
}

/// A closed version of a manifest.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct FrozenManifest {
    pub manifest_id: Uuid,
    pub revision: i16,
}

/// Writes what is expected: the parcels in some bags, and those of a waybill that are in none.
pub async fn freeze(tx: &mut TenantTx, id: Uuid, bag_ids: &[Uuid], mawb_id: Option<Uuid>) -> ApiResult<()> {
    sqlx::query(FREEZE).bind(id).bind(bag_ids).execute(&mut **tx).await?;
    if let Some(mawb_id) = mawb_id {
        sqlx::query(FREEZE_LOOSE).bind(id).bind(mawb_id).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Leaves only the shipments of a manifest in a break-bag that has just begun.
pub async fn expect_manifest(
    tx: &mut TenantTx,
    id: Uuid,
    manifest: FrozenManifest,
    shipment_ids: &[Uuid],
) -> ApiResult<()> {
    sqlx::query(DROP_OTHERS).bind(id).bind(shipment_ids).execute(&mut **tx).await?;
    let set = sqlx::query(SET_MANIFEST).bind(id).bind(manifest.manifest_id).bind(manifest.revision);
    set.execute(&mut **tx).await?;
    Ok(())
}

/// A parcel turned up: where it was short, it is found. Returns the break-bags; `here` is the one in which it was scanned.
pub async fn settle(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    seq: i16,
    here: Option<Uuid>,
    doer: Doer,
) -> ApiResult<Vec<SettledShort>> {
    let query = sqlx::query_as(SETTLE).bind(shipment_id).bind(seq).bind(doer.at).bind(doer.by);
    let settled: Vec<SettledShort> = query.bind(here).fetch_all(&mut **tx).await?;
    let ids: Vec<Uuid> = settled.iter().map(|one| one.id).collect();
    if !ids.is_empty() {
        count(tx, &ids, true, doer.at).await?;
    }
    Ok(settled)
}

/// Counts all lines of break-bags anew.
pub async fn count(tx: &mut TenantTx, ids: &[Uuid], is_complete: bool, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(COUNT).bind(ids).bind(is_complete).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Adds what a change of one line makes of the counts.
pub async fn add_counts(
    tx: &mut TenantTx,
    id: Uuid,
    before: ComparedCounts,
    after: ComparedCounts,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(ADD_COUNTS)
        .bind(id)
        .bind(after.found - before.found)
        .bind(after.over - before.over)
        .bind(after.short - before.short)
        .bind(after.damaged - before.damaged)
        .bind(after.open - before.open)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn find_line(tx: &mut TenantTx, id: Uuid, line_id: Uuid) -> ApiResult<Option<LineRow>> {
    Ok(sqlx::query_as(FIND_LINE).bind(id).bind(line_id).fetch_optional(&mut **tx).await?)
}

/// The parcels of a shipment by their numbers, or the one with an unknown code.
pub async fn list_lines_of_code(tx: &mut TenantTx, id: Uuid, code: &str) -> ApiResult<Vec<LineRow>> {
    Ok(sqlx::query_as(LINES_OF_CODE).bind(id).bind(code).fetch_all(&mut **tx).await?)
}

pub async fn find_scan(tx: &mut TenantTx, key: Uuid) -> ApiResult<Option<AnsweredScan>> {
    Ok(sqlx::query_as(FIND_SCAN).bind(key).fetch_optional(&mut **tx).await?)
}

pub async fn insert_over(tx: &mut TenantTx, id: Uuid, over: &OverParcel<'_>, doer: Doer) -> ApiResult<()> {
    let parcel = over.parcel.as_ref();
    sqlx::query(INSERT_OVER)
        .bind(over.id)
        .bind(id)
        .bind(over.code)
        .bind(parcel.map(|parcel| parcel.shipment_id))
        .bind(parcel.map(|parcel| parcel.seq))
        .bind(parcel.map(|parcel| parcel.parcel_count))
        .bind(doer.at)
        .bind(doer.by)
        .bind(over.bag_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Writes that a parcel is there.
pub async fn set_scan(tx: &mut TenantTx, line: &LineRow, doer: Doer) -> ApiResult<()> {
    let resolution = line.resolution.map(super::comparison::DifferenceResolution::as_str);
    sqlx::query(SET_SCAN)
        .bind(line.id)
        .bind(doer.at)
        .bind(doer.by)
        .bind(line.found_bag_id)
        .bind(resolution)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn insert_scan(
    tx: &mut TenantTx,
    scan: &BreakBagScan,
    line_id: Uuid,
    outcome: BreakBagOutcome,
    doer: Doer,
) -> ApiResult<()> {
    sqlx::query(INSERT_SCAN)
        .bind(scan.key)
        .bind(line_id)
        .bind(outcome.as_str())
        .bind(scan.bag_id)
        .bind(scan.station.trim())
        .bind(doer.at)
        .bind(doer.by)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Writes a damage; without a photo, the one before stays.
pub async fn set_damage(
    tx: &mut TenantTx,
    line_id: Uuid,
    note: Option<&str>,
    photo: Option<&SavedDocument>,
) -> ApiResult<()> {
    sqlx::query(SET_DAMAGE)
        .bind(line_id)
        .bind(note)
        .bind(photo.map(|photo| photo.file_key.as_str()))
        .bind(photo.map(|photo| photo.content_type))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The key and the type of the photo of a parcel.
pub async fn find_photo(tx: &mut TenantTx, id: Uuid, line_id: Uuid) -> ApiResult<Option<(String, String)>> {
    Ok(sqlx::query_as(PHOTO).bind(id).bind(line_id).fetch_optional(&mut **tx).await?)
}

pub async fn resolve(
    tx: &mut TenantTx,
    line_id: Uuid,
    resolution: &str,
    note: &str,
    is_registered: bool,
    doer: Doer,
) -> ApiResult<()> {
    sqlx::query(RESOLVE)
        .bind(line_id)
        .bind(resolution)
        .bind(note)
        .bind(doer.at)
        .bind(doer.by)
        .bind(is_registered)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The parcels that are short, at most 5,000.
pub async fn list_short(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<LooseParcel>> {
    Ok(sqlx::query_as(SHORT).bind(id).fetch_all(&mut **tx).await?)
}

/// Whether parcels of a bag were expected.
pub async fn has_bag(tx: &mut TenantTx, id: Uuid, bag_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_BAG).bind(id).bind(bag_id).fetch_one(&mut **tx).await?)
}

/// Whether a code is that of a bag.
pub async fn is_bag(tx: &mut TenantTx, id: Uuid, code: &str) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_BAG).bind(id).bind(code).fetch_one(&mut **tx).await?)
}

/// The bags that are unpacked, by their numbers: at most 50 with this part in their numbers, in capitals.
pub async fn list_bags(tx: &mut TenantTx, id: Uuid, part: &str) -> ApiResult<Vec<BagReference>> {
    Ok(sqlx::query_as(BAGS).bind(id).bind(part).fetch_all(&mut **tx).await?)
}

/// The bags that were expected.
pub async fn list_bag_ids(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(BAG_IDS).bind(id).fetch_all(&mut **tx).await?)
}
