//! SQL over records with a `code` and names by language in `title_locale`.

use crate::http::messages::Language;

/// The text of a search over such records.
pub const SEARCHED: &str = "concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', \
                            title_locale ->> 'es', title_locale ->> 'zh')";

/// The name in a language; without one in another language, and without any the code.
pub fn label(language: Language) -> String {
    let name = |key| format!("nullif(title_locale ->> '{key}', '')");
    let others = ["en", "pt", "es", "zh"].map(name).join(", ");
    format!("coalesce({}, {others}, code)", name(language.locale_key()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_name_gives_way_to_another_language_and_then_to_the_code() {
        let sql = label(Language::PtBr);
        assert!(
            sql.starts_with("coalesce(nullif(title_locale ->> 'pt', ''), nullif(title_locale ->> 'en', '')")
        );
        assert!(sql.ends_with(", code)"));
    }
}
