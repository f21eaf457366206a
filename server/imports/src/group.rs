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
use trade::money::decimals_of;
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
    let values = agree(plan, lines);
    let parcels = parcels(plan, lines, values.number(Field::Weight));
    refuse_repeated_items(plan, lines);
    let (items, declared) = items(plan, lines);
    let mut values = values;
    complete_totals(plan, &mut values, &parcels, declared, lines);
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

/// The fields of the shipment that its lines state, one by one.
fn agree(plan: &Plan, lines: &mut [Line]) -> Values {
    let mut agreed = Values::default();
    for field in Field::ALL.iter().filter(|field| field.part() == Part::Shipment && plan.maps(**field)) {
        let value = match field.rule() {
            Rule::Total if plan.is_per_line(*field) => sum(plan, *field, lines),
            _ => common(plan, *field, lines),
        };
        if let Some(value) = value {
            agreed.add(*field, value);
        }
    }
    agreed
}

/// The value that all lines with a value have in common.
fn common(plan: &Plan, field: Field, lines: &mut [Line]) -> Option<Value> {
    let first = lines.iter().position(|line| line.values.get(field).is_some())?;
    let value = lines[first].values.get(field)?.clone();
    let (at, said) = (lines[first].row.line, plan.cell(field, &lines[first]).to_owned());
    for line in &mut lines[first + 1..] {
        let differs = line.values.get(field).is_some_and(|own| !is_same(field, own, &value));
        if differs {
            let problem = plan.problem(Code::DiffersInShipment, field, line);
            line.problems.push(problem.with("line", &at).with("other", &said));
        }
    }
    Some(value)
}

/// Names are equal without case, accents and spaces, weights to the gram.
fn is_same(field: Field, one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) if field.kind() == Kind::Weight => {
            whole_grams(*one) == whole_grams(*other)
        }
        (Value::Text(one), Value::Text(other)) => one == other || fold(one) == fold(other),
        _ => one == other,
    }
}

fn sum(plan: &Plan, field: Field, lines: &mut [Line]) -> Option<Value> {
    let mut total: Option<Value> = None;
    for line in lines.iter_mut() {
        let Some(share) = line.values.get(field) else { continue };
        let sum = match (&total, share) {
            (Some(Value::Number(a)), Value::Number(b)) => total_of(field, *a + *b).map(Value::Number),
            _ => Some(share.clone()),
        };
        if sum.is_none() {
            let problem = plan.problem(Code::OutOfRange, field, line);
            line.problems.push(problem);
        }
        total = sum.or(total);
    }
    total
}

fn total_of(field: Field, total: Decimal) -> Option<Decimal> {
    let below = if field.kind() == Kind::Weight { i64::from(i32::MAX) } else { 1_000_000_000_000 };
    (total < Decimal::from(below)).then_some(total)
}

/// Lines with the same parcel number are one parcel. Without numbers the shipment is one parcel.
fn parcels(plan: &Plan, lines: &mut [Line], weight: Option<Decimal>) -> Vec<StagedParcel> {
    const MEASURES: [Field; 4] = [Field::ParcelWeight, Field::Length, Field::Width, Field::Height];
    let mut parcels: Vec<(Option<i32>, [Option<Decimal>; 4], u32)> = Vec::new();
    for line in lines.iter_mut() {
        let number = line.values.whole(Field::ParcelNumber);
        let at = parcels.iter().position(|(own, ..)| *own == number).unwrap_or_else(|| {
            parcels.push((number, [None; 4], line.row.line));
            parcels.len() - 1
        });
        let first = parcels[at].2;
        for (field, known) in MEASURES.iter().zip(&mut parcels[at].1) {
            let own = line.values.number(*field);
            if own.is_some() && known.is_some() && own != *known {
                let problem = plan.problem(Code::DiffersInShipment, *field, line);
                line.problems.push(problem.with("line", &first).with("other", ""));
            }
            *known = known.or(own);
        }
    }
    let only = parcels.len() == 1;
    let parcel = |[own, length_mm, width_mm, height_mm]: [Option<Decimal>; 4]| {
        let weight_g = own.or(weight.filter(|_| only));
        StagedParcel {
            weight_g,
            length_mm,
            width_mm,
            height_mm,
            weight_unit: weight_g.map(|_| plan.weight_unit.display_unit()),
            size_unit: length_mm.or(width_mm).or(height_mm).map(|_| plan.size_unit.display_unit()),
        }
    };
    parcels.into_iter().map(|(_, measures, _)| parcel(measures)).collect()
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

/// The items, and their total value if each of them has one.
fn items(plan: &Plan, lines: &mut [Line]) -> (Vec<StagedItem>, Option<Decimal>) {
    let (mut items, mut declared) = (Vec::with_capacity(lines.len()), Some(Decimal::ZERO));
    for line in lines {
        if !line.values.iter().any(|(field, _)| field.part() == Part::Item) {
            continue;
        }
        let Some(item) = item(plan, line) else { continue };
        let told = line.values.number(Field::ItemValue);
        let worth = told.or_else(|| item.unit_value.and_then(|one| one.checked_mul(item.quantity)));
        declared = declared.zip(worth).map(|(sum, worth)| sum + worth);
        items.push(item);
    }
    let declared = declared.filter(|_| !items.is_empty());
    (items, declared)
}

/// A line with any item field needs a description and a quantity.
fn item(plan: &Plan, line: &mut Line) -> Option<StagedItem> {
    let values = &line.values;
    let description = values.text(Field::ItemDescription).or_else(|| values.text(Field::ItemSku));
    let quantity = match values.number(Field::ItemQuantity) {
        None if !plan.maps(Field::ItemQuantity) => Some(Decimal::ONE),
        read => read,
    };
    let (Some(description), Some(quantity)) = (description, quantity) else {
        let lacks = if description.is_none() { Field::ItemDescription } else { Field::ItemQuantity };
        refuse_empty(plan, lacks, line);
        return None;
    };
    let share = || values.number(Field::ItemValue)?.checked_div(quantity).map(|one| one.round_dp(4));
    let unit_value = values.number(Field::ItemUnitValue).or_else(share);
    let mut own = Values::default();
    for (field, value) in values.iter().filter(|(field, _)| field.part() == Part::Item) {
        own.add(field, value.clone());
    }
    Some(StagedItem { description: description.to_owned(), quantity, unit_value, values: own })
}

/// Refuses an empty cell. A cell with an unreadable value already has its own reason.
fn refuse_empty(plan: &Plan, field: Field, line: &mut Line) {
    if !line.problems.iter().any(|problem| problem.field == Some(field)) {
        let problem = plan.problem(Code::Required, field, line);
        line.problems.push(problem);
    }
}

/// Calculates totals that no column states from the parts.
fn complete_totals(
    plan: &Plan,
    values: &mut Values,
    parcels: &[StagedParcel],
    declared: Option<Decimal>,
    lines: &mut [Line],
) {
    if values.get(Field::Weight).is_none() {
        let weight = parcels.iter().map(|parcel| parcel.weight_g).reduce(|a, b| a?.checked_add(b?)).flatten();
        if let Some(weight) = weight.and_then(|weight| total_of(Field::Weight, weight)) {
            values.add(Field::Weight, Value::Number(weight));
        }
    }
    let Some(declared) = declared.filter(|_| values.get(Field::DeclaredValue).is_none()) else { return };
    let decimals = values.text(Field::Currency).map_or(2, decimals_of);
    match total_of(Field::DeclaredValue, declared.round_dp(decimals)) {
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
