//! One company attacks the server with hostile files, texts, bodies and connections. Another company lists its shipments.

mod files;
mod victim;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use tokio::io::AsyncWriteExt;
use victim::Watch;

use crate::browser::{Browser, connect, status};

const REST: Duration = Duration::from_secs(5);
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
const VICTIM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 7);

#[derive(Args)]
pub struct Attack {
    /// A server of `./dev up`.
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: SocketAddr,
    /// Its process, whose memory is measured with its children's.
    #[arg(long)]
    pid: u32,
    /// Requests of each attack, all at the same time. A user may send 30 files in a minute.
    #[arg(long, default_value_t = 6)]
    requests: usize,
    /// Connections that never complete their headers.
    #[arg(long, default_value_t = 5_000)]
    connections: usize,
    /// The address that `remessa tenant inbound-mail atlantico` prints; without it, no e-mails are sent.
    #[arg(long)]
    mail_address: Option<String>,
}

pub async fn run(attack: Attack) -> anyhow::Result<()> {
    let admin = Browser::sign_in(attack.address, ATTACKER, "admin", "atlantico").await?;
    let other = Browser::sign_in(attack.address, VICTIM, "staff", "pacific").await?;
    println!(
        "{:<28} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9}",
        "the other company's list", "asked", "failed", "p50 ms", "p99 ms", "max ms", "peak MB"
    );
    attack.rest(&other, "before").await?;
    for (name, file) in [
        ("claim of 2e8 texts", files::false_claim()?),
        ("1 MB text in 300 cells", files::repeated_text()?),
        ("15 million texts", files::many_texts()?),
        ("zip bomb", files::zip_bomb()?),
    ] {
        let send = async |browser: Browser| {
            browser.upload("/api/shipment_imports", "file", &[], &file).await.map(|answer| status(&answer))
        };
        attack.with(&other, &admin, name, send).await?;
    }
    let drawing = files::nested_clip_paths();
    let send = async |browser: Browser| {
        let fields = [("_method", "patch"), ("asset", "logo")];
        let answer = browser.upload("/api/tenant_settings/brand", "picture", &fields, &drawing).await?;
        Ok(status(&answer))
    };
    attack.with(&other, &admin, "nested clip paths", send).await?;
    attack.layouts(&other, &admin).await?;
    attack.mails(&other, &admin).await?;
    attack.texts(&other, &admin).await?;
    attack.bodies(&other, &admin).await?;
    attack.half_open(&other).await?;
    attack.rest(&other, "after").await
}

impl Attack {
    async fn rest(&self, other: &Browser, phase: &str) -> anyhow::Result<()> {
        let watch = Watch::begin(other.clone(), self.pid);
        tokio::time::sleep(REST).await;
        watch.end(phase).await
    }

    /// Sends the request several times at once.
    async fn with(
        &self,
        other: &Browser,
        attacker: &Browser,
        name: &str,
        send: impl AsyncFn(Browser) -> anyhow::Result<u16>,
    ) -> anyhow::Result<()> {
        let watch = Watch::begin(other.clone(), self.pid);
        let mut answers: BTreeMap<u16, usize> = BTreeMap::new();
        let sent = (0..self.requests).map(|_| send(attacker.clone()));
        for answer in futures_util::future::join_all(sent).await {
            *answers.entry(answer?).or_default() += 1;
        }
        watch.end(name).await?;
        let told: Vec<String> = answers.iter().map(|(status, count)| format!("{status} × {count}")).collect();
        println!("{:<28} answers: {}", "", told.join(", "));
        Ok(())
    }

    async fn layouts(&self, other: &Browser, attacker: &Browser) -> anyhow::Result<()> {
        for (name, layout) in files::layouts() {
            let form = serde_json::json!({ "layout": layout }).to_string();
            let send = async |browser: Browser| {
                let path = "/api/tenant_settings/document_layouts/order_view/preview";
                Ok(status(&browser.json("POST", path, &form).await?))
            };
            self.with(other, attacker, name, send).await?;
        }
        Ok(())
    }

    /// An e-mail is read after its answer, so the phase lasts longer than that.
    async fn mails(&self, other: &Browser, attacker: &Browser) -> anyhow::Result<()> {
        let path = self.mail_address.as_deref().and_then(|address| Some(&address[address.find("/api/")?..]));
        let Some(path) = path else { return Ok(()) };
        let sent = AtomicUsize::new(0);
        let send = async |browser: Browser| {
            let mail = files::nested_mail(sent.fetch_add(1, Ordering::Relaxed));
            let answer = browser.send("POST", path, "content-type: message/rfc822\r\n", &mail).await?;
            tokio::time::sleep(REST).await;
            Ok(status(&answer))
        };
        self.with(other, attacker, "e-mails of nested HTML", send).await
    }

    async fn texts(&self, other: &Browser, attacker: &Browser) -> anyhow::Result<()> {
        let codes: String = (0..40_000).map(|at| format!("AT{at:09}BR ")).collect();
        let body = format!("{{\"tracking_codes\":[\"{codes}\"],\"event_code\":\"COLLECTED\"}}");
        let send = async |browser: Browser| {
            Ok(status(&browser.json("POST", "/api/shipments/record_event", &body).await?))
        };
        self.with(other, attacker, "40,000 tracking codes", send).await?;
        let list: Vec<String> = (0..40_000).map(|at| format!("\"AT{at:09}BR\"")).collect();
        let body = format!("{{\"tracking_codes\":[{}],\"event_code\":\"COLLECTED\"}}", list.join(","));
        let send = async |browser: Browser| {
            Ok(status(&browser.json("POST", "/api/shipments/record_event", &body).await?))
        };
        self.with(other, attacker, "the same as a list", send).await?;
        let words = format!("{{\"_method\":\"get\",\"search\":\"{}\"}}", "maria ".repeat(9_000));
        let send =
            async |browser: Browser| Ok(status(&browser.json("POST", "/api/shipments", &words).await?));
        self.with(other, attacker, "9,000 search words", send).await
    }

    /// 60 MB over every version of HTTP.
    async fn bodies(&self, other: &Browser, attacker: &Browser) -> anyhow::Result<()> {
        let body = vec![b'a'; 60_000_000];
        let json = "content-type: application/json\r\n";
        let send =
            async |browser: Browser| Ok(status(&browser.send("POST", "/api/shipments", json, &body).await?));
        self.with(other, attacker, "60 MB, declared", send).await?;
        let head = attacker.head("POST", "/api/shipments", &format!("{json}transfer-encoding: chunked\r\n"));
        let chunked =
            [format!("{head}\r\n{:x}\r\n", body.len()).as_bytes(), &body, b"\r\n0\r\n\r\n"].concat();
        let send = async |browser: Browser| Ok(status(&browser.raw(&chunked).await?));
        self.with(other, attacker, "60 MB, chunked", send).await?;
        let preface = [&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0"[..], &body].concat();
        let send = async |browser: Browser| Ok(status(&browser.raw(&preface).await?));
        self.with(other, attacker, "60 MB, HTTP/2", send).await
    }

    /// From 40 addresses.
    async fn half_open(&self, other: &Browser) -> anyhow::Result<()> {
        let watch = Watch::begin(other.clone(), self.pid);
        let mut open = Vec::new();
        for at in 0..self.connections {
            let from = Ipv4Addr::new(127, 0, 1, u8::try_from(1 + at % 40)?);
            let Ok(mut socket) = connect(self.address, from).await else { break };
            socket.write_all(b"GET /api/shipments HTTP/1.1\r\nhost: a\r\nx: ").await.ok();
            open.push(socket);
        }
        tokio::time::sleep(REST).await;
        watch.end(&format!("{} half-open", open.len())).await
    }
}
