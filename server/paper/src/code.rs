//! A bar code or QR code in a box.

use super::area::Area;
use super::layout::Symbol;
use trade::symbols::{self, Modules, Unprintable};

/// Thinner bars cannot be read, and wider ones are no easier to read. In millimetres.
const THINNEST: f32 = 0.25;
const WIDEST: f32 = 0.75;
/// Positions and widths that differ by less are equal.
const SLACK: f32 = 0.001;

pub struct Code {
    pub symbol: Symbol,
    pub text: String,
    pub modules: Modules,
}

/// The corner and the size of a code, in millimetres and in whole dots of the printer.
#[derive(Debug, Clone, Copy)]
pub struct CodePlace {
    pub x: f32,
    pub y: f32,
    pub module: f32,
    /// The height of the whole code.
    pub height: f32,
}

impl Code {
    pub fn new(symbol: Symbol, text: &str) -> Result<Self, Unprintable> {
        let modules = match symbol {
            Symbol::Bars => symbols::code_128(text)?,
            Symbol::Qr => symbols::qr(text)?,
        };
        Ok(Self { symbol, text: text.to_owned(), modules })
    }

    /// Modules with the white ones on both sides, without which readers do not find the code.
    fn columns_with_quiet_zone(&self) -> f32 {
        let quiet = match self.symbol {
            Symbol::Bars => 10,
            Symbol::Qr => 4,
        };
        (self.modules.columns() + 2 * quiet) as f32
    }

    fn find_room(&self, area: Area) -> f32 {
        match self.symbol {
            Symbol::Bars => area.w,
            Symbol::Qr => area.w.min(area.h),
        }
    }

    /// Whether the thinnest modules that can be read are too wide for the box.
    pub fn is_too_wide(&self, area: Area) -> bool {
        self.columns_with_quiet_zone() * THINNEST > self.find_room(area) + 10.0 * SLACK
    }

    /// The middle of the box, with the widest module of whole dots with which the code and its white zone fit. Modules never
    /// are thinner than can be read: scanners read a short white zone better than thin bars.
    pub(super) fn place(&self, area: Area, dot: f32) -> CodePlace {
        let [thinnest, widest] = [THINNEST, WIDEST].map(|width| (width / dot - SLACK).ceil());
        let dots = (self.find_room(area) / dot / self.columns_with_quiet_zone()).floor();
        let module = dots.clamp(thinnest, widest) * dot;
        let width = self.modules.columns() as f32 * module;
        let to_dot = |position: f32| (position / dot).round() * dot;
        let x = to_dot(area.x + (area.w - width) / 2.0);
        match self.symbol {
            Symbol::Bars => CodePlace { x, y: area.y, module, height: area.h },
            Symbol::Qr => CodePlace { x, y: to_dot(area.y + (area.h - width) / 2.0), module, height: width },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::DOT;

    const BOX: Area = Area { x: 3.0, y: 10.0, w: 95.6, h: 20.0 };

    #[test]
    fn bars_are_whole_dots_wide_at_each_density() {
        let code = Code::new(Symbol::Bars, "LX821947508BR").unwrap();
        for dot in [DOT, 25.4 / 300.0] {
            let place = code.place(BOX, dot);
            for length in [place.x, place.module] {
                assert!((length / dot - (length / dot).round()).abs() < 0.01, "{place:?}");
            }
            assert!((0.25..0.75).contains(&place.module), "{place:?}");
        }
    }

    #[test]
    fn a_code_without_room_keeps_bars_that_can_be_read() {
        let code = Code::new(Symbol::Qr, "https://atlantico.example/tracking").unwrap();
        let small = Area { w: 6.0, h: 6.0, ..BOX };
        assert!(code.is_too_wide(small) && !code.is_too_wide(BOX));
        assert!(code.place(small, 25.4 / 300.0).module >= 0.25);
    }
}
