//! Ink, place and size of what is drawn on a page.

use krilla::color::rgb;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, Stroke};

use super::fonts::{Face, Weight};
use super::text::{Extent, Line, Sizes};

/// Points per millimetre.
pub const MM: f32 = 72.0 / 25.4;

/// One dot of a 203 dpi printer, in millimetres. Bars with edges between two dots print unevenly.
pub const DOT: f32 = 0.125;

/// Stroke that makes the only weight of a font look bold, relative to the font size.
const BOLD_STROKE: f32 = 0.028;

/// In points. Bold characters below this size fill up.
const SMALLEST_BOLD: f32 = 7.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Black,
    White,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    Top,
    Middle,
}

/// Alignment and size of a text in its box.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub weight: Weight,
    pub sizes: Sizes,
    pub extent: Extent,
    pub align: Align,
    pub stand: Stand,
}

impl Style {
    /// Aligned left and top, with the smallest and largest font size in points.
    pub const fn new(weight: Weight, smallest: f32, largest: f32) -> Self {
        let sizes = Sizes { largest, smallest };
        Self { weight, sizes, extent: Extent::Accents, align: Align::Left, stand: Stand::Top }
    }

    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub const fn middle(self) -> Self {
        Self { stand: Stand::Middle, ..self }
    }

    pub const fn capitals(self) -> Self {
        Self { extent: Extent::Capitals, ..self }
    }
}

impl Ink {
    pub(super) fn fill(self, rule: FillRule) -> Fill {
        Fill { paint: self.color().into(), opacity: NormalizedF32::ONE, rule }
    }

    pub(super) fn stroke(self, width: f32) -> Stroke {
        Stroke { paint: self.color().into(), width, ..Stroke::default() }
    }

    fn color(self) -> rgb::Color {
        match self {
            Self::Black => rgb::Color::new(0, 0, 0),
            Self::White => rgb::Color::new(255, 255, 255),
        }
    }
}

/// The width of the stroke that makes a font of one weight bold.
pub(super) fn bold_stroke(line: &Line, face: Face) -> Option<f32> {
    let has_one_weight = matches!(face, Face::Other(_));
    let is_thick = has_one_weight && line.shaped.weight == Weight::Bold && line.size >= SMALLEST_BOLD;
    is_thick.then_some(line.size * BOLD_STROKE)
}
