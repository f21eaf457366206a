//! The commands of `remessa`.

mod audit;
mod demo;
mod demo_bags;
mod demo_cash;
mod demo_client;
mod demo_deliveries;
mod demo_documents;
mod demo_history;
mod demo_manifests;
mod demo_masters;
mod demo_money;
mod demo_prices;
mod demo_processes;
mod demo_records;
mod demo_requests;
mod demo_reviews;
mod demo_reweighs;
mod demo_rooms;
mod demo_schedules;
mod demo_stock;
mod demo_tokens;
mod demo_uploads;
mod demo_waybills;
mod ledger;
mod platform;
mod postcodes;
mod progress_bar;
mod sandbox;
pub mod seed;
mod serve;
mod stock;
pub mod tenant;
mod tenant_archive;
mod tenant_insight;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use server_core::config::{AdminConfig, ServerConfig};

/// Back-office for companies that ship parcels across borders.
#[derive(Parser)]
#[command(name = "remessa", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API and the web, and run background processes unless --workers 0.
    Serve(Box<ServerConfig>),
    /// Run background processes only, for servers with --workers 0 or in addition to theirs.
    Worker(Box<ServerConfig>),
    /// Migrate the registry, the lookups and all tenants to this release.
    Migrate(AdminConfig),
    /// Manage tenants.
    Tenant(tenant::TenantArgs),
    /// The operator's API.
    Platform(platform::PlatformArgs),
    /// Create users and shipments of the demo tenants. Never run this on a real installation.
    Seed(Box<seed::SeedArgs>),
    /// The audit log.
    Audit(audit::AuditArgs),
    /// The ledger of money.
    Ledger(ledger::LedgerArgs),
    /// The stock.
    Stock(stock::StockArgs),
    /// The streets of postcodes.
    Postcodes(postcodes::PostcodesArgs),
    /// Read a file of a user from standard input, for another process of this program.
    #[command(hide = true)]
    Sandbox {
        #[arg(value_enum)]
        task: sandbox::Sandbox,
        /// Part of the file, such as a sheet.
        #[arg(long)]
        part: Option<String>,
    },
    /// Print a published document.
    Openapi {
        #[arg(value_enum, default_value_t = Document::Openapi)]
        document: Document,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Document {
    Openapi,
    /// The operator's API.
    Platform,
    /// The live connection.
    Asyncapi,
    MessageCodes,
    /// A list of the operations, each with a fingerprint.
    Operations,
}

/// Exit code 0 on success, 1 on failure; errors are printed to standard error.
pub fn run(cli: Cli) -> ExitCode {
    match cli.command {
        // A process that limits itself has no other threads.
        Command::Sandbox { task, part } => sandbox::run(task, part.as_deref()),
        command => match tokio::runtime::Runtime::new() {
            Ok(runtime) => runtime.block_on(run_command(command)),
            Err(error) => report_failure(&error.into()),
        },
    }
}

async fn run_command(command: Command) -> ExitCode {
    let result = match command {
        Command::Serve(config) => serve::serve(*config).await,
        Command::Worker(config) => serve::work(*config).await,
        Command::Migrate(config) => serve::migrate(&config).await,
        Command::Tenant(args) => tenant::run(args).await,
        Command::Platform(args) => platform::run(args).await,
        Command::Seed(args) => seed::run(*args).await,
        Command::Audit(args) => audit::run(args).await,
        Command::Ledger(args) => ledger::run(args).await,
        Command::Stock(args) => stock::run(args).await,
        Command::Postcodes(args) => postcodes::run(args).await,
        Command::Sandbox { task, part } => return sandbox::run(task, part.as_deref()),
        Command::Openapi { document } => print_document(document),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report_failure(&error),
    }
}

fn report_failure(error: &anyhow::Error) -> ExitCode {
    eprintln!("remessa: {error:#}");
    ExitCode::FAILURE
}

fn print_document(document: Document) -> anyhow::Result<()> {
    let value = match document {
        Document::Openapi => crate::openapi::document(),
        Document::Platform => crate::openapi::platform_document(),
        Document::Asyncapi => crate::openapi::live_document(),
        Document::MessageCodes => crate::openapi::message_codes(),
        Document::Operations => {
            print!("{}", crate::openapi::operation_list());
            return Ok(());
        }
    };
    println!("{}", serde_json::to_string_pretty(&value)?);
    Ok(())
}
