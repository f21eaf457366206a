//! The label on the parcel: 4 × 6 inches, black and white, for thermal printers of 203 dpi.
//!
//! `page` has the layout, `paper` draws it.

mod letters;
mod page;

use std::sync::Arc;

use chrono::NaiveDate;

use crate::error::PaperError;
use crate::mark::Mark;
use crate::party::Party;
use crate::sheets::Sheets;
use server_core::http::messages::Language;
use trade::figures::{Habits, Money};

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
    /// It was printed before: whoever finds two labels knows which one counts.
    pub is_reprint: bool,
}

/// Parcel number k of n.
#[derive(Debug, Clone, Copy)]
pub struct Parcel {
    pub number: u32,
    pub of: u32,
    pub weight_g: Option<i32>,
    pub size_mm: Option<[f64; 3]>,
}

/// Adds a page with a label.
pub fn add(sheets: &mut Sheets, label: &Label) -> Result<(), PaperError> {
    sheets.set_title_once(&format!("{} {}", label.carrier, label.bar_code), &label.carrier);
    sheets.add_page([page::WIDTH, page::HEIGHT], |canvas| page::draw(canvas, label))
}

#[cfg(test)]
pub(crate) mod tests;
