//! The shared state of a server process.

use std::sync::Arc;

use poem::http::Extensions;
use policy::Policy;
use tenancy::dns::NameServer;
use tenancy::{Host, Tenancy};

use crate::audit::unsealed::UnsealedTenants;
use crate::cache::Cache;
use crate::clock::Clock;
use crate::config::{ServerConfig, platform_host};
use crate::files::Files;
use crate::files::storage::StorageCounter;
use crate::http::limit::RateLimits;
use crate::mail::Mailer;
use crate::settings::SettingsCache;

#[derive(Clone)]
pub struct AppState(Arc<SharedState>);

pub struct SharedState {
    pub config: ServerConfig,
    pub tenancy: Tenancy,
    pub policy: Policy,
    pub cache: Cache,
    pub clock: Clock,
    pub settings: SettingsCache,
    pub files: Files,
    pub mailer: Mailer,
    pub name_server: NameServer,
    /// The operator's host, which tenants cannot claim.
    pub platform_host: Option<Host>,
    pub limits: RateLimits,
    pub unsealed: UnsealedTenants,
    slots: Extensions,
}

impl AppState {
    /// `slots` contains the shared values of the areas, one per type: caches and clients of other services.
    /// `app::connect` fills it.
    pub async fn connect(config: ServerConfig, clock: Clock, slots: Extensions) -> anyhow::Result<Self> {
        config.check()?;
        let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
        let counter = StorageCounter::new(tenancy.clone(), config.storage_limit);
        let cache = Cache::connect(config.redis_url.as_deref(), &config.redis_prefix, clock.clone())?;
        Ok(Self(Arc::new(SharedState {
            settings: SettingsCache::following(&tenancy),
            tenancy,
            policy: Policy::load_shipped(),
            limits: RateLimits::with_cache(cache.clone()),
            cache,
            files: Files::open(&config.files_url, std::env::vars())?.with_counter(counter),
            mailer: Mailer::open(&config.mail_url, &config.mail_sender)?,
            name_server: config.dns.name_server(),
            platform_host: config.platform_host.as_deref().map(platform_host).transpose()?,
            unsealed: UnsealedTenants::default(),
            clock,
            config,
            slots,
        })))
    }

    /// The shared value of an area.
    ///
    /// # Panics
    ///
    /// When the area did not add it at start, which is a bug.
    pub fn slot<T: Send + Sync + 'static>(&self) -> &T {
        self.slots.get().expect("each area fills its slots at the start")
    }
}

impl std::ops::Deref for AppState {
    type Target = SharedState;

    fn deref(&self) -> &SharedState {
        &self.0
    }
}
