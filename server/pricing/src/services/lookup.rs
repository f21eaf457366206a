//! The services to choose from.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::title::LocaleText;
use server_core::tags::Tag;

/// A service for shipments.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "OfferedService", example)]
pub struct Service {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleText,
    /// `air`, `road`, `sea` or `postal`.
    pub mode: String,
    pub transit_min_days: Option<i16>,
    pub transit_max_days: Option<i16>,
    /// Cubic centimetres per kilogram of volumetric weight.
    pub volumetric_divisor: i32,
    /// The chargeable weight is rounded up to a multiple of this, in grams.
    pub rounding_step_g: i32,
    /// Maximum weight of a shipment in grams; null when there is no limit.
    pub max_weight_g: Option<i32>,
}

pub const OFFERED: &str = "
    select id, code, title_locale, mode, transit_min_days, transit_max_days, volumetric_divisor, rounding_step_g,
           max_weight_g
    from services
    where active and ($1::uuid[] is null or profile_ids = '{}' or profile_ids && $1) order by position, code";

pub struct ServiceLookupApi;

#[OpenApi(tag = "Tag::Lookups")]
impl ServiceLookupApi {
    /// List the tenant's services
    ///
    /// A service of some profiles is listed for their users, and for users who may change services.
    #[oai(path = "/auxiliar/services", method = "get", operation_id = "lookup_services")]
    async fn services(&self, ctx: Ctx, request: &Request) -> ApiResult<CacheableResponse<Items<Service>>> {
        ctx.require(Resource::Service, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = sqlx::query_as(OFFERED).bind(ctx.service_profiles()).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }
}

impl Example for Service {
    fn example() -> Self {
        Self {
            id: Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0001),
            code: "EXP".into(),
            title_locale: LocaleText::of("Expresso", "Express", "Expreso", "特快"),
            mode: "air".into(),
            transit_min_days: Some(3),
            transit_max_days: Some(5),
            volumetric_divisor: 5000,
            rounding_step_g: 500,
            max_weight_g: Some(30_000),
        }
    }
}
