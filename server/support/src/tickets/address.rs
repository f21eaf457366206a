//! Recipients to choose from.

use poem_openapi::Object;
use serde_json::Value;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::AddressType;
use super::scope::TicketScope;
use parties::provider_contacts::{self, ProviderNames};
use server_core::http::error::ApiResult;
use server_core::http::list::Words;

/// Found recipients of each kind.
const MOST: i64 = 6;

/// A recipient in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct AddressOption {
    pub address_type: AddressType,
    pub id: Uuid,
    pub code: Option<String>,
    /// Name; null for a department or a provider, which have `title_locale`.
    pub label: Option<String>,
    pub title_locale: Option<Value>,
}

/// A user of a recipient, or a contact of a provider.
#[derive(Object, sqlx::FromRow)]
pub struct AddressUser {
    pub id: Uuid,
    pub label: String,
}

pub const USERS: &str = "
    select u.id, u.name as label from users u
    where u.active and case $1
            when 'client' then u.client_id = $2
            when 'partner' then u.partner_id = $2
            when 'company' then u.id in (select user_id from user_subsidiaries where subsidiary_id = $2)
            when 'department' then u.id = any(array(select unnest(members) from support_departments where id = $2))
            else false
        end
        and ($3 or u.client_id = $4 or u.partner_id = $5)
    order by search_text(u.name), u.id limit 200";

/// Kinds with their tables: columns of the option, table, and text to search.
const KINDS: [(AddressType, &str, &str); 5] = [
    (
        AddressType::User,
        "a.email as code, a.name as label, null::jsonb as title_locale from users a",
        "a.name",
    ),
    (
        AddressType::Client,
        "a.code, a.name as label, null::jsonb as title_locale from (
             select c.* from clients c where trim(c.email) <> ''
                 or exists (select from users u where u.client_id = c.id and u.active)) a",
        "a.code || ' ' || a.name",
    ),
    (
        AddressType::Partner,
        "a.code, a.name as label, null::jsonb as title_locale from (
             select p.* from partners p where trim(p.email) <> ''
                 or exists (select from users u where u.partner_id = p.id and u.active)) a",
        "a.name",
    ),
    (
        AddressType::Company,
        "null as code, a.title as label, null::jsonb as title_locale from (
             select s.* from subsidiaries s
             where exists (select from user_subsidiaries b where b.subsidiary_id = s.id)) a",
        "a.title",
    ),
    (
        AddressType::Department,
        "a.code, null as label, a.title_locale from support_departments a",
        "concat_ws(' ', a.code, a.title_locale ->> 'pt', a.title_locale ->> 'en', a.title_locale ->> 'es', \
         a.title_locale ->> 'zh')",
    ),
];

/// Recipients to find: with these words, of this kind, or one of them.
pub struct AskedAddress<'a> {
    pub words: &'a Words,
    pub kind: Option<AddressType>,
    pub id: Option<Uuid>,
}

/// Active recipients whose names match and whom messages reach. Users from outside find people of their own client or
/// partner, and departments.
pub fn search_query(scope: &TicketScope, asked: &AskedAddress<'_>) -> QueryBuilder<Postgres> {
    let (client_id, partner_id) = scope.outside();
    let is_outside = !scope.is_staff;
    let mut query = QueryBuilder::new("select * from (");
    let mut first = true;
    for (address_type, source, text) in KINDS {
        let is_user = address_type == AddressType::User;
        let is_offered = !is_outside || is_user || address_type == AddressType::Department;
        if asked.kind.is_some_and(|kind| kind != address_type) || !is_offered {
            continue;
        }
        query.push(if first { "(" } else { " union all (" });
        first = false;
        query.push(format_args!(
            "select '{}' as address_type, a.id, {source} where a.active",
            address_type.as_str()
        ));
        if let Some(id) = asked.id {
            query.push(" and a.id = ").push_bind(id);
        }
        if is_outside && is_user {
            query.push(" and (a.client_id = ").push_bind(client_id).push(" or a.partner_id = ");
            query.push_bind(partner_id).push(")");
        }
        asked.words.push(&mut query, &format!("(' ' || search_text({text}))"));
        query.push(format_args!(" order by search_text({text}), a.id limit {MOST})"));
    }
    if first {
        query.push("select null::text as address_type, null::uuid as id, null as code, null as label, ");
        query.push("null::jsonb as title_locale where false");
    }
    query.push(") found");
    query
}

pub async fn search(
    tx: &mut TenantTx,
    scope: &TicketScope,
    asked: &AskedAddress<'_>,
) -> ApiResult<Vec<AddressOption>> {
    let mut query = search_query(scope, asked);
    let mut found: Vec<AddressOption> = query.build_query_as().persistent(false).fetch_all(&mut **tx).await?;
    if scope.is_staff && asked.kind.is_none_or(|kind| kind == AddressType::Provider) {
        let providers = provider_contacts::find_reachable(tx, asked.words, asked.id, MOST).await?;
        found.extend(providers.into_iter().map(AddressOption::of_provider));
    }
    Ok(found)
}

impl AddressOption {
    fn of_provider(provider: ProviderNames) -> Self {
        Self {
            address_type: AddressType::Provider,
            id: provider.id,
            code: Some(provider.code),
            label: None,
            title_locale: serde_json::to_value(provider.title_locale).ok(),
        }
    }
}

/// The users of a client, partner, subsidiary or department, or the contacts of a provider.
pub async fn users(
    tx: &mut TenantTx,
    scope: &TicketScope,
    kind: AddressType,
    id: Uuid,
) -> ApiResult<Vec<AddressUser>> {
    let (client_id, partner_id) = scope.outside();
    if kind == AddressType::Provider {
        let all =
            if scope.is_staff { provider_contacts::contacts(tx, &[id], false).await? } else { Vec::new() };
        return Ok(all.into_iter().map(|one| AddressUser { id: one.id, label: one.name }).collect());
    }
    let users = sqlx::query_as(USERS).bind(kind.as_str()).bind(id);
    let users = users.bind(scope.is_staff).bind(client_id).bind(partner_id);
    Ok(users.fetch_all(&mut **tx).await?)
}
