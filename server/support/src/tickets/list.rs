//! The list of tickets, its totals, and the figures of the dashboard.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{TicketPriority, TicketRow, TicketStatus, TicketTab};
use super::scope::{REACHES_NOBODY, TicketScope};
use super::store;
use server_core::http::error::ApiResult;
use server_core::http::list::Words;
use server_core::record::periods::Periods;
use server_core::record::{ActiveFilter, ListQuery, Sorts, plan_for_values};

pub const SORTS: Sorts = &[
    ("number", "t.number"),
    ("created_at", "t.created_at"),
    ("updated_at", "t.public_updated_at"),
    ("priority", "t.priority"),
];

const NEWEST_FIRST: &str = "t.public_updated_at desc, t.id desc";
const OLDEST_FIRST: &str = "t.public_updated_at, t.id";

/// Tickets to work on that nobody has taken.
const UNASSIGNED: &str = "t.status in (10, 20) and t.active and t.assignee_id is null";

/// Filters of the list.
#[derive(Clone, Debug, Default)]
pub struct TicketFilter {
    pub tab: Option<TicketTab>,
    /// Within the tab.
    pub only: Option<TicketStatus>,
    pub shipment_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub assignee_id: Option<Uuid>,
    /// Only those that nobody looks after.
    pub unassigned: bool,
    pub priority: Option<TicketPriority>,
    pub department_id: Option<Uuid>,
    pub subject_id: Option<Uuid>,
    pub active: Option<ActiveFilter>,
    pub unread: bool,
    /// Only open tickets that nobody has touched since; the longest waiting comes first.
    pub idle_since: Option<DateTime<Utc>>,
}

/// Totals of the tabs, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct TicketTotals {
    /// Created by, assigned or addressed to the current user, without archived and inactive ones (-1).
    pub mine: i64,
    /// Open and waiting (10 and 20) without an owner, without inactive ones (-2).
    pub unassigned: i64,
    pub all: i64,
    /// Open and waiting (10 and 20).
    pub open: i64,
    pub waiting: i64,
    pub closed: i64,
    pub archived: i64,
}

fn push_tab(query: &mut QueryBuilder<Postgres>, scope: &TicketScope, filter: &TicketFilter) {
    if let Some(only) = filter.only {
        query.push(" and t.status = ").push_bind(only);
    }
    match filter.tab {
        None => {}
        Some(TicketTab::Mine) => {
            query.push(" and t.status <> 99 and ");
            scope.push_mine(query);
        }
        Some(TicketTab::Unassigned) => drop(query.push(" and ").push(UNASSIGNED)),
        Some(TicketTab::Open) => drop(query.push(" and t.status in (10, 20)")),
        Some(TicketTab::Waiting) => drop(query.push(" and t.status = 20")),
        Some(TicketTab::Closed) => drop(query.push(" and t.status = 0")),
        Some(TicketTab::Archived) => drop(query.push(" and t.status = 99")),
    }
}

/// From and where of the list. Everything but the tab also counts in the totals.
fn push_from(query: &mut QueryBuilder<Postgres>, scope: &TicketScope, filter: &TicketFilter, words: &Words) {
    query.push(" from support_tickets t where true");
    scope.push(query);
    let ids = [
        ("t.shipment_id", filter.shipment_id),
        ("t.client_id", filter.client_id),
        ("t.assignee_id", filter.assignee_id),
        ("t.department_id", filter.department_id),
        ("t.subject_id", filter.subject_id),
    ];
    for (column, id) in ids {
        if let Some(id) = id {
            query.push(format_args!(" and {column} = ")).push_bind(id);
        }
    }
    if filter.unassigned {
        query.push(" and t.assignee_id is null");
    }
    if let Some(priority) = filter.priority {
        query.push(" and t.priority = ").push_bind(priority);
    }
    if let Some(active) = filter.active {
        query.push(match active {
            ActiveFilter::Active => " and t.active",
            ActiveFilter::Inactive => " and not t.active",
            ActiveFilter::Excluded => " and false",
        });
    }
    if filter.unread {
        push_unread(query, scope);
    }
    if let Some(since) = filter.idle_since {
        query.push(" and t.status in (10, 20) and t.public_updated_at <= ").push_bind(since);
    }
    words.push(query, "t.search_key");
}

/// Open tickets with something that the user has not seen: those of the user and, for staff, those that reach nobody.
fn push_unread(query: &mut QueryBuilder<Postgres>, scope: &TicketScope) {
    let changed = if scope.is_staff { "t.updated_at" } else { "t.public_updated_at" };
    query.push(" and t.status in (10, 20) and (");
    scope.push_mine(query);
    if scope.is_staff {
        query.push(" or t.active and ").push(REACHES_NOBODY);
    }
    query.push(format_args!(
        ") and not exists (select from support_seen n where n.ticket_id = t.id and n.last_seen_at > {changed} and n.user_id = "
    ));
    query.push_bind(scope.user_id).push(")");
}

pub fn page_query(scope: &TicketScope, filter: &TicketFilter, asked: &ListQuery) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("select {}, ", store::COLUMNS));
    query.push(store::updated_at(scope)).push(" from (select t.id");
    push_from(&mut query, scope, filter, &asked.words);
    push_tab(&mut query, scope, filter);
    let usual = if filter.idle_since.is_some() { OLDEST_FIRST } else { NEWEST_FIRST };
    asked.push(&mut query, usual);
    query.push(") page join support_tickets t using (id)").push(store::JOINS).push_bind(scope.user_id);
    asked.push_order(&mut query, usual);
    query
}

pub fn count_query(
    scope: &TicketScope,
    filter: &TicketFilter,
    words: &Words,
    cap: i64,
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (select");
    push_from(&mut query, scope, filter, words);
    push_tab(&mut query, scope, filter);
    query.push(format_args!(" limit {}) found", cap + 1));
    query
}

pub fn totals_query(scope: &TicketScope, filter: &TicketFilter, words: &Words) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) filter (where t.status <> 99 and ");
    scope.push_mine(&mut query);
    query.push(") as mine, count(*) filter (where ");
    query.push(UNASSIGNED).push(
        ") as unassigned, count(*) as all, count(*) filter (where t.status in (10, 20)) as open,
           count(*) filter (where t.status = 20) as waiting, count(*) filter (where t.status = 0) as closed,
           count(*) filter (where t.status = 99) as archived",
    );
    push_from(&mut query, scope, filter, words);
    query
}

/// One page in its order, the number of matches, and the totals of the tabs.
pub async fn page(
    tx: &mut TenantTx,
    scope: &TicketScope,
    filter: &TicketFilter,
    asked: &ListQuery,
) -> ApiResult<(Vec<TicketRow>, i64, TicketTotals)> {
    plan_for_values(tx).await?;
    let mut query = page_query(scope, filter, asked);
    let rows = query.build_query_as().fetch_all(&mut **tx).await?;
    let mut query = count_query(scope, filter, &asked.words, asked.paging.cap());
    let counted = query.build_query_scalar().fetch_one(&mut **tx).await?;
    asked.paging.check_reach(counted)?;
    let mut query = totals_query(scope, filter, &asked.words);
    let totals = query.build_query_as().fetch_one(&mut **tx).await?;
    Ok((rows, counted, totals))
}

/// Number of open tickets of the user, or of nobody, with something new, up to one above `cap`.
pub async fn unread(tx: &mut TenantTx, scope: &TicketScope, cap: i64) -> ApiResult<i64> {
    let filter = TicketFilter { unread: true, ..TicketFilter::default() };
    let mut query = QueryBuilder::new("select count(*) from (select");
    push_from(&mut query, scope, &filter, &Words::default());
    query.push(format_args!(" limit {}) found", cap + 1));
    Ok(query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?)
}

/// The tickets of a scope by the day of their creation.
pub async fn per_period(tx: &mut TenantTx, scope: &TicketScope, periods: &Periods) -> ApiResult<Vec<i64>> {
    periods.count(tx, "support_tickets", |query| scope.push(query)).await
}

/// The tickets created since then, by status.
pub async fn of_month(
    tx: &mut TenantTx,
    scope: &TicketScope,
    since: DateTime<Utc>,
) -> ApiResult<Vec<(TicketStatus, i64)>> {
    let mut query =
        QueryBuilder::new("select t.status, count(*) from support_tickets t where t.created_at >= ");
    query.push_bind(since);
    scope.push(&mut query);
    query.push(" group by t.status order by t.status");
    Ok(query.build_query_as().persistent(false).fetch_all(&mut **tx).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_do_not_change_a_ticket_for_others() {
        use access::scope::RowScope;
        let client = TicketScope::of_scope(RowScope::Client(Uuid::nil()), false);
        let unread = TicketFilter { unread: true, ..TicketFilter::default() };
        let sql = count_query(&client, &unread, &Words::default(), 99);
        assert!(sql.sql().as_str().contains("t.public_updated_at"));
        assert!(!sql.sql().as_str().contains("t.updated_at"));
    }
}
