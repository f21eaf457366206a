//! An e-mail that arrived, read into what a ticket needs. Nothing here decides or stores.

use mail_parser::{Address, HeaderName, HeaderValue, Message};
use serde::{Deserialize, Serialize};

use super::body::Body;
use super::mime::Part;
use super::origin::Origin;
use server_core::mail::MARK;
use trade::blank::is_blank;

/// Ids of earlier e-mails that are looked at. A longer chain is cut at its old end.
const MOST_IDS: usize = 50;
/// Addresses that are looked at.
const MOST_ADDRESSES: usize = 200;
const MAX_HEADER: usize = 2_000;

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

impl Incoming {
    /// Reads a raw e-mail. None when it has no header that can be read.
    pub fn parse(raw: &[u8]) -> Option<Self> {
        let mail = Part::of_mail(raw)?;
        let message = mail.head()?;
        let body = Body::of_mail(&mail);
        Some(Self {
            message_id: message.message_id().and_then(id),
            answers: answers(&message),
            sender: sender(&message),
            recipients: recipients(&message),
            subject: clean(message.subject().unwrap_or_default()).replace('\n', " "),
            text: clean(&body.text),
            files: body.files,
            origin: Origin::of(&mail, &message),
            authentication: authentication(&message),
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

/// None when several people are named as writers: a result is of one of them.
fn authentication(message: &Message) -> Option<String> {
    let writers = message.header_values(HeaderName::From).filter_map(HeaderValue::as_address);
    (writers.flat_map(Address::iter).count() == 1).then(|| topmost(message, "Authentication-Results"))?
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
pub(super) fn clean(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}'], "\n");
    lines.chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect()
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
        let japanese = b"From: a@b.c\r\nSubject: =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=\r\n =?iso-2022-jp?B?GyRCOGwbKEI=?=\r\n\r\n\x1b$BF|K\\8l\x1b(B\r\n";
        let read = Incoming::parse(japanese).unwrap();
        assert_eq!((read.subject.as_str(), read.text.trim()), ("日本語", "日本語"));
        let unnamed = b"From: a@b.c\r\nSubject: \xb5\xd8\xd6\xb7\xb1\xe4\xb8\xfc\r\n\r\n\xb5\xd8\xd6\xb7\xca\xc7\xc0\xb6\xbd\xd6\xca\xae\xb6\xfe\xba\xc5\r\n";
        let read = Incoming::parse(unnamed).unwrap();
        assert_eq!((read.subject.as_str(), read.text.trim()), ("地址变更", "地址是蓝街十二号"));
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
