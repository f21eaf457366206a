//! Guesses where weights, zones and prices of a sheet stand. Rows that have weights across are turned before.

use std::collections::HashSet;

use rust_decimal::Decimal;

use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::decimal_mark::{ColumnMark, Votes};
use super::fees::find_fees;
use super::header::{PriceColumn, join_header, price_columns};
use super::number::{Mark, is_not_offered, names_other_currency, price, starts_number, tells_price};
use super::packaging::names_packaging;
use super::weight::{self, Bounds};
use super::words::{
    Bound, Meaning, WeightHeader, meaning, names_airports, names_bound_only, names_countries,
    names_currencies, names_minimum, names_no_price, names_postcodes, names_prices, names_weight_limit,
    names_zone_axis, names_zones, unit_of, weight_header, words,
};

/// Titles and headers stand in these first rows.
const MOST_HEADER_ROWS: usize = 40;
const MONEY_OF_POUNDS: [&str; 3] = ["sterling", "esterlina", "esterlinas"];

/// Where the parts of a sheet stand. Rows and columns are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pub header_rows: usize,
    /// The upper bounds of bands, or the lower ones if there is no other column and `bound` says so.
    pub weight_column: usize,
    pub bound: Bound,
    /// The lower bounds, if they have a column of their own.
    pub from_column: Option<usize>,
    /// The weights of the same bands in another unit, which are not read.
    pub other_weights: Vec<usize>,
    pub weight_unit: WeightUnit,
    pub prices: Vec<PriceColumn>,
    /// Columns of fees, which are added to the prices of their row.
    pub fees: Vec<usize>,
    /// Other weights beside these, with the prices of their own zones.
    pub beside: Vec<Layout>,
    /// The zone of each row, in a list with a row for each price.
    pub zone_column: Option<usize>,
    /// By column.
    pub marks: Vec<ColumnMark>,
    /// Whether a header says that the weights are weights: stronger than numbers that rise.
    pub is_named: bool,
    /// Whether we wrote the sheet.
    pub is_own: bool,
}

/// Which way the bands of a sheet follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Down,
    Across,
}

/// The layout of a sheet whose weights stand in a column; `None` if no column has prices under the name of a zone. A sheet
/// with weights in kilograms and in pounds is read in `unit`. `header_rows` is the number that a person has chosen.
pub fn guess(
    rows: &[Vec<String>],
    unit: WeightUnit,
    currency: Currency,
    axis: Axis,
    header_rows: Option<usize>,
) -> Option<Layout> {
    let width = rows.iter().map(Vec::len).max()?;
    let header_rows = header_rows.or_else(|| find_header_rows(rows, currency, axis))?.min(rows.len());
    let (head, body) = rows.split_at(header_rows);
    let headers: Vec<String> = (0..width).map(|column| join_header(head, column)).collect();
    let weights = find_weights(head, body, &headers, axis);
    let weight = choose_weight(&weights, &headers, body, unit)?;
    let is_weight = |column: usize| weights.iter().any(|(other, _)| *other == column);
    let has_amounts = |column: &usize| !is_weight(*column) && has_prices(body, *column, currency);
    let fees = find_fees(&headers, (0..width).filter(has_amounts));
    let is_price = |column: &usize| {
        let header = &headers[*column];
        let is_other = names_no_price(header) || names_minimum(header) || fees.contains(column);
        !is_other && has_amounts(column)
    };
    let found = (0..width).filter(is_price);
    // The zone of each row is no price, also where zones have numbers.
    let (zones, others) = found.partition::<Vec<usize>, _>(|at| names_zone_axis(&headers[*at]));
    let found = if others.is_empty() { zones } else { others };
    let prices = price_columns(head, &headers, &found, currency);
    if prices.is_empty() {
        return None;
    }
    let mut marks = column_marks(body, width, &prices, currency);
    for column in [Some(weight.column), weight.from_column].into_iter().flatten() {
        marks[column].is_unclear |=
            weight.unit != WeightUnit::Grams && has_two_readings(body, column, marks[column].mark);
    }
    let others = weights.iter().map(|(column, _)| *column);
    Some(Layout {
        header_rows,
        weight_column: weight.column,
        bound: weight.bound,
        from_column: weight.from_column,
        other_weights: others
            .filter(|one| *one != weight.column && Some(*one) != weight.from_column)
            .collect(),
        weight_unit: weight.unit,
        prices,
        fees,
        beside: Vec::new(),
        zone_column: None,
        marks,
        is_named: weight.is_named,
        is_own: false,
    })
}

/// The number of rows before the first one that has a weight and a price. The rows that name the weights, or the zones in a
/// sheet with weights across, are above it, also if zones have numbers as names.
fn find_header_rows(rows: &[Vec<String>], currency: Currency, axis: Axis) -> Option<usize> {
    let names = |text: &String| weight_header(text).is_some() || (axis == Axis::Across && names_zones(text));
    let is_naming = |row: &Vec<String>| row.iter().any(names);
    let named = rows.iter().take(MOST_HEADER_ROWS).position(is_naming);
    // Headers may stand in two rows: "Weight", and below it "From" and "To".
    let begin = named.unwrap_or_default();
    let end = begin + rows[begin..].iter().take_while(|row| is_naming(row)).count();
    let of_row = |row: &Vec<String>| -> Vec<usize> {
        let named = row.iter().enumerate().filter(|(_, text)| names(text));
        named.map(|(column, _)| column).collect()
    };
    let columns: HashSet<usize> = rows[begin..end].iter().flat_map(of_row).collect();
    let first = |columns: &HashSet<usize>, skipped: usize| {
        let begins = |row: &Vec<String>| {
            is_price_row(row, columns, currency) || is_row_of_minimum(row, columns, currency)
        };
        rows.iter().enumerate().skip(skipped).find(|(_, row)| begins(row))
    };
    let found = first(&columns, end);
    let found = found.or_else(|| first(&HashSet::new(), 0));
    let (index, _) = found?;
    // "Documents | Weight | 1 | 2" is a header all the same.
    let below_names = &rows[end.min(index)..index];
    let packaging = below_names.iter().rev().take_while(|row| is_of_packaging(row, currency));
    Some(index - packaging.count())
}

/// The prices of a letter or of documents above those of weights are no header.
fn is_of_packaging(row: &[String], currency: Currency) -> bool {
    let mut filled = row.iter().filter(|text| !text.trim().is_empty());
    filled.next().is_some_and(|text| names_packaging(text)) && filled.any(|text| is_amount(text, currency))
}

/// A row such as "Minimum | 50.00 | 60.00": prices beside a text that is no header. It is no name of zones.
fn is_row_of_minimum(row: &[String], columns: &HashSet<usize>, currency: Currency) -> bool {
    let filled = || row.iter().enumerate().filter(|(_, text)| !text.trim().is_empty());
    let Some((first, text)) = filled().find(|(column, _)| columns.contains(column)) else { return false };
    let is_header = weight_header(text).is_some() || names_zones(text) || names_no_price(text);
    let is_of_place = names_countries(text) || names_postcodes(text) || names_airports(text);
    let is_amount = |text: &String| {
        [Mark::Dot, Mark::Comma].into_iter().any(|mark| matches!(price(text, mark, currency), Ok(Some(_))))
    };
    let is_price = |text: &String| is_amount(text) || is_not_offered(text);
    let others = || filled().filter(move |(column, _)| *column > first);
    text.contains(char::is_alphanumeric)
        && !is_header
        && !is_of_place
        && !names_weight_limit(text)
        && bounds_of(text).is_none()
        && others().any(|(_, text)| is_amount(text))
        && others().all(|(_, text)| is_price(text))
}

/// Whether the row has a weight, in one of these columns if there are any, and a price after it.
fn is_price_row(row: &[String], columns: &HashSet<usize>, currency: Currency) -> bool {
    // A column of lower bounds begins with 0.
    let is_zero = |text: &str| !columns.is_empty() && weight::lower_bounds(text, Mark::Dot).is_ok();
    let is_weight = |column: usize, text: &str| {
        (columns.is_empty() || columns.contains(&column)) && (bounds_of(text).is_some() || is_zero(text))
    };
    let cells = || row.iter().enumerate();
    let Some(weight) = cells().position(|(column, text)| is_weight(column, text)) else { return false };
    let is_price = |column: usize, text: &str| {
        column > weight && !columns.contains(&column) && (is_amount(text, currency) || starts_number(text))
    };
    cells().any(|(column, text)| is_price(column, text))
}

/// The bounds by either mark: only whether there are some.
fn bounds_of(text: &str) -> Option<Bounds> {
    [Mark::Dot, Mark::Comma].into_iter().find_map(|mark| weight::bounds(text, mark).ok())
}

fn tells_price_any(text: &str, currency: Currency) -> bool {
    [Mark::Dot, Mark::Comma].into_iter().any(|mark| tells_price(text, mark, currency))
}

/// A price of this or of another currency, which is refused at its cell.
fn is_amount(text: &str, currency: Currency) -> bool {
    tells_price_any(text, currency) || names_other_currency(text, currency)
}

/// The columns of weights with their headers: those that name them, else the first one whose numbers rise.
fn find_weights(
    head: &[Vec<String>],
    body: &[Vec<String>],
    headers: &[String],
    axis: Axis,
) -> Vec<(usize, Option<WeightHeader>)> {
    let has_weight =
        |column: usize| body.iter().any(|row| row.get(column).is_some_and(|text| bounds_of(text).is_some()));
    let named = |column: usize| {
        let texts = || head.iter().filter_map(move |row| row.get(column)).map(String::as_str);
        let own = texts().rev().find_map(weight_header)?;
        // "From" may stand in a row of its own, below "Weight (kg)".
        let of_weights = texts().filter(|text| weight_header(text).is_some() || names_bound_only(text));
        let joined = || weight_header(&of_weights.collect::<Vec<_>>().join(" "));
        Some(WeightHeader { bound: own.bound.or_else(|| joined()?.bound), ..own })
    };
    let is_of_zones = |column: usize| {
        axis == Axis::Down && (names_zones(&headers[column]) || names_countries(&headers[column]))
    };
    // "De" is Germany, too, but not before "Até".
    let begins = |column: usize| {
        let own = head.iter().rev().filter_map(|row| row.get(column)).find(|text| !text.trim().is_empty())?;
        let is_from = matches!(words(own).as_slice(), [word] if matches!(word.as_str(), "de" | "从"));
        let next = named(column + 1).filter(|next| is_from && next.bound == Some(Bound::UpTo))?;
        Some(WeightHeader { bound: Some(Bound::From), ..next })
    };
    let found: Vec<_> = (0..headers.len())
        .filter_map(|column| Some((column, Some(named(column).or_else(|| begins(column))?))))
        .filter(|(column, _)| has_weight(*column))
        .collect();
    // Zones down have their weights across: what rises below them is prices.
    if !found.is_empty() || (axis == Axis::Down && headers.iter().any(|header| names_zone_axis(header))) {
        return found;
    }
    // Above weights without a name stands nothing, or what belongs to the zones and prices beside them: the rates of "Letter"
    // are no weights.
    let is_unnamed = |column: usize| {
        let above = head.last().and_then(|row| row.get(column)).map_or("", |text| text.trim());
        let is_of_prices = names_prices(above) || names_currencies(above);
        above.is_empty() || names_zones(above) || names_countries(above) || is_of_prices
    };
    let can_be = |column: &usize| {
        // A number above other numbers is one of them.
        bounds_of(&headers[*column]).is_none()
            && is_unnamed(*column)
            && !is_of_zones(*column)
            && are_weights(body, *column)
    };
    (0..headers.len()).find(can_be).map(|column| (column, None)).into_iter().collect()
}

/// Whether most filled cells of the column are weights, and most of them above the one before.
fn are_weights(body: &[Vec<String>], column: usize) -> bool {
    let texts: Vec<&str> = column_texts(body, column).filter(|text| !text.trim().is_empty()).collect();
    let mark = Votes::of(texts.iter().copied()).decide(Votes::default()).mark;
    let read: Vec<_> = texts.iter().map(|text| weight::bounds(text, mark).ok()).collect();
    let grams = |bounds: &Bounds| Some(bounds.value()? * bounds.unit.map_or(Decimal::ONE, WeightUnit::grams));
    let weights: Vec<_> = read.iter().flatten().filter_map(grams).collect();
    let rising = weights.windows(2).filter(|pair| pair[0] < pair[1]).count();
    // Units leave no doubt, also beside rows such as "Letter", which are told.
    let with_units = read.iter().flatten().filter(|bounds| bounds.unit.is_some()).count();
    let are_most = weights.len() * 5 >= read.len() * 4 || with_units >= 2;
    are_most && !weights.is_empty() && (rising + 1) * 5 >= weights.len() * 4
}

/// The column whose weights are read, and what they are.
struct ChosenWeight {
    column: usize,
    bound: Bound,
    from_column: Option<usize>,
    unit: WeightUnit,
    is_named: bool,
}

fn choose_weight(
    weights: &[(usize, Option<WeightHeader>)],
    headers: &[String],
    body: &[Vec<String>],
    unit: WeightUnit,
) -> Option<ChosenWeight> {
    let unit_in = |column: usize| {
        let in_cells = || column_texts(body, column).filter_map(bounds_of).find_map(|bounds| bounds.unit);
        unit_of_header(&headers[column]).or_else(in_cells)
    };
    let is_lower =
        |header: &Option<WeightHeader>| header.and_then(|one| one.bound).is_some_and(Bound::is_lower);
    let (lower, upper) = weights.iter().partition::<Vec<_>, _>(|(_, header)| is_lower(header));
    let of_unit = |list: &[&(usize, Option<WeightHeader>)]| {
        let own = list.iter().find(|(column, _)| unit_in(*column) == Some(unit));
        own.or(list.first()).map(|(column, _)| *column)
    };
    let (lower, upper) =
        (of_unit(&lower.iter().collect::<Vec<_>>()), of_unit(&upper.iter().collect::<Vec<_>>()));
    let column = upper.or(lower)?;
    let are_open = || column_texts(body, column).filter_map(bounds_of).all(|bounds| bounds.up_to.is_none());
    let named =
        weights.iter().find(|(other, _)| *other == column).and_then(|(_, header)| header.as_ref()?.bound);
    let bound = match upper.is_none() || are_open() {
        true => lower_bound(column_texts(body, column).filter_map(bounds_of), named),
        false => Bound::UpTo,
    };
    // A title can have the unit of weights that stand under no header of their own.
    let in_titles = || headers.iter().find_map(|header| weight_header(header).and_then(|one| one.unit));
    let in_other_column = || (0..headers.len()).find_map(|other| unit_of_cells(body, other, &headers[other]));
    let own = unit_in(column);
    Some(ChosenWeight {
        column,
        bound,
        from_column: lower.filter(|lower| *lower != column),
        unit: own.or_else(in_titles).or_else(in_other_column).unwrap_or(unit),
        is_named: weights.iter().any(|(_, header)| header.is_some()) || own.is_some(),
    })
}

/// Whether lower bounds are in their own bands. The words beside the weights say it, else the header.
fn lower_bound(weights: impl Iterator<Item = Bounds>, named: Option<Bound>) -> Bound {
    let lower: Vec<Bounds> = weights.filter(|bounds| bounds.up_to.is_none()).collect();
    let over = lower.iter().filter(|bounds| bounds.is_over).count();
    match over.cmp(&(lower.len() - over)) {
        std::cmp::Ordering::Greater => Bound::Over,
        std::cmp::Ordering::Less => Bound::From,
        std::cmp::Ordering::Equal => named.filter(|bound| bound.is_lower()).unwrap_or(Bound::From),
    }
}

fn unit_of_header(header: &str) -> Option<WeightUnit> {
    let words = words(header);
    // "Pounds sterling" weigh nothing.
    let is_money = |at: usize| words.get(at).is_some_and(|next| MONEY_OF_POUNDS.contains(&next.as_str()));
    // "Zone G" is no gram.
    let is_zone = |at: usize| words[at] == "g" && at.checked_sub(1).is_some_and(|at| names_zones(&words[at]));
    words.iter().enumerate().find_map(|(at, word)| match meaning(word) {
        Meaning::Unit(unit) if !is_money(at + 1) && !is_zone(at) => Some(unit),
        _ => None,
    })
}

/// The unit that a column has beside each weight: `500 | g`.
fn unit_of_cells(body: &[Vec<String>], column: usize, header: &str) -> Option<WeightUnit> {
    let mut units = column_texts(body, column)
        .filter(|text| !text.trim().is_empty())
        .map(|text| unit_of(&text.trim().to_lowercase()));
    let first = units.next()??;
    // "G" can be a zone.
    let is_other = names_prices(header) || names_zones(header) || names_countries(header);
    (!is_other && units.all(|unit| unit == Some(first))).then_some(first)
}

fn has_prices(body: &[Vec<String>], column: usize, currency: Currency) -> bool {
    column_texts(body, column).any(|text| is_amount(text, currency))
}

fn column_texts(body: &[Vec<String>], column: usize) -> impl Iterator<Item = &str> {
    body.iter().filter_map(move |row| row.get(column)).map(String::as_str)
}

/// The mark of each column. Prices are decided among prices: a sheet can have weights with a point and prices with a comma.
fn column_marks(
    body: &[Vec<String>],
    width: usize,
    prices: &[PriceColumn],
    currency: Currency,
) -> Vec<ColumnMark> {
    let votes: Vec<Votes> = (0..width).map(|column| Votes::of(column_texts(body, column))).collect();
    let sum = |columns: &mut dyn Iterator<Item = usize>| {
        columns.fold(Votes::default(), |sum, column| sum.and(votes[column]))
    };
    let of_prices = sum(&mut prices.iter().map(|price| price.column));
    let of_all = sum(&mut (0..width));
    let decide = |column: usize| match prices.iter().find(|price| price.column == column) {
        Some(price) if currency.decimals() == 0 && price.method == super::Method::Cell => {
            votes[column].decide_whole(of_prices)
        }
        Some(_) => votes[column].decide(of_prices),
        None => votes[column].decide(of_all),
    };
    (0..width).map(decide).collect()
}

/// Whether weights such as 1.000, 2.000 and 5.000 rise with both marks, and none tells which one is right: whole kilograms
/// without thousands are no proof. Weights in grams have no decimals.
fn has_two_readings(body: &[Vec<String>], column: usize, mark: Mark) -> bool {
    if !Votes::of(column_texts(body, column)).can_only_separate(mark) {
        return false;
    }
    let rises = |mark: Mark| {
        let weights = column_texts(body, column).filter_map(|text| weight::bounds(text, mark).ok()?.value());
        weights.is_sorted_by(|a, b| a < b)
    };
    rises(Mark::Dot) && rises(Mark::Comma)
}

/// The rows as columns.
pub fn turn(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
    (0..width).map(|column| rows.iter().map(|row| cell(row, column)).collect()).collect()
}
