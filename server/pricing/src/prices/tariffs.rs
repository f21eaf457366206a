//! Compiled versions, shared by all requests of a server.
//!
//! A published version never changes, so nothing is invalidated: only which version is in force is read each time.

use std::collections::HashMap;
use std::sync::Arc;

use moka::sync::Cache;
use rust_decimal::Decimal;
use tenancy::{TenantId, TenantTx};
use uuid::Uuid;

use super::content::Content;
use super::store;
use rating::tariff::Tariff;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// Memory of all compiled versions of a server.
const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// A compiled version with what stands beside its prices.
#[derive(Debug)]
pub struct CompiledVersion {
    pub version_id: Uuid,
    pub tariff: Tariff,
    pub fuel_code: Option<String>,
    pub fallback_version_id: Option<Uuid>,
}

/// Compiled versions by company and version, the last used ones.
#[derive(Clone)]
pub struct Tariffs(Cache<(TenantId, Uuid), Arc<CompiledVersion>>);

impl Default for Tariffs {
    fn default() -> Self {
        let weigh = |_: &(TenantId, Uuid), compiled: &Arc<CompiledVersion>| {
            u32::try_from(compiled.tariff.bytes()).unwrap_or(u32::MAX)
        };
        Self(Cache::builder().max_capacity(MAX_BYTES).weigher(weigh).build())
    }
}

impl Tariffs {
    /// A published or archived version.
    pub async fn get(&self, tx: &mut TenantTx, version_id: Uuid) -> ApiResult<Arc<CompiledVersion>> {
        let key = (tx.tenant().id, version_id);
        if let Some(known) = self.0.get(&key) {
            return Ok(known);
        }
        let content = store::publication(tx, version_id).await?;
        let compiled = Arc::new(CompiledVersion::of(version_id, &content)?);
        self.0.insert(key, compiled.clone());
        Ok(compiled)
    }

    /// Published or archived versions by their ids, with one statement for those that are not in memory. An unknown id is
    /// absent.
    pub async fn get_many(
        &self,
        tx: &mut TenantTx,
        ids: &[Uuid],
    ) -> ApiResult<HashMap<Uuid, Arc<CompiledVersion>>> {
        let tenant = tx.tenant().id;
        let known = |id: &Uuid| Some((*id, self.0.get(&(tenant, *id))?));
        let mut found: HashMap<Uuid, Arc<CompiledVersion>> = ids.iter().filter_map(known).collect();
        let missing: Vec<Uuid> = ids.iter().filter(|id| !found.contains_key(id)).copied().collect();
        if missing.is_empty() {
            return Ok(found);
        }
        for (id, content) in store::publications(tx, &missing).await? {
            let compiled = Arc::new(CompiledVersion::of(id, &content)?);
            self.0.insert((tenant, id), compiled.clone());
            found.insert(id, compiled);
        }
        Ok(found)
    }
}

impl CompiledVersion {
    pub fn of(version_id: Uuid, content: &Content) -> ApiResult<Self> {
        let tariff = Tariff::compile(&content.rows).map_err(|findings| {
            let params = [("count", findings.len().into())];
            ApiError::refused(MessageCode::PriceVersionHasErrors).with_params(params.into())
        })?;
        let (fuel_code, fallback_version_id) = (content.fuel_code.clone(), content.fallback_version_id);
        Ok(Self { version_id, tariff, fuel_code, fallback_version_id })
    }
}

/// A fuel percentage and its first day.
pub type FuelRow = (String, chrono::NaiveDate, Decimal);

pub const FUEL: &str = "
    select distinct on (code) code, valid_from, pct from fuel_rates
    where code = any($1) and valid_from <= $2 order by code, valid_from desc";
