//! The drop-off points to choose from.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::tags::Tag;

/// A place where parcels can be dropped off.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct AdvancedPost {
    pub id: Uuid,
    pub code: String,
    pub name: String,
    pub country_id: i16,
    pub postcode: Option<String>,
    pub address_1: String,
    pub address_2: Option<String>,
    pub address_number: Option<String>,
    pub state_id: Option<i32>,
    pub city: String,
    pub phone: Option<String>,
    /// Opening hours as text.
    pub hours: Option<String>,
}

pub const ADVANCED_POSTS: &str = "
    select id, code, name, country_id, postcode, address_1, address_2, address_number, state_id, city, phone, hours
    from advanced_posts where active order by position, code";

pub struct AdvancedPostLookupApi;

#[OpenApi(tag = "Tag::Lookups")]
impl AdvancedPostLookupApi {
    /// List the drop-off points
    #[oai(path = "/auxiliar/advanced_posts", method = "get", operation_id = "lookup_advanced_posts")]
    async fn advanced_posts(
        &self,
        ctx: Ctx,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Items<AdvancedPost>>> {
        let data = ctx.visit.rows(ADVANCED_POSTS).await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }
}

impl Example for AdvancedPost {
    fn example() -> Self {
        Self {
            id: Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0003),
            code: "PAULISTA".into(),
            name: "Paulista".into(),
            country_id: 32,
            postcode: Some("01310-100".into()),
            address_1: "Avenida Paulista".into(),
            address_2: Some("Bela Vista".into()),
            address_number: Some("1000".into()),
            state_id: Some(26),
            city: "São Paulo".into(),
            phone: Some("+551140028922".into()),
            hours: Some("Mon–Fri 9–18".into()),
        }
    }
}
