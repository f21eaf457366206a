//! New tenants. Creating a schema takes a third of a second, so spare tenants are created in advance; signing
//! up claims one.

use sqlx::PgConnection;

use super::workers::{self, Away};
use super::{Admin, AdminError, in_transaction, placement, run, schema};
use crate::Host;
use crate::tenant::TenantId;

/// The shard with the fewest tenants. Each shard is a login role `remessa_app_<n>`.
pub(super) const LIGHTEST_SHARD: &str = "
    select shard.shard::smallint from generate_series(0, (
        select count(*) from pg_roles where rolname ~ '^remessa_app_[0-9]+$') - 1) shard
    left join control.tenants on tenants.shard = shard.shard and state <> 'deleted'
    group by shard.shard order by count(tenants.id), random() limit 1";

const INSERT_SPARE: &str =
    "insert into control.tenants (id, state, shard, schema_version) values ($1, 'spare', $2, $3)";

const CLAIM: &str = "
    with spare as (
        select id from control.tenants where state = 'spare' and schema_version = $3 and id <> all ($4)
        order by created_at limit 1 for update skip locked
    ), claimed as (
        update control.tenants set slug = $1, state = 'active', updated_at = now()
        from spare where tenants.id = spare.id
        returning tenants.id
    ), host as (
        insert into control.domains (host, tenant_id, is_primary, proof, verified_at)
        select $2, id, true, 'operator', now() from claimed
    )
    select id from claimed";

const COUNT_SPARES: &str =
    "select count(*) from control.tenants where state = 'spare' and schema_version = $1";

/// A new tenant.
#[derive(Clone, Debug)]
pub struct ProvisionedTenant {
    pub id: TenantId,
    /// Whether a spare was used.
    pub from_spare: bool,
    /// It stays on the coordinator until it is placed, because a worker of the cluster does not answer.
    pub waits_for_workers: bool,
}

impl Admin {
    /// Creates a tenant with its primary host, for which the operator vouches.
    ///
    /// # Errors
    /// `SlugTaken`, `HostTaken`, `Invalid` for an invalid slug or host.
    pub async fn provision(&self, slug: &str, primary_host: &str) -> Result<ProvisionedTenant, AdminError> {
        self.provision_with(slug, primary_host, "").await
    }

    /// The same with its first rows: `first` is a statement that writes them, in the transaction that makes the tenant.
    ///
    /// # Errors
    /// As [`Admin::provision`].
    pub async fn provision_with(
        &self,
        slug: &str,
        primary_host: &str,
        first: &'static str,
    ) -> Result<ProvisionedTenant, AdminError> {
        let host = valid_host(primary_host)?;
        valid_slug(slug)?;
        let mut conn = self.connection().await?;
        let away = workers::find_away(&mut conn).await?;
        if let Some(id) = self.claim(&mut conn, slug, &host, &away, first).await? {
            return Ok(ProvisionedTenant { id, from_spare: true, waits_for_workers: false });
        }
        // Another sign-up can take the spare between creating and claiming; then create one more.
        loop {
            self.build_spare(&mut conn, &away).await?;
            if let Some(id) = self.claim(&mut conn, slug, &host, &away, first).await? {
                let waits_for_workers = !away.is_nobody();
                if waits_for_workers {
                    let away = away.workers.join(", ");
                    tracing::warn!(%away, tenant = %id, "a new tenant stays on the coordinator until it is placed");
                }
                return Ok(ProvisionedTenant { id, from_spare: false, waits_for_workers });
            }
        }
    }

    /// Creates spares until this many exist at the current version; `progress` gets their number after each.
    ///
    /// # Errors
    /// When a migration fails on an empty schema; `Refused` while a worker of the cluster does not answer.
    pub async fn refill_spares(
        &self,
        wanted: usize,
        mut progress: impl FnMut(usize),
    ) -> Result<(), AdminError> {
        let mut conn = self.connection().await?;
        let away = workers::find_away(&mut conn).await?;
        away.refuse("a new spare")?;
        loop {
            let ready: i64 = sqlx::query_scalar(COUNT_SPARES)
                .bind(self.tenant_migrations.latest())
                .fetch_one(&mut conn)
                .await?;
            let ready = usize::try_from(ready).unwrap_or_default();
            progress(ready);
            if ready >= wanted {
                return Ok(());
            }
            self.build_spare(&mut conn, &away).await?;
        }
    }

    async fn claim(
        &self,
        conn: &mut PgConnection,
        slug: &str,
        host: &Host,
        away: &Away,
        first: &str,
    ) -> Result<Option<TenantId>, AdminError> {
        in_transaction!(conn, "begin", {
            let claimed: Option<String> = sqlx::query_scalar(CLAIM)
                .bind(slug)
                .bind(host.as_str())
                .bind(self.tenant_migrations.latest())
                .bind(&away.tenants)
                .fetch_optional(&mut *conn)
                .await
                .map_err(|error| to_taken_error(error, slug, host))?;
            let id = claimed.as_deref().and_then(TenantId::parse);
            if let Some(id) = id.filter(|_| !first.is_empty()) {
                run(conn, &format!("set local search_path to {id}, ref; set local role remessa_owner"))
                    .await?;
                run(conn, first).await?;
            }
            Ok(id)
        })
    }

    /// Creates role, schema, tables, rights and the row of the registry in one transaction.
    /// While a worker is away it stays on the coordinator: placing it tells every worker.
    async fn build_spare(&self, conn: &mut PgConnection, away: &Away) -> Result<TenantId, AdminError> {
        let id = TenantId::generate();
        let shard: i16 = sqlx::query_scalar(LIGHTEST_SHARD).fetch_one(&mut *conn).await?;
        let begin = if away.is_nobody() { "begin" } else { workers::BEGIN_HERE };
        in_transaction!(conn, begin, {
            run(conn, &foundation(id, shard)).await?;
            schema::build(conn, id, &self.tenant_migrations).await?;
            if away.is_nobody() {
                placement::place_schema(conn, id).await?;
            }
            sqlx::query(INSERT_SPARE)
                .bind(id.as_str())
                .bind(shard)
                .bind(self.tenant_migrations.latest())
                .execute(&mut *conn)
                .await?;
            Ok(id)
        })
    }
}

pub(super) fn foundation(id: TenantId, shard: i16) -> String {
    format!(
        "create role {id} nologin; grant remessa_tenant to {id}; grant {id} to remessa_app_{shard};
         create schema {id} authorization remessa_owner; grant usage on schema {id} to {id}"
    )
}

pub(super) fn to_taken_error(error: sqlx::Error, slug: &str, host: &Host) -> AdminError {
    if AdminError::is_of(&error, "tenants_slug_key") {
        AdminError::SlugTaken(slug.to_owned())
    } else if AdminError::is_of(&error, "domains_host_key") {
        AdminError::HostTaken(host.to_string())
    } else {
        error.into()
    }
}

pub(super) fn valid_host(host: &str) -> Result<Host, AdminError> {
    Host::parse(host).ok_or_else(|| AdminError::Invalid(format!("`{host}` is no host name")))
}

/// Whether a text is a valid slug.
#[must_use]
pub fn is_slug(slug: &str) -> bool {
    let plain = slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    plain && !slug.starts_with('-') && (1..=63).contains(&slug.len())
}

pub(super) fn valid_slug(slug: &str) -> Result<(), AdminError> {
    if is_slug(slug) {
        return Ok(());
    }
    Err(AdminError::Invalid(format!(
        "`{slug}` is no slug: lower-case letters, digits and hyphens, at most 63"
    )))
}
