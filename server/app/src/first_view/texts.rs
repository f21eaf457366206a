//! The words of the pages: those of the app, from the same files, and those of the demo's e-mails.

use std::sync::LazyLock;

use serde_json::{Map, Value};
use server_core::http::messages::Language;

/// The namespaces of one language.
macro_rules! read_files {
    ($language:literal) => {
        [
            ("demo", include_str!(concat!("demo_texts/", $language, ".json"))),
            ("calculator", read_file!($language, "calculator")),
            ("common", read_file!($language, "common")),
            ("portal", read_file!($language, "portal")),
            ("shell", read_file!($language, "shell")),
            ("shipments", read_file!($language, "shipments")),
            ("sign-in", read_file!($language, "sign-in")),
            ("tracking", read_file!($language, "tracking")),
        ]
    };
}

macro_rules! read_file {
    ($language:literal, $namespace:literal) => {
        include_str!(concat!("../../../../web/src/locales/", $language, "/", $namespace, ".json"))
    };
}

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| Language::ALL.map(Texts::load));

/// The texts of one language, by namespace.
pub struct Texts(Value);

impl Texts {
    pub fn of(language: Language) -> &'static Self {
        let place = Language::ALL.iter().position(|known| *known == language);
        &TEXTS[place.unwrap_or_default()]
    }

    fn load(language: Language) -> Self {
        let namespaces = match language {
            Language::En => read_files!("en"),
            Language::PtBr => read_files!("pt-BR"),
            Language::Es => read_files!("es"),
            Language::ZhCn => read_files!("zh-CN"),
        };
        let read = |text: &str| serde_json::from_str(text).expect("the files of texts are tested to parse");
        let texts: Map<String, Value> =
            namespaces.into_iter().map(|(name, text)| (name.to_owned(), read(text))).collect();
        Self(texts.into())
    }

    /// The text of a key, `shell:public.track`; without a namespace it is one of `tracking`.
    pub fn find(&self, key: &str) -> Option<&str> {
        let (namespace, key) = key.split_once(':').unwrap_or(("tracking", key));
        self.0.pointer(&format!("/{namespace}/{}", key.replace('.', "/")))?.as_str()
    }

    pub fn text(&self, key: &str) -> &str {
        self.find(key).unwrap_or_default()
    }

    /// The text with values in the places of their names.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.text(key).to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{{{name}}}}}"), value)
        })
    }

    /// The text of a number of things: `3 shipments`. Portuguese says "0" as it says "1".
    pub fn count(&self, language: Language, key: &str, count: i64) -> String {
        let is_one = count == 1 || (count == 0 && language == Language::PtBr);
        let one = Some(format!("{key}_one")).filter(|key| is_one && self.find(key).is_some());
        let key = one.unwrap_or_else(|| format!("{key}_other"));
        self.fill(&key, &[("count", count.to_string().as_str())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_the_places_of_their_names() {
        let texts = Texts::of(Language::PtBr);
        assert_eq!(texts.fill("headline.delivered", &[("when", "25/11")]), "Entregue em 25/11");
        assert_eq!(Texts::of(Language::En).text("shell:public.signIn"), "Sign in");
    }

    #[test]
    fn a_number_has_the_form_of_its_language() {
        let count = |language, count| Texts::of(language).count(language, "portal:active", count);
        assert_eq!(count(Language::En, 0), "0 shipments in progress");
        assert_eq!(count(Language::En, 1), "1 shipment in progress");
        assert_ne!(count(Language::PtBr, 0), count(Language::PtBr, 2).replace('2', "0"));
        assert_eq!(count(Language::ZhCn, 1), count(Language::ZhCn, 2).replace('2', "1"));
    }
}
