//! The label on the parcel: 4 × 6 inches, black and white, for thermal printers of 203 dpi.
//!
//! `page` has the layout, `canvas` draws in millimetres, `text` finds the font size that fits a box, `shape` finds the
//! glyphs of a text in `fonts`, `letters` those that no font has, `trade::symbols` makes the bar codes.

mod area;
mod canvas;
mod captions;
mod figures;
mod fonts;
mod letters;
pub mod mark;
mod page;
mod shape;
mod text;

use std::sync::Arc;

use chrono::NaiveDate;
use krilla::Document;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use rust_decimal::Decimal;

pub use fonts::Fonts;
pub use letters::MissingLetters;
pub use mark::Mark;

use crate::http::messages::Language;
use crate::trade::symbols::Unprintable;
use crate::trade::units::{SizeUnit, WeightUnit};

/// Treatment of a parcel that cannot be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonDelivery {
    Return,
    Abandon,
    Redirect,
}

/// The printed data of one parcel. Texts can have any length.
#[derive(Debug, Clone)]
pub struct Label {
    /// Language of the captions; other texts are printed unchanged.
    pub language: Language,
    /// Units and order of the date of the company.
    pub habits: Habits,
    /// The shipping company's public name.
    pub carrier: String,
    /// The company's logo, printed before its name.
    pub mark: Option<Arc<Mark>>,
    pub service: String,
    pub date: NaiveDate,
    /// The shipment's code, followed by the parcel's number if there are several parcels.
    pub bar_code: String,
    /// The same code in groups, for people.
    pub bar_code_shown: String,
    /// URL of the shipment's public tracking page.
    pub tracking_url: String,
    pub reference: Option<String>,
    pub sender: Party,
    pub receiver: Party,
    /// IATA code of the destination airport.
    pub airport: Option<String>,
    pub parcel: Parcel,
    pub contents: String,
    pub incoterm: Option<String>,
    pub declared_value: Option<Money>,
    pub non_delivery: NonDelivery,
}

#[derive(Debug, Clone, Default)]
pub struct Party {
    pub name: String,
    /// Contact person, trading name and the like; empty ones are omitted.
    pub also: Vec<String>,
    /// Street, number, complement and district, in the order of the country.
    pub street: Vec<String>,
    pub city: String,
    /// The short code if the country has one, for example `SP`.
    pub state: String,
    pub postcode: String,
    /// Name of the country in the language of the label.
    pub country: String,
    /// Name of the country in English, which carriers of other countries read.
    pub country_english: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    pub phone: Option<String>,
    /// Tax number, formatted for printing.
    pub document: Option<String>,
}

/// How the company writes weights, sizes and dates.
#[derive(Debug, Clone, Copy)]
pub struct Habits {
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    /// November 21 is 11/21.
    pub month_first: bool,
}

/// Parcel number k of n.
#[derive(Debug, Clone, Copy)]
pub struct Parcel {
    pub number: u32,
    pub of: u32,
    pub weight_g: Option<i32>,
    pub size_mm: Option<[f64; 3]>,
}

#[derive(Debug, Clone)]
pub struct Money {
    pub amount: Decimal,
    pub currency: String,
}

#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    #[error("a font of the label cannot be read")]
    Font,
    #[error("the mark is not an image that can be printed in black and white")]
    Mark,
    #[error(transparent)]
    Code(#[from] Unprintable),
    #[error("the label could not be written: {0}")]
    Pdf(String),
}

/// A weight as the label writes it, for example `1.25 kg`.
pub fn weight_text(grams: i32, unit: WeightUnit, language: Language) -> String {
    figures::weight(grams, unit, captions::Captions::of(language))
}

/// A length in the same way, for example `105 cm`.
pub fn length_text(millimetres: f64, unit: SizeUnit, language: Language) -> String {
    figures::length(millimetres, unit, captions::Captions::of(language))
}

/// One PDF with one page per label, in the given order.
pub fn render(labels: &[Label], fonts: &Fonts) -> Result<Vec<u8>, LabelError> {
    let mut sheets = Sheets::new(fonts);
    for label in labels {
        sheets.add(label)?;
    }
    sheets.finish()
}

/// A PDF that grows by one page per label, so the labels need not all be in memory.
pub struct Sheets<'f> {
    document: Document,
    fonts: &'f Fonts,
    titled: bool,
}

impl<'f> Sheets<'f> {
    pub fn new(fonts: &'f Fonts) -> Self {
        Self { document: Document::new(), fonts, titled: false }
    }

    pub fn add(&mut self, label: &Label) -> Result<(), LabelError> {
        if !self.titled {
            self.titled = true;
            let title = format!("{} {}", label.carrier, label.bar_code);
            self.document.set_metadata(Metadata::new().title(title).creator(label.carrier.clone()));
        }
        let settings = PageSettings::from_wh(page::WIDTH * canvas::MM, page::HEIGHT * canvas::MM);
        let mut sheet = self.document.start_page_with(settings.unwrap_or_default());
        let mut canvas = canvas::Canvas::new(sheet.surface(), self.fonts);
        page::draw(&mut canvas, label)?;
        canvas.finish();
        sheet.finish();
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<u8>, LabelError> {
        self.document.finish().map_err(|error| LabelError::Pdf(error.to_string()))
    }
}

#[cfg(test)]
mod tests;
