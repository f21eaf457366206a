//! Files are put into a folder of a server whose key is known.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use russh::Disconnect;
use russh::client::{self, Handle, Handler};
use russh::keys::{HashAlg, PublicKeyOrCertificate};
use russh_sftp::client::SftpSession;
use server_core::outgoing::Outgoing;
use server_core::state::AppState;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use super::super::gateways::{GatewayRow, SftpPlace};
use super::DeliveredFile;

const LONGEST: Duration = Duration::from_secs(120);

/// Takes the server with this key, and no other.
struct KnownServer {
    /// `SHA256:…`
    fingerprint: String,
}

impl Handler for KnownServer {
    type Error = russh::Error;

    async fn check_server_key(&mut self, shown: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        Ok(match shown {
            PublicKeyOrCertificate::PublicKey { key, .. } => {
                key.fingerprint(HashAlg::Sha256).to_string() == self.fingerprint
            }
            PublicKeyOrCertificate::Certificate(_) => false,
        })
    }
}

pub async fn deliver(
    app: &AppState,
    gateway: &GatewayRow,
    secret: Option<String>,
    files: Vec<DeliveredFile>,
) -> anyhow::Result<String> {
    let place = SftpPlace::parse(&gateway.address).context("no server outside")?;
    let stream = Outgoing::of(app).connect(&place.host, place.port).await?;
    let put = timeout(LONGEST, put_all(stream, gateway, secret, &place.folder, &files));
    put.await.context("the server does not answer in time")??;
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    Ok(names.join("\n"))
}

async fn put_all(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    gateway: &GatewayRow,
    secret: Option<String>,
    folder: &str,
    files: &[DeliveredFile],
) -> anyhow::Result<()> {
    let session = sign_in(stream, gateway, secret).await?;
    let channel = session.channel_open_session().await?;
    channel.request_subsystem(true, "sftp").await?;
    let sftp = SftpSession::new(channel.into_stream()).await?;
    for file in files {
        put_file(&sftp, folder, file).await.with_context(|| format!("{} was not put", file.name))?;
    }
    sftp.close().await?;
    session.disconnect(Disconnect::ByApplication, "", "en").await?;
    Ok(())
}

async fn sign_in(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    gateway: &GatewayRow,
    secret: Option<String>,
) -> anyhow::Result<Handle<KnownServer>> {
    let server = KnownServer { fingerprint: gateway.host_key.clone().unwrap_or_default() };
    let config = Arc::new(client::Config::default());
    let mut session = client::connect_stream(config, stream, server).await?;
    let user = gateway.user_name.clone().unwrap_or_default();
    let answer = session.authenticate_password(user, secret.unwrap_or_default()).await?;
    ensure!(answer.success(), "{} does not let us in", gateway.name);
    Ok(session)
}

/// Under another name first: the receiver takes whole files only.
async fn put_file(sftp: &SftpSession, folder: &str, file: &DeliveredFile) -> anyhow::Result<()> {
    let path = if folder.is_empty() { file.name.clone() } else { format!("{folder}/{}", file.name) };
    let part = format!("{path}.part");
    let mut target = sftp.create(part.clone()).await?;
    target.write_all(&file.bytes).await?;
    target.close().await?;
    // One that was put before is replaced. Usually there is none.
    sftp.remove_file(path.clone()).await.ok();
    sftp.rename(part, path).await?;
    Ok(())
}
