//! The language of a page: the chosen one, that of the browser, or that of the company.

use poem::http::{HeaderValue, header};
use poem::web::cookie::Cookie;
use poem::{Request, Response};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::http::spa::LANGUAGE_COOKIE;
use server_core::settings::Settings;

/// Always one that the company offers.
pub fn choose_language(request: &Request, settings: &Settings, chosen: Option<&str>) -> Language {
    let offered = |language: &Language| settings.languages.contains(language);
    let stored = request.cookie().get(LANGUAGE_COOKIE);
    let accepted = request.header(header::ACCEPT_LANGUAGE).unwrap_or_default();
    let tags = chosen.into_iter().chain(stored.as_ref().map(Cookie::value_str));
    let mut languages = tags.chain(accepted.split(',')).filter_map(Language::nearest);
    languages.find(offered).unwrap_or(settings.default_language)
}

/// The next pages speak it, too.
pub fn store_choice(response: &mut Response, language: Language) -> ApiResult<()> {
    let cookie = format!("{LANGUAGE_COOKIE}={}; Path=/; Max-Age=31536000; SameSite=Lax", language.as_str());
    let cookie = HeaderValue::from_str(&cookie).map_err(ApiError::internal)?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(())
}
