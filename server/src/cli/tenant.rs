//! `remessa tenant …`: the life of tenants from the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use tenancy::admin::Admin;
use tenancy::{Host, Tenancy};

use crate::config::AdminConfig;
use crate::site::manifest::{self, Manifest};

#[derive(Args)]
pub struct TenantArgs {
    #[command(subcommand)]
    command: TenantCommand,
}

#[derive(Subcommand)]
enum TenantCommand {
    /// Create tenants from their folders, or bring them to what the folders say.
    Apply {
        #[command(flatten)]
        config: AdminConfig,
        /// Folders with a `tenant.toml`.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
}

pub async fn run(args: TenantArgs) -> anyhow::Result<()> {
    match args.command {
        TenantCommand::Apply { config, folders } => {
            let admin = Admin::connect(&config.admin_url).await?;
            let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
            for folder in folders.iter().filter(|folder| folder.is_dir()) {
                let change = apply(&admin, &tenancy, folder).await?;
                println!("{}: {change}", folder.display());
            }
            Ok(())
        }
    }
}

/// Creates the tenant of a folder unless it exists, and applies the folder to it. Says what it did.
pub async fn apply(admin: &Admin, tenancy: &Tenancy, folder: &Path) -> anyhow::Result<&'static str> {
    let manifest = Manifest::read(folder)?;
    let host = Host::parse(&manifest.hosts[0])
        .ok_or_else(|| anyhow::anyhow!("`{}` is no host", manifest.hosts[0]))?;
    let is_new = tenancy.resolve(&host).is_none();
    if is_new {
        admin.provision(&manifest.slug, host.as_str()).await?;
        tenancy.refresh().await?;
    }
    let tenant =
        tenancy.resolve(&host).ok_or_else(|| anyhow::anyhow!("{} was not created", manifest.slug))?;
    anyhow::ensure!(tenant.slug == manifest.slug, "{} belongs to {}", manifest.hosts[0], tenant.slug);
    let mut tx = tenancy.begin(&tenant).await?;
    let changed = manifest::apply(&mut tx, &manifest, folder).await?;
    tx.commit().await?;
    Ok(match (is_new, changed) {
        (true, _) => "created",
        (false, true) => "changed",
        (false, false) => "unchanged",
    })
}
