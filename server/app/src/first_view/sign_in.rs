//! The sign-in as it stands before its script is there: who asks, and the other ways. The form comes with the app, which
//! replaces this view.

use access::sessions;
use minijinja::context;
use poem::{Request, Response, handler};
use server_core::http::error::ApiResult;
use server_core::http::spa::{FirstView, WebAssets};
use server_core::http::visit::Visit;
use server_core::settings::{PUBLIC_CALCULATOR, PUBLIC_FAQ, PUBLIC_TRACKING};

use super::language::choose_language;
use super::layout::draw_first_view;
use super::texts::Texts;

/// The page of the app; without a first view for signed-in users, whom the app leads on, and when something is wrong.
#[handler]
pub async fn sign_in_page(request: &Request) -> Response {
    let visit = Visit::of(request);
    let view = draw(request, &visit).await.ok().flatten();
    visit.state.slot::<WebAssets>().page_of(request, view.as_ref())
}

async fn draw(request: &Request, visit: &Visit) -> ApiResult<Option<FirstView>> {
    if sessions::current_user(visit).await?.is_some() {
        return Ok(None);
    }
    let settings = visit.settings().await?;
    let language = choose_language(request, &settings, None);
    let texts = Texts::of(language);
    let company = settings.name.as_str();
    let title = format!("{} · {company}", texts.text("sign-in:title"));
    let values = context! {
        company,
        welcome => texts.fill("sign-in:text", &[("company", company)]),
        logo => settings.brand_url("logo"),
        logo_dark => settings.brand_url("logo_dark"),
        email => settings.contact_email.as_deref(),
        can_track => settings.flag(PUBLIC_TRACKING),
        can_price => settings.flag(PUBLIC_CALCULATOR),
        can_ask => settings.flag(PUBLIC_FAQ),
    };
    draw_first_view("sign_in.html", language, &title, values).map(Some)
}
