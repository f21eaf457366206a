//! "On Monday, Ana wrote:" above a quotation, also over several lines.

use std::ops::Range;

use super::Kind;
use super::known::KnownLines;
use super::words::{
    ADDRESS, DATE, DATE_AND_ADDRESS, DAY_AND_ADDRESS, EXPLICIT_OPENING, Field, OPENING, QUOTING,
    REST_OF_DATE, TIME, WROTE, field,
};

/// An introduction may be broken into so many lines.
const MOST_LINES: usize = 5;
const MOST_BYTES: usize = 600;
/// Words of "Ana Lima, sales, wrote:", which has neither a date nor an address.
const MOST_WORDS: usize = 8;

/// The lines of an introduction that begins in this line.
pub fn find(lines: &[&str], kinds: &[Kind], at: usize, known: &KnownLines) -> Option<Range<usize>> {
    let is_text = |at: usize| kinds.get(at) == Some(&Kind::Text);
    let mut words = String::new();
    for end in at..(at + MOST_LINES).min(lines.len()) {
        if !is_text(end) || end > at && begins_anew(lines[end]) {
            return None;
        }
        words.push_str(lines[end].trim());
        words.push(' ');
        if words.len() > MOST_BYTES {
            return None;
        }
        let next = Next::of(lines, kinds, end + 1, known);
        if is_whole(words.trim_end(), end == at, next, known) {
            return begins_here(lines, at, end, next, known).then_some(at..end + 1);
        }
    }
    None
}

/// Whether the introduction that ends in this line begins in the line `at`, and not below a line of the reply.
fn begins_here(lines: &[&str], at: usize, end: usize, next: Next, known: &KnownLines) -> bool {
    let strength = |from: usize| {
        let words = lines[from..=end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        if !is_whole(&words, from == end, next, known) {
            return 0;
        }
        match ADDRESS.find(&words) {
            None if !WROTE.is_match(&words) => 1,
            _ if EXPLICIT_OPENING.is_match(lines[from]) && DATE.is_match(lines[from]) => 4,
            _ if OPENING.is_match(&words) && TIME.is_match(lines[from]) => 3,
            Some(address) if words[..address.start()].contains(char::is_alphabetic) => 2,
            // A name can be an address; that of a broken line ends with ">".
            Some(address)
                if words[address.end()..].trim_start_matches(char::is_alphanumeric).starts_with(' ') =>
            {
                2
            }
            _ => 1,
        }
    };
    let own = strength(at);
    let has_begun = OPENING.is_match(lines[at]) && lines[at].contains(|c: char| c.is_ascii_digit());
    let goes_on = |later: usize| has_begun && REST_OF_DATE.is_match(lines[later]);
    own == 4 || (at + 1..=end).all(|later| goes_on(later) || strength(later) < own)
}

/// The second line of an introduction begins no field of a header and no list.
fn begins_anew(line: &str) -> bool {
    let line = line.trim_start();
    field(line).is_some() || line.starts_with(['-', '•']) && !line.starts_with("->")
}

/// What stands below an introduction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Quote,
    /// `| text`.
    Bars,
    /// A line of an earlier text of the ticket.
    KnownText,
    Other,
}

impl Next {
    fn of(lines: &[&str], kinds: &[Kind], from: usize, known: &KnownLines) -> Self {
        let Some(at) = (from..lines.len()).find(|at| kinds[*at] != Kind::Empty) else { return Self::Other };
        match kinds[at] {
            Kind::Quote | Kind::Mark => Self::Quote,
            _ if lines[at].trim_start().starts_with('|') => Self::Bars,
            _ if known.has(at) => Self::KnownText,
            _ => Self::Other,
        }
    }
}

/// Whether these words are an introduction.
fn is_whole(words: &str, is_one_line: bool, next: Next, known: &KnownLines) -> bool {
    if DATE_AND_ADDRESS.is_match(words) || QUOTING.is_match(words) && next == Next::Quote {
        return true;
    }
    if DAY_AND_ADDRESS.is_match(words) && matches!(next, Next::Quote | Next::Bars) {
        return true;
    }
    if is_between_dashes(words, is_one_line) {
        return true;
    }
    if next == Next::Quote && is_one_line && is_sender(words) {
        return true;
    }
    if !words.ends_with([':', '：']) {
        return false;
    }
    let (has_time, has_address) = (TIME.is_match(words), ADDRESS.is_match(words));
    if next == Next::Quote && is_one_line && has_time && has_address {
        return true;
    }
    // In any language.
    if next == Next::Quote && has_time && DATE.is_match(words) {
        return true;
    }
    if !WROTE.is_match(words) {
        return false;
    }
    if next == Next::Other {
        return names_writer(words, known);
    }
    let is_short = is_one_line && words.split_whitespace().count() <= MOST_WORDS;
    has_address || OPENING.is_match(words) && has_time || is_short
}

/// `---- On Monday, Ana Lima wrote ----`.
fn is_between_dashes(words: &str, is_one_line: bool) -> bool {
    let Some(inner) = words.strip_prefix("--").and_then(|words| words.strip_suffix("--")) else {
        return false;
    };
    let inner = inner.trim_matches(['-', ' ']);
    let ends = WROTE.find_iter(inner).last().is_some_and(|found| found.end() == inner.len());
    let is_short = is_one_line && inner.split_whitespace().count() <= MOST_WORDS;
    ends && (is_short || TIME.is_match(inner) || ADDRESS.is_match(inner))
}

/// `From: Ana Lima <ana@example.com>` alone.
fn is_sender(words: &str) -> bool {
    field(words).is_some_and(|(field, value)| field == Field::Sender && ADDRESS.is_match(value))
}

/// Above text without ">", only a form that programs write: an address, with a date that has its year or without a date.
fn names_writer(words: &str, known: &KnownLines) -> bool {
    let Some(address) = ADDRESS.find(words) else { return false };
    let is_bracketed = |start: usize| words[..start].trim_end().ends_with(['<', '(', '[', ':']);
    let (is_known, has_date) = (known.thread.names_address(words), DATE.is_match(words));
    // Who tells what somebody else wrote can name an address and a day, too, but without the brackets of programs.
    if known.thread.has_parties() && !ADDRESS.find_iter(words).any(|found| is_bracketed(found.start())) {
        return is_known && has_date;
    }
    is_known || has_date || !TIME.is_match(words) && ends_with_wrote(&words[address.end()..])
}

/// `Ana Lima <ana@example.com> wrote:`.
fn ends_with_wrote(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| !c.is_whitespace()).trim();
    rest.chars().count() <= 24 && WROTE.find(rest).is_some_and(|found| found.start() == 0)
}

/// The lines above the mark of our e-mails, or above a known text, that may be its introduction in any language: they end
/// with a colon and have a time or an address.
pub fn find_above(lines: &[&str], kinds: &[Kind], end: usize) -> Option<usize> {
    let begin =
        (end.saturating_sub(MOST_LINES)..end).rev().take_while(|at| kinds[*at] == Kind::Text).last()?;
    let joined = |from: usize| lines[from..end].join(" ");
    if !lines[end - 1].trim_end().ends_with([':', '：']) || begin > 0 && kinds[begin - 1] == Kind::Text {
        return None;
    }
    (begin..end).rev().find(|from| {
        let words = joined(*from);
        TIME.is_match(&words) && (WROTE.is_match(&words) || ADDRESS.is_match(&words))
    })
}
