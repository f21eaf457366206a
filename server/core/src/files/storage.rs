//! How many bytes each company has stored, and the most that it may store. This SQL runs on the registry, not in a tenant.

use std::fmt;

use tenancy::{Tenancy, TenancyError, TenantId};

use super::{FileError, FileKind};

/// No row when the company has no room for `$2` more bytes. `$3` is the limit of the installation.
pub const ADD: &str = "
    insert into storage as s (tenant_id, bytes)
    select $1, $2 where $2 <= coalesce((select most from storage where tenant_id = $1), $3)
    on conflict (tenant_id) do update set bytes = s.bytes + excluded.bytes
    where s.bytes + excluded.bytes <= coalesce(s.most, $3)
    returning bytes";
/// Labels and exports always have room.
pub const ADD_OUTPUT: &str = "
    insert into storage as s (tenant_id, bytes) values ($1, $2)
    on conflict (tenant_id) do update set bytes = s.bytes + excluded.bytes
    returning bytes";
pub const SUBTRACT: &str = "update storage set bytes = greatest(bytes - $2, 0) where tenant_id = $1";
pub const SHOW: &str = "select bytes, most from storage where tenant_id = $1";
pub const ALLOW: &str = "
    insert into storage (tenant_id, most) values ($1, $2)
    on conflict (tenant_id) do update set most = excluded.most";
/// One server counts, once a day.
pub const BEGIN_COUNT: &str = "
    insert into storage as s (tenant_id, counted_at) values ($1, now())
    on conflict (tenant_id) do update set counted_at = now()
    where s.counted_at is null or s.counted_at < now() - interval '1 day'
    returning tenant_id";
pub const COUNTED: &str = "update storage set bytes = $2 where tenant_id = $1";

/// The files of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct StoredBytes {
    pub bytes: i64,
    /// What the operator allows this company; none for the limit of the installation.
    pub most: Option<i64>,
}

/// Counts in the registry.
#[derive(Clone)]
pub struct StorageCounter {
    tenancy: Tenancy,
    /// The limit of the installation.
    most: i64,
}

impl fmt::Debug for StorageCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StorageCounter of {} bytes", self.most)
    }
}

impl StorageCounter {
    pub fn new(tenancy: Tenancy, most: u64) -> Self {
        Self { tenancy, most: i64::try_from(most).unwrap_or(i64::MAX) }
    }

    /// Fails when the company has no room. Outputs of processes always have: they are labels and exports, and expire.
    pub(super) async fn add(&self, tenant: &TenantId, kind: FileKind, size: u64) -> Result<(), FileError> {
        let mut tx = self.tenancy.control().await?;
        let add = match kind {
            FileKind::Upload => sqlx::query(ADD).bind(tenant.as_str()).bind(to_bytes(size)).bind(self.most),
            FileKind::Output => sqlx::query(ADD_OUTPUT).bind(tenant.as_str()).bind(to_bytes(size)),
        };
        let added = add.fetch_optional(&mut *tx).await.map_err(TenancyError::from)?;
        tx.commit().await?;
        if added.is_some() { Ok(()) } else { Err(FileError::Full) }
    }

    pub(super) async fn subtract(&self, tenant: &TenantId, size: u64) -> Result<(), FileError> {
        let mut tx = self.tenancy.control().await?;
        let subtract = sqlx::query(SUBTRACT).bind(tenant.as_str()).bind(to_bytes(size));
        subtract.execute(&mut *tx).await.map_err(TenancyError::from)?;
        Ok(tx.commit().await?)
    }

    /// Whether this server counts the files of a company now.
    pub(super) async fn begins_count(&self, tenant: &TenantId) -> Result<bool, FileError> {
        let mut tx = self.tenancy.control().await?;
        let begin = sqlx::query(BEGIN_COUNT).bind(tenant.as_str()).fetch_optional(&mut *tx).await;
        let begins = begin.map_err(TenancyError::from)?.is_some();
        tx.commit().await?;
        Ok(begins)
    }

    pub(super) async fn store_count(&self, tenant: &TenantId, bytes: u64) -> Result<(), FileError> {
        let mut tx = self.tenancy.control().await?;
        let counted = sqlx::query(COUNTED).bind(tenant.as_str()).bind(to_bytes(bytes));
        counted.execute(&mut *tx).await.map_err(TenancyError::from)?;
        Ok(tx.commit().await?)
    }

    /// The most that a company may store.
    pub fn most(&self, stored: StoredBytes) -> i64 {
        stored.most.unwrap_or(self.most)
    }
}

/// What a company has stored.
pub async fn load(tenancy: &Tenancy, tenant: &TenantId) -> Result<StoredBytes, TenancyError> {
    let mut tx = tenancy.control().await?;
    let found = sqlx::query_as(SHOW).bind(tenant.as_str()).fetch_optional(&mut *tx).await?;
    tx.commit().await?;
    Ok(found.unwrap_or(StoredBytes { bytes: 0, most: None }))
}

/// Sets the most that a company may store; none for the limit of the installation.
pub async fn allow(tenancy: &Tenancy, tenant: &TenantId, most: Option<i64>) -> Result<(), TenancyError> {
    let mut tx = tenancy.control().await?;
    sqlx::query(ALLOW).bind(tenant.as_str()).bind(most).execute(&mut *tx).await?;
    tx.commit().await
}

fn to_bytes(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
