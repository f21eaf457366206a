//! The e-mails of the demo, which stay in a folder. They contain links that set passwords, so there are pages only with
//! `REMESSA_DEMO_EMAILS`, with which the server starts on a loopback address alone, and only on hosts of this machine. A
//! company's pages show the e-mails of that company.

use std::sync::Arc;

use minijinja::{Value, context};
use poem::http::{StatusCode, header};
use poem::{Request, Response, handler};
use serde::Deserialize;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::http::session::is_local;
use server_core::http::spa::WebAssets;
use server_core::http::visit::Visit;
use server_core::mail::{KeptEmail, KeptFile};
use server_core::settings::Settings;
use uuid::Uuid;

use super::dates::DateStyle;
use super::language::{choose_language, store_choice};
use super::layout::Layout;
use super::texts::Texts;

/// The policy for an e-mail in its frame: it can show itself and the company's logo, and nothing else.
const POLICY_OF_EMAIL: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
                               form-action 'none'; frame-ancestors 'self'; \
                               sandbox allow-top-navigation-by-user-activation";

#[derive(Deserialize, Default)]
#[serde(default)]
struct PageQuery {
    language: Option<String>,
}

#[handler]
pub async fn email_list(request: &Request) -> ApiResult<Response> {
    let visit = Visit::of(request);
    if !has_pages(request, &visit) {
        return Ok(not_found(&visit));
    }
    let kept = visit.state.mailer.list_kept(&visit.tenant.primary_host).await;
    let kept = kept.map_err(ApiError::internal)?;
    let page = EmailPage::of(request, &visit).await?;
    let emails: Vec<Value> = kept.iter().map(|email| page.describe(&visit, email)).collect();
    let title = Texts::of(page.language).text("demo:title");
    page.draw(&visit, "demo_emails.html", context! { title, emails })
}

#[handler]
pub async fn email_page(request: &Request) -> ApiResult<Response> {
    let visit = Visit::of(request);
    let Some(email) = find(request, &visit).await? else { return Ok(not_found(&visit)) };
    let page = EmailPage::of(request, &visit).await?;
    let values = context! {
        title => email.subject.as_str(),
        // `email` is the company's address in the foot of every page.
        mail => page.describe(&visit, &email),
        files => email.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>(),
        text => email.text.as_str(),
    };
    page.draw(&visit, "demo_email.html", values)
}

/// The e-mail as a mail program shows it. Its links leave the frame.
#[handler]
pub async fn email_html(request: &Request) -> ApiResult<Response> {
    let visit = Visit::of(request);
    let Some(email) = find(request, &visit).await? else { return Ok(not_found(&visit)) };
    let html = email.html.replacen("<head>", "<head><base target=\"_top\">", 1);
    Ok(Response::builder()
        .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::CONTENT_SECURITY_POLICY, POLICY_OF_EMAIL)
        .header(header::X_FRAME_OPTIONS, "SAMEORIGIN")
        .body(html))
}

#[handler]
pub async fn email_file(request: &Request) -> ApiResult<Response> {
    let visit = Visit::of(request);
    let number = request.raw_path_param("number").and_then(|number| number.parse::<usize>().ok());
    let index = number.and_then(|number| number.checked_sub(1));
    let email = find(request, &visit).await?;
    let file = email.zip(index).and_then(|(email, index)| email.files.into_iter().nth(index));
    let Some(KeptFile { name, content }) = file else { return Ok(not_found(&visit)) };
    Ok(Response::builder()
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::CONTENT_DISPOSITION, content_disposition(&name))
        .body(content))
}

fn has_pages(request: &Request, visit: &Visit) -> bool {
    visit.state.config.demo_emails && is_local(request)
}

/// The page of the app that says that there is no such page.
fn not_found(visit: &Visit) -> Response {
    visit.state.slot::<WebAssets>().page(StatusCode::NOT_FOUND)
}

/// The e-mail of the address, if the company has sent it. An address is an id, never the name of a file.
async fn find(request: &Request, visit: &Visit) -> ApiResult<Option<KeptEmail>> {
    let id = request.raw_path_param("id").and_then(|id| Uuid::parse_str(id).ok());
    let Some(id) = id.filter(|_| has_pages(request, visit)) else { return Ok(None) };
    let found = visit.state.mailer.find_kept(id, &visit.tenant.primary_host).await;
    found.map_err(ApiError::internal)
}

/// The parts of the request that both pages need.
struct EmailPage {
    settings: Arc<Settings>,
    language: Language,
    has_chosen: bool,
}

impl EmailPage {
    async fn of(request: &Request, visit: &Visit) -> ApiResult<Self> {
        let settings = visit.settings().await?;
        let query: PageQuery = request.params().unwrap_or_default();
        let language = choose_language(request, &settings, query.language.as_deref());
        Ok(Self { settings, language, has_chosen: query.language.is_some() })
    }

    fn describe(&self, visit: &Visit, email: &KeptEmail) -> Value {
        let dates = DateStyle::new(self.language, self.settings.country_id, visit.now());
        let sent = email.sent_at.map(|at| dates.spell_moment(at, &self.settings.time_zone));
        context! {
            id => email.id.to_string(),
            to => email.to.as_str(),
            subject => email.subject.as_str(),
            sent => sent.unwrap_or_default(),
        }
    }

    fn draw(&self, visit: &Visit, template: &str, values: Value) -> ApiResult<Response> {
        let frame = visit.state.slot::<WebAssets>().frame();
        let layout = Layout { settings: &self.settings, language: self.language, codes: "" };
        let mut response = frame.send(StatusCode::OK, layout.render(template, &frame, values)?);
        if self.has_chosen {
            store_choice(&mut response, self.language)?;
        }
        Ok(response)
    }
}
