//! `remessa stock …`: compares the stock with its ledger.

use anyhow::bail;
use clap::{Args, Subcommand};
use tenancy::Tenancy;
use tenancy::admin::Admin;

use super::ledger::choose_tenants;
use server_core::config::AdminConfig;
use stock::comparison;

/// Exit code 0 if all stocks are what their ledgers leave, 1 if one is not or could not be read, 2 for a wrong command line.
#[derive(Args)]
pub struct StockArgs {
    #[command(flatten)]
    config: AdminConfig,
    #[command(subcommand)]
    command: StockCommand,
}

#[derive(Subcommand)]
enum StockCommand {
    /// Rebuild what lies and is held in each place from the movements and the reservations, and print what differs. Changes
    /// nothing.
    Compare {
        /// Slug or id of a tenant; default: all active tenants.
        tenant: Option<String>,
    },
}

pub async fn run(args: StockArgs) -> anyhow::Result<()> {
    let StockCommand::Compare { tenant } = args.command;
    let admin = Admin::connect(&args.config.admin_url).await?;
    let tenancy = Tenancy::connect(&args.config.database.tenancy()).await?;
    let mut differing = 0;
    for tenant in choose_tenants(&admin, &tenancy, tenant).await? {
        let mut tx = tenancy.begin(&tenant).await?;
        let found = comparison::compare_rebuilt(&mut tx)
            .await
            .map_err(|error| anyhow::anyhow!("{}: {error}", tenant.slug))?;
        tx.commit().await?;
        println!("{}\t{}", tenant.slug, if found.is_empty() { "same" } else { "DIFFERS" });
        for one in &found {
            println!(
                "{}\t{}\t{}\t{}\t{}\ton hand {}, ledger {}\theld {}, reservations {}",
                tenant.slug,
                one.warehouse,
                one.place,
                one.sku,
                one.lot,
                one.on_hand,
                one.ledger_on_hand,
                one.reserved,
                one.ledger_reserved
            );
        }
        differing += usize::from(!found.is_empty());
    }
    if differing > 0 {
        bail!("{differing} stocks differ from their ledgers");
    }
    Ok(())
}
