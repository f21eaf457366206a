//! Terms and privacy notice: versions of the company, and the consent of its clients.

use serde_json::{Value, json};

use super::audited;
use super::security::mails_to;
use crate::register::{at_the_door, count, register};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::{demo_user, path};

const TEXTS: &str = "/api/tenant_settings/legal_texts";
const CONSENTS: &str = "/api/account-consents";

fn version(kind: &str, text: &str, asks: bool) -> Value {
    json!({ "kind": kind, "texts": [{ "language": "pt-BR", "text": text }], "asks": asks })
}

async fn due(person: &Person) -> Value {
    person.get("/api/profile").await.data()["consents_due"].clone()
}

#[tokio::test]
async fn a_client_accepts_each_new_version_and_staff_see_which() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    assert_eq!(due(&client).await, json!([]), "nothing is asked without texts");
    admin.post(TEXTS, version("terms", "Primeira <b>versão</b>", true)).await.data();
    admin.post(TEXTS, version("privacy", "Aviso", false)).await.data();
    let asked = json!([{ "kind": "terms", "version": 1, "asks": true }]);
    assert_eq!(due(&client).await, asked);
    assert_eq!(due(&admin).await, json!([]), "only clients are asked");

    let old = client.post(CONSENTS, json!({ "accepted_terms": 7 })).await;
    assert_eq!(old.code_at("accepted_terms"), "consent_required");
    assert_eq!(client.post(CONSENTS, json!({ "accepted_terms": 1 })).await.status, 200);
    assert_eq!(due(&client).await, json!([]));
    let user = demo_user(&admin, "client").await;
    let accepted = admin.get(&format!("{}/consents", path(&user))).await.data();
    assert_eq!((&accepted[0]["kind"], &accepted[0]["version"]), (&json!("terms"), &json!(1)));
    assert!(accepted[0]["accepted_at"].is_string() && accepted[0]["ip_address"].is_string());
    assert_eq!(audited(&app, "account.accept_legal").await.len(), 1);

    admin.post(TEXTS, version("terms", "Segunda", true)).await.data();
    assert_eq!(due(&client).await[0]["version"], 2);
    admin.post(TEXTS, json!({ "kind": "terms", "texts": [], "asks": false })).await.data();
    assert_eq!(due(&client).await, json!([]), "a text that was taken away is not asked for");
    assert_eq!(app.client(PACIFIC).await.get("/api/profile").await.data()["consents_due"], json!([]));
}

#[tokio::test]
async fn users_whose_consent_is_due_get_an_email_and_nobody_else_does() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let count_mails = |account: &str| mails_to(&app, &format!("{account}@atlantico.test")).len();
    admin.post(TEXTS, version("privacy", "Aviso", false)).await.data();
    app.run_processes().await;
    assert_eq!(count_mails("client"), 0, "it asks for nothing");
    admin.post(TEXTS, version("terms", "Primeira", true)).await.data();
    app.run_processes().await;
    let counts = ["client", "client2", "staff", "admin"].map(count_mails);
    assert_eq!(counts, [1, 1, 0, 0]);
    assert!(app.client(PACIFIC).await.get("/api/profile").await.data()["consents_due"] == json!([]));
    assert_eq!(mails_to(&app, "client@pacific.test").len(), 0);

    // Accepted before the process runs.
    admin.post(TEXTS, version("terms", "Segunda", true)).await.data();
    assert_eq!(client.post(CONSENTS, json!({ "accepted_terms": 2 })).await.status, 200);
    app.run_processes().await;
    assert_eq!(["client", "client2"].map(count_mails), [1, 2]);
    // Replaced before the process runs: one e-mail, about the version in force.
    admin.post(TEXTS, version("terms", "Terceira", true)).await.data();
    admin.post(TEXTS, version("terms", "Quarta", true)).await.data();
    app.run_processes().await;
    assert_eq!(["client", "client2"].map(count_mails), [2, 3]);
}

#[tokio::test]
async fn each_version_has_a_public_page_that_escapes_it() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post(TEXTS, version("terms", "Primeira <b>versão</b>", true)).await.data();
    admin.post(TEXTS, version("terms", "Segunda", true)).await.data();
    let visitor = app.visitor(ATLANTICO);
    let page = visitor.get("/legal/terms").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("Segunda") && page.text().contains("?version=1"), "{}", page.text());
    let first = visitor.get("/legal/terms?version=1").await.text();
    assert!(first.contains("Primeira &lt;b&gt;") && !first.contains("<b>"), "{first}");
    for missing in ["/legal/terms?version=9", "/legal/privacy", "/legal/else"] {
        assert_eq!(visitor.get(missing).await.status, 404, "{missing}");
    }
}

#[tokio::test]
async fn a_version_needs_the_default_language_and_only_offered_ones() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let blank = admin.post(TEXTS, version("terms", " ", true)).await;
    assert_eq!(blank.status, 200, "no text takes it away: {}", blank.text());
    let english = json!({ "kind": "terms", "texts": [{ "language": "en", "text": "Terms" }], "asks": true });
    assert_eq!(admin.post(TEXTS, english).await.code_at("texts"), "required");
    assert_eq!(app.staff(ATLANTICO).await.get(TEXTS).await.status, 403);
}

#[tokio::test]
async fn a_registration_accepts_what_the_company_asks_for() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post(TEXTS, version("terms", "Termos", true)).await.data();
    admin.post(TEXTS, version("privacy", "Aviso", true)).await.data();
    let visitor = at_the_door(&app, ATLANTICO).await;
    let refused = register(&visitor, &[("accepted_terms", "1")]).await;
    assert_eq!(refused.code_at("accepted_privacy"), "consent_required");
    assert_eq!(count(&app, "select count(*) from legal_consents").await, 0);
    let accepted = [("accepted_terms", "1"), ("accepted_privacy", "1")];
    assert_eq!(register(&visitor, &accepted).await.status, 200);
    let stored = "select count(*) from legal_consents c join users u on u.id = c.user_id
        where u.email = 'iris@aurora.test' and c.version = 1";
    assert_eq!(count(&app, stored).await, 2);
}
