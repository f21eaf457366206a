//! Fixed texts of printed documents in four languages. Each document has a file with its own set.

pub mod air_waybill;
pub mod bag;
pub mod cod_payout;
pub mod invoice;
pub mod label;
pub mod master;
pub mod order;
pub mod payment;
pub mod proof;
pub mod quote;
pub mod statement;

use trade::language::Language;

use super::data::Data;

/// A text in English, Portuguese, Spanish and Chinese.
#[derive(Debug, Clone, Copy)]
pub struct Words([&'static str; 4]);

impl Words {
    pub const fn in_language(self, language: Language) -> &'static str {
        let [en, pt, es, zh] = self.0;
        match language {
            Language::En => en,
            Language::PtBr => pt,
            Language::Es => es,
            Language::ZhCn => zh,
        }
    }
}

/// The captions that the layout of a document names.
#[derive(Debug, Clone, Copy)]
pub struct Captions(&'static [(&'static str, Words)]);

impl Captions {
    pub fn set(self, data: &mut Data, language: Language) {
        for (path, words) in self.0 {
            data.set(path, words.in_language(language));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_set_in_the_language_of_the_document() {
        let captions_of = |language| {
            let mut data = Data::default();
            quote::CAPTIONS.set(&mut data, language);
            data.text("caption.amount").to_owned()
        };
        assert_eq!(Language::ALL.map(captions_of), ["Amount", "Valor", "Importe", "金额"]);
    }

    #[test]
    fn every_caption_has_a_text_in_every_language() {
        let sets = [
            air_waybill::CAPTIONS,
            bag::CAPTIONS,
            invoice::CAPTIONS,
            master::CAPTIONS,
            master::CN38,
            master::CMR,
            master::BL,
            order::CAPTIONS,
            proof::CAPTIONS,
            proof::OF_PICKUP,
            quote::CAPTIONS,
            statement::CAPTIONS,
        ]
        .map(|captions| captions.0);
        for (path, words) in sets.into_iter().flatten() {
            let texts = Language::ALL.map(|language| words.in_language(language));
            assert!(texts.iter().all(|text| !text.is_empty()), "{path}");
        }
    }
}
