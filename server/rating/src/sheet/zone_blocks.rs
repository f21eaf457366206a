//! Lists in which each zone stands once, beside its first country: a merged cell is saved so.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::super::finding::Severity;
use super::cells::cell;
use super::number::is_blank;
use super::places::PlaceRole;
use super::{Reading, SheetCode};

/// The rows with the zone in each row of its block, told at the first one. The zone stands before the countries, and no zone
/// twice: elsewhere a country without a zone is not served.
pub fn fill<'a>(
    rows: &'a [Vec<String>],
    header: usize,
    columns: &HashMap<PlaceRole, usize>,
    reading: &mut Reading,
) -> Cow<'a, [Vec<String>]> {
    let (Some(zone), Some(country)) = (columns.get(&PlaceRole::Zone), columns.get(&PlaceRole::Country))
    else {
        return Cow::Borrowed(rows);
    };
    let text = |at: usize, column: usize| cell(&rows[at], column).trim_matches(is_blank);
    let has_country = |at: &usize| !text(*at, *country).is_empty();
    let block: Vec<usize> =
        (header + 1..rows.len()).skip_while(|at| !has_country(at)).take_while(has_country).collect();
    let names: Vec<&str> = block.iter().map(|at| text(*at, *zone)).filter(|name| !name.is_empty()).collect();
    let are_once = names.iter().collect::<HashSet<_>>().len() == names.len();
    let begins = block.first().is_some_and(|first| !text(*first, *zone).is_empty());
    let empty = block.iter().find(|at| text(**at, *zone).is_empty());
    let Some(first) = empty.filter(|_| zone < country && are_once && begins) else {
        return Cow::Borrowed(rows);
    };
    reading.say(Severity::Note, SheetCode::ZoneContinued, (*first, *zone), text(*first, *country));
    let (mut filled, mut above) = (rows.to_vec(), String::new());
    for at in block {
        let own = &mut filled[at][*zone];
        if own.trim_matches(is_blank).is_empty() {
            own.clone_from(&above);
        } else {
            above.clone_from(own);
        }
    }
    Cow::Owned(filled)
}
