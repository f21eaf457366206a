//! The page with the published questions, for visitors of the company's domain and for its users.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use uuid::Uuid;

use super::groups::{FaqGroup, GROUPS};
use super::questions::{FaqQuestion, QUESTIONS, SEARCHED};
use crate::markdown;
use access::sessions;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::PUBLIC_FAQ;
use server_core::http::list::{Item, Words};
use server_core::http::messages::Language;
use server_core::http::visit::Visit;
use server_core::record::Where;
use server_core::settings::{self, Settings};
use server_core::tags::Tag;

/// The published questions of a company.
#[derive(Object, Debug)]
pub struct Faq {
    /// Groups that have questions, in their order.
    pub groups: Vec<FaqSection>,
}

/// A heading with its questions.
#[derive(Object, Debug)]
pub struct FaqSection {
    pub id: Uuid,
    pub title: String,
    pub questions: Vec<FaqEntry>,
}

/// A question with its answer in one language.
#[derive(Object, Debug)]
pub struct FaqEntry {
    pub id: Uuid,
    /// The language of both texts: the one that was asked for, else English, else the company's.
    pub language: Language,
    pub question: String,
    /// The answer as clean HTML.
    pub answer_html: String,
}

pub struct FaqPageApi;

#[OpenApi(tag = "Tag::Support")]
impl FaqPageApi {
    /// Show the published questions and answers
    ///
    /// Anybody can read them while the flag `public_faq` is on. While it is off, visitors get 404, and users who are signed in
    /// read them all the same.
    #[oai(path = "/faq", method = "get", operation_id = "faq_show")]
    async fn faq_show(
        &self,
        visit: Visit,
        /// Language of the texts. Without it, that of the request.
        language: Query<Option<Language>>,
        /// Words in the questions or answers. Accents and capitals do not count.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Item<Faq>>> {
        let settings = visit.settings().await?;
        if sessions::current_user(&visit).await?.is_none() {
            if !settings.flag(settings::PUBLIC_FAQ) {
                return Err(ApiError::not_found());
            }
            visit.limit_address(PUBLIC_FAQ).await?;
        }
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED);
        let mut tx = visit.begin().await?;
        let groups = GROUPS.all(&mut tx, &Where::all().only("active", true)).await?;
        let questions = QUESTIONS.all(&mut tx, &filter.only("active", true)).await?;
        tx.commit().await?;
        let languages = shown_languages(language.0.unwrap_or(visit.language), &settings);
        Ok(Json(Item { data: to_page(groups, &questions, languages) }))
    }
}

/// The languages in which a text is looked for, in their order.
fn shown_languages(asked: Language, settings: &Settings) -> [Language; 3] {
    [asked, Language::En, settings.default_language]
}

/// The groups that have questions. A question without a text in any of the languages is left out.
fn to_page(groups: Vec<FaqGroup>, questions: &[FaqQuestion], languages: [Language; 3]) -> Faq {
    let section = |group: FaqGroup| {
        let own = questions.iter().filter(|question| question.input.faq_group_id == group.id);
        let questions: Vec<FaqEntry> = own.filter_map(|question| to_entry(question, languages)).collect();
        let titles = &group.input.title_locale;
        let title = languages.iter().map(|&language| titles.text(language)).find(|title| !title.is_empty());
        let title = title.unwrap_or(&group.input.code).to_owned();
        (!questions.is_empty()).then_some(FaqSection { id: group.id, title, questions })
    };
    Faq { groups: groups.into_iter().filter_map(section).collect() }
}

/// Both texts in the first language that has them.
fn to_entry(question: &FaqQuestion, languages: [Language; 3]) -> Option<FaqEntry> {
    let FaqQuestion { id, input, .. } = question;
    let texts = |language| (input.question_locale.text(language), input.answer_locale.text(language));
    let has_both = |&language: &Language| {
        let (question, answer) = texts(language);
        !question.is_empty() && !answer.is_empty()
    };
    let language = languages.into_iter().find(has_both)?;
    let (question, answer) = texts(language);
    Some(FaqEntry { id: *id, language, question: question.to_owned(), answer_html: markdown::html(answer) })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use server_core::http::record_state::SwitchCan;
    use server_core::http::title::LocaleTitle;

    use super::*;
    use crate::faq::groups::FaqGroupInput;
    use crate::faq::questions::FaqQuestionInput;
    use crate::title::{SupportDescription, SupportText};

    fn group(code: &str) -> FaqGroup {
        let title_locale =
            LocaleTitle { en: "Parcels".into(), pt: "Volumes".into(), ..LocaleTitle::default() };
        FaqGroup {
            id: Uuid::now_v7(),
            input: FaqGroupInput { code: code.into(), title_locale, position: 0 },
            question_count: 1,
            active: true,
            excluded_at: None,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
            can: SwitchCan::default(),
        }
    }

    fn question(group: &FaqGroup, question: SupportDescription, answer: SupportText) -> FaqQuestion {
        FaqQuestion {
            id: Uuid::now_v7(),
            input: FaqQuestionInput {
                faq_group_id: group.id,
                position: 0,
                question_locale: question,
                answer_locale: answer,
            },
            group_title_locale: LocaleTitle::default(),
            active: true,
            excluded_at: None,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
            can: SwitchCan::default(),
        }
    }

    #[test]
    fn a_question_falls_back_to_english_and_says_so() {
        let page = |language| {
            let (empty, parcels) = (group("EMPTY"), group("PARCELS"));
            let both = question(
                &parcels,
                SupportDescription {
                    en: "Where is it?".into(),
                    pt: "Onde está?".into(),
                    ..Default::default()
                },
                SupportText { en: "**Here**".into(), pt: "Aqui".into(), ..Default::default() },
            );
            to_page(vec![empty, parcels], &[both], [language, Language::En, Language::PtBr])
        };
        let spanish = page(Language::Es);
        assert_eq!(spanish.groups.len(), 1, "a group without questions is left out");
        let entry = &spanish.groups[0].questions[0];
        assert_eq!((entry.language, entry.question.as_str()), (Language::En, "Where is it?"));
        assert_eq!(entry.answer_html, "<p><strong>Here</strong></p>\n");
        let portuguese = page(Language::PtBr);
        assert_eq!(portuguese.groups[0].title, "Volumes");
        assert_eq!(portuguese.groups[0].questions[0].language, Language::PtBr);
    }
}
