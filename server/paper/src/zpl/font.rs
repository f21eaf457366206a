//! The scalable font of label printers that read ZPL, which has one weight.

use super::{Density, PlacedLine};
use crate::fonts::Face;
use crate::style::MM;
use crate::text::Line;

/// Printers draw no smaller letters, in dots.
const SMALLEST: f32 = 10.0;

/// A line as the printer draws it. Lengths are dots.
pub struct PrinterText {
    pub text: String,
    pub x: u32,
    /// The height of the baseline.
    pub y: u32,
    pub height: u32,
    pub width: u32,
}

impl PrinterText {
    /// None if the printer cannot draw the line: its font lacks a letter, or the letters would be too small.
    pub fn of(placed: &PlacedLine, density: Density) -> Option<Self> {
        let text = format!("{}{}", find_plain_text(placed.line)?, find_plain_text(placed.ellipsis)?);
        let ems = text.chars().map(measure).sum::<Option<u32>>()? as f32 / 1000.0;
        let scale = density.dots() / MM;
        let height = (placed.line.size * scale).round();
        // Letters become narrower where the printer's font is wider than the font that the line was measured with.
        let room = (placed.line.width() + placed.ellipsis.width()).min(placed.area.w * MM) * scale;
        let width = if ems * height <= room { height } else { (room / ems).floor() };
        if height < SMALLEST || width < SMALLEST {
            return if text.is_empty() { Some(Self::empty()) } else { None };
        }
        let x = (placed.find_left(ems * width / scale) * scale).round().max(0.0);
        let y = (placed.baseline * scale).round().max(0.0);
        Some(Self { text, x: x as u32, y: y as u32, height: height as u32, width: width as u32 })
    }

    const fn empty() -> Self {
        Self { text: String::new(), x: 0, y: 0, height: 0, width: 0 }
    }
}

/// The text of a line that is written from left to right (level 0) in Latin letters.
fn find_plain_text<'l>(line: &Line<'l>) -> Option<&'l str> {
    let (shaped, glyphs) = (line.shaped, line.glyphs.clone());
    let is_latin = glyphs
        .clone()
        .all(|at| matches!(shaped.faces[at], Face::Medium | Face::Bold) && shaped.levels[at].number() == 0);
    let (Some(first), Some(last)) = (shaped.glyphs.get(glyphs.start), shaped.glyphs[glyphs.clone()].last())
    else {
        return Some("");
    };
    is_latin.then(|| &shaped.text[first.text_range.start..last.text_range.end])
}

/// The width of a letter in thousandths of the height; none if not every printer has the letter. Where printers differ, it is
/// the widest.
fn measure(c: char) -> Option<u32> {
    Some(match c {
        ' ' | 'i' | 'j' | 'l' | 'ì'..='ï' | '\'' | '|' | '¦' | '’' | '‘' => 280,
        'I' | 'Ì'..='Ï' | 'f' | 't' | ':' | ';' | '/' | '\\' => 300,
        '!' | '"' | '(' | ')' | ',' | '.' | '[' | ']' | '{' | '}' | '`' | 'r' | '¡' | '¨' | '¯' | '´'
        | '·' | '¸' | '²' | '³' | '¹' | 'ª' | 'º' => 340,
        '°' | '•' => 420,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'ç' | 'ý' | 'ÿ' | 'J' | 'š' | 'ž' => 450,
        '&' | 'w' => 670,
        'm' | 'M' | 'Æ' | 'æ' | '-' | '¼'..='¾' => 800,
        '0'..='9'
        | 'a'..='z'
        | 'à'..='å'
        | 'è'..='ë'
        | 'ð'..='ö'
        | 'ø'..='ü'
        | 'þ'
        | 'ß'
        | '#'
        | '$'
        | '*'
        | '+'
        | '<'..='?'
        | '^'
        | '_'
        | '~'
        | '¢'..='¥'
        | '§'
        | '«'
        | '»'
        | '¬'
        | '±'
        | 'µ'
        | '¿'
        | '×'
        | '÷'
        | '€'
        | '–'
        | '“'
        | '”' => 500,
        'E' | 'F' | 'L' | 'T' | 'Z' | 'È'..='Ë' | 'Ž' => 510,
        'A' | 'B' | 'C' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | 'À'..='Å' | 'Ç' | 'Ý' | 'Þ' | 'Š' | '¶' => {
            560
        }
        'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'R' | 'U' | 'Ð' | 'Ñ' | 'Ò'..='Ö' | 'Ø' | 'Ù'..='Ü' => 620,
        '%' | '@' | 'W' | '©' | '®' | 'Œ' | 'œ' | '™' => 860,
        '—' | '…' => 1000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_western_letters_only() {
        assert!("João Conceição, Ñuñoa; Straße 12–3 (€ 5)…".chars().all(|c| measure(c).is_some()));
        for c in ['深', 'م', 'Ж', 'Ω', 'ğ', '\u{301}', '😀', '\n'] {
            assert_eq!(measure(c), None, "{c}");
        }
    }
}
