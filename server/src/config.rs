//! Everything that can be configured, from the environment or the command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use ipnet::IpNet;
use tenancy::Host;

use crate::mail::PublicOrigin;

/// Where the databases are.
#[derive(Args, Clone, Debug)]
pub struct DatabaseConfig {
    /// Postgres without a user, as the server's own login roles use it.
    #[arg(long, env = "REMESSA_DATABASE_URL", default_value = "postgres://127.0.0.1:5432/remessa")]
    pub database_url: String,

    /// Password of the server's login roles.
    #[arg(long, env = "REMESSA_DATABASE_PASSWORD", hide_env_values = true, default_value = "")]
    pub database_password: String,

    /// Connections of each login role.
    #[arg(long, env = "REMESSA_DATABASE_CONNECTIONS", default_value_t = 4)]
    pub database_connections: usize,
}

/// The owner's access: migrations and the life of tenants, never a request.
#[derive(Args, Clone, Debug)]
pub struct AdminConfig {
    /// Postgres as its superuser or owner.
    #[arg(long, env = "REMESSA_ADMIN_URL", hide_env_values = true)]
    pub admin_url: String,

    #[command(flatten)]
    pub database: DatabaseConfig,

    #[command(flatten)]
    pub dns: DnsConfig,
}

/// Whom to ask for the proof of a domain.
#[derive(Args, Clone, Copy, Debug)]
pub struct DnsConfig {
    /// Name server, as `address:port`; the one of this machine's resolver without it.
    #[arg(long = "dns", env = "REMESSA_DNS")]
    pub address: Option<SocketAddr>,
}

/// The operator's API: a process, a host and credentials of its own.
#[derive(Args, Clone, Debug)]
pub struct PlatformConfig {
    #[command(flatten)]
    pub admin: AdminConfig,

    /// Address of the operator's API.
    #[arg(long, env = "REMESSA_PLATFORM_LISTEN", default_value = "127.0.0.1:8090")]
    pub platform_listen: String,

    /// Its host; on any other there is nothing.
    #[arg(long, env = "REMESSA_PLATFORM_HOST")]
    pub platform_host: String,

    /// Where files are kept, as `remessa serve` has it: a deleted tenant's go with it, an archive's come to lie there.
    #[arg(long, env = "REMESSA_FILES_URL", default_value = "file:///var/lib/remessa/files")]
    pub files_url: String,

    /// Largest archive of a tenant that is brought in, in bytes.
    #[arg(long, env = "REMESSA_MAX_ARCHIVE", default_value_t = 16 * 1024 * 1024 * 1024)]
    pub max_archive: u64,

    /// Proxies whose forwarded headers count, as networks in CIDR form.
    #[arg(long, env = "REMESSA_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpNet>,
}

/// The server and its workers.
#[derive(Args, Clone, Debug)]
pub struct ServerConfig {
    #[command(flatten)]
    pub database: DatabaseConfig,

    /// Redis for caches and limits. Without it the server is slower, and works.
    #[arg(long, env = "REMESSA_REDIS_URL")]
    pub redis_url: Option<String>,

    /// What every key in Redis begins with: another one for each installation that shares it.
    #[arg(long, env = "REMESSA_REDIS_PREFIX", default_value = "remessa")]
    pub redis_prefix: String,

    /// Sign-ins that are tried at one company within a minute, from all addresses together; registrations and
    /// recoveries as many each.
    #[arg(long, env = "REMESSA_TENANT_LIMIT", default_value_t = 600)]
    pub tenant_limit: u32,

    /// Address of the API and the web.
    #[arg(long, env = "REMESSA_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,

    /// Address of Prometheus' /metrics; off when empty.
    #[arg(long, env = "REMESSA_METRICS_LISTEN", default_value = "")]
    pub metrics_listen: String,

    /// The built web, `web/dist`.
    #[arg(long, env = "REMESSA_WEB_DIR", default_value = "web/dist")]
    pub web_dir: PathBuf,

    /// Where files are kept: `file:///path`, or `s3://bucket/prefix?endpoint=…&region=…` with the usual AWS_…
    /// variables for credentials.
    #[arg(long, env = "REMESSA_FILES_URL", default_value = "file:///var/lib/remessa/files")]
    pub files_url: String,

    /// How mail leaves: `smtp://…`, `smtps://…`, or `file:///path` for a folder.
    #[arg(long, env = "REMESSA_MAIL_URL", default_value = "file:///var/lib/remessa/mail")]
    pub mail_url: String,

    /// Address that letters come from; the name beside it is the tenant's.
    #[arg(long, env = "REMESSA_MAIL_SENDER", default_value = "no-reply@localhost")]
    pub mail_sender: String,

    /// How tenants' domains are reached from outside, for links in letters: `https://*`, `http://*:8080`.
    #[arg(long, env = "REMESSA_PUBLIC_ORIGIN", default_value = "https://*")]
    pub public_origin: PublicOrigin,

    /// Signs CSRF tokens and seals secrets in the database; at least 32 characters, the same on every node.
    #[arg(long, env = "REMESSA_SECRET", hide_env_values = true)]
    pub secret: String,

    /// Proxies whose forwarded headers count, as networks in CIDR form.
    #[arg(long, env = "REMESSA_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpNet>,

    /// Largest body of a request in bytes; uploads have their own limit.
    #[arg(long, env = "REMESSA_MAX_BODY", default_value_t = 2 * 1024 * 1024)]
    pub max_body: usize,

    /// Largest uploaded file in bytes.
    #[arg(long, env = "REMESSA_MAX_UPLOAD", default_value_t = 64 * 1024 * 1024)]
    pub max_upload: usize,

    #[command(flatten)]
    pub dns: DnsConfig,

    /// Host of the operator's API (`remessa platform serve`): no tenant can claim it or what lies below it.
    #[arg(long, env = "REMESSA_PLATFORM_HOST")]
    pub platform_host: Option<String>,

    /// A service that knows postcodes, as a URL with the places `{country}` and `{postcode}`. Without one, a Brazilian
    /// postcode gives its state and any other nothing.
    #[arg(long, env = "REMESSA_POSTCODE_URL")]
    pub postcode_url: Option<String>,

    /// Background processes run at once by this server; 0 leaves them to `remessa worker`.
    #[arg(long, env = "REMESSA_WORKERS", default_value_t = 2)]
    pub workers: usize,
}

pub const MIN_SECRET_LENGTH: usize = 32;

impl ServerConfig {
    /// Refuses what would be unsafe to serve with.
    pub fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.secret.len() >= MIN_SECRET_LENGTH,
            "REMESSA_SECRET needs at least {MIN_SECRET_LENGTH} characters"
        );
        Ok(())
    }
}

impl DnsConfig {
    pub fn name_server(self) -> tenancy::dns::NameServer {
        tenancy::dns::NameServer::new(self.address)
    }
}

/// The operator's host in its one spelling.
pub fn platform_host(host: &str) -> anyhow::Result<Host> {
    Host::parse(host).with_context(|| format!("REMESSA_PLATFORM_HOST: `{host}` is no host name"))
}

impl DatabaseConfig {
    pub fn tenancy(&self) -> tenancy::TenancyConfig {
        let mut config = tenancy::TenancyConfig::new(&self.database_url, &self.database_password);
        config.connections_per_shard = self.database_connections;
        config
    }
}
