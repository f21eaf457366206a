//! The company's words and switches over the shared lookups. The shared rows never change; `lookups` shows them with
//! these edits to everybody who chooses from them.

/// The value for a language, which a macro builds from the key of its names.
macro_rules! by_language {
    ($language:expr, $build:ident) => {
        match $language {
            Language::PtBr => $build!("pt"),
            Language::En => $build!("en"),
            Language::Es => $build!("es"),
            Language::ZhCn => $build!("zh"),
        }
    };
}

/// The columns of a choice, whose name is the company's or the shared one.
macro_rules! choice {
    ($code:literal, $table:literal, $key:literal) => {
        concat!(
            $code,
            " as id, ",
            $code,
            " as code, coalesce(e.name_locale, ",
            $table,
            ".name_locale) ->> '",
            $key,
            "' as label"
        )
    };
}

mod airports;
pub mod billing;
mod countries;
mod currencies;
pub mod locales;
pub mod own_airports;
mod shared_list;
pub mod store;

pub use countries::DocumentRule;

use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};

use server_core::http::title::LocaleText;
use server_core::http::title::LocaleTitle;

pub fn api() -> impl OpenApi {
    (countries::CountryApi, airports::AirportApi, currencies::CurrencyApi, locales::OfferedLocaleApi)
}

/// Permissions of the user on a row of a shared lookup.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EditCan {
    pub update: bool,
    /// The company has changed the row, and the user can undo that.
    pub restore: bool,
}

impl EditCan {
    fn of(grants: &Grants, resource: Resource, edited: bool) -> Self {
        let update = grants.allow(resource, Action::Update);
        Self { update, restore: update && edited }
    }
}

/// Permissions of the user on an airport.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AirportCan {
    pub update: bool,
    /// The company has changed the row, and the user can undo that.
    pub restore: bool,
    /// The airport is the company's own.
    pub delete: bool,
}

impl AirportCan {
    fn of(grants: &Grants, own: bool, edited: bool) -> Self {
        let EditCan { update, restore } = EditCan::of(grants, Resource::Airport, edited);
        Self { update, restore, delete: own && grants.allow(Resource::Airport, Action::Delete) }
    }
}

/// Own names with surrounding spaces removed; the same name as the shared one is no own name.
fn own_names(typed: LocaleTitle, shared: &LocaleText) -> LocaleTitle {
    let own = |typed: String, shared: &str| {
        let text = typed.trim();
        if text == shared { String::new() } else { text.to_owned() }
    };
    LocaleTitle {
        pt: own(typed.pt, &shared.pt),
        en: own(typed.en, &shared.en),
        es: own(typed.es, &shared.es),
        zh: own(typed.zh, &shared.zh),
    }
}

/// The own names among those that users see: where they differ from the shared ones.
fn differing(seen: &LocaleText, shared: &LocaleText) -> LocaleTitle {
    let LocaleText { pt, en, es, zh } = seen.clone();
    own_names(LocaleTitle { pt, en, es, zh }, shared)
}

/// The names in all languages, as they are stored; none without an own name.
fn all_names(own: &LocaleTitle, shared: &LocaleText) -> Option<LocaleTitle> {
    if *own == LocaleTitle::default() {
        return None;
    }
    let name = |own: &str, shared: &str| if own.is_empty() { shared } else { own }.to_owned();
    Some(LocaleTitle {
        pt: name(&own.pt, &shared.pt),
        en: name(&own.en, &shared.en),
        es: name(&own.es, &shared.es),
        zh: name(&own.zh, &shared.zh),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_differ_are_the_companys_own() {
        let shared = LocaleText::of("Alemanha", "Germany", "Alemania", "德国");
        let typed = LocaleTitle { pt: " RFA ".into(), en: "Germany".into(), ..LocaleTitle::default() };
        let own = own_names(typed, &shared);
        assert_eq!(own, LocaleTitle { pt: "RFA".into(), ..LocaleTitle::default() });
        let stored = all_names(&own, &shared).unwrap();
        assert_eq!((stored.pt.as_str(), stored.en.as_str()), ("RFA", "Germany"));
        assert_eq!(all_names(&LocaleTitle::default(), &shared), None);
    }
}
