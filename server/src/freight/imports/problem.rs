//! Why a line cannot be taken.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::field::Field;

/// Longer values are cut in messages; the file of refused lines has them whole.
const SHOWN_CHARS: usize = 80;

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $text:literal;)+) => {
        /// The closed list of reasons. Each is a message in every language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code { $($(#[$doc])* #[serde(rename = $text)] $code,)+ }

        impl Code {
            pub const ALL: &'static [Self] = &[$(Self::$code,)+];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$code => $text,)+ }
            }
        }
    };
}

codes! {
    /// Without it there is no record at all: a reference to group by, an item's description.
    Required = "required";
    NotANumber = "not_a_number";
    NotADate = "not_a_date";
    Negative = "negative";
    /// `max`
    OutOfRange = "out_of_range";
    MustBePositive = "must_be_positive";
    /// `max`
    TooLong = "too_long";
    UnknownCountry = "unknown_country";
    UnknownState = "unknown_state";
    UnknownService = "unknown_service";
    UnknownCurrency = "unknown_currency";
    /// The word is none of a short list: `allowed`
    UnknownWord = "unknown_word";
    /// The amount names another currency than the line: `currency`
    OtherCurrency = "other_currency";
    InvalidHsCode = "invalid_hs_code";
    InvalidTaxId = "invalid_tax_id";
    InvalidEmail = "invalid_email";
    InvalidPostcode = "invalid_postcode";
    /// A spreadsheet program shortened a long number: `7.89E+11`.
    ShortenedNumber = "shortened_number";
    /// The cell holds what is left of a broken formula: `#REF!`.
    BrokenFormula = "broken_formula";
    /// More cells than the header has columns: a delimiter inside a value.
    TooManyCells = "too_many_cells";
    /// Another line of the shipment says something else: `line`, `other`
    DiffersInShipment = "differs_in_shipment";
    /// The item stands on another line of the shipment already: `line`
    RepeatedItem = "repeated_item";
    /// `max`
    TooManyLines = "too_many_lines";
    /// Nothing is wrong with this line, but with another of its shipment: `line`
    HeldBack = "held_back";
}

/// One reason why one line was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineProblem {
    pub code: Code,
    /// The column's name as the file has it; none when the whole line is meant or a constant is.
    pub column: Option<String>,
    pub field: Option<Field>,
    /// What stood there, cut when long.
    pub value: String,
    pub params: BTreeMap<String, String>,
}

impl LineProblem {
    pub fn of_line(code: Code) -> Self {
        Self { code, column: None, field: None, value: String::new(), params: BTreeMap::new() }
    }

    pub fn of_cell(code: Code, column: Option<&str>, field: Field, value: &str) -> Self {
        Self {
            code,
            column: column.map(str::to_owned),
            field: Some(field),
            value: shown(value),
            params: BTreeMap::new(),
        }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: &(impl ToString + ?Sized)) -> Self {
        self.params.insert(name.to_owned(), shown(&value.to_string()));
        self
    }
}

fn shown(value: &str) -> String {
    match value.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}
