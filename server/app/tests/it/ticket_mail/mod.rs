//! Tickets by e-mail.

mod imap;
mod incoming;
mod outgoing;

use mail_parser::{Message, MessageParser};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Person, TestApp};

/// An e-mail that was sent, as it arrived.
pub struct Sent(pub Vec<u8>);

impl Sent {
    pub fn message(&self) -> Message<'_> {
        MessageParser::default().parse(&self.0).unwrap()
    }

    pub fn header(&self, name: &'static str) -> String {
        self.message().header_raw(name).unwrap_or_default().trim().replace("\r\n", "")
    }

    pub fn to(&self) -> String {
        self.message().to().unwrap().first().unwrap().address().unwrap().to_owned()
    }

    pub fn text(&self) -> String {
        self.message().body_text(0).unwrap().into_owned()
    }

    pub fn html(&self) -> String {
        self.message().body_html(0).unwrap().into_owned()
    }
}

/// All e-mails to this address, oldest first.
pub fn sent_to(app: &TestApp, email: &str) -> Vec<Sent> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    let all = files.iter().map(|path| Sent(std::fs::read(path).unwrap()));
    all.filter(|sent| sent.to() == email).collect()
}

pub fn with_replies() -> Vec<String> {
    vec!["--reply-address=*@reply.test".to_owned()]
}

pub async fn id_of(person: &Person) -> Value {
    person.get("/api/profile").await.data()["id"].clone()
}

/// A ticket with these recipients.
pub async fn opened(person: &Person, recipients: Value) -> Value {
    let subject = person.get("/api/backoffice/support-subjects/select").await.data()[0]["id"].clone();
    let form = json!({
        "key": Uuid::now_v7(), "support_subject_id": subject, "body": "Where is **it**?", "recipients": recipients
    });
    person.post("/api/support-tickets", form).await.data()
}

pub fn at(ticket: &Value, action: &str) -> String {
    format!("/api/backoffice/support-tickets/{}{action}", ticket["id"].as_str().unwrap())
}

pub async fn reply(person: &Person, ticket: &Value, text: &str, seen: i64) -> Value {
    let form = json!({ "key": Uuid::now_v7(), "body": text, "seen": seen });
    person.post(&at(ticket, "/reply"), form).await.data()
}

/// A client that has an address and no users.
pub async fn company(app: &TestApp, host: &str) -> Value {
    let id = Uuid::now_v7();
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    let insert =
        "insert into clients (id, code, name, email) values ($1, 'MAIL', 'Company', ' Desk@Company.test')";
    sqlx::query(insert).bind(id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    json!({ "address_type": "client", "id": id })
}
