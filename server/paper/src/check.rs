//! Refuses a layout that could not print everything.

use serde_json::Value;

use super::bounds::Bounds;
use super::compose::{self, Content, FilledPiece, Flow};
use super::data::{Data, LOGO, Vocabulary};
use super::fonts::Fonts;
use super::layout::{CAPTION, Kind, Layout, Overflow, PAD, PageNumber, Piece, SMALLEST};
use super::letters::MissingLetters;
use super::style::MM;
use super::template;
use super::text::{self, Extent};
use server_core::http::messages::{MessageCode, Params};

/// Lengths of a side of a page, in millimetres.
const PAGE_SIDES: std::ops::RangeInclusive<f32> = 30.0..=450.0;
/// The largest letters, in points.
const LARGEST: f32 = 72.0;
const MAX_BOXES: usize = 200;
const MAX_COLUMNS: usize = 20;
/// Differences below this come from rounding.
const SLACK: f32 = 0.01;
/// Height of a row with one line, in sizes of its letters.
const ROW_HEIGHT: f32 = 1.6;

/// A problem of a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Counted from 1.
    pub line: usize,
    /// The box; empty for the page and for a file that cannot be read.
    pub name: String,
    pub code: MessageCode,
    pub params: Params,
}

/// The layout, or all its problems in the order of the file.
pub fn check(text: &str, vocabulary: &Vocabulary, fonts: &Fonts) -> Result<Layout, Vec<Finding>> {
    let layout = parse_layout(text).map_err(|finding| vec![finding])?;
    let mut findings = of_page(&layout);
    let longest = vocabulary.longest();
    // A layout with too many letters or boxes is not measured.
    if Bounds::OF_LAYOUT.check_letters(&layout, &longest).is_err() {
        findings.push(too_long());
    }
    if layout.boxes.len() > MAX_BOXES || findings.iter().any(|one| one.code == MessageCode::LayoutTooLong) {
        return Err(findings);
    }
    for one in &layout.boxes {
        let checked = CheckedBox { line: line_of(text, one.span().start), piece: one.get_ref() };
        findings.extend(checked.findings(&layout, vocabulary, &longest, fonts));
    }
    let has_too_many_sheets = |sheets| sheets > Bounds::OF_LAYOUT.sheets;
    if findings.is_empty() && compose::count_sheets(&layout, &longest, fonts).is_ok_and(has_too_many_sheets) {
        findings.push(too_long());
    }
    if findings.is_empty() { Ok(layout) } else { Err(findings) }
}

/// The layout would print too much.
pub fn too_long() -> Finding {
    let Bounds { letters, sheets } = Bounds::OF_LAYOUT;
    finding(1, "", MessageCode::LayoutTooLong, &[("letters", letters.into()), ("sheets", sheets.into())])
}

/// Reads a layout without judging it.
pub fn parse_layout(text: &str) -> Result<Layout, Finding> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let detail = error.message().lines().next().unwrap_or_default().to_owned();
        finding(line_of(text, at), "", MessageCode::LayoutSyntax, &[("detail", detail.into())])
    })
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

fn finding(line: usize, name: &str, code: MessageCode, more: &[(&'static str, Value)]) -> Finding {
    let mut params: Params = more.iter().cloned().collect();
    params.insert("line", line.into());
    params.insert("box", name.into());
    Finding { line, name: name.to_owned(), code, params }
}

fn of_page(layout: &Layout) -> Vec<Finding> {
    let mut findings = Vec::new();
    if ![layout.page.width, layout.page.height].iter().all(|side| PAGE_SIDES.contains(side)) {
        let range = [("min", (*PAGE_SIDES.start()).into()), ("max", (*PAGE_SIDES.end()).into())];
        findings.push(finding(1, "", MessageCode::LayoutPage, &range));
    }
    if layout.boxes.is_empty() || layout.boxes.len() > MAX_BOXES {
        let range = [("min", 1.into()), ("max", MAX_BOXES.into())];
        findings.push(finding(1, "", MessageCode::LayoutBoxes, &range));
    }
    findings
}

/// A box, and the line of the file in which it begins.
struct CheckedBox<'l> {
    line: usize,
    piece: &'l Piece,
}

impl CheckedBox<'_> {
    fn findings(
        &self,
        layout: &Layout,
        vocabulary: &Vocabulary,
        longest: &Data,
        fonts: &Fonts,
    ) -> Vec<Finding> {
        let mut findings = self.sizes(layout);
        findings.extend(self.check_needed());
        findings.extend(self.names(vocabulary));
        findings.extend(self.letters(fonts));
        // A box that is wrong in itself would be measured in vain.
        if findings.is_empty() && self.overflows(longest, fonts) {
            findings.push(self.to_finding(MessageCode::LayoutOverflow, &[]));
        }
        findings
    }

    fn to_finding(&self, code: MessageCode, more: &[(&'static str, Value)]) -> Finding {
        finding(self.line, &self.name(), code, more)
    }

    /// Its own name, or else what it shows.
    fn name(&self) -> String {
        let Piece { name, field, text, caption, .. } = self.piece;
        let shown = [name, field, caption, text].into_iter().find(|text| !text.is_empty());
        let first = shown.and_then(|text| text.lines().next()).unwrap_or_default();
        first.chars().take(40).collect()
    }

    fn sizes(&self, layout: &Layout) -> Vec<Finding> {
        let Piece { x, y, w, h, size, smallest, .. } = *self.piece;
        let mut findings = Vec::new();
        let is_inside = x >= 0.0
            && y >= 0.0
            && w > 0.0
            && h > 0.0
            && x + w <= layout.page.width + SLACK
            && y + h <= layout.page.height + SLACK;
        if !is_inside {
            findings.push(self.to_finding(MessageCode::LayoutOutside, &[]));
        }
        if ![size, smallest.unwrap_or(size)].iter().all(|size| (SMALLEST..=LARGEST).contains(size)) {
            let range = [("min", SMALLEST.into()), ("max", LARGEST.into())];
            findings.push(self.to_finding(MessageCode::LayoutSize, &range));
        }
        let columns: f32 = self.piece.columns.iter().map(|column| column.w).sum();
        let too_narrow =
            self.piece.columns.iter().any(|column| column.w.is_nan() || column.w <= 2.0 * PAD + 1.0);
        if too_narrow || columns > self.piece.inside().w + SLACK {
            let room = format!("{:.1}", self.piece.inside().w);
            findings.push(self.to_finding(MessageCode::LayoutColumns, &[("room", room.into())]));
        }
        findings
    }

    /// Keys without which a box of its kind shows nothing.
    fn check_needed(&self) -> Option<Finding> {
        let Piece { kind, text, field, columns, .. } = self.piece;
        let key = match kind {
            Kind::Text if text.is_empty() && self.piece.caption.is_empty() && !self.piece.frame => "text",
            Kind::Table | Kind::Code | Kind::Image if field.is_empty() => "field",
            Kind::Table if columns.is_empty() || columns.len() > MAX_COLUMNS => "columns",
            _ => return None,
        };
        Some(self.to_finding(MessageCode::LayoutIncomplete, &[("key", key.into())]))
    }

    fn names(&self, vocabulary: &Vocabulary) -> Vec<Finding> {
        let Piece { kind, text, caption, field, columns, show_if, .. } = self.piece;
        let titles = columns.iter().map(|column| &column.title);
        let mut unknown: Vec<&str> =
            [text, caption].into_iter().chain(titles).flat_map(|text| template::list_names(text)).collect();
        unknown.retain(|name| !vocabulary.has_text(name));
        let table = vocabulary.table(field);
        let is_known = match kind {
            Kind::Table => table.is_some(),
            Kind::Code => vocabulary.has_text(field),
            Kind::Image => field == LOGO,
            Kind::Text | Kind::Line => field.is_empty(),
        };
        if !is_known && !(field.is_empty()) {
            unknown.push(field);
        }
        let condition = show_if.as_deref();
        let knows =
            |path: &str| path == LOGO || vocabulary.has_text(path) || vocabulary.table(path).is_some();
        unknown.extend(condition.filter(|path| !knows(path)));
        let column = |name: &str| table.is_some_and(|table| table.columns.iter().any(|one| one.path == name));
        unknown.extend(columns.iter().map(|one| one.field.as_str()).filter(|name| !column(name)));
        let report = |name: &str| self.to_finding(MessageCode::LayoutUnknownField, &[("field", name.into())]);
        unknown.into_iter().map(report).collect()
    }

    fn letters(&self, fonts: &Fonts) -> Option<Finding> {
        let Piece { text, caption, columns, .. } = self.piece;
        let texts = [text, caption].into_iter().chain(columns.iter().map(|column| &column.title));
        let literals: Vec<String> = texts.map(|text| template::literal(text)).collect();
        let missing = MissingLetters::of(literals.iter().map(String::as_str), fonts)?;
        Some(self.to_finding(MessageCode::LayoutLetters, &[("letters", missing.letters.into())]))
    }

    fn overflows(&self, longest: &Data, fonts: &Fonts) -> bool {
        let Ok(filled) = FilledPiece::new(self.piece, longest, fonts) else { return true };
        caption_overflows(&filled) || content_overflows(&filled, longest, fonts)
    }
}

fn caption_overflows(filled: &FilledPiece) -> bool {
    let style = compose::caption_style();
    let width = filled.piece.inside().w * MM;
    let lines = text::fit(&filled.caption, width, CAPTION * MM, style.sizes, style.extent);
    lines.iter().any(|line| line.cut)
}

fn content_overflows(filled: &FilledPiece, longest: &Data, fonts: &Fonts) -> bool {
    let piece = filled.piece;
    let room = piece.inside().h * MM + SLACK;
    match (filled.flow(), &filled.content) {
        (Flow::Text(pages), _) => {
            let goes_on = piece.overflow == Overflow::Continue;
            let is_tall = |lines: &Vec<text::Line>| text::baselines(lines, Extent::Accents).1 > room;
            pages.len() > 1 && !goes_on || pages.first().is_some_and(is_tall)
        }
        (Flow::Table(table), _) => {
            let line = piece.smallest() * ROW_HEIGHT + PAD * MM;
            room - table.head_height * MM < line
        }
        (Flow::Still, Content::Numbered) => {
            // The widest number of a page: 999 of 999.
            let text = compose::number_pages(piece, longest, fonts, PageNumber { index: 998, count: 999 });
            let sizes = piece.style().sizes;
            text::flow(&text, piece.inside().w * MM, room, sizes).len() > 1
        }
        (Flow::Still, Content::Code(code)) => code.is_too_wide(piece.inside()),
        (Flow::Still, _) => false,
    }
}
