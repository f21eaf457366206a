//! Pages as a visitor first sees them: HTML with its data, without the app.
//!
//! Whoever follows a link of an e-mail on a phone waits for no script. A page starts the app only when somebody asks for
//! what it cannot do itself; the app draws the same page and takes the data from this one. The sign-in and the home of a
//! client start the app at once, and show what they can until it is there. Other signed-in users get the app alone.

mod dates;
mod demo_emails;
mod headline;
mod home;
mod language;
mod layout;
mod portal;
mod sign_in;
mod steps;
mod texts;
mod tracking;
mod tracking_view;

use poem::{Request, Response, Route, get, handler};
use server_core::http::spa;

pub fn routes(site: Route) -> Route {
    site.at("/tracking", get(tracking::tracking_page))
        .at("/tracking/:code", get(tracking::tracking_page))
        .at("/login", get(sign_in::sign_in_page))
        .at("/demo/emails", get(demo_emails::email_list))
        .at("/demo/emails/:id", get(demo_emails::email_page))
        .at("/demo/emails/:id/html", get(demo_emails::email_html))
        .at("/demo/emails/:id/files/:number", get(demo_emails::email_file))
        .at("/*path", get(any_page))
}

/// The home of the company, the files of the web, and the app for all other paths.
#[handler]
async fn any_page(request: &Request) -> Response {
    match request.uri().path() {
        "/" => home::home_page(request).await,
        _ => spa::serve(request),
    }
}
