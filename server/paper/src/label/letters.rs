//! Letters of a label that no font has.

use super::Label;
use crate::fonts::Fonts;
use crate::letters::{MissingLetters, to_latin};

impl Label {
    /// The letters that the fonts lack; none if everything can be printed.
    pub fn missing_letters(&self, fonts: &Fonts) -> Option<MissingLetters> {
        let mut texts = Vec::new();
        self.clone().each_text(|text| texts.push(text.clone()));
        MissingLetters::of(texts.iter().map(String::as_str), fonts)
    }

    /// With the Latin form of every text that has a letter without a font.
    pub fn in_latin(mut self, fonts: &Fonts) -> Self {
        self.each_text(|text| to_latin(text, fonts));
        self
    }

    /// The texts that people have typed, in the order of the label.
    fn each_text(&mut self, mut act: impl FnMut(&mut String)) {
        let Self { carrier, service, reference, sender, receiver, contents, .. } = self;
        let texts = [carrier, service].into_iter().chain(reference.as_mut());
        texts.chain(sender.texts()).chain(receiver.texts()).chain([contents]).for_each(&mut act);
    }
}
