//! Currencies and banks.

use poem::Request;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};

use super::edits::Lookup;
use crate::lookups::LookupCache;
use access::ctx::Ctx;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::title::LocaleText;
use server_core::tags::Tag;

/// A currency.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct Currency {
    /// ISO 4217 number.
    pub id: i16,
    /// ISO 4217.
    pub code: String,
    pub symbol: String,
    /// Digits after the decimal point; 0 for the yen.
    pub decimal_places: i16,
    #[sqlx(json)]
    pub name_locale: LocaleText,
    /// True when new shipments can use it.
    pub active: bool,
    /// Place among the currencies in which the company bills; null for others. The company's own is the first.
    pub billing_position: Option<i16>,
}

/// A Brazilian bank in the list of COMPE numbers.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct CompeBank {
    pub id: i16,
    /// COMPE number, three digits.
    pub compe: String,
    /// ISPB number, eight digits.
    pub ispb: String,
    pub name: String,
}

pub const CURRENCIES: &str = "
    select c.id, c.code, c.symbol, c.decimal_places, coalesce(e.name_locale, c.name_locale) as name_locale,
        coalesce(e.active, true) as active,
        case when m.code is not null then 1 else b.place + 1 end::smallint as billing_position
    from ref.currencies c left join lookup_edits e on e.lookup = 'currency' and e.code = c.code
        left join (select value #>> '{}' as code from settings where key = 'currency') m on m.code = c.code
        left join (
            select billed.code, billed.place
            from settings, jsonb_array_elements_text(value) with ordinality billed (code, place)
            where key = 'chargeable_currencies'
        ) b on b.code = c.code
    order by c.code";

/// In the given order.
pub const CURRENCIES_NAMED: &str = "
    select c.id, c.code, c.symbol, c.decimal_places, coalesce(e.name_locale, c.name_locale) as name_locale, true as active,
        array_position($1, c.code)::smallint as billing_position
    from ref.currencies c left join lookup_edits e on e.lookup = 'currency' and e.code = c.code
    where c.code = any ($1) and e.active is not false order by array_position($1, c.code)";

pub const BANKS: &str = "select id, compe, ispb, name from ref.banks order by id";

pub struct MoneyApi;

#[OpenApi(tag = "Tag::Lookups")]
impl MoneyApi {
    /// List the currencies
    #[oai(path = "/auxiliar/currencies", method = "get", operation_id = "lookup_currencies")]
    async fn currencies(&self, ctx: Ctx, request: &Request) -> ApiResult<CacheableResponse<Items<Currency>>> {
        let load = ctx.visit.rows::<Currency>(CURRENCIES);
        let list = ctx
            .state()
            .slot::<LookupCache>()
            .get_edited("currencies", Lookup::Currency, &ctx.visit, load)
            .await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Session, list))
    }

    /// List the tenant's billing currencies
    ///
    /// The first is the tenant's main currency.
    #[oai(
        path = "/auxiliar/chargeable_currencies",
        method = "get",
        operation_id = "lookup_chargeable_currencies"
    )]
    async fn chargeable_currencies(
        &self,
        ctx: Ctx,
        request: &Request,
    ) -> ApiResult<CacheableResponse<Items<Currency>>> {
        let settings = ctx.settings();
        let mut codes = vec![settings.currency.clone()];
        codes.extend(
            settings.chargeable_currencies.iter().filter(|code| **code != settings.currency).cloned(),
        );
        let mut tx = ctx.begin().await?;
        let data = sqlx::query_as(CURRENCIES_NAMED).bind(codes).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }

    /// List the Brazilian banks
    #[oai(path = "/auxiliar/banks", method = "get", operation_id = "lookup_banks")]
    async fn banks(&self, ctx: Ctx, request: &Request) -> ApiResult<CacheableResponse<Items<CompeBank>>> {
        let list = ctx.state().slot::<LookupCache>().get("banks", ctx.visit.rows::<CompeBank>(BANKS)).await?;
        Ok(CacheableResponse::snapshot(request, CacheTime::Session, list))
    }
}

impl Example for Currency {
    fn example() -> Self {
        Self {
            id: 986,
            code: "BRL".into(),
            symbol: "R$".into(),
            decimal_places: 2,
            name_locale: LocaleText::of("Real brasileiro", "Brazilian Real", "Real brasileño", "巴西雷亚尔"),
            active: true,
            billing_position: Some(1),
        }
    }
}

impl Example for CompeBank {
    fn example() -> Self {
        Self { id: 1, compe: "001".into(), ispb: "00000000".into(), name: "Banco do Brasil S.A.".into() }
    }
}
