//! An administrator changes the company's settings: its domain shows them, and the change is audited.

mod documents;
mod folder;
mod limits;
mod sender;

use chrono::Timelike;
use serde_json::{Value, json};

use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const PATH: &str = "/api/tenant_settings";

pub async fn changed(admin: &Person, mut form: Value) -> Answer {
    form["revision"] = admin.get(PATH).await.data()["revision"].clone();
    admin.patch(PATH, form).await
}

#[tokio::test]
async fn the_domain_shows_the_settings() {
    let app = TestApp::start().await;
    let (admin, visitor) = (app.admin(ATLANTICO).await, app.visitor(ATLANTICO));
    let neighbour = app.visitor(PACIFIC).get("/api/domain").await.data();
    let form = json!({
        "name": "  Atlântico Cargo ", "brand_color": "#AA3300", "languages": ["en", "es"], "default_language": "es",
        "contact_phone": "+55 (81) 3333-4444", "contact_email": "",
    });
    let answer = changed(&admin, form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.data()["can"]["update"], true);

    let domain = visitor.get("/api/domain").await.data();
    assert_eq!(domain["name"], "Atlântico Cargo");
    assert_eq!((&domain["brand_color"], &domain["default_language"]), (&json!("#aa3300"), &json!("es")));
    assert_eq!((&domain["contact_phone"], &domain["contact_email"]), (&json!("+558133334444"), &Value::Null));
    assert_eq!(domain["contact_phone_text"], "+55 81 3333-4444");
    assert_eq!(app.visitor(PACIFIC).get("/api/domain").await.data(), neighbour);

    let noted = admin.get("/api/audit_entries?resource=tenant_setting").await.data();
    let change = json!({
        "field": "name", "before": "Atlântico Courier", "after": "Atlântico Cargo",
        "before_name": null, "after_name": null,
    });
    assert!(noted[0]["changes"].as_array().unwrap().contains(&change), "{noted}");
}

#[tokio::test]
async fn invalid_settings_are_refused_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let before = admin.get(PATH).await.data();
    let form = json!({
        "name": " ", "languages": ["en"], "default_language": "pt-BR", "time_zone": "Mars/Olympus",
        "brand_color": "red;}", "contact_email": "nobody", "contact_phone": "12",
    });
    let answer = changed(&admin, form).await;
    assert_eq!(answer.status, 422);
    let fields = ["name", "default_language", "time_zone", "brand_color", "contact_email", "contact_phone"];
    for field in fields {
        answer.code_at(field);
    }
    assert_eq!(changed(&admin, json!({ "languages": [] })).await.code_at("languages"), "required");
    assert_eq!(admin.get(PATH).await.data(), before);
}

#[tokio::test]
async fn stale_version_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let revision = admin.get(PATH).await.data()["revision"].clone();
    assert_eq!(changed(&admin, json!({ "name": "First" })).await.status, 200);
    let late = admin.patch(PATH, json!({ "name": "Second", "revision": revision })).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".to_owned()));
    assert_eq!(admin.get(PATH).await.data()["name"], "First");
}

#[tokio::test]
async fn staff_and_clients_cannot_read_or_change_settings() {
    let app = TestApp::start().await;
    for account in ["staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        assert_eq!(person.get(PATH).await.status, 403, "{account}");
        assert_eq!(
            person.patch(PATH, json!({ "name": "Mine", "revision": "" })).await.status,
            403,
            "{account}"
        );
    }
}

#[tokio::test]
async fn a_changed_flag_or_logo_is_no_conflict() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let revision = admin.get(PATH).await.data()["revision"].clone();
    let domain = admin.get("/api/domain").await.data()["revision"].clone();
    assert_eq!(crate::brand::sent(&admin, "logo_dark", &crate::brand::picture(80, 20)).await.status, 200);
    assert_ne!(admin.get("/api/domain").await.data()["revision"], domain);
    let answer = admin.patch(PATH, json!({ "name": "Still mine", "revision": revision })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test]
async fn unknown_settings_are_ignored() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let config = admin.get("/api/config").await.data();
    let form = json!({ "country_id": 840, "currency": "USD", "server_max_upload_mb": 9999, "mail_sender_address": "x@evil.test" });
    assert_eq!(changed(&admin, form).await.status, 200);
    assert_eq!(admin.get("/api/config").await.data(), config);
    assert_eq!(admin.get(PATH).await.data()["mail_sender_address"], "no-reply@localhost");
}

/// The only e-mail in the mail folder. Long lines are folded in e-mails.
pub fn mail(app: &TestApp) -> String {
    let folder = std::fs::read_dir(app.files.path().join("mail")).unwrap();
    let mut mails: Vec<_> =
        folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert_eq!(mails.len(), 1);
    mails.remove(0).replace("=\r\n", "")
}

/// In the middle of the day of UTC it is the day before in Hawaii, or the day after in Kiribati.
#[tokio::test]
async fn statements_compare_days_with_that_of_the_company() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let now = app.state.clock.now();
    let zone =
        if now.hour() < 10 { chrono_tz::Tz::Pacific__Honolulu } else { chrono_tz::Tz::Pacific__Kiritimati };
    assert_eq!(changed(&admin, json!({ "time_zone": zone.name() })).await.status, 200);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let today: chrono::NaiveDate = sqlx::query_scalar(concat!("select ", server_core::company_today!()))
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    assert_eq!(today, now.with_timezone(&zone).date_naive());
    assert_ne!(today, now.date_naive());
    assert!(freight::draft_price!().contains(server_core::company_today!()));
}
