//! `remessa tenant …`: manages tenants.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tenancy::admin::{Admin, MigrateOptions, MigrateReport};
use tenancy::dns::NameServer;
use tenancy::{Host, Tenancy};

use super::progress_bar::{advance, start_bar};
use super::tenant_archive::{self, FilesArgument};
use super::tenant_insight::{self, FlagCommand};
use crate::folder::Manifest;
use access::social::providers::Keyring;
use access::users::administrator::AdministratorInput;
use server_core::config::AdminConfig;
use server_core::mail::PublicOrigin;
use server_core::settings;

/// Exit code 0 on success, 1 on failure or refusal, 2 for a wrong command line.
#[derive(Args)]
pub struct TenantArgs {
    #[command(flatten)]
    config: AdminConfig,
    #[command(subcommand)]
    command: TenantCommand,
}

#[derive(Subcommand)]
enum TenantCommand {
    /// Create a tenant with its primary host; `apply` sets its brand and settings.
    Create {
        /// Short name: lower-case letters, digits, hyphens.
        slug: String,
        /// Primary host; the operator vouches for it.
        #[arg(long)]
        host: String,
    },
    /// Create tenants from their folders, or update them from their folders.
    Apply {
        /// Folders with a `tenant.toml`.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Same secret as in `remessa serve`; encrypts the client secrets of sign-in providers.
        #[arg(long, env = "REMESSA_SECRET", hide_env_values = true)]
        secret: Option<String>,
    },
    /// List all tenants.
    List {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show one tenant and its hosts.
    Show {
        /// Slug or id.
        tenant: String,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Suspend a tenant: requests get 503 and a page with the reason, sessions end, all data is kept.
    Suspend { tenant: String },
    /// Resume a suspended tenant.
    Resume { tenant: String },
    /// Migrate the schemas of tenants to this release: the given ones, or all and the spares.
    Migrate {
        tenants: Vec<String>,
        /// Tenants migrated at the same time.
        #[arg(long, default_value_t = 4)]
        workers: usize,
        /// How many times as long as a tenant took to rest after it, so that pages stay quick. 0 when nobody works.
        #[arg(long, default_value_t = 3)]
        rest: u32,
    },
    /// Keep this many empty tenants ready, so that creating one takes milliseconds.
    Refill {
        #[arg(long, default_value_t = 20)]
        spares: usize,
    },
    /// Move a tenant to a machine of a Citus cluster, while it is in use.
    Place {
        tenant: String,
        /// Worker, as `host` or `host:port`; the next other one by default.
        node: Option<String>,
    },
    /// Manage the hosts of a tenant.
    #[command(subcommand)]
    Domain(DomainCommand),
    /// Invite an administrator by e-mail: the first of a new tenant, or another if none can sign in.
    InviteAdministrator {
        tenant: String,
        #[arg(long)]
        name: String,
        #[arg(long)]
        email: String,
    },
    /// Print the address where a mail server hands over replies to tickets.
    InboundMail {
        tenant: String,
        /// Same secret as in `remessa serve`.
        #[arg(long, env = "REMESSA_SECRET", hide_env_values = true)]
        secret: String,
        /// Public URL of the tenants' domains, as in `remessa serve`.
        #[arg(long, env = "REMESSA_PUBLIC_ORIGIN", default_value = "https://*")]
        public_origin: PublicOrigin,
    },
    /// The feature flags of a tenant.
    #[command(subcommand)]
    Flag(FlagCommand),
    /// Show the usage of a tenant: figures without personal data.
    Usage {
        tenant: String,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Export a tenant to a file: its tables at one moment, and its files. Suspend the tenant first;
    /// otherwise files replaced during the export can be missing.
    Export {
        tenant: String,
        /// File to write; it must not exist.
        file: PathBuf,
        #[command(flatten)]
        files: FilesArgument,
    },
    /// Create a tenant from an exported file, with a new name and host.
    Import {
        file: PathBuf,
        #[arg(long)]
        slug: String,
        #[arg(long)]
        host: String,
        #[command(flatten)]
        files: FilesArgument,
    },
    /// Delete a suspended tenant with all its data and files for ever.
    Delete {
        tenant: String,
        /// The slug again, as a confirmation.
        #[arg(long)]
        confirm: String,
        #[command(flatten)]
        files: FilesArgument,
    },
}

#[derive(Subcommand)]
enum DomainCommand {
    /// Claim a host, and print how to prove it within seven days.
    Add {
        tenant: String,
        host: String,
        /// Vouch for the host: it is active at once, without a proof.
        #[arg(long)]
        vouch: bool,
    },
    /// Check the proof in the DNS, and activate the host.
    Verify { tenant: String, host: String },
    /// Make a proven host the primary one, which links in e-mails use.
    Primary { tenant: String, host: String },
    /// Remove a host; requests to it get 404.
    Remove { tenant: String, host: String },
    /// List the hosts of a tenant.
    List { tenant: String },
}

pub async fn run(args: TenantArgs) -> anyhow::Result<()> {
    let TenantArgs { config, command } = args;
    let admin = Admin::connect(&config.admin_url).await?;
    match command {
        TenantCommand::Create { slug, host } => {
            let made = admin.provision_with(&slug, &host, settings::SWITCH_ON_FIRST).await?;
            println!("{slug}: {} at {host}", made.id);
            if made.waits_for_workers {
                println!(
                    "It stays on the coordinator: a worker does not answer. Later: remessa tenant place {slug}"
                );
            }
        }
        TenantCommand::Apply { folders, secret } => {
            let keyring = Keyring::of(secret.as_deref(), std::env::vars());
            apply_all(&admin, &config, &folders, &keyring).await?;
        }
        TenantCommand::List { json } => list(&admin, json).await?,
        TenantCommand::Show { tenant, json } => show(&admin, &tenant, json).await?,
        TenantCommand::Suspend { tenant } => admin.suspend(&tenant).await?,
        TenantCommand::Resume { tenant } => admin.resume(&tenant).await?,
        TenantCommand::Migrate { tenants, workers, rest } => {
            let options = MigrateOptions { workers, rest, ..MigrateOptions::default() };
            migrate(&admin, &tenants, &options).await?;
        }
        TenantCommand::Refill { spares } => refill(&admin, spares).await?,
        TenantCommand::Place { tenant, node } => {
            println!("{tenant}: on {}", admin.place_tenant(&tenant, node.as_deref()).await?);
        }
        TenantCommand::Domain(command) => domain(&admin, config.dns.name_server(), command).await?,
        TenantCommand::InviteAdministrator { tenant, name, email } => {
            tenant_insight::invite(&admin, &config, &tenant, AdministratorInput { name, email }).await?;
        }
        TenantCommand::InboundMail { tenant, secret, public_origin } => {
            let address =
                tenant_insight::inbound_mail(&admin, &config, &tenant, &secret, &public_origin).await?;
            println!("{address}");
        }
        TenantCommand::Flag(command) => tenant_insight::flag(&admin, &config, command).await?,
        TenantCommand::Usage { tenant, json } => {
            tenant_insight::usage(&admin, &config, &tenant, json).await?;
        }
        TenantCommand::Export { tenant, file, files } => {
            tenant_archive::export(&admin, &files.open()?, &tenant, &file).await?;
        }
        TenantCommand::Import { file, slug, host, files } => {
            tenant_archive::import(&admin, &config, &files.open()?, &file, &slug, &host).await?;
        }
        TenantCommand::Delete { tenant, confirm, files } => {
            tenant_archive::delete(&admin, &files.open()?, &tenant, &confirm).await?;
        }
    }
    Ok(())
}

async fn apply_all(
    admin: &Admin,
    config: &AdminConfig,
    folders: &[PathBuf],
    keyring: &Keyring,
) -> anyhow::Result<()> {
    let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let change = apply(admin, &tenancy, folder, keyring).await?;
        println!("{}: {change}", folder.display());
    }
    Ok(())
}

/// Creates the tenant of a folder if needed, applies the folder, and prints the result.
pub async fn apply(
    admin: &Admin,
    tenancy: &Tenancy,
    folder: &Path,
    keyring: &Keyring,
) -> anyhow::Result<&'static str> {
    let manifest = Manifest::load(folder)?;
    let host = Host::parse(&manifest.hosts[0])
        .ok_or_else(|| anyhow::anyhow!("`{}` is no host", manifest.hosts[0]))?;
    let is_new = tenancy.resolve(&host).is_none();
    if is_new {
        admin.provision_with(&manifest.slug, host.as_str(), settings::SWITCH_ON_FIRST).await?;
        tenancy.refresh().await?;
    }
    let tenant =
        tenancy.resolve(&host).ok_or_else(|| anyhow::anyhow!("{} was not created", manifest.slug))?;
    anyhow::ensure!(tenant.slug == manifest.slug, "{} belongs to {}", manifest.hosts[0], tenant.slug);
    let mut changed = false;
    for host in manifest.hosts.iter().skip(1) {
        let is_known =
            Host::parse(host).and_then(|host| tenancy.resolve(&host)).is_some_and(|t| t.id == tenant.id);
        if !is_known {
            admin.add_domain(&manifest.slug, host, true).await?;
            changed = true;
        }
    }
    let mut tx = tenancy.begin(&tenant).await?;
    changed |= crate::folder::apply(&mut tx, &manifest, folder, keyring).await?;
    tx.commit().await?;
    Ok(match (is_new, changed) {
        (true, _) => "created",
        (false, true) => "changed",
        (false, false) => "unchanged",
    })
}

async fn list(admin: &Admin, json: bool) -> anyhow::Result<()> {
    let tenants = admin.list().await?;
    if json {
        println!("{}", serde_json::to_string_pretty(&tenants)?);
        return Ok(());
    }
    println!("{:<24} {:<10} {:>7}  {:<15} {:<40} MIGRATION ERROR", "SLUG", "STATE", "VERSION", "ID", "HOST");
    for tenant in tenants {
        println!(
            "{:<24} {:<10} {:>7}  {:<15} {:<40} {}",
            tenant.slug,
            tenant.state,
            tenant.schema_version,
            tenant.id.as_str(),
            tenant.primary_host.unwrap_or_default(),
            tenant.migration_error.unwrap_or_default()
        );
    }
    Ok(())
}

async fn show(admin: &Admin, name: &str, json: bool) -> anyhow::Result<()> {
    let tenant = admin.find(name).await?;
    let domains = admin.domains(name).await?;
    if json {
        let both = serde_json::json!({ "tenant": tenant, "domains": domains });
        println!("{}", serde_json::to_string_pretty(&both)?);
        return Ok(());
    }
    println!("{} ({})", tenant.slug, tenant.id);
    println!("state {}, schema version {}, epoch {}", tenant.state, tenant.schema_version, tenant.epoch);
    println!("login role remessa_app_{}", tenant.shard);
    if let Some(error) = tenant.migration_error {
        println!("last migration failed: {error}");
    }
    print_domains(&domains);
    Ok(())
}

fn print_domains(domains: &[tenancy::admin::Domain]) {
    for domain in domains {
        let standing = match (domain.is_primary, domain.verified_at) {
            (true, _) => "primary".to_owned(),
            (false, Some(_)) => "proven".to_owned(),
            (false, None) => {
                let until = domain.expires_at.map(|at| at.format(" until %Y-%m-%d %H:%M UTC").to_string());
                let until = until.unwrap_or_default();
                format!("not proven: _remessa.{} must say `{}`{until}", domain.host, domain.proof)
            }
        };
        println!("  {} ({standing})", domain.host);
    }
}

/// Migrates the given tenants, or all; fails if one of them fails.
pub async fn migrate(admin: &Admin, names: &[String], options: &MigrateOptions) -> anyhow::Result<()> {
    if names.is_empty() {
        let bar = start_bar("tenants migrated");
        let shown = bar.clone();
        let report = admin.migrate_tenants(options, move |done, total| advance(&shown, done, total)).await?;
        bar.finish_and_clear();
        return print_report(&report);
    }
    for name in names {
        let tenant = admin.find(name).await?;
        let moved = admin.migrate_tenant(tenant.id, options).await?;
        println!("{name}: {}", if moved { "migrated" } else { "up to date" });
    }
    Ok(())
}

fn print_report(report: &MigrateReport) -> anyhow::Result<()> {
    println!("{} migrated, {} failed, {} not tried", report.migrated, report.failed.len(), report.skipped);
    for (tenant, reason) in &report.failed {
        eprintln!("  {tenant}: {reason}");
    }
    if let Some(told) = report.describe_away() {
        eprintln!("  {told}");
    }
    anyhow::ensure!(report.is_whole(), "not every tenant is migrated");
    anyhow::ensure!(report.away.is_empty(), "another run is needed when every worker answers");
    Ok(())
}

async fn refill(admin: &Admin, spares: usize) -> anyhow::Result<()> {
    let bar = start_bar("spares ready");
    admin.refill_spares(spares, |ready| advance(&bar, ready, spares)).await?;
    bar.finish_and_clear();
    println!("{spares} spares stand ready");
    Ok(())
}

async fn domain(admin: &Admin, name_server: NameServer, command: DomainCommand) -> anyhow::Result<()> {
    match command {
        DomainCommand::Add { tenant, host, vouch } => {
            let claim = admin.add_domain(&tenant, &host, vouch).await?;
            if claim.is_verified {
                println!("{host} serves {tenant}");
            } else {
                println!("Put a TXT record `{}` with `{}` into the DNS,", claim.record, claim.text);
                println!("then: remessa tenant domain verify {tenant} {host}");
            }
        }
        DomainCommand::Verify { tenant, host } => {
            admin.verify_domain(&tenant, &host, name_server).await?;
        }
        DomainCommand::Primary { tenant, host } => admin.set_primary_domain(&tenant, &host).await?,
        DomainCommand::Remove { tenant, host } => admin.remove_domain(&tenant, &host).await?,
        DomainCommand::List { tenant } => print_domains(&admin.domains(&tenant).await?),
    }
    Ok(())
}
