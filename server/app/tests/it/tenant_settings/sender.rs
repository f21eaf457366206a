//! Sender and reply address of e-mails.

use serde_json::json;

use super::{PATH, changed, mail};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

const TEST: &str = "/api/tenant_settings/test_email";
const MAIL_TEST: &str = "/api/tenant_settings/mail_test";

#[tokio::test]
async fn a_test_email_is_sent_to_the_current_user() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post("/api/locale", json!({ "locale": "es" })).await;
    let form = json!({ "mail_sender_name": "Atlântico Desk", "mail_reply_to": "desk@atlantico.test" });
    assert_eq!(changed(&admin, form).await.status, 200);
    assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    app.run_processes().await;
    let mail = mail(&app);
    for part in [
        "Reply-To: desk@atlantico.test\r\n",
        "<no-reply@localhost>\r\n",
        "admin@atlantico.test",
        "Las respuestas llegan a desk@atlantico.test.",
    ] {
        assert!(mail.contains(part), "{part} in {mail}");
    }
    let noted = admin.get("/api/audit_entries?resource=tenant_setting").await.data();
    assert_eq!(noted[0]["action"], "tenant_setting.send_test_email");
}

#[tokio::test]
async fn the_default_sender_is_the_company_and_replies_reach_its_contact() {
    let app = TestApp::start().await;
    let admin = app.admin(PACIFIC).await;
    assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    app.run_processes().await;
    let mail = mail(&app);
    assert!(mail.contains("From: \"Pacific") || mail.contains("From: Pacific"), "{mail}");
    assert!(mail.contains("Reply-To: hello@pacific.test\r\n"), "{mail}");
}

#[tokio::test]
async fn without_any_address_of_the_company_replies_are_not_read() {
    let app = TestApp::start().await;
    let admin = app.admin(PACIFIC).await;
    assert_eq!(changed(&admin, json!({ "contact_email": null })).await.status, 200);
    assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    app.run_processes().await;
    let mail = mail(&app);
    assert!(!mail.contains("Reply-To:") && mail.contains("Replies are not read."), "{mail}");
}

#[tokio::test]
async fn the_foot_of_an_email_names_the_company_by_law() {
    let app = TestApp::start().await;
    let admin = app.admin(PACIFIC).await;
    let form = json!({ "legal_name": "Pacific Parcel Inc.", "tax_number": "94-1234567" });
    assert_eq!(changed(&admin, form).await.status, 200);
    assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    app.run_processes().await;
    let mail = mail(&app);
    assert!(mail.contains("Pacific Parcel Inc. "), "{mail}");
    assert!(mail.contains("94-1234567"), "{mail}");
}

#[tokio::test]
async fn no_header_can_be_injected_into_an_email() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let before = admin.get(PATH).await.data();
    let answer = changed(&admin, json!({ "mail_sender_name": "Desk\u{0}" })).await;
    assert_eq!(answer.code_at("mail_sender_name"), "invalid");
    for address in
        ["desk", "a@b.test\r\nBcc: x@evil.test", "a@b.test, x@evil.test", "Desk <a@b.test>", "a@b.test>"]
    {
        let answer = changed(&admin, json!({ "mail_reply_to": address })).await;
        assert_eq!(answer.code_at("mail_reply_to"), "invalid_email", "{address:?}");
    }
    assert_eq!(admin.get(PATH).await.data(), before);
    let saved = changed(&admin, json!({ "mail_sender_name": "Desk\u{7f}" })).await;
    assert_eq!(saved.data()["mail_sender_name"], "Desk", "a hidden character is left out");
    let lines = changed(&admin, json!({ "mail_sender_name": "Desk\r\nBcc: x@evil.test" })).await;
    assert_eq!(lines.data()["mail_sender_name"], "Desk Bcc: x@evil.test", "a name is one line");
}

#[tokio::test]
async fn test_emails_are_limited_and_for_administrators_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for _ in 0..3 {
        assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    }
    assert_eq!(admin.post(TEST, json!({})).await.status, 429);
    for account in ["staff", "client"] {
        assert_eq!(app.signed_in(ATLANTICO, account).await.post(TEST, json!({})).await.status, 403);
    }
    app.run_processes().await;
}

#[tokio::test]
async fn a_test_of_the_mail_server_sends_an_email_when_it_takes_them() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let tested = admin.post(MAIL_TEST, json!({})).await.data();
    assert_eq!(tested, json!({ "failure": null }));
    app.run_processes().await;
    assert!(mail(&app).contains("admin@atlantico.test"));
    assert_eq!(app.staff(ATLANTICO).await.post(MAIL_TEST, json!({})).await.status, 403);
}

#[tokio::test]
async fn a_mail_server_that_cannot_be_used_is_told_of_and_nothing_is_sent() {
    let nobody = format!("--mail-url=smtp://127.0.0.1:{}", crate::support::servers::free_port());
    let app = TestApp::with(&[nobody]).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.post(MAIL_TEST, json!({})).await.data()["failure"], "not_reached");
    let noted = admin.get("/api/audit_entries?resource=tenant_setting").await.text();
    assert!(!noted.contains("send_test_email"), "{noted}");
}
