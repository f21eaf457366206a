//! A layout: a page, and boxes on it. It is a TOML file.

use serde::Deserialize;
use toml::Spanned;

use super::area::Area;
use super::fonts::Weight;
use super::style::{Align, Style};
use trade::paper_format::PaperFormat;

/// A page with its boxes. Lengths are in millimetres, unless said otherwise.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub page: Page,
    #[serde(rename = "box", default)]
    pub boxes: Vec<Spanned<Piece>>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub width: f32,
    pub height: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Text,
    Table,
    Code,
    Image,
    Line,
}

/// Treatment of a text that needs more room than its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Overflow {
    /// It becomes smaller, down to `smallest`.
    #[default]
    Shrink,
    /// It keeps its size and uses more lines.
    Wrap,
    /// It becomes smaller, and what is left is printed on a continuation sheet.
    Continue,
}

/// The pages that have a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum On {
    #[default]
    Every,
    First,
    Last,
    /// Continuation sheets.
    Later,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    #[default]
    Left,
    Center,
    Right,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbol {
    #[default]
    Bars,
    Qr,
}

/// A box of the page.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    pub kind: Kind,
    /// For messages about it.
    #[serde(default)]
    pub name: String,
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
    /// Small text above the content, with names in braces.
    #[serde(default)]
    pub caption: String,
    /// The content of a text, with names in braces.
    #[serde(default)]
    pub text: String,
    /// The name of the table, the code or the image.
    #[serde(default)]
    pub field: String,
    #[serde(default)]
    pub code: Symbol,
    #[serde(default)]
    pub columns: Vec<Column>,
    /// In points.
    #[serde(default = "usual_size")]
    pub size: f32,
    /// In points.
    pub smallest: Option<f32>,
    #[serde(default)]
    pub bold: bool,
    #[serde(default)]
    pub align: Side,
    /// In the middle of the height.
    #[serde(default)]
    pub middle: bool,
    #[serde(default)]
    pub overflow: Overflow,
    /// The box is drawn only when this name has a value.
    pub show_if: Option<String>,
    #[serde(default)]
    pub on: On,
    /// Draws a line around the box.
    #[serde(default)]
    pub frame: bool,
    /// White on black.
    #[serde(default)]
    pub inverse: bool,
}

/// A column of a table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub w: f32,
    /// With names in braces.
    #[serde(default)]
    pub title: String,
    pub field: String,
    #[serde(default)]
    pub align: Side,
    #[serde(default)]
    pub bold: bool,
}

/// Space between a frame and its content.
pub const PAD: f32 = 0.8;
/// Height of a caption.
pub const CAPTION: f32 = 2.6;
pub const CAPTION_SIZE: f32 = 5.5;
/// The smallest size that a person can read, in points.
pub const SMALLEST: f32 = 4.0;
/// The part of its size to which a text shrinks, unless its box has a `smallest`.
const SHRUNK: f32 = 0.6;

fn usual_size() -> f32 {
    8.0
}

/// Layouts are measured for A4. A page whose sides differ from it by less than this is A4.
const SLACK: f32 = 0.5;

impl Layout {
    /// The layout on a paper: one for A4 becomes as small as the paper needs, in its middle. Others have sizes of their own.
    #[must_use]
    pub fn on(mut self, paper: PaperFormat) -> Self {
        let (a4_width, a4_height) = PaperFormat::A4.size();
        let (width, height) = paper.size();
        let is_a4 =
            (self.page.width - a4_width).abs() < SLACK && (self.page.height - a4_height).abs() < SLACK;
        if !is_a4 || paper == PaperFormat::A4 {
            return self;
        }
        let scale = (width / a4_width).min(height / a4_height);
        let left = (width - a4_width * scale) / 2.0;
        self.page = Page { width, height };
        self.boxes.iter_mut().for_each(|one| one.get_mut().scale(scale, left));
        self
    }
}

impl Piece {
    fn scale(&mut self, scale: f32, left: f32) {
        for side in [&mut self.x, &mut self.y, &mut self.w, &mut self.h, &mut self.size] {
            *side *= scale;
        }
        self.x += left;
        self.smallest = self.smallest.map(|size| (size * scale).min(self.size));
        self.columns.iter_mut().for_each(|column| column.w *= scale);
    }

    pub fn area(&self) -> Area {
        Area { x: self.x, y: self.y, w: self.w, h: self.h }
    }

    /// Where the content is drawn.
    pub fn inside(&self) -> Area {
        let framed = self.frame || self.inverse;
        let mut inside = if framed { self.area().inset(PAD, PAD * 0.6) } else { self.area() };
        if !self.caption.is_empty() {
            inside.cut_top(CAPTION);
        }
        inside
    }

    pub fn weight(&self) -> Weight {
        if self.bold { Weight::Bold } else { Weight::Medium }
    }

    pub fn smallest(&self) -> f32 {
        match self.overflow {
            Overflow::Wrap => self.size,
            Overflow::Shrink | Overflow::Continue => {
                self.smallest.unwrap_or((self.size * SHRUNK).max(SMALLEST)).min(self.size)
            }
        }
    }

    pub fn style(&self) -> Style {
        let style = Style::new(self.weight(), self.smallest(), self.size).align(self.align.into());
        if self.middle { style.middle() } else { style }
    }

    /// Whether the piece is drawn on a page.
    pub fn is_on(&self, page: PageNumber) -> bool {
        match self.on {
            On::Every => true,
            On::First => page.index == 0,
            On::Last => page.index + 1 == page.count,
            On::Later => page.index > 0,
        }
    }
}

/// A page of a document.
#[derive(Debug, Clone, Copy)]
pub struct PageNumber {
    /// From 0.
    pub index: usize,
    /// Number of pages of the document.
    pub count: usize,
}

impl From<Side> for Align {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Self::Left,
            Side::Center => Self::Center,
            Side::Right => Self::Right,
        }
    }
}
