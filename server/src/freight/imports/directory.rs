//! Finds countries, states, services and currencies by the words of a file.

use std::collections::{HashMap, HashSet};
use uuid::Uuid;

use super::fold::fold;

/// The lookups, by word.
pub trait Directory {
    fn country(&self, word: &str) -> Option<i16>;
    /// Whether the company ships from and to this country.
    fn is_served(&self, country: i16) -> bool;
    fn calling_code(&self, country: i16) -> Option<&str>;
    fn state(&self, country: i16, word: &str) -> Option<i32>;
    fn service(&self, word: &str) -> Option<Uuid>;
    /// The ISO code of a currency, by its code or symbol.
    fn currency(&self, word: &str) -> Option<String>;
}

/// The lookups in memory, by folded word.
#[derive(Debug, Clone, Default)]
pub struct Words {
    countries: HashMap<String, i16>,
    not_served: HashSet<i16>,
    calling_codes: HashMap<i16, String>,
    states: HashMap<(i16, String), i32>,
    services: HashMap<String, Uuid>,
    currencies: HashMap<String, String>,
}

impl Words {
    /// `name` is any name or code of the country.
    pub fn add_country(&mut self, id: i16, name: &str) {
        self.countries.entry(fold(name)).or_insert(id);
    }

    pub fn add_not_served(&mut self, country: i16) {
        self.not_served.insert(country);
    }

    pub fn add_calling_code(&mut self, country: i16, code: &str) {
        self.calling_codes.insert(country, code.to_owned());
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

    pub fn add_currency(&mut self, code: &str) {
        self.currencies.insert(fold(code), code.to_owned());
    }
}

impl Directory for Words {
    fn country(&self, word: &str) -> Option<i16> {
        self.countries.get(&fold(word)).copied()
    }

    fn is_served(&self, country: i16) -> bool {
        !self.not_served.contains(&country)
    }

    fn calling_code(&self, country: i16) -> Option<&str> {
        self.calling_codes.get(&country).map(String::as_str)
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
