//! A change of one record: lock, verdict, version, write, audit entry, live event and commit, in one order for all.

use policy::Action;
use serde::Serialize;
use serde_json::Value;
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use tenancy::TenantTx;
use uuid::Uuid;

use super::query::Where;
use super::records::Records;
use crate::audit::{self, Actor};
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;
use crate::http::record_state::Verdict;
use crate::live::{self, Audience};

/// A change under way. Dropped without `finish`, it is rolled back.
pub struct Change<T> {
    pub tx: TenantTx,
    pub actor: Actor,
    pub id: Uuid,
    /// The record as it is until now. It is locked.
    pub before: T,
    version: i32,
    records: &'static Records,
    filter: Where,
}

impl<T: for<'r> FromRow<'r, PgRow> + Send + Unpin> Change<T> {
    /// Locks the record. Returns 404 when the filter has none of this id.
    pub async fn begin(
        mut tx: TenantTx,
        actor: impl Into<Actor>,
        records: &'static Records,
        filter: Where,
        id: Uuid,
    ) -> ApiResult<Self> {
        let version = records.lock(&mut tx, id).await?;
        let before = records.find(&mut tx, &filter, id).await?;
        Ok(Self { tx, actor: actor.into(), id, before, version, records, filter })
    }

    /// Returns 409 when the state does not allow the change, or, with `stale_version`, when the record is no longer as the
    /// user read it: the call sends that version, if it has one.
    pub fn allow(&self, verdict: Verdict, sent: Option<i32>) -> ApiResult<()> {
        verdict.guard()?;
        let is_stale = sent.is_some_and(|sent| sent != self.version);
        if is_stale { Err(ApiError::refused(MessageCode::StaleVersion)) } else { Ok(()) }
    }

    /// Writes the columns that the fields of `row` name, with a new version.
    pub async fn write(&mut self, row: &impl Serialize) -> ApiResult<()> {
        Ok(self.records.write(&mut self.tx, self.actor.at, self.id, row).await?)
    }

    /// The same; 409 with this code when another row has what the constraint keeps for one.
    pub async fn write_unless(
        &mut self,
        row: &impl Serialize,
        constraint: &str,
        code: MessageCode,
    ) -> ApiResult<()> {
        let written = self.records.write(&mut self.tx, self.actor.at, self.id, row).await;
        written.map_err(|error| match tenancy::breaks_constraint(&error, constraint) {
            true => ApiError::refused(code),
            false => error.into(),
        })
    }

    /// Writes the audit entry, and tells open pages of the audience.
    pub async fn record(&mut self, action: Action, facts: Value, audience: &Audience) -> ApiResult<()> {
        let resource = self.records.resource.name();
        live::records_changed(&mut self.tx, audience, resource, &[self.id]);
        let verb = format!("{resource}.{action}");
        audit::record(&mut self.tx, self.actor.clone(), &verb, Some(self.id), facts).await
    }

    /// Commits, and returns the record as it is now.
    pub async fn finish(mut self) -> ApiResult<T> {
        let after = self.records.find(&mut self.tx, &self.filter, self.id).await?;
        self.tx.commit().await?;
        Ok(after)
    }
}
