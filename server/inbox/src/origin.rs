//! Who wrote an e-mail: a person, also through a list or a help desk, or a program.

use std::sync::LazyLock;

use mail_parser::{HeaderName, Message, MimeHeaders};
use regex::Regex;
use serde::{Deserialize, Serialize};

use super::mime::Part;
use super::{charset, transfer};

/// Who wrote an e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    Person,
    /// It came through a mailing list or a help desk. A person may have written it; it is never answered automatically.
    Relayed,
    /// An absence note or another program. Never answered.
    Machine,
    /// Reports that an e-mail did not arrive, for good.
    Bounce,
}

/// Subjects of absence notes that carry no other sign, in the languages of mail programs.
static ABSENCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?xi)^\W*(?:
            auto(?:matic)?[\ -]?(?:reply|response|replied) | out\ of\ (?:the\ )?office | on\ vacation
            |resposta\ autom[áa]tica | fora\ d[eo]\ escrit[óo]rio | respuesta\ autom[áa]tica | fuera\ de\ (?:la\ )?oficina
            |自动(?:答复|回复) | 自動(?:回覆|応答) | automatische\ antwort | abwesenheits(?:notiz|meldung)
            |r[ée]ponse\ automatique | absence\ du\ bureau | risposta\ automatica | automatisch\ antwoord
            |autosvar | automatiskt?\ svar | odpowied[źz]\ automatyczna | automatyczna\ odpowied[źz]
        )",
    )
    .expect("the expression is tested")
});

impl Origin {
    pub(super) fn of(mail: &Part, message: &Message) -> Self {
        let is_report = message
            .content_type()
            .is_some_and(|kind| kind.subtype().is_some_and(|subtype| subtype.eq_ignore_ascii_case("report")));
        let head = Head(message);
        if is_report && reports_failure(mail) {
            Self::Bounce
        } else if is_report || head.is_of_machine() {
            Self::Machine
        } else if head.is_relayed() {
            Self::Relayed
        } else {
            Self::Person
        }
    }
}

struct Head<'a>(&'a Message<'a>);

impl Head<'_> {
    fn value(&self, name: &'static str) -> Option<String> {
        self.0.header_raw(HeaderName::from(name)).map(|value| value.trim().to_ascii_lowercase())
    }

    fn has_any(&self, names: &[&'static str]) -> bool {
        names.iter().any(|name| self.value(name).is_some())
    }

    fn is_of_machine(&self) -> bool {
        let from = self.0.from().and_then(|from| from.first()).and_then(|from| from.address());
        let local = from.and_then(|from| from.split('@').next()).unwrap_or_default().to_ascii_lowercase();
        let precedence = self.value("Precedence").unwrap_or_default();
        self.value("Return-Path").as_deref() == Some("<>")
            || self.value("Auto-Submitted").is_some_and(|sort| !sort.starts_with("no"))
            || self.has_any(&["X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply"])
            || ["junk", "auto_reply"].contains(&precedence.as_str())
            || ["mailer-daemon", "postmaster"].contains(&local.as_str())
            || self.0.subject().is_some_and(|subject| ABSENCE.is_match(subject))
    }

    /// Signs of programs that pass on what people write, and ask not to be answered by programs.
    fn is_relayed(&self) -> bool {
        let precedence = self.value("Precedence").unwrap_or_default();
        ["bulk", "list"].contains(&precedence.as_str())
            || self.value("X-Auto-Response-Suppress").is_some_and(|what| what.contains("all"))
            || self.has_any(&["List-Id", "List-Unsubscribe", "List-Post", "Mailing-List"])
    }
}

/// Whether a delivery has failed for good. A delay or a success fails nobody.
fn reports_failure(mail: &Part) -> bool {
    let mut has_failed = false;
    mail.walk(&mut |part| {
        let head = part.head();
        let kind = head.as_ref().and_then(MimeHeaders::content_type).and_then(|kind| kind.subtype());
        let is_status = kind.is_some_and(|kind| {
            kind.eq_ignore_ascii_case("delivery-status")
                || kind.eq_ignore_ascii_case("global-delivery-status")
        });
        if is_status {
            let encoding = head.as_ref().and_then(MimeHeaders::content_transfer_encoding);
            let status = charset::decode(&transfer::decode_file(part.body, encoding), None, false);
            has_failed |= status.lines().any(is_failed_action);
        }
    });
    has_failed
}

/// `Action: failed`, also with a comment.
fn is_failed_action(line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    let action = value.trim().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    name.trim().eq_ignore_ascii_case("action") && action.eq_ignore_ascii_case("failed")
}

#[cfg(test)]
mod tests {
    use super::super::read::Incoming;
    use super::*;

    fn origin(headers: &str) -> Origin {
        let raw = format!("From: Ana Lima <Ana@Example.com>\r\n{headers}\r\n\r\nHello\r\n");
        Incoming::parse(raw.as_bytes()).unwrap().origin
    }

    #[test]
    fn programs_are_told_from_people() {
        for headers in [
            "Auto-Submitted: auto-replied",
            "Auto-Submitted: auto-generated (vacation)",
            "X-Autoreply: yes",
            "Precedence: auto_reply",
            "Return-Path: <>",
            "Subject: Resposta automática: Entrega",
            "Subject: Fuera de oficina: Entrega",
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",
            "List-Id: <news.a.test>\r\nAuto-Submitted: auto-replied",
        ] {
            assert_eq!(origin(headers), Origin::Machine, "{headers}");
        }
        for headers in [
            "Auto-Submitted: no",
            "Precedence: normal",
            "X-Auto-Response-Suppress: OOF",
            "Return-Path: <a@b.c>",
            "Subject: Re: Automatic reply does not arrive",
        ] {
            assert_eq!(origin(headers), Origin::Person, "{headers}");
        }
        let daemon = Incoming::parse(b"From: MAILER-DAEMON@a.test\r\n\r\nx").unwrap();
        assert_eq!(daemon.origin, Origin::Machine);
    }

    #[test]
    fn a_list_and_a_help_desk_pass_on_what_people_write() {
        for headers in [
            "Precedence: list\r\nList-Id: <shipping.a.test>",
            "Precedence: bulk",
            "List-Unsubscribe: <https://desk.test/u/1>\r\nX-Mailer: Desk",
            "X-Auto-Response-Suppress: All",
        ] {
            assert_eq!(origin(headers), Origin::Relayed, "{headers}");
        }
    }

    /// A report about two recipients, as a mail server writes it.
    fn report(first: &str, second: &str) -> Origin {
        let raw = format!(
            "From: mailer-daemon@a.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n\
             --x\r\nContent-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\n\r\nNot delivered.\r\n\
             --x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a.test\r\n\r\n\
             Final-Recipient: RFC822; Ana@Example.com\r\n{first}\r\n\r\nFinal-Recipient: rfc822; bob@example.com\r\n\
             {second}\r\n--x--\r\n"
        );
        Incoming::parse(raw.as_bytes()).unwrap().origin
    }

    #[test]
    fn only_the_action_failed_of_a_delivery_report_fails_an_address() {
        assert_eq!(report("Action: failed", "Action: delivered"), Origin::Bounce);
        assert_eq!(report("Action: delayed", "action:  Failed (gone)"), Origin::Bounce);
        for action in ["Action: delayed", "Action: relayed", "Action: expanded", "Status: 5.1.1"] {
            assert_eq!(report(action, "Action: delivered"), Origin::Machine, "{action}");
        }
        let exim = "X-Failed-Recipients: ana@example.com\r\nAuto-Submitted: auto-replied";
        assert_eq!(origin(exim), Origin::Machine, "without a report");
    }
}
