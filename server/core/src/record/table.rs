//! Records of a table, written together with their audit entries.

use chrono::{DateTime, Utc};
use policy::Action;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, FromRow, Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::query::{self, ListQuery, Where};
use crate::audit::{self, Actor};
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;
use crate::http::record_state::{RecordState, Verdict};
use crate::live::{self, Audience};

/// A table whose rows have `id`, `version`, `created_at`, `updated_at` and the columns of the form; `active` if records
/// can be switched, and `excluded_at` if they can be excluded.
pub struct Table {
    pub name: &'static str,
    /// The resource in the audit log: `partner` in `partner.create`.
    pub resource: &'static str,
    /// The columns of the form, named like its fields, separated by commas.
    pub columns: &'static str,
    /// Additional columns to read, or named expressions. `active` if records can be switched, `excluded_at` if they can be
    /// excluded.
    pub read: &'static [&'static str],
    /// Unique constraints, and the form field that reports a violation.
    pub unique: &'static [(&'static str, &'static str)],
    /// The default order of a list.
    pub order: &'static str,
}

impl Table {
    /// A page, and the number of matching records up to one above the cap of the page.
    pub async fn list<T>(
        &self,
        tx: &mut TenantTx,
        filter: &Where,
        list_query: &ListQuery,
    ) -> ApiResult<(Vec<T>, i64)>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        filter.plan(tx).await?;
        let queries =
            (self.page_query(filter, list_query), self.count_query(filter, list_query.paging.cap()));
        query::page(tx, queries, list_query).await
    }

    pub fn page_query(&self, filter: &Where, list_query: &ListQuery) -> QueryBuilder<Postgres> {
        query::page_query(self.reading(), filter, list_query, self.order)
    }

    /// Counts the matches, up to one above `cap`.
    pub fn count_query(&self, filter: &Where, cap: i64) -> QueryBuilder<Postgres> {
        query::count_query(self.name, filter, cap)
    }

    /// All matching records in the default order, for tables that stay small.
    pub async fn all<T>(&self, tx: &mut TenantTx, filter: &Where) -> ApiResult<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut query = QueryBuilder::<Postgres>::new(self.reading());
        filter.push(&mut query);
        query.push(format!(" order by {}", self.order));
        Ok(query.build_query_as().fetch_all(&mut **tx).await?)
    }

    /// Up to `most` records to choose from, each with its `label`, an SQL expression.
    pub async fn select<T>(
        &self,
        tx: &mut TenantTx,
        label: &str,
        filter: &Where,
        most: i64,
    ) -> sqlx::Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut query = QueryBuilder::new(format!("select id, {label} as label from {}", self.name));
        filter.push(&mut query);
        query.push(format!(" order by {} limit ", self.order)).push_bind(most);
        query.build_query_as().fetch_all(&mut **tx).await
    }

    /// Returns 404 when the record does not exist.
    pub async fn find<T>(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<T>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let sql = format!("{} where id = $1", self.reading());
        let found = sqlx::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut **tx).await?;
        found.ok_or_else(ApiError::not_found)
    }

    /// Same as `find`, and locks the record until the transaction ends. Returns 409 for an excluded record.
    pub async fn lock<T>(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<T>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        if self.can_exclude() {
            // It locks the record, too.
            self.refuse_excluded(tx, id).await?;
            return self.find(tx, id).await;
        }
        let sql = format!("select from {} where id = $1 for update", self.name);
        sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut **tx).await?;
        self.find(tx, id).await
    }

    /// The record that matches the conditions, e.g. an id within a scope. Returns 404 when there is none.
    pub async fn find_among<T>(&self, tx: &mut TenantTx, filter: &Where) -> ApiResult<T>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut query = QueryBuilder::<Postgres>::new(self.reading());
        filter.push(&mut query);
        query.build_query_as().fetch_optional(&mut **tx).await?.ok_or_else(ApiError::not_found)
    }

    /// Same as `find_among`, and locks the record until the transaction ends.
    pub async fn lock_among<T>(&self, tx: &mut TenantTx, filter: &Where) -> ApiResult<T>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let excluded = if self.can_exclude() { "excluded_at is not null" } else { "false" };
        let mut lock = QueryBuilder::<Postgres>::new(format!("select {excluded} from {}", self.name));
        filter.push(&mut lock);
        let excluded = lock.push(" for update").build_query_scalar().fetch_optional(&mut **tx).await?;
        if excluded == Some(true) {
            return Err(ApiError::refused(MessageCode::RecordExcluded));
        }
        self.find_among(tx, filter).await
    }

    /// Creates a record and returns its id. Returns 422 at the field whose value is taken.
    pub async fn create(
        &self,
        tx: &mut TenantTx,
        actor: impl Into<Actor>,
        form: &impl Serialize,
    ) -> ApiResult<Uuid> {
        let actor = actor.into();
        self.refuse_excluded_values(tx, None, form).await?;
        let id = self.insert(tx, actor.at, form).await?;
        let changes = audit::difference(&json!({}), form);
        self.note(tx, actor, "create", id, changes).await?;
        Ok(id)
    }

    /// Writes the row of a record and returns its id. The caller writes the audit entry.
    pub async fn insert(
        &self,
        tx: &mut TenantTx,
        at: DateTime<Utc>,
        form: &impl Serialize,
    ) -> ApiResult<Uuid> {
        let id = Uuid::now_v7();
        let Self { name, columns, .. } = self;
        let sql = format!(
            "insert into {name} (id, created_at, updated_at, {columns})
             select $1, $2, $2, {columns} from jsonb_populate_record(null::{name}, $3)"
        );
        let insert = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(at).bind(Json(form));
        self.report_violation(insert.execute(&mut **tx).await)?;
        Ok(id)
    }

    /// Creates many records with an audit entry for each, and one live event for all. Fails if a value is taken. Returns their ids.
    pub async fn create_many<T: Serialize>(
        &self,
        tx: &mut TenantTx,
        actor: Actor,
        forms: &[T],
    ) -> ApiResult<Vec<Uuid>> {
        let mut records = Vec::with_capacity(forms.len());
        let mut entries = Vec::with_capacity(forms.len());
        for form in forms {
            let id = Uuid::now_v7();
            let mut record = serde_json::to_value(form).map_err(ApiError::internal)?;
            record["id"] = json!(id);
            records.push(record);
            entries.push((id, audit::difference(&json!({}), form)));
        }
        let Self { name, columns, .. } = self;
        let sql = format!(
            "insert into {name} (id, created_at, updated_at, {columns})
             select id, $1, $1, {columns} from jsonb_populate_recordset(null::{name}, $2)"
        );
        let insert = sqlx::query(AssertSqlSafe(sql)).bind(actor.at).bind(Json(records));
        self.report_violation(insert.execute(&mut **tx).await)?;
        live::records_changed(tx, &Audience::Staff, self.resource, &[]);
        let ids = entries.iter().map(|(id, _)| *id).collect();
        audit::record_many(tx, actor, &format!("{}.create", self.resource), entries).await?;
        Ok(ids)
    }

    /// Writes the columns of a record. The caller writes the audit entry.
    pub async fn write(
        &self,
        tx: &mut TenantTx,
        at: DateTime<Utc>,
        id: Uuid,
        form: &impl Serialize,
    ) -> ApiResult<()> {
        let Self { name, columns, .. } = self;
        let sql = format!(
            "update {name} set version = version + 1, updated_at = $2, ({columns}) =
                 (select {columns} from jsonb_populate_record(null::{name}, $3))
             where id = $1"
        );
        let update = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(at).bind(Json(form));
        self.report_violation(update.execute(&mut **tx).await)?;
        Ok(())
    }

    /// Deletes the row of a record. The caller writes the audit entry.
    pub async fn remove(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
        let sql = format!("delete from {} where id = $1", self.name);
        sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut **tx).await?;
        Ok(())
    }

    /// Writes the fields that differ from `before`. Without a difference, nothing is written and the version is
    /// unchanged.
    pub async fn update(
        &self,
        tx: &mut TenantTx,
        actor: impl Into<Actor>,
        id: Uuid,
        before: &impl Serialize,
        form: &impl Serialize,
    ) -> ApiResult<()> {
        self.update_for(tx, actor, id, before, form, &Audience::Staff).await
    }

    /// The same for a record that others than the staff see on their pages.
    pub async fn update_for(
        &self,
        tx: &mut TenantTx,
        actor: impl Into<Actor>,
        id: Uuid,
        before: &impl Serialize,
        form: &impl Serialize,
        readers: &Audience,
    ) -> ApiResult<()> {
        let (actor, action) = (actor.into(), format!("{}.update", self.resource));
        let at = actor.at;
        if !audit::record_change(tx, actor, &action, id, before, form).await? {
            return Ok(());
        }
        self.refuse_excluded_values(tx, Some(id), form).await?;
        self.write(tx, at, id, form).await?;
        live::records_changed(tx, readers, self.resource, &[id]);
        Ok(())
    }

    /// Deletes a record that was locked as `before`. The audit entry has its fields.
    pub async fn delete(
        &self,
        tx: &mut TenantTx,
        actor: impl Into<Actor>,
        id: Uuid,
        before: &impl Serialize,
    ) -> ApiResult<()> {
        self.remove(tx, id).await?;
        self.note_removal(tx, actor.into(), id, before).await
    }

    /// Writes the audit entry of a deletion with the fields that are gone.
    pub(super) async fn note_removal(
        &self,
        tx: &mut TenantTx,
        actor: Actor,
        id: Uuid,
        before: &impl Serialize,
    ) -> ApiResult<()> {
        let mut changes = audit::difference(&json!({}), before);
        for change in changes.as_object_mut().into_iter().flat_map(Map::values_mut) {
            *change = json!([change[1], null]);
        }
        self.note(tx, actor, "delete", id, changes).await
    }

    /// Activates or deactivates a record. Returns false, and writes nothing, when it is in that state already; 404 when it
    /// does not exist, and 409 when it is excluded.
    pub async fn switch(
        &self,
        tx: &mut TenantTx,
        actor: impl Into<Actor>,
        id: Uuid,
        active: bool,
    ) -> ApiResult<bool> {
        if self.can_exclude() {
            self.refuse_excluded(tx, id).await?;
        }
        let sql = format!("select active from {} where id = $1 for update", self.name);
        let before: Option<bool> =
            sqlx::query_scalar(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut **tx).await?;
        if before.ok_or_else(ApiError::not_found)? == active {
            return Ok(false);
        }
        let actor = actor.into();
        let sql = format!(
            "update {} set active = $2, version = version + 1, updated_at = $3 where id = $1",
            self.name
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(active).bind(actor.at).execute(&mut **tx).await?;
        let verb = if active { "activate" } else { "deactivate" };
        self.note(tx, actor, verb, id, json!({ "active": [!active, active] })).await?;
        Ok(true)
    }

    /// The state of a record towards an action, for any user.
    pub async fn load_record_state(
        &self,
        tx: &mut TenantTx,
        id: Uuid,
        action: Action,
    ) -> ApiResult<RecordState> {
        let excluded = if self.can_exclude() { "excluded_at is not null" } else { "false" };
        let sql = format!("select active, {excluded} from {} where id = $1", self.name);
        let state = sqlx::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut **tx).await?;
        let (active, excluded): (bool, bool) = state.ok_or_else(ApiError::not_found)?;
        Ok(RecordState::of_company(Verdict::of_record(active, excluded, action)))
    }

    /// The `select` of all columns, without conditions.
    fn reading(&self) -> String {
        let Self { name, columns, read, .. } = self;
        let read: String = read.iter().map(|column| format!(", {column}")).collect();
        format!("select id, version, created_at, updated_at, {columns}{read} from {name}")
    }

    /// Writes the audit entry of a change, and announces the record to open pages of the staff.
    pub(super) async fn note(
        &self,
        tx: &mut TenantTx,
        actor: Actor,
        verb: &str,
        id: Uuid,
        changes: Value,
    ) -> ApiResult<()> {
        live::records_changed(tx, &Audience::Staff, self.resource, &[id]);
        audit::record(tx, actor, &format!("{}.{verb}", self.resource), Some(id), changes).await
    }

    /// Reports the violation of a unique constraint at its field.
    fn report_violation<T>(&self, done: sqlx::Result<T>) -> ApiResult<T> {
        done.map_err(|error| {
            match self.unique.iter().find(|(name, _)| tenancy::breaks_constraint(&error, name)) {
                Some((_, field)) => ApiError::invalid_field(field, MessageCode::Taken),
                None => error.into(),
            }
        })
    }
}
