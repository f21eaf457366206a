//! What is known of the ticket that an e-mail answers.

/// Texts of a ticket that are compared, in bytes.
const MAX_TEXTS: usize = 100_000;
/// The shortest line that is told from chance, in bytes without spaces and punctuation.
const SHORTEST: usize = 12;

/// Addresses, subjects and texts of a ticket. A header or a text that names none of them may be the sender's own words.
#[derive(Clone, Debug, Default)]
pub struct KnownThread {
    /// In lower case.
    addresses: Vec<String>,
    subjects: Vec<String>,
    /// Letters and digits alone: mail programs break lines and add signs.
    texts: String,
}

impl KnownThread {
    /// The newest texts first: of a long ticket, old ones are left out.
    pub fn new<'a>(
        addresses: impl IntoIterator<Item = &'a str>,
        subjects: impl IntoIterator<Item = &'a str>,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut known = Self {
            addresses: addresses.into_iter().map(str::to_lowercase).collect(),
            subjects: subjects
                .into_iter()
                .map(squeeze_subject)
                .filter(|subject| subject.len() >= 3)
                .collect(),
            texts: String::new(),
        };
        for text in texts {
            if known.texts.len() >= MAX_TEXTS {
                break;
            }
            known.texts.extend(squeeze(text));
            known.texts.push('\n');
        }
        known
    }

    /// Whether anything is known by which a header can be told from that of another conversation.
    pub fn has_parties(&self) -> bool {
        !self.addresses.is_empty()
    }

    pub fn has_texts(&self) -> bool {
        !self.texts.is_empty()
    }

    pub fn names_address(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.addresses.iter().any(|address| text.contains(address.as_str()))
    }

    pub fn is_subject(&self, text: &str) -> bool {
        let subject = squeeze_subject(text);
        subject.len() >= 3 && self.subjects.iter().any(|known| subject.starts_with(known.as_str()))
    }

    /// How much of a line is known: its letters and digits when an earlier text has them, else nothing.
    fn count(&self, line: &str) -> usize {
        let line: String = squeeze(line).collect();
        if self.texts.contains(&line) { line.len() } else { 0 }
    }
}

/// Lines that are compared at the begin and at the end of an e-mail.
const MOST_COMPARED: usize = 1_000;

/// The lines of an e-mail beside what is known of its ticket. Each line is compared once.
pub struct KnownLines<'a> {
    pub thread: &'a KnownThread,
    counts: Vec<usize>,
}

impl<'a> KnownLines<'a> {
    pub fn of(thread: &'a KnownThread, lines: &[&str]) -> Self {
        let end = lines.len().saturating_sub(MOST_COMPARED);
        let is_compared = |at: usize| at < MOST_COMPARED || at >= end;
        let count = |at: usize, line: &str| if is_compared(at) { thread.count(line) } else { 0 };
        Self { thread, counts: lines.iter().enumerate().map(|(at, line)| count(at, line)).collect() }
    }

    /// Letters and digits of a line that are known, or none.
    pub fn count(&self, at: usize) -> usize {
        self.counts[at]
    }

    /// A line that an earlier text has, and that is long enough to be no chance.
    pub fn has(&self, at: usize) -> bool {
        self.counts[at] >= SHORTEST
    }
}

/// Letters and digits in lower case.
fn squeeze(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Without "Re:", "AW:", "回复：" and the number of the ticket.
fn squeeze_subject(text: &str) -> String {
    let mut rest = text.trim();
    while let Some((before, after)) = rest.split_once([':', '：']) {
        if before.trim().chars().count() > 4 {
            break;
        }
        rest = after.trim_start();
    }
    let rest = match rest.strip_prefix("[#").and_then(|number| number.split_once(']')) {
        Some((_, subject)) => subject,
        None => rest,
    };
    squeeze(rest).collect()
}
