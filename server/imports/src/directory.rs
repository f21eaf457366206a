//! Finds countries, states, services and currencies by the words of a file.

use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

use server_core::address::served::{self, RecipientNeeds, ServedCountry};
use sheets::fold::fold;

/// Beginnings of official names. `Republic of Korea` and the like are names of their own and found first.
const FORMAL: &[&str] =
    &["republic of ", "kingdom of ", "state of ", "federal republic of ", "islamic republic of "];

/// The name of a country without the variants of spelling: `U.S.A.`, `St. Kitts & Nevis`, `the Netherlands`.
fn spelling(name: &str) -> String {
    let folded = fold(&name.replace('.', ""));
    let words = folded.split(' ').filter(|word| !matches!(*word, "and" | "the" | "e" | "y"));
    let (mut spelled, mut after_letter) = (String::new(), false);
    for word in words {
        let is_letter = word.chars().count() == 1;
        let joins = spelled.is_empty() || (is_letter && after_letter);
        if !joins {
            spelled.push(' ');
        }
        spelled.push_str(if word == "st" { "saint" } else { word });
        after_letter = is_letter;
    }
    spelled
}

/// The lookups, by word.
pub trait Directory {
    fn country(&self, word: &str) -> Option<i16>;
    /// What the company has decided about this country.
    fn country_rules(&self, country: i16) -> ServedCountry;
    fn state(&self, country: i16, word: &str) -> Option<i32>;
    fn service(&self, word: &str) -> Option<Uuid>;
    /// An active group of clients.
    fn group(&self, word: &str) -> Option<Uuid>;
    /// The ISO code of a currency, by its code or symbol.
    fn currency(&self, word: &str) -> Option<String>;
}

/// The lookups in memory, by folded word.
#[derive(Debug, Clone, Default)]
pub struct Words {
    countries: HashMap<String, i16>,
    pub served: BTreeMap<i16, ServedCountry>,
    states: HashMap<(i16, String), i32>,
    services: HashMap<String, Uuid>,
    groups: HashMap<String, Uuid>,
    currencies: HashMap<String, String>,
}

impl Words {
    /// `name` is any name or code of the country.
    pub fn add_country(&mut self, id: i16, name: &str) {
        let spelling = spelling(name);
        if !spelling.is_empty() {
            self.countries.entry(spelling).or_insert(id);
        }
    }

    /// Adds the codes with and without the country's code: `SP`, `BR-SP`.
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

    pub fn add_group(&mut self, id: Uuid, title: &str) {
        self.groups.entry(fold(title)).or_insert(id);
    }

    pub fn add_currency(&mut self, code: &str) {
        self.currencies.insert(fold(code), code.to_owned());
    }
}

impl Directory for Words {
    fn country(&self, word: &str) -> Option<i16> {
        let spelling = spelling(word);
        let known = |name: &str| self.countries.get(name).copied();
        known(&spelling).or_else(|| FORMAL.iter().find_map(|formal| known(spelling.strip_prefix(formal)?)))
    }

    fn country_rules(&self, country: i16) -> ServedCountry {
        let needs = RecipientNeeds { document: served::needs_document(country), ..RecipientNeeds::default() };
        let usual = ServedCountry { from: true, to: true, needs };
        self.served.get(&country).copied().unwrap_or(usual)
    }

    fn state(&self, country: i16, word: &str) -> Option<i32> {
        self.states.get(&(country, fold(word))).copied()
    }

    fn service(&self, word: &str) -> Option<Uuid> {
        self.services.get(&fold(word)).copied()
    }

    fn group(&self, word: &str) -> Option<Uuid> {
        self.groups.get(&fold(word)).copied()
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
