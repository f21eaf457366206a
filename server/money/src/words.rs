//! Fixed texts of printed documents in four languages.

use server_core::http::messages::Language;

/// In English, Portuguese, Spanish and Chinese.
pub type Words = [&'static str; 4];

/// The words in the language of a document.
pub const fn choose(words: Words, language: Language) -> &'static str {
    match language {
        Language::En => words[0],
        Language::PtBr => words[1],
        Language::Es => words[2],
        Language::ZhCn => words[3],
    }
}
