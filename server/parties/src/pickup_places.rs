//! The warehouses that pick parcels up.

use chrono_tz::Tz;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::pickup_rules::PickupRules;
use server_core::http::error::ApiResult;

/// $2 are the branches of a user who is bound to some.
pub const OF_COUNTRY: &str = "
    select id, code, subsidiary_id, time_zone, pickup from warehouses
    where active and pickup is not null and country_id = $1 and ($2::uuid[] is null or subsidiary_id = any($2))
    order by search_text(code), id limit 200";
pub const CANCEL_FEE: &str = "select (pickup ->> 'cancel_fee')::numeric from warehouses where id = $1";

/// A warehouse that picks parcels up.
#[derive(Debug, sqlx::FromRow)]
pub struct PickupPlace {
    pub id: Uuid,
    pub code: String,
    /// The branch that runs it.
    pub subsidiary_id: Option<Uuid>,
    pub time_zone: String,
    #[sqlx(json, rename = "pickup")]
    pub rules: PickupRules,
}

impl PickupPlace {
    /// The form of a warehouse takes no other time zones.
    pub fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

/// The warehouse that picks up at a postcode: one with an area around it goes before one for the whole country. None where
/// nobody picks up.
pub async fn find_pickup_place(
    tx: &mut TenantTx,
    country_id: i16,
    postcode: Option<&str>,
    branches: Option<&[Uuid]>,
) -> ApiResult<Option<PickupPlace>> {
    let query = sqlx::query_as(OF_COUNTRY).bind(country_id).bind(branches);
    let all: Vec<PickupPlace> = query.fetch_all(&mut **tx).await?;
    let (around, whole) = all
        .into_iter()
        .filter(|place| place.rules.covers(country_id, postcode))
        .partition::<Vec<_>, _>(|place| !place.rules.areas.is_empty());
    Ok(around.into_iter().chain(whole).next())
}

/// What a scheduled pickup of a warehouse costs that is cancelled, in the company's currency.
pub async fn find_cancel_fee(tx: &mut TenantTx, warehouse_id: Uuid) -> ApiResult<Option<Decimal>> {
    let found: Option<Option<Decimal>> =
        sqlx::query_scalar(CANCEL_FEE).bind(warehouse_id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}
