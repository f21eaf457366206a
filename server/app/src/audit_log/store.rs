//! SQL of the audit log.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{FromRow, Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::AuditFilter;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::list::Paging;
use server_core::record::plan_for_values;

const COLUMNS: &str = "
    e.id, e.occurred_at, e.user_id, u.name as user_name, u.email as user_email, e.acting_user_id,
    a.name as acting_user_name, a.email as acting_user_email, e.action, e.resource_id, e.changes, e.request_id,
    e.api_token_id";
const PEOPLE: &str = "left join users u on u.id = e.user_id left join users a on a.id = e.acting_user_id";

/// Each distinct action, found by skipping along the index.
pub const ACTIONS_OF_VERB: &str = "
    with recursive known (action) as (
        (select action from audit_entries order by action limit 1)
        union all
        select (select e.action from audit_entries e where e.action > known.action order by e.action limit 1)
        from known where known.action is not null
    )
    select action from known where split_part(action, '.', 2) = $1";
pub const NAMED: &str = "select id from users where position($1 in lower(name || ' ' || email)) > 0";

/// The entries a user may read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum AuditScope {
    Everybodys,
    /// Done by this user, under their own name or while acting as another user.
    Of(Uuid),
    /// The user's entries, and those of shipments within this scope.
    Around {
        user_id: Uuid,
        shipments: RowScope,
    },
}

impl AuditScope {
    /// The entries for a user who is bound to a part of the company and sees these shipments, if any.
    pub fn bound(user_id: Uuid, shipments: Option<RowScope>) -> Self {
        shipments.map_or(Self::Of(user_id), |shipments| Self::Around { user_id, shipments })
    }

    fn write(&self, query: &mut QueryBuilder<Postgres>) {
        let (Self::Of(user_id) | Self::Around { user_id, .. }) = self else { return };
        query.push(" and (e.user_id = ").push_bind(*user_id);
        query.push(" or e.acting_user_id = ").push_bind(*user_id);
        if let Self::Around { shipments, .. } = self {
            query.push(" or exists (select from shipments s where s.id = e.resource_id");
            shipments.push(query, "s.");
            query.push(")");
        }
        query.push(")");
    }
}

#[derive(FromRow)]
pub struct Row {
    pub id: Uuid,
    pub occurred_at: DateTime<Utc>,
    pub user_id: Option<Uuid>,
    pub user_name: Option<String>,
    pub user_email: Option<String>,
    pub acting_user_id: Option<Uuid>,
    pub acting_user_name: Option<String>,
    pub acting_user_email: Option<String>,
    pub action: String,
    pub resource_id: Option<Uuid>,
    pub changes: Value,
    pub request_id: String,
    pub api_token_id: Option<Uuid>,
}

/// The filter, and the position of an export.
pub struct Search<'a> {
    whose: AuditScope,
    filter: &'a AuditFilter,
    time_zone: &'a str,
    /// Ids of the users who match the search; none without a search.
    named: Option<Vec<Uuid>>,
    /// The actions of the filter; none without one.
    actions: Option<Vec<String>>,
    /// Only entries after this one, in descending order of time.
    pub after: Option<(DateTime<Utc>, Uuid)>,
}

pub async fn page(tx: &mut TenantTx, search: &Search<'_>, paging: Paging) -> ApiResult<(Vec<Row>, i64)> {
    plan_for_values(tx).await?;
    let counted: i64 = count(search, paging.cap()).build_query_scalar().fetch_one(&mut **tx).await?;
    paging.check_reach(counted)?;
    Ok((newest(tx, search, paging).await?, counted))
}

/// Whether the entry is among these; none when it does not exist.
pub async fn is_among(tx: &mut TenantTx, id: Uuid, whose: &AuditScope) -> sqlx::Result<Option<bool>> {
    let mut query = QueryBuilder::new("select coalesce(true");
    whose.write(&mut query);
    query.push(", false) from audit_entries e where e.id = ").push_bind(id);
    query.build_query_scalar().fetch_optional(&mut **tx).await
}

/// The caller has it planned for its values.
pub async fn newest(tx: &mut TenantTx, search: &Search<'_>, paging: Paging) -> ApiResult<Vec<Row>> {
    Ok(newest_first(search, paging).build_query_as().fetch_all(&mut **tx).await?)
}

/// Number of matches, at most one above `cap`.
pub fn count(search: &Search<'_>, cap: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (select e.id from audit_entries e where true");
    search.write(&mut query);
    query.push(format_args!(" limit {}) counted", cap + 1));
    query
}

pub fn newest_first(search: &Search<'_>, paging: Paging) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("select {COLUMNS} from audit_entries e {PEOPLE} where true"));
    search.write(&mut query);
    query.push(" order by e.occurred_at desc, e.id desc");
    paging.push(&mut query);
    query
}

impl<'a> Search<'a> {
    /// Resolves users and actions first, because the log has many more entries than either.
    pub async fn of(
        tx: &mut TenantTx,
        whose: AuditScope,
        filter: &'a AuditFilter,
        time_zone: &'a str,
    ) -> sqlx::Result<Self> {
        let named = match non_blank(filter.search.as_deref()) {
            Some(words) => {
                Some(sqlx::query_scalar(NAMED).bind(words.to_lowercase()).fetch_all(&mut **tx).await?)
            }
            None => None,
        };
        let actions = match non_blank(filter.action.as_deref()) {
            Some(action) if action.contains('.') => Some(vec![action.to_owned()]),
            Some(verb) => Some(sqlx::query_scalar(ACTIONS_OF_VERB).bind(verb).fetch_all(&mut **tx).await?),
            None => None,
        };
        Ok(Self { whose, filter, time_zone, named, actions, after: None })
    }

    fn write(&self, query: &mut QueryBuilder<Postgres>) {
        let filter = self.filter;
        self.whose.write(query);
        if let Some(user_id) = filter.user_id {
            query.push(" and (e.user_id = ").push_bind(user_id);
            query.push(" or e.acting_user_id = ").push_bind(user_id).push(")");
        }
        if let Some(user_id) = filter.on_behalf_of_id {
            query.push(" and e.user_id = ").push_bind(user_id).push(" and e.acting_user_id is not null");
        }
        if let Some(named) = &self.named {
            query.push(" and (e.user_id = any(").push_bind(named.clone());
            query.push(") or e.acting_user_id = any(").push_bind(named.clone()).push("))");
        }
        if let Some(resource) = non_blank(filter.resource.as_deref()) {
            query.push(" and e.action ^@ ").push_bind(format!("{resource}."));
        }
        if let Some(actions) = &self.actions {
            query.push(" and e.action = any(").push_bind(actions.clone()).push(")");
        }
        if let Some(id) = filter.resource_id {
            query.push(" and e.resource_id = ").push_bind(id);
        }
        let (from, before) = filter.time(self.time_zone);
        if let Some(from) = from {
            query.push(" and e.occurred_at >= ").push_bind(from);
        }
        if let Some(before) = before {
            query.push(" and e.occurred_at < ").push_bind(before);
        }
        if let Some((at, id)) = self.after {
            query.push(" and (e.occurred_at, e.id) < (").push_bind(at).push(", ").push_bind(id).push(")");
        }
    }
}

fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
