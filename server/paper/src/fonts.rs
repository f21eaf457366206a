//! The fonts, and which of them draws which character.

use krilla::text::Font;
use unicode_normalization::char::is_combining_mark;

use super::error::PaperError;

macro_rules! font {
    ($file:literal) => {
        include_bytes!(concat!("../../assets/fonts/", $file))
    };
}

/// Draws Chinese, Japanese and Korean.
const CJK: &[u8] = font!("NotoSansCJKsc-Medium.otf");

/// Fonts of one script each, with one weight. They are tried in this order, after [`CJK`].
const SCRIPT_FONTS: &[&[u8]] = &[
    font!("NotoSansArabic.ttf"),
    font!("NotoSansArmenian.ttf"),
    font!("NotoSansBengali.ttf"),
    font!("NotoSansDevanagari.ttf"),
    font!("NotoSansEthiopic.ttf"),
    font!("NotoSansGeorgian.ttf"),
    font!("NotoSansGujarati.ttf"),
    font!("NotoSansGurmukhi.ttf"),
    font!("NotoSansHebrew.ttf"),
    font!("NotoSansKannada.ttf"),
    font!("NotoSansKhmer.ttf"),
    font!("NotoSansLao.ttf"),
    font!("NotoSansMalayalam.ttf"),
    font!("NotoSansMyanmar.ttf"),
    font!("NotoSansSinhala.ttf"),
    font!("NotoSansTamil.ttf"),
    font!("NotoSansTelugu.ttf"),
    font!("NotoSansThai.ttf"),
];

const MEDIUM: &[u8] = font!("NotoSans-SemiCondensedMedium.ttf");
const BOLD: &[u8] = font!("NotoSans-SemiCondensedBold.ttf");

/// Heights that Latin and Chinese characters need above and below the baseline, relative to the font size.
const ASCENT: f32 = 0.93;
const DESCENT: f32 = 0.25;
/// Fonts declare the height of their rarest glyphs. Ordinary letters need at most these heights above and below the baseline.
const MAX_ASCENT: f32 = 1.1;
const MAX_DESCENT: f32 = 0.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Medium,
    Bold,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Medium,
    Bold,
    /// Has one weight; bold is drawn with thicker strokes.
    Other(usize),
}

/// The fonts of a label. Create them once: reading them takes longer than a label.
pub struct Fonts {
    medium: Typeface,
    bold: Typeface,
    others: Vec<Typeface>,
}

pub(super) struct Typeface {
    font: Font,
    pub shaper: rustybuzz::Face<'static>,
    pub ascent: f32,
    pub descent: f32,
}

impl Typeface {
    fn new(data: &'static [u8]) -> Result<Self, PaperError> {
        let font = Font::new(data.into(), 0).ok_or(PaperError::Font)?;
        let shaper = rustybuzz::Face::from_slice(data, 0).ok_or(PaperError::Font)?;
        Ok(Self { font, shaper, ascent: ASCENT, descent: DESCENT })
    }

    /// Reads a font with its own height: vowels above and letters below the line need more than Latin letters.
    fn with_own_height(data: &'static [u8]) -> Result<Self, PaperError> {
        let mut face = Self::new(data)?;
        let em = face.shaper.units_per_em() as f32;
        face.ascent = (f32::from(face.shaper.ascender()) / em).clamp(ASCENT, MAX_ASCENT);
        face.descent = (-f32::from(face.shaper.descender()) / em).clamp(DESCENT, MAX_DESCENT);
        Ok(face)
    }

    fn has_glyph(&self, c: char) -> bool {
        self.shaper.glyph_index(c).is_some()
    }
}

impl Fonts {
    /// The fonts embedded in the binary.
    pub fn load_shipped() -> Result<Self, PaperError> {
        let cjk = std::iter::once(Typeface::new(CJK));
        let scripts = SCRIPT_FONTS.iter().copied().map(Typeface::with_own_height);
        let others = cjk.chain(scripts).collect::<Result<_, _>>()?;
        Ok(Self { medium: Typeface::new(MEDIUM)?, bold: Typeface::new(BOLD)?, others })
    }

    pub(super) fn font(&self, face: Face) -> Font {
        self.typeface(face).font.clone()
    }

    pub(super) fn typeface(&self, face: Face) -> &Typeface {
        match face {
            Face::Medium => &self.medium,
            Face::Bold => &self.bold,
            Face::Other(index) => &self.others[index],
        }
    }

    /// Whether any font has a glyph for the character.
    pub(super) fn can_draw(&self, c: char) -> bool {
        self.medium.has_glyph(c) || self.others.iter().any(|other| other.has_glyph(c))
    }

    /// Chooses the face of a character. A combining mark or a joiner uses the font of the letter before it, because only that
    /// font can place it. A character that no font has uses the Latin font, which draws a box.
    pub(super) fn face_of(&self, c: char, before: Option<Face>, weight: Weight) -> Face {
        let latin = match weight {
            Weight::Medium => Face::Medium,
            Weight::Bold => Face::Bold,
        };
        let is_joiner = matches!(c, '\u{200c}' | '\u{200d}');
        let stays = |face: &Face| is_joiner || (is_combining_mark(c) && self.typeface(*face).has_glyph(c));
        if let Some(face) = before.filter(stays) {
            return face;
        }
        if self.typeface(latin).has_glyph(c) {
            return latin;
        }
        self.others.iter().position(|other| other.has_glyph(c)).map_or(latin, Face::Other)
    }
}
