//! Everything that can be configured, from the environment or the command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use ipnet::IpNet;
use tenancy::Host;

use crate::http::connections::{Caps, Deadlines};
use crate::http::session;
use crate::mail::{MailboxUrl, PublicOrigin, ReplyAddresses};

/// The database connection.
#[derive(Args, Clone, Debug)]
pub struct DatabaseConfig {
    /// URL of Postgres, without a user: the server adds its own login roles.
    #[arg(long, env = "REMESSA_DATABASE_URL", default_value = "postgres://127.0.0.1:5432/remessa")]
    pub database_url: String,

    /// Password of the server's login roles.
    #[arg(long, env = "REMESSA_DATABASE_PASSWORD", hide_env_values = true, default_value = "")]
    pub database_password: String,

    /// Connections of each login role.
    #[arg(long, env = "REMESSA_DATABASE_CONNECTIONS", default_value_t = 4)]
    pub database_connections: usize,

    /// On Citus: tenants that a connection serves before it is replaced. All connections times this must stay below the
    /// workers' `max_connections`.
    #[arg(long, env = "REMESSA_TENANTS_PER_CONNECTION", default_value_t = 4)]
    pub tenants_per_connection: usize,
}

/// Access as the owner, for migrations and tenant administration; not used by requests.
#[derive(Args, Clone, Debug)]
pub struct AdminConfig {
    /// Postgres as its superuser or owner.
    #[arg(long, env = "REMESSA_ADMIN_URL", hide_env_values = true)]
    pub admin_url: String,

    #[command(flatten)]
    pub database: DatabaseConfig,

    #[command(flatten)]
    pub dns: DnsConfig,

    /// Switches the extension on that spreads tenants over several machines, where it is installed. A database that has
    /// the extension is used that way without this.
    #[arg(long, env = "REMESSA_DISTRIBUTED")]
    pub distributed: Option<Distribution>,
}

/// How a database is spread over several machines.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    Citus,
}

/// DNS for the verification of domains.
#[derive(Args, Clone, Copy, Debug)]
pub struct DnsConfig {
    /// Name server, as `address:port`; the resolver of this machine by default.
    #[arg(long = "dns", env = "REMESSA_DNS")]
    pub address: Option<SocketAddr>,
}

/// The operator's API: its own process, host and tokens.
#[derive(Args, Clone, Debug)]
pub struct PlatformConfig {
    #[command(flatten)]
    pub admin: AdminConfig,

    /// Listen address of the operator's API.
    #[arg(long, env = "REMESSA_PLATFORM_LISTEN", default_value = "127.0.0.1:8090")]
    pub platform_listen: String,

    /// Its host; requests to any other host get 404.
    #[arg(long, env = "REMESSA_PLATFORM_HOST")]
    pub platform_host: String,

    /// File storage, as for `remessa serve`: files of deleted tenants are removed, files of archives are stored.
    #[arg(long, env = "REMESSA_FILES_URL", default_value = "file:///var/lib/remessa/files")]
    pub files_url: String,

    /// Maximum size of an imported tenant archive, in bytes.
    #[arg(long, env = "REMESSA_MAX_ARCHIVE", default_value_t = 16 * 1024 * 1024 * 1024)]
    pub max_archive: u64,

    /// Proxies whose forwarded headers are trusted, as networks in CIDR form.
    #[arg(long, env = "REMESSA_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpNet>,
}

/// The server and its workers.
#[derive(Args, Clone, Debug)]
pub struct ServerConfig {
    #[command(flatten)]
    pub database: DatabaseConfig,

    /// Redis for caches and rate limits. Optional; without it the server is slower.
    #[arg(long, env = "REMESSA_REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,

    /// Prefix of every key in Redis. Use a different one for each installation that shares Redis.
    #[arg(long, env = "REMESSA_REDIS_PREFIX", default_value = "remessa")]
    pub redis_prefix: String,

    /// Failed sign-ins per minute at one company, from all addresses together; also the limit of registrations and of
    /// recoveries.
    #[arg(long, env = "REMESSA_TENANT_LIMIT", default_value_t = 600)]
    pub tenant_limit: u32,

    /// Requests per minute and user, on each server, and per API token, on all of them: a search or a change counts as 3, an
    /// upload as 10. An address may send five times as many.
    #[arg(long, env = "REMESSA_REQUEST_LIMIT", default_value_t = 1200)]
    pub request_limit: u32,

    /// Listen address of the API and the web.
    #[arg(long, env = "REMESSA_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,

    /// Listen address of Prometheus' /metrics; empty disables it.
    #[arg(long, env = "REMESSA_METRICS_LISTEN", default_value = "")]
    pub metrics_listen: String,

    /// Folder of the built web, `web/dist`.
    #[arg(long, env = "REMESSA_WEB_DIR", default_value = "web/dist")]
    pub web_dir: PathBuf,

    /// File storage: `file:///path`, or `s3://bucket/prefix?endpoint=…&region=…` with the usual AWS_… variables for
    /// credentials.
    #[arg(long, env = "REMESSA_FILES_URL", default_value = "file:///var/lib/remessa/files")]
    pub files_url: String,

    /// Bytes of uploaded files that a company can store, unless the operator allows it another number.
    #[arg(long, env = "REMESSA_STORAGE_LIMIT", default_value_t = 50 * 1024 * 1024 * 1024)]
    pub storage_limit: u64,

    /// Outgoing mail: `smtp://…`, `smtps://…`, or `file:///path` for a folder.
    #[arg(
        long,
        env = "REMESSA_MAIL_URL",
        hide_env_values = true,
        default_value = "file:///var/lib/remessa/mail"
    )]
    pub mail_url: String,

    /// Sender address of e-mails; the tenant sets the sender name.
    #[arg(long, env = "REMESSA_MAIL_SENDER", default_value = "no-reply@localhost")]
    pub mail_sender: String,

    /// Shows the e-mails of the mail folder to visitors of `*.localhost`, as the demo does. They contain links that set
    /// passwords, so that the server refuses to start with it unless it listens on this machine only.
    #[arg(long, env = "REMESSA_DEMO_EMAILS")]
    pub demo_emails: bool,

    /// Addresses of replies to tickets, with a star for the ticket: `*@reply.example.com`, or `desk+*@example.com` for a
    /// mailbox with subaddresses. Without it, tickets are answered on the page only.
    #[arg(long, env = "REMESSA_REPLY_ADDRESS")]
    pub reply_address: Option<ReplyAddresses>,

    /// Mailbox that receives the replies: `imaps://user:password@host/INBOX`. It is read with IDLE; e-mails stay in it.
    #[arg(long, env = "REMESSA_REPLY_MAILBOX", hide_env_values = true)]
    pub reply_mailbox: Option<MailboxUrl>,

    /// File with CA certificates (PEM) that are trusted for this mailbox, besides those of the system.
    #[arg(long, env = "REMESSA_REPLY_MAILBOX_CA")]
    pub reply_mailbox_ca: Option<PathBuf>,

    /// Name with which the mail server that receives replies writes `Authentication-Results`. Without it, e-mails
    /// of staff and those that would open a ticket wait until somebody accepts them.
    #[arg(long, env = "REMESSA_REPLY_SERVER")]
    pub reply_server: Option<String>,

    /// Public URL of the tenants' domains, for links in e-mails: `https://*`, `http://*:8080`.
    #[arg(long, env = "REMESSA_PUBLIC_ORIGIN", default_value = "https://*")]
    pub public_origin: PublicOrigin,

    /// Secret that signs CSRF tokens and encrypts secrets in the database; at least 32 characters, the same on every
    /// node.
    #[arg(long, env = "REMESSA_SECRET", hide_env_values = true)]
    pub secret: String,

    /// Proxies whose forwarded headers are trusted, as networks in CIDR form.
    #[arg(long, env = "REMESSA_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpNet>,

    /// Connections at a time. One address gets at most a sixteenth of the free ones, trusted proxies all.
    #[arg(long, env = "REMESSA_CONNECTIONS", default_value_t = 4096)]
    pub connections: usize,

    /// Maximum size of a request body in bytes; uploads have their own limit.
    #[arg(long, env = "REMESSA_MAX_BODY", default_value_t = 2 * 1024 * 1024)]
    pub max_body: usize,

    /// Maximum size of an uploaded file in bytes.
    #[arg(long, env = "REMESSA_MAX_UPLOAD", default_value_t = 64 * 1024 * 1024)]
    pub max_upload: usize,

    #[command(flatten)]
    pub dns: DnsConfig,

    /// Host of the operator's API (`remessa platform serve`): tenants cannot claim it or its subdomains.
    #[arg(long, env = "REMESSA_PLATFORM_HOST")]
    pub platform_host: Option<String>,

    /// Postcode service, as a URL with the placeholders `{country}` and `{postcode}`. Without it, the shipped
    /// list of 14 countries gives city and state, and the street where `remessa postcodes` has loaded it.
    #[arg(long, env = "REMESSA_POSTCODE_URL", hide_env_values = true)]
    pub postcode_url: Option<String>,

    /// Background processes this server runs at the same time; 0 leaves them to `remessa worker`.
    #[arg(long, env = "REMESSA_WORKERS", default_value_t = 2)]
    pub workers: usize,
}

pub const MIN_SECRET_LENGTH: usize = 32;

impl ServerConfig {
    /// Whether browsers reach the host of a request over TLS only. False for `*.localhost`, a developer's machine without TLS.
    pub fn is_https(&self, request: &poem::Request) -> bool {
        self.public_origin.is_https() && !session::is_local(request)
    }

    pub fn caps(&self) -> Caps {
        Caps {
            all: self.connections,
            trusted_proxies: self.trusted_proxies.clone(),
            deadlines: Deadlines::default(),
        }
    }

    /// Refuses an unsafe configuration.
    pub fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.secret.len() >= MIN_SECRET_LENGTH,
            "REMESSA_SECRET needs at least {MIN_SECRET_LENGTH} characters"
        );
        anyhow::ensure!(
            !self.demo_emails || self.is_demo(),
            "REMESSA_DEMO_EMAILS needs a mail folder, a loopback address in REMESSA_LISTEN, http:// in \
             REMESSA_PUBLIC_ORIGIN and no trusted proxy"
        );
        Ok(())
    }

    /// Nobody but the people at this machine can reach the server, and no e-mail leaves it.
    fn is_demo(&self) -> bool {
        self.mail_url.starts_with("file:")
            && !self.public_origin.is_https()
            && self.trusted_proxies.is_empty()
            && self.listen.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback())
    }
}

impl DnsConfig {
    pub fn name_server(self) -> tenancy::dns::NameServer {
        tenancy::dns::NameServer::new(self.address)
    }
}

/// The operator's host, normalised.
pub fn platform_host(host: &str) -> anyhow::Result<Host> {
    Host::parse(host).with_context(|| format!("REMESSA_PLATFORM_HOST: `{host}` is no host name"))
}

impl DatabaseConfig {
    pub fn tenancy(&self) -> tenancy::TenancyConfig {
        let mut config = tenancy::TenancyConfig::new(&self.database_url, &self.database_password);
        config.connections_per_shard = self.database_connections;
        config.tenants_per_connection = self.tenants_per_connection;
        config
    }
}
