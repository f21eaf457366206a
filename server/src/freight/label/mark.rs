//! A company's logo in black and white, for thermal printers.

use krilla::geom::{Path, PathBuilder};
use krilla::paint::FillRule;
use usvg::tiny_skia_path::{self, PathSegment, Rect};

use super::LabelError;
use super::canvas::Ink;

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
    pub rule: FillRule,
    pub ink: Ink,
}

impl std::fmt::Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mark of {} shapes", self.shapes.len())
    }
}

impl Mark {
    /// Fails if the image cannot be read or would print nothing. Parse it once per tenant.
    pub fn from_svg(svg: &[u8]) -> Result<Self, LabelError> {
        if REFUSED.iter().any(|tag| svg.windows(tag.len()).any(|window| window == *tag)) {
            return Err(LabelError::Mark);
        }
        let mut options = usvg::Options::default();
        options.image_href_resolver.resolve_string = Box::new(|_, _| None);
        options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
        let tree = usvg::Tree::from_data(svg, &options).map_err(|_| LabelError::Mark)?;
        let mut shapes = Vec::new();
        collect(tree.root(), &mut shapes);
        let bounds = tree.root().abs_stroke_bounding_box();
        let visible = shapes.iter().any(|shape| shape.ink == Ink::Black);
        if visible && bounds.width() > 0.0 && bounds.height() > 0.0 {
            Ok(Self { shapes, bounds })
        } else {
            Err(LabelError::Mark)
        }
    }

    /// Width divided by height.
    pub(super) fn proportion(&self) -> f32 {
        self.bounds.width() / self.bounds.height()
    }
}

fn collect(group: &usvg::Group, shapes: &mut Vec<Shape>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, shapes),
            usvg::Node::Path(path) if path.is_visible() => shapes.extend(painted(path)),
            usvg::Node::Path(_) | usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

/// The filled area and the stroke around it as an area.
fn painted(path: &usvg::Path) -> impl Iterator<Item = Shape> {
    let filled = path.fill().and_then(|fill| {
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        shape(path, path.data().clone(), rule, fill.paint())
    });
    let outlined = path.stroke().and_then(|stroke| {
        let outline = path.data().stroke(&stroke.to_tiny_skia(), 1.0)?;
        shape(path, outline, FillRule::NonZero, stroke.paint())
    });
    filled.into_iter().chain(outlined)
}

fn shape(
    of: &usvg::Path,
    outline: tiny_skia_path::Path,
    rule: FillRule,
    paint: &usvg::Paint,
) -> Option<Shape> {
    let mut path = PathBuilder::new();
    for segment in outline.transform(of.abs_transform())?.segments() {
        match segment {
            PathSegment::MoveTo(p) => path.move_to(p.x, p.y),
            PathSegment::LineTo(p) => path.line_to(p.x, p.y),
            PathSegment::QuadTo(a, p) => path.quad_to(a.x, a.y, p.x, p.y),
            PathSegment::CubicTo(a, b, p) => path.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathSegment::Close => path.close(),
        }
    }
    Some(Shape { path: path.finish()?, rule, ink: ink(paint) })
}

fn ink(paint: &usvg::Paint) -> Ink {
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
    if light { Ink::White } else { Ink::Black }
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
            assert!(matches!(Mark::from_svg(svg(inside).as_bytes()), Err(LabelError::Mark)), "{inside}");
        }
    }
}
