//! Shaped texts and the logo as bitmaps.

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::bitmap::Bitmap;
use super::{Density, PlacedLine};
use crate::area::Area;
use crate::fonts::Fonts;
use crate::mark::{Mark, MarkPlace};
use crate::style::{Ink, MM, bold_stroke};
use crate::text::Line;

/// A picture with the dot at its left upper corner.
type PlacedBitmap = (u32, u32, Bitmap);

/// The whole line as a picture; none if nothing of it is on the label.
pub fn draw_line(
    fonts: &Fonts,
    placed: &PlacedLine,
    density: Density,
    label: [u32; 2],
) -> Option<PlacedBitmap> {
    let mut pen = Pen { scale: density.dots() / MM, ..Pen::default() };
    let (line, ellipsis) = (placed.line, placed.ellipsis);
    let x = placed.find_left(line.width() + ellipsis.width());
    pen.write(fonts, line, x, placed.baseline);
    pen.write(fonts, ellipsis, x + line.width(), placed.baseline);
    let thick = pen.thick.finish();
    let path = pen.all.finish()?;
    let picture = Picture::of(path.bounds().outset(pen.stroke, pen.stroke)?, label)?;
    picture.draw(|pixels, moved| {
        pixels.fill_path(&path, &paint(Ink::Black), FillRule::Winding, moved, None);
        if let Some(thick) = &thick {
            let stroke = Stroke { width: pen.stroke, ..Stroke::default() };
            pixels.stroke_path(thick, &paint(Ink::Black), &stroke, moved, None);
        }
    })
}

pub fn draw_mark(mark: &Mark, area: Area, density: Density, label: [u32; 2]) -> Option<PlacedBitmap> {
    let MarkPlace { scale, x, y } = mark.place(area);
    let [scale, x, y] = [scale, x, y].map(|length| length * density.dots());
    let to_dots = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    let picture = Picture::of(mark.bounds.transform(to_dots)?, label)?;
    picture.draw(|pixels, moved| {
        for shape in &mark.shapes {
            let transform = to_dots.post_concat(moved);
            pixels.fill_path(&shape.outline, &paint(shape.ink), to_fill_rule(shape.rule), transform, None);
        }
    })
}

const fn to_fill_rule(rule: krilla::paint::FillRule) -> FillRule {
    match rule {
        krilla::paint::FillRule::NonZero => FillRule::Winding,
        krilla::paint::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(match ink {
        Ink::Black => Color::BLACK,
        Ink::White => Color::WHITE,
    });
    paint
}

/// The dots of a label that a picture covers.
struct Picture {
    x: u32,
    y: u32,
    pixels: Pixmap,
}

impl Picture {
    /// The part of the bounds that is on the label.
    fn of(bounds: Rect, [width, height]: [u32; 2]) -> Option<Self> {
        let within = |edge: f32, side: u32| edge.clamp(0.0, side as f32) as u32;
        let (x, y) = (within(bounds.left().floor(), width), within(bounds.top().floor(), height));
        let (right, bottom) = (within(bounds.right().ceil(), width), within(bounds.bottom().ceil(), height));
        let pixels = Pixmap::new(right.checked_sub(x)?, bottom.checked_sub(y)?)?;
        Some(Self { x, y, pixels })
    }

    fn draw(mut self, draw: impl FnOnce(&mut Pixmap, Transform)) -> Option<PlacedBitmap> {
        self.pixels.fill(Color::WHITE);
        draw(&mut self.pixels, Transform::from_translate(-(self.x as f32), -(self.y as f32)));
        Some((self.x, self.y, Bitmap::of_pixels(&self.pixels)))
    }
}

/// Writes glyphs as outlines in dots.
#[derive(Default)]
struct Pen {
    /// Dots in a point.
    scale: f32,
    all: PathBuilder,
    /// Glyphs of fonts without a bold weight.
    thick: PathBuilder,
    /// The width of the stroke around those, in dots.
    stroke: f32,
}

impl Pen {
    /// Writes the glyphs of a line from left to right. Positions are points.
    fn write(&mut self, fonts: &Fonts, line: &Line, mut x: f32, y: f32) {
        for at in line.visual() {
            let (glyph, face) = (&line.shaped.glyphs[at], line.shaped.faces[at]);
            let shaper = &fonts.typeface(face).shaper;
            let em = line.size * self.scale / shaper.units_per_em() as f32;
            let left = (x + glyph.x_offset * line.size) * self.scale;
            let base = (y - glyph.y_offset * line.size) * self.scale;
            let place = Transform::from_row(em, 0.0, 0.0, -em, left, base);
            let outline = find_outline(shaper, glyph.glyph_id.to_u32());
            if let Some(outline) = outline.and_then(|outline| outline.transform(place)) {
                if let Some(width) = bold_stroke(line, face) {
                    self.stroke = width * self.scale;
                    self.thick.push_path(&outline);
                }
                self.all.push_path(&outline);
            }
            x += glyph.x_advance * line.size;
        }
    }
}

/// The outline of a glyph in units of its font; none for a space.
fn find_outline(shaper: &rustybuzz::Face, glyph: u32) -> Option<Path> {
    let mut outline = Outline(PathBuilder::new());
    shaper.outline_glyph(GlyphId(u16::try_from(glyph).ok()?), &mut outline)?;
    outline.0.finish()
}

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, ax: f32, ay: f32, x: f32, y: f32) {
        self.0.quad_to(ax, ay, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
