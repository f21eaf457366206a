//! A signed-in user who sends requests one by one, each on a connection of its own, from an address of the loopback network.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Context;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const PASSWORD: &str = "remessa-demo";
const BOUNDARY: &str = "----remessa-attack";

#[derive(Clone)]
pub struct Browser {
    server: SocketAddr,
    from: Ipv4Addr,
    host: String,
    cookie: String,
    csrf: String,
}

pub async fn connect(server: SocketAddr, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    socket.connect(server).await
}

impl Browser {
    /// `account` is the part before the @ of a demo user.
    pub async fn sign_in(
        server: SocketAddr,
        from: Ipv4Addr,
        account: &str,
        slug: &str,
    ) -> anyhow::Result<Self> {
        let host = format!("{slug}.localhost:{}", server.port());
        let mut browser = Self { server, from, host, cookie: String::new(), csrf: String::new() };
        let answer = browser.send("GET", "/api/session-cookie", "", b"").await?;
        browser.keep(&answer);
        let form = format!(
            "{{\"email\":\"{account}@{slug}.test\",\"password\":\"{PASSWORD}\",\"remember_me\":false}}"
        );
        let answer = browser.json("POST", "/api/login", &form).await?;
        anyhow::ensure!(status(&answer) == 200, "{account}@{slug} could not sign in: {answer}");
        browser.keep(&answer);
        Ok(browser)
    }

    /// Somebody who has signed in before, by the token of the session.
    pub async fn with_session(
        server: SocketAddr,
        from: Ipv4Addr,
        slug: &str,
        token: &str,
    ) -> anyhow::Result<Self> {
        let host = format!("{slug}.localhost:{}", server.port());
        let cookie = format!("sid={token}");
        let mut browser = Self { server, from, host, cookie: cookie.clone(), csrf: String::new() };
        let answer = browser.send("GET", "/api/session-cookie", "", b"").await?;
        browser.keep(&answer);
        browser.cookie = cookie;
        anyhow::ensure!(!browser.csrf.is_empty(), "no session: {answer}");
        Ok(browser)
    }

    /// The same user at another server of the installation.
    #[must_use]
    pub fn at(&self, server: SocketAddr) -> Self {
        Self { server, ..self.clone() }
    }

    fn keep(&mut self, answer: &str) {
        let between = |text: &str, from: &str, to: char| {
            text.split_once(from).and_then(|(_, rest)| rest.split(to).next()).map(str::to_owned)
        };
        self.cookie = between(answer, "set-cookie: ", ';').unwrap_or_else(|| self.cookie.clone());
        self.csrf = between(answer, "\"csrf_token\":\"", '"').unwrap_or_else(|| self.csrf.clone());
    }

    pub async fn json(&self, method: &str, path: &str, body: &str) -> anyhow::Result<String> {
        self.send(method, path, "content-type: application/json\r\n", body.as_bytes()).await
    }

    /// Sends one file with other fields as a form.
    pub async fn upload(
        &self,
        path: &str,
        name: &str,
        fields: &[(&str, &str)],
        file: &[u8],
    ) -> anyhow::Result<String> {
        let mut body = Vec::new();
        for (field, text) in fields {
            let part =
                format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{text}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(file);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("content-type: multipart/form-data; boundary={BOUNDARY}\r\n");
        self.send("POST", path, &kind, &body).await
    }

    pub async fn send(&self, method: &str, path: &str, more: &str, body: &[u8]) -> anyhow::Result<String> {
        let head = format!("{}content-length: {}\r\n\r\n", self.head(method, path, more), body.len());
        self.raw(&[head.as_bytes(), body].concat()).await
    }

    /// Everything but the length and the body.
    pub fn head(&self, method: &str, path: &str, more: &str) -> String {
        let Self { host, cookie, csrf, .. } = self;
        format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nx-csrf-token: {csrf}\r\n\
             x-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\norigin: http://{host}\r\n\
             connection: close\r\n{more}"
        )
    }

    /// Sends these bytes and reads until the server closes the connection.
    pub async fn raw(&self, request: &[u8]) -> anyhow::Result<String> {
        let mut socket = connect(self.server, self.from).await.context("no connection")?;
        // A server that refuses a body stops reading it.
        socket.write_all(request).await.ok();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).await.ok();
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }
}

/// 0 when the server closed the connection without an answer.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
}
