//! The common parts of the pages: the templates, the company's brand, the ways to its other pages and languages. The
//! templates escape every value.

use std::sync::LazyLock;

use freight::tracking_events::MAX_TRACKED;
use minijinja::{Environment, Error, HtmlEscape, State, UndefinedBehavior, Value, context};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::http::spa::{FirstView, PageFrame};
use server_core::settings::{PUBLIC_CALCULATOR, PUBLIC_FAQ, PUBLIC_TRACKING, Settings};
use trade::identifiers::Phone;

use super::texts::Texts;

const TEMPLATES: [(&str, &str); 8] = [
    ("layout.html", include_str!("layout.html")),
    ("search.html", include_str!("search.html")),
    ("home.html", include_str!("home.html")),
    ("tracking.html", include_str!("tracking.html")),
    ("sign_in.html", include_str!("sign_in.html")),
    ("portal.html", include_str!("portal.html")),
    ("demo_emails.html", include_str!("demo_emails.html")),
    ("demo_email.html", include_str!("demo_email.html")),
];

static ENVIRONMENT: LazyLock<Environment> =
    LazyLock::new(|| environment().expect("the templates are tested to parse"));

fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    // A missing value is an error, not an empty text.
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_function("t", find_text);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// A text in the language of the page.
fn find_text(state: &State, key: &str) -> String {
    let tag = state.lookup("language").map(|it| it.to_string()).unwrap_or_default();
    Texts::of(Language::nearest(&tag).unwrap_or_default()).text(key).to_owned()
}

/// What the page of the app shows until the app is there: a template with its own values, in a language.
pub fn draw_first_view(
    template: &str,
    language: Language,
    title: &str,
    values: Value,
) -> ApiResult<FirstView> {
    let page = context! { title, language => language.as_str(), ..values };
    let template = ENVIRONMENT.get_template(template).map_err(ApiError::internal)?;
    let body = template.render(&page).map_err(ApiError::internal)?;
    Ok(FirstView { title: HtmlEscape(title).to_string(), body })
}

pub struct Layout<'a> {
    pub settings: &'a Settings,
    pub language: Language,
    /// The codes of the address's query, which stay when the language changes.
    pub codes: &'a str,
}

impl Layout<'_> {
    /// A page of a template with its own values.
    pub fn render(&self, template: &str, frame: &PageFrame<'_>, values: Value) -> ApiResult<String> {
        let company = self.settings.name.as_str();
        let texts = Texts::of(self.language);
        let max = MAX_TRACKED.to_string();
        let page = context! {
            language => self.language.as_str(),
            company,
            lead => texts.fill("lead", &[("company", company)]),
            hint => texts.fill("form.hint", &[("max", max.as_str())]),
            nonce => frame.nonce.as_str(),
            script => frame.script,
            styles => frame.styles.join(" "),
            font => frame.font,
            logo => self.settings.brand_url("logo"),
            logo_dark => self.settings.brand_url("logo_dark"),
            favicon => self.settings.brand_url("favicon"),
            email => self.settings.contact_email.as_deref(),
            phone => self.settings.contact_phone.as_deref(),
            phone_text => self.settings.contact_phone.as_deref().map(Phone::format_stored),
            can_track => self.settings.flag(PUBLIC_TRACKING),
            can_price => self.settings.flag(PUBLIC_CALCULATOR),
            can_ask => self.settings.flag(PUBLIC_FAQ),
            languages => self.settings.languages.iter().map(|it| self.link_to(*it)).collect::<Vec<_>>(),
            is_home => false,
            data => None::<Value>,
        };
        // The first of two values of a name stands: the page's own.
        let page = context! { ..values, ..page };
        let template = ENVIRONMENT.get_template(template).map_err(ApiError::internal)?;
        template.render(&page).map_err(ApiError::internal)
    }

    /// The same page in another language.
    fn link_to(&self, language: Language) -> Value {
        let name = match language {
            Language::En => "English",
            Language::PtBr => "Português",
            Language::Es => "Español",
            Language::ZhCn => "中文",
        };
        let tag = language.as_str();
        let codes = Some(("codes", self.codes)).filter(|(_, codes)| !codes.is_empty());
        let query: Vec<(&str, &str)> = codes.into_iter().chain([("language", tag)]).collect();
        let query = serde_urlencoded::to_string(query).unwrap_or_default();
        context! { tag, name, address => format!("?{query}"), is_spoken => language == self.language }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key that a template names and no file has would be an empty place.
    #[test]
    fn every_text_of_the_templates_exists_in_every_language() {
        assert!(environment().is_ok());
        let after = |source: &'static str| {
            let calls = source.match_indices("t(\"");
            // `format("woff2")` of a style is none.
            let calls = calls.filter(|(at, _)| !source[..*at].ends_with(char::is_alphanumeric));
            calls.map(|(at, call)| &source[at + call.len()..])
        };
        let keys = TEMPLATES.iter().flat_map(|(_, source)| after(source));
        let keys: Vec<&str> = keys.filter_map(|rest| rest.split('"').next()).collect();
        assert!(keys.len() > 30, "only {} keys were found", keys.len());
        for language in Language::ALL {
            for key in &keys {
                assert!(Texts::of(language).find(key).is_some(), "{} lacks {key}", language.as_str());
            }
        }
    }
}
