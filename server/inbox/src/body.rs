//! The text and the files of an e-mail, from its parts. The words of the sender are never left out: a text part without words
//! gives way to the HTML, and text above, behind and between the parts is text.

use mail_parser::{ContentType, Message, MimeHeaders};
use trade::blank::is_blank;

use super::mime::Part;
use super::read::IncomingFile;
use super::{charset, html, transfer};

/// Files of one e-mail; later ones stay in the raw e-mail.
const MOST_FILES: usize = 50;
/// Bytes of text; the rest stays in the raw e-mail.
const MAX_TEXT: usize = 500_000;
/// Bytes of HTML that are read.
const MAX_HTML: usize = 2 * 1024 * 1024;
/// The longest text that only says that the e-mail is in HTML.
const LONGEST_NOTICE: usize = 400;

/// What an e-mail says and brings.
#[derive(Default)]
pub struct Body {
    pub text: String,
    pub files: Vec<IncomingFile>,
    /// HTML that was read, in which pictures have their places.
    html: String,
    /// Ids of the files.
    ids: Vec<Option<String>>,
}

impl Body {
    pub fn of_mail(mail: &Part) -> Self {
        let mut body = Self::default();
        let strays = mail.strays.join(&b'\n');
        let above = charset::decode(&strays, None, false);
        let text = body.read_part(mail, true);
        body.text = join([above, text]);
        body.text.truncate(body.text.floor_char_boundary(MAX_TEXT));
        for (file, id) in body.files.iter_mut().zip(&body.ids) {
            file.is_inline = id.as_ref().is_some_and(|id| body.html.contains(&format!("cid:{id}")));
        }
        body
    }

    /// The text of a part and of those inside it. The other parts become files.
    fn read_part(&mut self, part: &Part, is_first: bool) -> String {
        let head = part.head();
        if part.children.is_empty() {
            return self.read_leaf(part, head.as_ref(), is_first);
        }
        let kind = head.as_ref().and_then(MimeHeaders::content_type);
        let inside = match kind.and_then(ContentType::subtype).map(str::to_ascii_lowercase).as_deref() {
            Some("alternative") => self.read_alternatives(part),
            _ => join(
                part.children
                    .iter()
                    .enumerate()
                    .map(|(at, child)| self.read_part(child, is_first && at == 0)),
            ),
        };
        let [above, behind] = [part.preamble, part.epilogue].map(|bytes| charset::decode(bytes, None, false));
        join([Some(above).filter(|text| !is_notice_of_parts(text)).unwrap_or_default(), inside, behind])
    }

    /// The plain one of texts that say the same.
    fn read_alternatives(&mut self, part: &Part) -> String {
        let mut plain = String::new();
        let mut rich = String::new();
        for child in &part.children {
            let text = self.read_part(child, true);
            let wanted = if has_html(child) { &mut rich } else { &mut plain };
            *wanted = join([std::mem::take(wanted), text]);
        }
        if is_blank(&rich) || !is_blank(&plain) && !is_notice(&plain, &rich) {
            return plain;
        }
        if plain.to_lowercase().contains("html") { rich } else { join([rich, plain]) }
    }

    fn read_leaf(&mut self, part: &Part, head: Option<&Message>, is_first: bool) -> String {
        let encoding = head.and_then(MimeHeaders::content_transfer_encoding);
        if !is_text(head, is_first) {
            self.add_file(part, head, encoding);
            return String::new();
        }
        let label = head.and_then(MimeHeaders::content_type).and_then(|kind| kind.attribute("charset"));
        let decoded = transfer::decode(part.body, encoding);
        let behind = charset::decode(&decoded.rest, None, false);
        if !is_kind(head, "text", "html") {
            return join([charset::decode(&decoded.bytes, label, false), behind]);
        }
        let mut text = charset::decode(&decoded.bytes, label, true);
        text.truncate(text.floor_char_boundary(MAX_HTML.saturating_sub(self.html.len())));
        self.html.push_str(&text);
        join([html::to_text(&text), behind])
    }

    fn add_file(&mut self, part: &Part, head: Option<&Message>, encoding: Option<&str>) {
        if self.files.len() == MOST_FILES {
            return;
        }
        let kind = head.and_then(MimeHeaders::content_type);
        let content_type = kind.map_or_else(
            || "application/octet-stream".to_owned(),
            |kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("octet-stream")).to_lowercase(),
        );
        let id = head.and_then(MimeHeaders::content_id).map(|id| id.trim_matches(['<', '>', ' ']).to_owned());
        self.ids.push(id.filter(|id| !id.is_empty()));
        self.files.push(IncomingFile {
            name: head.and_then(MimeHeaders::attachment_name).map(super::read::clean),
            content_type,
            is_inline: false,
            bytes: transfer::decode_file(part.body, encoding),
        });
    }
}

/// Kinds of text that people read as it is.
const READABLE: [&str; 5] = ["plain", "html", "markdown", "enriched", "richtext"];

/// Whether a part is words of the e-mail and no file. Some programs give the text a name, or write no whole type.
fn is_text(head: Option<&Message>, is_first: bool) -> bool {
    if is_attached(head) {
        return false;
    }
    let Some(kind) = head.and_then(MimeHeaders::content_type) else { return true };
    let is_readable = match kind.subtype() {
        Some(subtype) if kind.ctype().eq_ignore_ascii_case("text") => {
            READABLE.iter().any(|known| subtype.eq_ignore_ascii_case(known))
        }
        Some(_) => kind.ctype().eq_ignore_ascii_case("multipart"),
        None => is_first,
    };
    let is_named = head.and_then(MimeHeaders::attachment_name).is_some();
    is_readable && (is_first || !is_named)
}

fn is_attached(head: Option<&Message>) -> bool {
    head.and_then(MimeHeaders::content_disposition).is_some_and(ContentType::is_attachment)
}

fn is_kind(head: Option<&Message>, wanted: &str, subtype: &str) -> bool {
    head.and_then(MimeHeaders::content_type).is_some_and(|kind| {
        kind.ctype().eq_ignore_ascii_case(wanted)
            && kind.subtype().is_some_and(|it| it.eq_ignore_ascii_case(subtype))
    })
}

fn has_html(part: &Part) -> bool {
    let mut found = false;
    part.walk(&mut |inner| found |= is_kind(inner.head().as_ref(), "text", "html"));
    found
}

/// "This is a multi-part message in MIME format."
fn is_notice_of_parts(text: &str) -> bool {
    let text = text.to_lowercase();
    ["mime", "multipart", "multi-part"].iter().any(|word| text.contains(word))
}

/// "This message is in HTML": a short text of which the HTML has no line.
fn is_notice(plain: &str, rich: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let rich = letters(rich);
    let mut lines = plain.lines().map(letters).filter(|line| !line.is_empty());
    plain.len() <= LONGEST_NOTICE && !lines.any(|line| rich.contains(&line))
}

/// Texts that have words, with an empty line between them.
fn join(texts: impl IntoIterator<Item = String>) -> String {
    let texts: Vec<String> = texts.into_iter().filter(|text| !is_blank(text)).collect();
    texts.iter().map(|text| text.trim_end_matches(['\r', '\n'])).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::super::read::Incoming;

    /// An e-mail with these lines below its sender.
    fn read_mail(lines: &str) -> Incoming {
        let raw = format!("From: Caio <client@pacific.test>\n{lines}").replace('\n', "\r\n");
        Incoming::parse(raw.as_bytes()).unwrap()
    }

    fn alternatives(plain: &str, rich: &str) -> String {
        let mail = format!(
            "Content-Type: multipart/alternative; boundary=b1\n\n--b1\nContent-Type: text/plain; charset=utf-8\n\n{plain}\n\
             --b1\nContent-Type: text/html; charset=utf-8\n\n{rich}\n--b1--\n"
        );
        read_mail(&mail).text
    }

    #[test]
    fn a_text_part_without_words_gives_way_to_the_html() {
        let rich =
            "<html><body><p>Parcel PP000002593US arrived wet.</p><p>Please open a claim.</p></body></html>";
        for blank in [" ", "", "\u{a0}\n\u{200b}\n", "\u{feff}\u{2060}"] {
            let shown = "Parcel PP000002593US arrived wet.\n\nPlease open a claim.";
            assert_eq!(alternatives(blank, rich), shown, "{blank:?}");
        }
        for notice in [
            "This message is in HTML. Please use a mail program that shows HTML.",
            "Seu programa de e-mail não mostra HTML.",
            "此邮件为 HTML 格式，请使用支持 HTML 的邮件程序查看。",
        ] {
            assert_eq!(alternatives(notice, "<p>Cancel it today.</p>"), "Cancel it today.");
        }
        let other = alternatives("Your program cannot show this.", "<p>Cancel it today.</p>");
        assert_eq!(other, "Cancel it today.\n\nYour program cannot show this.");
        let same = "Send the label as HTML.";
        assert_eq!(alternatives(same, &format!("<p>{same}</p><p>Caio</p>")), same);
        assert_eq!(alternatives("Cancel it.", "<p></p>"), "Cancel it.");
    }

    #[test]
    fn an_outer_boundary_ends_the_parts_inside() {
        let mail = read_mail(
            "Content-Type: multipart/mixed; boundary=\"=_outer\"\n\n--=_outer\nContent-Type: multipart/alternative; boundary=\"=_outer_in\"\n\n\
             --=_outer_in\nContent-Type: text/plain\n\nThe photo is attached.\n--=_outer\nContent-Type: image/png; name=box.png\n\
             Content-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--=_outer--\n",
        );
        assert_eq!(mail.text, "The photo is attached.");
        let files: Vec<_> =
            mail.files.iter().map(|file| (file.name.as_deref(), file.bytes.as_slice())).collect();
        assert_eq!(files, [(Some("box.png"), &b"\x89PNG\r\n\x1a\n"[..])]);
    }

    #[test]
    fn a_boundary_is_a_whole_line_and_not_a_text_that_begins_with_it() {
        let mail = read_mail(
            "Content-Type: multipart/mixed; boundary=b1\n\n--b1\n\nFirst --b1\n--b1234 is the number\n\n--b1\n\nSecond\n--b1--\n",
        );
        assert_eq!(mail.text, "First --b1\n--b1234 is the number\n\nSecond");
        let without = read_mail("Content-Type: multipart/mixed; boundary=b1\n\nNo part at all\n");
        assert_eq!(without.text.trim(), "No part at all");
    }

    #[test]
    fn lines_that_belong_to_no_part_are_shown() {
        let mail = read_mail(
            "Subject: Wet box\nThe box is wet.\nWeight: 12 kg\nMIME-Version: 1.0\n\nPlease come.\n",
        );
        assert_eq!(
            (mail.subject.as_str(), mail.text.trim()),
            ("Wet box", "The box is wet.\nWeight: 12 kg\n\nPlease come.")
        );
        let around = read_mail(
            "Content-Type: multipart/mixed; boundary=b1\n\nWe forward this.\n--b1\n\nThe box is wet.\n--b1--\nSent by the list\n",
        );
        assert_eq!(around.text, "We forward this.\n\nThe box is wet.\n\nSent by the list");
        let notice = read_mail(
            "Content-Type: multipart/mixed; boundary=b1\n\nThis is a multi-part message in MIME format.\n--b1\n\nYes\n--b1--\n",
        );
        assert_eq!(notice.text, "Yes");
    }

    #[test]
    fn a_named_text_is_a_file_and_the_first_one_is_the_message() {
        let mail = read_mail(
            "Content-Type: multipart/mixed; boundary=b1\n\n--b1\nContent-Type: text/plain; name=body.txt\n\nSee the list.\n\
             --b1\nContent-Type: text/plain; name=list.txt\n\n1\n--b1\nContent-Type: text/html\nContent-Disposition: attachment\n\n<p>x</p>\n--b1--\n",
        );
        assert_eq!((mail.text.as_str(), mail.files.len()), ("See the list.", 2));
    }

    #[test]
    fn a_type_without_its_second_half_is_text_and_an_appointment_is_a_file() {
        assert_eq!(read_mail("Content-Type: text\n\nHello").text, "Hello");
        assert_eq!(read_mail("Content-Type: text/markdown; charset=utf-8\n\n- Hello").text, "- Hello");
        let mail = read_mail("Content-Type: text/calendar; charset=utf-8\n\nBEGIN:VCALENDAR");
        assert_eq!((mail.text.as_str(), mail.files.len()), ("", 1));
    }

    #[test]
    fn an_email_of_many_parts_costs_little() {
        let begun = std::time::Instant::now();
        let part = "--b1\nContent-Type: text/html\n\n<table><tr><td><a href=x>y</a></td></tr></table>\n";
        for count in [400, 100_000] {
            let mail = read_mail(&format!(
                "Content-Type: multipart/mixed; boundary=b1\n\n{}--b1--\n",
                part.repeat(count)
            ));
            assert!(!mail.text.is_empty());
        }
        let stray = "no header\n".repeat(200_000);
        assert!(read_mail(&stray).text.contains("no header"));
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
