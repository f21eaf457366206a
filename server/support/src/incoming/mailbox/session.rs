//! A connection to a mailbox. E-mails are read with PEEK, so that reading marks nothing.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_imap::types::Fetch;
use futures_util::TryStreamExt;
use rustls::ClientConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::MailboxError;
use server_core::mail::MailboxUrl;

const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// A connection with or without TLS.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug> Stream for T {}

type Boxed = Pin<Box<dyn Stream>>;

pub struct Session {
    imap: async_imap::Session<Boxed>,
    uid_validity: i64,
}

/// Fails when the server takes too long.
async fn soon<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, MailboxError>
where
    MailboxError: From<E>,
{
    Ok(timeout(CALL_TIMEOUT, work).await.map_err(|_| MailboxError::Slow)??)
}

impl Session {
    /// Signs in and opens the folder.
    /// `authorities` is a file with more authorities to trust.
    pub async fn open(mailbox: &MailboxUrl, authorities: Option<&Path>) -> Result<Self, MailboxError> {
        let stream = soon(connect(mailbox, authorities)).await?;
        let mut client = async_imap::Client::new(stream);
        let greeting = soon(client.read_response()).await?;
        greeting.ok_or(MailboxError::Missing("greeting"))?;
        let login =
            async { client.login(&mailbox.user, &mailbox.password).await.map_err(|(error, _)| error) };
        let mut imap = soon(login).await?;
        let folder = soon(imap.select(&mailbox.folder)).await?;
        let uid_validity = folder.uid_validity.ok_or(MailboxError::Missing("UIDVALIDITY"))?;
        Ok(Self { imap, uid_validity: i64::from(uid_validity) })
    }

    pub fn uid_validity(&self) -> i64 {
        self.uid_validity
    }

    /// Numbers of the e-mails after this one.
    pub async fn uids_after(&mut self, last: i64) -> Result<BTreeSet<i64>, MailboxError> {
        let found = soon(self.imap.uid_search(format!("UID {}:*", last + 1))).await?;
        // A range whose end is the newest e-mail has that one even if it is older.
        Ok(found.into_iter().map(i64::from).filter(|uid| *uid > last).collect())
    }

    /// None when it is gone.
    pub async fn size(&mut self, uid: i64) -> Result<Option<usize>, MailboxError> {
        let fetched = self.fetch(uid, "(UID RFC822.SIZE)").await?;
        Ok(fetched.and_then(|fetch| fetch.size).and_then(|size| usize::try_from(size).ok()))
    }

    pub async fn raw(&mut self, uid: i64) -> Result<Option<Vec<u8>>, MailboxError> {
        let fetched = self.fetch(uid, "(UID BODY.PEEK[])").await?;
        Ok(fetched.and_then(|fetch| fetch.body().map(<[u8]>::to_vec)))
    }

    async fn fetch(&mut self, uid: i64, what: &str) -> Result<Option<Fetch>, MailboxError> {
        let work = async {
            let found: Vec<Fetch> = self.imap.uid_fetch(uid.to_string(), what).await?.try_collect().await?;
            Ok::<_, async_imap::error::Error>(found)
        };
        let found = soon(work).await?;
        Ok(found.into_iter().find(|fetch| fetch.uid.is_some_and(|of| i64::from(of) == uid)))
    }

    pub async fn mark_as_read(&mut self, uid: i64) -> Result<(), MailboxError> {
        let work = async {
            let stored = self.imap.uid_store(uid.to_string(), "+FLAGS.SILENT (\\Seen)").await?;
            stored.try_collect::<Vec<Fetch>>().await
        };
        soon(work).await?;
        Ok(())
    }

    /// Waits for new e-mails, at most this long.
    pub async fn wait(self, most: Duration) -> Result<Self, MailboxError> {
        let Self { imap, uid_validity } = self;
        let mut idle = imap.idle();
        soon(idle.init()).await?;
        let (waiting, _stop) = idle.wait_with_timeout(most);
        waiting.await?;
        let imap = soon(idle.done()).await?;
        Ok(Self { imap, uid_validity })
    }
}

async fn connect(mailbox: &MailboxUrl, authorities: Option<&Path>) -> Result<Boxed, MailboxError> {
    let tcp = TcpStream::connect((mailbox.host.as_str(), mailbox.port)).await?;
    if !mailbox.has_tls {
        return Ok(Box::pin(tcp));
    }
    let name = ServerName::try_from(mailbox.host.clone()).map_err(io::Error::other)?;
    let tls = TlsConnector::from(Arc::new(trust(authorities)?)).connect(name, tcp).await?;
    Ok(Box::pin(tls))
}

/// Trusts what the system trusts, and these authorities.
fn trust(authorities: Option<&Path>) -> io::Result<ClientConfig> {
    let mut roots = rustls::RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if let Some(file) = authorities {
        for certificate in CertificateDer::pem_file_iter(file).map_err(io::Error::other)? {
            roots.add(certificate.map_err(io::Error::other)?).map_err(io::Error::other)?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(config.map_err(io::Error::other)?.with_root_certificates(roots).with_no_client_auth())
}
