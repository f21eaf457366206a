//! SQL of parcels of clients.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::InboundParcelDetails;
use super::model::{InboundParcel, InboundParcelTotals, verdict};
use crate::steps::inbound_parcel::InboundParcelStatus;
use access::scope::RowScope;
use parties::storage_places::{StoragePlace, StorageTerms};
use parties::storage_rates::StoredParcel;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::{Listing, Records, Where};
use trade::steps::Actor;

pub const INBOUND_PARCELS: Records = Records {
    table: "inbound_parcels",
    resource: Resource::InboundParcel,
    id: "i.id = ",
    listing: Listing {
        columns: "i.id, i.client_id, i.client_name, i.suite_code, i.warehouse_id, i.warehouse_name, i.subsidiary_id,
              i.external_code, i.carrier, i.from_country_id, i.shop, i.order_ref, i.content, i.value, i.currency::text as currency, i.status,
              i.place, i.received_parcel_id, i.announced_at, i.arrived_at, i.told_at, i.storage as terms, i.time_zone, i.client_group_id,
              i.released_at, i.storage_charged, i.repack_id, i.scanned_at, i.fee_share, i.shipment_id, i.tracking_code,
              p.weight_g, p.length_mm, p.width_mm, p.height_mm,
              p.photo_key is not null as has_photo, i.reason, i.created_at, i.version",
        from: "inbound_parcels i left join received_parcels p on p.id = i.received_parcel_id",
        order: "i.id desc",
    },
};

/// An announcement that a parcel was received without: the parcel takes it.
pub const TAKE_ANNOUNCEMENT: &str = "
    delete from inbound_parcels where id = (
        select id from inbound_parcels where client_id = $1 and external_code = any($2) and status = 10 and id <> $3
        order by length(external_code) desc limit 1
    )
    returning carrier, from_country_id, shop, order_ref, content, value, currency::text as currency, announced_at";
/// A parcel that nobody announced, and whose scan is withdrawn or belongs to a shipment.
pub const FORGET: &str = "delete from inbound_parcels where id = $1 and announced_at is null and status = 20";
/// Parcels of unknown clients that are on their way; without those whose code somebody expects.
pub const EXPECT: &str = "
    with expected as materialized (
        select n.* from jsonb_populate_recordset(null::inbound_parcels, $1) n
        where not exists (select from inbound_parcels i where i.external_code = n.external_code and i.status = 10)
    )
    insert into inbound_parcels (id, external_code, order_ref, warehouse_id, warehouse_name, subsidiary_id, storage, time_zone,
                                 status, created_by, created_at, updated_at)
    select n.id, n.external_code, n.order_ref, n.warehouse_id, n.warehouse_name, n.subsidiary_id, n.storage, n.time_zone, 10,
           n.created_by, $2, $2
    from expected n
    returning id, external_code";
pub const DUE_REMINDERS: &str = "
    select i.id, i.client_id, i.external_code, i.arrived_at, i.storage, i.time_zone, i.notice_day, i.client_group_id, p.weight_g,
           greatest(p.length_mm, p.width_mm, p.height_mm) as longest_mm
    from inbound_parcels i left join received_parcels p on p.id = i.received_parcel_id
    where i.notice_at <= $1 and i.client_id is not null order by i.notice_at, i.id limit $2 for update of i skip locked";
pub const SET_REMINDERS: &str = "
    update inbound_parcels i set notice_day = n.day, notice_at = n.at
    from unnest($1::uuid[], $2::smallint[], $3::timestamptz[]) n (id, day, at)
    where i.id = n.id";
pub const PHOTO: &str = "
    select p.photo_key, p.photo_type from inbound_parcels i join received_parcels p on p.id = i.received_parcel_id
    where i.id = $1 and p.photo_key is not null";

/// Two parcels never take the last room of a place both: the second one waits here.
pub const LOCK_PLACE: &str = "
    select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', current_schema(), 'parcel_place', $1::uuid, lower($2::text)), 0))";
/// Two stations never keep one unknown code both without knowing of each other: the second one waits here.
pub const LOCK_CODE: &str = "
    select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', current_schema(), 'parcel_code', $1::text), 0))";
/// Other parcels than $3 that lie there.
pub const LYING: &str = "
    select count(*) from inbound_parcels
    where warehouse_id = $1 and status in (20, 30) and lower(place) = lower($2) and id <> $3";

/// The columns of an announcement.
#[derive(Debug, Serialize)]
pub struct NewInboundParcel {
    pub client_id: Uuid,
    pub client_name: String,
    pub suite_code: String,
    #[serde(flatten)]
    pub details: InboundParcelDetails,
    #[serde(flatten)]
    pub at: WarehouseColumns,
    pub announced_at: DateTime<Utc>,
    pub created_by: Uuid,
}

/// The columns of a changed announcement.
#[derive(Debug, Serialize)]
pub struct ChangedInboundParcel {
    #[serde(flatten)]
    pub details: InboundParcelDetails,
    #[serde(flatten)]
    pub at: WarehouseColumns,
}

/// What a parcel keeps of its warehouse, besides its id.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WarehouseColumns {
    pub warehouse_name: Option<String>,
    pub subsidiary_id: Option<Uuid>,
    pub storage: Option<StorageTerms>,
    pub time_zone: Option<String>,
}

/// The columns of an arrival.
#[derive(Debug, Serialize)]
pub struct InboundArrival {
    pub status: InboundParcelStatus,
    pub warehouse_id: Option<Uuid>,
    #[serde(flatten)]
    pub at: WarehouseColumns,
    pub received_parcel_id: Option<Uuid>,
    /// The group of its client on that day.
    pub client_group_id: Option<Uuid>,
    pub place: Option<String>,
    pub arrived_at: Option<DateTime<Utc>>,
    /// When its client is told of it; none while nobody knows whose it is.
    pub told_at: Option<DateTime<Utc>>,
    #[serde(flatten)]
    pub notice: NoticeColumns,
}

/// The next reminder of a parcel's client.
#[derive(Debug, Default, Serialize)]
pub struct NoticeColumns {
    pub notice_day: Option<i16>,
    pub notice_at: Option<DateTime<Utc>>,
}

/// The columns of a parcel that nobody has announced.
#[derive(Debug, Serialize)]
pub struct UnidentifiedParcel {
    pub external_code: String,
    pub created_by: Uuid,
    #[serde(flatten)]
    pub arrival: InboundArrival,
}

/// The columns of a parcel of an unknown client that is on its way.
#[derive(Debug, Serialize)]
pub struct ExpectedParcel<'a> {
    pub id: Uuid,
    pub external_code: String,
    /// Number of the pickup that it comes from.
    pub order_ref: &'a str,
    pub warehouse_id: Option<Uuid>,
    #[serde(flatten)]
    pub at: WarehouseColumns,
    pub created_by: Uuid,
}

/// What a client has announced of a parcel.
#[derive(Debug, Default, Serialize, sqlx::FromRow)]
pub struct Announcement {
    pub carrier: Option<String>,
    pub from_country_id: Option<i16>,
    pub shop: Option<String>,
    pub order_ref: Option<String>,
    pub content: Option<String>,
    pub value: Option<Decimal>,
    pub currency: Option<String>,
    pub announced_at: Option<DateTime<Utc>>,
}

/// A parcel whose client has to be reminded.
#[derive(sqlx::FromRow)]
pub struct DueReminder {
    pub id: Uuid,
    pub client_id: Uuid,
    pub external_code: String,
    pub arrived_at: DateTime<Utc>,
    #[sqlx(json)]
    pub storage: StorageTerms,
    pub time_zone: String,
    notice_day: i16,
    client_group_id: Option<Uuid>,
    weight_g: Option<i32>,
    longest_mm: Option<f64>,
}

/// The next reminder of a parcel.
pub struct NextReminder {
    pub id: Uuid,
    pub notice: NoticeColumns,
}

/// The columns of an identified parcel.
#[derive(Debug, Serialize)]
pub struct IdentifiedParcel {
    pub client_id: Uuid,
    pub client_name: String,
    pub suite_code: String,
    pub client_group_id: Option<Uuid>,
    pub told_at: DateTime<Utc>,
    pub warehouse_id: Option<Uuid>,
    #[serde(flatten)]
    pub at: WarehouseColumns,
    #[serde(flatten)]
    pub announcement: Announcement,
    #[serde(flatten)]
    pub notice: NoticeColumns,
}

impl DueReminder {
    /// The day of the stay for which the reminder was planned.
    pub fn day(&self) -> u32 {
        u32::try_from(self.notice_day).unwrap_or_default()
    }

    /// The facts that decide about its rate.
    pub fn to_stored(&self) -> StoredParcel {
        let Self { client_group_id, weight_g, longest_mm, .. } = *self;
        StoredParcel { client_group_id, weight_g, longest_mm }
    }
}

impl NextReminder {
    /// None after the last one.
    pub fn of(id: Uuid, next: Option<(u32, DateTime<Utc>)>) -> Self {
        Self { id, notice: NoticeColumns::of(next) }
    }
}

impl NoticeColumns {
    /// From a day of the stay and its time.
    pub fn of(next: Option<(u32, DateTime<Utc>)>) -> Self {
        let day = next.and_then(|(day, _)| i16::try_from(day).ok());
        Self { notice_day: day, notice_at: next.filter(|_| day.is_some()).map(|(_, at)| at) }
    }
}

impl WarehouseColumns {
    pub fn of(place: &StoragePlace) -> Self {
        Self {
            warehouse_name: Some(place.name.clone()),
            subsidiary_id: place.subsidiary_id,
            storage: Some(place.storage.clone()),
            time_zone: Some(place.time_zone.clone()),
        }
    }

    /// What a parcel has kept of it.
    pub fn of_parcel(parcel: &InboundParcel) -> Self {
        Self {
            warehouse_name: parcel.warehouse_name.clone(),
            subsidiary_id: parcel.subsidiary_id,
            storage: parcel.terms.clone(),
            time_zone: parcel.time_zone.clone(),
        }
    }
}

/// The parcels that the user reaches.
pub fn build_filter(scope: &RowScope) -> Where {
    narrow(Where::all(), scope)
}

/// Within what the user reaches. A partner's user reaches nothing: parcels are between the company and its clients.
pub fn narrow(filter: Where, scope: &RowScope) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .by("i.client_id", client.or(partner.map(|_| Uuid::nil())))
        .among("i.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<InboundParcelTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where i.status = 10) as expected, count(*) filter (where i.status = 20) as arrived,
                count(*) filter (where i.status = 30) as stored, count(*) filter (where i.status = 40) as packed,
                count(*) filter (where i.status = 50) as gone, count(*) filter (where i.status = 60) as abandoned,
                count(*) filter (where i.status = 0) as cancelled,
                count(*) filter (where i.client_id is null and i.status <> 0) as unidentified
         from inbound_parcels i",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

/// Takes over what the client has announced of the longest one of these codes, and ends the announcement.
pub async fn take_announcement(
    tx: &mut TenantTx,
    client_id: Uuid,
    codes: &[String],
    parcel_id: Uuid,
) -> ApiResult<Announcement> {
    let query = sqlx::query_as(TAKE_ANNOUNCEMENT).bind(client_id).bind(codes).bind(parcel_id);
    Ok(query.fetch_optional(&mut **tx).await?.unwrap_or_default())
}

/// Writes parcels that are on their way; returns the ids and codes of those that nobody expected.
pub async fn expect(
    tx: &mut TenantTx,
    parcels: &[ExpectedParcel<'_>],
    at: DateTime<Utc>,
) -> ApiResult<Vec<(Uuid, String)>> {
    Ok(sqlx::query_as(EXPECT).bind(Json(parcels)).bind(at).fetch_all(&mut **tx).await?)
}

/// Deletes a parcel that nobody announced. False for one that was announced.
pub async fn forget(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query(FORGET).bind(id).execute(&mut **tx).await?.rows_affected() > 0)
}

/// Parcels whose clients have to be reminded; nobody else reminds them meanwhile.
pub async fn lock_due_reminders(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    most: i64,
) -> ApiResult<Vec<DueReminder>> {
    Ok(sqlx::query_as(DUE_REMINDERS).bind(now).bind(most).fetch_all(&mut **tx).await?)
}

pub async fn set_next_reminders(tx: &mut TenantTx, next: &[NextReminder]) -> ApiResult<()> {
    let ids: Vec<Uuid> = next.iter().map(|one| one.id).collect();
    let days: Vec<Option<i16>> = next.iter().map(|one| one.notice.notice_day).collect();
    let times: Vec<Option<DateTime<Utc>>> = next.iter().map(|one| one.notice.notice_at).collect();
    sqlx::query(SET_REMINDERS).bind(ids).bind(days).bind(times).execute(&mut **tx).await?;
    Ok(())
}

/// Holds an unknown code until the end of the transaction.
pub async fn lock_code(tx: &mut TenantTx, code: &str) -> ApiResult<()> {
    sqlx::query(LOCK_CODE).bind(code).execute(&mut **tx).await?;
    Ok(())
}

/// Number of the other parcels that lie in a place, which nobody else fills until the end of the transaction.
pub async fn count_lying(tx: &mut TenantTx, warehouse_id: Uuid, place: &str, but: Uuid) -> ApiResult<i64> {
    sqlx::query(LOCK_PLACE).bind(warehouse_id).bind(place).execute(&mut **tx).await?;
    Ok(sqlx::query_scalar(LYING).bind(warehouse_id).bind(place).bind(but).fetch_one(&mut **tx).await?)
}

/// The key and the type of the photo of a parcel.
pub async fn find_photo(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<(String, String)>> {
    Ok(sqlx::query_as(PHOTO).bind(id).fetch_optional(&mut **tx).await?)
}

/// Whether the state of a parcel allows an action of staff.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    now: DateTime<Utc>,
) -> ApiResult<RecordState> {
    let parcel: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), id).await?;
    let InboundParcel { client_id, subsidiary_id, status, .. } = parcel;
    let owner = RecordOwner::ByParties { client_id, subsidiary_id, partner_id: None };
    let verdict = verdict(parcel.state(now), action, Actor::Staff);
    Ok(RecordState { owner, status: Some(status.code()), verdict })
}
