//! The cell above the weights and before the zones: `Weight / Zone`, or `Zones` in the guides of American carriers.

use super::Axis;
use super::number::{Mark, is_blank};
use super::weight::{self, Bounds};
use super::words::{is_zone, names_both_axes, names_zone_axis, weight_header, words};

/// The corner stands in these first rows.
const MOST_HEADER_ROWS: usize = 40;

/// The rows with a corner that names only the weights, and the way in which these follow each other. `None` without such a
/// corner, or if nothing tells the weights from zones that are numbers.
pub fn read_corner(rows: &[Vec<String>]) -> Option<(Axis, Vec<Vec<String>>)> {
    let is_filled = |text: &String| !text.trim_matches(is_blank).is_empty();
    let found = rows.iter().take(MOST_HEADER_ROWS).enumerate().find_map(|(index, row)| {
        let column = row.iter().position(is_filled)?;
        let names_zones = names_both_axes(&row[column]) || names_zone_axis(&row[column]);
        (names_zones && row.iter().skip(column + 1).any(is_filled)).then_some((index, column))
    });
    let (index, column) = found?;
    let names_weights = |row: &Vec<String>| row.iter().any(|text| weight_header(text).is_some());
    let is_blank_row = |row: &&Vec<String>| !row.iter().any(is_filled);
    // Another table can stand below, after an empty row.
    let below = rows[index + 1..].iter().skip_while(is_blank_row).take_while(|row| !is_blank_row(row));
    let has_more = |row: &Vec<String>| row.iter().take(column).any(is_filled);
    if rows[..=index].iter().any(names_weights) || below.clone().any(has_more) {
        return None;
    }
    let text = &rows[index][column];
    let down = Line::of(below.filter_map(|row| row.get(column)));
    let across = Line::of(rows[index].iter().skip(column + 1));
    let axis = choose_axis(&down, &across, names_both_axes(text))?;
    let mut rows = rows.to_vec();
    let own: Vec<String> = words(text).into_iter().filter(|word| !is_zone(word)).collect();
    let own = Some(own.join(" ")).filter(|own| weight_header(own).is_some());
    rows[index][column] = own.unwrap_or_else(|| "weight".to_owned());
    Some((axis, rows))
}

/// The texts below or beside the corner.
struct Line {
    length: usize,
    are_weights: bool,
    /// Whether a unit or a part of one says so: zones are whole numbers.
    are_sure: bool,
}

impl Line {
    fn of<'a>(texts: impl Iterator<Item = &'a String>) -> Self {
        let texts: Vec<&String> = texts.filter(|text| !text.trim_matches(is_blank).is_empty()).collect();
        let marks = [Mark::Dot, Mark::Comma];
        let read = |text: &&String| marks.into_iter().find_map(|mark| weight::bounds(text, mark).ok());
        let weights: Vec<Bounds> = texts.iter().filter_map(read).collect();
        let are_weights = !weights.is_empty() && weights.len() * 2 >= texts.len();
        let is_sure =
            |one: &Bounds| one.unit.is_some() || one.value().is_some_and(|value| !value.is_integer());
        Self { length: texts.len(), are_weights, are_sure: are_weights && weights.iter().any(is_sure) }
    }
}

fn choose_axis(down: &Line, across: &Line, names_both: bool) -> Option<Axis> {
    match (down.are_sure, across.are_sure) {
        (true, false) => Some(Axis::Down),
        (false, true) if names_both => Some(Axis::Across),
        (false, false) if names_both => match (down.are_weights, across.are_weights) {
            (true, false) => Some(Axis::Down),
            (false, true) => Some(Axis::Across),
            // A sheet has more weights than zones.
            (true, true) if down.length > across.length => Some(Axis::Down),
            (true, true) => Some(Axis::Across),
            (false, false) => None,
        },
        _ => None,
    }
}
