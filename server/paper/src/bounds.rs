//! How much a document may print. A layout of a few kilobytes can fill millions of letters, or thousands of sheets.

use super::compose::{FilledPiece, Flow};
use super::data::Data;
use super::error::PaperError;
use super::layout::{Kind, Layout, Piece};
use super::template;

/// The most letters and sheets of a document. A letter counts once for each sheet that it is drawn on.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    pub letters: usize,
    pub sheets: usize,
}

/// A code or a logo is as much work as so many letters.
const LETTERS_OF_PICTURE: usize = 500;

impl Bounds {
    /// For the layouts of the product, which nobody can change.
    pub const NONE: Self = Self { letters: usize::MAX, sheets: usize::MAX };
    /// For a company's layout with the longest texts, when it is saved. Those of the product need a fifth of it.
    pub const OF_LAYOUT: Self = Self { letters: 60_000, sheets: 30 };
    /// For a document in a company's layout: thousands of goods on hundreds of sheets.
    pub const OF_DOCUMENT: Self = Self { letters: 1_000_000, sheets: 500 };

    /// Before any letter is shaped.
    pub fn check_letters(self, layout: &Layout, data: &Data) -> Result<(), PaperError> {
        let letters = layout.boxes.iter().map(|one| count_letters(one.get_ref(), data));
        if letters.sum::<usize>() > self.letters { Err(PaperError::TooLong) } else { Ok(()) }
    }

    /// Before any sheet is drawn. What fits on one sheet can be on all of them.
    pub(super) fn check_sheets(
        self,
        flows: &[(&FilledPiece, Flow)],
        data: &Data,
        sheets: usize,
    ) -> Result<(), PaperError> {
        let repeated = flows.iter().filter(|(_, flow)| flow.pages() == 1);
        let letters: usize = repeated.map(|(filled, _)| count_letters(filled.piece, data)).sum();
        let is_too_long = sheets > self.sheets || letters.saturating_mul(sheets) > self.letters;
        if is_too_long { Err(PaperError::TooLong) } else { Ok(()) }
    }
}

fn count_letters(piece: &Piece, data: &Data) -> usize {
    let of_text = |text: &str| {
        let values = template::list_names(text).into_iter().map(|name| data.text(name).len());
        text.len() + values.sum::<usize>()
    };
    let own = of_text(&piece.caption) + of_text(&piece.text);
    own + match piece.kind {
        Kind::Code | Kind::Image => LETTERS_OF_PICTURE + data.text(&piece.field).len(),
        Kind::Table => {
            let titles = piece.columns.iter().map(|column| of_text(&column.title));
            let cells = data.rows(&piece.field).iter().flat_map(|row| {
                piece.columns.iter().map(|column| row.get(column.field.as_str()).map_or(0, String::len))
            });
            titles.sum::<usize>() + cells.sum::<usize>()
        }
        Kind::Text | Kind::Line => 0,
    }
}
