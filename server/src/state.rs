//! What every request and every process of this server shares.

use std::sync::Arc;

use policy::Policy;
use tenancy::dns::NameServer;
use tenancy::{Host, Tenancy};

use crate::access::password::Passwords;
use crate::access::profiles::ProfileCache;
use crate::access::social::Providers;
use crate::audit::seal::Unsealed;
use crate::cache::Cache;
use crate::clock::Clock;
use crate::config::{ServerConfig, platform_host};
use crate::files::Files;
use crate::freight::shipments::labels::Press;
use crate::http::limit::RateLimits;
use crate::http::spa::WebAssets;
use crate::mail::Mailer;
use crate::site::addresses::Postcodes;
use crate::site::lookups::LookupCache;
use crate::site::settings::SettingsCache;

#[derive(Clone)]
pub struct AppState(Arc<Shared>);

pub struct Shared {
    pub config: ServerConfig,
    pub tenancy: Tenancy,
    pub policy: Policy,
    pub profiles: ProfileCache,
    pub cache: Cache,
    pub clock: Clock,
    pub settings: SettingsCache,
    pub files: Files,
    pub press: Press,
    pub mailer: Mailer,
    pub lookups: LookupCache,
    pub postcodes: Postcodes,
    pub name_server: NameServer,
    /// The operator's, which no tenant can claim.
    pub platform_host: Option<Host>,
    pub passwords: Passwords,
    pub providers: Providers,
    pub limits: RateLimits,
    pub web: WebAssets,
    pub unsealed: Unsealed,
}

impl AppState {
    pub async fn connect(config: ServerConfig, clock: Clock) -> anyhow::Result<Self> {
        config.check()?;
        let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
        let cache = Cache::connect(config.redis_url.as_deref(), &config.redis_prefix, clock.clone())?;
        Ok(Self(Arc::new(Shared {
            settings: SettingsCache::following(&tenancy),
            tenancy,
            policy: Policy::shipped(),
            profiles: ProfileCache::default(),
            limits: RateLimits::shared(cache.clone()),
            cache,
            files: Files::open(&config.files_url, std::env::vars())?,
            press: Press::default(),
            mailer: Mailer::open(&config.mail_url, &config.mail_sender)?,
            lookups: LookupCache::default(),
            postcodes: Postcodes::connect(config.postcode_url.as_deref())?,
            name_server: config.dns.name_server(),
            platform_host: config.platform_host.as_deref().map(platform_host).transpose()?,
            passwords: Passwords::new(),
            providers: Providers::connect(&config.secret)?,
            web: WebAssets::load(&config.web_dir)?,
            unsealed: Unsealed::default(),
            clock,
            config,
        })))
    }
}

impl std::ops::Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
