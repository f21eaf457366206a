//! The tracking page for visitors: the answer of the API, with its rules and limits, as HTML.

use access::sessions;
use field::journey;
use freight::tracking_events;
use poem::http::{StatusCode, header};
use poem::{Request, Response, handler};
use serde::Deserialize;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::security_log::SecurityEvent;
use server_core::http::spa::WebAssets;
use server_core::http::visit::Visit;
use server_core::settings::{PUBLIC_TRACKING, Settings};

use super::language::{choose_language, store_choice};
use super::tracking_view::{PageState, TrackingPage};

#[derive(Deserialize, Default)]
#[serde(default)]
struct PageQuery {
    codes: String,
    language: Option<String>,
}

/// The page; `index.html` for signed-in users and when something is wrong, which the app then says.
#[handler]
pub async fn tracking_page(request: &Request) -> Response {
    let visit = Visit::of(request);
    let drawn = draw(request, &visit).await;
    drawn.ok().flatten().unwrap_or_else(|| visit.state.slot::<WebAssets>().page_of(request, None))
}

async fn draw(request: &Request, visit: &Visit) -> ApiResult<Option<Response>> {
    if sessions::current_user(visit).await?.is_some() {
        return Ok(None);
    }
    let settings = visit.settings().await?;
    let query: PageQuery = request.params().unwrap_or_default();
    let own_code = request.raw_path_param("code");
    let codes = tracking_events::clean_codes(&[own_code.unwrap_or(&query.codes).to_owned()]);
    if let (None, [code]) = (own_code, codes.as_slice())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
    {
        return Ok(Some(lead_to(code)));
    }
    let language = choose_language(request, &settings, query.language.as_deref());
    let Some(state) = look_up(visit, &settings, &codes).await? else { return Ok(None) };
    let frame = visit.state.slot::<WebAssets>().frame();
    let page =
        TrackingPage { settings: &settings, language, codes: &codes, has_own_code: own_code.is_some() };
    let html = page.render(visit, &frame, &state).await?;
    let mut response = frame.send(state.status(), html);
    if let Some(seconds) = state.retry_after_s() {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    if query.language.is_some() {
        store_choice(&mut response, language)?;
    }
    Ok(Some(response))
}

/// A single code has an address of its own, which people send each other.
fn lead_to(code: &str) -> Response {
    Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, format!("/tracking/{code}"))
        .header(header::CACHE_CONTROL, "no-store")
        .finish()
}

/// The state that the page shows; none when only the app can say what is wrong.
async fn look_up(visit: &Visit, settings: &Settings, codes: &[String]) -> ApiResult<Option<PageState>> {
    if !settings.flag(PUBLIC_TRACKING) {
        return Ok(Some(PageState::SwitchedOff));
    }
    if codes.is_empty() {
        return Ok(Some(PageState::Asks));
    }
    match journey::track(visit, &codes.join(","), None).await {
        Ok(shipments) => Ok(Some(PageState::Shows(shipments))),
        Err(error) => Ok(explain(visit, &error, codes.len())),
    }
}

/// The refusals that a visitor can do something about.
fn explain(visit: &Visit, error: &ApiError, count: usize) -> Option<PageState> {
    if let Some(event) = SecurityEvent::of(error) {
        event.write(&visit.tenant.id, &visit.request_id);
    }
    if error.has(MessageCode::RateLimited) {
        let params = error.params().clone();
        return Some(PageState::Limited { params, retry_after_s: error.retry_after_s() });
    }
    error.has(MessageCode::TooManySelected).then_some(PageState::TooMany(count))
}
