//! Draws a document of a layout.

use super::area::Area;
use super::bounds::Bounds;
use super::canvas::Canvas;
use super::compose::{self, Content, FilledPiece, Flow, TableFlow};
use super::data::Data;
use super::error::PaperError;
use super::fonts::Weight;
use super::layout::{CAPTION, CAPTION_SIZE, Layout, PAD, PageNumber, Piece};
use super::sheets::Sheets;
use super::style::{Ink, Style};

/// Lines around boxes and between rows.
const THIN: f32 = 0.2;
/// Part of the padding that is kept above a caption, whose letters are smaller.
const CAPTION_PAD: f32 = 0.6;
/// A column that ends this near to the right edge has the line of the frame.
const RIGHT_EDGE: f32 = 0.5;

impl Layout {
    /// Adds the pages of a document. Returns their number.
    pub fn print(&self, sheets: &mut Sheets, data: &Data) -> Result<usize, PaperError> {
        self.print_within(sheets, data, Bounds::NONE)
    }

    /// The same within bounds. A document beyond them adds no page.
    pub fn print_within(
        &self,
        sheets: &mut Sheets,
        data: &Data,
        bounds: Bounds,
    ) -> Result<usize, PaperError> {
        bounds.check_letters(self, data)?;
        let filled = compose::compose_pieces(self, data, sheets.fonts)?;
        let flows: Vec<(&FilledPiece, Flow)> = filled.iter().map(|one| (one, one.flow())).collect();
        let count = flows.iter().map(|(_, flow)| flow.pages()).max().unwrap_or(1);
        bounds.check_sheets(&flows, data, count)?;
        sheets.set_title_once(&data.title, &data.creator);
        for index in 0..count {
            let page = PageNumber { index, count };
            sheets.add_page([self.page.width, self.page.height], |canvas| {
                for (filled, flow) in &flows {
                    // A piece that continues over pages is drawn as far as its own text goes, whatever pages it is set for.
                    if filled.piece.is_on(page) || flow.pages() > 1 {
                        draw_piece(canvas, filled, flow, data, page);
                    }
                }
                Ok(())
            })?;
        }
        Ok(count)
    }
}

fn draw_piece(canvas: &mut Canvas, filled: &FilledPiece, flow: &Flow, data: &Data, page: PageNumber) {
    let piece = filled.piece;
    decorate(canvas, filled);
    let inside = piece.inside();
    match (&filled.content, flow) {
        (_, Flow::Text(chunks)) => {
            // A text that fits on one page is printed on every page. A longer text continues on the next page.
            let lines = if chunks.len() == 1 { chunks.first() } else { chunks.get(page.index) };
            canvas.lines(lines.map_or(&[], Vec::as_slice), inside, piece.style());
        }
        (_, Flow::Table(table)) => draw_rows(canvas, piece, table, page.index),
        (Content::Numbered, Flow::Still) => {
            let text = compose::number_pages(piece, data, canvas.fonts, page);
            canvas.paragraphs(&text, inside, piece.style());
        }
        (Content::Code(code), Flow::Still) => canvas.code(code, inside),
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

/// Draws the frame, the black ground and the caption.
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
        let top = Area { h: CAPTION, ..piece.area().inset(pad, pad * CAPTION_PAD) };
        canvas.paragraphs(&filled.caption, top, compose::caption_style());
    }
}

/// Draws the rows of a table that belong to a page, with their head and their lines.
fn draw_rows(canvas: &mut Canvas, piece: &Piece, table: &TableFlow, page: usize) {
    let Some(rows) = table.pages.get(page) else { return };
    let area = piece.inside();
    let mut y = area.y;
    let line = |canvas: &mut Canvas, y: f32| canvas.fill(Area { x: area.x, y, w: area.w, h: THIN });
    if table.head_height > 0.0 {
        let style = Style::new(Weight::Medium, CAPTION_SIZE, CAPTION_SIZE);
        draw_cells(canvas, piece, &table.heads, Area { y, h: table.head_height, ..area }, style);
        y += table.head_height;
        line(canvas, y - THIN);
    }
    for row in rows {
        draw_cells(canvas, piece, &row.cells, Area { y, h: row.height, ..area }, piece.style());
        y += row.height;
        line(canvas, y - THIN);
    }
    let columns = piece.columns.iter().scan(area.x, |x, column| {
        *x += column.w;
        Some(*x)
    });
    if piece.frame {
        for x in columns.filter(|x| *x < area.x + area.w - RIGHT_EDGE) {
            canvas.fill(Area { x, y: piece.y, w: THIN, h: piece.h });
        }
    }
}

fn draw_cells(
    canvas: &mut Canvas,
    piece: &Piece,
    cells: &[Vec<super::text::Line>],
    area: Area,
    style: Style,
) {
    let mut rest = area;
    for (column, lines) in piece.columns.iter().zip(cells) {
        let cell = rest.cut_left(column.w).inset(PAD, PAD / 2.0);
        canvas.lines(lines, cell, style.align(column.align.into()));
    }
}
