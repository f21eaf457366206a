//! The lines From, Date, To and Subject that mail programs put above an earlier e-mail.

use std::ops::Range;

use super::Kind;
use super::known::KnownLines;
use super::words::{ADDRESS, BARE_MARKER, Field, LABEL, OF_REPLY, field};

/// Lines in which a field goes on: long lists of recipients.
const MOST_CONTINUED: usize = 3;
const MOST_LINES: usize = 30;

/// A header that begins in this line, with the rule above it.
pub fn find(lines: &[&str], kinds: &[Kind], at: usize, known: &KnownLines) -> Option<Range<usize>> {
    field(lines[at])?;
    let (fields, end) = read_fields(lines, kinds, at);
    let above = kinds[..at].iter().rposition(|kind| *kind != Kind::Empty);
    let is_line = |above: &usize| {
        matches!(kinds[*above], Kind::Rule | Kind::Marker) || BARE_MARKER.is_match(lines[*above])
    };
    let line_above = above.filter(is_line);
    if !is_of_mail(&fields, line_above.is_some(), is_in_form(lines, end), known) {
        return None;
    }
    Some(line_above.filter(|above| kinds[*above] != Kind::Marker).unwrap_or(at)..end)
}

/// Whether the e-mail below this header, or below the marker above it, is of another conversation: its sender has an address,
/// and neither its addresses nor its subject are of the thread.
pub fn is_of_others(lines: &[&str], kinds: &[Kind], at: usize, known: &KnownLines) -> bool {
    let is_above = |kind: &&Kind| matches!(kind, Kind::Marker | Kind::Rule | Kind::Empty);
    let begin = at + kinds[at..].iter().take_while(is_above).count();
    let end = begin + kinds[begin..].iter().take_while(|kind| **kind == Kind::Header).count();
    let fields: Vec<_> = lines[begin..end].iter().filter_map(|line| field(line)).collect();
    let has_address = |(field, value): &(Field, &str)| *field == Field::Sender && ADDRESS.is_match(value);
    let is_subject =
        |(field, value): &(Field, &str)| *field == Field::Subject && known.thread.is_subject(value);
    // A list of recipients goes on in lines without a field.
    let names_known = lines[begin..end].iter().any(|line| known.thread.names_address(line));
    known.thread.has_parties()
        && fields.iter().any(has_address)
        && !fields.iter().any(is_subject)
        && !names_known
        && !kinds[end..].contains(&Kind::Mark)
        && !(end..lines.len()).any(|at| known.has(at))
}

/// The fields from this line on, and where they end. A field may go on in the next lines.
fn read_fields<'a>(lines: &[&'a str], kinds: &[Kind], at: usize) -> (Vec<(Field, &'a str)>, usize) {
    let (mut fields, mut end, mut continued) = (Vec::new(), at, 0);
    for line in at..lines.len().min(at + MOST_LINES) {
        match (kinds[line], field(lines[line])) {
            (Kind::Text, Some(found)) => {
                fields.push(found);
                (end, continued) = (line + 1, 0);
            }
            // Between two fields: a wrapped one, or the gap that a program leaves.
            (Kind::Text, None) if continued < MOST_CONTINUED && !is_label(lines[line]) => continued += 1,
            (Kind::Empty, None) if continued == 0 && is_field_next(lines, line + 1) => {}
            _ => break,
        }
    }
    (fields, end)
}

fn is_field_next(lines: &[&str], at: usize) -> bool {
    lines.get(at).is_some_and(|line| field(line).is_some())
}

/// The line of a form: "Weight: 12 kg".
fn is_label(line: &str) -> bool {
    LABEL.is_match(line) && field(line).is_none()
}

/// A form goes on with other labels: From, To, Date, and then Weight.
fn is_in_form(lines: &[&str], end: usize) -> bool {
    lines.get(end).is_some_and(|line| is_label(line))
}

/// What tells the header of an e-mail from a form with the same words.
fn is_of_mail(fields: &[(Field, &str)], has_line_above: bool, is_in_form: bool, known: &KnownLines) -> bool {
    let value = |wanted: Field| fields.iter().find(|(field, _)| *field == wanted).map(|(_, value)| *value);
    let has = |wanted: Field| value(wanted).is_some();
    let kinds = [Field::Sender, Field::Sent, Field::Date, Field::To, Field::Subject];
    let count = kinds.iter().filter(|kind| has(**kind)).count();
    let Some(sender) = value(Field::Sender) else { return false };
    if count < 3 && !(count == 2 && has_line_above) {
        return false;
    }
    let of_people =
        fields.iter().filter(|(field, _)| matches!(field, Field::Sender | Field::To | Field::Other));
    let names_known = of_people.clone().any(|(_, value)| known.thread.names_address(value))
        || value(Field::Subject).is_some_and(|subject| known.thread.is_subject(subject));
    let mut of_people = of_people;
    let has_sent = has(Field::Sent);
    // Gmail writes the labels of Outlook in bold.
    let is_bold = || fields.iter().all(|(_, value)| value.starts_with('*'));
    let is_of_reply = value(Field::Subject).is_some_and(|subject| OF_REPLY.is_match(subject));
    let is_named = (names_known || is_of_reply) && (!is_in_form || has(Field::Subject) || has_sent);
    is_named
        || has_line_above && (has(Field::Subject) || has_sent)
        || is_person(sender) && (has(Field::Subject) || has_sent)
        || !is_in_form
            && has_sent
            && has(Field::To)
            && (has(Field::Subject) || is_bold() || of_people.any(|it| is_person(it.1)))
}

/// `Ana Lima <ana@example.com>`, or an address alone.
fn is_person(value: &str) -> bool {
    let Some(address) = ADDRESS.find(value) else { return false };
    let rest =
        value[address.end()..].trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-'));
    let before = value[..address.start()].trim_end();
    let is_alone = before.is_empty() || before.ends_with(['<', '[', '(', ':']);
    is_alone && rest.trim_matches(['>', ']', ')', ' ', '<', '"', ';', ',', '*', '_']).len() < 100
}
