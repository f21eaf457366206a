//! Fits text into a box at the largest possible size.

use std::ops::Range;

use unicode_bidi::BidiInfo;

use super::fonts::{Fonts, Weight};
use super::shape::ShapedText;

const CAP_HEIGHT: f32 = 0.714;
const STEP: f32 = 0.25;

/// A text that can need several lines.
pub struct Paragraph {
    pub shaped: ShapedText,
    /// Font size relative to the other paragraphs of the box.
    pub scale: f32,
}

impl Paragraph {
    pub fn new(fonts: &Fonts, text: &str, weight: Weight, scale: f32) -> Self {
        Self { shaped: fonts.shape(text, weight), scale }
    }
}

/// Smallest and largest font size of a box, in points.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    pub largest: f32,
    pub smallest: f32,
}

/// The part of a character that must be inside the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Accents,
    /// For codes, which have no accents and no descenders.
    Capitals,
}

/// One line to draw.
#[derive(Clone)]
pub struct Line<'p> {
    pub shaped: &'p ShapedText,
    pub glyphs: Range<usize>,
    pub size: f32,
    /// The text was cut because the box is full.
    pub cut: bool,
}

impl<'p> Line<'p> {
    pub fn whole(shaped: &'p ShapedText, size: f32) -> Self {
        Self { shaped, glyphs: 0..shaped.glyphs.len(), size, cut: false }
    }

    pub fn width(&self) -> f32 {
        self.shaped.width_of(self.glyphs.clone()) * self.size
    }

    /// The glyphs from left to right.
    pub fn visual(&self) -> Vec<usize> {
        let order = BidiInfo::reorder_visual(&self.shaped.levels[self.glyphs.clone()]);
        order.into_iter().map(|at| self.glyphs.start + at).collect()
    }

    /// Room above and below the baseline.
    fn room(&self, extent: Extent) -> (f32, f32) {
        match extent {
            Extent::Accents => (self.shaped.ascent * self.size, self.shaped.descent * self.size),
            Extent::Capitals => (CAP_HEIGHT * self.size, 0.0),
        }
    }

    /// Without the glyphs at the end that do not fit.
    pub fn shorten(&self, room: f32) -> Self {
        let mut line = self.clone();
        while line.width() > room && !line.glyphs.is_empty() {
            line.glyphs.end -= 1;
        }
        line
    }
}

/// Distance of each baseline from the top of the lines, and the total height.
pub fn baselines(lines: &[Line], extent: Extent) -> (Vec<f32>, f32) {
    let mut y = 0.0;
    let mut below = 0.0;
    let mut baselines = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        // Lines are as far apart as with accents, whatever the box asks for at its edges.
        let (ascent, _) = line.room(if index == 0 { extent } else { Extent::Accents });
        y += below + ascent;
        baselines.push(y);
        (_, below) = line.room(Extent::Accents);
    }
    let descent = lines.last().map_or(0.0, |line| line.room(extent).1);
    (baselines, y + descent)
}

/// The lines at the largest size that fits `width` and `height` (points) without breaking words. If the
/// smallest size does not fit, words are broken, and finally the text is cut with an ellipsis.
pub fn fit(paragraphs: &[Paragraph], width: f32, height: f32, sizes: Sizes, extent: Extent) -> Vec<Line<'_>> {
    let mut size = sizes.largest;
    while size > sizes.smallest {
        let (lines, whole) = set_lines(paragraphs, width, size);
        if whole && baselines(&lines, extent).1 <= height {
            return lines;
        }
        size -= STEP;
    }
    let (mut lines, _) = set_lines(paragraphs, width, sizes.smallest);
    while lines.len() > 1 && baselines(&lines, extent).1 > height {
        lines.pop();
        if let Some(last) = lines.last_mut() {
            last.cut = true;
        }
    }
    lines
}

/// The lines for one page after the other: one page if everything fits at some size, otherwise the lines at the smallest size.
/// Nothing is cut.
pub fn flow(paragraphs: &[Paragraph], width: f32, height: f32, sizes: Sizes) -> Vec<Vec<Line<'_>>> {
    let lines = fit(paragraphs, width, height, sizes, Extent::Accents);
    if !lines.iter().any(|line| line.cut) && baselines(&lines, Extent::Accents).1 <= height {
        return vec![lines];
    }
    chunks(set_lines(paragraphs, width, sizes.smallest).0, height)
}

/// Lines in groups that are not taller than `height`. A line that is taller is a group of its own.
pub fn chunks(lines: Vec<Line<'_>>, height: f32) -> Vec<Vec<Line<'_>>> {
    let mut chunks: Vec<Vec<Line>> = vec![Vec::new()];
    for line in lines {
        let last = chunks.len() - 1;
        chunks[last].push(line);
        if chunks[last].len() > 1 && baselines(&chunks[last], Extent::Accents).1 > height {
            let line = chunks[last].pop();
            chunks.push(line.into_iter().collect());
        }
    }
    chunks
}

/// The lines at one size, and whether no word was broken.
fn set_lines(paragraphs: &[Paragraph], width: f32, size: f32) -> (Vec<Line<'_>>, bool) {
    let mut lines = Vec::new();
    let mut whole = true;
    for Paragraph { shaped, scale } in paragraphs {
        let size = size * scale;
        let mut start = 0;
        while start < shaped.glyphs.len() {
            let (end, at_word) = shaped.line_end(start, width / size);
            whole &= at_word;
            lines.push(Line { shaped, glyphs: start..shaped.trim_end_at(start, end), size, cut: false });
            start = end;
        }
    }
    (lines, whole)
}

impl ShapedText {
    pub fn width(&self) -> f32 {
        self.width_of(0..self.glyphs.len())
    }

    pub fn width_of(&self, glyphs: Range<usize>) -> f32 {
        self.glyphs[glyphs].iter().map(|glyph| glyph.x_advance).sum()
    }

    /// End of the line that begins at `start`, and whether it is between words.
    fn line_end(&self, start: usize, width: f32) -> (usize, bool) {
        let mut used = 0.0;
        let mut opportunity = None;
        for at in start..self.glyphs.len() {
            if at > start && self.breaks_before(at) {
                opportunity = Some(at);
            }
            used += self.glyphs[at].x_advance;
            if used > width && at > start && !self.char_at(at).is_whitespace() {
                return opportunity.map_or((self.cluster_start(start, at), false), |end| (end, true));
            }
        }
        (self.glyphs.len(), true)
    }

    /// An accent stays with its character, and a character of several glyphs stays whole.
    fn cluster_start(&self, line: usize, at: usize) -> usize {
        let cluster = self.glyphs[at].text_range.start;
        let first =
            (line + 1..at).rev().take_while(|index| self.glyphs[*index].text_range.start == cluster).last();
        first.unwrap_or(at)
    }

    fn trim_end_at(&self, start: usize, end: usize) -> usize {
        let spaces = (start..end).rev().take_while(|at| self.char_at(*at).is_whitespace()).count();
        end - spaces
    }

    fn char_at(&self, at: usize) -> char {
        self.text[self.glyphs[at].text_range.start..].chars().next().unwrap_or(' ')
    }

    fn breaks_before(&self, at: usize) -> bool {
        let (left, right) = (self.char_at(at - 1), self.char_at(at));
        if right.is_whitespace() || self.glyphs[at - 1].text_range.start == self.glyphs[at].text_range.start {
            return false;
        }
        left.is_whitespace()
            || matches!(left, '-' | '/' | ',' | ';' | '–')
            || (is_ideographic(left) || is_ideographic(right)) && !closes(right) && !opens(left)
    }
}

fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

/// Characters that cannot begin a line.
fn closes(c: char) -> bool {
    "、。，．：；？！）」』】〉》〕］｝ー々・,.;:!?)]}%".contains(c)
}

/// Characters that cannot end a line.
fn opens(c: char) -> bool {
    "（「『【〈《〔［｛([{#".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::load_shipped().unwrap());

    fn lines(text: &str, width: f32, height: f32) -> (Vec<String>, f32, bool) {
        let paragraphs = [Paragraph::new(&FONTS, text, Weight::Medium, 1.0)];
        let sizes = Sizes { largest: 10.0, smallest: 5.0 };
        let lines = fit(&paragraphs, width, height, sizes, Extent::Accents);
        let texts = lines.iter().map(|line| {
            let glyphs = &line.shaped.glyphs[line.glyphs.clone()];
            let (first, last) = (&glyphs[0].text_range, &glyphs[glyphs.len() - 1].text_range);
            line.shaped.text[first.start..last.end].to_owned()
        });
        (texts.collect(), lines[0].size, lines.iter().any(|line| line.cut))
    }

    #[test]
    fn text_shrinks_before_words_break() {
        let (texts, size, _) = lines("Rua São Bento 99", 45.0, 40.0);
        assert_eq!((texts.join("|").as_str(), size), ("Rua São|Bento 99", 10.0));
        let (texts, size, _) = lines("Liechtenstein", 45.0, 40.0);
        assert_eq!(texts, ["Liechtenstein"]);
        assert!(size < 8.0);
    }

    #[test]
    fn a_long_word_breaks_at_the_smallest_size() {
        let (texts, size, cut) = lines(&"W".repeat(20), 45.0, 40.0);
        assert_eq!((texts.concat(), size, cut), ("W".repeat(20), 5.0, false));
    }

    #[test]
    fn chinese_breaks_anywhere_except_before_a_comma() {
        let (texts, ..) = lines("广东省深圳市，南山区科苑路", 62.0, 60.0);
        assert_eq!(texts, ["广东省深圳", "市，南山区科", "苑路"]);
    }

    #[test]
    fn text_that_does_not_fit_is_marked_as_cut() {
        let (texts, size, cut) = lines(&"palavra ".repeat(50), 45.0, 20.0);
        assert!(cut && size == 5.0 && texts.len() == 3, "{texts:?}");
    }

    proptest! {
        #[test]
        fn text_stays_in_its_box(text in "([A-Za-zÀ-ÿ]\u{301}?|[深圳市路号，。]|[ก-ฮ]ิ?|[ا-ي]| |-){1,120}", width in 30.0..200_f32) {
            let paragraphs = [Paragraph::new(&FONTS, &text, Weight::Bold, 1.2)];
            let sizes = Sizes { largest: 12.0, smallest: 4.0 };
            let lines = fit(&paragraphs, width, 60.0, sizes, Extent::Accents);
            prop_assert!(lines.iter().all(|line| line.width() <= width + 0.01));
            prop_assert!(baselines(&lines, Extent::Accents).1 <= 60.0);
            let printed: usize = lines.iter().map(|line| line.glyphs.len()).sum();
            let spaces = paragraphs[0].shaped.text.matches(' ').count();
            let cut = lines.iter().any(|line| line.cut);
            prop_assert!(cut || printed + spaces >= paragraphs[0].shaped.glyphs.len());
        }
    }
}
