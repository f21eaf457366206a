//! `remessa audit …`: whether the log is what was written.

use anyhow::bail;
use clap::{Args, Subcommand};
use tenancy::admin::Admin;
use tenancy::{Tenancy, TenantState};

use crate::audit::seal::{self, Breach, Head, Verdict};
use crate::config::AdminConfig;

/// Exits with 0 when all is whole, 1 when a log is not or could not be read, 2 when the command line is wrong.
#[derive(Args)]
pub struct AuditArgs {
    #[command(flatten)]
    config: AdminConfig,
    #[command(subcommand)]
    command: AuditCommand,
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Work out every seal of the log anew, and print where each log ends.
    ///
    /// Note what it prints where nobody who can reach the database can: with `--head` a later run tells whether the
    /// log still comes by there, or was cut.
    Verify {
        /// Slug or id; all active tenants without it.
        tenant: Option<String>,
        /// A head that an earlier run printed for this tenant.
        #[arg(long, requires = "tenant")]
        head: Option<Head>,
    },
}

pub async fn run(args: AuditArgs) -> anyhow::Result<()> {
    let AuditCommand::Verify { tenant, head } = args.command;
    let admin = Admin::connect(&args.config.admin_url).await?;
    let tenancy = Tenancy::connect(&args.config.database.tenancy()).await?;
    let mut tenants = tenancy.tenants();
    match tenant {
        Some(name) => {
            let id = admin.find(&name).await?.id;
            tenants.retain(|tenant| tenant.id == id);
        }
        None => tenants.retain(|tenant| tenant.state == TenantState::Active),
    }
    let mut broken = 0;
    for tenant in tenants {
        let mut tx = tenancy.begin(&tenant).await?;
        let verdict = seal::verify(&mut tx, head.as_ref()).await?;
        tx.commit().await?;
        println!("{}\t{}", tenant.slug, told(&verdict));
        broken += usize::from(!matches!(verdict, Verdict::Whole(_)));
    }
    if broken > 0 {
        bail!("{broken} logs are not what was written");
    }
    Ok(())
}

fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Whole(head) => format!("whole\t{head}"),
        Verdict::Broken { seq, what: Breach::Missing } => format!("BROKEN\tentry {seq} is missing"),
        Verdict::Broken { seq, what: Breach::Altered } => format!("BROKEN\tentry {seq} was altered"),
        Verdict::Broken { seq, what: Breach::Cut } => {
            format!("BROKEN\tends at {seq} without the head that was noted")
        }
    }
}
