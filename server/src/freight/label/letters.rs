//! Letters that no font has, and the Latin form of their texts.

use deunicode::deunicode;

use super::fonts::Fonts;
use super::shape::tidy;
use super::{Label, Party};

/// Letters that a label cannot print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingLetters {
    /// Each letter once, in the order of the label.
    pub letters: String,
    /// The texts that have them, in Latin letters.
    pub latin: Vec<String>,
}

impl Label {
    /// The letters that the fonts lack; none if everything can be printed.
    pub fn missing_letters(&self, fonts: &Fonts) -> Option<MissingLetters> {
        let mut missing = MissingLetters { letters: String::new(), latin: Vec::new() };
        self.clone().each_text(|text| {
            let lacking = lacking(text, fonts);
            if !lacking.is_empty() {
                missing.latin.push(latin(text));
            }
            let new: Vec<char> = lacking.into_iter().filter(|c| !missing.letters.contains(*c)).collect();
            missing.letters.extend(new);
        });
        (!missing.letters.is_empty()).then_some(missing)
    }

    /// With the Latin form of every text that has a letter without a font.
    pub fn in_latin(mut self, fonts: &Fonts) -> Self {
        self.each_text(|text| {
            if !lacking(text, fonts).is_empty() {
                *text = latin(text);
            }
        });
        self
    }

    /// The texts that people have typed, in the order of the label.
    fn each_text(&mut self, mut act: impl FnMut(&mut String)) {
        let Self { carrier, service, reference, sender, receiver, contents, .. } = self;
        let texts = [carrier, service].into_iter().chain(reference.as_mut());
        texts.chain(sender.texts()).chain(receiver.texts()).chain([contents]).for_each(&mut act);
    }
}

impl Party {
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { name, also, street, city, state, postcode, phone, document, .. } = self;
        let lines = [name].into_iter().chain(also).chain(street).chain([city, state, postcode]);
        lines.chain(phone.as_mut()).chain(document.as_mut())
    }
}

fn lacking(text: &str, fonts: &Fonts) -> Vec<char> {
    // Joiners form other letters and have no look of their own.
    let is_letter = |c: &char| !c.is_whitespace() && !matches!(c, '\u{200c}' | '\u{200d}');
    let mut found: Vec<char> = Vec::new();
    for c in tidy(text, fonts).chars().filter(is_letter).filter(|c| !fonts.draw(*c)) {
        if !found.contains(&c) {
            found.push(c);
        }
    }
    found
}

fn latin(text: &str) -> String {
    deunicode(text).split_whitespace().collect::<Vec<_>>().join(" ")
}
