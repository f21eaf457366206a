//! Files are put into a folder of a server whose key is known.

use std::time::Duration;

use anyhow::Context;
use russh_sftp::client::SftpSession;
use server_core::state::AppState;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::super::gateways::GatewayRow;
use super::DeliveredFile;
use crate::sftp::SftpConnection;

const LONGEST: Duration = Duration::from_secs(120);

pub async fn deliver(
    app: &AppState,
    gateway: &GatewayRow,
    secret: Option<String>,
    files: Vec<DeliveredFile>,
) -> anyhow::Result<String> {
    let put = timeout(LONGEST, put_all(app, gateway, secret, &files));
    put.await.context("the server does not answer in time")??;
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    Ok(names.join("\n"))
}

async fn put_all(
    app: &AppState,
    gateway: &GatewayRow,
    secret: Option<String>,
    files: &[DeliveredFile],
) -> anyhow::Result<()> {
    let connection = SftpConnection::open(app, gateway, secret).await?;
    let sftp = SftpSession::new(connection.open_channel().await?).await?;
    for file in files {
        put_file(&sftp, connection.path(&file.name), file)
            .await
            .with_context(|| format!("{} was not put", file.name))?;
    }
    sftp.close().await?;
    connection.close().await
}

/// Under another name first: the receiver takes whole files only.
async fn put_file(sftp: &SftpSession, path: String, file: &DeliveredFile) -> anyhow::Result<()> {
    let part = format!("{path}.part");
    let mut target = sftp.create(part.clone()).await?;
    target.write_all(&file.bytes).await?;
    target.close().await?;
    // One that was put before is replaced. Usually there is none.
    sftp.remove_file(path.clone()).await.ok();
    sftp.rename(part, path).await?;
    Ok(())
}
