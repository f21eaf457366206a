//! ZPL II, the language of thermal printers.
//!
//! The printer draws lines, codes and Latin texts itself, with its own font; `font` has what that font can write. Everything
//! else is a bitmap: texts of other scripts, which `outline` shapes, and the logo. Only `escape` writes texts, so that no name
//! is read as a command.

mod bitmap;
mod escape;
mod font;
mod outline;

use std::fmt::Write;

use crate::area::Area;
use crate::code::Code;
use crate::fonts::Fonts;
use crate::layout::Symbol;
use crate::mark::Mark;
use crate::style::{Align, Ink, MM};
use crate::text::Line;
use bitmap::Bitmap;
use font::PrinterText;
use trade::print_format::PrintFormat;

/// Resolution of a printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Density {
    Dpi203,
    Dpi300,
}

impl Density {
    /// None for a PDF.
    pub const fn find(format: PrintFormat) -> Option<Self> {
        match format {
            PrintFormat::Pdf => None,
            PrintFormat::Zpl203 => Some(Self::Dpi203),
            PrintFormat::Zpl300 => Some(Self::Dpi300),
        }
    }

    /// Dots per millimetre. Printers of 203 dpi have exactly 8.
    pub const fn dots(self) -> f32 {
        match self {
            Self::Dpi203 => 8.0,
            Self::Dpi300 => 300.0 / 25.4,
        }
    }
}

/// One line of a text at its place. Lengths are points.
pub struct PlacedLine<'a> {
    pub line: &'a Line<'a>,
    /// Follows a line that was cut; otherwise empty.
    pub ellipsis: &'a Line<'a>,
    /// In millimetres.
    pub area: Area,
    pub baseline: f32,
    pub align: Align,
}

impl PlacedLine<'_> {
    /// Where a text of this width begins.
    pub fn find_left(&self, width: f32) -> f32 {
        let spare = self.area.w * MM - width;
        self.area.x * MM
            + match self.align {
                Align::Left => 0.0,
                Align::Center => spare / 2.0,
                Align::Right => spare,
            }
    }
}

/// The commands of one label.
pub struct ZplPage {
    density: Density,
    /// The size of the label, in dots.
    width: u32,
    height: u32,
    commands: String,
}

impl ZplPage {
    /// Begins a label of this width and height, in millimetres. The settings of the printer are left as they are, except those
    /// that a label needs: UTF-8, its size, its corner and its direction.
    pub fn new(density: Density, size_mm: [f32; 2]) -> Self {
        let [width, height] = size_mm.map(|side| (side * density.dots() + ROUNDING) as u32);
        let commands = format!("^XA\n^CI28\n^PW{width}\n^LL{height}\n^LH0,0\n^PON\n");
        Self { density, width, height, commands }
    }

    pub fn finish(mut self) -> String {
        self.commands.push_str("^XZ\n");
        self.commands
    }

    /// A filled rectangle. Thinner lines than a dot are one dot thick.
    pub fn fill(&mut self, area: Area, ink: Ink) {
        let (left, right) = self.find_edges(area.x, area.w, self.width);
        let (top, bottom) = self.find_edges(area.y, area.h, self.height);
        let (width, height) = (right - left, bottom - top);
        let color = match ink {
            Ink::Black => 'B',
            Ink::White => 'W',
        };
        let thick = width.min(height);
        self.write_command(format_args!("^FO{left},{top}^GB{width},{height},{thick},{color}^FS"));
    }

    /// A code in the middle of a box. The printer encodes texts that each printer encodes alike.
    pub fn code(&mut self, code: &Code, area: Area) {
        let place = code.place(area, 1.0 / self.density.dots());
        let [x, y, module, height] =
            [place.x, place.y, place.module, place.height].map(|mm| self.to_dots(mm));
        if !is_plain(code) {
            let image = Bitmap::of_modules(&code.modules, module, height);
            return self.draw_bitmap(x, y, &image, Ink::Black);
        }
        let text = escape::escape(&code.text);
        match code.symbol {
            // One dot: printers move a QR code down by the height that is set for bars.
            Symbol::Qr => self.write_command(format_args!(
                "^BY2,3,1^FO{x},{y}^BQN,2,{}^FH_^FDMA,{text}^FS",
                module.min(LARGEST)
            )),
            Symbol::Bars => self.write_command(format_args!(
                "^BY{},3,{height}^FO{x},{y}^BCN,{height},N,N,N,A^FH_^FD{text}^FS",
                module.min(LARGEST)
            )),
        }
    }

    /// A line of a text: in the printer's font if it has all letters.
    pub fn line(&mut self, fonts: &Fonts, placed: &PlacedLine, ink: Ink) {
        if let Some(PrinterText { text, x, y, height, width }) = PrinterText::of(placed, self.density) {
            if !text.is_empty() {
                let (text, reverse) = (escape::escape(&text), reverse(ink));
                self.write_command(format_args!("^FT{x},{y}^A0N,{height},{width}{reverse}^FH_^FD{text}^FS"));
            }
        } else if let Some((x, y, image)) = outline::draw_line(fonts, placed, self.density, self.size()) {
            self.draw_bitmap(x, y, &image, ink);
        }
    }

    pub fn mark(&mut self, mark: &Mark, area: Area) {
        if let Some((x, y, image)) = outline::draw_mark(mark, area, self.density, self.size()) {
            self.draw_bitmap(x, y, &image, Ink::Black);
        }
    }

    fn draw_bitmap(&mut self, x: u32, y: u32, image: &Bitmap, ink: Ink) {
        let (row, data, reverse) = (image.row_bytes(), image.compress(), reverse(ink));
        let total = row * image.rows();
        self.write_command(format_args!("^FO{x},{y}{reverse}^GFA,{total},{total},{row},{data}^FS"));
    }

    fn write_command(&mut self, command: std::fmt::Arguments) {
        // Writing to a text never fails.
        let _ = writeln!(self.commands, "{command}");
    }

    const fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    /// Millimetres in dots.
    fn to_dots(&self, mm: f32) -> u32 {
        (mm * self.density.dots()).round().max(0.0) as u32
    }

    /// The first dot of a length and the one after its last, both on the label.
    fn find_edges(&self, from: f32, length: f32, side: u32) -> (u32, u32) {
        let first = self.to_dots(from).min(side.saturating_sub(1));
        (first, self.to_dots(from + length).clamp(first + 1, side.max(first + 1)))
    }
}

/// Lengths of whole dots can be a little shorter in binary.
const ROUNDING: f32 = 0.01;

/// The widest module that the commands of codes take, in dots.
const LARGEST: u32 = 10;

/// White letters on a black ground.
const fn reverse(ink: Ink) -> &'static str {
    match ink {
        Ink::Black => "",
        Ink::White => "^FR",
    }
}

/// Whether the printer itself can encode the text. Other characters have a meaning of their own in bars, and several encodings
/// in a QR code.
fn is_plain(code: &Code) -> bool {
    code.text.bytes().all(|byte| match code.symbol {
        Symbol::Bars => byte.is_ascii_alphanumeric() || b"-./ ".contains(&byte),
        Symbol::Qr => byte.is_ascii_graphic(),
    })
}

#[cfg(test)]
mod tests;
