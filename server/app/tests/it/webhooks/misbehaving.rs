//! Receivers that hang, drip, answer too much or hang up are told of, bounded and tried again.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use server_core::outgoing::{divert, hurry};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::interval;
use uuid::Uuid;

use super::{PATH, text};
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp};

/// The longest call to the receivers of these tests; usually it is fifteen seconds.
const LONGEST: Duration = Duration::from_millis(400);
/// Bytes of the answer of one that answers too much.
const FLOOD: usize = 10 * 1024 * 1024;

/// How a receiver answers.
#[derive(Clone, Copy, Debug)]
enum Manner {
    /// It takes the request, and says nothing.
    Hang,
    /// A byte of the answer at a time, without end.
    Drip,
    /// Ten megabytes.
    Flood,
    /// It hangs up in the middle of the answer.
    Cut,
    /// It hangs up without an answer.
    HangUp,
    /// It speaks another protocol.
    Babble,
    /// The answer has a header without end.
    EndlessHeader,
}

/// A receiver that answers 204 unless it is told otherwise.
#[derive(Clone)]
struct RoughReceiver {
    host: String,
    next: Arc<Mutex<VecDeque<Manner>>>,
    request_count: Arc<Mutex<usize>>,
}

impl RoughReceiver {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        let host = format!("rough-{}.example.com", Uuid::now_v7().simple());
        divert(&host, address);
        hurry(&host, LONGEST);
        let receiver = Self { host, next: Arc::default(), request_count: Arc::default() };
        let own = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(own.clone().answer(stream));
            }
        });
        receiver
    }

    fn count(&self) -> usize {
        *self.request_count.lock().unwrap()
    }

    /// Errors are those of a client that has heard enough.
    async fn answer(self, mut stream: TcpStream) {
        read_request(&mut stream).await;
        *self.request_count.lock().unwrap() += 1;
        let manner = self.next.lock().unwrap().pop_front();
        let _ = match manner {
            None => stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").await,
            Some(manner) => misbehave(&mut stream, manner).await,
        };
    }
}

async fn misbehave(stream: &mut TcpStream, manner: Manner) -> std::io::Result<()> {
    const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 10485760\r\n\r\n";
    match manner {
        Manner::Hang => stream.read(&mut [0]).await.map(drop),
        Manner::Drip => {
            stream.write_all(HEAD).await?;
            let mut drops = interval(LONGEST / 20);
            loop {
                drops.tick().await;
                stream.write_all(b"x").await?;
            }
        }
        Manner::Flood => {
            stream.write_all(HEAD).await?;
            stream.write_all(&vec![b'x'; FLOOD]).await
        }
        Manner::Cut => {
            stream.write_all(HEAD).await?;
            stream.write_all(b"as far as").await
        }
        Manner::HangUp => Ok(()),
        Manner::Babble => stream.write_all(b"220 mail.example.com ESMTP\r\n").await,
        Manner::EndlessHeader => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nx-long: ").await?;
            loop {
                stream.write_all(&[b'x'; 4096]).await?;
            }
        }
    }
}

/// Until its body has come.
async fn read_request(stream: &mut TcpStream) {
    let mut read = Vec::new();
    let mut part = [0; 4096];
    loop {
        let length = stream.read(&mut part).await.unwrap_or_default();
        read.extend_from_slice(&part[..length]);
        let request = String::from_utf8_lossy(&read).to_lowercase();
        let body = request.split_once("\r\n\r\n").map(|(head, body)| (head.to_owned(), body.len()));
        let is_whole = body.is_some_and(|(head, length)| {
            let expected = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            expected.is_none_or(|expected| length >= expected.parse().unwrap())
        });
        if is_whole || length == 0 {
            return;
        }
    }
}

/// A company with a webhook of which a test has arrived.
struct Misled {
    app: TestApp,
    receiver: RoughReceiver,
    path: String,
}

impl Misled {
    async fn start() -> Self {
        let (app, receiver) = (TestApp::start().await, RoughReceiver::start().await);
        let admin = app.admin(ATLANTICO).await;
        let form = json!({ "url": format!("https://{}/", receiver.host), "patterns": ["shipment.created"] });
        let made = admin.post(PATH, form).await.data();
        let path = format!("{PATH}/{}", text(&made["webhook"]["id"]));
        admin.post(&format!("{path}/test"), json!({})).await.data();
        app.run_webhooks().await;
        assert_eq!(admin.get(&path).await.data()["status"], 20);
        Self { app, receiver, path }
    }

    /// The delivery of a new shipment, to which the receiver answers in this manner.
    async fn tell(&self, manner: Manner) -> Value {
        self.receiver.next.lock().unwrap().push_back(manner);
        created(&self.app.staff(ATLANTICO).await).await;
        let before = self.receiver.count();
        self.app.run_webhooks().await;
        assert_eq!(self.receiver.count(), before + 1, "{manner:?}: it is asked once");
        let log = self.app.admin(ATLANTICO).await.get(&format!("{}/deliveries", self.path)).await.data();
        log[0].clone()
    }

    async fn show(&self) -> Value {
        self.app.admin(ATLANTICO).await.get(&self.path).await.data()
    }
}

#[tokio::test]
async fn a_receiver_that_gives_no_whole_answer_is_told_of_and_tried_again() {
    let misled = Misled::start().await;
    for manner in
        [Manner::Hang, Manner::Drip, Manner::Cut, Manner::HangUp, Manner::Babble, Manner::EndlessHeader]
    {
        let delivery = misled.tell(manner).await;
        assert_eq!(delivery["status"], 40, "{manner:?}: it waits for another attempt");
        let attempt = &delivery["attempts"][0];
        assert_eq!((&attempt["failure"], &attempt["status"]), (&json!("not_reached"), &json!(null)));
        assert!(attempt["duration_ms"].as_i64().unwrap() < 15_000, "{manner:?}");
        let shown = misled.show().await;
        assert_eq!((&shown["status"], &shown["failure_count"]), (&json!(20), &json!(1)), "{manner:?}");
        misled.app.run_webhooks_after(chrono::TimeDelta::seconds(10)).await;
        let shown = misled.show().await;
        assert_eq!((&shown["failure_count"], &shown["waiting_count"]), (&json!(0), &json!(0)), "{manner:?}");
    }
}

#[tokio::test]
async fn only_the_beginning_of_a_long_answer_is_read_and_kept() {
    let misled = Misled::start().await;
    let delivery = misled.tell(Manner::Flood).await;
    assert_eq!(delivery["status"], 30, "it has arrived, whatever else is said");
    let kept = text(&delivery["attempts"][0]["answer"]);
    assert_eq!(kept, "x".repeat(16_000));
}

#[tokio::test]
async fn a_receiver_that_hangs_does_not_hold_another_one() {
    let misled = Misled::start().await;
    let (admin, live) = (misled.app.admin(ATLANTICO).await, super::Receiver::start().await);
    let made = super::make(&admin, &live, json!({ "patterns": ["shipment.created"] })).await;
    let path = format!("{PATH}/{}", text(&made["webhook"]["id"]));
    admin.post(&format!("{path}/test"), json!({})).await.data();
    misled.app.run_webhooks().await;
    live.forget();

    misled.receiver.next.lock().unwrap().extend([Manner::Hang; 10]);
    let staff = misled.app.staff(ATLANTICO).await;
    for _ in 0..10 {
        created(&staff).await;
    }
    misled.app.run_webhooks().await;
    assert_eq!(live.received().len(), 10);
    assert!(misled.receiver.count() > 10, "each was tried");
    assert_eq!(admin.get(&path).await.data()["failure_count"], 0);
}
