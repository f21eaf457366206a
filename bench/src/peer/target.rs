//! A small HTTP client that costs little beside the servers that it loads.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Context, ensure};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A request, and where it is sent.
pub struct Target {
    address: String,
    request: String,
}

impl Target {
    pub fn parse(url: &str, headers: &[String]) -> anyhow::Result<Self> {
        let rest =
            url.strip_prefix("http://").with_context(|| format!("{url} does not begin with http://"))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        let mut request = format!("GET /{path} HTTP/1.1\r\naccept: application/json\r\n");
        let mut has_host = false;
        for header in headers {
            let (name, value) =
                header.split_once(':').with_context(|| format!("`{header}` is no header: `Name: value`"))?;
            has_host |= name.trim().eq_ignore_ascii_case("host");
            write!(request, "{}: {}\r\n", name.trim(), value.trim())?;
        }
        if !has_host {
            write!(request, "host: {host}\r\n")?;
        }
        request.push_str("\r\n");
        Ok(Self { address, request })
    }
}

/// Sends the request again and again, on one connection if the server keeps it.
pub struct Caller {
    target: Arc<Target>,
    kept: Option<BufReader<TcpStream>>,
}

struct Head {
    length: usize,
    is_kept: bool,
}

impl Caller {
    pub fn new(target: Arc<Target>) -> Self {
        Self { target, kept: None }
    }

    /// The body of the answer.
    pub async fn ask(&mut self) -> anyhow::Result<Vec<u8>> {
        let Target { address, request } = &*self.target;
        let mut socket = match self.kept.take() {
            Some(kept) => kept,
            None => BufReader::new(
                TcpStream::connect(address).await.with_context(|| format!("nobody at {address}"))?,
            ),
        };
        socket.write_all(request.as_bytes()).await?;
        let head = read_head(&mut socket).await.with_context(|| address.clone())?;
        let mut body = vec![0; head.length];
        socket.read_exact(&mut body).await?;
        self.kept = head.is_kept.then_some(socket);
        Ok(body)
    }
}

async fn read_head(socket: &mut BufReader<TcpStream>) -> anyhow::Result<Head> {
    let mut line = String::new();
    socket.read_line(&mut line).await?;
    ensure!(line.split_whitespace().nth(1) == Some("200"), "answered with {line:?}");
    let mut length: Option<usize> = None;
    let mut is_kept = line.starts_with("HTTP/1.1");
    loop {
        line.clear();
        socket.read_line(&mut line).await?;
        let Some((name, value)) = line.split_once(':') else { break };
        match (name.to_ascii_lowercase().as_str(), value.trim()) {
            ("content-length", bytes) => length = Some(bytes.parse()?),
            ("connection", how) => is_kept = !how.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    Ok(Head { length: length.context("the answer does not tell its length")?, is_kept })
}
