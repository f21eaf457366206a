use chrono::{DateTime, NaiveDate, Utc};
use policy::{Action, Grants, Resource};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::{Parcel, ShipmentFields, ShipmentInput, ShipmentItem};
use super::hold_row::HoldRow;
use super::mismatches;
use super::missing_fields;
use super::model::{Shipment, ShipmentCan, State};
use super::shop_order::ShipmentOrder;
use super::totals::{PriceSum, TotalsRow};
use crate::draft_price;
use crate::due_from_on;
use crate::shipment_columns;
use crate::status::ShipmentStatus;
use crate::tracking_code::TrackingRange;
use crate::unconfirmed;
use crate::usual_terms;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::messages::MessageCode;

pub const ANY_THERE: &str =
    concat!("select exists (select from shipments where id = any($4) and ", in_scope!(""), ")");
pub const CLIENT: &str = concat!("select client_id from shipments where id = $4 and ", in_scope!(""));
pub const FIND: &str = concat!(
    "select s.id, s.tracking_code, s.status, s.missing, c.name as client_name,
            v.title_locale as service_title_locale, s.volumetric_weight_g, s.chargeable_weight_g,
            s.label_printed_at, s.last_event_code, s.last_event_at, s.cancel_reason, s.cancelled_at, s.import_id, s.shop_order,
            s.created_at, s.updated_at, s.version, s.total_freight, s.total_insurance, s.total_tax, s.total,
            s.total_currency, s.confirmed_at, s.is_claimed, s.label_prints, label_printed_by_name,
            s.held_at, s.hold_reason, s.hold_until, s.hold_note, s.contradicted_at, held_by_name, subsidiary_title, partner_name, coalesce(",
    unconfirmed!(),
    ", false) as unconfirmed, ",
    draft_price!(),
    " as draft_price, ",
    due_from_on!(),
    ", ",
    shipment_columns!(),
    " from shipments s
      left join (select id as c_id, name from clients) c on c.c_id = s.client_id
      left join (select id as v_id, title_locale, transit_min_days, transit_max_days from services) v on v.v_id = s.service_id
      left join (select id as b_id, title as subsidiary_title from subsidiaries) b on b.b_id = s.subsidiary_id
      left join (select id as p_id, name as partner_name from partners) p on p.p_id = s.partner_id
      left join (select id as u_id, name as label_printed_by_name from users) u on u.u_id = s.label_printed_by
      left join (select id as h_id, name as held_by_name from users) h on h.h_id = s.held_by
      where s.id = $4 and ",
    in_scope!("s.")
);
pub const LOCK: &str = concat!("select id from shipments where id = $4 and ", in_scope!(""), " for update");
/// The key that the caller of a confirmation has made.
pub const CONFIRMATION_KEY: &str = "select confirmation_key from shipments where id = $1";
/// Goods that go through customs ($4) have the usual terms from now on, unless others were chosen.
pub const MARK_CONFIRMED: &str = concat!(
    "update shipments s set confirmation_key = $2, confirmed_at = $3,
            incoterm = coalesce(incoterm, case when $4 then (select ",
    usual_terms!(),
    " from services v where v.id = s.service_id) end)
     where id = $1"
);
pub const PARCELS: &str = "
    select length_mm, width_mm, height_mm, weight_g, size_unit, weight_unit
    from parcels where shipment_id = $1 order by seq";
pub const ITEMS: &str = "
    select external_ref, description, hs_code, sku, batch, quantity, unit, unit_value, net_weight_g,
           origin_country_id
    from shipment_items where shipment_id = $1 order by seq";

pub const TAKE_CODES: &str = "
    update tracking_ranges set next_serial = next_serial + $1
    where prefix = (
        select prefix from tracking_ranges
        where active and next_serial + $1 <= 100000000 order by prefix limit 1 for update
    )
    returning prefix::text, country::text, next_serial - $1";

pub const INSERT: &str = concat!(
    "insert into shipments (id, tracking_code, status, missing, volumetric_weight_g, chargeable_weight_g,
                            parcel_count, item_count, created_by, created_at, updated_at, ",
    shipment_columns!(),
    ") select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, ",
    shipment_columns!(),
    " from jsonb_populate_record(null::shipments, $11)"
);
pub const UPDATE: &str = concat!(
    "update shipments set status = $2, missing = $3, volumetric_weight_g = $4, chargeable_weight_g = $5,
            parcel_count = $6, item_count = $7, updated_by = $8, updated_at = $9, version = version + 1, (",
    shipment_columns!(),
    ") = (select ",
    shipment_columns!(),
    " from jsonb_populate_record(null::shipments, $10)) where id = $1"
);
pub const DELETE_PARCELS: &str = "delete from parcels where shipment_id = $1";
pub const DELETE_ITEMS: &str = "delete from shipment_items where shipment_id = $1";
pub const INSERT_PARCELS: &str = "
    insert into parcels (id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g, size_unit, weight_unit)
    select ids.id, $1, ids.seq, p.length_mm, p.width_mm, p.height_mm, p.weight_g, p.size_unit, p.weight_unit
    from unnest($2::uuid[]) with ordinality ids(id, seq)
    join lateral jsonb_populate_record(null::parcels, $3::jsonb -> (ids.seq::int - 1)) p on true";
pub const INSERT_ITEMS: &str = "
    insert into shipment_items (id, shipment_id, seq, external_ref, description, hs_code, sku, batch, quantity, unit,
                                unit_value, net_weight_g, origin_country_id)
    select ids.id, $1, ids.seq, i.external_ref, i.description, i.hs_code, i.sku, i.batch, i.quantity, i.unit,
           i.unit_value, i.net_weight_g, i.origin_country_id
    from unnest($2::uuid[]) with ordinality ids(id, seq)
    join lateral jsonb_populate_record(null::shipment_items, $3::jsonb -> (ids.seq::int - 1)) i on true";

pub const CANCEL: &str = "
    update shipments set cancel_reason = $2, cancelled_at = $3, updated_by = $4, updated_at = $3,
                         version = version + 1
    where id = $1";

pub const CLIENT_EXISTS: &str = "select exists (select from clients where id = $1 and active)";
pub const STATES: &str = "select id, country_id from states where id = any($1)";
pub const KNOWN_CURRENCY: &str = "
    select exists (select from currencies where code = $1)
       and not exists (select from lookup_edits where lookup = 'currency' and code = $1 and not active)";

#[derive(sqlx::FromRow)]
struct ShipmentRow {
    id: Uuid,
    tracking_code: String,
    status: ShipmentStatus,
    missing: Vec<String>,
    #[sqlx(flatten)]
    fields: ShipmentFields,
    client_name: Option<String>,
    service_title_locale: Option<Value>,
    subsidiary_title: Option<String>,
    partner_name: Option<String>,
    due_from_on: Option<NaiveDate>,
    volumetric_weight_g: Option<i32>,
    chargeable_weight_g: Option<i32>,
    #[sqlx(flatten)]
    totals: TotalsRow,
    #[sqlx(json(nullable))]
    draft_price: Option<PriceSum>,
    confirmed_at: Option<DateTime<Utc>>,
    unconfirmed: bool,
    is_claimed: bool,
    label_printed_at: Option<DateTime<Utc>>,
    label_printed_by_name: Option<String>,
    label_prints: i32,
    #[sqlx(flatten)]
    hold: HoldRow,
    hold_note: Option<String>,
    held_by_name: Option<String>,
    contradicted_at: Option<DateTime<Utc>>,
    last_event_code: Option<String>,
    last_event_at: Option<DateTime<Utc>>,
    cancel_reason: Option<String>,
    cancelled_at: Option<DateTime<Utc>>,
    import_id: Option<Uuid>,
    #[sqlx(json(nullable))]
    shop_order: Option<ShipmentOrder>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    version: i32,
}

/// The shipment with parcels and items; 404 if not in this scope.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid, grants: &Grants) -> ApiResult<Shipment> {
    let row = find_row(tx, scope, id).await?;
    let parcels: Vec<Parcel> = sqlx::query_as(PARCELS).bind(id).fetch_all(&mut **tx).await?;
    let items: Vec<ShipmentItem> = sqlx::query_as(ITEMS).bind(id).fetch_all(&mut **tx).await?;
    Ok(row.view(parcels, items, grants))
}

/// The same, locked until the transaction ends.
pub async fn lock_and_find(
    tx: &mut TenantTx,
    scope: &RowScope,
    id: Uuid,
    grants: &Grants,
) -> ApiResult<Shipment> {
    let locked: Option<Uuid> = scope.query_scalar(LOCK).bind(id).fetch_optional(&mut **tx).await?;
    locked.ok_or_else(ApiError::not_found)?;
    find(tx, scope, id, grants).await
}

/// The shipment after a change that left its parcels and items as they were.
pub async fn find_again(
    tx: &mut TenantTx,
    scope: &RowScope,
    before: Shipment,
    grants: &Grants,
) -> ApiResult<Shipment> {
    let row = find_row(tx, scope, before.id).await?;
    Ok(row.view(before.parcels, before.items, grants))
}

async fn find_row(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<ShipmentRow> {
    let row: Option<ShipmentRow> = scope.query_as(FIND).bind(id).fetch_optional(&mut **tx).await?;
    row.ok_or_else(ApiError::not_found)
}

impl ShipmentRow {
    fn view(mut self, parcels: Vec<Parcel>, items: Vec<ShipmentItem>, grants: &Grants) -> Shipment {
        self.fields.amounts_in_currency();
        let is_staff = grants.allow(Resource::Shipment, Action::RecordEvent);
        let (is_confirmed, hold) = (self.confirmed_at.is_some(), self.hold.view());
        let is_held = hold.is_some();
        let missing = missing_fields::list_shown(self.status, self.missing);
        let is_claimed = self.is_claimed;
        let state = State { status: self.status, is_confirmed, is_held, is_claimed, missing: &missing };
        let can = ShipmentCan::of(state, grants);
        let input = ShipmentInput { fields: self.fields, parcels, items };
        let missing_fields = match self.status {
            ShipmentStatus::Cancelled => Vec::new(),
            _ => missing_fields::list_by_stage(&missing, &input),
        };
        let mismatches = mismatches::list(&input);
        let ShipmentInput { fields, parcels, items } = input;
        Shipment {
            can,
            hold,
            hold_note: self.hold_note.filter(|_| is_staff),
            held_by_name: self.held_by_name.filter(|_| is_staff),
            contradicted_at: self.contradicted_at.filter(|_| is_staff),
            id: self.id,
            tracking_code: self.tracking_code,
            status: self.status,
            missing,
            missing_fields,
            mismatches,
            fields,
            parcels,
            items,
            client_name: self.client_name,
            service_title_locale: self.service_title_locale,
            subsidiary_title: self.subsidiary_title,
            partner_name: self.partner_name,
            due_from_on: self.due_from_on,
            volumetric_weight_g: self.volumetric_weight_g,
            chargeable_weight_g: self.chargeable_weight_g,
            totals: self.totals.into(),
            draft_price: self.draft_price.map(PriceSum::with_decimals),
            confirmed_at: self.confirmed_at,
            unconfirmed: self.unconfirmed,
            is_claimed,
            label_printed_at: self.label_printed_at,
            label_printed_by_name: self.label_printed_by_name.filter(|_| is_staff),
            label_prints: self.label_prints,
            last_event_code: self.last_event_code,
            last_event_at: self.last_event_at,
            cancel_reason: self.cancel_reason,
            cancelled_at: self.cancelled_at,
            import_id: self.import_id,
            order: self.shop_order.filter(|_| self.status.can_edit()),
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}

/// Whether this key has confirmed the shipment already.
pub async fn was_confirmed_with(tx: &mut TenantTx, id: Uuid, key: Option<Uuid>) -> ApiResult<bool> {
    let Some(key) = key else { return Ok(false) };
    let known: Option<Option<Uuid>> =
        sqlx::query_scalar(CONFIRMATION_KEY).bind(id).fetch_optional(&mut **tx).await?;
    Ok(known.flatten() == Some(key))
}

pub async fn mark_confirmed(
    tx: &mut TenantTx,
    shipment: &Shipment,
    key: Option<Uuid>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let has_customs = missing_fields::goes_through_customs(&shipment.fields);
    let mark = sqlx::query(MARK_CONFIRMED).bind(shipment.id).bind(key).bind(at).bind(has_customs);
    mark.execute(&mut **tx).await?;
    Ok(())
}

/// Takes the next tracking codes of the tenant's range. Each code is used once.
pub async fn take_codes(tx: &mut TenantTx, count: i32) -> ApiResult<Vec<String>> {
    let taken: Option<(String, String, i32)> =
        sqlx::query_as(TAKE_CODES).bind(count).fetch_optional(&mut **tx).await?;
    let exhausted = || ApiError::refused(MessageCode::TrackingRangeExhausted);
    let (prefix, country, first) = taken.ok_or_else(exhausted)?;
    let range = TrackingRange::new(&prefix, &country).map_err(ApiError::internal)?;
    let (first, count) = (first.unsigned_abs(), count.unsigned_abs());
    let codes = range.codes(first, count).map_err(ApiError::internal)?;
    Ok(codes.into_iter().map(|code| code.to_string()).collect())
}

/// Stored values that are not input.
pub struct DerivedColumns {
    pub status: ShipmentStatus,
    pub missing: Vec<String>,
    pub volumetric_weight_g: Option<i32>,
    pub chargeable_weight_g: Option<i32>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

pub async fn insert(
    tx: &mut TenantTx,
    id: Uuid,
    tracking_code: &str,
    input: &ShipmentInput,
    derived: &DerivedColumns,
) -> ApiResult<()> {
    sqlx::query(INSERT)
        .bind(id)
        .bind(tracking_code)
        .bind(derived.status)
        .bind(&derived.missing)
        .bind(derived.volumetric_weight_g)
        .bind(derived.chargeable_weight_g)
        .bind(count_of(input.parcels.len()))
        .bind(i32::from(count_of(input.items.len())))
        .bind(derived.by)
        .bind(derived.at)
        .bind(json(&input.fields)?)
        .execute(&mut **tx)
        .await
        .on_constraint("shipments_external_ref_key", "external_ref", MessageCode::Taken)?;
    insert_children(tx, id, input).await
}

pub async fn update(
    tx: &mut TenantTx,
    id: Uuid,
    input: &ShipmentInput,
    derived: &DerivedColumns,
) -> ApiResult<()> {
    sqlx::query(UPDATE)
        .bind(id)
        .bind(derived.status)
        .bind(&derived.missing)
        .bind(derived.volumetric_weight_g)
        .bind(derived.chargeable_weight_g)
        .bind(count_of(input.parcels.len()))
        .bind(i32::from(count_of(input.items.len())))
        .bind(derived.by)
        .bind(derived.at)
        .bind(json(&input.fields)?)
        .execute(&mut **tx)
        .await
        .on_constraint("shipments_external_ref_key", "external_ref", MessageCode::Taken)?;
    sqlx::query(DELETE_PARCELS).bind(id).execute(&mut **tx).await?;
    sqlx::query(DELETE_ITEMS).bind(id).execute(&mut **tx).await?;
    insert_children(tx, id, input).await
}

async fn insert_children(tx: &mut TenantTx, id: Uuid, input: &ShipmentInput) -> ApiResult<()> {
    let new_ids = |count: usize| (0..count).map(|_| Uuid::now_v7()).collect::<Vec<_>>();
    if !input.parcels.is_empty() {
        let insert = sqlx::query(INSERT_PARCELS).bind(id).bind(new_ids(input.parcels.len()));
        insert.bind(json(&input.parcels)?).execute(&mut **tx).await?;
    }
    if !input.items.is_empty() {
        let insert = sqlx::query(INSERT_ITEMS).bind(id).bind(new_ids(input.items.len()));
        insert.bind(json(&input.items)?).execute(&mut **tx).await?;
    }
    Ok(())
}

fn count_of(length: usize) -> i16 {
    i16::try_from(length).unwrap_or(i16::MAX)
}

fn json(value: &impl serde::Serialize) -> ApiResult<Value> {
    serde_json::to_value(value).map_err(ApiError::internal)
}

pub async fn cancel(tx: &mut TenantTx, id: Uuid, reason: &str, by: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(CANCEL).bind(id).bind(reason).bind(at).bind(by).execute(&mut **tx).await?;
    Ok(())
}

pub async fn client_exists(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(CLIENT_EXISTS).bind(id).fetch_one(&mut **tx).await?)
}

/// The states in `ids`, with their countries.
pub async fn states(tx: &mut TenantTx, ids: &[i32]) -> ApiResult<Vec<(i32, i16)>> {
    Ok(sqlx::query_as(STATES).bind(ids).fetch_all(&mut **tx).await?)
}

pub async fn currency_is_used(tx: &mut TenantTx, code: &str) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(KNOWN_CURRENCY).bind(code).fetch_one(&mut **tx).await?)
}

/// Whether at least one of `ids` is within the scope.
pub async fn any_there(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<bool> {
    Ok(scope.query_scalar(ANY_THERE).bind(ids).fetch_one(&mut **tx).await?)
}
