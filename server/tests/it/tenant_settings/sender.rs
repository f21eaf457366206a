//! Who letters come from, and where answers to them go.

use serde_json::json;

use super::{PATH, changed, letter};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

const TEST: &str = "/api/tenant_settings/test_email";

#[tokio::test]
async fn a_test_letter_comes_to_who_asked_in_their_language_from_the_company() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post("/api/locale", json!({ "locale": "es" })).await;
    let form = json!({ "mail_sender_name": "Atlântico Desk", "mail_reply_to": "desk@atlantico.test" });
    assert_eq!(changed(&admin, form).await.status, 200);
    assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    app.run_processes().await;
    let letter = letter(&app);
    for part in [
        "Reply-To: desk@atlantico.test\r\n",
        "<no-reply@localhost>\r\n",
        "admin@atlantico.test",
        "Las respuestas llegan a desk@atlantico.test.",
    ] {
        assert!(letter.contains(part), "{part} in {letter}");
    }
    let noted = admin.get("/api/audit_entries?resource=tenant_setting").await.data();
    assert_eq!(noted[0]["action"], "tenant_setting.send_test_email");
}

#[tokio::test]
async fn without_a_name_of_its_own_a_letter_is_from_the_company_and_nobody_reads_answers() {
    let app = TestApp::start().await;
    let admin = app.admin(PACIFIC).await;
    assert_eq!(admin.post(TEST, json!({})).await.status, 200);
    app.run_processes().await;
    let letter = letter(&app);
    assert!(letter.contains("From: \"Pacific") || letter.contains("From: Pacific"), "{letter}");
    assert!(!letter.contains("Reply-To:"), "{letter}");
}

#[tokio::test]
async fn no_header_can_be_slipped_into_a_letter() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let before = admin.get(PATH).await.data();
    for name in ["Desk\r\nBcc: x@evil.test", "Desk\nSubject: Won", "Desk\u{0}", "Desk\u{7f}"] {
        let answer = changed(&admin, json!({ "mail_sender_name": name })).await;
        assert_eq!(answer.code_at("mail_sender_name"), "invalid", "{name:?}");
    }
    for address in
        ["desk", "a@b.test\r\nBcc: x@evil.test", "a@b.test, x@evil.test", "Desk <a@b.test>", "a@b.test>"]
    {
        let answer = changed(&admin, json!({ "mail_reply_to": address })).await;
        assert_eq!(answer.code_at("mail_reply_to"), "invalid_email", "{address:?}");
    }
    assert_eq!(admin.get(PATH).await.data(), before);
}

#[tokio::test]
async fn test_letters_are_no_flood_and_nothing_for_staff_or_clients() {
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
