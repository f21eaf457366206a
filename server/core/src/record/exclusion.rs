//! The third state of a record: excluded. It is gone from lists and choices, kept where it is used, and can be restored.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::Serialize;
use serde_json::json;
use sqlx::{AssertSqlSafe, Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::query::Where;
use super::table::Table;
use crate::audit::Actor;
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::messages::MessageCode;

trade::wire_code! {
    /// Filter of a list by state. Without it, all records that are not excluded.
    ActiveFilter { Inactive = 0, Active = 1, Excluded = 2 }
}

/// Result of a deletion.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// True when the record was used or changed before: it is kept where it is used, and can be restored. False when it
    /// is gone for good.
    pub restorable: bool,
}

/// The column that a table with this state reads.
const EXCLUDED_AT: &str = "excluded_at";

const BEGIN_REMOVAL: &str = "savepoint removal";
const TAKE_BACK_REMOVAL: &str = "rollback to savepoint removal";
const END_REMOVAL: &str = "release savepoint removal";

#[derive(sqlx::FromRow)]
struct State {
    active: bool,
    excluded_at: Option<DateTime<Utc>>,
    version: i32,
}

impl Where {
    /// The records of a state; without a filter all that are not excluded.
    #[must_use]
    pub fn state(self, filter: Option<ActiveFilter>) -> Self {
        match filter {
            None => self.always("excluded_at is null"),
            Some(ActiveFilter::Active) => self.and("active = ", Some(true)),
            Some(ActiveFilter::Inactive) => self.and("active = ", Some(false)).always("excluded_at is null"),
            Some(ActiveFilter::Excluded) => self.only("excluded_at is not null", true),
        }
    }

    /// The same for records that are never excluded, only active or not.
    #[must_use]
    pub fn filter_active(self, filter: Option<ActiveFilter>) -> Self {
        let active = filter.map(|state| state == ActiveFilter::Active);
        self.and("active = ", active).only("false", filter == Some(ActiveFilter::Excluded))
    }
}

impl Table {
    pub(super) fn can_exclude(&self) -> bool {
        self.read.contains(&EXCLUDED_AT)
    }

    /// Deletes a record that nothing refers to and nobody has changed since its creation; excludes any other.
    pub async fn remove_or_exclude(
        &self,
        tx: &mut TenantTx,
        actor: impl Into<Actor>,
        id: Uuid,
        before: &impl Serialize,
    ) -> ApiResult<Deletion> {
        let actor = actor.into();
        let state = self.lock_state(tx, id).await?;
        if state.version == 1 && self.try_to_remove(tx, id).await? {
            self.note_removal(tx, actor, id, before).await?;
            return Ok(Deletion { restorable: false });
        }
        self.set_excluded(tx, actor, id, &state).await
    }

    /// Excludes a record, whether it is used or not.
    pub async fn exclude(&self, tx: &mut TenantTx, actor: impl Into<Actor>, id: Uuid) -> ApiResult<Deletion> {
        let state = self.lock_state(tx, id).await?;
        self.set_excluded(tx, actor.into(), id, &state).await
    }

    /// Restores an excluded record as an active one. Returns 409 when it is not excluded.
    pub async fn restore(&self, tx: &mut TenantTx, actor: impl Into<Actor>, id: Uuid) -> ApiResult<()> {
        if self.lock_state(tx, id).await?.excluded_at.is_none() {
            return Err(ApiError::refused(MessageCode::RecordNotExcluded));
        }
        let actor = actor.into();
        let sql = format!(
            "update {} set excluded_at = null, active = true, version = version + 1, updated_at = $2 where id = $1",
            self.name
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(actor.at).execute(&mut **tx).await?;
        self.note(tx, actor, "restore", id, json!({ "active": [false, true] })).await
    }

    /// Refuses a change of an excluded record with 409; 404 when it does not exist.
    pub(super) async fn refuse_excluded(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
        match self.lock_state(tx, id).await?.excluded_at {
            Some(_) => Err(ApiError::refused(MessageCode::RecordExcluded)),
            None => Ok(()),
        }
    }

    /// Refuses values that an excluded record still has: it could not be restored otherwise.
    pub(super) async fn refuse_excluded_values(
        &self,
        tx: &mut TenantTx,
        id: Option<Uuid>,
        form: &impl Serialize,
    ) -> ApiResult<()> {
        if !self.can_exclude() || self.unique.is_empty() {
            return Ok(());
        }
        let form = serde_json::to_value(form).map_err(ApiError::internal)?;
        let mut errors = FieldErrors::default();
        for (_, field) in self.unique.iter().filter(|(_, field)| form[*field].is_string()) {
            let mut query = QueryBuilder::<Postgres>::new(format!(
                "select exists (select from {} where excluded_at is not null and lower({field}) = lower(",
                self.name
            ));
            query.push_bind(form[*field].as_str().map(str::to_owned)).push(") and id is distinct from ");
            query.push_bind(id).push(")");
            if query.build_query_scalar::<bool>().fetch_one(&mut **tx).await? {
                errors.push(*field, MessageCode::TakenByExcluded);
            }
        }
        errors.into_result()
    }

    async fn set_excluded(
        &self,
        tx: &mut TenantTx,
        actor: Actor,
        id: Uuid,
        before: &State,
    ) -> ApiResult<Deletion> {
        if before.excluded_at.is_some() {
            return Err(ApiError::refused(MessageCode::RecordExcluded));
        }
        let sql = format!(
            "update {} set excluded_at = $2, active = false, version = version + 1, updated_at = $2 where id = $1",
            self.name
        );
        sqlx::query(AssertSqlSafe(sql)).bind(id).bind(actor.at).execute(&mut **tx).await?;
        let changes = if before.active { json!({ "active": [true, false] }) } else { json!({}) };
        self.note(tx, actor, "delete", id, changes).await?;
        Ok(Deletion { restorable: true })
    }

    async fn lock_state(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<State> {
        let sql = format!("select active, excluded_at, version from {} where id = $1 for update", self.name);
        let state = sqlx::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut **tx).await?;
        state.ok_or_else(ApiError::not_found)
    }

    /// False when another record refers to this one.
    async fn try_to_remove(&self, tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
        sqlx::query(BEGIN_REMOVAL).execute(&mut **tx).await?;
        let sql = format!("delete from {} where id = $1", self.name);
        let removed = sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut **tx).await;
        let is_used = |error: &sqlx::Error| {
            error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
        };
        match removed {
            Ok(_) => {
                sqlx::query(END_REMOVAL).execute(&mut **tx).await?;
                Ok(true)
            }
            Err(error) if is_used(&error) => {
                sqlx::query(TAKE_BACK_REMOVAL).execute(&mut **tx).await?;
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }
}
