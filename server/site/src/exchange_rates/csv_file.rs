//! Reads rates from a CSV file. Pure.

use chrono::NaiveDate;
use csv::{ReaderBuilder, StringRecord};
use rust_decimal::Decimal;

use super::model::ExchangeRateInput;
use server_core::http::error::FieldErrors;
use server_core::http::messages::{MessageCode, Params};

const MAX_LINES: usize = 5_000;
const MAX_SOURCE: usize = 120;
/// More wrong lines than this say nothing new.
const MAX_ERRORS: usize = 100;

/// A column: the field it fills, and what headers call it.
const COLUMNS: &[(&str, &[&str])] = &[
    ("from_currency", &["from", "from_currency", "de", "desde", "moeda", "moneda", "原币种"]),
    ("to_currency", &["to", "to_currency", "para", "a", "hacia", "目标币种"]),
    ("rate", &["rate", "taxa", "cotação", "cotacao", "tasa", "tipo de cambio", "汇率"]),
    ("valid_from", &["date", "valid_from", "data", "fecha", "日期"]),
    ("source", &["source", "fonte", "fuente", "来源"]),
];

/// The rates with their line numbers, as far as they can be read. Errors are at `lines.<number>.<field>`, a missing
/// column at `csv`.
pub fn read_rates(text: &str, errors: &mut FieldErrors) -> Vec<(u64, ExchangeRateInput)> {
    // The reader counts a line that ends with both signs one too low.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let delimiter = delimiter_of(text.lines().next().unwrap_or_default());
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = reader.records().filter_map(Result::ok);
    let headers = records.next().unwrap_or_default();
    let places = COLUMNS.iter().map(|(_, names)| headers.iter().position(|cell| is_named(cell, names)));
    let places: Vec<Option<usize>> = places.collect();
    let missing: Vec<&str> = COLUMNS
        .iter()
        .zip(&places)
        .filter(|((field, _), place)| place.is_none() && *field != "source")
        .map(|((_, names), _)| names[0])
        .collect();
    if !missing.is_empty() {
        errors.push_with(
            "csv",
            MessageCode::ColumnsMissing,
            Params::from([("columns", missing.join(", ").into())]),
        );
        return Vec::new();
    }
    let mut rates = Vec::new();
    for (index, record) in records.enumerate() {
        if index >= MAX_LINES {
            errors.push_with("csv", MessageCode::TooMany, Params::from([("max", MAX_LINES.into())]));
            break;
        }
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let line = record.position().map_or(0, csv::Position::line);
        if let Some(rate) = rate_of(&record, &places, line, errors) {
            rates.push((line, rate));
        }
        if errors.len() >= MAX_ERRORS {
            break;
        }
    }
    rates
}

fn is_named(cell: &str, names: &[&str]) -> bool {
    let cell = cell.trim().to_lowercase();
    names.contains(&cell.as_str())
}

/// The sign that occurs most often in the header.
fn delimiter_of(header: &str) -> u8 {
    let count = |sign: u8| header.bytes().filter(|byte| *byte == sign).count();
    [b',', b';', b'\t'].into_iter().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}

fn rate_of(
    record: &StringRecord,
    places: &[Option<usize>],
    line: u64,
    errors: &mut FieldErrors,
) -> Option<ExchangeRateInput> {
    let cell = |column: usize| places[column].and_then(|place| record.get(place)).unwrap_or_default().trim();
    let before = errors.len();
    let mut push = |field: &str, code| errors.push(format!("lines.{line}.{field}"), code);
    for (column, field) in [(0, "from_currency"), (1, "to_currency")] {
        if cell(column).len() != 3 {
            push(field, MessageCode::UnknownOption);
        }
    }
    let rate = number(cell(2));
    if rate.is_none() {
        push("rate", MessageCode::NotANumber);
    }
    let valid_from = cell(3).parse::<NaiveDate>().ok();
    if valid_from.is_none() {
        push("valid_from", MessageCode::NotADate);
    }
    if cell(4).chars().count() > MAX_SOURCE {
        errors.push_with(
            format!("lines.{line}.source"),
            MessageCode::TooLong,
            Params::from([("max", MAX_SOURCE.into())]),
        );
    }
    if errors.len() > before {
        return None;
    }
    Some(ExchangeRateInput {
        from_currency: cell(0).to_owned(),
        to_currency: cell(1).to_owned(),
        rate: rate?,
        valid_from: valid_from?,
        source: Some(cell(4).to_owned()).filter(|source| !source.is_empty()),
    })
}

/// A number with a comma or a point as its decimal mark. Groups of digits are not read: `1.234` is ambiguous.
fn number(text: &str) -> Option<Decimal> {
    let marks = text.bytes().filter(|byte| matches!(byte, b',' | b'.')).count();
    if marks > 1 {
        return None;
    }
    text.replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Vec<(u64, ExchangeRateInput)>, String) {
        let mut errors = FieldErrors::default();
        let rates = read_rates(text, &mut errors);
        (rates, format!("{errors:?}"))
    }

    #[test]
    fn columns_are_found_by_their_names_in_any_order() {
        let (rates, _) =
            read_text("\u{feff}Data;De;Para;Cotação;Fonte\r\n2026-05-12;USD;BRL;5,4321;PTAX\r\n\r\n");
        let (line, rate) = &rates[0];
        assert_eq!((*line, rate.rate.to_string().as_str(), rates.len()), (2, "5.4321", 1));
        assert_eq!((rate.from_currency.as_str(), rate.source.as_deref()), ("USD", Some("PTAX")));
    }

    #[test]
    fn a_missing_column_is_named() {
        let (rates, errors_text) = read_text("from,to,price\nUSD,BRL,5\n");
        assert!(rates.is_empty() && errors_text.contains("rate, date"), "{errors_text}");
    }

    #[test]
    fn each_wrong_cell_is_told_with_its_line() {
        let (rates, errors_text) =
            read_text("from,to,rate,date\nUSD,BRL,5.1,2026-05-12\nUS,BRL,\"5,1.0\",12/05/2026\n");
        assert_eq!(rates.len(), 1);
        for field in ["lines.3.from_currency", "lines.3.rate", "lines.3.valid_from"] {
            assert!(errors_text.contains(field), "{field} in {errors_text}");
        }
    }
}
