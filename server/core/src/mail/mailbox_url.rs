//! The address of a mailbox.

use std::fmt;
use std::str::FromStr;

use reqwest::Url;

use crate::mail::MailError;

/// `imaps://user:password@host/INBOX`; `imap://` without TLS, for a server on the same machine.
#[derive(Clone, PartialEq, Eq)]
pub struct MailboxUrl {
    pub host: String,
    pub port: u16,
    pub has_tls: bool,
    pub user: String,
    pub password: String,
    pub folder: String,
}

impl FromStr for MailboxUrl {
    type Err = MailError;

    fn from_str(text: &str) -> Result<Self, MailError> {
        let wrong =
            || MailError::Configuration("a mailbox is like imaps://user:password@host/INBOX".to_owned());
        let url = Url::parse(text).map_err(|_| wrong())?;
        let (has_tls, port) = match url.scheme() {
            "imaps" => (true, 993),
            "imap" => (false, 143),
            _ => return Err(wrong()),
        };
        let plain = |text: &str| decode(text).ok_or_else(wrong);
        let folder = plain(url.path().trim_matches('/'))?;
        let mailbox = Self {
            host: url.host_str().filter(|host| !host.is_empty()).ok_or_else(wrong)?.to_owned(),
            port: url.port().unwrap_or(port),
            has_tls,
            user: plain(url.username())?,
            password: plain(url.password().unwrap_or_default())?,
            folder: if folder.is_empty() { "INBOX".to_owned() } else { folder },
        };
        if mailbox.user.is_empty() { Err(wrong()) } else { Ok(mailbox) }
    }
}

/// Without percent signs.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains(char::is_control))
}

impl MailboxUrl {
    /// The mailbox without its password.
    pub fn name(&self) -> String {
        format!("{}@{}:{}/{}", self.user, self.host, self.port, self.folder)
    }
}

impl fmt::Debug for MailboxUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_everything_to_sign_in() {
        let mailbox: MailboxUrl = "imaps://desk%40a.test:p%2Fw@mail.a.test/Replies".parse().unwrap();
        assert_eq!(mailbox.name(), "desk@a.test@mail.a.test:993/Replies");
        assert_eq!((mailbox.password.as_str(), mailbox.has_tls), ("p/w", true));
        let plain: MailboxUrl = "imap://desk:x@127.0.0.1:1143".parse().unwrap();
        assert_eq!((plain.port, plain.folder.as_str(), plain.has_tls), (1143, "INBOX", false));
        assert!(!format!("{mailbox:?}").contains("p/w"));
        for odd in ["", "imaps://host/INBOX", "smtp://a:b@host", "imaps://a%zz:b@host", "imaps://a%0a:b@host"]
        {
            assert!(odd.parse::<MailboxUrl>().is_err(), "{odd}");
        }
    }
}
