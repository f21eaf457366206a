//! The words of the pages: those of the app, from the same files, and those of the demo's e-mails.

use std::sync::LazyLock;

use serde_json::{Map, Value};
use server_core::http::messages::Language;

static TEXTS: LazyLock<[Texts; 4]> = LazyLock::new(|| Language::ALL.map(Texts::load));

/// The texts of one language, by namespace.
pub struct Texts(Value);

impl Texts {
    pub fn of(language: Language) -> &'static Self {
        let place = Language::ALL.iter().position(|known| *known == language);
        &TEXTS[place.unwrap_or_default()]
    }

    fn load(language: Language) -> Self {
        let [calculator, common, demo, shell, sign_in, tracking] = match language {
            Language::En => [
                include_str!("../../../../web/src/locales/en/calculator.json"),
                include_str!("../../../../web/src/locales/en/common.json"),
                include_str!("demo_texts/en.json"),
                include_str!("../../../../web/src/locales/en/shell.json"),
                include_str!("../../../../web/src/locales/en/sign-in.json"),
                include_str!("../../../../web/src/locales/en/tracking.json"),
            ],
            Language::PtBr => [
                include_str!("../../../../web/src/locales/pt-BR/calculator.json"),
                include_str!("../../../../web/src/locales/pt-BR/common.json"),
                include_str!("demo_texts/pt-BR.json"),
                include_str!("../../../../web/src/locales/pt-BR/shell.json"),
                include_str!("../../../../web/src/locales/pt-BR/sign-in.json"),
                include_str!("../../../../web/src/locales/pt-BR/tracking.json"),
            ],
            Language::Es => [
                include_str!("../../../../web/src/locales/es/calculator.json"),
                include_str!("../../../../web/src/locales/es/common.json"),
                include_str!("demo_texts/es.json"),
                include_str!("../../../../web/src/locales/es/shell.json"),
                include_str!("../../../../web/src/locales/es/sign-in.json"),
                include_str!("../../../../web/src/locales/es/tracking.json"),
            ],
            Language::ZhCn => [
                include_str!("../../../../web/src/locales/zh-CN/calculator.json"),
                include_str!("../../../../web/src/locales/zh-CN/common.json"),
                include_str!("demo_texts/zh-CN.json"),
                include_str!("../../../../web/src/locales/zh-CN/shell.json"),
                include_str!("../../../../web/src/locales/zh-CN/sign-in.json"),
                include_str!("../../../../web/src/locales/zh-CN/tracking.json"),
            ],
        };
        let namespaces = [
            ("calculator", calculator),
            ("common", common),
            ("demo", demo),
            ("shell", shell),
            ("sign-in", sign_in),
            ("tracking", tracking),
        ];
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
}
