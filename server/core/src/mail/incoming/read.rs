//! An e-mail that arrived, read into what a ticket needs. Nothing here decides or stores.

use mail_parser::{
    Address, HeaderName, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType,
};
use serde::{Deserialize, Serialize};

use crate::mail::MARK;
use trade::blank::is_blank;

/// Ids of earlier e-mails that are looked at. A longer chain is cut at its old end.
const MOST_IDS: usize = 50;
/// Addresses that are looked at.
const MOST_ADDRESSES: usize = 200;
/// Files of one e-mail; later ones stay in the raw e-mail.
const MOST_FILES: usize = 50;
const COLUMNS: usize = 100;
const MAX_HEADER: usize = 2_000;
/// Bytes of text; the rest stays in the raw e-mail.
const MAX_TEXT: usize = 500_000;

/// An e-mail that arrived.
#[derive(Debug, Serialize, Deserialize)]
pub struct Incoming {
    /// Without angle brackets; none when it is empty or missing.
    pub message_id: Option<String>,
    /// Ids of the e-mails it answers, the nearest first.
    pub answers: Vec<String>,
    pub sender: Option<Sender>,
    /// Addresses it was sent to, in lower case: those of the delivery first, then To and Cc.
    pub recipients: Vec<String>,
    pub subject: String,
    /// As plain text.
    pub text: String,
    pub files: Vec<IncomingFile>,
    pub origin: Origin,
    /// The topmost `Authentication-Results`, which the own server has added.
    pub authentication: Option<String>,
    /// The mark of an e-mail of this installation.
    pub mark: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    pub name: Option<String>,
    /// In lower case.
    pub email: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct IncomingFile {
    pub name: Option<String>,
    pub content_type: String,
    /// The body shows the picture at its place.
    pub is_inline: bool,
    /// Sent apart from the rest.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// Who wrote an e-mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    Person,
    /// An absence note, a mailing list or another program. Never answered.
    Machine,
    /// Reports that an e-mail did not arrive, at which address if it says so.
    Bounce {
        address: Option<String>,
    },
}

impl Incoming {
    /// Reads a raw e-mail. None when it has no header that can be read.
    pub fn parse(raw: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(raw)?;
        Some(Self {
            message_id: message.message_id().and_then(id),
            answers: answers(&message),
            sender: sender(&message),
            recipients: recipients(&message),
            subject: clean(message.subject().unwrap_or_default()).replace('\n', " "),
            text: read_text(&message),
            files: read_files(&message),
            origin: origin(&message),
            authentication: topmost(&message, "Authentication-Results"),
            mark: topmost(&message, MARK),
        })
    }
}

/// The first header of this name, on one line.
fn topmost(message: &Message, name: &str) -> Option<String> {
    let header = message.headers().iter().find(|header| header.name().eq_ignore_ascii_case(name))?;
    let raw = message.raw_message().get(header.offset_start() as usize..header.offset_end() as usize)?;
    let text = clean(&String::from_utf8_lossy(raw));
    Some(text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_HEADER).collect())
}

/// An id is never empty: empty ones would all be equal.
fn id(text: &str) -> Option<String> {
    let id = text.trim().trim_matches(['<', '>']).trim();
    (!id.is_empty() && id.len() <= 998).then(|| clean(id))
}

fn answers(message: &Message) -> Vec<String> {
    let ids = |value: &HeaderValue| -> Vec<String> {
        match value {
            HeaderValue::Text(text) => id(text).into_iter().collect(),
            HeaderValue::TextList(list) => list.iter().filter_map(|text| id(text)).collect(),
            _ => Vec::new(),
        }
    };
    let references = ids(message.references());
    let mut answers = ids(message.in_reply_to());
    answers.extend(references.into_iter().rev());
    let mut seen = std::collections::HashSet::new();
    answers.retain(|id| seen.insert(id.clone()));
    answers.truncate(MOST_IDS);
    answers
}

fn sender(message: &Message) -> Option<Sender> {
    let from = message.from()?.first()?;
    let email = clean(from.address()?).to_lowercase();
    let name = from.name().map(clean).filter(|name| !is_blank(name));
    email.contains('@').then_some(Sender { name, email })
}

fn recipients(message: &Message) -> Vec<String> {
    // Where a server has put it, before what the sender has written.
    let delivered = ["Delivered-To", "X-Original-To", "Envelope-To"].into_iter().flat_map(|name| {
        message.header_values(HeaderName::from(name)).filter_map(HeaderValue::as_text).map(address_in)
    });
    let written = [message.to(), message.cc()].into_iter().flatten().flat_map(Address::iter);
    let written = written.filter_map(|address| address.address()).map(address_in);
    let mut seen = std::collections::HashSet::new();
    delivered.chain(written).filter(|address| seen.insert(address.clone())).take(MOST_ADDRESSES).collect()
}

fn address_in(text: &str) -> String {
    clean(text).trim_matches(['<', '>', ' ']).to_lowercase()
}

/// Without characters that Postgres or a line of text cannot have.
fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect()
}

fn read_text(message: &Message) -> String {
    let parts: Vec<String> = message
        .text_bodies()
        .map(|part| match &part.body {
            PartType::Html(html) => plain(html),
            PartType::Text(text) => text.to_string(),
            _ => String::new(),
        })
        .collect();
    let mut text = clean(&parts.join("\n"));
    text.truncate(text.floor_char_boundary(MAX_TEXT));
    text
}

/// Quotations become lines with ">". Addresses of links are left out: staff can read the raw e-mail.
fn plain(html: &str) -> String {
    let config = html2text::config::plain_no_decorate().link_footnotes(false);
    config.string_from_read(html.as_bytes(), COLUMNS).unwrap_or_default()
}

fn read_files(message: &Message) -> Vec<IncomingFile> {
    let html: String = message.html_bodies().filter_map(MessagePart::text_contents).collect();
    let file = |part: &MessagePart| {
        let kind = part.content_type();
        let content_type = kind.map_or_else(
            || "application/octet-stream".to_owned(),
            |kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("octet-stream")).to_lowercase(),
        );
        IncomingFile {
            name: part.attachment_name().map(clean),
            content_type,
            is_inline: part.content_id().and_then(id).is_some_and(|id| html.contains(&format!("cid:{id}"))),
            bytes: part.contents().to_vec(),
        }
    };
    message.attachments().take(MOST_FILES).map(file).collect()
}

fn origin(message: &Message) -> Origin {
    let value = |name: &'static str| {
        message.header_raw(HeaderName::from(name)).map(|value| value.trim().to_ascii_lowercase())
    };
    let report = message.content_type().filter(|kind| kind.subtype() == Some("report"));
    let is_bounce = report.is_some_and(|kind| kind.attribute("report-type") == Some("delivery-status"));
    let failed = value("X-Failed-Recipients");
    let is_delayed = is_bounce && report_line(message, "action:").is_some_and(|action| action != "failed");
    if (is_bounce || failed.is_some()) && !is_delayed {
        return Origin::Bounce {
            address: failed_recipient(message).or(failed.map(|text| address_in(&text))),
        };
    }
    let from =
        message.from().and_then(|from| from.first()).and_then(|from| from.address()).unwrap_or_default();
    let local = from.split('@').next().unwrap_or_default().to_ascii_lowercase();
    let precedence = value("Precedence").unwrap_or_default();
    let is_machine = report.is_some()
        || value("Return-Path").as_deref() == Some("<>")
        || value("Auto-Submitted").is_some_and(|sort| !sort.starts_with("no"))
        || value("X-Auto-Response-Suppress").is_some_and(|what| what.contains("all"))
        || ["X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply"]
            .into_iter()
            .any(|name| value(name).is_some())
        || ["bulk", "junk", "list", "auto_reply"].contains(&precedence.as_str())
        || ["List-Id", "List-Unsubscribe", "List-Post"].into_iter().any(|name| value(name).is_some())
        || ["mailer-daemon", "postmaster"].contains(&local.as_str());
    if is_machine { Origin::Machine } else { Origin::Person }
}

/// `Final-Recipient: rfc822; ana@example.com` of a delivery report.
fn failed_recipient(message: &Message) -> Option<String> {
    let line = report_line(message, "final-recipient:")?;
    let address = line.rsplit(';').next().map(address_in)?;
    address.contains('@').then_some(address)
}

/// The value of a line of a delivery report, in lower case.
fn report_line(message: &Message, name: &str) -> Option<String> {
    let is_report = |part: &&MessagePart| {
        part.content_type().is_some_and(|kind| kind.subtype() == Some("delivery-status"))
    };
    let report = message.parts.iter().find(is_report)?;
    let text = String::from_utf8_lossy(report.contents()).to_ascii_lowercase();
    Some(text.lines().find_map(|line| line.strip_prefix(name))?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plain-text e-mail with these header lines.
    fn email(headers: &str) -> Incoming {
        let raw = format!("From: Ana Lima <Ana@Example.com>\r\n{headers}\r\n\r\nHello\r\n");
        Incoming::parse(raw.as_bytes()).unwrap()
    }

    #[test]
    fn the_nearest_earlier_email_comes_first() {
        let read = email(
            "Message-ID: <3@a.test>\r\nIn-Reply-To: <2@a.test>\r\nReferences: <root@a.test> <1@a.test> <2@a.test>",
        );
        assert_eq!(read.message_id.as_deref(), Some("3@a.test"));
        assert_eq!(read.answers, ["2@a.test", "1@a.test", "root@a.test"]);
        let odd = email("Message-ID: <>\r\nIn-Reply-To: <>\r\nReferences: ");
        assert_eq!((odd.message_id, odd.answers), (None, vec![]));
    }

    #[test]
    fn addresses_are_in_lower_case_and_those_of_the_delivery_come_first() {
        let read = email(
            "To: Desk <DESK@a.test>, desk@a.test\r\nCc: r+x.ABC@in.test\r\nDelivered-To: R+X.abc@in.test",
        );
        assert_eq!(read.recipients, ["r+x.abc@in.test", "desk@a.test"]);
        let sender = Sender { name: Some("Ana Lima".to_owned()), email: "ana@example.com".to_owned() };
        assert_eq!(read.sender, Some(sender));
    }

    #[test]
    fn programs_are_told_from_people() {
        for headers in [
            "Auto-Submitted: auto-replied",
            "Auto-Submitted: auto-generated (vacation)",
            "X-Auto-Response-Suppress: All",
            "X-Autoreply: yes",
            "Precedence: bulk",
            "List-Id: <news.a.test>",
            "Return-Path: <>",
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",
        ] {
            assert_eq!(email(headers).origin, Origin::Machine, "{headers}");
        }
        for headers in [
            "Auto-Submitted: no",
            "Precedence: normal",
            "X-Auto-Response-Suppress: OOF",
            "Return-Path: <a@b.c>",
        ] {
            assert_eq!(email(headers).origin, Origin::Person, "{headers}");
        }
        let daemon = Incoming::parse(b"From: MAILER-DAEMON@a.test\r\n\r\nx").unwrap();
        assert_eq!(daemon.origin, Origin::Machine);
    }

    #[test]
    fn a_delivery_report_names_the_address() {
        let raw = "From: mailer-daemon@a.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n\
            --x\r\n\r\nNot delivered.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a.test\r\n\r\n\
            Final-Recipient: RFC822; Ana@Example.com\r\nAction: failed\r\n--x--\r\n";
        let address = Some("ana@example.com".to_owned());
        assert_eq!(Incoming::parse(raw.as_bytes()).unwrap().origin, Origin::Bounce { address });
        let delayed = Incoming::parse(raw.replace("failed", "delayed").as_bytes()).unwrap();
        assert_eq!(delayed.origin, Origin::Machine, "it may still arrive");
        let unknown = Incoming::parse(raw.replace("Final-", "Some-").as_bytes()).unwrap();
        assert_eq!(unknown.origin, Origin::Bounce { address: None });
    }

    #[test]
    fn only_pictures_that_the_body_names_are_inline() {
        let part = |kind: &str, id: &str| {
            format!(
                "--x\r\nContent-Type: image/{kind}; name=\"{kind}.{kind}\"\r\nContent-ID: <{id}>\r\n\r\nbytes\r\n"
            )
        };
        let raw = format!(
            "From: a@b.c\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n\
             <p>See <img src=\"cid:1@a\"></p>\r\n{}{}--x--\r\n",
            part("png", "1@a"),
            part("gif", "2@a"),
        );
        let read = Incoming::parse(raw.as_bytes()).unwrap();
        let files: Vec<_> = read.files.iter().map(|file| (file.name.as_deref(), file.is_inline)).collect();
        assert_eq!(files, [(Some("png.png"), true), (Some("gif.gif"), false)]);
        assert_eq!(read.text.trim(), "See");
    }

    #[test]
    fn letters_of_every_charset_are_read_and_bytes_that_are_none_are_kept_as_marks() {
        let latin = b"From: a@b.c\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nEndere\xe7o\r\n";
        assert_eq!(Incoming::parse(latin).unwrap().text.trim(), "Endereço");
        let chinese = b"From: a@b.c\r\nSubject: =?gb2312?B?0rvM9c/7z6I=?=\r\nContent-Type: text/plain; charset=gb2312\r\n\r\n\xb5\xd8\xd6\xb7\r\n";
        let read = Incoming::parse(chinese).unwrap();
        assert_eq!((read.subject.as_str(), read.text.trim()), ("一条消息", "地址"));
        let broken = b"From: a@b.c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nA\xff\x00B\r\n";
        assert_eq!(Incoming::parse(broken).unwrap().text.trim(), "A\u{fffd}B");
    }

    #[test]
    fn hostile_emails_are_read_without_harm() {
        let deep: String = (0..200)
            .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n"))
            .collect();
        let long = format!("From: a@b.c\r\nSubject: {}\r\n\r\nx", "a".repeat(1 << 20));
        let ids = format!("From: a@b.c\r\nReferences: {}\r\n\r\nx", "<1@a.test> <2@a.test> ".repeat(20_000));
        let links =
            format!("From: a@b.c\r\nContent-Type: text/html\r\n\r\n{}", "<a href=x>y</a> ".repeat(5_000));
        for raw in [format!("From: a@b.c\r\n{deep}"), long, ids, links] {
            assert!(Incoming::parse(raw.as_bytes()).is_some());
        }
    }
}
