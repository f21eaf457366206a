//! Records that pricing needs: the client, the services, the states of the places.

use tenancy::TenantTx;
use uuid::Uuid;

use super::service::QuotedService;
use server_core::http::error::ApiResult;

pub const CLIENT: &str = "select group_id, currency from clients where id = $1";
/// Active services in the order in which they are offered.
pub const SERVICES: &str = "
    select id, code, title_locale, mode, scope, transit_min_days, transit_max_days, tax_modality, min_weight_g,
           max_weight_g, max_side_mm, max_sides_mm, max_girth_mm, max_value, value_currency, contents,
           origin_country_ids, destination_country_ids
    from services
    where active and ($1::uuid[] is null or id = any($1))
      and (id = $4 or ($2::uuid[] is null or profile_ids = '{}' or profile_ids && $2)
                  and ($3::uuid[] is null or id = any($3)))
    order by position, code limit 200";
pub const STATES: &str = "select id, country_id, code from states where id = any($1)";

/// Facts of a client on which its prices depend.
#[derive(Default, sqlx::FromRow)]
pub struct PricedClient {
    pub group_id: Option<Uuid>,
    pub currency: Option<String>,
}

pub async fn load_client(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<PricedClient> {
    let Some(id) = id else { return Ok(PricedClient::default()) };
    let found: Option<PricedClient> = sqlx::query_as(CLIENT).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}

/// Which services are priced: all active ones, as far as nothing else is asked for.
#[derive(Clone, Default)]
pub struct ServiceFilter {
    /// Only these.
    pub ids: Option<Vec<Uuid>>,
    /// Only those of everybody and of these profiles (`Ctx::service_profiles`).
    pub profiles: Option<Vec<Uuid>>,
    /// Only those that the subsidiary sells.
    pub sold: Option<Vec<Uuid>>,
    /// This one besides those of the profiles and of the subsidiary.
    pub kept: Option<Uuid>,
}

/// The active services, or those among them that are asked for.
pub async fn load_services(tx: &mut TenantTx, filter: &ServiceFilter) -> ApiResult<Vec<QuotedService>> {
    let ServiceFilter { ids, profiles, sold, kept } = filter;
    Ok(sqlx::query_as(SERVICES).bind(ids).bind(profiles).bind(sold).bind(kept).fetch_all(&mut **tx).await?)
}

/// The states in `ids`, each with its country and its code in ISO 3166-2.
pub async fn load_states(tx: &mut TenantTx, ids: &[i32]) -> ApiResult<Vec<(i32, i16, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(STATES).bind(ids).fetch_all(&mut **tx).await?)
}
