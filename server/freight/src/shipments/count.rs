//! Numbers of shipments for the tabs and saved views of the list.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};

use super::list::{self, Conditions, ShipmentFilter};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::tags::Tag;

/// Each number is exact up to here; above, the tab shows "999+".
const CAP: i64 = 999;

pub struct ShipmentCountApi;

/// Filters of the list.
#[derive(Object)]
struct ShipmentCounts {
    #[oai(validator(min_items = 1, max_items = 40))]
    filters: Vec<ShipmentFilter>,
}

/// The number of matches of a filter.
#[derive(Object)]
struct ShipmentCount {
    /// Exact up to 999.
    total: i64,
    /// True when more than `total` shipments match.
    total_capped: bool,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentCountApi {
    /// Count the shipments of several filters
    ///
    /// One number per filter, in the same order. Returns 422 `search_too_broad` if the counts take too long.
    #[oai(path = "/count", method = "post", operation_id = "shipment_count")]
    async fn shipment_count(
        &self,
        ctx: Ctx,
        body: Body<ShipmentCounts>,
    ) -> ApiResult<Json<Items<ShipmentCount>>> {
        let scope = ctx.scope(Resource::Shipment, Action::List)?;
        let conditions: Vec<_> = body
            .0
            .filters
            .into_iter()
            .map(|filter| Conditions::new(filter, scope.clone(), &ctx.user.time_zone))
            .collect::<ApiResult<_>>()?;
        let mut tx = ctx.begin().await?;
        let counted = list::counts(&mut tx, &conditions, CAP).await?;
        tx.commit().await?;
        let data = counted
            .into_iter()
            .map(|found| ShipmentCount { total: found.min(CAP), total_capped: found > CAP })
            .collect();
        Ok(Json(Items { data }))
    }
}
