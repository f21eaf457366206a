//! A list query: conditions, order and page.

use std::fmt::Debug;
use std::sync::Arc;

use sqlx::postgres::{PgHasArrayType, PgRow};
use sqlx::{Encode, FromRow, Postgres, QueryBuilder, Type};
use tenancy::TenantTx;

use crate::http::error::ApiResult;
use crate::http::list::{Paging, Sort, Words, parse_sort};

/// Sort keys of a list: the name on the wire, and its SQL.
pub type Sorts = &'static [(&'static str, &'static str)];

/// The page, order and search of a request.
pub struct ListQuery {
    pub paging: Paging,
    pub words: Words,
    sort: Vec<Sort<&'static str>>,
}

impl ListQuery {
    /// Returns 422 for a page out of range or an unknown sort key.
    pub fn parse(
        page: Option<i64>,
        per_page: Option<i64>,
        sort: Option<&str>,
        search: Option<&str>,
        sorts: Sorts,
    ) -> ApiResult<Self> {
        let sql = |name: &str| sorts.iter().find(|(known, _)| *known == name).map(|(_, sql)| *sql);
        let sort = parse_sort(sort, sql)?;
        Ok(Self { paging: Paging::new(page, per_page)?, words: Words::parse(search), sort })
    }

    /// Adds order and page. `then` orders records that are otherwise equal; empty values come last.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>, then: &str) {
        self.push_order(query, then);
        self.paging.push(query);
    }

    /// Adds the order alone.
    pub fn push_order(&self, query: &mut QueryBuilder<Postgres>, then: &str) {
        query.push(" order by ");
        for Sort { key, descending } in &self.sort {
            query.push(key).push(if *descending { " desc nulls last, " } else { " nulls last, " });
        }
        query.push(then);
    }
}

/// Selects the matches of one page. `select` ends with the table; `order` is the default order.
pub fn page_query(
    select: String,
    filter: &Where,
    list_query: &ListQuery,
    order: &str,
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(select);
    filter.push(&mut query);
    list_query.push(&mut query, order);
    query
}

/// Counts the matches, up to one above `cap`.
pub fn count_query(from: &str, filter: &Where, cap: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("select count(*) from (select from {from}"));
    filter.push(&mut query);
    query.push(format_args!(" limit {}) found", cap + 1));
    query
}

/// The rows of a page, and the number of matches up to one above the cap of the page. The caller has them planned.
pub async fn page<T>(
    tx: &mut TenantTx,
    (mut page, mut count): (QueryBuilder<Postgres>, QueryBuilder<Postgres>),
    list_query: &ListQuery,
) -> ApiResult<(Vec<T>, i64)>
where
    T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    let rows: Vec<T> = page.build_query_as().fetch_all(&mut **tx).await?;
    let total = match list_query.paging.total_at_end(rows.len()) {
        Some(total) => total,
        None => count.build_query_scalar().fetch_one(&mut **tx).await?,
    };
    list_query.paging.check_reach(total)?;
    Ok((rows, total))
}

const PLAN_FOR_VALUES: &str = "set local plan_cache_mode to force_custom_plan";

/// From here on, the statements of the transaction are planned for their values each time. Otherwise, Postgres soon uses one
/// plan of a named statement for all values, and the plan of a frequent value can read a whole table for a rare one.
pub async fn plan_for_values(tx: &mut TenantTx) -> ApiResult<()> {
    sqlx::query(PLAN_FOR_VALUES).execute(&mut **tx).await?;
    Ok(())
}

type Condition = Arc<dyn Fn(&mut QueryBuilder<Postgres>) + Send + Sync>;

/// The conditions of a list with their values. They are added to two queries: count and page.
#[derive(Clone)]
pub struct Where {
    conditions: Vec<Condition>,
    /// The conditions of [`Where::by`].
    by: Vec<String>,
    has_others: bool,
}

impl Where {
    /// All records.
    pub fn all() -> Self {
        Self { conditions: Vec::new(), by: Vec::new(), has_others: false }
    }

    /// Every word must match `text`, an SQL expression with all searchable text.
    pub fn words(words: &Words, text: &'static str) -> Self {
        let words = words.clone();
        let has_others = !words.is_empty();
        let condition: Condition =
            Arc::new(move |query| words.push(query, &format!("(' ' || search_text({text}))")));
        Self { conditions: vec![condition], has_others, ..Self::all() }
    }

    /// Same as `words`, over a column with the searchable text.
    pub fn stored_words(words: &Words, column: &'static str) -> Self {
        let words = words.clone();
        let has_others = !words.is_empty();
        let condition: Condition = Arc::new(move |query| words.push(query, column));
        Self { conditions: vec![condition], has_others, ..Self::all() }
    }

    /// Whether one plan is good for all values in the default order: there is at most one, and the index of its column also
    /// gives the order.
    pub fn has_one_plan(&self) -> bool {
        !self.has_others && self.by.len() <= 1
    }

    /// Whether there is no value that a plan could depend on.
    pub fn is_whole_list(&self) -> bool {
        !self.has_others && self.by.is_empty()
    }

    /// The conditions of [`Where::by`] with their values.
    pub fn key(&self) -> String {
        self.by.join(" and ")
    }

    /// Has the following statements planned for their values, if there are any.
    pub(super) async fn plan(&self, tx: &mut TenantTx) -> ApiResult<()> {
        if self.is_whole_list() { Ok(()) } else { plan_for_values(tx).await }
    }

    fn push_other(&mut self, condition: impl Fn(&mut QueryBuilder<Postgres>) + Send + Sync + 'static) {
        self.conditions.push(Arc::new(condition));
        self.has_others = true;
    }

    /// Same as `and` for `column = value`, where an index of the column also gives the default order: one plan is then good
    /// for rare and for frequent values.
    pub fn by<T>(mut self, column: &'static str, value: Option<T>) -> Self
    where
        T: Copy + Debug + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(value) = value {
            self.by.push(format!("{column} = {value:?}"));
            self.conditions.push(Arc::new(move |query| {
                query.push(" and ").push(column).push(" = ").push_bind(value);
            }));
        }
        self
    }

    /// `condition` followed by the value, e.g. `active = `. Without a value, no condition.
    pub fn and<T>(mut self, condition: &'static str, value: Option<T>) -> Self
    where
        T: Clone + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(value) = value {
            self.push_other(move |query| {
                query.push(" and ").push(condition).push_bind(value.clone());
            });
        }
        self
    }

    /// Same as `and` for a condition in parentheses, which the value ends: `exists (select … where id = `.
    pub fn and_inside<T>(mut self, condition: &'static str, value: Option<T>) -> Self
    where
        T: Clone + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(value) = value {
            self.push_other(move |query| {
                query.push(" and ").push(condition).push_bind(value.clone()).push(")");
            });
        }
        self
    }

    /// Same as `and_inside` for two values: each part of the condition ends with its value. Without the second value, no
    /// condition.
    pub fn and_both_inside<A, B>(mut self, condition: [&'static str; 2], first: A, second: Option<B>) -> Self
    where
        A: Clone + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
        B: Clone + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(second) = second {
            let [begin, end] = condition;
            self.push_other(move |query| {
                query.push(" and ").push(begin).push_bind(first.clone());
                query.push(end).push_bind(second.clone()).push(")");
            });
        }
        self
    }

    /// A condition that nearly all records meet, so that no plan depends on it.
    pub fn always(mut self, condition: &'static str) -> Self {
        self.conditions.push(Arc::new(move |query| {
            query.push(" and ").push(condition);
        }));
        self
    }

    /// `condition`, if it is asked for.
    pub fn only(mut self, condition: &'static str, is_asked: bool) -> Self {
        if is_asked {
            self.push_other(move |query| {
                query.push(" and ").push(condition);
            });
        }
        self
    }

    /// `column` has one of these values; one value is the same as `by`. Without a list, no condition; an empty list matches
    /// nothing.
    pub fn among<T>(mut self, column: &'static str, values: Option<Vec<T>>) -> Self
    where
        T: Copy
            + Debug
            + Send
            + Sync
            + Type<Postgres>
            + PgHasArrayType
            + for<'q> Encode<'q, Postgres>
            + 'static,
    {
        if let Some([only]) = values.as_deref() {
            return self.by(column, Some(*only));
        }
        if let Some(values) = values {
            self.push_other(move |query| {
                query.push(" and ").push(column).push(" = any(").push_bind(values.clone()).push(")");
            });
        }
        self
    }

    pub fn push(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" where true");
        self.conditions.iter().for_each(|condition| condition(query));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SORTS: Sorts = &[("name", "lower(name)"), ("users", "user_count")];

    #[test]
    fn list_sorts_by_its_keys_and_empty_values_come_last() {
        let list_query = ListQuery::parse(Some(2), Some(10), Some("-users,name"), None, SORTS).unwrap();
        let mut query = QueryBuilder::new("select");
        list_query.push(&mut query, "id");
        let order =
            "select order by user_count desc nulls last, lower(name) nulls last, id limit 10 offset $1";
        assert_eq!(query.sql().as_str(), order);
    }

    #[test]
    fn one_plan_is_good_for_one_value_with_an_index_for_its_order() {
        let by = |count| (0..count).fold(Where::all(), |filter, at| filter.by("status", Some(at)));
        assert!(Where::words(&Words::default(), "name").has_one_plan());
        assert!(by(1).and("kind = ", None::<i16>).only("active", false).has_one_plan());
        assert!(Where::all().among("status", Some(vec![1_i16])).has_one_plan());
        for filter in [
            by(2),
            by(1).only("active", true),
            Where::all().and("kind = ", Some(1_i16)),
            Where::all().and_inside("exists (select where id = ", Some(1_i16)),
            Where::all().and_both_inside(["exists (select where day >= ", " and id = "], 2_i16, Some(1_i16)),
            Where::all().among("status", Some(vec![1_i16, 2])),
            Where::words(&Words::parse(Some("maria")), "name"),
            Where::stored_words(&Words::parse(Some("maria")), "search_key"),
        ] {
            assert!(!filter.has_one_plan());
        }
    }

    #[test]
    fn an_unknown_sort_key_is_refused() {
        assert!(ListQuery::parse(None, None, Some("password_hash"), None, SORTS).is_err());
    }

    #[test]
    fn condition_without_value_is_omitted() {
        let conditions = Where::words(&Words::parse(Some("anna")), "name").and("active = ", Some(true));
        let mut query = QueryBuilder::new("select");
        conditions.and("kind = ", None::<i16>).push(&mut query);
        let sql = "select where true and (' ' || search_text(name)) like search_text($1) and active = $2";
        assert_eq!(query.sql().as_str(), sql);
    }
}
