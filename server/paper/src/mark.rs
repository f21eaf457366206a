//! A company's logo in black and white, for thermal printers.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use krilla::geom::{Path, PathBuilder};
use krilla::paint::FillRule;
use serde::{Deserialize, Serialize};
use usvg::tiny_skia_path::{self, PathSegment, Rect};

use super::area::Area;
use super::error::PaperError;
use super::style::Ink;
use server_core::sandbox::{self, Task};

pub const MARK: Task = Task { name: "mark", memory: 128 * 1024 * 1024, cpu_s: 5, wall_s: 20 };

/// Brighter colours stay white.
const LIGHT: f32 = 0.55;

/// Elements with which a small file can create a billion shapes.
const REFUSED: [&[u8]; 4] = [b"<use", b"<pattern", b"<marker", b"<!ENTITY"];

/// The shapes of an SVG image, without its texts and bitmaps.
pub struct Mark {
    pub(super) shapes: Vec<Shape>,
    pub(super) bounds: Rect,
}

pub(super) struct Shape {
    pub path: Path,
    /// The same for bitmaps.
    pub outline: tiny_skia_path::Path,
    pub rule: FillRule,
    pub ink: Ink,
}

impl std::fmt::Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mark of {} shapes", self.shapes.len())
    }
}

impl Mark {
    /// Reads an image in a process of its own. Blocking. Fails if it cannot be read or would print nothing. Read it once
    /// per tenant.
    pub fn from_svg(svg: &[u8]) -> Result<Self, PaperError> {
        let kept = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(svg)?;
            file.rewind()?;
            sandbox::read_file::<Option<Drawing>>(&MARK, file)
        };
        kept().ok().flatten().flatten().and_then(Drawing::into_mark).ok_or(PaperError::Mark)
    }

    /// Reads an image in this process, which must be a sandbox.
    pub fn from_svg_here(svg: &[u8]) -> Option<Self> {
        Drawing::of(svg).and_then(Drawing::into_mark)
    }

    /// Width divided by height.
    pub fn proportion(&self) -> f32 {
        self.bounds.width() / self.bounds.height()
    }

    /// As large as the box allows, at its left side.
    pub(super) fn place(&self, area: Area) -> MarkPlace {
        let scale = (area.h / self.bounds.height()).min(area.w / self.bounds.width());
        let top = area.y + (area.h - self.bounds.height() * scale) / 2.0;
        MarkPlace { scale, x: area.x - self.bounds.left() * scale, y: top - self.bounds.top() * scale }
    }
}

/// How the coordinates of a mark become millimetres of the page.
pub(super) struct MarkPlace {
    pub scale: f32,
    pub x: f32,
    pub y: f32,
}

/// The result of the process that reads an image.
#[derive(Serialize, Deserialize)]
struct Drawing {
    outlines: Vec<Outline>,
    /// Left, top, right, bottom.
    bounds: [f32; 4],
}

#[derive(Serialize, Deserialize)]
struct Outline {
    is_black: bool,
    is_even_odd: bool,
    segments: Vec<Segment>,
}

#[derive(Serialize, Deserialize)]
enum Segment {
    Move([f32; 2]),
    Line([f32; 2]),
    Quad([f32; 4]),
    Cubic([f32; 6]),
    Close,
}

/// The work of the process of [`MARK`].
pub fn read_in_sandbox(mut file: File, output: &mut dyn Write) -> io::Result<()> {
    let mut svg = Vec::new();
    file.read_to_end(&mut svg)?;
    sandbox::write_part(output, &Drawing::of(&svg))
}

impl Drawing {
    fn of(svg: &[u8]) -> Option<Self> {
        if REFUSED.iter().any(|tag| svg.windows(tag.len()).any(|window| window == *tag)) {
            return None;
        }
        let mut options = usvg::Options::default();
        options.image_href_resolver.resolve_string = Box::new(|_, _| None);
        options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
        let tree = usvg::Tree::from_data(svg, &options).ok()?;
        let mut outlines = Vec::new();
        collect(tree.root(), &mut outlines);
        let bounds = tree.root().abs_stroke_bounding_box();
        Some(Self { outlines, bounds: [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()] })
    }

    /// None when nothing would be printed.
    fn into_mark(self) -> Option<Mark> {
        let is_visible = self.outlines.iter().any(|outline| outline.is_black);
        let [left, top, right, bottom] = self.bounds;
        let bounds = Rect::from_ltrb(left, top, right, bottom)?;
        let shapes = self.outlines.into_iter().filter_map(Outline::into_shape).collect();
        let has_area = bounds.width() > 0.0 && bounds.height() > 0.0;
        (is_visible && has_area).then_some(Mark { shapes, bounds })
    }
}

impl Outline {
    fn into_shape(self) -> Option<Shape> {
        let mut path = PathBuilder::new();
        let mut outline = tiny_skia_path::PathBuilder::new();
        for segment in self.segments {
            match segment {
                Segment::Move([x, y]) => {
                    path.move_to(x, y);
                    outline.move_to(x, y);
                }
                Segment::Line([x, y]) => {
                    path.line_to(x, y);
                    outline.line_to(x, y);
                }
                Segment::Quad([ax, ay, x, y]) => {
                    path.quad_to(ax, ay, x, y);
                    outline.quad_to(ax, ay, x, y);
                }
                Segment::Cubic([ax, ay, bx, by, x, y]) => {
                    path.cubic_to(ax, ay, bx, by, x, y);
                    outline.cubic_to(ax, ay, bx, by, x, y);
                }
                Segment::Close => {
                    path.close();
                    outline.close();
                }
            }
        }
        let rule = if self.is_even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
        let ink = if self.is_black { Ink::Black } else { Ink::White };
        Some(Shape { path: path.finish()?, outline: outline.finish()?, rule, ink })
    }
}

fn collect(group: &usvg::Group, outlines: &mut Vec<Outline>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, outlines),
            usvg::Node::Path(path) if path.is_visible() => outlines.extend(list_outlines(path)),
            usvg::Node::Path(_) | usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

/// The filled area and the stroke around it as an area.
fn list_outlines(path: &usvg::Path) -> impl Iterator<Item = Outline> {
    let filled = path.fill().and_then(|fill| {
        let is_even_odd = fill.rule() == usvg::FillRule::EvenOdd;
        outline(path, path.data().clone(), is_even_odd, fill.paint())
    });
    let outlined = path.stroke().and_then(|stroke| {
        let around = path.data().stroke(&stroke.to_tiny_skia(), 1.0)?;
        outline(path, around, false, stroke.paint())
    });
    filled.into_iter().chain(outlined)
}

fn outline(
    of: &usvg::Path,
    path: tiny_skia_path::Path,
    is_even_odd: bool,
    paint: &usvg::Paint,
) -> Option<Outline> {
    let segment = |segment| match segment {
        PathSegment::MoveTo(p) => Segment::Move([p.x, p.y]),
        PathSegment::LineTo(p) => Segment::Line([p.x, p.y]),
        PathSegment::QuadTo(a, p) => Segment::Quad([a.x, a.y, p.x, p.y]),
        PathSegment::CubicTo(a, b, p) => Segment::Cubic([a.x, a.y, b.x, b.y, p.x, p.y]),
        PathSegment::Close => Segment::Close,
    };
    let segments = path.transform(of.abs_transform())?.segments().map(segment).collect();
    Some(Outline { is_black: is_dark(paint), is_even_odd, segments })
}

fn is_dark(paint: &usvg::Paint) -> bool {
    let color = match paint {
        usvg::Paint::Color(color) => Some(*color),
        usvg::Paint::LinearGradient(gradient) => gradient.stops().first().map(usvg::Stop::color),
        usvg::Paint::RadialGradient(gradient) => gradient.stops().first().map(usvg::Stop::color),
        usvg::Paint::Pattern(_) => None,
    };
    let light = color.is_some_and(|color| {
        let part = |value: u8, share: f32| f32::from(value) / 255.0 * share;
        part(color.red, 0.2126) + part(color.green, 0.7152) + part(color.blue, 0.0722) > LIGHT
    });
    !light
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bright_shapes_are_white_and_lines_are_areas() {
        let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 48">
            <rect x="4" y="8" width="36" height="32" fill="#b3441c"/>
            <path fill="none" stroke="#fff" stroke-width="3" d="M12 30h18"/><text x="1" y="1">A</text></svg>"##;
        let mark = Mark::from_svg(svg).unwrap();
        let inks: Vec<Ink> = mark.shapes.iter().map(|shape| shape.ink).collect();
        assert_eq!(inks, [Ink::Black, Ink::White]);
        assert_eq!(mark.proportion(), 36.0 / 32.0);
    }

    #[test]
    fn an_empty_or_too_complex_image_is_refused() {
        let svg = |inside: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inside}</svg>")
        };
        for inside in ["", "<rect width='9' height='9' fill='#fff'/>", "<use href='#a'/>", "<rect"] {
            assert!(matches!(Mark::from_svg(svg(inside).as_bytes()), Err(PaperError::Mark)), "{inside}");
        }
    }
}
