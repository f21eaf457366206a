//! The parts of a quote for a customer besides its prices.

use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const PLACES: &str = "
    select f.names as from_names, t.names as to_names
    from (select coalesce(e.name_locale, c.name_locale) as names from countries c
          left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2 where c.id = $1) f,
         (select coalesce(e.name_locale, c.name_locale) as names from countries c
          left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2 where c.id = $2) t";
pub const CLIENT_LANGUAGE: &str = "select language from clients where id = $1";

/// Names of the countries of a quote, by language.
#[derive(sqlx::FromRow)]
pub struct CountryNames {
    pub from_names: Value,
    pub to_names: Value,
}

pub async fn load_countries(tx: &mut TenantTx, from: i16, to: i16) -> ApiResult<Option<CountryNames>> {
    Ok(sqlx::query_as(PLACES).bind(from).bind(to).fetch_optional(&mut **tx).await?)
}

/// The language that a client has chosen.
pub async fn load_language(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<String>> {
    let found: Option<Option<String>> =
        sqlx::query_scalar(CLIENT_LANGUAGE).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}
