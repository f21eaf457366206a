//! `remessa postcodes …`: loads the streets of a country.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use tenancy::admin::Admin;

use server_core::config::AdminConfig;

#[derive(Args)]
pub struct PostcodesArgs {
    #[command(flatten)]
    config: AdminConfig,
    #[command(subcommand)]
    command: PostcodesCommand,
}

#[derive(Subcommand)]
enum PostcodesCommand {
    /// Replace the streets that the postcodes of a country give.
    LoadStreets {
        /// Two-letter code of a country whose postcodes are shipped, such as BR.
        country: String,
        /// CSV in UTF-8 with the columns postcode, street and district.
        file: PathBuf,
    },
}

pub async fn run(args: PostcodesArgs) -> anyhow::Result<()> {
    let PostcodesCommand::LoadStreets { country, file } = args.command;
    let admin = Admin::connect(&args.config.admin_url).await?;
    let loaded = admin.load_streets(&country, &file).await;
    let postcodes = loaded.with_context(|| format!("{} was not loaded", file.display()))?;
    println!("{postcodes} postcodes have a street");
    Ok(())
}
