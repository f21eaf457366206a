//! People at providers who get e-mails: what tickets are addressed to.

use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::http::list::Words;
use server_core::http::title::LocaleTitle;

/// A provider by its names.
#[derive(sqlx::FromRow)]
pub struct ProviderNames {
    pub id: Uuid,
    pub code: String,
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
}

/// A person at a provider who has an e-mail address.
#[derive(sqlx::FromRow)]
pub struct ProviderContact {
    pub id: Uuid,
    pub provider_id: Uuid,
    pub name: String,
    pub email: String,
    pub phone: Option<String>,
}

pub const NAMES: &str = "select id, code, title_locale from providers where id = any($1)";
pub const CONTACTS: &str = "
    select c.id, c.owner_id as provider_id, c.name, lower(trim(c.email)) as email, c.phone
    from contacts c join providers p on p.id = c.owner_id and (p.active or $2)
    where c.owner_type = 'provider' and c.owner_id = any($1) and trim(c.email) <> ''
    order by search_text(c.name), c.id limit 500";

/// Active providers with these words in their names that have somebody to write to; `id` restricts them to one.
pub fn reachable_query(words: &Words, id: Option<Uuid>, most: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "select a.id, a.code, a.title_locale from providers a where a.active and exists (
             select from contacts c where c.owner_type = 'provider' and c.owner_id = a.id and trim(c.email) <> '')",
    );
    if let Some(id) = id {
        query.push(" and a.id = ").push_bind(id);
    }
    words.push(
        &mut query,
        "(' ' || search_text(concat_ws(' ', a.code, a.title_locale ->> 'pt', a.title_locale ->> 'en', \
         a.title_locale ->> 'es', a.title_locale ->> 'zh')))",
    );
    query.push(format_args!(" order by search_text(a.code), a.id limit {most}"));
    query
}

pub async fn find_reachable(
    tx: &mut TenantTx,
    words: &Words,
    id: Option<Uuid>,
    most: i64,
) -> ApiResult<Vec<ProviderNames>> {
    let mut query = reachable_query(words, id, most);
    Ok(query.build_query_as().persistent(false).fetch_all(&mut **tx).await?)
}

/// Names of providers, active or not.
pub async fn names(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<ProviderNames>> {
    Ok(sqlx::query_as(NAMES).bind(ids).fetch_all(&mut **tx).await?)
}

/// The people of these providers who have an address. People of inactive providers only on demand.
pub async fn contacts(
    tx: &mut TenantTx,
    ids: &[Uuid],
    with_inactive: bool,
) -> ApiResult<Vec<ProviderContact>> {
    Ok(sqlx::query_as(CONTACTS).bind(ids).bind(with_inactive).fetch_all(&mut **tx).await?)
}
