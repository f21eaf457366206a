//! `remessa ledger …`: verifies the ledger.

use std::sync::Arc;

use anyhow::bail;
use clap::{Args, Subcommand};
use tenancy::admin::Admin;
use tenancy::{Tenancy, Tenant, TenantState};

use money::audit;
use server_core::config::AdminConfig;

/// Exit code 0 if all ledgers are valid, 1 if one is not or could not be read, 2 for a wrong command line.
#[derive(Args)]
pub struct LedgerArgs {
    #[command(flatten)]
    config: AdminConfig,
    #[command(subcommand)]
    command: LedgerCommand,
}

#[derive(Subcommand)]
enum LedgerCommand {
    /// Verify that the ledger adds up, that its chains are whole and that the numbers of invoices have no gap.
    Verify {
        /// Slug or id of a tenant; default: all active tenants.
        tenant: Option<String>,
    },
}

pub async fn run(args: LedgerArgs) -> anyhow::Result<()> {
    let LedgerCommand::Verify { tenant } = args.command;
    let admin = Admin::connect(&args.config.admin_url).await?;
    let tenancy = Tenancy::connect(&args.config.database.tenancy()).await?;
    let mut broken = 0;
    for tenant in choose_tenants(&admin, &tenancy, tenant).await? {
        let mut tx = tenancy.begin(&tenant).await?;
        let findings =
            audit::verify(&mut tx).await.map_err(|error| anyhow::anyhow!("{}: {error}", tenant.slug))?;
        tx.commit().await?;
        println!("{}\t{}", tenant.slug, if findings.is_empty() { "whole" } else { "BROKEN" });
        for finding in &findings {
            println!("{}\t{}\t{}", tenant.slug, finding.what, finding.id);
        }
        broken += usize::from(!findings.is_empty());
    }
    if broken > 0 {
        bail!("{broken} ledgers do not add up");
    }
    Ok(())
}

/// The tenant with this slug or id; without one, all that are active.
pub async fn choose_tenants(
    admin: &Admin,
    tenancy: &Tenancy,
    tenant: Option<String>,
) -> anyhow::Result<Vec<Arc<Tenant>>> {
    let mut tenants = tenancy.tenants();
    match tenant {
        Some(name) => {
            let id = admin.find(&name).await?.id;
            tenants.retain(|tenant| tenant.id == id);
        }
        None => tenants.retain(|tenant| tenant.state == TenantState::Active),
    }
    Ok(tenants)
}
