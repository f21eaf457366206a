//! Documents on paper: PDFs in black and white, of any page size, and labels in ZPL II.
//!
//! `canvas` draws in millimetres, `text` finds the font size that fits a box, `shape` finds the glyphs of a text in
//! `fonts`, `letters` those that no font has. A document is [`data::Data`] in the boxes of a [`layout::Layout`]: `compose`
//! distributes it to pages, `check` refuses a layout that could not print everything. `captions` has the fixed texts of each
//! document, and `label` is the label on a parcel, which no layout changes; nothing else here knows what the documents are
//! about. `zpl` writes the same drawing for a thermal printer.

pub mod area;
pub mod bounds;
pub mod canvas;
pub mod captions;
pub mod check;
pub mod code;
pub mod compose;
pub mod data;
pub mod draw;
pub mod error;
pub mod fonts;
pub mod label;
pub mod layout;
pub mod letters;
pub mod mark;
pub mod party;
pub mod pictures;
pub mod shape;
pub mod sheets;
pub mod style;
pub mod template;
pub mod text;
pub mod zpl;

#[cfg(test)]
mod tests;
