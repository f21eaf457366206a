//! A proxy between a node and a database. Frozen, it keeps all connections, takes new ones, and lets no byte pass.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Proxy {
    pub address: SocketAddr,
    frozen: watch::Sender<bool>,
}

impl Proxy {
    pub async fn open(target: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let (frozen, changes) = watch::channel(false);
        tokio::spawn(async move {
            loop {
                if let Ok((client, _)) = listener.accept().await {
                    tokio::spawn(connect(client, target, changes.clone()));
                }
            }
        });
        Ok(Self { address, frozen })
    }

    pub fn set_frozen(&self, frozen: bool) {
        self.frozen.send_replace(frozen);
    }
}

async fn connect(client: TcpStream, target: SocketAddr, mut frozen: watch::Receiver<bool>) {
    if frozen.wait_for(|frozen| !frozen).await.is_err() {
        return;
    }
    let Ok(server) = TcpStream::connect(target).await else { return };
    client.set_nodelay(true).ok();
    server.set_nodelay(true).ok();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::spawn(pass(from_client, to_server, frozen.clone()));
    pass(from_server, to_client, frozen).await;
}

/// Passes bytes on until one end closes.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut frozen: watch::Receiver<bool>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let is_open = frozen.wait_for(|frozen| !frozen).await.is_ok();
        if !is_open || to.write_all(&bytes[..count]).await.is_err() {
            break;
        }
    }
    to.shutdown().await.ok();
}
