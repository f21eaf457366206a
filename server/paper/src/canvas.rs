//! Draws on one page in millimetres: a page of a PDF, or a label in the language of a thermal printer.

use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::graphic::Graphic;
use krilla::image::Image;
use krilla::paint::FillRule;
use krilla::surface::Surface;
use krilla::text::KrillaGlyph;

use super::area::Area;
use super::code::{Code, CodePlace};
use super::fonts::Fonts;
use super::mark::{Mark, MarkPlace};
use super::style::{Align, DOT, Ink, MM, Stand, Style, bold_stroke};
use super::text::{self, Line, Paragraph};
use super::zpl::{PlacedLine, ZplPage};

pub struct Canvas<'a> {
    pen: Pen<'a>,
    pub fonts: &'a Fonts,
    ink: Ink,
}

enum Pen<'a> {
    Pdf(Box<Surface<'a>>),
    Zpl(&'a mut ZplPage),
}

impl<'a> Canvas<'a> {
    pub fn new(surface: Surface<'a>, fonts: &'a Fonts) -> Self {
        let mut canvas = Self { pen: Pen::Pdf(Box::new(surface)), fonts, ink: Ink::Black };
        canvas.ink(Ink::Black);
        canvas
    }

    /// Draws in the language of a thermal printer.
    pub fn for_printer(page: &'a mut ZplPage, fonts: &'a Fonts) -> Self {
        Self { pen: Pen::Zpl(page), fonts, ink: Ink::Black }
    }

    pub fn finish(self) {
        if let Pen::Pdf(surface) = self.pen {
            surface.finish();
        }
    }

    pub fn ink(&mut self, ink: Ink) {
        self.ink = ink;
        if let Pen::Pdf(surface) = &mut self.pen {
            surface.set_fill(Some(ink.fill(FillRule::NonZero)));
        }
    }

    pub fn fill(&mut self, area: Area) {
        match &mut self.pen {
            Pen::Zpl(page) => page.fill(area, self.ink),
            Pen::Pdf(surface) => {
                let mut path = PathBuilder::new();
                push(&mut path, area.x * MM, area.y * MM, area.w * MM, area.h * MM);
                draw(surface, path.finish());
            }
        }
    }

    /// Four lines at the inner side of the edges.
    pub fn frame(&mut self, area: Area, thick: f32) {
        let Area { x, y, w, h } = area;
        self.fill(Area { h: thick, ..area });
        self.fill(Area { x, y: y + h - thick, w, h: thick });
        self.fill(Area { w: thick, ..area });
        self.fill(Area { x: x + w - thick, y, w: thick, h });
    }

    /// Draws a code in the middle of a box, in whole dots of the printer.
    pub fn code(&mut self, code: &Code, area: Area) {
        match &mut self.pen {
            Pen::Zpl(page) => page.code(code, area),
            Pen::Pdf(surface) => draw_code(surface, code, code.place(area, DOT)),
        }
    }

    /// Draws a mark as large as the box allows, at its left side. The document stores it once for all pages.
    pub fn mark(&mut self, mark: &Mark, area: Area) {
        match &mut self.pen {
            Pen::Zpl(page) => page.mark(mark, area),
            Pen::Pdf(surface) => draw_mark(surface, mark, area),
        }
    }

    /// A photo as large as the box allows, at its left and upper side. Thermal printers print none.
    pub fn photo(&mut self, photo: &Image, area: Area) {
        let Pen::Pdf(surface) = &mut self.pen else { return };
        let (width, height) = photo.size();
        let (width, height) = (width as f32, height as f32);
        let scale = (area.w / width).min(area.h / height) * MM;
        let Some(size) = Size::from_wh(width * scale, height * scale) else { return };
        surface.push_transform(&Transform::from_translate(area.x * MM, area.y * MM));
        surface.draw_image(photo.clone(), size);
        surface.pop();
    }

    /// One text in a box. An empty text draws nothing.
    pub fn text(&mut self, text: &str, area: Area, style: Style) {
        self.paragraphs(&[Paragraph::new(self.fonts, text, style.weight, 1.0)], area, style);
    }

    /// Returns the height of the lines in millimetres.
    pub fn paragraphs(&mut self, paragraphs: &[Paragraph], area: Area, style: Style) -> f32 {
        let lines = text::fit(paragraphs, area.w * MM, area.h * MM, style.sizes, style.extent);
        self.lines(&lines, area, style)
    }

    /// Lines that are already broken. Returns their height in millimetres.
    pub fn lines(&mut self, lines: &[Line], area: Area, style: Style) -> f32 {
        let (baselines, height) = text::baselines(lines, style.extent);
        let top = match style.stand {
            Stand::Top => 0.0,
            Stand::Middle => (area.h * MM - height) / 2.0,
        };
        for (line, baseline) in lines.iter().zip(baselines) {
            self.line(line, area, area.y * MM + top + baseline, style.align);
        }
        height / MM
    }

    fn line(&mut self, line: &Line, area: Area, y: f32, align: Align) {
        let dots = self.fonts.shape(if line.cut { "…" } else { "" }, line.shaped.weight);
        let ellipsis = Line::whole(&dots, line.size);
        let room = area.w * MM - ellipsis.width();
        let line = if line.cut { line.shorten(room) } else { line.clone() };
        let placed = PlacedLine { line: &line, ellipsis: &ellipsis, area, baseline: y, align };
        if let Pen::Zpl(page) = &mut self.pen {
            return page.line(self.fonts, &placed, self.ink);
        }
        let x = placed.find_left(line.width() + ellipsis.width());
        self.glyphs(&line, x, y);
        self.glyphs(&ellipsis, x + line.width(), y);
    }

    /// Draws the glyphs of a line from left to right, font by font.
    fn glyphs(&mut self, line: &Line, mut x: f32, y: f32) {
        let Pen::Pdf(surface) = &mut self.pen else { return };
        let shaped = line.shaped;
        for run in line.visual().chunk_by(|a, b| shaped.faces[*a] == shaped.faces[*b]) {
            let face = shaped.faces[run[0]];
            let stroke = bold_stroke(line, face);
            surface.set_stroke(stroke.map(|width| self.ink.stroke(width)));
            let glyphs: Vec<KrillaGlyph> = run.iter().map(|at| shaped.glyphs[*at].clone()).collect();
            let font = self.fonts.font(face);
            surface.draw_glyphs(Point::from_xy(x, y), &glyphs, font, &shaped.text, line.size, false);
            x += glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * line.size;
        }
        surface.set_stroke(None);
    }
}

/// Draws bars or squares. Coordinates are whole modules that the page scales, because short numbers keep the document small.
fn draw_code(surface: &mut Surface, code: &Code, place: CodePlace) {
    let mut path = PathBuilder::new();
    for (row, column, length) in code.modules.runs() {
        push(&mut path, column as f32, row as f32, length as f32, 1.0);
    }
    let CodePlace { x, y, module, height } = place;
    let row = height / code.modules.rows.len() as f32;
    surface.push_transform(&Transform::from_row(module * MM, 0.0, 0.0, row * MM, x * MM, y * MM));
    draw(surface, path.finish());
    surface.pop();
}

fn draw_mark(surface: &mut Surface, mark: &Mark, area: Area) {
    let MarkPlace { scale, x, y } = mark.place(area);
    let (scale, x, y) = (scale * MM, x * MM, y * MM);
    let mut builder = surface.stream_builder();
    let mut sketch = builder.surface();
    for shape in &mark.shapes {
        sketch.set_fill(Some(shape.ink.fill(shape.rule)));
        sketch.draw_path(&shape.path);
    }
    sketch.finish();
    let stream = builder.finish();
    surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x, y));
    surface.draw_graphic(Graphic::new(stream, false));
    surface.pop();
}

fn draw(surface: &mut Surface, path: Option<Path>) {
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

fn push(path: &mut PathBuilder, x: f32, y: f32, w: f32, h: f32) {
    if let Some(rect) = Rect::from_xywh(x, y, w, h) {
        path.push_rect(rect);
    }
}
