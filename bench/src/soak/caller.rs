//! A user behind a balancer: each request goes to the next server, and to the other one when nobody listens there.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::bail;
use serde_json::Value;
use tokio::time::{sleep, timeout};

use super::journal::{Answer, Journal};
use crate::browser::{Browser, status};

/// Longer than any freeze.
const LONGEST_CALL: Duration = Duration::from_secs(60);
/// A call that has no answer by then never gets one.
const PATIENCE: Duration = Duration::from_secs(300);
const BREATH: Duration = Duration::from_millis(250);
const TOO_MANY: u16 = 429;

#[derive(Clone)]
pub struct Caller {
    browser: Browser,
    servers: [SocketAddr; 2],
    next: Arc<AtomicUsize>,
    journal: Arc<Journal>,
}

/// A request.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub area: &'static str,
    pub method: &'static str,
    pub path: &'a str,
    pub content: Content<'a>,
}

#[derive(Clone, Copy)]
pub enum Content<'a> {
    Empty,
    Json(&'a Value),
    /// A form with a file.
    File {
        fields: &'a [(&'a str, &'a str)],
        file: &'a [u8],
    },
}

/// The end of a request that was sent once.
pub enum Reply {
    Done(Value),
    Refused(Refusal),
    /// It was sent, and nobody knows what became of it.
    Unknown,
}

/// An answer below 500 that is not good.
#[derive(Debug)]
pub struct Refusal {
    pub status: u16,
    pub code: String,
    /// An earlier try had no answer, so that this one can have found it done.
    pub is_repeated: bool,
}

impl Refusal {
    /// Whether it says that a try without an answer had done it.
    pub fn shows_done(&self, code: &str) -> bool {
        self.is_repeated && self.code == code
    }
}

impl<'a> Call<'a> {
    pub const fn get(area: &'static str, path: &'a str) -> Self {
        Self { area, method: "GET", path, content: Content::Empty }
    }

    pub const fn post(area: &'static str, path: &'a str, form: &'a Value) -> Self {
        Self { area, method: "POST", path, content: Content::Json(form) }
    }

    async fn pass(self, browser: &Browser) -> anyhow::Result<String> {
        match self.content {
            Content::Empty => browser.send(self.method, self.path, "", b"").await,
            Content::Json(form) => browser.json(self.method, self.path, &form.to_string()).await,
            Content::File { fields, file } => browser.upload(self.path, "file", fields, file).await,
        }
    }
}

impl Caller {
    pub async fn sign_in(
        servers: [SocketAddr; 2],
        from: Ipv4Addr,
        account: &str,
        journal: Arc<Journal>,
    ) -> anyhow::Result<Self> {
        let browser = Browser::sign_in(servers[0], from, account, super::SLUG).await?;
        Ok(Self { browser, servers, next: Arc::default(), journal })
    }

    /// Sends a request once; again only while nobody has taken it.
    pub async fn send(&self, call: Call<'_>) -> anyhow::Result<Reply> {
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            let server = self.servers[self.next.fetch_add(1, Relaxed) % self.servers.len()];
            let browser = self.browser.at(server);
            match timeout(LONGEST_CALL, call.pass(&browser)).await {
                Ok(Ok(text)) if status(&text) == TOO_MANY => {
                    self.journal.note(call.area, Answer::Failed, "429");
                    sleep(BREATH * 4).await;
                }
                Ok(Ok(text)) => return Ok(self.read(call.area, &text)),
                Ok(Err(_)) => {
                    self.journal.note(call.area, Answer::Failed, "no connection");
                    sleep(BREATH / 5).await;
                }
                Err(_) => {
                    self.journal.note(call.area, Answer::Failed, "no answer in time");
                    return Ok(Reply::Unknown);
                }
            }
        }
        bail!("{} {}: no server for {} s", call.method, call.path, PATIENCE.as_secs())
    }

    /// Sends a request until it has an answer: for what changes nothing when it is repeated.
    pub async fn insist(&self, call: Call<'_>) -> anyhow::Result<Result<Value, Refusal>> {
        let since = Instant::now();
        let mut is_repeated = false;
        while since.elapsed() < PATIENCE {
            match self.send(call).await? {
                Reply::Done(answer) => return Ok(Ok(answer)),
                Reply::Refused(refusal) => return Ok(Err(Refusal { is_repeated, ..refusal })),
                Reply::Unknown => {
                    is_repeated = true;
                    sleep(BREATH).await;
                }
            }
        }
        bail!("{} {}: no answer for {} s", call.method, call.path, PATIENCE.as_secs())
    }

    /// The answer to a question that must not be refused.
    pub async fn get(&self, area: &'static str, path: &str) -> anyhow::Result<Value> {
        let answered = self.insist(Call::get(area, path)).await?;
        answered.map_err(|refusal| anyhow::anyhow!("{path}: {} {}", refusal.status, refusal.code))
    }

    /// The record that a preparation makes. It must not be refused.
    pub async fn make(&self, path: &str, form: &Value) -> anyhow::Result<Value> {
        let mut answer = match self.insist(Call::post(super::ASIDE, path, form)).await? {
            Ok(answer) => answer,
            Err(refusal) => bail!("{path}: {} {}", refusal.status, refusal.code),
        };
        Ok(answer["data"].take())
    }

    fn read(&self, area: &'static str, text: &str) -> Reply {
        let status = status(text);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let parsed = serde_json::from_str::<Value>(body).ok();
        let code = parsed.as_ref().and_then(|answer| answer["message_code"].as_str()).unwrap_or_default();
        match status {
            200..300 => match parsed {
                Some(answer) => self.acknowledge(area, answer),
                None if !head.contains("application/json") => self.acknowledge(area, Value::Null),
                None => self.doubt(area, "answer cut short".to_owned()),
            },
            400..500 => {
                self.journal.note(area, Answer::Refused, format!("{status} {code}"));
                Reply::Refused(Refusal { status, code: code.to_owned(), is_repeated: false })
            }
            0 => self.doubt(area, "connection closed".to_owned()),
            _ => self.doubt(area, format!("{status} {code}")),
        }
    }

    fn acknowledge(&self, area: &'static str, answer: Value) -> Reply {
        self.journal.note(area, Answer::Done, "");
        Reply::Done(answer)
    }

    fn doubt(&self, area: &'static str, text: String) -> Reply {
        self.journal.note(area, Answer::Failed, text);
        Reply::Unknown
    }
}
