//! Guesses the mapping of a new file from its column names and its contents.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

use super::column_stats::Stats;
use super::day::DateOrder;
use super::directory::Directory;
use super::field::{Field, Kind};
use super::kind::ImportKind;
use super::mapping::{Column, Constant, Mapping, Plan, Word, is_about_a_word};
use super::problem::Code;
use super::read::{self, DecimalMark, FileSizeUnit, FileWeightUnit};
use super::synonyms;
use super::value::Value;
use sheets::fold::fold;
use sheets::{Header, Row};

/// A word that occurs at least this often in place of a number counts as "no value". A rarer word is a
/// mistake, and its line is refused.
const HABIT: usize = 3;
/// Score of a column that has one letter for a name: any name in words comes before it.
const INITIALS_SCORE: f64 = 50.0;
/// More unknown words than this mean a wrong column.
const MAX_DOUBTS: usize = 200;

/// The tenant's usual formats, for files that do not show theirs.
#[derive(Debug, Clone)]
pub struct Habits {
    pub date_order: DateOrder,
    pub decimal_mark: DecimalMark,
    /// ISO 4217.
    pub currency: String,
    /// ISO 3166 code of the company's country.
    pub country: String,
    pub weight_unit: FileWeightUnit,
    pub size_unit: FileSizeUnit,
}

/// A word of the file that no field can read. Its lines are refused unless the mapping gives it a meaning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt {
    pub field: Field,
    pub column: String,
    pub word: String,
    /// Occurrences in the sampled rows.
    pub count: usize,
    pub code: Code,
}

/// Guesses the meaning and the format of each column, and the words that mean "no value".
pub fn guess(
    kind: ImportKind,
    header: &Header,
    sample: &[Row],
    directory: &dyn Directory,
    habits: &Habits,
) -> Mapping {
    let stats: Vec<Stats> = (0..header.names().len()).map(|at| Stats::of(sample, at, directory)).collect();
    let mut mapping = Mapping {
        columns: pair_columns(kind, header, &stats, habits),
        weight_unit: habits.weight_unit,
        size_unit: habits.size_unit,
        ..Mapping::default()
    };
    mapping.group_by = reference(&mapping);
    if kind == ImportKind::Clients {
        settle_country(&mut mapping, habits);
    }
    settle_units(kind, &mut mapping, header, directory, habits);
    settle_unit_price(&mut mapping, header, sample, &stats);
    settle_words(&mut mapping, header, sample, directory);
    settle_totals(&mut mapping, header, sample, directory);
    mapping
}

/// The words of the sample that need a meaning, the most frequent first.
pub fn doubts(
    mapping: &Mapping,
    header: &Header,
    sample: &[Row],
    directory: &dyn Directory,
    is_workbook: bool,
) -> Vec<Doubt> {
    let unsettled = Mapping { words: Vec::new(), ..mapping.clone() };
    let Ok(plan) = Plan::draft(&unsettled, header, directory) else { return Vec::new() };
    let plan = plan.of_workbook(is_workbook);
    let mut counts: BTreeMap<(Field, String), Doubt> = BTreeMap::new();
    let lines = sample.iter().map(|row| plan.line(row.clone(), directory));
    for problem in lines.flat_map(|line| line.problems).filter(|problem| is_about_a_word(problem.code)) {
        let (Some(field), Some(column)) = (problem.field, problem.column) else { continue };
        let (word, code) = (problem.value, problem.code);
        // The text was cut for its message; a whole sentence is not a word.
        if word.ends_with('…') {
            continue;
        }
        let doubt = || Doubt { field, column, word: word.clone(), count: 0, code };
        counts.entry((field, word.clone())).or_insert_with(doubt).count += 1;
    }
    let mut doubts: Vec<Doubt> = counts.into_values().collect();
    doubts.sort_by_key(|doubt| std::cmp::Reverse(doubt.count));
    doubts.truncate(MAX_DOUBTS);
    doubts
}

/// A column of the file by its position, and how well its name fits a field.
struct FieldMatch {
    score: f64,
    at: usize,
    field: Field,
}

/// The best pairs of column and field; each column and each field is used once.
fn pair_columns(kind: ImportKind, header: &Header, stats: &[Stats], habits: &Habits) -> Vec<Column> {
    let mut pairs: Vec<FieldMatch> = Vec::new();
    for (at, name) in header.names().iter().enumerate().filter(|(at, _)| !header.keys()[*at].is_empty()) {
        let fitting =
            synonyms::candidates(kind, name).into_iter().filter(|(field, _)| stats[at].fits(*field));
        pairs.extend(fitting.map(|(field, score)| FieldMatch { score, at, field }));
    }
    if kind == ImportKind::Shipments {
        let sides = find_initials(header).into_iter().filter(|(at, field)| stats[*at].fits(*field));
        pairs.extend(sides.map(|(at, field)| FieldMatch { score: INITIALS_SCORE, at, field }));
    }
    // Beside tariff codes, an origin is the one of the goods.
    if pairs.iter().any(|pair| pair.field == Field::ItemHsCode) {
        let origins = pairs.iter_mut().filter(|pair| pair.field == Field::ItemOriginCountry);
        origins.for_each(|pair| pair.score += 1.0);
    }
    pairs.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
    let (mut taken, mut filled) = (HashSet::new(), HashSet::new());
    pairs.retain(|FieldMatch { at, field, .. }| {
        !taken.contains(at) && !filled.contains(field) && taken.insert(*at) && filled.insert(*field)
    });
    pairs.sort_by_key(|pair| pair.at);
    let usual = decimal_mark(&pairs, stats);
    let column = |FieldMatch { at, field, .. }: FieldMatch| Column {
        date_order: stats[at].date_order(kind, habits.date_order),
        decimal_mark: match more(stats[at].only_point, stats[at].only_comma).or(usual) {
            // Numbers with two meanings are asked on the screen.
            None if field.kind().has_decimals() && stats[at].open > 0 => None,
            mark => Some(mark.unwrap_or(habits.decimal_mark)),
        },
        ..Column::new(&header.keys()[at], field)
    };
    pairs.into_iter().map(column).collect()
}

/// Columns `L`, `W` and `H`, with a unit or without. Unless all three stand there, a letter can mean anything.
fn find_initials(header: &Header) -> Vec<(usize, Field)> {
    let is_initial = |name: &str, letter: &str| {
        let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.next().is_some_and(|first| fold(first) == letter)
            && words.next().is_none_or(|unit| FileSizeUnit::of(unit).is_some())
    };
    let find = |letter: &str| header.names().iter().position(|name| is_initial(name, letter));
    let sides = [("l", Field::Length), ("w", Field::Width), ("h", Field::Height)];
    let found: Vec<_> =
        sides.into_iter().filter_map(|(letter, field)| Some((find(letter)?, field))).collect();
    if found.len() == sides.len() { found } else { Vec::new() }
}

/// The decimal mark of the file's other numbers, for columns that do not show their own.
fn decimal_mark(pairs: &[FieldMatch], stats: &[Stats]) -> Option<DecimalMark> {
    let numbers = || pairs.iter().filter(|pair| pair.field.kind().has_decimals());
    let sum = |count: fn(&Stats) -> usize| numbers().map(|pair| count(&stats[pair.at])).sum::<usize>();
    more(sum(|stats| stats.only_point), sum(|stats| stats.only_comma))
}

fn more(point: usize, comma: usize) -> Option<DecimalMark> {
    match point.cmp(&comma) {
        std::cmp::Ordering::Greater => Some(DecimalMark::Point),
        std::cmp::Ordering::Less => Some(DecimalMark::Comma),
        std::cmp::Ordering::Equal => None,
    }
}

fn reference(mapping: &Mapping) -> Option<String> {
    let column = mapping.columns.iter().find(|column| column.field == Field::ExternalRef)?;
    Some(column.source.clone())
}

/// A file of clients without a country has those of the company's own.
fn settle_country(mapping: &mut Mapping, habits: &Habits) {
    if !mapping.maps(Field::ClientCountry) {
        let (field, value) = (Field::ClientCountry, habits.country.clone());
        mapping.constants.push(Constant { field, value });
    }
}

/// Units and the currency are often part of a column's name: `Weight (Kilograms)`, `Freight (USD)`.
fn settle_units(
    kind: ImportKind,
    mapping: &mut Mapping,
    header: &Header,
    directory: &dyn Directory,
    habits: &Habits,
) {
    let (mut currency, mut has_amounts) = (None, false);
    for column in &mapping.columns {
        let Some(name) = header.index(&column.source).map(|at| header.names()[at].as_str()) else { continue };
        let mut words =
            name.split(|c: char| !c.is_alphanumeric() && c != '$').filter(|word| !word.is_empty());
        let Some(last) = words.next_back() else { continue };
        match column.field.kind() {
            Kind::Weight => mapping.weight_unit = FileWeightUnit::of(last).unwrap_or(mapping.weight_unit),
            Kind::Size => mapping.size_unit = FileSizeUnit::of(last).unwrap_or(mapping.size_unit),
            Kind::Money | Kind::UnitValue => {
                let is_sign =
                    last.chars().all(|c| c.is_ascii_uppercase() || c == '$') && words.next().is_some();
                currency = currency.or_else(|| directory.currency(last).filter(|_| is_sign));
                has_amounts = true;
            }
            _ => {}
        }
    }
    let field = if kind == ImportKind::Stock { Field::StockCurrency } else { Field::Currency };
    if has_amounts && !mapping.maps(field) {
        let value = currency.unwrap_or_else(|| habits.currency.clone());
        mapping.constants.push(Constant { field, value });
    }
}

/// Several columns can be called a price. The unit price is the one that gives the item's value when
/// multiplied by the quantity. If there is none, only the value is used.
fn settle_unit_price(mapping: &mut Mapping, header: &Header, sample: &[Row], stats: &[Stats]) {
    let find = |field| mapping.columns.iter().find(|column| column.field == field);
    let (Some(quantity), Some(value)) = (find(Field::ItemQuantity), find(Field::ItemValue)) else { return };
    let (Some(quantity_at), Some(value_at)) = (header.index(&quantity.source), header.index(&value.source))
    else {
        return;
    };
    let mark = value.decimal_mark.unwrap_or(DecimalMark::Point);
    let share = |price_at: usize| {
        let priced_rows = sample.iter().filter_map(|row| {
            let number = |at: usize| read::with_unit(row.cells.get(at)?, mark).map(|(number, _)| number);
            Some((number(quantity_at)?, number(price_at)?, number(value_at)?))
        });
        let (mut agreeing, mut all) = (0, 0);
        for (quantity, price, value) in priced_rows {
            all += 1;
            let rounding = quantity * Decimal::new(6, 3) + Decimal::new(1, 2);
            agreeing += i32::from((quantity * price - value).abs() <= rounding);
        }
        if all == 0 { 0 } else { agreeing * 100 / all }
    };
    let taken = |at: usize| mapping.columns.iter().any(|column| column.source == header.keys()[at]);
    let price = find(Field::ItemUnitValue).and_then(|column| header.index(&column.source));
    if price.is_some_and(|at| share(at) >= 50) {
        return;
    }
    let better = (0..stats.len())
        .filter(|at| {
            !taken(*at) && !header.keys()[*at].is_empty() && stats[*at].is_mostly(stats[*at].numbers, 80)
        })
        .find(|at| share(*at) >= 80);
    mapping.columns.retain(|column| column.field != Field::ItemUnitValue);
    if let Some(at) = better {
        let column =
            Column { decimal_mark: Some(mark), ..Column::new(&header.keys()[at], Field::ItemUnitValue) };
        mapping.columns.push(column);
    }
}

/// Maps words that often occur in place of a number, a date or a choice to "no value".
fn settle_words(mapping: &mut Mapping, header: &Header, sample: &[Row], directory: &dyn Directory) {
    // A number is no word, wherever it stands.
    for doubt in doubts(mapping, header, sample, directory, false) {
        let may_lack = matches!(
            doubt.code,
            Code::NotANumber | Code::NotADate | Code::UnknownWord | Code::UnknownService
        );
        let is_word = !doubt.word.contains(|c: char| c.is_ascii_digit());
        let is_habit = doubt.count >= HABIT || doubt.code == Code::UnknownService;
        if may_lack && is_word && is_habit {
            mapping.words.push(Word { field: doubt.field, word: doubt.word, meaning: None });
        }
    }
}

/// An amount that differs between the lines of a shipment is a share per line. An amount that repeats, or is
/// on one line only, is the shipment's. If no shipment has two lines, the column's name decides.
fn settle_totals(mapping: &mut Mapping, header: &Header, sample: &[Row], directory: &dyn Directory) {
    let Ok(plan) = Plan::draft(mapping, header, directory) else { return };
    let lines: Vec<_> = sample.iter().map(|row| plan.line(row.clone(), directory)).collect();
    for column in mapping.columns.iter_mut().filter(|column| column.field.is_total()) {
        let mut first: HashMap<&str, &Value> = HashMap::new();
        let (mut differing, mut equal) = (0, 0);
        for line in lines.iter().filter(|line| !line.group.is_empty()) {
            let Some(value) = line.values.get(column.field) else { continue };
            match first.insert(&line.group, value) {
                Some(before) if before == value => equal += 1,
                Some(_) => differing += 1,
                None => {}
            }
        }
        let named =
            fold(&column.source).split(' ').any(|word| matches!(word, "line" | "item" | "linha" | "linea"));
        column.per_line = if differing == equal { named } else { differing > equal };
    }
}
