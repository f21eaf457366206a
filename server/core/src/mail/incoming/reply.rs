//! The new words of an e-mail reply, apart from quoted text, headers of earlier e-mails and signatures.
//!
//! Nothing is lost: every line is shown or folded, and when only folded lines would be left, all are shown.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

/// The lines of a plain-text e-mail in two parts.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    pub shown: String,
    /// Empty when everything is shown.
    pub folded: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    Text,
    /// `> text`.
    Quote,
    /// "On Monday, Ana wrote:", also over several lines.
    Introduction,
    /// "-----Original Message-----".
    Marker,
    /// The lines From, To, Date and Subject of an earlier e-mail.
    Header,
    /// A line of punctuation.
    Rule,
    Signature,
}

/// Separates the new words of an e-mail from the rest.
pub fn split(text: &str) -> Reply {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let folded = folded_lines(&lines, &classify_lines(&lines));
    let part = |is_folded: bool| {
        let own: Vec<&str> =
            lines.iter().zip(&folded).filter(|(_, own)| **own == is_folded).map(|(line, _)| *line).collect();
        without_empty_ends(&own).join("\n")
    };
    let shown = part(false);
    if shown.is_empty() {
        return Reply { shown: without_empty_ends(&lines).join("\n"), folded: String::new() };
    }
    Reply { shown, folded: part(true) }
}

fn without_empty_ends<'a>(lines: &'a [&'a str]) -> &'a [&'a str] {
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(first, |last| last + 1);
    &lines[first..end]
}

fn folded_lines(lines: &[&str], kinds: &[Kind]) -> Vec<bool> {
    let mut folded: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Signature).collect();
    let has_text = |range: Range<usize>| kinds[range].contains(&Kind::Text);
    let mut at = 0;
    while at < lines.len() {
        let end = at + kinds[at..].iter().take_while(|kind| **kind == kinds[at]).count();
        let begins_earlier_mail = match kinds[at] {
            Kind::Marker | Kind::Header => has_text(0..at),
            Kind::Introduction => {
                is_followed_by_rest(&kinds[end..]) || !is_quoted(&kinds[end..]) && has_text(0..at)
            }
            _ => false,
        };
        if begins_earlier_mail {
            folded[at..].fill(true);
            break;
        }
        if matches!(kinds[at], Kind::Marker | Kind::Header | Kind::Introduction) {
            folded[at..end].fill(true);
        }
        at = end;
    }
    fold_end(kinds, &mut folded);
    folded
}

/// Whether a quotation comes next.
fn is_quoted(next: &[Kind]) -> bool {
    next.iter().find(|kind| **kind != Kind::Empty) == Some(&Kind::Quote)
}

/// Whether only a quotation comes next, and no words after it.
fn is_followed_by_rest(next: &[Kind]) -> bool {
    is_quoted(next) && !next.contains(&Kind::Text)
}

/// Folds a quotation and lines of punctuation at the end.
fn fold_end(kinds: &[Kind], folded: &mut [bool]) {
    let is_of_end = |at: &usize| folded[*at] || matches!(kinds[*at], Kind::Empty | Kind::Quote | Kind::Rule);
    let end: Vec<usize> = (0..kinds.len()).rev().take_while(is_of_end).collect();
    for at in end {
        folded[at] = true;
    }
}

fn classify_lines(lines: &[&str]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = lines.iter().map(|line| classify_line(line)).collect();
    for at in 0..lines.len() {
        if let Some(range) = introduction(lines, &kinds, at) {
            kinds[range].fill(Kind::Introduction);
        }
    }
    for at in 0..lines.len() {
        if let Some(range) = header(lines, &kinds, at) {
            kinds[range].fill(Kind::Header);
        }
    }
    for at in 0..lines.len() {
        if kinds[at] == Kind::Text && MOBILE.is_match(lines[at]) && !starts_a_text(&kinds, at) {
            kinds[at] = Kind::Signature;
        }
        if is_signature_mark(lines[at]) && kinds[at] == Kind::Rule {
            let next = kinds[at..].iter().take_while(|kind| is_of_signature(**kind)).count();
            kinds[at..at + next].fill(Kind::Signature);
        }
    }
    kinds
}

/// A first line that begins like a signature is a sentence.
fn starts_a_text(kinds: &[Kind], at: usize) -> bool {
    !kinds[..at].contains(&Kind::Text)
}

fn is_of_signature(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Empty | Kind::Rule | Kind::Signature)
}

fn is_signature_mark(line: &str) -> bool {
    matches!(line.trim(), "--" | "—")
}

fn classify_line(line: &str) -> Kind {
    let line = line.trim();
    if line.is_empty() {
        Kind::Empty
    } else if line.starts_with(['>', '|']) {
        Kind::Quote
    } else if MARKER.is_match(line) {
        Kind::Marker
    } else if line == "ᐧ" || RULE.is_match(line) {
        Kind::Rule
    } else {
        Kind::Text
    }
}

/// A line of punctuation; "ᐧ" alone is the mark of a mail tracker.
static RULE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[-_=*#~+—–―─]{2,}$|^—$"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the patterns are tested")
}

/// Marks that mail programs put above an earlier e-mail.
static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\W* (?:
            -{2,}\s* (?:original\ message|forwarded\ message|reply\ message
                |mensagem\ (?:original|encaminhada)|mensaje\ (?:original|reenviado)
                |原始邮件|原邮件|转发邮件|转发的邮件
                |message\ (?:d'origine|original|transféré)|messaggio\ (?:originale|inoltrato)
                |ursprüngliche\ nachricht|weitergeleitete\ nachricht|originalnachricht
                |oorspronkelijk\ bericht|исходное\ сообщение|пересылаемое\ сообщение) \s*-{2,}
            | -{2,}.*\ (?:wrote|escreveu|escribió|写道)\ -{2,}
            | (?:begin\ forwarded\ message|início\ da\ mensagem\ (?:encaminhada|reenviada)
                |inicio\ del\ mensaje\ reenviado|以下是转发的邮件)\s*[:：]
        ) \W*$",
    )
});

/// Lines that phones and mail programs add.
static MOBILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^[\s<(\[]* (?:
            sent\ (?:from|via|with|by|using)\ | from\ my\ (?:iphone|ipad|phone|android|mobile|galaxy)
            |someone\ from\ mobile | get\ \[?outlook\ for\ 
            |enviado?a?\ (?:do|da|desde|de|pelo|a\ partir\ do|con|com)\ (?:el\ |o\ )?(?:meu|minha|mi|yahoo|outlook|gmail|iphone|ipad|samsung|android|correo|e-?mail)
            |obter\ o\ outlook\ para | obtenga\ outlook\ para | obtener\ outlook\ para
            |envoyé\ (?:depuis|de)\ mon | von\ meinem\ .*\ gesendet | diese\ nachricht\ wurde\ von\ meinem
            |verzonden\ (?:met|vanaf) | inviato\ da(?:l\ mio)?\ | отправлено\ (?:с|из)\ 
            |从我的.*发送 | 发自我的 | 由我的.*(?:发送|傳送) | 傳自我的 | 從我的.*傳送 | 获取适用于
        )",
    )
});

/// The word for "wrote" before a quotation.
static WROTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi) (?:^|[\s>)）】]) (?:wrote|writes|escreveu|escribió|escribio|a\ écrit|schrieb|schreef|ha\ scritto|napisał(?:\(a\)|a)?
            |написала?|пишет|пише|написа|skrev|kirjoitti|napsal(?:\(a\)|a)?|írta|yazdı|έγραψε|menulis|a\ scris|đã\ viết
            |je\ napisao|написао)(?:\s|[:：]|$) | (?:写道|寫道|が書きました|님이\ 작성)",
    )
});

/// How the line of an introduction begins: "On", "Em", or with a date.
static OPENING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\s* (?:(?:on|at|em|no\ dia|el|le|am|il|op|dnia|den|à|a)\ .* | 在 | \d{1,4}(?:[-/.年]|\ )\s*\w+)",
    )
});

/// A year, a day with a month, or a time.
static TIME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{4}|\d/\d|\d[:.h]\d\d"));

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\S@\S+\.\S"));

/// `2016-10-24 15:36 GMT+02:00 Ana <ana@example.com>:`, without a word for "wrote".
static DATE_AND_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^\s*(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}\b.*<\s*\S+@\S+>:?|.*\d.*\d:\d\d.*<\s*\S+@\S+>\s*:)$")
});

/// An introduction may be broken into so many lines.
const MOST_LINES: usize = 4;

/// The lines of an introduction whose word "wrote", or whose date, is in this line.
fn introduction(lines: &[&str], kinds: &[Kind], at: usize) -> Option<Range<usize>> {
    let is_text = |at: usize| kinds.get(at) == Some(&Kind::Text);
    if !is_text(at) {
        return None;
    }
    let ends = || (at..lines.len().min(at + MOST_LINES)).take_while(|end| is_text(*end));
    let joined = |from: usize, to: usize| lines[from..=to].join(" ");
    if let Some(end) = ends().find(|end| DATE_AND_ADDRESS.is_match(&joined(at, *end))) {
        return Some(at..end + 1);
    }
    if !WROTE.is_match(lines[at]) {
        return None;
    }
    let end = ends().find(|end| lines[*end].ends_with([':', '：']))?;
    let begins = (at.saturating_sub(MOST_LINES - 1)..=at).rev().take_while(|start| is_text(*start));
    let mut begins = begins.filter(|start| TIME.is_match(&joined(*start, end)));
    let begin = begins.find(|start| OPENING.is_match(lines[*start]));
    let names_somebody = || ADDRESS.is_match(&joined(at, end)) || is_cyrillic_date(lines[at]);
    begin.or_else(|| names_somebody().then_some(at)).map(|begin| begin..end + 1)
}

/// "понедельник, 6 октября 2014 г. … написал:" begins with the day of the week.
fn is_cyrillic_date(line: &str) -> bool {
    line.chars().any(|c| ('а'..='я').contains(&c)) && line.chars().any(|c| c.is_ascii_digit())
}

static SENDER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\s*\**(?:from|de|von|da|van|от|发件人|發件人|寄件者)\s*\**\s*[:：]"));

static FIELD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\s*\**(?:sent|date|to|cc|subject|reply-to|importance
            |enviada?o?(?:\ em|\ el)?|data|fecha|para|assunto|asunto|responder\ a
            |gesendet|datum|an|betreff|envoyé|à|objet|inviato|a|oggetto|verzonden|aan|onderwerp
            |дата|кому|тема|отправлено|发送时间|日期|时间|收件人|抄送|主题|發送時間|收件人|主旨)\s*\**\s*[:：]",
    )
});

/// Lines of which at least three are fields of a header, one of them the sender.
fn header(lines: &[&str], kinds: &[Kind], at: usize) -> Option<Range<usize>> {
    let is_field = |at: usize| SENDER.is_match(lines[at]) || FIELD.is_match(lines[at]);
    if kinds[at] != Kind::Text || !is_field(at) {
        return None;
    }
    let end = at + kinds[at..].iter().take_while(|kind| **kind == Kind::Text).count();
    let fields: Vec<usize> = (at..end).filter(|at| is_field(*at)).collect();
    if fields.len() < 3 || !fields.iter().any(|at| SENDER.is_match(lines[*at])) {
        return None;
    }
    // With the line above it that separates it from the reply.
    let above = kinds[..at].iter().rposition(|kind| *kind != Kind::Empty);
    let begin = above.filter(|above| kinds[*above] == Kind::Rule).unwrap_or(at);
    Some(begin..fields.last()? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_split(text: &str, shown: &str, folded: &str) {
        let reply = split(text);
        assert_eq!((reply.shown.as_str(), reply.folded.as_str()), (shown, folded), "{text}");
    }

    #[test]
    fn what_an_introduction_begins_is_folded_in_every_language() {
        for introduction in [
            "On Mon, 23 Nov 2026 at 10:12, Atlântico Express <help@atlantico.test> wrote:",
            "On Mon, 23 Nov 2026 at 10:12, Atlântico Express with a long name <\nhelp@atlantico.test> wrote:",
            "Em seg., 23 de nov. de 2026 às 10:12, Atlântico Express <\nhelp@atlantico.test> escreveu:",
            "El lun, 23 nov 2026 a las 10:12, Atlántico (<help@atlantico.test>) escribió:",
            "Atlântico Express <help@atlantico.test> 于2026年11月23日周一 10:12写道：",
            "在 2026年11月23日，10:12，Atlântico Express <help@atlantico.test> 写道：",
            "Le lun. 23 nov. 2026 à 10:12, Atlântico <help@atlantico.test> a écrit :",
            "Am Mo., 23. Nov. 2026 um 10:12 Uhr schrieb Atlântico <help@atlantico.test>:",
            "2026-11-23 10:12 GMT-03:00 Atlântico Express <help@atlantico.test>:",
        ] {
            let rest = format!("{introduction}\n\n> Which address?\n> Ana");
            assert_split(&format!("Rua Azul, 12\n\n{rest}"), "Rua Azul, 12", &rest);
        }
    }

    #[test]
    fn an_earlier_email_below_its_header_is_folded() {
        for rest in [
            "-----Original Message-----\nFrom: Ana\nTo: Bob\n\nWhich address?",
            "-------- Mensagem original --------\nDe: Ana\n\nQual endereço?",
            "________________________________\nDe: Ana <ana@a.test>\nEnviado: segunda-feira\nPara: Bob\nAssunto: RE\n\nQual?",
            "De: Ana\nEnviado el: lunes\nPara: Bob\nAsunto: RE\n\n¿Qué dirección?",
            "发件人: Ana\n发送时间: 2026年11月23日\n收件人: Bob\n主题: 回复\n\n哪个地址？",
            "*From:* Ana\n*Sent:* Monday\n*To:* Bob\n\nWhich?",
        ] {
            assert_split(&format!("Rua Azul, 12\n\n{rest}"), "Rua Azul, 12", rest);
        }
    }

    #[test]
    fn signatures_are_folded() {
        for signature in [
            "--\nAna Lima\nAtlântico",
            "Sent from my iPhone",
            "Enviado do meu iPhone",
            "Enviado desde mi Samsung",
            "发自我的 iPhone",
            "Get Outlook for iOS",
        ] {
            assert_split(&format!("Obrigada!\n\n{signature}"), "Obrigada!", signature);
        }
    }

    #[test]
    fn answers_between_quoted_lines_keep_the_questions() {
        let answers = "> Which address?\nRua Azul, 12\n> Which phone?\n+55 11 98765-4321";
        let introduction = "On Mon, 23 Nov 2026 at 10:12, Ana <ana@a.test> wrote:";
        assert_split(&format!("{introduction}\n{answers}"), answers, introduction);
    }

    #[test]
    fn sentences_stay() {
        for text in [
            "From my side all is well: yes.\nTo: be decided",
            "On 3 days I wrote to you:\nno answer",
            "Sent from my office is not true.",
            "The tax -- 60 % -- is high",
            "Prices:\n1. 20 USD\n2. 30 USD",
        ] {
            assert_split(text, text, "");
        }
    }

    #[test]
    fn a_reply_of_quoted_lines_alone_is_shown() {
        assert_split("> Which address?\n> Ana", "> Which address?\n> Ana", "");
        assert_split("", "", "");
        let forwarded = "---------- Forwarded message ---------\nFrom: Ana\nSubject: Box\nTo: Bob";
        assert_split(&format!("{forwarded}\n\nIt is broken."), "It is broken.", forwarded);
    }

    proptest::proptest! {
        #[test]
        fn no_word_is_lost(lines in proptest::collection::vec("(> |On 1 May 2026, A <a@b.c> wrote:|--|From: x|)[a-z ]{0,9}", 0..12)) {
            let text = lines.join("\n");
            let reply = split(&text);
            let mut both: Vec<&str> = reply.shown.split_whitespace().chain(reply.folded.split_whitespace()).collect();
            let mut all: Vec<&str> = text.split_whitespace().collect();
            both.sort_unstable();
            all.sort_unstable();
            proptest::prop_assert_eq!(both, all);
        }
    }
}
