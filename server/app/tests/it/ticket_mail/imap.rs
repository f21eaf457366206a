//! Replies that a mailbox receives, read from a real IMAP server.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::incoming::mailbox::{keep_reading, read_once};
use support::incoming::{MailSource, take};
use tokio_util::sync::CancellationToken;

use super::{company, opened, sent_to, with_replies};
use crate::support::dovecot::OwnDovecot;
use crate::support::{ATLANTICO, Person, TestApp};

const COMPANY: &str = "desk@company.test";
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

struct Desk {
    app: TestApp,
    dovecot: OwnDovecot,
    staff: Person,
    ticket: Value,
    address: String,
}

async fn start() -> Desk {
    start_on(OwnDovecot::start(), Vec::new()).await
}

async fn start_on(dovecot: OwnDovecot, more: Vec<String>) -> Desk {
    let mut options = with_replies();
    options.extend(more);
    options.push(format!("--reply-mailbox={}", dovecot.url()));
    let app = TestApp::with(&options).await;
    let staff = app.staff(ATLANTICO).await;
    let ticket = opened(&staff, serde_json::json!([company(&app, ATLANTICO).await])).await;
    app.run_processes().await;
    let address = sent_to(&app, COMPANY).pop().unwrap().header("Reply-To");
    Desk { app, dovecot, staff, ticket, address }
}

impl Desk {
    fn email(&self, text: &str) -> Vec<u8> {
        format!("From: {COMPANY}\r\nTo: {}\r\nSubject: Re\r\n\r\n{text}\r\n", self.address).into_bytes()
    }

    async fn read(&self) {
        read_once(&self.app.state, self.app.state.config.reply_mailbox.as_ref().unwrap()).await.unwrap();
        self.app.run_processes().await;
    }

    async fn texts(&self) -> Vec<String> {
        let path = format!("/api/support_tickets/{}", self.ticket["id"].as_str().unwrap());
        let messages = self.staff.get(&path).await.data()["messages"].clone();
        messages.as_array().unwrap()[1..].iter().map(|one| one["body"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn an_email_is_taken_once_whatever_happens() {
    let desk = start().await;
    desk.dovecot.deliver("broken", b"\0\0\xff");
    desk.dovecot.deliver("stranger", b"From: a@b.c\r\nTo: x@y.z\r\n\r\nWho?\r\n");
    desk.dovecot.deliver("first", &desk.email("First"));
    desk.read().await;
    desk.read().await;
    assert_eq!(desk.texts().await, ["First"]);
    assert_eq!(desk.dovecot.read(), ["first"], "the others stay as they are");

    // The process was killed after it had stored the e-mail, before it marked it.
    let tenant = desk.app.tenant(ATLANTICO);
    take(&desk.app.state, &tenant, &desk.email("Second"), MailSource::Imap).await.unwrap();
    desk.dovecot.deliver("second", &desk.email("Second"));
    desk.read().await;
    // The same e-mail came from the other source.
    take(&desk.app.state, &tenant, &desk.email("Third"), MailSource::Webhook).await.unwrap();
    desk.dovecot.deliver("third", &desk.email("Third"));
    desk.read().await;
    // The server has numbered everything anew.
    desk.dovecot.number_anew();
    desk.dovecot.deliver("fourth", &desk.email("Fourth"));
    desk.read().await;
    assert_eq!(desk.texts().await, ["First", "Second", "Third", "Fourth"]);
    assert_eq!(desk.dovecot.read(), ["first", "fourth", "second", "third"]);
}

#[tokio::test]
async fn a_mailbox_with_tls_is_read_if_its_authority_is_trusted() {
    let dovecot = OwnDovecot::start_with_tls();
    let trust = format!("--reply-mailbox-ca={}", dovecot.authority().display());
    let desk = start_on(dovecot, vec![trust]).await;
    desk.dovecot.deliver("first", &desk.email("First"));
    desk.read().await;
    assert_eq!(desk.texts().await, ["First"]);
    let url = format!("--reply-mailbox={}", desk.dovecot.url());
    let other = TestApp::with(&[with_replies(), vec![url]].concat()).await;
    let refused = read_once(&other.state, other.state.config.reply_mailbox.as_ref().unwrap()).await;
    assert!(refused.unwrap_err().to_string().contains("certificate"), "nobody else's certificate");
}

#[tokio::test]
async fn an_email_that_cannot_be_stored_is_tried_five_times() {
    let desk = start().await;
    let (files, away) = (desk.app.files.path().join("files"), desk.app.files.path().join("away"));
    let breaks = || {
        std::fs::rename(&files, &away).unwrap();
        std::fs::write(&files, "no folder").unwrap();
    };
    let works = || {
        std::fs::remove_file(&files).unwrap();
        std::fs::rename(&away, &files).unwrap();
    };
    breaks();
    desk.dovecot.deliver("first", &desk.email("First"));
    for _ in 0..4 {
        desk.read().await;
    }
    works();
    desk.read().await;
    assert_eq!(desk.texts().await, ["First"], "the fifth attempt");
    breaks();
    desk.dovecot.deliver("second", &desk.email("Second"));
    for _ in 0..5 {
        desk.read().await;
    }
    works();
    desk.dovecot.deliver("third", &desk.email("Third"));
    desk.read().await;
    assert_eq!(desk.texts().await, ["First", "Third"], "it blocks no other");
    assert_eq!(desk.dovecot.read(), ["first", "third"], "it stays in the mailbox as a new one");

    let list = desk.staff.get("/api/backoffice/support-mails").await.data();
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    let stuck = &list[0];
    assert_eq!((&stuck["mail_reason"], &stuck["sender_email"]), (&json!("failed"), &json!(COMPANY)));
    assert_eq!(stuck["can"], json!({ "show": false, "retry": true, "open": false, "delete": true }));
    let retry = format!("/api/backoffice/support-mails/{}/retry", stuck["id"].as_str().unwrap());
    assert_eq!(desk.staff.post(&retry, json!({})).await.status, 200);
    desk.read().await;
    assert_eq!(desk.texts().await, ["First", "Third", "Second"]);
    assert_eq!(desk.staff.get("/api/backoffice/support-mails").await.data(), json!([]));
}

#[tokio::test]
async fn the_reader_hears_of_new_emails_and_comes_back_after_a_loss() {
    let mut desk = start().await;
    let stop = CancellationToken::new();
    let reading = tokio::spawn(keep_reading(desk.app.state.clone(), stop.clone()));
    for (name, text) in [("first", "First"), ("second", "Second")] {
        desk.dovecot.deliver(name, &desk.email(text));
        let since = Instant::now();
        while !desk.texts().await.contains(&text.to_owned()) {
            assert!(since.elapsed() < CALL_TIMEOUT, "{text} does not come");
            desk.app.run_processes().await;
        }
        desk.dovecot.restart();
    }
    assert_eq!(desk.texts().await, ["First", "Second"]);
    stop.cancel();
    reading.await.unwrap();
}
