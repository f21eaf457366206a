//! Values of a report as typed cells of a file.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveDateTime};

use server_core::record::ReportColumnKind;
use sheets::export::Cell;

/// Texts of coded values, by column and code.
pub type CodeTexts = HashMap<String, HashMap<String, String>>;

/// A value as it is in a file. A code without a text stays a code; what cannot be read stays text.
pub fn to_cell(kind: ReportColumnKind, value: &str, texts: Option<&HashMap<String, String>>) -> Cell {
    if value.is_empty() {
        return Cell::Empty;
    }
    let text = || Cell::Text(value.to_owned());
    match kind {
        ReportColumnKind::Text => text(),
        ReportColumnKind::Code | ReportColumnKind::Flag => {
            texts.and_then(|texts| texts.get(value)).map_or_else(text, |known| Cell::Text(known.clone()))
        }
        ReportColumnKind::Number
        | ReportColumnKind::Amount
        | ReportColumnKind::Weight
        | ReportColumnKind::Percent => value.parse().map_or_else(|_| text(), Cell::Number),
        ReportColumnKind::Day => value.parse::<NaiveDate>().map_or_else(|_| text(), Cell::Day),
        ReportColumnKind::Moment => value.parse::<NaiveDateTime>().map_or_else(|_| text(), Cell::Moment),
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;

    #[test]
    fn a_value_has_the_type_of_its_column() {
        let cell = |kind, value| to_cell(kind, value, None);
        assert_eq!(cell(ReportColumnKind::Amount, "12.5"), Cell::Number(Decimal::new(125, 1)));
        assert_eq!(cell(ReportColumnKind::Text, "007"), Cell::Text("007".to_owned()));
        assert_eq!(cell(ReportColumnKind::Number, ""), Cell::Empty);
        assert!(matches!(cell(ReportColumnKind::Day, "2026-11-25"), Cell::Day(_)));
        assert!(matches!(cell(ReportColumnKind::Moment, "2026-11-25T14:30:00"), Cell::Moment(_)));
    }

    #[test]
    fn a_code_has_its_text_where_there_is_one() {
        let texts = HashMap::from([("90".to_owned(), "Entregue".to_owned())]);
        let cell = |value| to_cell(ReportColumnKind::Code, value, Some(&texts));
        assert_eq!(cell("90"), Cell::Text("Entregue".to_owned()));
        assert_eq!(cell("10"), Cell::Text("10".to_owned()));
    }
}
