//! `remessa platform …`: the operator's API and its tokens.

use clap::{Args, Subcommand};
use tenancy::admin::{Admin, PlatformToken};

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
        /// Days until the token expires. Default: it is valid until revoked.
        #[arg(long, value_parser = clap::value_parser!(i32).range(1..=3650))]
        expires_in_days: Option<i32>,
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
        TokenCommand::Create { name, expires_in_days, config } => {
            let secret = token::generate();
            let admin = Admin::connect(&config.admin_url).await?;
            admin.create_token(&name, &token::hash(&secret), expires_in_days).await?;
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
        "{:<32} created {}  used {:<16}  expires {:<16}  revoked {}",
        token.name,
        day(Some(token.created_at)),
        day(token.last_used_at),
        day(token.expires_at),
        day(token.revoked_at)
    );
}
