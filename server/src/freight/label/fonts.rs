use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, UnicodeBuffer};

use super::LabelError;
use super::text::Shaped;

const MEDIUM: &[u8] = include_bytes!("../../../assets/fonts/NotoSans-SemiCondensedMedium.ttf");
const BOLD: &[u8] = include_bytes!("../../../assets/fonts/NotoSans-SemiCondensedBold.ttf");
const CJK: &[u8] = include_bytes!("../../../assets/fonts/NotoSansCJKsc-Medium.otf");

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
    Cjk,
}

/// The fonts of a label. Create them once: reading them takes longer than a label.
pub struct Fonts {
    medium: Typeface,
    bold: Typeface,
    cjk: Typeface,
}

struct Typeface {
    font: Font,
    shaper: rustybuzz::Face<'static>,
}

impl Typeface {
    fn new(data: &'static [u8]) -> Result<Self, LabelError> {
        let font = Font::new(data.into(), 0).ok_or(LabelError::Font)?;
        let shaper = rustybuzz::Face::from_slice(data, 0).ok_or(LabelError::Font)?;
        Ok(Self { font, shaper })
    }

    fn draws(&self, c: char) -> bool {
        self.shaper.glyph_index(c).is_some()
    }
}

impl Fonts {
    /// The fonts embedded in the binary.
    pub fn shipped() -> Result<Self, LabelError> {
        Ok(Self { medium: Typeface::new(MEDIUM)?, bold: Typeface::new(BOLD)?, cjk: Typeface::new(CJK)? })
    }

    pub(super) fn font(&self, face: Face) -> Font {
        self.typeface(face).font.clone()
    }

    fn typeface(&self, face: Face) -> &Typeface {
        match face {
            Face::Medium => &self.medium,
            Face::Bold => &self.bold,
            Face::Cjk => &self.cjk,
        }
    }

    /// Converts a text to glyphs; each run of characters uses the first font that has them.
    pub(super) fn shape(&self, raw: &str, weight: Weight) -> Shaped {
        let text = tidy(raw);
        let mut shaped = Shaped { text: String::new(), weight, glyphs: Vec::new(), faces: Vec::new() };
        let mut start = 0;
        while start < text.len() {
            let (face, end) = self.run(&text, start, weight);
            for glyph in self.shape_run(face, &text[start..end], start) {
                shaped.glyphs.push(glyph);
                shaped.faces.push(face);
            }
            start = end;
        }
        shaped.text = text;
        shaped
    }

    fn run(&self, text: &str, start: usize, weight: Weight) -> (Face, usize) {
        let mut faces = text[start..].char_indices().map(|(at, c)| (start + at, self.face_of(c, weight)));
        let face = faces.next().map_or(Face::Medium, |(_, face)| face);
        let end = faces.find(|(_, other)| *other != face).map_or(text.len(), |(at, _)| at);
        (face, end)
    }

    /// A character that no font has uses the Latin font, which draws a box.
    fn face_of(&self, c: char, weight: Weight) -> Face {
        let latin = match weight {
            Weight::Medium => Face::Medium,
            Weight::Bold => Face::Bold,
        };
        if !self.typeface(latin).draws(c) && self.cjk.draws(c) { Face::Cjk } else { latin }
    }

    fn shape_run(&self, face: Face, run: &str, offset: usize) -> Vec<KrillaGlyph> {
        let shaper = &self.typeface(face).shaper;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(run);
        buffer.set_direction(Direction::LeftToRight);
        buffer.guess_segment_properties();
        let output = rustybuzz::shape(shaper, &[], buffer);
        let em = shaper.units_per_em() as f32;
        let infos = output.glyph_infos();
        let glyphs =
            infos.iter().zip(output.glyph_positions()).enumerate().map(|(index, (info, position))| {
                let next = infos[index..].iter().find(|other| other.cluster != info.cluster);
                let end = next.map_or(run.len(), |other| other.cluster as usize);
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    position.x_advance as f32 / em,
                    position.x_offset as f32 / em,
                    position.y_offset as f32 / em,
                    position.y_advance as f32 / em,
                    offset + info.cluster as usize..offset + end,
                    None,
                )
            });
        glyphs.collect()
    }
}

/// Single spaces between words, without unprintable characters.
fn tidy(raw: &str) -> String {
    let printable: String = raw.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}
