//! SQL of parcels of clients.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::InboundParcelDetails;
use super::model::{InboundParcel, InboundParcelTotals, verdict};
use crate::steps::Actor;
use crate::steps::inbound_parcel::InboundParcelStatus;
use access::scope::RowScope;
use parties::storage_places::StoragePlace;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::{Listing, Records, Where};

pub const INBOUND_PARCELS: Records = Records {
    table: "inbound_parcels",
    resource: Resource::InboundParcel,
    id: "i.id = ",
    listing: Listing {
        columns: "i.id, i.client_id, i.client_name, i.suite_code, i.warehouse_id, i.warehouse_name, i.subsidiary_id,
              i.external_code, i.carrier, i.shop, i.order_ref, i.content, i.value, i.currency::text as currency, i.status, i.place, i.received_parcel_id,
              i.announced_at, i.arrived_at, p.weight_g, p.length_mm, p.width_mm, p.height_mm,
              p.photo_key is not null as has_photo, i.reason, i.created_at, i.version",
        from: "inbound_parcels i left join received_parcels p on p.id = i.received_parcel_id",
        order: "i.created_at desc, i.id desc",
    },
};

/// An announcement that a parcel was received without: the parcel takes it.
pub const TAKE_ANNOUNCEMENT: &str = "
    delete from inbound_parcels where client_id = $1 and external_code = $2 and status = 10 and id <> $3
    returning carrier, shop, order_ref, content, value, currency::text as currency, announced_at";
/// A parcel that nobody announced, and whose scan is withdrawn or belongs to a shipment.
pub const FORGET: &str = "delete from inbound_parcels where id = $1 and announced_at is null and status = 20";
pub const PHOTO: &str = "
    select p.photo_key, p.photo_type from inbound_parcels i join received_parcels p on p.id = i.received_parcel_id
    where i.id = $1 and p.photo_key is not null";

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
#[derive(Debug, Serialize)]
pub struct WarehouseColumns {
    pub warehouse_name: Option<String>,
    pub subsidiary_id: Option<Uuid>,
}

/// The columns of an arrival.
#[derive(Debug, Serialize)]
pub struct InboundArrival {
    pub status: InboundParcelStatus,
    pub warehouse_id: Option<Uuid>,
    #[serde(flatten)]
    pub at: WarehouseColumns,
    pub received_parcel_id: Option<Uuid>,
    pub place: Option<String>,
    pub arrived_at: Option<DateTime<Utc>>,
}

/// The columns of a parcel that nobody has announced.
#[derive(Debug, Serialize)]
pub struct UnidentifiedParcel {
    pub external_code: String,
    pub created_by: Uuid,
    #[serde(flatten)]
    pub arrival: InboundArrival,
}

/// What a client has announced of a parcel.
#[derive(Debug, Default, Serialize, sqlx::FromRow)]
pub struct Announcement {
    pub carrier: Option<String>,
    pub shop: Option<String>,
    pub order_ref: Option<String>,
    pub content: Option<String>,
    pub value: Option<Decimal>,
    pub currency: Option<String>,
    pub announced_at: Option<DateTime<Utc>>,
}

/// The columns of an identified parcel.
#[derive(Debug, Serialize)]
pub struct IdentifiedParcel {
    pub client_id: Uuid,
    pub client_name: String,
    pub suite_code: String,
    pub warehouse_id: Option<Uuid>,
    #[serde(flatten)]
    pub at: WarehouseColumns,
    #[serde(flatten)]
    pub announcement: Announcement,
}

impl WarehouseColumns {
    pub fn of(place: &StoragePlace) -> Self {
        Self { warehouse_name: Some(place.name.clone()), subsidiary_id: place.subsidiary_id }
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
                count(*) filter (where i.client_id is null) as unidentified
         from inbound_parcels i",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

/// Takes over what the client has announced of this code, and ends the announcement.
pub async fn take_announcement(
    tx: &mut TenantTx,
    client_id: Uuid,
    external_code: &str,
    parcel_id: Uuid,
) -> ApiResult<Announcement> {
    let query = sqlx::query_as(TAKE_ANNOUNCEMENT).bind(client_id).bind(external_code).bind(parcel_id);
    Ok(query.fetch_optional(&mut **tx).await?.unwrap_or_default())
}

/// Deletes a parcel that nobody announced. False for one that was announced.
pub async fn forget(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query(FORGET).bind(id).execute(&mut **tx).await?.rows_affected() > 0)
}

/// The key and the type of the photo of a parcel.
pub async fn find_photo(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<(String, String)>> {
    Ok(sqlx::query_as(PHOTO).bind(id).fetch_optional(&mut **tx).await?)
}

/// Whether the state of a parcel allows an action of staff.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let parcel: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), id).await?;
    let InboundParcel { client_id, subsidiary_id, status, .. } = parcel;
    let owner = RecordOwner::ByParties { client_id, subsidiary_id, partner_id: None };
    let verdict = verdict(parcel.state(), action, Actor::Staff);
    Ok(RecordState { owner, status: Some(status.code()), verdict })
}
