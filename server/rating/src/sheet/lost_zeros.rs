//! Postcodes of places whose zeros in front a spreadsheet has dropped: 501 is 00501 in the United States.

use std::collections::HashMap;

use super::super::rows::MemberRow;
use trade::postcode::{is_possible, restore_zeros};

/// Fewer digits are the beginning of postcodes, such as 10 of 1010.
const SHORTEST: usize = 3;

/// An end of a place that got its zeros back.
pub struct RestoredEnd {
    /// Index of the place.
    pub place: usize,
    pub is_upper: bool,
    pub postcode: String,
}

/// Gives the postcodes of a sheet their zeros back, country by country: where other postcodes of the country are whole, and
/// none begins with a zero. Elsewhere a short postcode is the beginning of many.
pub fn restore(places: &mut [MemberRow]) -> Vec<RestoredEnd> {
    let mut countries: HashMap<i16, CountryEnds> = HashMap::new();
    for place in places.iter() {
        for end in [&place.postcode_from, &place.postcode_to].into_iter().flatten() {
            let ends = countries.entry(place.country_id).or_default();
            ends.has_whole |= is_number(end) && is_possible(Some(place.country_id), end);
            ends.keeps_zeros |= end.starts_with('0');
        }
    }
    let mut restored = Vec::new();
    for (index, place) in places.iter_mut().enumerate() {
        let has_lost =
            countries.get(&place.country_id).is_some_and(|ends| ends.has_whole && !ends.keeps_zeros);
        let country_id = place.country_id;
        for (is_upper, end) in [(false, &mut place.postcode_from), (true, &mut place.postcode_to)] {
            let can_be_short = |end: &&mut String| has_lost && is_number(end) && end.len() >= SHORTEST;
            let Some(short) = end.as_mut().filter(can_be_short) else { continue };
            let whole = restore_zeros(Some(country_id), short).filter(|whole| whole != short);
            if let Some(postcode) = whole {
                short.clone_from(&postcode);
                restored.push(RestoredEnd { place: index, is_upper, postcode });
            }
        }
    }
    restored
}

#[derive(Default)]
struct CountryEnds {
    has_whole: bool,
    keeps_zeros: bool,
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}
