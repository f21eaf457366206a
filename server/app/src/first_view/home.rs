//! The home of the company for visitors: what they can do here, as far as the company offers it. Clients have their own.

use access::sessions;
use minijinja::context;
use poem::http::StatusCode;
use poem::{Request, Response};
use serde::Deserialize;
use server_core::http::error::ApiResult;
use server_core::http::spa::WebAssets;
use server_core::http::visit::Visit;

use super::language::{choose_language, store_choice};
use super::layout::Layout;
use super::portal;
use super::texts::Texts;

#[derive(Deserialize, Default)]
#[serde(default)]
struct HomeQuery {
    language: Option<String>,
}

/// The page; that of the app for signed-in users and when something is wrong, which the app then says.
pub async fn home_page(request: &Request) -> Response {
    let visit = Visit::of(request);
    let drawn = draw(request, &visit).await;
    drawn.ok().flatten().unwrap_or_else(|| visit.state.slot::<WebAssets>().page_of(request, None))
}

async fn draw(request: &Request, visit: &Visit) -> ApiResult<Option<Response>> {
    if sessions::current_user(visit).await?.is_some() {
        return portal::portal_page(request).await;
    }
    let settings = visit.settings().await?;
    let query: HomeQuery = request.params().unwrap_or_default();
    let language = choose_language(request, &settings, query.language.as_deref());
    let texts = Texts::of(language);
    let company = [("company", settings.name.as_str())];
    let values = context! {
        title => settings.name.as_str(),
        is_home => true,
        asks => true,
        welcome => texts.fill("sign-in:text", &company),
        price_lead => texts.fill("calculator:public.lead", &company),
    };
    let frame = visit.state.slot::<WebAssets>().frame();
    let html = Layout { settings: &settings, language, codes: "" }.render("home.html", &frame, values)?;
    let mut response = frame.send(StatusCode::OK, html);
    if query.language.is_some() {
        store_choice(&mut response, language)?;
    }
    Ok(Some(response))
}
