//! The decimal mark of a column, decided by what its numbers can only mean.

use super::full_width::to_latin;
use super::number::{Mark, has_dash};
use ::sheets::is_number_cell;

/// The mark of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnMark {
    pub mark: Mark,
    /// Whether the numbers can be read with both marks, so that a person must say which one is right.
    pub is_unclear: bool,
}

/// The numbers of a column by what their marks mean. `1.450` can be read in two ways; `0.450` and `1.45` cannot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Votes {
    dot: usize,
    comma: usize,
    /// Numbers with one mark before three digits, by that mark.
    unclear_dot: usize,
    unclear_comma: usize,
}

impl Votes {
    /// Numbers of a workbook have no mark to be decided.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut votes = Self::default();
        for text in texts.filter(|text| !is_number_cell(text)) {
            for number in numbers(&to_latin(text)) {
                match mark_of(number) {
                    // `12.500.-` has no decimals: its mark separates thousands.
                    Some((mark, false)) if has_dash(text) => votes.add(mark.other(), true),
                    Some((mark, is_certain)) => votes.add(mark, is_certain),
                    None => {}
                }
            }
        }
        votes
    }

    fn add(&mut self, mark: Mark, is_certain: bool) {
        let count = match (mark, is_certain) {
            (Mark::Dot, true) => &mut self.dot,
            (Mark::Comma, true) => &mut self.comma,
            (Mark::Dot, false) => &mut self.unclear_dot,
            (Mark::Comma, false) => &mut self.unclear_comma,
        };
        *count += 1;
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            dot: self.dot + other.dot,
            comma: self.comma + other.comma,
            unclear_dot: self.unclear_dot + other.unclear_dot,
            unclear_comma: self.unclear_comma + other.unclear_comma,
        }
    }

    /// The mark that is certain for most numbers.
    fn certain(self) -> Option<Mark> {
        match self.dot.cmp(&self.comma) {
            std::cmp::Ordering::Greater => Some(Mark::Dot),
            std::cmp::Ordering::Less => Some(Mark::Comma),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether numbers have the other mark, which can only separate thousands if decimals have this one. False if the numbers
    /// decide the mark.
    pub fn can_only_separate(self, mark: Mark) -> bool {
        let separating = match mark {
            Mark::Dot => self.unclear_comma,
            Mark::Comma => self.unclear_dot,
        };
        separating > 0 && self.certain().is_none()
    }

    fn is_unclear(self) -> bool {
        self.unclear_dot + self.unclear_comma > 0
    }

    /// The mark of this column. The other columns of its kind decide where it has no certain number.
    pub fn decide(self, of_kind: Self) -> ColumnMark {
        let found = self.certain().or_else(|| of_kind.certain());
        ColumnMark { mark: found.unwrap_or(Mark::Dot), is_unclear: found.is_none() && self.is_unclear() }
    }

    /// The mark of whole amounts, which have no decimals: a mark before three digits separates thousands.
    pub fn decide_whole(self, of_kind: Self) -> ColumnMark {
        let both = self.and(of_kind);
        match (both.certain(), both.unclear_dot > 0, both.unclear_comma > 0) {
            (None, true, false) => ColumnMark { mark: Mark::Comma, is_unclear: false },
            (None, false, true) => ColumnMark { mark: Mark::Dot, is_unclear: false },
            _ => self.decide(of_kind),
        }
    }

    /// The mark of a file that we wrote: it has no thousands, so each mark is that of decimals.
    pub fn decide_own(self) -> ColumnMark {
        let unclear = if self.unclear_comma > self.unclear_dot { Mark::Comma } else { Mark::Dot };
        ColumnMark { mark: self.certain().unwrap_or(unclear), is_unclear: false }
    }
}

/// The numbers of a text with their marks.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’');
    let runs = text.split(move |c: char| !is_part(c));
    runs.map(|run| run.trim_matches(|c: char| !c.is_ascii_digit())).filter(|run| !run.is_empty())
}

/// The mark of a number, and whether it can be no other. Without certainty, the mark that stands there.
fn mark_of(number: &str) -> Option<(Mark, bool)> {
    let last = number.rfind(['.', ','])?;
    let (mark, other) =
        if number[last..].starts_with('.') { (Mark::Dot, Mark::Comma) } else { (Mark::Comma, Mark::Dot) };
    let (whole, decimals) = (&number[..last], number.len() - last - 1);
    // A mark that stands twice separates thousands, so the other one is that of decimals.
    if whole.contains(mark.char()) {
        return Some((other, true));
    }
    let has_separators = whole.contains(|c: char| !c.is_ascii_digit());
    let is_certain = has_separators || decimals != 3 || whole.starts_with('0') || whole.len() > 3;
    Some((mark, is_certain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(texts: &[&str]) -> ColumnMark {
        Votes::of(texts.iter().copied()).decide(Votes::default())
    }

    #[test]
    fn a_column_is_decided_by_what_its_numbers_can_only_mean() {
        for (texts, mark) in [
            (vec!["9,18", "10,40"], Mark::Comma),
            (vec!["9.18", "1,234.00"], Mark::Dot),
            (vec!["1.234,00", "4.125"], Mark::Comma),
            (vec!["0,500", "1,500"], Mark::Comma),
            (vec!["0.5 – 1.0 kg"], Mark::Dot),
            (vec!["1.234.567"], Mark::Comma),
            (vec!["12.500.-", "8.750"], Mark::Comma),
            (vec!["CHF 1,250.-"], Mark::Dot),
            (vec!["1450"], Mark::Dot),
        ] {
            assert_eq!(decide(&texts), ColumnMark { mark, is_unclear: false }, "{texts:?}");
        }
    }

    #[test]
    fn a_column_that_can_be_read_in_two_ways_is_unclear() {
        for texts in [vec!["4.125", "3.875"], vec!["1,450"], vec!["US$ 1.005"], vec!["9.18", "9,18", "1.450"]]
        {
            assert!(decide(&texts).is_unclear, "{texts:?}");
        }
        assert!(!decide(&["4.125\u{200b}"]).is_unclear);
        let other = Votes::of(["9.50"].into_iter());
        let decided = Votes::of(["1,450"].into_iter()).decide(other);
        assert_eq!(decided, ColumnMark { mark: Mark::Dot, is_unclear: false });
    }

    #[test]
    fn whole_amounts_have_thousands_and_our_own_files_have_none() {
        let votes = |text| Votes::of(std::iter::once(text));
        assert_eq!(votes("1,450").decide_whole(Votes::default()).mark, Mark::Dot);
        assert_eq!(votes("1.450").decide_whole(Votes::default()).mark, Mark::Comma);
        assert_eq!(votes("1.450").decide_own().mark, Mark::Dot);
        assert_eq!(votes("1,450").decide_own().mark, Mark::Comma);
    }
}
