//! Reads one row of a file with a mapping: values, or all reasons for a refusal.

use rust_decimal::{Decimal, RoundingStrategy};

use super::day::{self, DateOrder};
use super::directory::Directory;
use super::field::{Choice, Field, Kind};
use super::mapping::{Plan, PlannedColumn};
use super::measure::{measure, within};
use super::problem::{Code, LineProblem};
use super::read::{self, Beside, DecimalMark, FileSizeUnit, FileWeightUnit};
use super::value::{Value, Values};
use freight::shipments::model::BRAZIL;
use server_core::http::one_line::fold_named;
use sheets::fold::{fold, trim};
use sheets::{NO_RESULT, Row, is_number_cell};
use trade::blank::is_blank;
use trade::email::is_email;
use trade::identifiers::{Cep, HsCode, Phone, TaxId};
use trade::money;
use trade::postcode::restore_zeros;

/// Code of the document type without check digits.
const PASSPORT: &str = "2";
/// Maximum of `numeric(16, 4)`.
const MAX_MONEY: i64 = 999_999_999_999;
/// Decimals of the price of one unit.
const UNIT_DECIMALS: u32 = 4;
/// Decimals of an amount whose currency is unknown.
const USUAL_DECIMALS: u32 = 2;
const MAX_REFERENCE: usize = 120;
const MAX_QUANTITY: i64 = 99_999_999_999;
const MAX_COUNT: i64 = 9_999;
/// Units of one receipt of goods.
const MAX_UNITS: i64 = 1_000_000_000;
/// Payment terms of a client.
const MAX_DAYS: i64 = 365;

/// A row and the values read from it.
#[derive(Debug, Clone)]
pub struct Line {
    pub row: Row,
    /// The value that the lines of one shipment share; empty if the mapping does not group.
    pub group: String,
    pub values: Values,
    pub problems: Vec<LineProblem>,
}

/// How the cells of one column are read.
pub(super) struct Reading<'a> {
    pub column: Option<&'a str>,
    pub date_order: DateOrder,
    pub decimal_mark: DecimalMark,
    pub weight_unit: FileWeightUnit,
    pub size_unit: FileSizeUnit,
    pub country: Option<i16>,
    pub document_type: Option<&'a str>,
    pub currency: Option<&'a str>,
    pub group: &'a str,
}

impl Plan {
    /// The reference of the line's shipment in the file.
    pub fn group_of(&self, row: &Row) -> String {
        self.group_column()
            .and_then(|at| row.cells.get(at))
            .map(|cell| trim(cell).to_owned())
            .unwrap_or_default()
    }

    /// Reads the whole line, so that the user sees all its problems at once.
    pub fn line(&self, row: Row, directory: &dyn Directory) -> Line {
        let group = self.group_of(&row);
        let mut values = Values::with_room(self.columns.len() + self.constants.len());
        let mut problems = self.line_problems(&row, &group);
        for column in &self.columns {
            let raw = row.cells.get(column.at).unwrap_or_default();
            let cell = trim(raw);
            let mut reading = self.reading(column, &values, &group);
            if is_number_cell(raw) {
                reading.decimal_mark = DecimalMark::Point;
            }
            match read_cell(column, cell, &reading, directory) {
                Ok(Some(value)) => values.add(column.field, value),
                Ok(None) => {}
                Err(problem) => problems.push(problem),
            }
        }
        for (field, value) in &self.constants {
            if values.get(*field).is_none() {
                values.add(*field, value.clone());
            }
        }
        Line { row, group, values, problems }
    }

    fn line_problems(&self, row: &Row, group: &str) -> Vec<LineProblem> {
        let mut problems = Vec::new();
        let beyond = row.cells.iter().skip(self.width).find(|cell| !trim(cell).is_empty());
        if let Some(cell) = beyond {
            let problem = LineProblem::of_line(Code::TooManyCells);
            problems.push(LineProblem { value: cell.to_owned(), ..problem });
        }
        if let Some((_, name)) = &self.group_by {
            let refuse = |code| LineProblem::of_cell(code, Some(name), Field::ExternalRef, group);
            if group.is_empty() {
                problems.push(refuse(Code::Required));
            } else if read::is_shortened(group) && self.column(Field::ExternalRef) != Some(name) {
                problems.push(refuse(Code::ShortenedNumber));
            } else if group.chars().count() > MAX_REFERENCE && self.column(Field::ExternalRef).is_none() {
                problems.push(refuse(Code::TooLong).with("max", &MAX_REFERENCE));
            }
        }
        problems
    }

    /// The value of this line, or else the constant.
    fn value_of<'a>(&'a self, field: Field, values: &'a Values) -> Option<&'a Value> {
        let constant = || self.constants.iter().find(|(own, _)| *own == field).map(|(_, value)| value);
        values.get(field).or_else(constant)
    }

    fn reading<'a>(&'a self, column: &'a PlannedColumn, values: &'a Values, group: &'a str) -> Reading<'a> {
        let country = column.field.country().and_then(|country| self.value_of(country, values));
        let currency =
            if column.field == Field::StockUnitCost { Field::StockCurrency } else { Field::Currency };
        Reading {
            column: Some(&column.name),
            date_order: column.date_order,
            decimal_mark: column.decimal_mark,
            weight_unit: self.weight_unit,
            size_unit: self.size_unit,
            country: country.and_then(Value::as_id),
            document_type: column
                .field
                .document_type()
                .and_then(|kind| self.value_of(kind, values))
                .and_then(Value::as_text),
            currency: self.value_of(currency, values).and_then(Value::as_text),
            group,
        }
    }
}

fn read_cell(
    column: &PlannedColumn,
    cell: &str,
    reading: &Reading,
    directory: &dyn Directory,
) -> Result<Option<Value>, LineProblem> {
    let meant = match column.words.get(cell) {
        Some(Some(word)) => word.as_str(),
        Some(None) => return Ok(None),
        None => cell,
    };
    read_value(column.field, meant, reading, directory)
}

/// Converts text to a value. No other function does.
pub(super) fn read_value(
    field: Field,
    text: &str,
    reading: &Reading,
    directory: &dyn Directory,
) -> Result<Option<Value>, LineProblem> {
    let text = trim(text);
    if is_blank(text) || is_nothing(text) {
        return Ok(None);
    }
    let refuse = |code| LineProblem::of_cell(code, reading.column, field, text);
    if let Some(code) = damage(field.kind(), text) {
        return Err(refuse(code));
    }
    if field.is_total() && names_shipment(text, reading.group) {
        return Ok(None);
    }
    let value = match field.kind() {
        Kind::Text(max) | Kind::Reference(max) => {
            to_text(&fold_named(field.wire(), text), max).map_err(|code| refuse(code).with("max", &max))?
        }
        Kind::Choice(choices) => choice(text, choices).ok_or_else(|| {
            let allowed: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            refuse(Code::UnknownWord).with("allowed", &allowed.join(", "))
        })?,
        kind => read_typed(kind, text, reading, directory).map_err(refuse)?,
    };
    if goes_where_nobody_goes(field, &value, directory) {
        return Err(refuse(Code::CountryNotServed));
    }
    Ok(Some(value))
}

/// Whether the company does not ship from or to this country. The origin of goods is not restricted.
fn goes_where_nobody_goes(field: Field, value: &Value, directory: &dyn Directory) -> bool {
    let Value::Whole(id) = value else { return false };
    let Ok(country) = i16::try_from(*id) else { return false };
    match field {
        Field::FromCountry => !directory.country_rules(country).from,
        Field::ToCountry => !directory.country_rules(country).to,
        _ => false,
    }
}

fn read_typed(kind: Kind, text: &str, reading: &Reading, directory: &dyn Directory) -> Result<Value, Code> {
    match kind {
        Kind::Postcode => postcode(text, reading.country),
        Kind::Document => document(text, reading),
        Kind::Email => email(text),
        Kind::Phone => phone(text, reading.country),
        Kind::HsCode => hs_code(text),
        Kind::Country => {
            directory.country(text).map(|id| Value::Whole(id.into())).ok_or(Code::UnknownCountry)
        }
        Kind::State => parse_state(text, reading.country, directory),
        Kind::Currency => directory.currency(text).map(Value::Text).ok_or(Code::UnknownCurrency),
        Kind::Service => directory.service(text).map(Value::Id).ok_or(Code::UnknownService),
        Kind::Group => directory.group(text).map(Value::Id).ok_or(Code::UnknownGroup),
        Kind::Money => parse_amount(text, reading, None, directory),
        Kind::UnitValue => parse_amount(text, reading, Some(UNIT_DECIMALS), directory),
        Kind::Quantity => quantity(text, reading.decimal_mark),
        Kind::Count => parse_count(text, reading.decimal_mark, MAX_COUNT),
        Kind::Units => parse_count(text, reading.decimal_mark, MAX_UNITS),
        Kind::Days => days(text, reading.decimal_mark),
        Kind::Weight => weight(text, reading),
        Kind::Size => size(text, reading),
        Kind::Date => day::read_day(text, reading.date_order).map(Value::Day),
        Kind::Text(_) | Kind::Reference(_) | Kind::Choice(_) => Ok(Value::Text(text.to_owned())),
    }
}

/// Texts that people and programs write for "no value".
fn is_nothing(text: &str) -> bool {
    matches!(text, "-" | "--" | "—" | "–" | ".")
        || ["n/a", "#n/a", "n/d", "null", "(null)", "(blank)", "nan", "无"]
            .iter()
            .any(|w| text.eq_ignore_ascii_case(w))
}

/// The part of a cell that a spreadsheet program has lost.
fn damage(kind: Kind, text: &str) -> Option<Code> {
    let has_lost_digits =
        if kind.is_number() { read::has_lost_digits(text) } else { read::is_shortened(text) };
    if text.starts_with(NO_RESULT) {
        Some(Code::FormulaWithoutResult)
    } else if is_broken_formula(text) {
        Some(Code::BrokenFormula)
    } else {
        has_lost_digits.then_some(Code::ShortenedNumber)
    }
}

fn is_broken_formula(text: &str) -> bool {
    text.starts_with('#')
        && matches!(
            text,
            "#REF!" | "#VALUE!" | "#DIV/0!" | "#NAME?" | "#NUM!" | "#NULL!" | "#SPILL!" | "#CALC!"
        )
}

/// True for `See ASN-93 (ID#:1281)` in a line of ASN-93: the amount is on another line of this shipment.
fn names_shipment(text: &str, group: &str) -> bool {
    let Some(at) = (!group.is_empty()).then(|| text.find(group)).flatten() else { return false };
    let (before, after) = (&text[..at], &text[at + group.len()..]);
    let apart = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    // A reference that is only a number could be the amount itself.
    !before.is_empty()
        && before.contains(char::is_alphabetic)
        && apart(before.chars().last())
        && apart(after.chars().next())
}

fn to_text(text: &str, max: usize) -> Result<Value, Code> {
    let short = text.len() <= max || text.chars().count() <= max;
    if short { Ok(Value::Text(text.to_owned())) } else { Err(Code::TooLong) }
}

fn choice(text: &str, choices: &[Choice]) -> Option<Value> {
    let folded = fold(text);
    let (word, _) = choices.iter().find(|(_, words)| words.contains(&folded.as_str()))?;
    Some(Value::Text((*word).to_owned()))
}

/// Spreadsheets drop leading zeros. A postcode of Brazil is kept without its hyphen.
fn postcode(text: &str, country: Option<i16>) -> Result<Value, Code> {
    let whole = restore_zeros(country, text).ok_or(Code::InvalidPostcode)?;
    let kept =
        if country == Some(BRAZIL) { Cep::parse(&whole).map(String::from).unwrap_or(whole) } else { whole };
    Ok(Value::Text(kept))
}

fn document(text: &str, reading: &Reading) -> Result<Value, Code> {
    if reading.country != Some(BRAZIL) || reading.document_type == Some(PASSPORT) {
        return to_text(text, 40);
    }
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let zeros = [format!("{text:0>11}"), format!("{text:0>14}")];
    let candidates = std::iter::once(text).chain(zeros.iter().map(String::as_str).filter(|_| digits));
    let found = candidates.filter_map(|text| TaxId::parse(text).ok()).next();
    found.map(|id| Value::Text(id.as_str().to_owned())).ok_or(Code::InvalidTaxId)
}

fn email(text: &str) -> Result<Value, Code> {
    let text = text.to_lowercase();
    if is_email(&text) && text.len() <= 254 { Ok(Value::Text(text)) } else { Err(Code::InvalidEmail) }
}

/// A national number gets the calling code of its country.
fn phone(text: &str, country: Option<i16>) -> Result<Value, Code> {
    Phone::parse_national(text, country)
        .map(|phone| Value::Text(phone.into()))
        .map_err(|_| Code::InvalidPhone)
}

fn hs_code(text: &str) -> Result<Value, Code> {
    HsCode::parse(text).map(|code| Value::Text(code.into())).map_err(|_| Code::InvalidHsCode)
}

fn parse_state(text: &str, country: Option<i16>, directory: &dyn Directory) -> Result<Value, Code> {
    // A state cannot be found without its country. The missing country is reported instead.
    let id = country.and_then(|country| directory.state(country, text));
    id.map(Value::Whole).ok_or(Code::UnknownState)
}

/// The price of one unit can be finer than its currency; other amounts have the `decimals` of the currency.
fn parse_amount(
    text: &str,
    reading: &Reading,
    decimals: Option<u32>,
    directory: &dyn Directory,
) -> Result<Value, Code> {
    let (number, beside) = read::with_unit(text, reading.decimal_mark).ok_or(Code::NotANumber)?;
    let mut currency = reading.currency.map(str::to_owned);
    if let Beside::Before(sign) | Beside::After(sign) = beside
        && sign != "$"
    {
        let named = directory.currency(sign).ok_or(Code::NotANumber)?;
        if currency.as_ref().is_some_and(|currency| *currency != named) {
            return Err(Code::OtherCurrency);
        }
        currency = Some(named);
    }
    let decimals = decimals.unwrap_or_else(|| currency.as_deref().map_or(USUAL_DECIMALS, money::decimals_of));
    if money::has_too_many_decimals(number, decimals) && money::is_written(number) {
        return Err(Code::TooManyDecimals);
    }
    let number = number.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
    within(number, MAX_MONEY).map(Value::Number)
}

fn quantity(text: &str, mark: DecimalMark) -> Result<Value, Code> {
    let number = within(read::number(text, mark).ok_or(Code::NotANumber)?, MAX_QUANTITY)?;
    let number = number.round_dp(3);
    if number.is_zero() { Err(Code::MustBePositive) } else { Ok(Value::Number(number)) }
}

fn parse_count(text: &str, mark: DecimalMark, max: i64) -> Result<Value, Code> {
    let number = within(read::number(text, mark).ok_or(Code::NotANumber)?, max)?;
    match to_whole(number)? {
        Value::Whole(0) => Err(Code::MustBePositive),
        count => Ok(count),
    }
}

/// Zero days: due at once. A word after the number is its unit: `30 dias`.
fn days(text: &str, mark: DecimalMark) -> Result<Value, Code> {
    let number = match read::with_unit(text, mark) {
        Some((number, Beside::Nothing | Beside::After(_))) => within(number, MAX_DAYS)?,
        _ => return Err(Code::NotANumber),
    };
    to_whole(number)
}

fn to_whole(number: Decimal) -> Result<Value, Code> {
    i32::try_from(number).ok().filter(|_| number.fract().is_zero()).map(Value::Whole).ok_or(Code::NotWhole)
}

/// Exact grams. The shipment's weight is rounded after its lines are added.
fn weight(text: &str, reading: &Reading) -> Result<Value, Code> {
    measure(text, reading.decimal_mark, reading.weight_unit, FileWeightUnit::of, FileWeightUnit::grams)
}

/// Millimetres, to the tenth that a shipment keeps.
fn size(text: &str, reading: &Reading) -> Result<Value, Code> {
    let size =
        measure(text, reading.decimal_mark, reading.size_unit, FileSizeUnit::of, FileSizeUnit::millimetres)?;
    match size.as_number().map(|size| size.round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero))
    {
        Some(size) if size.is_zero() => Err(Code::MustBePositive),
        size => size.map(Value::Number).ok_or(Code::NotANumber),
    }
}
