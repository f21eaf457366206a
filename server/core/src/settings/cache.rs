//! The settings of the tenants, cached on each node.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use tenancy::{Tenancy, Tenant, TenantTx};

use super::{CHANNEL, Settings, load};
use crate::http::error::ApiResult;

/// How long settings are cached, in case a notification of a change is lost.
const KEPT_FOR: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub struct SettingsCache(Cache<String, Arc<Settings>>);

impl Default for SettingsCache {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(10_000).time_to_live(KEPT_FOR).build())
    }
}

impl SettingsCache {
    /// A cache that is cleared when any node changes settings. Changes are rare, so the whole cache is cleared.
    pub fn following(tenancy: &Tenancy) -> Self {
        let cache = Self::default();
        let (followed, mut notices) = (cache.clone(), tenancy.listen(CHANNEL));
        tokio::spawn(async move {
            while notices.changed().await.is_ok() {
                followed.0.invalidate_all();
            }
        });
        cache
    }

    pub async fn forget(&self, tenant: &Tenant) {
        self.0.invalidate(&tenant.id.to_string()).await;
    }

    /// Same as [`Self::get`], for callers inside a transaction, which must not wait for another connection.
    pub async fn get_within(&self, tx: &mut TenantTx) -> ApiResult<Arc<Settings>> {
        if let Some(settings) = self.0.get(&tx.tenant().id.to_string()).await {
            return Ok(settings);
        }
        Ok(Arc::new(load(tx).await?))
    }

    pub async fn get(&self, tenancy: &Tenancy, tenant: &Tenant) -> ApiResult<Arc<Settings>> {
        let key = tenant.id.to_string();
        if let Some(settings) = self.0.get(&key).await {
            return Ok(settings);
        }
        let mut tx = tenancy.begin(tenant).await?;
        let settings = Arc::new(load(&mut tx).await?);
        tx.commit().await?;
        self.0.insert(key, settings.clone()).await;
        Ok(settings)
    }
}
