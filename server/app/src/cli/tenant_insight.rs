//! `remessa tenant flag …`, `usage`, `inbound-mail` and `invite-administrator`: same functions as the operator's API.

use anyhow::Context;
use clap::Subcommand;
use tenancy::admin::Admin;
use tenancy::{Tenancy, TenantTx};

use crate::platform;
use access::users::administrator::{self, AdministratorInput};
use field::cash_handovers;
use server_core::audit::{self, Actor};
use server_core::clock::Clock;
use server_core::config::AdminConfig;
use server_core::mail::{PublicOrigin, TenantLink};
use server_core::settings;
use site::flags::{self, Flag, FlagState};
use support::incoming::webhook;

#[derive(Subcommand)]
pub enum FlagCommand {
    /// List the flags of a tenant and their values.
    List { tenant: String },
    /// Set a flag, effective with the next request on every node.
    Set {
        tenant: String,
        name: String,
        #[arg(action = clap::ArgAction::Set)]
        enabled: bool,
    },
}

async fn begin(admin: &Admin, config: &AdminConfig, name: &str) -> anyhow::Result<TenantTx> {
    let id = admin.find(name).await?.id;
    let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
    let tenant = tenancy.tenant(id.as_ref()).context("the tenant is not in the registry")?;
    Ok(tenancy.begin(&tenant).await?)
}

pub async fn flag(admin: &Admin, config: &AdminConfig, command: FlagCommand) -> anyhow::Result<()> {
    match command {
        FlagCommand::List { tenant } => {
            let mut tx = begin(admin, config, &tenant).await?;
            let settings = settings::load(&mut tx).await?;
            tx.commit().await?;
            for flag in FlagState::all(&settings) {
                println!("{:<32} {}", flag.name.name(), if flag.enabled { "on" } else { "off" });
            }
        }
        FlagCommand::Set { tenant, name, enabled } => {
            let flag = Flag::from_name(&name).with_context(|| format!("there is no flag `{name}`"))?;
            let mut tx = begin(admin, config, &tenant).await?;
            if let Some(changes) = flags::switch(&mut tx, flag, enabled, None).await? {
                if !enabled {
                    cash_handovers::refuse_switch_off(&mut tx, flag.name()).await?;
                }
                let now = Clock::default().now();
                let operator = Actor::operator(now, "command line");
                audit::record(&mut tx, operator, "feature_flag.update", None, changes).await?;
            }
            tx.commit().await?;
        }
    }
    Ok(())
}

/// A server of the tenant sends the e-mail as soon as one runs.
pub async fn invite(
    admin: &Admin,
    config: &AdminConfig,
    tenant: &str,
    input: AdministratorInput,
) -> anyhow::Result<()> {
    let mut tx = begin(admin, config, tenant).await?;
    administrator::invite(&mut tx, &input, Clock::default().now(), "command line").await?;
    tx.commit().await?;
    println!("{tenant}: {} is invited", input.email);
    Ok(())
}

/// The address of a tenant for servers that hand over e-mails.
pub async fn inbound_mail(
    admin: &Admin,
    config: &AdminConfig,
    tenant: &str,
    secret: &str,
    origin: &PublicOrigin,
) -> anyhow::Result<String> {
    let tx = begin(admin, config, tenant).await?;
    let path = format!("/api/inbound-mail/{}", webhook::secret(secret, &tx.tenant().id));
    let address = TenantLink::new(origin, tx.tenant(), &path)?.to_string();
    tx.rollback().await;
    Ok(address)
}

pub async fn usage(admin: &Admin, config: &AdminConfig, tenant: &str, json: bool) -> anyhow::Result<()> {
    let mut tx = begin(admin, config, tenant).await?;
    let usage = platform::usage::of(&mut tx).await?;
    tx.commit().await?;
    if json {
        println!("{}", serde_json::to_string_pretty(&usage)?);
        return Ok(());
    }
    println!("{} users can sign in", usage.users_active);
    println!("{} shipments, {} of them this month", usage.shipments, usage.shipments_this_month);
    println!("{} bytes in the database", usage.storage_bytes);
    match usage.last_sign_in_at {
        Some(at) => println!("somebody last signed in at {}", at.to_rfc3339()),
        None => println!("nobody has signed in yet"),
    }
    Ok(())
}
