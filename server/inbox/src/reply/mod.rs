//! The new words of an e-mail reply, apart from what is known to be of an earlier e-mail: below the mark of our own e-mails,
//! below an introduction or a header, in lines with ">", or equal to a text of the ticket. Signatures are apart, too.
//!
//! Nothing is lost: every line is shown or folded, and when only folded lines would be left, all are shown.

mod fold;
mod header;
mod introduction;
mod known;
mod signature;
mod words;

use serde::{Deserialize, Serialize};

use known::KnownLines;
pub use known::KnownThread;
use server_core::mail::reply_mark as mark;

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
    /// The line of our e-mails above which people reply.
    Mark,
    /// A line of punctuation.
    Rule,
    Signature,
}

/// Separates the new words of an e-mail from the rest.
pub fn split(text: &str, known: &KnownThread) -> Reply {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let readable: Vec<String> = lines.iter().map(|line| without_invisible(line)).collect();
    let readable: Vec<&str> = readable.iter().map(|line| line.trim_end()).collect();
    let known = KnownLines::of(known, &readable);
    let folded = fold::find(&readable, &classify_lines(&readable, &known), &known);
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
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let end = lines.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
    &lines[first..end]
}

/// Without a visible sign: some mail programs put characters without width into empty lines.
fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || is_invisible(c) || mark::HIDDEN.contains(c))
}

/// Mail programs put characters without width between words, too. Those of our mark stay. Some leave spaces of HTML in a text.
fn without_invisible(line: &str) -> String {
    line.replace("&nbsp;", " ").chars().filter(|c| !is_invisible(*c)).collect()
}

fn is_invisible(c: char) -> bool {
    let has_no_width = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffc}');
    has_no_width && !mark::HIDDEN.contains(c)
}

/// Introductions and headers are looked for in so many lines. Later lines are text, or quoted with ">".
const MOST_LINES: usize = 3_000;

fn classify_lines(lines: &[&str], known: &KnownLines) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = lines.iter().map(|line| classify_line(line)).collect();
    let mut at = 0;
    while at < lines.len().min(MOST_LINES) {
        let found = (kinds[at] == Kind::Text).then(|| {
            let introduction = introduction::find(lines, &kinds, at, known);
            let found = introduction.map(|lines| (Kind::Introduction, lines));
            found.or_else(|| header::find(lines, &kinds, at, known).map(|lines| (Kind::Header, lines)))
        });
        let Some((kind, range)) = found.flatten() else {
            at += 1;
            continue;
        };
        at = range.end;
        kinds[range].fill(kind);
        if kind == Kind::Introduction {
            mark_bars(lines, &mut kinds[at..], at);
        }
    }
    mark_signatures(lines, &mut kinds);
    kinds
}

/// "| text" is a quotation below an introduction; elsewhere it may be a table.
fn mark_bars(lines: &[&str], kinds: &mut [Kind], from: usize) {
    for (kind, line) in kinds.iter_mut().zip(&lines[from..]) {
        match kind {
            Kind::Empty => {}
            Kind::Text if line.trim_start().starts_with('|') => *kind = Kind::Quote,
            _ => return,
        }
    }
}

/// The longest signature below "--", in lines.
const LONGEST_SIGNATURE: usize = 20;

fn mark_signatures(lines: &[&str], kinds: &mut [Kind]) {
    for at in 0..lines.len() {
        let is_own = signature::is_of_program(lines[at]) && ends_text(lines, kinds, at);
        let goes_on = kinds[..at].last() == Some(&Kind::Signature) && signature::is_link(lines[at]);
        if kinds[at] == Kind::Text && (is_own || goes_on) {
            kinds[at] = Kind::Signature;
        }
    }
    let mut at = 0;
    while at < lines.len() {
        let mut next = 1;
        if is_signature_mark(lines[at]) && kinds[at] == Kind::Rule {
            next = kinds[at..].iter().take_while(|kind| is_of_signature(**kind)).count();
            let count = kinds[at..at + next].iter().filter(|kind| **kind == Kind::Text).count();
            // A list can add its own below that of the sender; more marks separate the parts of a text.
            let marks = lines[at..at + next].iter().filter(|line| is_signature_mark(line)).count();
            if count <= LONGEST_SIGNATURE && marks <= 2 {
                kinds[at..at + next].fill(Kind::Signature);
            }
        }
        at += next;
    }
}

/// A line of a program stands below a text, with other such lines at most between it and the end or a quotation. The first
/// line of a text is a sentence.
fn ends_text(lines: &[&str], kinds: &[Kind], at: usize) -> bool {
    // "from my phone" may go on with the line above.
    let goes_on =
        kinds[..at].last() == Some(&Kind::Text) && lines[at].trim_start().starts_with(char::is_lowercase);
    !goes_on && kinds[..at].contains(&Kind::Text)
}

fn is_of_signature(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Empty | Kind::Rule | Kind::Signature)
}

fn is_signature_mark(line: &str) -> bool {
    matches!(line.trim(), "--" | "—")
}

fn classify_line(line: &str) -> Kind {
    if is_blank(line) {
        return Kind::Empty;
    }
    let line = line.trim();
    if line.starts_with('>') {
        Kind::Quote
    } else if mark::is_in(line) {
        Kind::Mark
    } else if words::MARKER.is_match(line) {
        Kind::Marker
    } else if words::RULE.is_match(line) {
        Kind::Rule
    } else {
        Kind::Text
    }
}

/// The kind of the next line that is not empty.
fn next_kind(kinds: &[Kind], from: usize) -> Option<Kind> {
    kinds[from..].iter().copied().find(|kind| *kind != Kind::Empty)
}

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod tests;
