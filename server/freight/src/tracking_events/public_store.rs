//! SQL of what the public page shows of shipments.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::due_from_on;
use crate::hold_reason::HoldReason;
use crate::status::ShipmentStatus;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// $2: everybody can see them. $3 to $6: the current user can open all of them, or those of one client, of
/// some subsidiaries, or of one partner.
pub const PUBLIC_SHIPMENTS: &str = concat!(
    "
    select s.id, s.tracking_code, s.status, s.from_country_id, s.to_country_id, s.to_city, s.to_postcode, s.last_event_at,
           s.due_on, s.hold_reason, greatest(s.parcel_count, 1::smallint) as parcel_count,
           v.title_locale as service_title_locale, reach.in_reach, case when reach.in_reach then s.to_name end as to_name, ",
    due_from_on!(),
    "
    from shipments s
    left join services v on v.id = s.service_id
    cross join lateral (select $6 and coalesce(",
    in_scope!("s."),
    ", false)) reach(in_reach)
    where s.tracking_code = any($4) and ($5 or reach.in_reach)"
);

#[derive(sqlx::FromRow)]
pub struct PublicShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub from_country_id: Option<i16>,
    pub to_country_id: Option<i16>,
    pub to_city: Option<String>,
    pub to_postcode: Option<String>,
    pub last_event_at: Option<DateTime<Utc>>,
    pub due_on: Option<NaiveDate>,
    pub due_from_on: Option<NaiveDate>,
    pub service_title_locale: Option<Value>,
    pub hold_reason: Option<HoldReason>,
    pub parcel_count: i16,
    /// Whether the current user can open it.
    pub in_reach: bool,
    /// Only of a shipment within reach.
    pub to_name: Option<String>,
}

/// Shipments by code: all if the public page is on, and those the current user can open.
pub async fn list_shipments(
    tx: &mut TenantTx,
    codes: &[String],
    is_public: bool,
    reach: Option<&RowScope>,
) -> ApiResult<Vec<PublicShipment>> {
    let found = reach
        .unwrap_or(&RowScope::All)
        .query_as(PUBLIC_SHIPMENTS)
        .bind(codes)
        .bind(is_public)
        .bind(reach.is_some())
        .fetch_all(&mut **tx)
        .await?;
    Ok(found)
}
