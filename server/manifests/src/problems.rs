//! The problems of a manifest under way, and those of the texts that its messages have.

use super::cargo_imp::text::write_text;
use super::checks::{ManifestField, ManifestProblemKind, Problem};
use super::snapshot::HouseParty;

const NAME: usize = 35;
const STREET: usize = 35;
const PLACE: usize = 17;

pub(super) struct Problems {
    pub found: Vec<Problem>,
    /// The line under way.
    pub seq: Option<i32>,
    /// A message in Cargo-IMP has the streets and cities. Those in Cargo-XML and tables have them in any script.
    pub needs_latin_places: bool,
}

impl Problems {
    pub const fn new() -> Self {
        Self { found: Vec::new(), seq: None, needs_latin_places: true }
    }

    pub fn add(&mut self, kind: ManifestProblemKind, field: Option<ManifestField>, text: &str) {
        self.found.push(Problem {
            kind,
            seq: self.seq,
            field,
            text: text.to_owned(),
            written: String::new(),
        });
    }

    pub fn check_text(&mut self, field: ManifestField, text: &str, max_characters: usize) {
        use ManifestProblemKind as K;
        match write_text(text, max_characters) {
            Err(_) => self.add(K::TextEmpty, Some(field), text),
            Ok(line) => {
                let kind = match (line.letters_lost, line.was_cut) {
                    (0, false) => return,
                    (0, true) => K::TextCut,
                    _ => K::LettersLost,
                };
                self.add(kind, Some(field), text);
                if let Some(problem) = self.found.last_mut() {
                    problem.written = line.text;
                }
            }
        }
    }

    /// As a text; one in another script is only shown where no message needs it.
    fn check_place(&mut self, field: ManifestField, text: &str, max_characters: usize) {
        let is_foreign = write_text(text, max_characters).is_err_and(|nothing| nothing.letters_lost > 0);
        if is_foreign && !self.needs_latin_places {
            self.add(ManifestProblemKind::LettersLost, Some(field), text);
        } else {
            self.check_text(field, text, max_characters);
        }
    }

    pub fn check_party(&mut self, party: &HouseParty, fields: [ManifestField; 4]) {
        let [name, street, city, country] = fields;
        self.check_text(name, &party.name, NAME);
        self.check_place(street, &party.street, STREET);
        self.check_place(city, &party.city, PLACE);
        if party.country.is_empty() {
            self.add(ManifestProblemKind::Country, Some(country), "");
        }
    }
}
