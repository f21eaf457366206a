//! `remessa audit …`: verifies the audit log.

use anyhow::bail;
use clap::{Args, Subcommand};
use tenancy::Tenancy;
use tenancy::admin::Admin;

use super::ledger::choose_tenants;
use server_core::audit::seal::{self, Breach, Head, Verdict};
use server_core::config::AdminConfig;

/// Exit code 0 if all logs are valid, 1 if one is not or could not be read, 2 for a wrong command line.
#[derive(Args)]
pub struct AuditArgs {
    #[command(flatten)]
    config: AdminConfig,
    #[command(subcommand)]
    command: AuditCommand,
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Verify the hash chain of the audit log, and print the head of each log.
    ///
    /// Store the printed heads where people with access to the database cannot change them. A later run with
    /// `--head` detects a log that was cut.
    Verify {
        /// Slug or id of a tenant; default: all active tenants.
        tenant: Option<String>,
        /// Head of this tenant's log, printed by an earlier run.
        #[arg(long, requires = "tenant")]
        head: Option<Head>,
    },
}

pub async fn run(args: AuditArgs) -> anyhow::Result<()> {
    let AuditCommand::Verify { tenant, head } = args.command;
    let admin = Admin::connect(&args.config.admin_url).await?;
    let tenancy = Tenancy::connect(&args.config.database.tenancy()).await?;
    let mut broken = 0;
    for tenant in choose_tenants(&admin, &tenancy, tenant).await? {
        let mut tx = tenancy.begin(&tenant).await?;
        let verdict = seal::verify(&mut tx, head.as_ref()).await?;
        tx.commit().await?;
        println!("{}\t{}", tenant.slug, describe(&verdict));
        broken += usize::from(!matches!(verdict, Verdict::Whole(_)));
    }
    if broken > 0 {
        bail!("{broken} logs are not what was written");
    }
    Ok(())
}

fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Whole(head) => format!("whole\t{head}"),
        Verdict::Broken { seq, what: Breach::Missing } => format!("BROKEN\tentry {seq} is missing"),
        Verdict::Broken { seq, what: Breach::Altered } => format!("BROKEN\tentry {seq} was altered"),
        Verdict::Broken { seq, what: Breach::Cut } => {
            format!("BROKEN\tends at {seq} without the head that was noted")
        }
    }
}
