//! Decides which lines of an e-mail are folded away: what was quoted from earlier e-mails, and signatures. Lines are known when an
//! earlier text of the same ticket has them.

use std::ops::Range;

use super::header::is_of_others;
use super::introduction;
use super::known::KnownLines;
use super::{Kind, next_kind};

/// Letters and digits at the end that an earlier text has too: with so many, it is quoted and not the same by chance.
const LEAST_KNOWN: usize = 40;

/// For each line, whether it is folded.
pub fn find(lines: &[&str], kinds: &[Kind], known: &KnownLines) -> Vec<bool> {
    let mut folded: Vec<bool> = kinds.iter().map(|kind| *kind == Kind::Signature).collect();
    // From `of_others` on stands what somebody forwards.
    let (mut at, mut of_others) = (0, lines.len());
    while at < lines.len() {
        if is_forwarded(lines, kinds, at, known) {
            // What somebody forwards from elsewhere is a part of what they say.
            of_others = at;
            break;
        }
        let end = at + kinds[at..].iter().take_while(|kind| **kind == kinds[at]).count();
        if let Some(range) = earlier_mail(lines, kinds, at..end, known) {
            at = range.end.max(end);
            folded[range].fill(true);
        } else {
            at = end;
        }
    }
    folded[of_others..].fill(false);
    fold_known_end(lines, kinds, &mut folded, known);
    if of_others == lines.len() {
        fold_end(lines, kinds, &mut folded, known);
    }
    folded
}

/// Whether a forwarded e-mail of another conversation begins in this line, below the sender's own words.
fn is_forwarded(lines: &[&str], kinds: &[Kind], at: usize, known: &KnownLines) -> bool {
    let begins = matches!(kinds[at], Kind::Marker | Kind::Header);
    begins && kinds[..at].contains(&Kind::Text) && is_of_others(lines, kinds, at, known)
}

/// The lines to fold from a group of lines of one kind on.
fn earlier_mail(
    lines: &[&str],
    kinds: &[Kind],
    group: Range<usize>,
    known: &KnownLines,
) -> Option<Range<usize>> {
    let has_text = |range: Range<usize>| kinds[range].contains(&Kind::Text);
    match kinds[group.start] {
        Kind::Mark => Some(below_mark(lines, kinds, group, known)),
        Kind::Marker | Kind::Header if has_text(0..group.start) => Some(group.start..lines.len()),
        Kind::Introduction => Some(below_introduction(lines, kinds, group, known)),
        Kind::Marker | Kind::Header => Some(group),
        _ => None,
    }
}

/// Everything from our mark on, with the introduction above it. Without words above it, the reply is below: only what is known
/// is folded.
fn below_mark(lines: &[&str], kinds: &[Kind], mark: Range<usize>, known: &KnownLines) -> Range<usize> {
    let is_of_quotation = |kind: &&Kind| {
        matches!(kind, Kind::Empty | Kind::Rule | Kind::Quote | Kind::Header | Kind::Introduction)
    };
    let mut begin = mark.start - kinds[..mark.start].iter().rev().take_while(is_of_quotation).count();
    if let Some(introduction) = introduction::find_above(lines, kinds, begin) {
        begin = introduction;
    }
    if kinds[..begin].contains(&Kind::Text) {
        return begin..lines.len();
    }
    let last = (mark.end..lines.len()).rev().find(|at| known.has(*at));
    begin..last.map_or(mark.end, |last| last + 1)
}

fn below_introduction(
    lines: &[&str],
    kinds: &[Kind],
    group: Range<usize>,
    known: &KnownLines,
) -> Range<usize> {
    let (begin, next) = (group.start, group.end);
    if next_kind(kinds, next) != Some(Kind::Quote) {
        let has_text_above = kinds[..begin].contains(&Kind::Text);
        let last_known = last_known_line(lines, next, known);
        return match last_known {
            Some(last) => begin..last + 1,
            None if has_text_above => begin..lines.len(),
            None => group,
        };
    }
    if !kinds[next..].contains(&Kind::Text) {
        return begin..lines.len();
    }
    let is_quoted = |kind: &&Kind| matches!(kind, Kind::Quote | Kind::Empty);
    let end = next + kinds[next..].iter().take_while(is_quoted).count();
    let lacks = |kind: Kind, range: &[Kind]| !range.contains(&kind);
    let is_only = lacks(Kind::Introduction, &kinds[..begin])
        && lacks(Kind::Introduction, &kinds[end..])
        && lacks(Kind::Quote, &kinds[..begin])
        && lacks(Kind::Quote, &kinds[end..]);
    // Answers between quoted lines keep the questions.
    if is_only { begin..end } else { group }
}

/// The last line of the known text that begins in this line.
fn last_known_line(lines: &[&str], from: usize, known: &KnownLines) -> Option<usize> {
    let mut last = None;
    for (at, line) in lines.iter().enumerate().skip(from) {
        if known.has(at) || last.is_some() && known.count(at) > 0 {
            last = Some(at);
        } else if !line.trim().is_empty() {
            break;
        }
    }
    last
}

/// Folds the end when an earlier text of the ticket has all its lines.
fn fold_known_end(lines: &[&str], kinds: &[Kind], folded: &mut [bool], known: &KnownLines) {
    let is_of_end = |at: &usize| {
        let of_program = matches!(kinds[*at], Kind::Empty | Kind::Rule | Kind::Quote);
        folded[*at] || of_program || known.count(*at) > 0
    };
    let Some(mut begin) = (0..lines.len()).rev().take_while(is_of_end).last() else { return };
    while begin < lines.len() && !known.has(begin) {
        begin += 1;
    }
    let unfolded = (begin..lines.len()).filter(|at| !folded[*at]);
    if unfolded.map(|at| known.count(at)).sum::<usize>() < LEAST_KNOWN {
        return;
    }
    let above = kinds[..begin].iter().rposition(|kind| *kind != Kind::Empty).map_or(0, |at| at + 1);
    let begin =
        if above > 0 { introduction::find_above(lines, kinds, above).unwrap_or(begin) } else { begin };
    if kinds[..begin].contains(&Kind::Text) {
        folded[begin..].fill(true);
    }
}

/// Folds a quotation and lines of punctuation at the end. Without an introduction, a single line that nobody has written before,
/// such as "> 30 kg each", is no quotation, and neither are several of them when the texts of the ticket can be compared.
fn fold_end(lines: &[&str], kinds: &[Kind], folded: &mut [bool], known: &KnownLines) {
    let is_of_end = |at: &usize| folded[*at] || matches!(kinds[*at], Kind::Empty | Kind::Quote | Kind::Rule);
    let end: Vec<usize> = (0..kinds.len()).rev().take_while(is_of_end).collect();
    let is_quoted = |at: &&usize| kinds[**at] == Kind::Quote && !folded[**at];
    let quoted: Vec<usize> = end.iter().filter(is_quoted).copied().collect();
    let has_introduction = kinds.contains(&Kind::Introduction);
    let is_new = |at: &usize| known.count(*at) == 0 && lines[*at].trim_start().starts_with("> ");
    let are_own =
        !has_introduction && (quoted.len() == 1 || known.thread.has_texts()) && quoted.iter().all(is_new);
    // The last of them: only what is below it is folded.
    let own = quoted.first().copied().filter(|_| are_own);
    for at in end.into_iter().filter(|at| own.is_none_or(|own| *at > own)) {
        folded[at] = true;
    }
}
