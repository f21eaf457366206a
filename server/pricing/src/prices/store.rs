//! SQL of the grids of drafts, and of publications. Each change of a draft names `status = 'draft'`.

use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::conditions::PriceCondition;
use super::content::{self, Content};
use super::grid::{PriceBasis, PriceMethod, PricePlace, PriceSurcharge, basis, ladder, price};
use super::rules;
use super::versions::{Frame, PriceVersion, PriceVersionStatus};
use rating::rows::{CellRow, MemberRow, SurchargeRow, VersionRows, ZoneRow};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

pub const ZONES: &str = "
    select code, priority, max_weight, minimum from price_zones where version_id = $1 order by position, code";
pub const MEMBERS: &str = "
    select m.zone, m.country_id, m.state_id, m.postcode_from, m.postcode_to, m.airport, m.max_weight
    from price_zone_members m join price_zones z on z.version_id = m.version_id and z.code = m.zone
    where m.version_id = $1 order by z.position, z.code, m.seq";
pub const BANDS: &str = "select up_to from price_bands where version_id = $1 order by up_to";
pub const CELLS: &str = "
    select c.zone, c.up_to, c.method, c.amount, c.step, c.step_amount
    from price_cells c join price_zones z on z.version_id = c.version_id and z.code = c.zone
    where c.version_id = $1 order by c.up_to, z.position, z.code";
pub const SURCHARGES: &str = "
    select code, seq, basis, lines, amount, minimum as min, maximum as max, free_below, conditions, taxable, cost_amount
    from price_surcharges where version_id = $1 order by seq, code";
pub const PUBLICATION: &str =
    "select format, content, content_hash from price_table_publications where version_id = $1";
pub const PUBLICATIONS: &str = "
    select version_id, format, content, content_hash from price_table_publications where version_id = any($1)";

pub const PUT_ZONES: &str = "
    with draft as materialized (select id from price_table_versions where id = $1 and status = 'draft'),
         placed as materialized (
             select coalesce(max(position), 0) as last from price_zones where version_id = $1)
    insert into price_zones (version_id, code, position, priority, max_weight, minimum)
    select d.id, z.code, p.last + z.position, z.priority, z.max_weight, z.minimum
    from draft d, placed p, json_populate_recordset(null::price_zones, $2::text::json) z
    on conflict (version_id, code) do update
    set priority = excluded.priority, max_weight = excluded.max_weight, minimum = excluded.minimum";
pub const ORDER_ZONES: &str = "
    update price_zones z set position = n.position
    from unnest($2::text[], $3::integer[]) n (code, position)
    where z.version_id = $1 and z.code = n.code
      and exists (select from price_table_versions where id = $1 and status = 'draft')";
pub const CLEAR_MEMBERS: &str = "
    delete from price_zone_members
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft') and zone = any($2)";
pub const PUT_MEMBERS: &str = "
    with draft as materialized (select id from price_table_versions where id = $1 and status = 'draft')
    insert into price_zone_members
        (version_id, zone, seq, country_id, state_id, postcode_from, postcode_to, airport, max_weight)
    select d.id, m.zone, m.seq, m.country_id, m.state_id, m.postcode_from, m.postcode_to, m.airport, m.max_weight
    from draft d, json_populate_recordset(null::price_zone_members, $2::text::json) m";
pub const PUT_BANDS: &str = "
    with draft as materialized (select id from price_table_versions where id = $1 and status = 'draft')
    insert into price_bands (version_id, up_to)
    select d.id, b.up_to
    from draft d, unnest($2::numeric[]) b (up_to)
    on conflict (version_id, up_to) do nothing";
pub const PUT_CELLS: &str = "
    with draft as materialized (select id from price_table_versions where id = $1 and status = 'draft')
    insert into price_cells (version_id, zone, up_to, method, amount, step, step_amount)
    select d.id, c.zone, c.up_to, c.method, c.amount, c.step, c.step_amount
    from draft d,
         unnest($2::text[], $3::numeric[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[])
             c (zone, up_to, method, amount, step, step_amount)
    on conflict (version_id, zone, up_to) do update
    set method = excluded.method, amount = excluded.amount, step = excluded.step, step_amount = excluded.step_amount";
pub const DELETE_CELLS: &str = "
    delete from price_cells p using unnest($2::text[], $3::numeric[]) c (zone, up_to)
    where p.version_id = (select id from price_table_versions where id = $1 and status = 'draft')
      and p.zone = c.zone and p.up_to = c.up_to";
pub const PUT_SURCHARGES: &str = "
    with draft as materialized (select id from price_table_versions where id = $1 and status = 'draft')
    insert into price_surcharges
        (version_id, code, seq, basis, lines, amount, minimum, maximum, free_below, conditions, taxable, cost_amount)
    select d.id, s.code, s.seq, s.basis, s.lines, s.amount, s.minimum, s.maximum, s.free_below, s.conditions, s.taxable,
           s.cost_amount
    from draft d, json_populate_recordset(null::price_surcharges, $2::text::json) s
    on conflict (version_id, code) do update
    set seq = excluded.seq, basis = excluded.basis, lines = excluded.lines, amount = excluded.amount,
        minimum = excluded.minimum, maximum = excluded.maximum, free_below = excluded.free_below,
        conditions = excluded.conditions, taxable = excluded.taxable,
        cost_amount = case when $3 then excluded.cost_amount else price_surcharges.cost_amount end";
pub const RENAME_ZONES: &str = "
    update price_zones z set code = n.after
    from unnest($2::text[], $3::text[]) n (before, after)
    where z.version_id = (select id from price_table_versions where id = $1 and status = 'draft') and z.code = n.before";
pub const RENAME_BANDS: &str = "
    update price_bands b set up_to = n.after
    from unnest($2::numeric[], $3::numeric[]) n (before, after)
    where b.version_id = (select id from price_table_versions where id = $1 and status = 'draft') and b.up_to = n.before";
pub const DELETE_ZONES: &str = "
    delete from price_zones
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft') and code = any($2)";
pub const DELETE_BANDS: &str = "
    delete from price_bands
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft') and up_to = any($2)";
pub const DELETE_SURCHARGES: &str = "
    delete from price_surcharges
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft') and code = any($2)";
pub const CLEAR_ZONES: &str = "
    delete from price_zones
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft')";
pub const CLEAR_BANDS: &str = "
    delete from price_bands
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft')";
pub const CLEAR_SURCHARGES: &str = "
    delete from price_surcharges
    where version_id = (select id from price_table_versions where id = $1 and status = 'draft')";
pub const COUNT: &str = "
    select (select count(*) from price_zones where version_id = $1)::integer,
           (select count(*) from price_bands where version_id = $1)::integer,
           (select count(*) from price_cells where version_id = $1)::integer,
           (select count(*) from price_zone_members where version_id = $1)::integer,
           (select count(*) from price_surcharges where version_id = $1)::integer";
pub const TOUCH: &str = "
    update price_table_versions
    set zone_count = $2, band_count = $3, cell_count = $4, version = version + 1, updated_at = $5
    where id = $1 and status = 'draft'";

#[derive(sqlx::FromRow)]
struct StoredZone {
    code: String,
    priority: i16,
    max_weight: Option<Decimal>,
    minimum: Option<Decimal>,
}

#[derive(sqlx::FromRow)]
struct StoredMember {
    zone: String,
    country_id: i16,
    state_id: Option<i32>,
    postcode_from: Option<String>,
    postcode_to: Option<String>,
    airport: Option<String>,
    max_weight: Option<Decimal>,
}

#[derive(sqlx::FromRow)]
struct StoredCell {
    zone: String,
    up_to: Decimal,
    method: PriceMethod,
    amount: Decimal,
    step: Option<Decimal>,
    step_amount: Option<Decimal>,
}

#[derive(sqlx::FromRow)]
struct StoredSurcharge {
    code: String,
    seq: i32,
    basis: PriceBasis,
    lines: Json<Vec<String>>,
    amount: Decimal,
    min: Option<Decimal>,
    max: Option<Decimal>,
    free_below: Option<Decimal>,
    conditions: Json<Vec<PriceCondition>>,
    taxable: bool,
    cost_amount: Option<Decimal>,
}

/// The prices of a version: the rows of a draft, or the content of a publication.
pub async fn load_rows(tx: &mut TenantTx, version: &PriceVersion, frame: &Frame) -> ApiResult<VersionRows> {
    match version.status {
        PriceVersionStatus::Draft => load_draft_rows(tx, version, frame).await,
        _ => Ok(publication(tx, version.id).await?.rows),
    }
}

async fn load_draft_rows(tx: &mut TenantTx, version: &PriceVersion, frame: &Frame) -> ApiResult<VersionRows> {
    let id = version.id;
    let zones: Vec<StoredZone> = sqlx::query_as(ZONES).bind(id).fetch_all(&mut **tx).await?;
    let members: Vec<StoredMember> = sqlx::query_as(MEMBERS).bind(id).fetch_all(&mut **tx).await?;
    let bands: Vec<Decimal> = sqlx::query_scalar(BANDS).bind(id).fetch_all(&mut **tx).await?;
    let cells: Vec<StoredCell> = sqlx::query_as(CELLS).bind(id).fetch_all(&mut **tx).await?;
    let surcharges: Vec<StoredSurcharge> = sqlx::query_as(SURCHARGES).bind(id).fetch_all(&mut **tx).await?;
    let codes: std::collections::HashMap<String, rating::code::Code> =
        zones.iter().map(|zone| (zone.code.clone(), zone.code.as_str().into())).collect();
    let code = |zone: &str| codes.get(zone).cloned().unwrap_or_else(|| zone.into());
    let bands: Vec<Decimal> = bands.iter().map(Decimal::normalize).collect();
    let cell = |row: StoredCell| {
        let band = bands.binary_search(&row.up_to).ok()?;
        let price = price(row.method, row.amount, row.step, row.step_amount)?;
        Some(CellRow { zone: code(&row.zone), band_seq: i32::try_from(band).ok()? + 1, price })
    };
    Ok(VersionRows {
        zones: zones.iter().map(|row| row.zone(&code)).collect(),
        members: members.into_iter().map(|row| row.member(&code)).collect(),
        cells: cells.into_iter().filter_map(cell).collect(),
        bands: ladder(&bands),
        surcharges: surcharges.into_iter().filter_map(StoredSurcharge::row).collect(),
        ..rules::of(&version.input, frame)?
    })
}

type ToCode<'a> = &'a dyn Fn(&str) -> rating::code::Code;

impl StoredZone {
    fn zone(&self, code: ToCode<'_>) -> ZoneRow {
        ZoneRow {
            code: code(&self.code),
            priority: self.priority,
            max_weight: self.max_weight,
            minimum: self.minimum,
        }
    }
}

impl StoredMember {
    fn member(self, code: ToCode<'_>) -> MemberRow {
        MemberRow {
            zone: code(&self.zone),
            country_id: self.country_id,
            state_id: self.state_id,
            postcode_from: self.postcode_from,
            postcode_to: self.postcode_to,
            airport: self.airport,
            max_weight: self.max_weight,
        }
    }
}

impl StoredSurcharge {
    fn row(self) -> Option<SurchargeRow> {
        Some(SurchargeRow {
            code: self.code.into(),
            seq: self.seq,
            basis: basis(self.basis, &self.lines),
            amount: self.amount,
            min: self.min,
            max: self.max,
            free_below: self.free_below,
            conditions: self.conditions.iter().map(PriceCondition::rule).collect::<Option<_>>()?,
            taxable: self.taxable,
            cost_amount: self.cost_amount,
        })
    }
}

/// The contents of published versions. Returns 409 when one does not fit its hash.
pub async fn publications(tx: &mut TenantTx, version_ids: &[Uuid]) -> ApiResult<Vec<(Uuid, Content)>> {
    type PublicationRow = (Uuid, i16, Vec<u8>, Vec<u8>);
    let found: Vec<PublicationRow> =
        sqlx::query_as(PUBLICATIONS).bind(version_ids).fetch_all(&mut **tx).await?;
    let read = |(id, format, content, hash): PublicationRow| {
        Ok((id, read_publication(id, format, &content, &hash)?))
    };
    found.into_iter().map(read).collect()
}

/// The content of a published version. Returns 409 when it does not fit its hash.
pub async fn publication(tx: &mut TenantTx, version_id: Uuid) -> ApiResult<Content> {
    type PublicationRow = (i16, Vec<u8>, Vec<u8>);
    let found: Option<PublicationRow> =
        sqlx::query_as(PUBLICATION).bind(version_id).fetch_optional(&mut **tx).await?;
    let (format, content, hash) = found.ok_or_else(ApiError::not_found)?;
    read_publication(version_id, format, &content, &hash)
}

fn read_publication(version_id: Uuid, format: i16, content: &[u8], hash: &[u8]) -> ApiResult<Content> {
    content::read_content(format, content, hash).map_err(|error| {
        tracing::error!(%version_id, %error, "a published price table is damaged");
        ApiError::refused(MessageCode::PriceTableDamaged)
    })
}

/// A zone to store.
#[derive(Serialize)]
pub struct ZoneToPut {
    pub code: String,
    /// From 1; new zones follow the stored ones in this order.
    pub position: i32,
    pub priority: i16,
    pub max_weight: Option<Decimal>,
    pub minimum: Option<Decimal>,
}

/// A place to store.
#[derive(Serialize)]
pub struct MemberToPut<'a> {
    pub zone: &'a str,
    pub seq: i32,
    #[serde(flatten)]
    pub place: &'a PricePlace,
}

/// A surcharge to store.
#[derive(Serialize)]
struct SurchargeToPut<'a> {
    code: &'a str,
    seq: i32,
    basis: PriceBasis,
    lines: &'a [String],
    amount: Decimal,
    minimum: Option<Decimal>,
    maximum: Option<Decimal>,
    free_below: Option<Decimal>,
    conditions: &'a [PriceCondition],
    taxable: bool,
    cost_amount: Option<Decimal>,
}

impl<'a> From<&'a PriceSurcharge> for SurchargeToPut<'a> {
    fn from(one: &'a PriceSurcharge) -> Self {
        Self {
            code: &one.code,
            seq: one.seq,
            basis: one.basis,
            lines: &one.lines,
            amount: one.amount,
            minimum: one.min,
            maximum: one.max,
            free_below: one.free_below,
            conditions: &one.conditions,
            taxable: one.taxable,
            cost_amount: one.cost_amount,
        }
    }
}

pub async fn put_zones(tx: &mut TenantTx, id: Uuid, zones: &[ZoneToPut]) -> ApiResult<()> {
    let text = serde_json::to_string(zones).map_err(ApiError::internal)?;
    sqlx::query(PUT_ZONES).bind(id).bind(text).execute(&mut **tx).await?;
    Ok(())
}

/// Replaces the places of zones.
pub async fn put_members(
    tx: &mut TenantTx,
    id: Uuid,
    zones: &[&str],
    members: &[MemberToPut<'_>],
) -> ApiResult<()> {
    sqlx::query(CLEAR_MEMBERS).bind(id).bind(zones).execute(&mut **tx).await?;
    let text = serde_json::to_string(members).map_err(ApiError::internal)?;
    sqlx::query(PUT_MEMBERS).bind(id).bind(text).execute(&mut **tx).await?;
    Ok(())
}

pub async fn put_bands(tx: &mut TenantTx, id: Uuid, bands: &[Decimal]) -> ApiResult<()> {
    sqlx::query(PUT_BANDS).bind(id).bind(bands).execute(&mut **tx).await?;
    Ok(())
}

/// Columns of the cells to store.
#[derive(Default)]
pub struct CellsToPut {
    /// Positions in the request.
    pub indexes: Vec<usize>,
    pub zones: Vec<String>,
    pub ups: Vec<Decimal>,
    pub methods: Vec<&'static str>,
    pub amounts: Vec<Decimal>,
    pub steps: Vec<Option<Decimal>>,
    pub step_amounts: Vec<Option<Decimal>>,
}

pub async fn put_cells(tx: &mut TenantTx, id: Uuid, cells: &CellsToPut) -> ApiResult<()> {
    let query = sqlx::query(PUT_CELLS).bind(id).bind(&cells.zones).bind(&cells.ups).bind(&cells.methods);
    let query = query.bind(&cells.amounts).bind(&cells.steps).bind(&cells.step_amounts);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// `with_costs` is false for users who leave the costs as they are.
pub async fn put_surcharges(
    tx: &mut TenantTx,
    id: Uuid,
    surcharges: &[PriceSurcharge],
    with_costs: bool,
) -> ApiResult<()> {
    let mut put: Vec<SurchargeToPut<'_>> = surcharges.iter().map(SurchargeToPut::from).collect();
    if !with_costs {
        put.iter_mut().for_each(|one| one.cost_amount = None);
    }
    let text = serde_json::to_string(&put).map_err(ApiError::internal)?;
    sqlx::query(PUT_SURCHARGES).bind(id).bind(text).bind(with_costs).execute(&mut **tx).await?;
    Ok(())
}
