//! Records with states: the table that their changes write, and the list that reads them.

use chrono::{DateTime, Utc};
use policy::Resource;
use serde::Serialize;
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, FromRow, Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::listing::Listing;
use super::query::Where;
use crate::http::error::{ApiError, ApiResult};

/// A table whose rows have `id`, `version`, `created_at` and `updated_at`. Its columns are written from structs whose
/// fields have the same names.
pub struct Records {
    pub table: &'static str,
    pub resource: Resource,
    /// The condition of one record in the list, without its value: `d.id = `.
    pub id: &'static str,
    pub listing: Listing,
}

impl Records {
    /// The record within the filter. Returns 404 when there is none.
    pub async fn find<T>(&self, tx: &mut TenantTx, filter: &Where, id: Uuid) -> ApiResult<T>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let filter = filter.clone().and(self.id, Some(id));
        self.listing.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
    }

    /// Locks a record until the transaction ends, and returns its version. Its key stays free, because rows of other tables
    /// can refer to it meanwhile.
    pub async fn lock(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<i32> {
        let sql = format!("select version from {} where id = $1 for no key update", self.table);
        let version = sqlx::query_scalar(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut **tx).await?;
        version.ok_or_else(ApiError::not_found)
    }

    /// Number of the matches, up to one above `cap`.
    pub async fn count(&self, tx: &mut TenantTx, filter: &Where, cap: i64) -> ApiResult<i64> {
        let mut query: QueryBuilder<Postgres> = self.listing.count_query(filter, cap);
        Ok(query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?)
    }

    /// Writes the row of a new record and returns its id. The caller reports violated constraints.
    pub async fn insert(
        &self,
        tx: &mut TenantTx,
        at: DateTime<Utc>,
        row: &impl Serialize,
    ) -> sqlx::Result<Uuid> {
        let (id, table) = (Uuid::now_v7(), self.table);
        let (columns, row) = columns(row)?;
        let sql = format!(
            "insert into {table} (id, created_at, updated_at, {columns})
             select $1, $2, $2, {columns} from jsonb_populate_record(null::{table}, $3)"
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(at).bind(Json(row)).execute(&mut **tx).await?;
        Ok(id)
    }

    /// Writes some columns of a record.
    pub async fn write(
        &self,
        tx: &mut TenantTx,
        at: DateTime<Utc>,
        id: Uuid,
        row: &impl Serialize,
    ) -> sqlx::Result<()> {
        let table = self.table;
        let (columns, row) = columns(row)?;
        let sql = format!(
            "update {table} set version = version + 1, updated_at = $2, ({columns}) =
                 (select {columns} from jsonb_populate_record(null::{table}, $3))
             where id = $1"
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(at).bind(Json(row)).execute(&mut **tx).await?;
        Ok(())
    }
}

/// The columns of a row, which are the fields of its struct, and the row.
fn columns(row: &impl Serialize) -> sqlx::Result<(String, Value)> {
    let row = serde_json::to_value(row).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let names: Vec<&str> = row.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    Ok((names.join(", "), row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Serialize)]
    struct Fields {
        amount: i16,
    }

    #[derive(Serialize)]
    struct Row {
        #[serde(flatten)]
        fields: Fields,
        #[serde(flatten)]
        more: Option<Fields>,
        note: Option<&'static str>,
    }

    #[test]
    fn the_columns_are_the_fields_of_the_struct() {
        let row = Row { fields: Fields { amount: 5 }, more: None, note: None };
        assert_eq!(columns(&row).unwrap(), ("amount, note".to_owned(), json!({ "amount": 5, "note": null })));
    }
}
