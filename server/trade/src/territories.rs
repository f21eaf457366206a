//! Parts of a country that have customs or taxes of their own, by state and by postcode.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::countries::by_alpha2;
use crate::postcode;

const TERRITORIES: &[u8] = include_bytes!("../../../migrations/data/tax_territories.csv");

/// A part of a country. Rules of taxes name it where they name a state.
#[derive(Debug)]
pub struct Territory {
    /// Unique in the country. The code of ISO 3166-2 after the hyphen, where there is one.
    pub code: String,
    states: Vec<String>,
    postcodes: Vec<Beginnings>,
}

/// The postcodes that begin with one of these, from the first to the last. Both have the same length.
#[derive(Debug)]
struct Beginnings {
    first: String,
    last: String,
}

#[derive(serde::Deserialize)]
struct Row {
    country: String,
    territory: String,
    states: String,
    postcodes: String,
}

static BY_COUNTRY: LazyLock<HashMap<String, Vec<Territory>>> = LazyLock::new(|| {
    let mut by_country: HashMap<String, Vec<Territory>> = HashMap::new();
    let rows = csv::Reader::from_reader(TERRITORIES).into_deserialize::<Row>();
    for row in rows.filter_map(Result::ok) {
        let territory = Territory {
            code: row.territory,
            states: row.states.split_whitespace().map(str::to_owned).collect(),
            postcodes: row.postcodes.split_whitespace().map(read_beginnings).collect(),
        };
        by_country.entry(row.country).or_default().push(territory);
    }
    by_country
});

fn read_beginnings(range: &str) -> Beginnings {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    Beginnings { first: first.to_owned(), last: last.to_owned() }
}

/// The territory of an address. The postcode decides, then the state. `None` in the rest of the country.
///
/// A territory without states and postcodes is that of addresses that have neither: where many people live in
/// territories, the rules ask for one of the two.
pub fn territory_of(
    country: &str,
    state: Option<&str>,
    postcode: Option<&str>,
) -> Option<&'static Territory> {
    let territories = BY_COUNTRY.get(country)?;
    let postcode = postcode.map(|text| postcode::compact(by_alpha2(country), text));
    let postcode = postcode.filter(|text| !text.is_empty());
    let by_postcode = postcode.as_deref().and_then(|postcode| {
        let precise = |territory: &&Territory| territory.digits_of(postcode);
        territories.iter().filter(|it| it.digits_of(postcode) > 0).max_by_key(precise)
    });
    let by_state = || {
        let state = state?;
        territories.iter().find(|it| it.states.iter().any(|one| one.eq_ignore_ascii_case(state)))
    };
    let by_neither = || {
        let neither = state.is_none() && postcode.is_none();
        territories.iter().find(|it| neither && it.states.is_empty() && it.postcodes.is_empty())
    };
    by_postcode.or_else(by_state).or_else(by_neither)
}

impl Territory {
    /// How many characters of a postcode say that it is of the territory; none if it is not.
    fn digits_of(&self, postcode: &str) -> usize {
        let has = |Beginnings { first, last }: &&Beginnings| {
            let start = postcode.get(..first.len());
            start.is_some_and(|start| first.as_str() <= start && start <= last.as_str())
        };
        self.postcodes.iter().filter(has).map(|range| range.first.len()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(country: &str, state: Option<&str>, postcode: &str) -> Option<&'static str> {
        let postcode = Some(postcode).filter(|text| !text.is_empty());
        territory_of(country, state, postcode).map(|territory| territory.code.as_str())
    }

    #[test]
    fn a_territory_is_told_by_the_postcode_without_the_state() {
        for (country, postcode, territory) in [
            ("ES", "35001", Some("CN")),
            ("ES", "38001", Some("CN")),
            ("ES", "E-35001", Some("CN")),
            ("ES", "ES 35001", Some("CN")),
            ("ES", "３８００１", Some("CN")),
            ("ES", "51001", Some("CE")),
            ("ES", "52001", Some("ML")),
            ("ES", "28001", None),
            ("ES", "03501", None),
            ("GB", "BT1 1AA", Some("NIR")),
            ("GB", "bt79 0aa", Some("NIR")),
            ("GB", "B1 1AA", None),
            ("GB", "JE2 3AB", Some("JEY")),
            ("GB", "GY1 1AA", Some("GGY")),
            ("GB", "IM1 1AA", Some("IMN")),
            ("GB", "G1 1AA", None),
            ("DE", "27498", Some("HEL")),
            ("DE", "D-78266", Some("BUS")),
            ("DE", "27499", None),
            ("IT", "23041", Some("LIV")),
            ("IT", "22061", Some("CAM")),
            ("IT", "I-00120", Some("VAT")),
            ("IT", "47895", Some("SMR")),
            ("IT", "23030", None),
            ("FI", "22100", Some("01")),
            ("FI", "AX-22100", Some("01")),
            ("GR", "630 86", Some("69")),
            ("FR", "97400", Some("974")),
            ("FR", "97133", Some("BL")),
            ("FR", "97110", Some("971")),
            ("FR", "98000", None),
            ("PT", "9500-321", Some("20")),
            ("PT", "9000-018", Some("30")),
            ("US", "00801", Some("VI")),
            ("US", "801", Some("VI")),
            ("US", "96910-1234", Some("GU")),
            ("US", "96799", Some("AS")),
            ("US", "96950", Some("MP")),
            ("US", "00901", Some("PR")),
            ("US", "96701", None),
            ("NO", "9170", Some("21")),
            ("AU", "2899", Some("NFK")),
            ("BR", "01310-100", None),
        ] {
            assert_eq!(of(country, None, postcode), territory, "{country} {postcode}");
        }
    }

    #[test]
    fn a_territory_is_told_by_any_of_its_states() {
        for (country, state, territory) in [
            ("ES", "CN", Some("CN")),
            ("ES", "GC", Some("CN")),
            ("ES", "tf", Some("CN")),
            ("ES", "M", None),
            ("GB", "BFS", Some("NIR")),
            ("GB", "NIR", Some("NIR")),
            ("GB", "TYR", Some("NIR")),
            ("GB", "JEY", Some("JEY")),
            ("FR", "RE", Some("974")),
            ("GB", "ESX", None),
            ("FI", "01", Some("01")),
            ("FR", "01", None),
            ("US", "VI", Some("VI")),
            ("ES", "VI", None),
            ("NL", "BQ2", Some("BQ")),
        ] {
            assert_eq!(of(country, Some(state), ""), territory, "{country} {state}");
        }
    }

    #[test]
    fn the_postcode_decides_before_the_state() {
        assert_eq!(of("ES", Some("M"), "35001"), Some("CN"));
        assert_eq!(of("FR", Some("971"), "97133"), Some("BL"));
        assert_eq!(of("ES", Some("GC"), "28001"), Some("CN"));
    }

    #[test]
    fn a_country_with_inhabited_territories_is_undecided_without_state_and_postcode() {
        for country in ["ES", "FI", "FR", "GB", "IT", "PT"] {
            assert_eq!(of(country, None, ""), Some("ASK"), "{country}");
            assert_eq!(of(country, None, " - "), Some("ASK"), "{country}");
            assert_eq!(of(country, Some("X"), ""), None, "{country}: a state is known");
        }
        assert_eq!(of("DE", None, ""), None);
    }

    #[test]
    fn each_row_has_its_place_and_its_source() {
        let rows: Vec<HashMap<String, String>> =
            csv::Reader::from_reader(TERRITORIES).into_deserialize().map(|row| row.unwrap()).collect();
        let read: usize = BY_COUNTRY.values().map(Vec::len).sum();
        assert_eq!(rows.len(), read);
        for row in rows {
            assert!(by_alpha2(&row["country"]).is_some(), "{row:?}");
            assert!(["name", "legal_ref", "source"].iter().all(|column| !row[*column].is_empty()), "{row:?}");
            let mut postcodes = row["postcodes"].split_whitespace().map(read_beginnings);
            assert!(
                postcodes.all(|range| range.first.len() == range.last.len() && range.first <= range.last)
            );
        }
    }

    /// Districts are states of their own in the lookup, so that each has to be named.
    #[test]
    fn all_parts_of_a_named_state_are_named() {
        const STATES: &[u8] = include_bytes!("../../../migrations/data/states.csv");
        let states: Vec<HashMap<String, String>> =
            csv::Reader::from_reader(STATES).into_deserialize().map(|row| row.unwrap()).collect();
        let country_of =
            |state: &HashMap<String, String>| crate::countries::country(state["country_id"].parse().unwrap());
        let codes: HashMap<&str, &str> =
            states.iter().map(|state| (state["id"].as_str(), state["code"].as_str())).collect();
        for state in states.iter().filter(|state| !state["parent_id"].is_empty()) {
            let country = country_of(state).unwrap().alpha2.as_str();
            let parent = of(country, Some(codes[state["parent_id"].as_str()]), "");
            if parent.is_some() {
                assert_eq!(of(country, Some(&state["code"]), ""), parent, "{state:?}");
            }
        }
    }
}
