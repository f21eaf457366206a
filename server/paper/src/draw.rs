//! Draws a document of a layout.

use super::area::Area;
use super::canvas::{Canvas, Ink, Style, module_width, to_dot};
use super::compose::{self, Content, FilledPiece, Flow, TableFlow};
use super::data::Data;
use super::error::PaperError;
use super::fonts::Weight;
use super::layout::{CAPTION, CAPTION_SIZE, Layout, PAD, Piece, Symbol};
use super::sheets::Sheets;
use trade::symbols::Modules;

/// Lines around boxes and between rows.
const THIN: f32 = 0.2;

impl Layout {
    /// Adds the pages of a document. Returns their number.
    pub fn print(&self, sheets: &mut Sheets, data: &Data) -> Result<usize, PaperError> {
        sheets.title(&data.title, &data.creator);
        let filled = compose::fill(self, data, sheets.fonts)?;
        let flows: Vec<(&FilledPiece, Flow)> = filled.iter().map(|one| (one, one.flow())).collect();
        let pages = flows.iter().map(|(_, flow)| flow.pages()).max().unwrap_or(1);
        for page in 0..pages {
            sheets.page([self.page.width, self.page.height], |canvas| {
                for (filled, flow) in &flows {
                    if filled.piece.is_on(page, pages) || flow.pages() > 1 {
                        draw(canvas, filled, flow, data, page, pages);
                    }
                }
                Ok(())
            })?;
        }
        Ok(pages)
    }
}

fn draw(canvas: &mut Canvas, filled: &FilledPiece, flow: &Flow, data: &Data, page: usize, pages: usize) {
    let piece = filled.piece;
    decorate(canvas, filled);
    let inside = piece.inside();
    match (&filled.content, flow) {
        (_, Flow::Text(chunks)) => {
            // A text that fits is on every page; one that goes on is not repeated.
            let lines = if chunks.len() == 1 { chunks.first() } else { chunks.get(page) };
            canvas.lines(lines.map_or(&[], Vec::as_slice), inside, piece.style());
        }
        (_, Flow::Table(table)) => rows(canvas, piece, table, page),
        (Content::Numbered, Flow::Still) => {
            let text = compose::number_pages(piece, data, canvas.fonts, page, pages);
            canvas.paragraphs(&text, inside, piece.style());
        }
        (Content::Code(modules), Flow::Still) => code(canvas, piece, modules),
        (Content::Image, Flow::Still) => {
            if let Some(mark) = &data.mark {
                canvas.mark(mark, inside);
            }
        }
        (Content::Line, Flow::Still) => canvas.fill(piece.area()),
        (Content::Text(_) | Content::Table { .. }, Flow::Still) => {}
    }
    canvas.ink(Ink::Black);
}

/// The frame, the black ground and the caption.
fn decorate(canvas: &mut Canvas, filled: &FilledPiece) {
    let piece = filled.piece;
    if piece.inverse {
        canvas.fill(piece.area());
        canvas.ink(Ink::White);
    } else if piece.frame {
        canvas.frame(piece.area(), THIN);
    }
    if !filled.caption.is_empty() {
        let pad = if piece.frame || piece.inverse { PAD } else { 0.0 };
        let top = Area { h: CAPTION, ..piece.area().inset(pad, pad * 0.6) };
        canvas.paragraphs(&filled.caption, top, compose::caption_style());
    }
}

fn rows(canvas: &mut Canvas, piece: &Piece, table: &TableFlow, page: usize) {
    let Some(rows) = table.pages.get(page) else { return };
    let area = piece.inside();
    let mut y = area.y;
    let line = |canvas: &mut Canvas, y: f32| canvas.fill(Area { x: area.x, y, w: area.w, h: THIN });
    if table.head_height > 0.0 {
        let style = Style::new(Weight::Medium, CAPTION_SIZE, CAPTION_SIZE);
        cells(canvas, piece, &table.heads, Area { y, h: table.head_height, ..area }, style);
        y += table.head_height;
        line(canvas, y - THIN);
    }
    for row in rows {
        cells(canvas, piece, &row.cells, Area { y, h: row.height, ..area }, piece.style());
        y += row.height;
        line(canvas, y - THIN);
    }
    let columns = piece.columns.iter().scan(area.x, |x, column| {
        *x += column.w;
        Some(*x)
    });
    if piece.frame {
        for x in columns.filter(|x| *x < area.x + area.w - 0.5) {
            canvas.fill(Area { x, y: piece.y, w: THIN, h: piece.h });
        }
    }
}

fn cells(canvas: &mut Canvas, piece: &Piece, cells: &[Vec<super::text::Line>], area: Area, style: Style) {
    let mut rest = area;
    for (column, lines) in piece.columns.iter().zip(cells) {
        let cell = rest.cut_left(column.w).inset(PAD, PAD / 2.0);
        canvas.lines(lines, cell, style.align(column.align.into()));
    }
}

/// In whole printer dots, in the middle of the box.
fn code(canvas: &mut Canvas, piece: &Piece, modules: &Modules) {
    let area = piece.inside();
    let (quiet, room) = quiet(piece);
    let module = module_width(modules, quiet, room);
    let width = modules.columns() as f32 * module;
    let x = to_dot(area.x + (area.w - width) / 2.0);
    match piece.code {
        Symbol::Bars => canvas.modules(modules, x, area.y, module, area.h),
        Symbol::Qr => canvas.modules(modules, x, to_dot(area.y + (area.h - width) / 2.0), module, module),
    }
}

/// White modules on each side of a code, and the room for both.
pub fn quiet(piece: &Piece) -> (usize, f32) {
    let area = piece.inside();
    match piece.code {
        Symbol::Bars => (10, area.w),
        Symbol::Qr => (4, area.w.min(area.h)),
    }
}
