//! Texts of tracking e-mails that a company writes: they are sent, previewed, checked and reset.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::register::mails_with;
use crate::register::{count, mails};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::tracking_updates::{EMAIL, STOP, record, subscribed};

const PATH: &str = "/api/tenant_settings/tracking_emails";
const TEXTS: &str = "select count(*) from tracking_email_texts";

/// The text about departures in one language.
async fn text(admin: &Person, language: &str) -> Value {
    let texts = admin.get(PATH).await.data();
    let is_it = |text: &&Value| text["event_code"] == "DEPARTED" && text["language"] == language;
    texts.as_array().unwrap().iter().find(is_it).unwrap().clone()
}

async fn write(admin: &Person, language: &str, mut form: Value) -> Answer {
    form["revision"] = text(admin, language).await["revision"].clone();
    admin.patch(&format!("{PATH}/DEPARTED/{language}"), form).await
}

fn draft(subject: &str, body: &str) -> Value {
    json!({ "event_code": "DEPARTED", "language": "en", "subject": subject, "body": body })
}

#[tokio::test]
async fn subscribers_get_the_company_s_text_in_their_language() {
    let (app, staff, _, code) = subscribed().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "subject": "{code} ya vuela", "body": "Hola {recipient},\n\n<b>Salio</b> de {place}.\n{company}" });
    assert_eq!(write(&admin, "es", form).await.status, 200);
    assert_eq!(write(&admin, "en", json!({ "subject": "English only" })).await.status, 200);
    record(&app, &staff, &code, "DEPARTED", TimeDelta::zero()).await;
    let told = mails_with(&app, STOP).remove(0);
    for part in
        [format!("Subject: {code} ya vuela"), "<b>Salio</b> de Lisboa.".into(), "&lt;b&gt;Salio".into()]
    {
        assert!(told.contains(&part), "no {part} in {told}");
    }
    assert!(!told.contains("Hola"), "the name is only for the recipient: {told}");
    assert_eq!(text(&app.admin(PACIFIC).await, "es").await["subject"], Value::Null, "only of this company");
}

#[tokio::test]
async fn only_the_recipient_s_own_address_gets_the_name() {
    let (app, staff, _, code) = subscribed().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(write(&admin, "es", json!({ "body": "Hola {recipient}" })).await.status, 200);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let named = "update shipments set to_email = $1, to_name = 'Maria Silva'";
    sqlx::query(named).bind(EMAIL).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    record(&app, &staff, &code, "DEPARTED", TimeDelta::zero()).await;
    assert!(mails_with(&app, STOP)[0].contains("Hola Maria Silva"));
}

#[tokio::test]
async fn a_text_without_subject_and_body_is_the_default_again() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let before = text(&admin, "en").await;
    assert_eq!((&before["subject"], &before["body"]), (&Value::Null, &Value::Null));
    assert!(before["default_subject"].as_str().unwrap().starts_with("{code}: "), "{before}");
    let body = before["default_body"].as_str().unwrap();
    assert!(body.starts_with("Hello {recipient},\n\n") && body.contains("{place} · {date}"), "{before}");

    let written = write(&admin, "en", json!({ "subject": " Gone ", "body": before["default_body"] })).await;
    assert_eq!(written.data()["subject"], "Gone");
    let noted = admin.get("/api/audit_entries?action=tenant_setting.update_tracking_email").await.data();
    assert!(noted[0]["changes"].to_string().contains("DEPARTED"), "{noted}");
    let old = json!({ "subject": "Mine", "revision": before["revision"] });
    let stale = admin.patch(&format!("{PATH}/DEPARTED/en"), old).await;
    assert_eq!((stale.status, stale.message_code().as_str()), (409, "stale_version"));

    let reset = write(&admin, "en", json!({ "subject": "  ", "body": null })).await;
    assert_eq!(reset.data(), before);
    assert_eq!(count(&app, TEXTS).await, 0);
}

#[tokio::test]
async fn wrong_texts_are_refused_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let wrong = write(&admin, "en", json!({ "subject": "{codes}", "body": "{code} {Place}" })).await;
    for field in ["subject", "body"] {
        assert_eq!(wrong.code_at(field), "unknown_placeholder");
    }
    let long = write(&admin, "en", json!({ "subject": "a".repeat(201), "body": "b".repeat(2001) })).await;
    for field in ["subject", "body"] {
        assert_eq!(long.code_at(field), "too_long");
    }
    for path in ["NOTE/en", "NOWHERE/en", "DEPARTED/fr"] {
        let answer = admin.patch(&format!("{PATH}/{path}"), json!({ "subject": "a", "revision": "" })).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    assert_eq!(count(&app, TEXTS).await, 0);
    let lines = write(&admin, "en", json!({ "subject": "Gone\r\nBcc: x@evil.test" })).await;
    assert_eq!(lines.data()["subject"], "Gone Bcc: x@evil.test", "a subject is one line");
}

#[tokio::test]
async fn a_preview_is_filled_with_a_sample_shipment() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let shown =
        admin.post(&format!("{PATH}/preview"), draft("{code}", "Hi {recipient},\n<i>{company}</i>")).await;
    let shown = shown.data();
    assert_eq!(shown["subject"], "RM123456785BR");
    assert_eq!(shown["paragraphs"], json!([["Hi Ana Souza,", "<i>Atlântico Courier</i>"]]));
    let refused = admin.post(&format!("{PATH}/preview"), draft("{x}", "")).await;
    assert_eq!(refused.code_at("subject"), "unknown_placeholder");
    let usual = admin.post(&format!("{PATH}/preview"), draft("", "")).await.data();
    assert!(usual["subject"].as_str().unwrap().starts_with("RM123456785BR: "), "{usual}");
}

#[tokio::test]
async fn a_test_with_an_unsaved_text_goes_to_the_current_user() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let answer = admin.post(&format!("{PATH}/test_email"), draft("Try {code}", "Hi <script>")).await;
    assert_eq!(answer.status, 200);
    app.run_processes().await;
    let sent = mails(&app).pop().unwrap();
    for part in ["<admin@atlantico.test>", "Subject: Try RM123456785BR", "Hi &lt;script&gt;"] {
        assert!(sent.contains(part), "no {part} in {sent}");
    }
    assert_eq!(count(&app, TEXTS).await, 0);
}

#[tokio::test]
async fn only_administrators_see_and_change_the_texts() {
    let app = TestApp::start().await;
    for account in ["staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        assert_eq!(person.get(PATH).await.status, 403);
        assert_eq!(person.patch(&format!("{PATH}/DEPARTED/en"), json!({ "subject": "a" })).await.status, 403);
        for path in ["preview", "test_email"] {
            assert_eq!(person.post(&format!("{PATH}/{path}"), draft("a", "b")).await.status, 403);
        }
    }
}
