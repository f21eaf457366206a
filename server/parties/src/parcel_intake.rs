//! The parcels of clients that a warehouse does not take in, and the places there that are closed or hold so many: a setting of the
//! warehouse.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use server_core::http::error::FieldErrors;
use server_core::http::fields::required;
use server_core::http::messages::MessageCode;
use sheets::fold::fold;

const MOST_LETTERS: usize = 60;

/// Parcels of clients that a warehouse does not take in, and places where nothing more is put.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParcelIntake {
    /// No parcels that come from these countries.
    #[oai(validator(max_items = 250, unique_items))]
    pub refused_countries: Vec<i16>,
    /// No parcels whose content has one of these words, whether in capitals and with accents or not.
    #[oai(validator(max_items = 100, unique_items))]
    pub refused_goods: Vec<String>,
    /// Places that are closed or have a limit. All others take any number of parcels.
    #[oai(validator(max_items = 200))]
    pub places: Vec<ParcelPlace>,
}

/// A place for parcels in a warehouse.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParcelPlace {
    /// As the people of the warehouse call it.
    #[oai(validator(max_length = 32))]
    pub place: String,
    /// So many parcels lie there at most; null for any number.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub max_parcels: Option<i32>,
    /// Nothing more is put there.
    pub is_closed: bool,
}

impl ParcelIntake {
    /// Normalizes the texts and reports all errors at their fields.
    pub(super) fn check(self, countries_exist: bool, errors: &mut FieldErrors) -> Self {
        if !countries_exist {
            errors.push("intake.refused_countries", MessageCode::UnknownOption);
        }
        let goods = self.refused_goods.iter().map(|goods| goods.trim().to_owned());
        let refused_goods: Vec<String> = goods.filter(|goods| !goods.is_empty()).collect();
        if refused_goods.iter().any(|goods| goods.chars().count() > MOST_LETTERS) {
            errors.push("intake.refused_goods", MessageCode::Invalid);
        }
        let mut places = Vec::with_capacity(self.places.len());
        for (at, one) in self.places.iter().enumerate() {
            let place = required(&format!("intake.places.{at}.place"), &one.place, errors);
            places.push(ParcelPlace { place, ..one.clone() });
        }
        for (at, one) in places.iter().enumerate() {
            if !one.place.is_empty() && places[..at].iter().any(|earlier| earlier.is_called(&one.place)) {
                errors.push(format!("intake.places.{at}.place"), MessageCode::Taken);
            }
        }
        Self { refused_goods, places, ..self }
    }

    /// The goods of this content that are not taken in.
    pub fn find_refused_goods(&self, content: &str) -> Option<&str> {
        let written = list_words(content);
        let is_in = |goods: &&String| {
            let words = list_words(goods);
            // Chinese has no spaces between words.
            !words.trim().is_empty()
                && (written.contains(&words) || is_unspaced(goods) && written.contains(words.trim()))
        };
        self.refused_goods.iter().find(is_in).map(String::as_str)
    }

    /// The rule of a place, if it has one.
    pub fn find_place(&self, place: &str) -> Option<&ParcelPlace> {
        self.places.iter().find(|one| one.is_called(place))
    }
}

impl ParcelPlace {
    fn is_called(&self, place: &str) -> bool {
        self.place.to_lowercase() == place.trim().to_lowercase()
    }
}

/// The words of a text in small letters and without accents, each between spaces.
fn list_words(text: &str) -> String {
    format!(" {} ", fold(text))
}

fn is_unspaced(text: &str) -> bool {
    text.chars().any(|letter| letter >= '\u{2e80}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intake(goods: &[&str], places: &[&str]) -> ParcelIntake {
        let to_place = |place: &&str| ParcelPlace { place: (*place).to_owned(), ..ParcelPlace::default() };
        ParcelIntake {
            refused_goods: goods.iter().map(|goods| (*goods).to_owned()).collect(),
            places: places.iter().map(to_place).collect(),
            ..ParcelIntake::default()
        }
    }

    #[test]
    fn goods_are_refused_by_whole_words() {
        let rules = intake(&["power bank", "Perfume", "锂电池", "Munição"], &[]);
        for (content, refused) in [
            ("2 Power-Bank, red", Some("power bank")),
            ("PERFUME", Some("Perfume")),
            ("两块锂电池", Some("锂电池")),
            ("MUNICAO (2 caixas)", Some("Munição")),
            ("munic\u{327}a\u{303}o", Some("Munição")),
            ("Power supply, bank notes", None),
            ("Perfumed candles", None),
            ("", None),
        ] {
            assert_eq!(rules.find_refused_goods(content), refused, "{content}");
        }
    }

    #[test]
    fn a_place_is_one_however_it_is_written() {
        let rules = intake(&[], &["A-03"]);
        assert!(rules.find_place(" a-03 ").is_some() && rules.find_place("A-04").is_none());
    }

    #[test]
    fn all_problems_are_reported_at_their_fields() {
        let mut errors = FieldErrors::default();
        let checked = intake(&["  ", " perfume "], &["A-1", " ", "a-1 "]).check(false, &mut errors);
        assert_eq!(checked.refused_goods, ["perfume"]);
        let mut fields: Vec<String> = errors.into_problems().map(|(field, ..)| field).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["intake.places.1.place", "intake.places.2.place", "intake.refused_countries"]);
    }
}
