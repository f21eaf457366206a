//! Distributes data to the pages of a layout. What a box has no room for is on the next sheet; nothing is cut.

use toml::Spanned;

use super::code::Code;
use super::data::{Data, PAGE, PAGES, Row};
use super::error::PaperError;
use super::fonts::{Fonts, Weight};
use super::layout::{CAPTION_SIZE, Kind, Layout, PAD, PageNumber, Piece};
use super::style::{MM, Style};
use super::template;
use super::text::{self, Extent, Line, Paragraph, Sizes};

/// A box with its content, ready to be broken into lines.
pub struct FilledPiece<'l> {
    pub piece: &'l Piece,
    pub caption: Vec<Paragraph>,
    pub content: Content,
}

pub enum Content {
    Text(Vec<Paragraph>),
    /// A text with the number of the page.
    Numbered,
    Table {
        heads: Vec<Vec<Paragraph>>,
        rows: Vec<Vec<Vec<Paragraph>>>,
    },
    Code(Code),
    Image,
    Line,
}

/// The content of a box by pages.
pub enum Flow<'f> {
    Text(Vec<Vec<Line<'f>>>),
    Table(TableFlow<'f>),
    /// The same on every page.
    Still,
}

pub struct TableFlow<'f> {
    pub heads: Vec<Vec<Line<'f>>>,
    pub head_height: f32,
    pub pages: Vec<Vec<RowPart<'f>>>,
}

/// A row, or the part of a row that is as tall as a page.
pub struct RowPart<'f> {
    pub cells: Vec<Vec<Line<'f>>>,
    /// In millimetres.
    pub height: f32,
}

/// Composes the boxes that have something to show.
pub fn compose_pieces<'l>(
    layout: &'l Layout,
    data: &Data,
    fonts: &Fonts,
) -> Result<Vec<FilledPiece<'l>>, PaperError> {
    let shown = layout.boxes.iter().map(Spanned::get_ref);
    let shown = shown.filter(|piece| piece.show_if.as_ref().is_none_or(|path| data.has(path)));
    shown.map(|piece| FilledPiece::new(piece, data, fonts)).collect()
}

/// The number of sheets that the data needs.
pub fn count_sheets(layout: &Layout, data: &Data, fonts: &Fonts) -> Result<usize, PaperError> {
    let filled = compose_pieces(layout, data, fonts)?;
    Ok(filled.iter().map(|one| one.flow().pages()).max().unwrap_or(1))
}

impl<'l> FilledPiece<'l> {
    pub fn new(piece: &'l Piece, data: &Data, fonts: &Fonts) -> Result<Self, PaperError> {
        let caption = paragraphs(&piece.caption, data, fonts, Weight::Medium);
        Ok(Self { piece, caption, content: content(piece, data, fonts)? })
    }

    pub fn flow(&self) -> Flow<'_> {
        let inside = self.piece.inside();
        match &self.content {
            Content::Text(paragraphs) => {
                let sizes = self.piece.style().sizes;
                Flow::Text(text::flow(paragraphs, inside.w * MM, inside.h * MM, sizes))
            }
            Content::Table { heads, rows } => Flow::Table(table(self.piece, heads, rows)),
            Content::Numbered | Content::Code(_) | Content::Image | Content::Line => Flow::Still,
        }
    }
}

impl Flow<'_> {
    /// The number of pages that the content needs.
    pub fn pages(&self) -> usize {
        match self {
            Flow::Text(pages) => pages.len(),
            Flow::Table(table) => table.pages.len(),
            Flow::Still => 1,
        }
    }
}

fn content(piece: &Piece, data: &Data, fonts: &Fonts) -> Result<Content, PaperError> {
    Ok(match piece.kind {
        Kind::Text if is_numbered(piece) => Content::Numbered,
        Kind::Text => Content::Text(paragraphs(&piece.text, data, fonts, piece.weight())),
        Kind::Table => {
            let head = |title: &String| paragraphs(title, data, fonts, Weight::Medium);
            let heads = piece.columns.iter().map(|column| head(&column.title)).collect();
            let rows = data.rows(&piece.field).iter().map(|row| compose_cells(piece, row, fonts)).collect();
            Content::Table { heads, rows }
        }
        Kind::Code => match data.text(&piece.field) {
            "" => Content::Text(Vec::new()),
            text => Content::Code(Code::new(piece.code, text)?),
        },
        Kind::Image => Content::Image,
        Kind::Line => Content::Line,
    })
}

fn is_numbered(piece: &Piece) -> bool {
    template::list_names(&piece.text).into_iter().any(|name| name == PAGE || name == PAGES)
}

/// Composes a text with the number of its page.
pub fn number_pages(piece: &Piece, data: &Data, fonts: &Fonts, page: PageNumber) -> Vec<Paragraph> {
    let (page, pages) = ((page.index + 1).to_string(), page.count.to_string());
    let value = |name: &str| match name {
        PAGE => page.as_str(),
        PAGES => pages.as_str(),
        other => data.text(other),
    };
    let lines = template::fill(&piece.text, &value);
    lines.iter().map(|line| Paragraph::new(fonts, line, piece.weight(), 1.0)).collect()
}

fn paragraphs(text: &str, data: &Data, fonts: &Fonts, weight: Weight) -> Vec<Paragraph> {
    let lines = template::fill(text, &|name: &str| data.text(name));
    lines.iter().map(|line| Paragraph::new(fonts, line, weight, 1.0)).collect()
}

fn compose_cells(piece: &Piece, row: &Row, fonts: &Fonts) -> Vec<Vec<Paragraph>> {
    let cell = |field: &str, weight| {
        let text = row.get(field).map_or("", String::as_str);
        text.lines().map(|line| Paragraph::new(fonts, line, weight, 1.0)).collect()
    };
    let weight = |bold| if bold { Weight::Bold } else { piece.weight() };
    piece.columns.iter().map(|column| cell(&column.field, weight(column.bold))).collect()
}

/// Heads are as tall as they need to be; rows stay whole unless one is taller than the page.
fn table<'f>(piece: &Piece, heads: &'f [Vec<Paragraph>], rows: &'f [Vec<Vec<Paragraph>>]) -> TableFlow<'f> {
    let inside = piece.inside();
    let head = Sizes { largest: CAPTION_SIZE, smallest: CAPTION_SIZE };
    let heads: Vec<Vec<Line>> =
        piece.columns.iter().zip(heads).map(|(column, title)| break_lines(title, column.w, head)).collect();
    let head_height = if heads.iter().all(Vec::is_empty) { 0.0 } else { height_of(&heads) };
    let body = (inside.h - head_height).max(1.0);
    let sizes = piece.style().sizes;
    let parts = rows.iter().flat_map(|row| {
        let cells = piece.columns.iter().zip(row).map(|(column, cell)| break_lines(cell, column.w, sizes));
        part_rows(cells.collect(), body)
    });
    let mut pages: Vec<Vec<RowPart>> = vec![Vec::new()];
    let mut used = 0.0;
    for part in parts {
        if used + part.height > body + 0.01 && used > 0.0 {
            pages.push(Vec::new());
            used = 0.0;
        }
        used += part.height;
        let last = pages.len() - 1;
        pages[last].push(part);
    }
    TableFlow { heads, head_height, pages }
}

/// The lines of a cell at the largest size that breaks no word.
fn break_lines(paragraphs: &[Paragraph], width: f32, sizes: Sizes) -> Vec<Line<'_>> {
    text::fit(paragraphs, (width - 2.0 * PAD) * MM, f32::MAX, sizes, Extent::Accents)
}

fn height_of(cells: &[Vec<Line>]) -> f32 {
    let heights = cells.iter().map(|lines| text::baselines(lines, Extent::Accents).1);
    heights.fold(0.0, f32::max) / MM + PAD
}

/// A row in parts that fit a page.
fn part_rows<'f>(cells: Vec<Vec<Line<'f>>>, body: f32) -> Vec<RowPart<'f>> {
    let height = height_of(&cells);
    if height <= body {
        return vec![RowPart { cells, height }];
    }
    let chunked: Vec<Vec<Vec<Line>>> =
        cells.into_iter().map(|lines| text::chunks(lines, (body - PAD) * MM)).collect();
    let count = chunked.iter().map(Vec::len).max().unwrap_or(0);
    let part = |index: usize| {
        let cells: Vec<Vec<Line>> =
            chunked.iter().map(|chunks| chunks.get(index).cloned().unwrap_or_default()).collect();
        RowPart { height: height_of(&cells).min(body), cells }
    };
    (0..count).map(part).collect()
}

/// The style of a caption.
pub const fn caption_style() -> Style {
    Style::new(Weight::Medium, 4.0, CAPTION_SIZE)
}
