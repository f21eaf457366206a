//! Connections to SFTP servers whose key is known, through the guard of all connections to the outside.

use std::fmt;
use std::sync::Arc;

use anyhow::Context;
use russh::client::{self, Handle, Handler, Msg};
use russh::keys::{HashAlg, PublicKeyOrCertificate};
use russh::{ChannelStream, Disconnect};
use server_core::outgoing::Outgoing;
use server_core::state::AppState;

use crate::gateways::{GatewayRow, SftpPlace};

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

/// The server does not take the user's password.
#[derive(Debug)]
pub struct NotLetIn {
    place: String,
}

impl fmt::Display for NotLetIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not let us in", self.place)
    }
}

impl std::error::Error for NotLetIn {}

/// A signed-in connection to the folder of a place.
pub struct SftpConnection {
    session: Handle<KnownServer>,
    folder: String,
}

impl SftpConnection {
    pub async fn open(app: &AppState, place: &GatewayRow, secret: Option<String>) -> anyhow::Result<Self> {
        let address = SftpPlace::parse(&place.address).context("no server outside")?;
        let stream = Outgoing::of(app).connect(&address.host, address.port).await?;
        let server = KnownServer { fingerprint: place.host_key.clone().unwrap_or_default() };
        let config = Arc::new(client::Config::default());
        let mut session = client::connect_stream(config, stream, server).await?;
        let user = place.user_name.clone().unwrap_or_default();
        let answer = session.authenticate_password(user, secret.unwrap_or_default()).await?;
        if !answer.success() {
            return Err(NotLetIn { place: place.name.clone() }.into());
        }
        Ok(Self { session, folder: address.folder })
    }

    /// The channel on which files are asked for.
    pub async fn open_channel(&self) -> anyhow::Result<ChannelStream<Msg>> {
        let channel = self.session.channel_open_session().await?;
        channel.request_subsystem(true, "sftp").await?;
        Ok(channel.into_stream())
    }

    /// The folder of the place; the user's own when it has none.
    pub fn folder(&self) -> &str {
        if self.folder.is_empty() { "." } else { &self.folder }
    }

    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> String {
        if self.folder.is_empty() { name.to_owned() } else { format!("{}/{name}", self.folder) }
    }

    pub async fn close(self) -> anyhow::Result<()> {
        self.session.disconnect(Disconnect::ByApplication, "", "en").await?;
        Ok(())
    }
}
