//! Combines the lines of one shipment. All lines of a shipment are imported, or none: if one is refused, the
//! others are held back. The corrected file then creates the complete shipment once.

use rust_decimal::Decimal;
use std::collections::HashMap;

use super::field::{Field, Kind, Part, Rule};
use super::mapping::Plan;
use super::parse::Line;
use super::problem::{Code, LineProblem};
use super::value::{Value, Values, whole_grams};
use sheets::fold::fold;
use trade::money::round_to_coins;
use trade::units::{SizeUnit, WeightUnit};

/// More lines with one reference mean that the wrong column was chosen to group by.
pub const MAX_LINES: usize = 1_000;

/// A shipment ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StagedShipment {
    pub external_ref: String,
    /// The rows of the file that it was made from.
    pub lines: Vec<u32>,
    /// The fields of the shipment itself.
    pub values: Values,
    pub parcels: Vec<StagedParcel>,
    pub items: Vec<StagedItem>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct StagedParcel {
    /// Exact until it is stored.
    pub weight_g: Option<Decimal>,
    pub length_mm: Option<Decimal>,
    pub width_mm: Option<Decimal>,
    pub height_mm: Option<Decimal>,
    /// Units of the file.
    pub weight_unit: Option<WeightUnit>,
    pub size_unit: Option<SizeUnit>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StagedItem {
    pub description: String,
    pub quantity: Decimal,
    pub unit_value: Option<Decimal>,
    /// Reference, HS code, unit and the like, by field.
    pub values: Values,
}

/// A refused line, with the reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedLine {
    pub line: u32,
    pub problems: Vec<LineProblem>,
}

/// Builds a shipment from its lines, which are in the order of the file.
pub fn gather(plan: &Plan, lines: &mut Vec<Line>) -> Result<StagedShipment, Vec<RefusedLine>> {
    let mut values = merge_shipment_fields(plan, lines);
    let parcels = build_parcels(plan, lines, values.number(Field::Weight));
    refuse_repeated_items(plan, lines);
    let StagedItems { items, total_value } = build_items(plan, lines, values.text(Field::Currency));
    complete_totals(plan, &mut values, &parcels, total_value, lines);
    values.round_weight();
    if lines.iter().any(|line| !line.problems.is_empty()) {
        return Err(to_refused_lines(std::mem::take(lines)));
    }
    let external_ref = match (values.text(Field::ExternalRef), lines.first()) {
        (Some(reference), _) => reference.to_owned(),
        (None, first) => first.map(|line| line.group.clone()).unwrap_or_default(),
    };
    let lines = lines.iter().map(|line| line.row.line).collect();
    Ok(StagedShipment { external_ref, lines, values, parcels, items })
}

/// Refuses all lines of a reference with too many lines.
pub fn refuse_all(code: Code, max: usize, lines: impl IntoIterator<Item = u32>) -> Vec<RefusedLine> {
    let problem = LineProblem::of_line(code).with("max", &max);
    lines.into_iter().map(|line| RefusedLine { line, problems: vec![problem.clone()] }).collect()
}

/// The lines with problems, and the others as held back.
pub fn to_refused_lines(lines: Vec<Line>) -> Vec<RefusedLine> {
    let first = lines.iter().find(|line| !line.problems.is_empty()).map_or(0, |line| line.row.line);
    let held_back = |line: Line| match line.problems.is_empty() {
        true => vec![LineProblem::of_line(Code::HeldBack).with("line", &first)],
        false => line.problems,
    };
    lines.into_iter().map(|line| RefusedLine { line: line.row.line, problems: held_back(line) }).collect()
}

/// Merges the fields of the shipment that its lines state, one by one. Refuses lines that differ.
fn merge_shipment_fields(plan: &Plan, lines: &mut [Line]) -> Values {
    let mut merged = Values::default();
    for field in Field::ALL.iter().filter(|field| field.part() == Part::Shipment && plan.maps(**field)) {
        let value = match field.rule() {
            Rule::Total if plan.is_per_line(*field) => add_up(plan, *field, lines),
            _ => find_common_value(plan, *field, lines),
        };
        if let Some(value) = value {
            merged.add(*field, value);
        }
    }
    merged
}

/// Finds the value that all lines with a value have in common. Refuses lines that differ from the first one.
fn find_common_value(plan: &Plan, field: Field, lines: &mut [Line]) -> Option<Value> {
    let first_index = lines.iter().position(|line| line.values.get(field).is_some())?;
    let first = &lines[first_index];
    let value = first.values.get(field)?.clone();
    let (first_line, first_text) = (first.row.line, plan.cell(field, first).to_owned());
    for line in &mut lines[first_index + 1..] {
        let differs = line.values.get(field).is_some_and(|own| !is_same(field, own, &value));
        if differs {
            let problem = plan.problem(Code::DiffersInShipment, field, line);
            line.problems.push(problem.with("line", &first_line).with("other", &first_text));
        }
    }
    Some(value)
}

/// Names are equal without case, accents and spaces, weights to the gram.
fn is_same(field: Field, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) if field.kind() == Kind::Weight => {
            whole_grams(*a) == whole_grams(*b)
        }
        (Value::Text(a), Value::Text(b)) => a == b || fold(a) == fold(b),
        _ => a == b,
    }
}

/// Adds up the values of the lines. Refuses a line with which the total becomes too large.
fn add_up(plan: &Plan, field: Field, lines: &mut [Line]) -> Option<Value> {
    let mut total: Option<Value> = None;
    for line in lines.iter_mut() {
        let Some(value) = line.values.get(field) else { continue };
        let new_total = match (&total, value) {
            (Some(Value::Number(a)), Value::Number(b)) => limit_total(field, *a + *b).map(Value::Number),
            // The first value. Only numbers are added up, so that no other value follows it.
            _ => Some(value.clone()),
        };
        if new_total.is_none() {
            let problem = plan.problem(Code::OutOfRange, field, line);
            line.problems.push(problem);
        }
        total = new_total.or(total);
    }
    total
}

/// An amount of money is below this limit.
const AMOUNT_LIMIT: i64 = 1_000_000_000_000;

/// The total, or none when it is too large to be stored.
fn limit_total(field: Field, total: Decimal) -> Option<Decimal> {
    let limit = if field.kind() == Kind::Weight { i64::from(i32::MAX) } else { AMOUNT_LIMIT };
    (total < Decimal::from(limit)).then_some(total)
}

/// Weight, length, width and height of a parcel, in the order of [`MEASURES`].
type Measures = [Option<Decimal>; 4];
const MEASURES: [Field; 4] = [Field::ParcelWeight, Field::Length, Field::Width, Field::Height];

/// The lines of one parcel.
struct ParcelLines {
    number: Option<i32>,
    first_line: u32,
    measures: Measures,
}

/// Builds the parcels. Lines with the same parcel number are one parcel; without numbers the shipment is one parcel. Refuses lines
/// of a parcel whose measures differ.
fn build_parcels(plan: &Plan, lines: &mut [Line], shipment_weight: Option<Decimal>) -> Vec<StagedParcel> {
    let mut parcels: Vec<ParcelLines> = Vec::new();
    for line in lines.iter_mut() {
        let number = line.values.whole(Field::ParcelNumber);
        let index = parcels.iter().position(|parcel| parcel.number == number).unwrap_or_else(|| {
            parcels.push(ParcelLines { number, first_line: line.row.line, measures: [None; 4] });
            parcels.len() - 1
        });
        let parcel = &mut parcels[index];
        for (field, known) in MEASURES.iter().zip(&mut parcel.measures) {
            let value = line.values.number(*field);
            if value.is_some() && known.is_some() && value != *known {
                let problem = plan.problem(Code::DiffersInShipment, *field, line);
                // The text needs the parameter; the other value is not shown for a measure.
                line.problems.push(problem.with("line", &parcel.first_line).with("other", ""));
            }
            *known = known.or(value);
        }
    }
    // The weight of the shipment is that of its only parcel.
    let parcel_weight = shipment_weight.filter(|_| parcels.len() == 1);
    parcels.into_iter().map(|parcel| to_staged_parcel(plan, parcel.measures, parcel_weight)).collect()
}

fn to_staged_parcel(
    plan: &Plan,
    [weight_g, length_mm, width_mm, height_mm]: Measures,
    default_weight_g: Option<Decimal>,
) -> StagedParcel {
    let weight_g = weight_g.or(default_weight_g);
    StagedParcel {
        weight_g,
        length_mm,
        width_mm,
        height_mm,
        weight_unit: weight_g.map(|_| plan.weight_unit.display_unit()),
        size_unit: length_mm.or(width_mm).or(height_mm).map(|_| plan.size_unit.display_unit()),
    }
}

fn refuse_repeated_items(plan: &Plan, lines: &mut [Line]) {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for line in lines {
        let Some(reference) = line.values.text(Field::ItemRef) else { continue };
        if let Some(first) = seen.get(reference) {
            let problem = plan.problem(Code::RepeatedItem, Field::ItemRef, line).with("line", &first);
            line.problems.push(problem);
        } else {
            seen.insert(reference.to_owned(), line.row.line);
        }
    }
}

/// The items of a shipment.
struct StagedItems {
    items: Vec<StagedItem>,
    /// In whole coins, as documents print each item. None unless each has a value.
    total_value: Option<Decimal>,
}

/// Builds the items from the lines that have fields of an item.
fn build_items(plan: &Plan, lines: &mut [Line], currency: Option<&str>) -> StagedItems {
    let (mut items, mut total_value) = (Vec::with_capacity(lines.len()), Some(Decimal::ZERO));
    for line in lines {
        if !line.values.iter().any(|(field, _)| field.part() == Part::Item) {
            continue;
        }
        let Some(item) = build_item(plan, line) else { continue };
        let stated_value = line.values.number(Field::ItemValue);
        let value = stated_value
            .or_else(|| item.unit_value.and_then(|unit_value| unit_value.checked_mul(item.quantity)));
        total_value = total_value.zip(value).map(|(total, value)| total + round_to_coins(value, currency));
        items.push(item);
    }
    let total_value = total_value.filter(|_| !items.is_empty());
    StagedItems { items, total_value }
}

/// Builds the item of a line. Refuses a line with any item field but without a description or a quantity.
fn build_item(plan: &Plan, line: &mut Line) -> Option<StagedItem> {
    let values = &line.values;
    let description = values.text(Field::ItemDescription).or_else(|| values.text(Field::ItemSku));
    let quantity = match values.number(Field::ItemQuantity) {
        None if !plan.maps(Field::ItemQuantity) => Some(Decimal::ONE),
        quantity => quantity,
    };
    let (Some(description), Some(quantity)) = (description, quantity) else {
        let missing_field = if description.is_none() { Field::ItemDescription } else { Field::ItemQuantity };
        refuse_empty(plan, missing_field, line);
        return None;
    };
    let value_per_unit =
        || values.number(Field::ItemValue)?.checked_div(quantity).map(|value| value.round_dp(4));
    let unit_value = values.number(Field::ItemUnitValue).or_else(value_per_unit);
    let mut item_values = Values::default();
    for (field, value) in values.iter().filter(|(field, _)| field.part() == Part::Item) {
        item_values.add(field, value.clone());
    }
    Some(StagedItem { description: description.to_owned(), quantity, unit_value, values: item_values })
}

/// Refuses an empty cell. A cell with an unreadable value already has its own reason.
fn refuse_empty(plan: &Plan, field: Field, line: &mut Line) {
    if !line.problems.iter().any(|problem| problem.field == Some(field)) {
        let problem = plan.problem(Code::Required, field, line);
        line.problems.push(problem);
    }
}

/// Calculates totals that no column states from parcels and items.
fn complete_totals(
    plan: &Plan,
    values: &mut Values,
    parcels: &[StagedParcel],
    total_value: Option<Decimal>,
    lines: &mut [Line],
) {
    if values.get(Field::Weight).is_none() {
        let weight = parcels.iter().map(|parcel| parcel.weight_g).reduce(|a, b| a?.checked_add(b?)).flatten();
        if let Some(weight) = weight.and_then(|weight| limit_total(Field::Weight, weight)) {
            values.add(Field::Weight, Value::Number(weight));
        }
    }
    let Some(total_value) = total_value.filter(|_| values.get(Field::DeclaredValue).is_none()) else {
        return;
    };
    match limit_total(Field::DeclaredValue, total_value) {
        Some(declared) => values.add(Field::DeclaredValue, Value::Number(declared)),
        None => {
            if let Some(line) = lines.first_mut() {
                let problem = plan.problem(Code::OutOfRange, Field::ItemValue, line);
                line.problems.push(problem);
            }
        }
    }
}

impl Plan {
    fn is_per_line(&self, field: Field) -> bool {
        self.columns.iter().any(|column| column.field == field && column.per_line)
    }

    pub(super) fn cell<'a>(&self, field: Field, line: &'a Line) -> &'a str {
        let column = self.columns.iter().find(|column| column.field == field);
        column.and_then(|column| line.row.cells.get(column.at)).unwrap_or_default()
    }

    pub(super) fn problem(&self, code: Code, field: Field, line: &Line) -> LineProblem {
        LineProblem::of_cell(code, self.column(field), field, self.cell(field, line))
    }
}
