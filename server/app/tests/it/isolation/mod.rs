//! Data of one tenant is useless on another tenant's domain: tested for every operation of the published
//! document.

pub mod document;
pub mod kinds;
pub mod neighbour;
mod parties;
pub mod probe;

use poem::http::Method;
use serde_json::json;

use crate::confirm::confirm;
use crate::feature_flags::open_every_feature;
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use document::{Operation, operations};
use neighbour::Neighbour;
use probe::Probe;

/// Operations without sign-in. This list can only shrink.
pub const PUBLIC: &[&str] = &[
    "session_cookie",
    "login",
    "login_second_factor",
    "login_social_begin",
    "login_social_finish",
    "register_social",
    "password_email",
    "password_reset",
    "register",
    "register_resend",
    "register_validate",
    "invitation_accept",
    "domain_show",
    "config_show",
    "locale_show",
    "tracking_search",
    "tracking_subscription_create",
    "tracking_subscription_confirm",
    "tracking_subscription_unsubscribe",
    "stopped_mail_create",
    "faq_show",
    "public_quote_calculate",
    "public_quote_show",
    "public_quote_accept",
    "public_delivery_show",
    "public_delivery_choose",
    "public_review_show",
    "public_review_submit",
    "lookup_countries",
    "lookup_ddi",
    "lookup_states",
    "lookup_cities",
    "lookup_timezones",
    "lookup_languages",
    "lookup_locales",
    "lookup_postcode",
];

pub async fn call(person: &Person, operation: &Operation, path: &str) -> Answer {
    if operation.takes_form {
        return person.submit(path, &[("_method", operation.method.as_str())]).await;
    }
    let body = (operation.method != Method::GET).then(|| operation.example.clone().unwrap_or(json!({})));
    person.send(operation.method.clone(), path, body).await
}

/// The same cookie on the other domain, with a token of that domain.
async fn carried_over(person: &Person, host: &str) -> Person {
    let mut stranger = person.on(host);
    stranger.visit().await;
    stranger
}

#[tokio::test]
async fn a_cookie_of_another_domain_is_401_for_every_operation() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let stranger = carried_over(&app.admin(ATLANTICO).await, PACIFIC).await;
    let mut walked = 0;
    for operation in operations().iter().filter(|one| !PUBLIC.contains(&one.id.as_str())) {
        let id = neighbour.records(&operation.path).map_or("shipments", |records| &records[0]);
        let answer = call(&stranger, operation, &operation.filled(id)).await;
        assert_eq!(answer.status, 401, "{} {}: {}", operation.method, operation.path, answer.text());
        walked += 1;
    }
    assert!(walked > 40, "only {walked} operations were walked");
    neighbour.assert_untouched().await;
}

/// Paths whose parameter is not a tenant's record: shared lookups, names of lists, flags and events.
pub const WITHOUT_RECORD: &[&str] = &[
    "/api/auxiliar/",
    "/api/chart/",
    "/api/countries/",
    "/api/airports/",
    "/api/currencies/",
    "/api/locales/",
    "/api/list_columns/",
    "/api/field/files/",
    "/api/default_views/",
    "/api/feature_flags/",
    "/api/reports/",
    "/api/order/",
    "/api/tenant_settings/tracking_emails/",
    "/api/tenant_settings/document_layouts/",
];

#[tokio::test]
async fn an_id_of_another_tenant_is_404_for_every_operation() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let stranger = app.admin(PACIFIC).await;
    for operation in operations().iter().filter(|one| one.path.contains('{')) {
        if WITHOUT_RECORD.iter().any(|shared| operation.path.starts_with(shared)) {
            continue;
        }
        let records = neighbour.records(&operation.path);
        let records =
            records.unwrap_or_else(|| panic!("make a record for {} in `Neighbour`", operation.path));
        for id in records {
            let answer = call(&stranger, operation, &operation.filled(id)).await;
            assert_eq!(answer.status, 404, "{} {}: {}", operation.method, operation.path, answer.text());
        }
    }
    neighbour.assert_untouched().await;
}

#[tokio::test]
async fn a_file_of_another_tenant_is_404() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let strangers = [app.admin(PACIFIC).await, app.staff(PACIFIC).await, app.client(PACIFIC).await];
    for stranger in strangers {
        for link in &neighbour.links {
            let answer = stranger.get(link).await;
            assert!([403, 404].contains(&answer.status), "{link}: {}", answer.text());
        }
    }
    neighbour.assert_untouched().await;
}

#[tokio::test]
async fn lists_contain_nothing_of_another_tenant() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let stranger = app.admin(PACIFIC).await;
    open_every_feature(&stranger).await;
    let mut walked = 0;
    for operation in operations().iter().filter(|one| one.method == Method::GET && one.stands_alone()) {
        let answer = stranger.get(&operation.path).await;
        assert_eq!(answer.status, 200, "{}: {}", operation.path, answer.text());
        assert_nothing_of(&neighbour, &answer, &operation.path);
        walked += 1;
    }
    assert!(walked > 20, "only {walked} operations were walked");
}

/// The answer contains nothing of the neighbour that was not in the request.
fn assert_nothing_of(neighbour: &Neighbour, answer: &Answer, asked: &str) {
    let text = answer.text();
    for mark in neighbour.marks().filter(|mark| !asked.contains(mark)) {
        assert!(!text.contains(mark), "{asked} told {mark}: {text}");
    }
}

#[tokio::test]
async fn references_to_another_tenant_do_not_exist() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let stranger = app.admin(PACIFIC).await;
    open_every_feature(&stranger).await;
    // The walk gives the company price tables that have no price for it.
    let confirmed = confirm(&stranger, &created(&stranger).await).await.data();
    let mut walked = 0;
    for operation in operations() {
        for reference in operation.references() {
            let probe = Probe {
                stranger: &stranger,
                neighbour: &neighbour,
                confirmed: &confirmed,
                operation: &operation,
            };
            probe.name(&reference).await;
            walked += 1;
        }
    }
    assert!(walked > 10, "only {walked} references were walked");
    neighbour.assert_untouched().await;
}
