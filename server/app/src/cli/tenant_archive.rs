//! `remessa tenant export …`, `import` and `delete`: a whole tenant with its files.

use std::path::Path;

use clap::Args;
use tenancy::Tenancy;
use tenancy::admin::Admin;

use super::progress_bar::{advance, start_bar};
use crate::platform;
use server_core::config::AdminConfig;
use server_core::files::Files;

#[derive(Args)]
pub struct FilesArgument {
    /// Storage of files, as in `remessa serve`.
    #[arg(long, env = "REMESSA_FILES_URL", default_value = "file:///var/lib/remessa/files")]
    files_url: String,
}

impl FilesArgument {
    pub fn open(&self) -> anyhow::Result<Files> {
        Ok(Files::open(&self.files_url, std::env::vars())?)
    }
}

pub async fn export(admin: &Admin, files: &Files, tenant: &str, file: &Path) -> anyhow::Result<()> {
    let bar = start_bar("tables written");
    let manifest = admin.export(tenant, file, files, |done, total| advance(&bar, done, total)).await?;
    bar.finish_and_clear();
    let rows: u64 = manifest.tables.iter().map(|table| table.rows).sum();
    let (tables, files) = (manifest.tables.len(), manifest.files);
    println!("{}: {tables} tables, {rows} rows, {files} files", file.display());
    Ok(())
}

pub async fn import(
    admin: &Admin,
    config: &AdminConfig,
    files: &Files,
    file: &Path,
    slug: &str,
    host: &str,
) -> anyhow::Result<()> {
    let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
    let bar = start_bar("tables read");
    let shown = bar.clone();
    let advance = move |done, total| advance(&shown, done, total);
    let ended = platform::archives::bring_in(admin, &tenancy, files, file, slug, host, advance).await?;
    bar.finish_and_clear();
    println!("{slug} at {host}");
    if ended > 0 {
        println!("{ended} background tasks were under way when it was exported: start them again");
    }
    Ok(())
}

pub async fn delete(admin: &Admin, files: &Files, tenant: &str, confirm: &str) -> anyhow::Result<()> {
    let removed = platform::tenants::delete(admin, files, tenant, confirm).await?;
    println!("{confirm} is deleted, with {removed} files");
    Ok(())
}
