//! What a service does not take, as reasons at the cells of the lines. The rules and messages are those of the form.

use super::field::Field;
use super::mapping::Plan;
use super::parse::Line;
use super::problem::{Code, LineProblem};
use server_core::http::error::FieldErrors;
use server_core::http::messages::Params;

/// Adds the problems of a shipment to its lines, each at the cell with the value.
pub fn mark(plan: &Plan, lines: &mut [Line], errors: FieldErrors) {
    for (path, code, params) in errors.into_problems() {
        let Some(code) = Code::ALL.iter().copied().find(|known| known.message() == code) else { continue };
        let (parcel, name) = split_path(&path);
        let fields = fields(name);
        let field = fields.iter().copied().find(|field| plan.column(*field).is_some());
        let Some(field) = field.or_else(|| fields.first().copied()) else { continue };
        let Some(at) = line_of(plan, lines, parcel, field) else { continue };
        let problem = plan.problem(code, field, &lines[at]);
        lines[at].problems.push(with_params(problem, &params));
    }
}

fn with_params(problem: LineProblem, params: &Params) -> LineProblem {
    let texts = params.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
    texts.fold(problem, |problem, (name, value)| problem.with(name, value))
}

/// The parcel of a path, and the name of its field.
fn split_path(path: &str) -> (Option<usize>, &str) {
    let parcel = path.strip_prefix("parcels.").and_then(|rest| rest.split_once('.'));
    match parcel {
        Some((index, name)) => (index.parse().ok(), name),
        None => (None, path),
    }
}

/// The fields of a file that give a field of the form its value.
fn fields(name: &str) -> &'static [Field] {
    match name {
        "weight_g" => &[Field::ParcelWeight, Field::Weight],
        "declared_weight_g" => &[Field::Weight, Field::ParcelWeight],
        "length_mm" => &[Field::Length],
        "width_mm" => &[Field::Width],
        "height_mm" => &[Field::Height],
        "declared_value" => &[Field::DeclaredValue, Field::ItemValue, Field::ItemUnitValue],
        "contents_type" => &[Field::ContentsType],
        "from_country_id" => &[Field::FromCountry],
        "to_country_id" => &[Field::ToCountry],
        _ => &[],
    }
}

/// The first line of the parcel or of the shipment that has the value, or else its first line.
fn line_of(plan: &Plan, lines: &[Line], parcel: Option<usize>, field: Field) -> Option<usize> {
    let mut numbers: Vec<Option<i32>> = Vec::new();
    for line in lines {
        let number = line.values.whole(Field::ParcelNumber);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    let number = parcel.and_then(|at| numbers.get(at));
    let is_its = |line: &Line| number.is_none_or(|own| line.values.whole(Field::ParcelNumber) == *own);
    let has_it = |line: &Line| is_its(line) && !plan.cell(field, line).trim().is_empty();
    lines.iter().position(has_it).or_else(|| lines.iter().position(is_its))
}
