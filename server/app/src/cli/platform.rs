//! `remessa platform …`: the operator's API and its tokens.

use clap::{Args, Subcommand};
use tenancy::admin::{Admin, NewToken, PlatformToken};

use server_core::config::{AdminConfig, PlatformConfig};
use server_core::http::token;

#[derive(Args)]
pub struct PlatformArgs {
    #[command(subcommand)]
    command: PlatformCommand,
}

#[derive(Subcommand)]
enum PlatformCommand {
    /// Serve the operator's API on its own host.
    Serve(Box<PlatformConfig>),
    /// Manage the tokens of the API.
    #[command(subcommand)]
    Token(Box<TokenCommand>),
}

#[derive(Subcommand)]
enum TokenCommand {
    /// Create a token, and print it once.
    Create {
        /// Name of the token, shown in the log. Names are never reused.
        name: String,
        /// Days until the token expires.
        #[arg(long, default_value_t = 365, value_parser = clap::value_parser!(i32).range(1..=3650))]
        expires_in_days: i32,
        /// The token reads and changes nothing.
        #[arg(long)]
        read_only: bool,
        /// Slug of the only tenant that the token reaches. Default: all tenants.
        #[arg(long)]
        tenant: Option<String>,
        #[command(flatten)]
        config: AdminConfig,
    },
    /// List all tokens, also revoked and expired ones.
    List {
        /// As JSON.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        config: AdminConfig,
    },
    /// Revoke a token for ever, effective at once.
    Revoke {
        name: String,
        #[command(flatten)]
        config: AdminConfig,
    },
}

pub async fn run(args: PlatformArgs) -> anyhow::Result<()> {
    match args.command {
        PlatformCommand::Serve(config) => super::serve::platform(*config).await,
        PlatformCommand::Token(command) => tokens(*command).await,
    }
}

async fn tokens(command: TokenCommand) -> anyhow::Result<()> {
    match command {
        TokenCommand::Create { name, expires_in_days, read_only, tenant, config } => {
            let secret = token::generate();
            let admin = Admin::connect(&config.admin_url).await?;
            let new = NewToken {
                name: &name,
                hash: &token::hash(&secret),
                days: Some(expires_in_days),
                manages: !read_only,
                tenant: tenant.as_deref(),
            };
            admin.create_token(new).await?;
            eprintln!("The token `{name}`, shown this once:");
            println!("{secret}");
        }
        TokenCommand::List { json, config } => {
            let tokens = Admin::connect(&config.admin_url).await?.tokens().await?;
            if json {
                println!("{}", serde_json::to_string_pretty(&tokens)?);
            } else {
                tokens.iter().for_each(print);
            }
        }
        TokenCommand::Revoke { name, config } => {
            Admin::connect(&config.admin_url).await?.revoke_token(&name).await?;
        }
    }
    Ok(())
}

fn print(token: &PlatformToken) {
    let day = |at: Option<chrono::DateTime<chrono::Utc>>| {
        at.map_or_else(|| "-".to_owned(), |at| at.format("%Y-%m-%d %H:%M").to_string())
    };
    println!(
        "{:<32} {:<6} {:<20} created {}  used {:<16}  expires {:<16}  revoked {}",
        token.name,
        token.scope,
        token.tenant.as_deref().unwrap_or("all tenants"),
        day(Some(token.created_at)),
        day(token.last_used_at),
        day(token.expires_at),
        day(token.revoked_at)
    );
}
