//! Words of the file that stand for something we know: countries, states, services, currencies.

use std::collections::HashMap;
use uuid::Uuid;

use super::fold::fold;

/// What the lookups answer about a word.
pub trait Directory {
    fn country(&self, word: &str) -> Option<i16>;
    fn state(&self, country: i16, word: &str) -> Option<i32>;
    fn service(&self, word: &str) -> Option<Uuid>;
    /// The ISO code of a currency by its code or sign.
    fn currency(&self, word: &str) -> Option<String>;
}

/// The lookups in memory, by folded word.
#[derive(Debug, Clone, Default)]
pub struct Words {
    countries: HashMap<String, i16>,
    states: HashMap<(i16, String), i32>,
    services: HashMap<String, Uuid>,
    currencies: HashMap<String, String>,
}

impl Words {
    /// `names` are the country's names in every language, and its codes of two and three letters.
    pub fn add_country<'a>(&mut self, id: i16, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.countries.entry(fold(name)).or_insert(id);
        }
    }

    /// Adds the names that are in use and in no list. Call it when every country is in.
    pub fn add_usual_names(&mut self) {
        for (code, names) in USUAL_NAMES {
            let Some(id) = self.countries.get(*code).copied() else { continue };
            for name in *names {
                self.countries.entry((*name).to_owned()).or_insert(id);
            }
        }
    }

    /// `codes` with and without the country's code: `SP`, `BR-SP`.
    pub fn add_state<'a>(&mut self, country: i16, id: i32, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.states.entry((country, fold(name))).or_insert(id);
        }
    }

    pub fn add_service<'a>(&mut self, id: Uuid, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.services.entry(fold(name)).or_insert(id);
        }
    }

    pub fn add_currency(&mut self, code: &str) {
        self.currencies.insert(fold(code), code.to_owned());
    }
}

impl Directory for Words {
    fn country(&self, word: &str) -> Option<i16> {
        self.countries.get(&fold(word)).copied()
    }

    fn state(&self, country: i16, word: &str) -> Option<i32> {
        self.states.get(&(country, fold(word))).copied()
    }

    fn service(&self, word: &str) -> Option<Uuid> {
        self.services.get(&fold(word)).copied()
    }

    fn currency(&self, word: &str) -> Option<String> {
        let code = match word {
            "R$" => "brl",
            "US$" | "U$" | "U$S" => "usd",
            "€" => "eur",
            "£" => "gbp",
            "¥" => "cny",
            other => return self.currencies.get(&fold(other)).cloned(),
        };
        self.currencies.get(code).cloned()
    }
}

/// Folded names in use beside the official ones: older, shorter, or of the trade.
const USUAL_NAMES: &[(&str, &[&str])] = &[
    ("ae", &["uae", "emirates", "emirados arabes"]),
    ("bo", &["bolivia"]),
    ("bn", &["brunei"]),
    (
        "cd",
        &[
            "congo drc",
            "drc",
            "dr congo",
            "congo dr",
            "congo kinshasa",
            "democratic republic of congo",
            "zaire",
        ],
    ),
    ("cg", &["congo", "congo brazzaville", "republic of congo", "congo republic"]),
    ("ci", &["cote divoire", "ivory coast", "costa do marfim", "costa de marfil"]),
    ("cn", &["china", "prc", "mainland china"]),
    ("cv", &["cape verde", "cabo verde"]),
    ("cz", &["czech republic", "czechia"]),
    ("fm", &["micronesia"]),
    ("gb", &["uk", "great britain", "britain", "england", "scotland", "wales", "inglaterra", "reino unido"]),
    ("hk", &["hong kong"]),
    ("ir", &["iran"]),
    ("kg", &["kyrgyzstan"]),
    ("kp", &["north korea"]),
    ("kr", &["south korea", "korea", "republic of korea", "coreia do sul", "corea del sur"]),
    ("la", &["laos", "lao"]),
    ("ly", &["libya"]),
    ("md", &["moldova"]),
    ("mk", &["macedonia", "north macedonia"]),
    ("mm", &["burma", "myanmar"]),
    ("mo", &["macau", "macao"]),
    ("nl", &["holland", "the netherlands", "holanda"]),
    ("ps", &["palestine"]),
    ("ru", &["russia"]),
    ("sy", &["syria"]),
    ("sz", &["swaziland", "eswatini", "suazilandia"]),
    ("tl", &["east timor", "timor leste"]),
    ("tr", &["turkey", "turkiye"]),
    ("tw", &["taiwan"]),
    ("tz", &["tanzania"]),
    ("us", &["usa", "u s a", "u s", "united states", "america", "eua", "eeuu", "ee uu", "estados unidos"]),
    ("va", &["vatican"]),
    ("ve", &["venezuela"]),
    ("vn", &["vietnam", "viet nam"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_of_countries_are_folded_and_mean_one_country() {
        let mut names: Vec<&str> = USUAL_NAMES.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert!(names.iter().all(|name| *name == fold(name)));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn countries_are_known_by_code_official_and_usual_name() {
        let mut words = Words::default();
        words.add_country(50, ["CD", "COD", "Congo, the Democratic Republic of the"]);
        words.add_country(53, ["CI", "CIV", "Cote D'Ivoire"]);
        words.add_usual_names();
        assert_eq!(words.country("Congo, DRC"), Some(50));
        assert_eq!(words.country("cod"), Some(50));
        assert_eq!(words.country("Côte d’Ivoire"), Some(53));
        assert_eq!(words.country("Atlantis"), None);
    }
}
