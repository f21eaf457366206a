//! Tickets by e-mail.

mod imap;
mod incoming;
mod outgoing;
mod whole_emails;
mod writers;

use mail_parser::{Message, MessageParser};
use poem::http::Method;
use serde_json::{Value, json};
use support::incoming::webhook;
use uuid::Uuid;

use crate::support::{ATLANTICO, Person, TestApp};

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

pub const COMPANY: &str = "desk@company.test";
pub const STAFF: &str = "staff@atlantico.test";

pub fn path(app: &TestApp, host: &str) -> String {
    format!("/api/inbound-mail/{}", webhook::secret(&app.state.config.secret, &app.tenant(host).id))
}

pub async fn post_mail(app: &TestApp, host: &str, path: &str, raw: impl Into<Vec<u8>>) -> u16 {
    let mut request = app.visitor(host).request(Method::POST, path);
    request.headers_mut().insert("content-type", "message/rfc822".parse().unwrap());
    request.headers_mut().remove("x-csrf-token");
    request.set_body(raw.into());
    app.visitor(host).call(request).await.status
}

/// Hands an e-mail over, and processes it.
pub async fn arrives(app: &TestApp, raw: impl Into<Vec<u8>>) {
    assert_eq!(post_mail(app, ATLANTICO, &path(app, ATLANTICO), raw).await, 202);
    app.run_processes().await;
}

/// A plain e-mail. Each text makes another one.
pub fn email(from: &str, to: &str, headers: &str, text: &str) -> String {
    format!("From: {from}\r\nTo: {to}\r\n{headers}Subject: Re: delay\r\n\r\n{text}\r\n")
}

pub fn with_file(headers: &str, from: &str, text: &str) -> String {
    format!(
        "From: {from}\r\nTo: desk@other.test\r\n{headers}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n\
         {text}\r\n--x\r\nContent-Type: application/pdf; name=\"../nota.pdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\n\
         JVBERi0xLjc=\r\n--x--\r\n"
    )
}

pub async fn show_ticket(person: &Person, ticket: &Value) -> Value {
    person.get(&format!("/api/support_tickets/{}", ticket["id"].as_str().unwrap())).await.data()
}

pub async fn list_parked(person: &Person) -> Vec<String> {
    let list = person.get("/api/backoffice/support-mails?sort=received_at").await.data();
    list.as_array().unwrap().iter().map(|mail| mail["mail_reason"].as_str().unwrap().to_owned()).collect()
}

/// A ticket of the client with a company that has no account, which staff have answered.
pub struct Story {
    pub app: TestApp,
    pub staff: Person,
    pub client: Person,
    pub ticket: Value,
    /// The last e-mail to the company.
    pub sent: Sent,
    pub address: String,
}

pub async fn start() -> Story {
    let mut options = with_replies();
    options.push("--reply-server=mx.own.test".to_owned());
    let app = TestApp::with(&options).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client, json!([])).await;
    let colleague = json!({ "address_type": "user", "id": id_of(&staff).await });
    let recipients = json!({ "recipients": [company(&app, ATLANTICO).await, colleague] });
    staff.post(&at(&ticket, "/append-recipient"), recipients).await.data();
    reply(&staff, &ticket, "At customs.", 1).await;
    app.run_processes().await;
    let sent = sent_to(&app, COMPANY).pop().unwrap();
    let address = sent.header("Reply-To");
    Story { app, staff, client, ticket, sent, address }
}

/// As the own mail server marks an e-mail whose sender it has verified.
pub fn verified(domain: &str) -> String {
    format!("Authentication-Results: mx.own.test; dmarc=pass header.from={domain}\r\n")
}
