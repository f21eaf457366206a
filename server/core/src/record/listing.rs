//! A list over several tables: one page, and the number of matches.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Postgres, QueryBuilder};
use tenancy::TenantTx;

use super::query::{self, ListQuery, Where};
use crate::http::error::ApiResult;
use crate::http::list::PageMeta;

/// The parts of the query of a list.
pub struct Listing {
    pub columns: &'static str,
    /// Tables with their joins.
    pub from: &'static str,
    /// The default order. It ends with a key, so that no record is on two pages.
    pub order: &'static str,
}

impl Listing {
    pub fn page_query(&self, filter: &Where, list_query: &ListQuery) -> QueryBuilder<Postgres> {
        let select = format!("select {} from {}", self.columns, self.from);
        query::page_query(select, filter, list_query, self.order)
    }

    /// Same as `page_query` where the order needs few of the joins: the `key`s of the page are found in `found_in`, with these
    /// joins, and columns are read for them alone.
    pub fn keyed_page_query(
        &self,
        key: &str,
        found_in: &str,
        filter: &Where,
        list_query: &ListQuery,
    ) -> QueryBuilder<Postgres> {
        let (columns, from) = (self.columns, self.from);
        let select = format!("select {columns} from {from} where {key} in (select {key} from {found_in}");
        let mut query = query::page_query(select, filter, list_query, self.order);
        query.push(")");
        list_query.push_order(&mut query, self.order);
        query
    }

    /// Counts the matches, up to one above `cap`.
    pub fn count_query(&self, filter: &Where, cap: i64) -> QueryBuilder<Postgres> {
        query::count_query(self.from, filter, cap)
    }

    /// One page, and its position in the list.
    pub async fn page<T>(
        &self,
        tx: &mut TenantTx,
        filter: &Where,
        list_query: &ListQuery,
    ) -> ApiResult<(Vec<T>, PageMeta)>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        filter.plan(tx).await?;
        let queries =
            (self.page_query(filter, list_query), self.count_query(filter, list_query.paging.cap()));
        let (rows, total) = query::page(tx, queries, list_query).await?;
        Ok((rows, list_query.paging.meta(total)))
    }

    /// Same as `page`, with [`Listing::keyed_page_query`].
    pub async fn keyed_page<T>(
        &self,
        tx: &mut TenantTx,
        key: &str,
        found_in: &str,
        filter: &Where,
        list_query: &ListQuery,
    ) -> ApiResult<(Vec<T>, PageMeta)>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        filter.plan(tx).await?;
        let page = self.keyed_page_query(key, found_in, filter, list_query);
        let count = self.count_query(filter, list_query.paging.cap());
        let (rows, total) = query::page(tx, (page, count), list_query).await?;
        Ok((rows, list_query.paging.meta(total)))
    }

    /// All matches in the default order, at most `most`.
    pub async fn all<T>(&self, tx: &mut TenantTx, filter: &Where, most: i64) -> ApiResult<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut query = QueryBuilder::new(format!("select {} from {}", self.columns, self.from));
        filter.push(&mut query);
        query.push(format_args!(" order by {} limit ", self.order)).push_bind(most);
        Ok(query.build_query_as().fetch_all(&mut **tx).await?)
    }

    /// The record that matches; none when there is no such record.
    pub async fn find<T>(&self, tx: &mut TenantTx, filter: &Where) -> ApiResult<Option<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut query = QueryBuilder::new(format!("select {} from {}", self.columns, self.from));
        filter.push(&mut query);
        Ok(query.build_query_as().fetch_optional(&mut **tx).await?)
    }
}
