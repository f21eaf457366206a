//! Converts a text to glyphs: font by font, and from right to left where the script is written so.

use krilla::text::{GlyphId, KrillaGlyph};
use rustybuzz::{Direction, UnicodeBuffer};
use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::UnicodeNormalization;

use super::fonts::{Face, Fonts, Weight};

/// A text as glyphs, in the order in which it is read. Advances are relative to the font size.
pub struct ShapedText {
    pub text: String,
    pub weight: Weight,
    pub glyphs: Vec<KrillaGlyph>,
    pub faces: Vec<Face>,
    /// Odd for glyphs that are written from right to left.
    pub levels: Vec<Level>,
    /// Room above and below the baseline that the fonts of the text need.
    pub ascent: f32,
    pub descent: f32,
}

impl Fonts {
    /// Each run of characters in one direction uses the first font that has them.
    pub fn shape(&self, raw: &str, weight: Weight) -> ShapedText {
        let text = tidy(raw, self);
        let levels = BidiInfo::new(&text, None).levels;
        let latin = self.typeface(Face::Medium);
        let (ascent, descent) = (latin.ascent, latin.descent);
        let (glyphs, faces) = (Vec::new(), Vec::new());
        let mut shaped =
            ShapedText { text: String::new(), weight, glyphs, faces, levels: Vec::new(), ascent, descent };
        for (start, end, face) in self.runs(&text, &levels, weight) {
            for glyph in self.shape_run(face, &text[start..end], start, levels[start].is_rtl()) {
                shaped.glyphs.push(glyph);
                shaped.faces.push(face);
                shaped.levels.push(levels[start]);
            }
            let typeface = self.typeface(face);
            shaped.ascent = shaped.ascent.max(typeface.ascent);
            shaped.descent = shaped.descent.max(typeface.descent);
        }
        shaped.text = text;
        shaped
    }

    /// Beginning and end of each run of one font and one direction.
    fn runs(&self, text: &str, levels: &[Level], weight: Weight) -> Vec<(usize, usize, Face)> {
        let mut runs: Vec<(usize, usize, Face)> = Vec::new();
        for (at, c) in text.char_indices() {
            let face = self.face_of(c, runs.last().map(|(.., face)| *face), weight);
            let end = at + c.len_utf8();
            match runs.last_mut() {
                Some(run) if run.2 == face && levels[run.0] == levels[at] => run.1 = end,
                _ => runs.push((at, end, face)),
            }
        }
        runs
    }

    fn shape_run(&self, face: Face, run: &str, offset: usize, is_rtl: bool) -> Vec<KrillaGlyph> {
        let shaper = &self.typeface(face).shaper;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(run);
        buffer.guess_segment_properties();
        buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        let output = rustybuzz::shape(shaper, &[], buffer);
        let em = shaper.units_per_em() as f32;
        let mut glyphs: Vec<_> = output.glyph_infos().iter().zip(output.glyph_positions()).collect();
        if is_rtl {
            glyphs.reverse();
        }
        let place =
            |(index, (info, position)): (usize, &(&rustybuzz::GlyphInfo, &rustybuzz::GlyphPosition))| {
                let next = glyphs[index..].iter().find(|(other, _)| other.cluster != info.cluster);
                let end = next.map_or(run.len(), |(other, _)| other.cluster as usize);
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    position.x_advance as f32 / em,
                    position.x_offset as f32 / em,
                    position.y_offset as f32 / em,
                    position.y_advance as f32 / em,
                    offset + info.cluster as usize..offset + end,
                    None,
                )
            };
        glyphs.iter().enumerate().map(place).collect()
    }
}

/// Single spaces between words and composed letters, without emoji and unprintable characters.
pub(super) fn tidy(raw: &str, fonts: &Fonts) -> String {
    let printable: String = raw
        .nfc()
        .filter(|c| !is_invisible(*c) && (fonts.can_draw(*c) || !is_pictograph(*c)))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Emoji and what changes their look. They are no letters: nothing is lost without them.
fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{20e3}' | '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{1f000}'..='\u{1faff}')
}

/// Marks of direction, of places to break, and of variants of a character. The joiners are kept: they form letters.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e01ef}')
}
