//! The servers outside: a mail server and a receiver of webhooks. Both note what has come.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trade {
    Mail,
    Webhooks,
}

/// Arrivals by their id, and how often: names of attached files of an e-mail, or type and record of an event.
pub type Inbox = BTreeMap<String, (Vec<String>, usize)>;

pub struct Outpost {
    pub address: SocketAddr,
    trade: Trade,
    inbox: Arc<Mutex<Inbox>>,
    serving: Option<JoinHandle<()>>,
}

impl Outpost {
    pub async fn open(trade: Trade) -> anyhow::Result<Self> {
        let address = super::node::find_free_address()?;
        let mut outpost = Self { address, trade, inbox: Arc::default(), serving: None };
        outpost.resume().await?;
        Ok(outpost)
    }

    pub async fn resume(&mut self) -> std::io::Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        self.serving = Some(tokio::spawn(serve(listener, self.trade, Arc::clone(&self.inbox))));
        Ok(())
    }

    /// Closes all connections; new ones are refused.
    pub fn leave(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
        }
    }

    pub fn inbox(&self) -> Inbox {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn serve(listener: TcpListener, trade: Trade, inbox: Arc<Mutex<Inbox>>) {
    // Dropped with this task, it ends the connections.
    let mut connections = JoinSet::new();
    loop {
        let Ok((socket, _)) = listener.accept().await else { continue };
        let inbox = Arc::clone(&inbox);
        connections.spawn(async move {
            // An error is a sender that has gone.
            match trade {
                Trade::Mail => take_mail(socket, &inbox).await.ok(),
                Trade::Webhooks => take_webhooks(socket, &inbox).await.ok(),
            }
        });
        while connections.try_join_next().is_some() {}
    }
}

fn note(inbox: &Mutex<Inbox>, id: String, names: Vec<String>) {
    let mut inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
    inbox.entry(id).or_insert((names, 0)).1 += 1;
}

/// SMTP, as much of it as a sender needs.
async fn take_mail(socket: TcpStream, inbox: &Mutex<Inbox>) -> std::io::Result<()> {
    let mut socket = BufReader::new(socket);
    socket.write_all(b"220 soak\r\n").await?;
    let mut line = String::new();
    while socket.read_line(&mut line).await? > 0 {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        line.clear();
        let answer: &[u8] = match verb.as_str() {
            "EHLO" => b"250-soak\r\n250 8BITMIME\r\n",
            "DATA" => b"354 go on\r\n",
            "QUIT" => b"221 bye\r\n",
            _ => b"250 fine\r\n",
        };
        socket.write_all(answer).await?;
        match verb.as_str() {
            "DATA" => {
                read_letter(&mut socket, inbox).await?;
                socket.write_all(b"250 taken\r\n").await?;
            }
            "QUIT" => break,
            _ => {}
        }
    }
    Ok(())
}

/// Notes a letter by its Message-ID. It is taken from here on, whether or not the sender hears so.
async fn read_letter(socket: &mut BufReader<TcpStream>, inbox: &Mutex<Inbox>) -> std::io::Result<()> {
    let (mut id, mut names, mut line) = (String::new(), Vec::new(), Vec::new());
    loop {
        line.clear();
        if socket.read_until(b'\n', &mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == b".\r\n" {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        if let Some(found) = text.trim_end().strip_prefix("Message-ID: ") {
            found.clone_into(&mut id);
        }
        if let Some((_, name)) = text.split_once("filename=\"") {
            names.extend(name.split('"').next().map(str::to_owned));
        }
    }
    note(inbox, id, names);
    Ok(())
}

/// HTTP/1.1 with a declared length; every event is fine.
async fn take_webhooks(socket: TcpStream, inbox: &Mutex<Inbox>) -> std::io::Result<()> {
    let mut socket = BufReader::new(socket);
    while let Some((id, length)) = read_head(&mut socket).await? {
        let mut body = vec![0; length];
        socket.read_exact(&mut body).await?;
        let event: Value = serde_json::from_slice(&body).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        note(inbox, id, vec![text(&event["type"]), text(&event["data"]["id"])]);
        socket.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await?;
    }
    Ok(())
}

/// The id and the length of the next event; none when the sender has closed.
async fn read_head(socket: &mut BufReader<TcpStream>) -> std::io::Result<Option<(String, usize)>> {
    let (mut id, mut length, mut line) = (String::new(), 0, String::new());
    loop {
        line.clear();
        if socket.read_line(&mut line).await? == 0 {
            return Ok(None);
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("webhook-id") => value.clone_into(&mut id),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().unwrap_or_default();
            }
            None if line == "\r\n" => return Ok(Some((id, length))),
            _ => {}
        }
    }
}

/// The address of the receiver that the servers divert to this machine.
pub const WEBHOOK_URL: &str = "https://soak.receiver.example/events";
