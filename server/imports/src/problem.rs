use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

use super::field::Field;
use server_core::http::messages::{Language, MessageCode, Params};

/// Longer values are cut in messages; the file of refused lines has them in full.
const SHOWN_CHARS: usize = 80;

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $message:ident;)+) => {
        /// All reasons. Each has a message in every language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $code,)+ }

        impl Code {
            pub const ALL: &'static [Self] = &[$(Self::$code,)+];

            pub fn message(self) -> MessageCode {
                match self { $(Self::$code => MessageCode::$message,)+ }
            }
        }
    };
}

codes! {
    /// A record cannot exist without it: a reference to group by, an item's description.
    Required = ImportRequired;
    NotANumber = ImportNotANumber;
    /// A number of units, parcels or days with a fraction.
    NotWhole = ImportNotWhole;
    NotADate = ImportNotADate;
    /// A date before 1900 or after 2100.
    DayOutOfRange = ImportDayOutOfRange;
    Negative = ImportNegative;
    /// More decimals than the currency of the amount has.
    TooManyDecimals = ImportTooManyDecimals;
    /// `max`
    OutOfRange = ImportOutOfRange;
    MustBePositive = ImportMustBePositive;
    /// `max`
    TooLong = ImportTooLong;
    UnknownCountry = ImportUnknownCountry;
    CountryNotServed = ImportCountryNotServed;
    UnknownState = ImportUnknownState;
    UnknownService = ImportUnknownService;
    UnknownCurrency = ImportUnknownCurrency;
    UnknownGroup = ImportUnknownGroup;
    /// The word is not in the list: `allowed`
    UnknownWord = ImportUnknownWord;
    /// The amount has another currency than the line: `currency`
    OtherCurrency = ImportOtherCurrency;
    InvalidHsCode = ImportInvalidHsCode;
    InvalidTaxId = ImportInvalidTaxId;
    InvalidCpf = InvalidCpf;
    InvalidCnpj = InvalidCnpj;
    /// A natural person under the minimum age: `min`
    TooYoung = ImportTooYoung;
    /// Another client has this code or suite.
    Taken = ImportTaken;
    Invalid = Invalid;
    InvalidEmail = ImportInvalidEmail;
    InvalidPhone = ImportInvalidPhone;
    InvalidPostcode = ImportInvalidPostcode;
    /// A spreadsheet program shortened a long number: `7.89E+11`.
    ShortenedNumber = ImportShortenedNumber;
    /// The cell contains the rest of a broken formula: `#REF!`.
    BrokenFormula = ImportBrokenFormula;
    /// The file has the formula of the cell, but not its result.
    FormulaWithoutResult = ImportFormulaWithoutResult;
    /// More cells than columns in the header: a delimiter inside a value.
    TooManyCells = ImportTooManyCells;
    /// The service takes less: `max`
    AboveServiceLimit = AboveServiceLimit;
    /// The service takes more: `min`
    BelowServiceLimit = BelowServiceLimit;
    /// `max`
    SidesAboveServiceLimit = SidesAboveServiceLimit;
    /// `max`
    GirthAboveServiceLimit = GirthAboveServiceLimit;
    /// The contents or a country that the service does not take.
    NotWithService = NotWithService;
    /// Another line of the shipment has a different value: `line`, `other`
    DiffersInShipment = ImportDiffersInShipment;
    /// The company, or the owner of the line, has no such item in use.
    UnknownItem = ImportUnknownItem;
    /// No client has this code.
    UnknownOwner = ImportUnknownOwner;
    UnknownPlace = ImportUnknownPlace;
    PlaceClosed = StockPlaceClosed;
    /// Several warehouses have a place with this code, and the line names none.
    PlaceInSeveral = ImportPlaceInSeveral;
    ItemWithoutLots = StockItemWithoutLots;
    ItemWithoutExpiry = StockItemWithoutExpiry;
    /// The lot came before with another day of expiry: `other`
    OtherExpiry = ImportOtherExpiry;
    /// More units than a place can have.
    TooMuchStock = StockTooMuch;
    /// The item is already on another line of the shipment: `line`
    RepeatedItem = ImportRepeatedItem;
    /// `max`
    TooManyLines = ImportTooManyLines;
    /// This line is correct, but another line of its shipment is refused: `line`
    HeldBack = ImportHeldBack;
}

impl Code {
    pub fn as_str(self) -> &'static str {
        self.message().as_str()
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = Self::ALL.iter().find(|code| code.as_str() == text);
        known.copied().ok_or_else(|| D::Error::custom(format!("no reason is called {text}")))
    }
}

/// One reason for refusing one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineProblem {
    pub code: Code,
    /// Name of the column in the file; none for the whole line or a constant.
    pub column: Option<String>,
    pub field: Option<Field>,
    /// The value of the cell, cut if long.
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
            value: shorten(value),
            params: BTreeMap::new(),
        }
    }

    /// The reason for the user: the name of the column and the problem.
    pub fn text(&self, language: Language) -> String {
        let text = self.code.message().text(language, &self.params());
        match &self.column {
            Some(column) => format!("{column}: {text}"),
            None => text,
        }
    }

    /// The values of the message.
    pub fn params(&self) -> Params {
        let named = |name| self.params.get(name).map(|value| (name, value.as_str().into()));
        let mut params: Params =
            ["line", "other", "min", "max", "allowed"].into_iter().filter_map(named).collect();
        params.insert("value", self.value.as_str().into());
        params
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: &(impl ToString + ?Sized)) -> Self {
        self.params.insert(name.to_owned(), shorten(&value.to_string()));
        self
    }
}

fn shorten(value: &str) -> String {
    match value.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// All reasons of a line in one text.
pub fn text_of(problems: &[LineProblem], language: Language) -> String {
    problems.iter().map(|problem| problem.text(language)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_the_column_and_the_value() {
        let problem = LineProblem::of_cell(Code::NotANumber, Some("Peso"), Field::Weight, "um");
        assert_eq!(problem.text(Language::PtBr), "Peso: “um” não é um número.");
        let held_back = LineProblem::of_line(Code::HeldBack).with("line", &7);
        assert_eq!(
            held_back.text(Language::En),
            "Not imported because row 7 of the same shipment was rejected."
        );
    }

    #[test]
    fn every_reason_fills_all_placeholders() {
        for code in Code::ALL {
            let mut problem = LineProblem::of_cell(*code, None, Field::Weight, "x");
            for name in ["line", "other", "min", "max", "allowed"] {
                problem = problem.with(name, "1");
            }
            for language in Language::ALL {
                assert!(!problem.text(language).contains("{{"), "{}", code.as_str());
            }
        }
    }
}
