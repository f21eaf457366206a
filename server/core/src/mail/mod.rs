//! E-mails to people, in their language and with the tenant's brand.
//!
//! An e-mail is sent only by a background process that was enqueued with the change: a request could send it and then
//! roll back. A retry after a crash has the same Message-ID, so that the receiver can show it once.

mod brand;
mod email;
mod folder;
mod link;
mod mailbox_url;
mod recipient;
mod render;
mod reply_address;
pub mod reply_mark;
mod tell;
mod thread;
mod trial;

use std::path::PathBuf;

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MessageBuilder, MultiPart};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use reqwest::Url;
use uuid::Uuid;

pub use brand::{Brand, Colour};
pub use email::{AddressInUse, AttachedFile, Email, EmailedReport, ImportFinished, OwnText, Stoppable};
pub use folder::{KeptEmail, KeptFile};
pub use link::{PublicOrigin, TenantLink};
pub use mailbox_url::MailboxUrl;
pub use recipient::Recipient;
pub use render::Content;
pub use reply_address::{ReplyAddress, ReplyAddresses, TOKEN, Use};
pub use tell::tell;
pub use thread::{MARK, Message as PersonMessage, Thread};
pub use trial::MailFailure;

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("not an address for mail to leave by: {0}")]
    Configuration(String),
    #[error("`{0}` is no path on a tenant's domain")]
    Link(String),
    #[error("the tenant's brand: {0}")]
    Brand(#[from] sqlx::Error),
    #[error("a template: {0}")]
    Template(#[from] minijinja::Error),
    #[error("the e-mail: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("the recipient's or sender's address: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("the mail server: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    #[error("the mail folder: {0}")]
    Folder(#[from] std::io::Error),
}

impl MailError {
    /// True when a retry may succeed.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Smtp(error) => !error.is_permanent(),
            Self::Folder(_) | Self::Brand(_) => true,
            _ => false,
        }
    }
}

/// The data of a message besides its content.
#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// The id of the process that sends the e-mail; the same for every attempt.
    pub id: Uuid,
    pub brand: &'a Brand,
    pub to: &'a Recipient,
    /// The target of the e-mail's button.
    pub link: &'a TenantLink,
}

/// Mail programs end the subscription by a POST (RFC 8058).
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

/// The sender of e-mails.
pub struct Mailer {
    transport: Transport,
    sender: Address,
}

impl Mailer {
    /// `url` is `smtp://user:password@host:587?tls=required`, `smtps://…`, or `file:///folder` for a folder, which is
    /// created if it does not exist. `sender` is the sender address; the tenant sets the sender name.
    pub fn open(url: &str, sender: &str) -> Result<Self, MailError> {
        let sender = sender.parse()?;
        let parsed = Url::parse(url).map_err(|error| MailError::Configuration(error.to_string()))?;
        let transport = match parsed.scheme() {
            "file" => {
                let folder = parsed.to_file_path().map_err(|()| {
                    MailError::Configuration("`file` needs a whole path: file:///folder".into())
                })?;
                std::fs::create_dir_all(&folder)?;
                Transport::Folder(folder)
            }
            "smtp" | "smtps" => Transport::Smtp(AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.build()),
            other => {
                return Err(MailError::Configuration(format!("`{other}` is none of smtp, smtps and file")));
            }
        };
        Ok(Self { transport, sender })
    }

    pub async fn send(&self, envelope: Envelope<'_>, email: &impl Email) -> Result<(), MailError> {
        let message = self.message(envelope, email)?;
        match &self.transport {
            Transport::Smtp(smtp) => {
                smtp.send(message).await?;
            }
            Transport::Folder(folder) => {
                // As a server writes it at the delivery.
                let path = message.envelope().from().map(ToString::to_string).unwrap_or_default();
                let kept = [format!("Return-Path: <{path}>\r\n").into_bytes(), message.formatted()].concat();
                folder::keep(folder, envelope.id, envelope.link.host(), &kept).await?;
            }
        }
        Ok(())
    }

    /// The newest e-mails of a company in the folder, newest first. None where e-mails leave by a mail server.
    pub async fn list_kept(&self, company_host: &str) -> std::io::Result<Vec<KeptEmail>> {
        match &self.transport {
            Transport::Folder(folder) => folder::list(folder, company_host).await,
            Transport::Smtp(_) => Ok(Vec::new()),
        }
    }

    /// An e-mail of a company in the folder.
    pub async fn find_kept(&self, id: Uuid, company_host: &str) -> std::io::Result<Option<KeptEmail>> {
        match &self.transport {
            Transport::Folder(folder) => folder::find(folder, id, company_host).await,
            Transport::Smtp(_) => Ok(None),
        }
    }

    fn message(&self, envelope: Envelope<'_>, email: &impl Email) -> Result<Message, MailError> {
        let Envelope { brand, to, link, .. } = envelope;
        let page = render::render(brand, to, link, email)?;
        let recipient: Address = to.email.parse()?;
        let mut message = Message::builder();
        message = match email.thread() {
            Some(thread) => {
                let from = thread.bounce_to.clone().unwrap_or_else(|| self.sender.clone());
                let route = lettre::address::Envelope::new(Some(from), vec![recipient.clone()])?;
                thread.onto(message).envelope(route)
            }
            None => automatic(message, envelope),
        };
        if let Some(url) = email.unsubscribe() {
            message = message.raw_header(thread::raw("List-Unsubscribe", &format!("<{url}>")));
            message = message.raw_header(thread::raw("List-Unsubscribe-Post", ONE_CLICK));
        }
        Ok(message
            .from(Mailbox::new(Some(to_header_text(&brand.sender)), self.sender.clone()))
            .to(Mailbox::new(Some(to_header_text(&to.name)), recipient))
            .subject(page.subject)
            .multipart(with_files(
                MultiPart::alternative_plain_html(page.text, page.html),
                email.attachments(),
            ))?)
    }
}

/// The texts with the files behind them.
fn with_files(texts: MultiPart, files: Vec<AttachedFile>) -> MultiPart {
    if files.is_empty() {
        return texts;
    }
    files.into_iter().fold(MultiPart::mixed().multipart(texts), |parts, file| {
        let kind = ContentType::parse(file.content_type).unwrap_or(ContentType::TEXT_PLAIN);
        parts.singlepart(Attachment::new(file.name).body(file.content, kind))
    })
}

/// The headers of an e-mail that no person wrote.
fn automatic(message: MessageBuilder, Envelope { id, brand, link, .. }: Envelope<'_>) -> MessageBuilder {
    let message = message.message_id(Some(format!("<{id}@{}>", link.host())));
    let message = message.raw_header(thread::raw("Auto-Submitted", "auto-generated"));
    match &brand.reply_to {
        Some(address) => message.reply_to(Mailbox::new(None, address.clone())),
        None => message,
    }
}

/// A name on one line: lettre panics on control characters in a name.
fn to_header_text(name: &str) -> String {
    name.replace(char::is_control, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    use super::*;
    use crate::http::messages::Language;

    async fn send(url: &str, id: Uuid) -> Result<(), MailError> {
        let link = TenantLink::on(&"https://*".parse()?, "pacific.test", "/shipment-imports/1")?;
        let brand = Brand {
            name: "Pacific".into(),
            colour: "#0f766e".parse()?,
            sender: "Pacific\r\nBcc: y@evil.test".into(),
            reply_to: Some("desk@pacific.test".parse()?),
            ..Brand::default()
        };
        let to = Recipient {
            name: "Ana \"A\"\r\nBcc: x@evil.test".into(),
            email: "ana@pacific.test".into(),
            language: Language::En,
        };
        let email = ImportFinished { file: "a.csv".into(), created: 1, known: 0, refused: 0 };
        Mailer::open(url, "no-reply@remessa.test")?
            .send(Envelope { id, brand: &brand, to: &to, link: &link }, &email)
            .await
    }

    /// An SMTP server for one client that answers the recipient with `answer` and returns the conversation.
    async fn smtp_server(answer: &'static str) -> (String, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let conversation = tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            let (read, mut write) = socket.into_split();
            let (mut lines, mut heard, mut in_email) = (BufReader::new(read).lines(), String::new(), false);
            write.write_all(b"220 here\r\n").await.unwrap();
            while let Ok(Some(line)) = lines.next_line().await {
                let reply = match line.split([' ', ':']).next() {
                    Some(".") => "250 taken",
                    _ if in_email => "",
                    Some("RCPT") => answer,
                    Some("DATA") => "354 go on",
                    _ => "250 fine",
                };
                in_email = (in_email || line == "DATA") && line != ".";
                if !reply.is_empty() {
                    write.write_all(format!("{reply}\r\n").as_bytes()).await.unwrap();
                }
                heard += &format!("{line}\n");
            }
            heard
        });
        (url, conversation)
    }

    #[tokio::test]
    async fn repeated_email_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let (url, id) = (format!("file://{}/mail", folder.path().display()), Uuid::now_v7());
        send(&url, id).await.unwrap();
        send(&url, id).await.unwrap();
        let mut emails = std::fs::read_dir(folder.path().join("mail")).unwrap();
        let email = emails.next().unwrap().unwrap();
        assert!(emails.next().is_none());
        assert_eq!(email.file_name().to_str().unwrap(), format!("{id}.eml"));
        let email = std::fs::read_to_string(email.path()).unwrap();
        assert!(email.contains(&format!("Message-ID: <{id}@pacific.test>\r\n")), "{email}");
        let from = email.lines().find(|line| line.starts_with("From: ")).unwrap();
        assert!(from.ends_with(" <no-reply@remessa.test>"), "{from}");
        assert!(email.contains("Reply-To: desk@pacific.test\r\n"), "{email}");
        assert!(!email.lines().any(|line| line.starts_with("Bcc")), "{email}");
    }

    #[tokio::test]
    async fn email_reaches_the_smtp_server() {
        let (url, conversation) = smtp_server("250 fine").await;
        send(&url, Uuid::now_v7()).await.unwrap();
        let heard = conversation.await.unwrap();
        assert!(heard.contains("MAIL FROM:<no-reply@remessa.test>"), "{heard}");
        assert!(heard.contains("RCPT TO:<ana@pacific.test>"), "{heard}");
        assert!(heard.contains("https://pacific.test/shipment-imports/1"), "{heard}");
    }

    #[tokio::test]
    async fn only_a_temporary_refusal_is_passing() {
        for (answer, passing) in [("450 later", true), ("550 nobody here", false)] {
            let (url, _) = smtp_server(answer).await;
            assert_eq!(send(&url, Uuid::now_v7()).await.unwrap_err().is_passing(), passing, "{answer}");
        }
        assert!(send("smtp://127.0.0.1:1", Uuid::now_v7()).await.unwrap_err().is_passing());
        assert!(!send("imap://127.0.0.1", Uuid::now_v7()).await.unwrap_err().is_passing());
    }
}
