//! The list of users: a closed set of filters and sort keys, each with an index.

use poem_openapi::Object;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::UserRow;
use super::store;
use server_core::http::error::ApiResult;
use server_core::http::list::{PageMeta, Paging, Sort, Words};
use server_core::record::{ActiveFilter, Choice, plan_for_values};
use trade::user_type::UserTypeCode;

/// Filters; all given conditions must match.
#[derive(Object, Clone, Debug, Default, PartialEq)]
pub struct UserFilter {
    pub search: Option<String>,
    pub user_type: Option<UserTypeCode>,
    pub active: Option<ActiveFilter>,
    pub client_id: Option<Uuid>,
    pub profile_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
}

/// Sort columns of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    Name,
    Email,
    CreatedAt,
    LastLoginAt,
}

impl SortKey {
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "name" => Self::Name,
            "email" => Self::Email,
            "created_at" => Self::CreatedAt,
            "last_login_at" => Self::LastLoginAt,
            _ => return None,
        })
    }

    /// The index order puts empty values last in both directions.
    const fn order_sql(self, descending: bool) -> &'static str {
        match (self, descending) {
            (Self::Name, true) => "u.name collate \"und-x-icu\" desc",
            (Self::Name, false) => "u.name collate \"und-x-icu\" asc",
            (Self::Email, true) => "u.email desc",
            (Self::Email, false) => "u.email asc",
            (Self::CreatedAt, true) => "u.created_at desc",
            (Self::CreatedAt, false) => "u.created_at asc",
            (Self::LastLoginAt, true) => "u.last_login_at desc nulls last",
            (Self::LastLoginAt, false) => "u.last_login_at asc nulls first",
        }
    }
}

const BY_NAME: Sort<SortKey> = Sort { key: SortKey::Name, descending: false };

impl UserFilter {
    fn write(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" where true");
        if let Some(user_type) = self.user_type {
            query.push(" and u.user_type = ").push_bind(user_type);
        }
        if let Some(active) = self.active {
            query.push(match active {
                ActiveFilter::Active => " and u.active",
                ActiveFilter::Inactive => " and not u.active",
                ActiveFilter::Excluded => " and false",
            });
        }
        if let Some(client_id) = self.client_id {
            query.push(" and u.client_id = ").push_bind(client_id);
        }
        if let Some(profile_id) = self.profile_id {
            query.push(" and u.id in (select user_id from user_profiles where profile_id = ");
            query.push_bind(profile_id).push(")");
        }
        if let Some(partner_id) = self.partner_id {
            query.push(" and u.partner_id = ").push_bind(partner_id);
        }
        if let Some(subsidiary_id) = self.subsidiary_id {
            query.push(" and u.id in (select user_id from user_subsidiaries where subsidiary_id = ");
            query.push_bind(subsidiary_id).push(")");
        }
        for pattern in Words::parse(self.search.as_deref()).patterns() {
            query.push(" and (u.search_key like search_text(").push_bind(pattern.clone()).push(")");
            // Resolved in a subquery, so that both sides of the `or` use an index.
            query
                .push(" or u.client_id = any (array(select id from clients where (' ' || search_text(name)) like search_text(")
                .push_bind(pattern)
                .push(") limit 1000)))");
        }
    }
}

/// Lists one page of users.
pub async fn list_page(
    tx: &mut TenantTx,
    filter: &UserFilter,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<(Vec<UserRow>, PageMeta)> {
    if *filter != UserFilter::default() {
        plan_for_values(tx).await?;
    }
    let counted: i64 = count_query(filter, paging.cap()).build_query_scalar().fetch_one(&mut **tx).await?;
    paging.check_reach(counted)?;
    let mut cut = ids(filter, paging, sort);
    let ids: Vec<Uuid> = cut.build_query_scalar().fetch_all(&mut **tx).await?;
    let mut rows = store::load(tx, &ids).await?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    Ok((rows, paging.meta(counted)))
}

/// Active users to choose from, at most 50.
pub async fn select(tx: &mut TenantTx, search: Option<String>) -> ApiResult<Vec<Choice>> {
    let filter = UserFilter { search, active: Some(ActiveFilter::Active), ..UserFilter::default() };
    let mut query = QueryBuilder::new("select u.id, null::text as code, u.name as label from users u");
    filter.write(&mut query);
    query.push(format_args!(" {} limit 50", order_by(&[BY_NAME])));
    Ok(query.build_query_as().fetch_all(&mut **tx).await?)
}

/// Builds the query that counts matches, up to one above `cap`.
pub fn count_query(filter: &UserFilter, cap: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (select from users u");
    filter.write(&mut query);
    query.push(format_args!(" limit {}) found", cap + 1));
    query
}

/// The page is selected by filter and order first; the other columns are read only for its rows.
pub fn ids(filter: &UserFilter, paging: Paging, sort: &[Sort<SortKey>]) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select u.id from users u");
    filter.write(&mut query);
    query.push(format_args!(" {}", order_by(sort)));
    paging.push(&mut query);
    query
}

fn order_by(sort: &[Sort<SortKey>]) -> String {
    let sort = if sort.is_empty() { &[BY_NAME] } else { sort };
    let mut parts: Vec<_> = sort.iter().map(|part| part.key.order_sql(part.descending)).collect();
    parts.push(if sort[0].descending { "u.id desc" } else { "u.id asc" });
    format!("order by {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_always_ends_in_the_id() {
        assert_eq!(order_by(&[]), "order by u.name collate \"und-x-icu\" asc, u.id asc");
        let sort = [Sort { key: SortKey::LastLoginAt, descending: true }];
        assert_eq!(order_by(&sort), "order by u.last_login_at desc nulls last, u.id desc");
    }
}
