//! A list query: conditions, order and page.

use std::sync::Arc;

use sqlx::postgres::{PgHasArrayType, PgRow};
use sqlx::{Encode, FromRow, Postgres, QueryBuilder, Type};
use tenancy::TenantTx;

use crate::http::error::ApiResult;
use crate::http::list::{Paging, Sort, TOTAL_CAP, Words, parse_sort};

/// Sort keys of a list: the name on the wire, and its SQL.
pub type Sorts = &'static [(&'static str, &'static str)];

/// The page, order and search of a request.
pub struct Asked {
    pub paging: Paging,
    pub words: Words,
    sort: Vec<Sort<&'static str>>,
}

impl Asked {
    /// Returns 422 for a page out of range or an unknown sort key.
    pub fn read(
        (page, per_page): (Option<i64>, Option<i64>),
        sort: Option<&str>,
        search: Option<&str>,
        sorts: Sorts,
    ) -> ApiResult<Self> {
        let sql = |name: &str| sorts.iter().find(|(known, _)| *known == name).map(|(_, sql)| *sql);
        let sort = parse_sort(sort, sql)?;
        Ok(Self { paging: Paging::new(page, per_page)?, words: Words::read(search), sort })
    }

    /// Adds order and page. `then` orders records that are otherwise equal; empty values come last.
    pub fn push(&self, query: &mut QueryBuilder<Postgres>, then: &str) {
        self.push_order(query, then);
        query.push(" limit ").push_bind(self.paging.per_page);
        query.push(" offset ").push_bind(self.paging.offset());
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
pub fn page_query(select: String, filter: &Where, asked: &Asked, order: &str) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(select);
    filter.push(&mut query);
    asked.push(&mut query, order);
    query
}

/// Counts the matches, up to one above the maximum.
pub fn count_query(from: &str, filter: &Where) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("select count(*) from (select from {from}"));
    filter.push(&mut query);
    query.push(format_args!(" limit {}) found", TOTAL_CAP + 1));
    query
}

/// The rows of a page, and the number of matches up to one above the maximum. Not prepared, so that each query is planned
/// for its values.
pub async fn page<T>(
    tx: &mut TenantTx,
    (mut page, mut count): (QueryBuilder<Postgres>, QueryBuilder<Postgres>),
    asked: &Asked,
) -> ApiResult<(Vec<T>, i64)>
where
    T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    let rows: Vec<T> = page.build_query_as().persistent(false).fetch_all(&mut **tx).await?;
    let total = match asked.paging.total_at_end(rows.len()) {
        Some(total) => total,
        None => count.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?,
    };
    if total > TOTAL_CAP {
        asked.paging.check_reach()?;
    }
    Ok((rows, total))
}

type Condition = Arc<dyn Fn(&mut QueryBuilder<Postgres>) + Send + Sync>;

/// The conditions of a list with their values. They are added to two queries: count and page.
#[derive(Clone)]
pub struct Where(Vec<Condition>);

impl Where {
    /// All records.
    pub fn all() -> Self {
        Self(Vec::new())
    }

    /// Every word must match `text`, an SQL expression with all searchable text.
    pub fn words(words: &Words, text: &'static str) -> Self {
        let words = words.clone();
        Self(vec![Arc::new(move |query| words.push(query, &format!("(' ' || search_text({text}))")))])
    }

    /// Same as `words`, over a column with the searchable text.
    pub fn stored_words(words: &Words, column: &'static str) -> Self {
        let words = words.clone();
        Self(vec![Arc::new(move |query| words.push(query, column))])
    }

    /// `condition` followed by the value, e.g. `active = `. Without a value, no condition.
    pub fn and<T>(mut self, condition: &'static str, value: Option<T>) -> Self
    where
        T: Clone + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(value) = value {
            self.0.push(Arc::new(move |query| {
                query.push(" and ").push(condition).push_bind(value.clone());
            }));
        }
        self
    }

    /// Same as `and` for a condition in parentheses, which the value ends: `exists (select … where id = `.
    pub fn and_inside<T>(mut self, condition: &'static str, value: Option<T>) -> Self
    where
        T: Clone + Send + Sync + Type<Postgres> + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(value) = value {
            self.0.push(Arc::new(move |query| {
                query.push(" and ").push(condition).push_bind(value.clone()).push(")");
            }));
        }
        self
    }

    /// `condition`, if it is asked for.
    pub fn only(mut self, condition: &'static str, is_asked: bool) -> Self {
        if is_asked {
            self.0.push(Arc::new(move |query| {
                query.push(" and ").push(condition);
            }));
        }
        self
    }

    /// `column` has one of these values. Without a list, no condition; an empty list matches nothing.
    pub fn among<T>(mut self, column: &'static str, values: Option<Vec<T>>) -> Self
    where
        T: Copy + Send + Sync + Type<Postgres> + PgHasArrayType + for<'q> Encode<'q, Postgres> + 'static,
    {
        if let Some(values) = values {
            self.0.push(Arc::new(move |query| {
                query.push(" and ").push(column).push(" = ");
                match values.as_slice() {
                    // Its index also gives the order.
                    [only] => query.push_bind(*only),
                    _ => query.push("any(").push_bind(values.clone()).push(")"),
                };
            }));
        }
        self
    }

    pub fn push(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" where true");
        self.0.iter().for_each(|condition| condition(query));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SORTS: Sorts = &[("name", "lower(name)"), ("users", "user_count")];

    #[test]
    fn list_sorts_by_its_keys_and_empty_values_come_last() {
        let asked = Asked::read((Some(2), Some(10)), Some("-users,name"), None, SORTS).unwrap();
        let mut query = QueryBuilder::new("select");
        asked.push(&mut query, "id");
        let order =
            "select order by user_count desc nulls last, lower(name) nulls last, id limit $1 offset $2";
        assert_eq!(query.sql().as_str(), order);
    }

    #[test]
    fn an_unknown_sort_key_is_refused() {
        assert!(Asked::read((None, None), Some("password_hash"), None, SORTS).is_err());
    }

    #[test]
    fn condition_without_value_is_omitted() {
        let conditions = Where::words(&Words::read(Some("anna")), "name").and("active = ", Some(true));
        let mut query = QueryBuilder::new("select");
        conditions.and("kind = ", None::<i16>).push(&mut query);
        let sql = "select where true and (' ' || search_text(name)) like search_text($1) and active = $2";
        assert_eq!(query.sql().as_str(), sql);
    }
}
