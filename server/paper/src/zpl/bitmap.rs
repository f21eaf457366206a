//! Black and white pictures, as printers read them.

use std::iter::repeat_n;

use tiny_skia::Pixmap;
use trade::symbols::Modules;

/// The brightness, up to 255, of a dot that is covered by two fifths. Darker ones are black.
const DARK: u8 = 150;

/// Rows of dots, eight in a byte; the first is the highest bit.
pub struct Bitmap {
    rows: Vec<Vec<u8>>,
}

impl Bitmap {
    /// The dark dots of a picture on white ground.
    pub fn of_pixels(pixels: &Pixmap) -> Self {
        let rows = pixels.pixels().chunks(pixels.width() as usize);
        Self { rows: rows.map(|row| pack(row.iter().map(|pixel| pixel.red() < DARK))).collect() }
    }

    /// Bars or squares of a code, with modules as wide as `module` dots.
    pub fn of_modules(modules: &Modules, module: u32, height: u32) -> Self {
        let count = modules.rows.len().max(1);
        let row_height = (height as usize / count).max(1);
        let wide = |row: &Vec<bool>| pack(row.iter().flat_map(|dark| repeat_n(*dark, module as usize)));
        Self { rows: modules.rows.iter().flat_map(|row| repeat_n(wide(row), row_height)).collect() }
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn row_bytes(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Hexadecimal, with counts of digits that follow one another: `:` is the row above again, and `,` white up to the end of
    /// the row.
    pub fn compress(&self) -> String {
        let mut compressed = String::new();
        let mut above: Option<&Vec<u8>> = None;
        for row in &self.rows {
            if above == Some(row) {
                compressed.push(':');
            } else {
                compress_row(row, &mut compressed);
            }
            above = Some(row);
        }
        compressed
    }
}

fn pack(dots: impl Iterator<Item = bool>) -> Vec<u8> {
    let dots: Vec<bool> = dots.collect();
    let byte = |eight: &[bool]| {
        eight.iter().enumerate().fold(0, |byte, (at, dark)| byte | (u8::from(*dark) << (7 - at)))
    };
    dots.chunks(8).map(byte).collect()
}

fn compress_row(row: &[u8], compressed: &mut String) {
    let digits: Vec<u8> = row.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
    let inked = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
    for run in digits[..inked].chunk_by(|a, b| a == b) {
        let digit = char::from_digit(run[0].into(), 16).unwrap_or('0').to_ascii_uppercase();
        if run.len() > 1 {
            compressed.push_str(&count(run.len()));
        }
        compressed.push(digit);
    }
    if inked < digits.len() {
        compressed.push(',');
    }
}

/// How often the next digit stands: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400.
fn count(times: usize) -> String {
    let letter = |first: u8, index: usize| char::from(first + u8::try_from(index).unwrap_or_default());
    let (largest, rest) = (times / 400, times % 400);
    let mut count = "z".repeat(largest);
    if rest >= 20 {
        count.push(letter(b'f', rest / 20));
    }
    if rest % 20 > 0 {
        count.push(letter(b'F', rest % 20));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bitmap(rows: &[&[u8]]) -> String {
        Bitmap { rows: rows.iter().map(|row| row.to_vec()).collect() }.compress()
    }

    #[test]
    fn rows_are_compressed() {
        assert_eq!(bitmap(&[&[0, 0]]), ",");
        assert_eq!(bitmap(&[&[0xff, 0xff], &[0xff, 0xff]]), "JF:");
        assert_eq!(bitmap(&[&[0x81, 0x00], &[0x00, 0x01]]), "81,I01");
        assert_eq!(bitmap(&[&[0xf0; 30]]), "F0".repeat(29) + "F,");
    }

    #[test]
    fn counts_add_up() {
        assert_eq!([1, 19, 20, 38, 400, 419].map(count), ["G", "Y", "g", "gX", "z", "zY"]);
        assert_eq!(count(827), "zzgM");
    }

    #[test]
    fn dots_are_packed_from_the_left() {
        assert_eq!(
            pack([true, false, false, false, false, false, false, true, true].into_iter()),
            [0x81, 0x80]
        );
        let modules = Modules { rows: vec![vec![true, false]] };
        let image = Bitmap::of_modules(&modules, 4, 3);
        assert_eq!(image.rows, vec![vec![0xf0]; 3]);
    }
}
