//! The packaging to choose from.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::title::LocaleText;
use server_core::tags::Tag;

/// Packaging for a parcel.
#[derive(Object, sqlx::FromRow)]
#[oai(rename = "OfferedPackage", example)]
pub struct Package {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleText,
    /// `envelope`, `box`, `bag`, `pallet` or `tube`.
    pub package_type: String,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    /// Weight of the empty packaging in grams.
    pub tare_g: i32,
    /// Maximum weight of the content in grams; null when there is no limit.
    pub max_weight_g: Option<i32>,
}

pub const PACKAGES: &str = "
    select id, code, title_locale, package_type, length_mm, width_mm, height_mm, tare_g, max_weight_g
    from packages where active order by position, code";

pub struct PackageLookupApi;

#[OpenApi(tag = "Tag::Lookups")]
impl PackageLookupApi {
    /// List the packaging for parcels
    #[oai(path = "/auxiliar/packages", method = "get", operation_id = "lookup_packages")]
    async fn packages(&self, ctx: Ctx, request: &Request) -> ApiResult<CacheableResponse<Items<Package>>> {
        let data = ctx.visit.rows(PACKAGES).await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }
}

impl Example for Package {
    fn example() -> Self {
        Self {
            id: Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0002),
            code: "BOX-M".into(),
            title_locale: LocaleText::of("Caixa média", "Medium box", "Caja mediana", "中号箱"),
            package_type: "box".into(),
            length_mm: Some(300.0),
            width_mm: Some(200.0),
            height_mm: Some(150.0),
            tare_g: 180,
            max_weight_g: Some(10_000),
        }
    }
}
