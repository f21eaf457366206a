//! E-mails that stay in a folder instead of leaving, as in the demo.

use std::cmp::Reverse;
use std::io::{Error, ErrorKind};
use std::path::Path;

use chrono::{DateTime, Utc};
use mail_parser::{Address, MessageParser, MessagePart, MimeHeaders};
use uuid::Uuid;

/// Begins the first line of a kept e-mail: the primary domain of the company that sent it. No text of an e-mail stands
/// above it.
const COMPANY: &str = "X-Company-Host: ";
/// The newest e-mails of all companies that a list looks at.
const MAX_READ: usize = 500;
/// E-mails of one list.
const MAX_LISTED: usize = 100;

/// An e-mail in the folder.
#[derive(Debug)]
pub struct KeptEmail {
    pub id: Uuid,
    pub to: String,
    pub subject: String,
    pub sent_at: Option<DateTime<Utc>>,
    pub text: String,
    pub html: String,
    pub files: Vec<KeptFile>,
}

/// A file that an e-mail carries.
#[derive(Debug)]
pub struct KeptFile {
    pub name: String,
    pub content: Vec<u8>,
}

/// Writes to a temporary name first, so that the final file is always complete.
pub async fn keep(folder: &Path, id: Uuid, company_host: &str, message: &[u8]) -> Result<(), Error> {
    let unfinished = folder.join(format!(".{id}"));
    let kept = [first_line(company_host).as_bytes(), message].concat();
    tokio::fs::write(&unfinished, kept).await?;
    tokio::fs::rename(unfinished, folder.join(file_name(id))).await
}

/// The e-mails of a company, newest first.
pub async fn list(folder: &Path, company_host: &str) -> Result<Vec<KeptEmail>, Error> {
    let mut ids = Vec::new();
    let mut entries = tokio::fs::read_dir(folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".eml"));
        ids.extend(id.and_then(|id| Uuid::parse_str(id).ok()));
    }
    // The ids are those of processes, in the order of their time.
    ids.sort_by_key(|id| Reverse(*id));
    let mut emails = Vec::new();
    for id in ids.into_iter().take(MAX_READ) {
        emails.extend(find(folder, id, company_host).await?);
        if emails.len() == MAX_LISTED {
            break;
        }
    }
    emails.sort_by_key(|email| Reverse(email.sent_at));
    Ok(emails)
}

/// None when there is no such e-mail of the company.
pub async fn find(folder: &Path, id: Uuid, company_host: &str) -> Result<Option<KeptEmail>, Error> {
    match tokio::fs::read(folder.join(file_name(id))).await {
        Ok(kept) => {
            let message = kept.strip_prefix(first_line(company_host).as_bytes());
            Ok(message.and_then(|message| parse(id, message)))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn file_name(id: Uuid) -> String {
    format!("{id}.eml")
}

fn first_line(company_host: &str) -> String {
    format!("{COMPANY}{company_host}\r\n")
}

fn parse(id: Uuid, raw: &[u8]) -> Option<KeptEmail> {
    let message = MessageParser::default().parse(raw)?;
    let to = message.to().and_then(Address::first).and_then(|address| address.address());
    let sent_at = message.date().and_then(|date| DateTime::from_timestamp(date.to_timestamp(), 0));
    let file = |part: &MessagePart| KeptFile {
        name: part.attachment_name().unwrap_or("file").to_owned(),
        content: part.contents().to_vec(),
    };
    Some(KeptEmail {
        id,
        to: to.unwrap_or_default().to_owned(),
        subject: message.subject().unwrap_or_default().to_owned(),
        sent_at,
        text: message.text_bodies().filter_map(MessagePart::text_contents).collect(),
        html: message.html_bodies().filter_map(MessagePart::text_contents).collect(),
        files: message.attachments().map(file).collect(),
    })
}
