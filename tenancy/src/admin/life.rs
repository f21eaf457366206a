//! Suspends, resumes, deletes and lists tenants.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};

use super::{Admin, AdminError, in_transaction, run};
use crate::tenant::TenantId;

const COLUMNS: &str = "
    select id, coalesce(slug, '') as slug, state, shard, schema_version, epoch, migration_error, created_at,
        (select host from control.domains where tenant_id = tenants.id and is_primary) as primary_host
    from control.tenants";

const SET_STATE: &str = "
    update control.tenants set state = $2, epoch = epoch + 1, updated_at = now() where id = $1";

/// The row stays, so that the id, the name of schema and role, is never used again.
const BURY: &str = "
    update control.tenants set state = 'deleted', slug = null, epoch = epoch + 1, updated_at = now() where id = $1";

/// Deletes the hosts and the queued jobs.
const LEFTOVERS: [&str; 3] = [
    "delete from control.domains where tenant_id = $1",
    "delete from control.jobs where tenant = $1",
    "delete from control.job_turns where tenant = $1",
];

/// A row of the registry.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TenantRecord {
    pub id: TenantId,
    pub slug: String,
    pub state: String,
    /// Number of the login role that serves it.
    pub shard: i16,
    pub schema_version: i32,
    /// Raised with each change of the state: sessions of an earlier epoch are over.
    pub epoch: i64,
    /// Error of the last migration, until one succeeds.
    pub migration_error: Option<String>,
    pub primary_host: Option<String>,
    pub created_at: chrono::DateTime<chrono::Utc>,
}

impl FromRow<'_, PgRow> for TenantRecord {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let id: &str = row.try_get("id")?;
        Ok(Self {
            id: TenantId::parse(id)
                .ok_or_else(|| sqlx::Error::Decode(format!("`{id}` is no tenant's id").into()))?,
            slug: row.try_get("slug")?,
            state: row.try_get("state")?,
            shard: row.try_get("shard")?,
            schema_version: row.try_get("schema_version")?,
            epoch: row.try_get("epoch")?,
            migration_error: row.try_get("migration_error")?,
            primary_host: row.try_get("primary_host")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

impl Admin {
    /// All tenants by slug, without spares and deleted ones.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub async fn list(&self) -> Result<Vec<TenantRecord>, AdminError> {
        const LIVING: &str = "where slug is not null order by slug";
        let mut conn = self.connection().await?;
        let text = format!("{COLUMNS} {LIVING}");
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(text)).fetch_all(&mut conn).await?)
    }

    /// The tenant with this slug or id.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn find(&self, name: &str) -> Result<TenantRecord, AdminError> {
        find(&mut self.connection().await?, name).await
    }

    /// Suspends a tenant: its requests get 503, its sessions and jobs end, all data is kept. Its role can
    /// read nothing from now on, not even in an open transaction.
    ///
    /// # Errors
    /// `NotFound`; `Refused` when it is being deleted.
    pub async fn suspend(&self, name: &str) -> Result<(), AdminError> {
        self.turn(name, &["active", "suspended"], "suspended", "revoke usage on schema {id} from {id}").await
    }

    /// Resumes a suspended tenant. Ended sessions stay ended.
    ///
    /// # Errors
    /// `NotFound`; `Refused` when it is being deleted.
    pub async fn resume(&self, name: &str) -> Result<(), AdminError> {
        self.turn(name, &["active", "suspended"], "active", "grant usage on schema {id} to {id}").await
    }

    /// Deletes a suspended tenant for ever; `confirm` must be its slug. If interrupted, run it again.
    ///
    /// # Errors
    /// `Refused` when the tenant is not suspended or `confirm` is not its slug.
    pub async fn delete(&self, name: &str, confirm: &str) -> Result<(), AdminError> {
        let tenant = self.find(name).await?;
        if tenant.slug != confirm {
            return Err(AdminError::Refused(format!("not confirmed: say `{}` to delete it", tenant.slug)));
        }
        self.turn(name, &["suspended", "deleting"], "deleting", "").await?;
        let mut conn = self.connection().await?;
        let id = tenant.id;
        in_transaction!(&mut conn, "begin", {
            run(&mut conn, &format!("drop schema if exists {id} cascade")).await?;
            for leftover in LEFTOVERS {
                sqlx::query(leftover).bind(id.as_str()).execute(&mut conn).await?;
            }
            sqlx::query(BURY).bind(id.as_str()).execute(&mut conn).await?;
            Ok(())
        })?;
        match run(&mut conn, &format!("drop role if exists {id}")).await {
            // `dependent_objects_still_exist`: a clone of this database still has the tenant, so the role is kept.
            Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some("2BP01") => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// Brings a tenant into the state `to`, from one of `from`, and runs the statement `rights` with its id for `{id}`. It is
    /// repeated for a tenant that is in the state already.
    async fn turn(&self, name: &str, from: &[&str], to: &str, rights: &str) -> Result<(), AdminError> {
        let mut conn = self.connection().await?;
        in_transaction!(&mut conn, "begin", {
            let tenant = find(&mut conn, name).await?;
            if !from.contains(&tenant.state.as_str()) {
                return Err(AdminError::Refused(format!("`{}` is {}", tenant.slug, tenant.state)));
            }
            if tenant.state != to {
                sqlx::query(SET_STATE).bind(tenant.id.as_str()).bind(to).execute(&mut conn).await?;
            }
            run(&mut conn, &rights.replace("{id}", tenant.id.as_str())).await?;
            Ok(())
        })
    }
}

/// The tenant with this slug or id, locked until the transaction ends.
pub(super) async fn find(conn: &mut PgConnection, name: &str) -> Result<TenantRecord, AdminError> {
    let text = format!("{COLUMNS} where slug = $1 or (id = $1 and slug is not null) for update");
    sqlx::query_as(sqlx::AssertSqlSafe(text))
        .bind(name)
        .fetch_optional(conn)
        .await?
        .ok_or_else(|| AdminError::NotFound(name.to_owned()))
}
