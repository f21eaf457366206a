//! An SFTP server on this machine, with one user and files in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{HashAlg, PrivateKey};
use russh::server::{Auth, ChannelOpenHandle, Config, Msg, Session};
use russh::{Channel, ChannelId};
use russh_sftp::protocol::{
    Data, File, FileAttributes, Handle, Name, OpenFlags, Status, StatusCode, Version,
};
use server_core::outgoing::divert;
use tokio::net::TcpListener;
use uuid::Uuid;

pub const USER: &str = "remessa";
pub const PASSWORD: &str = "secret of the agent";

#[derive(Default)]
struct Stored {
    /// By their paths.
    files: BTreeMap<String, Vec<u8>>,
    renamed: Vec<(String, String)>,
    damaged: BTreeSet<String>,
}

#[derive(Clone)]
pub struct SftpServer {
    /// Its name outside.
    pub host: String,
    /// `SHA256:…`
    pub fingerprint: String,
    stored: Arc<Mutex<Stored>>,
}

impl SftpServer {
    pub async fn start() -> Self {
        let key = PrivateKey::from(Ed25519Keypair::from_seed(&[7; 32]));
        let fingerprint = key.public_key().fingerprint(HashAlg::Sha256).to_string();
        let host = format!("sftp-{}.example.com", Uuid::now_v7().simple());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        divert(&host, listener.local_addr().unwrap());
        let server = Self { host, fingerprint, stored: Arc::default() };
        let (own, config) = (server.clone(), Arc::new(Config { keys: vec![key], ..Config::default() }));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (config, server) = (Arc::clone(&config), own.clone());
                tokio::spawn(async move {
                    let client = Client { server, channels: HashMap::new() };
                    if let Ok(session) = russh::server::run_stream(config, stream, client).await {
                        session.await.ok();
                    }
                });
            }
        });
        server
    }

    pub fn put(&self, path: &str, content: &[u8]) {
        self.lock().files.insert(path.to_owned(), content.to_vec());
    }

    /// A file that is opened, and cannot be read.
    pub fn damage(&self, path: &str) {
        self.lock().damaged.insert(path.to_owned());
    }

    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        self.lock().files.get(path).cloned()
    }

    pub fn paths(&self) -> Vec<String> {
        self.lock().files.keys().cloned().collect()
    }

    /// Old and new names.
    pub fn renamed(&self) -> Vec<(String, String)> {
        self.lock().renamed.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Stored> {
        self.stored.lock().unwrap()
    }
}

/// A connection.
struct Client {
    server: SftpServer,
    channels: HashMap<ChannelId, Channel<Msg>>,
}

impl russh::server::Handler for Client {
    type Error = russh::Error;

    async fn auth_password(&mut self, user: &str, password: &str) -> Result<Auth, Self::Error> {
        Ok(if (user, password) == (USER, PASSWORD) { Auth::Accept } else { Auth::reject() })
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        self.channels.insert(channel.id(), channel);
        reply.accept().await;
        Ok(())
    }

    async fn subsystem_request(
        &mut self,
        id: ChannelId,
        name: &str,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let Some(channel) = self.channels.remove(&id).filter(|_| name == "sftp") else {
            return session.channel_failure(id);
        };
        session.channel_success(id)?;
        let files = Files { server: self.server.clone(), is_listed: false };
        russh_sftp::server::run(channel.into_stream(), files).await;
        Ok(())
    }
}

/// The files as one connection sees them. A handle is a path.
struct Files {
    server: SftpServer,
    is_listed: bool,
}

fn done(id: u32) -> Status {
    Status { id, status_code: StatusCode::Ok, error_message: String::new(), language_tag: "en".into() }
}

impl russh_sftp::server::Handler for Files {
    type Error = StatusCode;

    fn unimplemented(&self) -> Self::Error {
        StatusCode::OpUnsupported
    }

    async fn init(&mut self, _: u32, _: HashMap<String, String>) -> Result<Version, Self::Error> {
        Ok(Version::new())
    }

    async fn open(
        &mut self,
        id: u32,
        path: String,
        flags: OpenFlags,
        _: FileAttributes,
    ) -> Result<Handle, Self::Error> {
        if flags.contains(OpenFlags::CREATE) {
            self.server.put(&path, &[]);
        } else if self.server.file(&path).is_none() {
            return Err(StatusCode::NoSuchFile);
        }
        Ok(Handle { id, handle: path })
    }

    async fn close(&mut self, id: u32, _: String) -> Result<Status, Self::Error> {
        Ok(done(id))
    }

    async fn read(&mut self, id: u32, path: String, offset: u64, len: u32) -> Result<Data, Self::Error> {
        if self.server.lock().damaged.contains(&path) {
            return Err(StatusCode::Failure);
        }
        let content = self.server.file(&path).ok_or(StatusCode::NoSuchFile)?;
        let from = usize::try_from(offset).unwrap();
        if from >= content.len() {
            return Err(StatusCode::Eof);
        }
        let to = content.len().min(from + usize::try_from(len).unwrap());
        Ok(Data { id, data: content[from..to].to_vec() })
    }

    async fn write(
        &mut self,
        id: u32,
        path: String,
        offset: u64,
        data: Vec<u8>,
    ) -> Result<Status, Self::Error> {
        let mut stored = self.server.lock();
        let content = stored.files.get_mut(&path).ok_or(StatusCode::NoSuchFile)?;
        let from = usize::try_from(offset).unwrap();
        content.resize(content.len().max(from + data.len()), 0);
        content[from..from + data.len()].copy_from_slice(&data);
        Ok(done(id))
    }

    async fn opendir(&mut self, id: u32, path: String) -> Result<Handle, Self::Error> {
        self.is_listed = false;
        Ok(Handle { id, handle: path })
    }

    async fn readdir(&mut self, id: u32, folder: String) -> Result<Name, Self::Error> {
        if std::mem::replace(&mut self.is_listed, true) {
            return Err(StatusCode::Eof);
        }
        let paths = self.server.paths();
        let inside = paths.iter().filter_map(|path| path.strip_prefix(&format!("{folder}/")));
        let files = inside.map(|name| File::new(name, FileAttributes::empty())).collect();
        Ok(Name { id, files })
    }

    async fn remove(&mut self, id: u32, path: String) -> Result<Status, Self::Error> {
        let removed = self.server.lock().files.remove(&path);
        removed.map(|_| done(id)).ok_or(StatusCode::NoSuchFile)
    }

    /// As servers of the third version do: never onto a file that there is.
    async fn rename(&mut self, id: u32, from: String, to: String) -> Result<Status, Self::Error> {
        let mut stored = self.server.lock();
        if stored.files.contains_key(&to) {
            return Err(StatusCode::Failure);
        }
        let content = stored.files.remove(&from).ok_or(StatusCode::NoSuchFile)?;
        stored.files.insert(to.clone(), content);
        stored.renamed.push((from, to));
        Ok(done(id))
    }
}
