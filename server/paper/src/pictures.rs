//! Pages of photos behind a document.

use krilla::image::Image;

use super::area::Area;
use super::error::PaperError;
use super::fonts::Weight;
use super::sheets::Sheets;
use super::style::Style;

const MARGIN: f32 = 15.0;
const GAP: f32 = 5.0;
const COLUMNS: usize = 2;
const ROWS: usize = 3;
/// In millimetres.
const TITLE: f32 = 12.0;
const CAPTION: f32 = 5.0;

/// A photo with what is said of it.
#[derive(Debug, Clone)]
pub struct Picture {
    pub caption: String,
    /// A JPEG file.
    pub file: Vec<u8>,
}

/// Adds pages of this size with the pictures, six on each. None for no pictures; one that cannot be read leaves its place empty.
pub fn print(
    sheets: &mut Sheets,
    page: [f32; 2],
    title: &str,
    pictures: &[Picture],
) -> Result<(), PaperError> {
    for shown in pictures.chunks(COLUMNS * ROWS) {
        sheets.add_page(page, |canvas| {
            let mut area = Area { x: 0.0, y: 0.0, w: page[0], h: page[1] }.inset(MARGIN, MARGIN);
            canvas.text(title, area.cut_top(TITLE), Style::new(Weight::Medium, 7.0, 12.0));
            for (at, picture) in shown.iter().enumerate() {
                let mut place = find_place(area, at);
                canvas.text(
                    &picture.caption,
                    place.cut_bottom(CAPTION),
                    Style::new(Weight::Medium, 5.0, 8.0),
                );
                if let Ok(photo) = Image::from_jpeg(picture.file.clone().into(), true) {
                    canvas.photo(&photo, place);
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The place of a picture: row by row.
fn find_place(area: Area, at: usize) -> Area {
    let (columns, rows) = (COLUMNS as f32, ROWS as f32);
    let (w, h) = ((area.w - GAP * (columns - 1.0)) / columns, (area.h - GAP * (rows - 1.0)) / rows);
    let (column, row) = ((at % COLUMNS) as f32, (at / COLUMNS) as f32);
    Area { x: area.x + column * (w + GAP), y: area.y + row * (h + GAP), w, h }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_do_not_overlap_and_stay_on_the_page() {
        let area = Area { x: 15.0, y: 27.0, w: 180.0, h: 255.0 };
        let places: Vec<Area> = (0..COLUMNS * ROWS).map(|at| find_place(area, at)).collect();
        for (at, one) in places.iter().enumerate() {
            assert!(one.x + one.w <= 195.01 && one.y + one.h <= 282.01, "{one:?}");
            for other in &places[at + 1..] {
                let is_beside = one.x + one.w <= other.x || other.x + other.w <= one.x;
                let is_below = one.y + one.h <= other.y;
                assert!(is_beside || is_below, "{one:?} {other:?}");
            }
        }
    }
}
