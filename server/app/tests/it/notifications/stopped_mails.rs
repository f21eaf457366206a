//! The link in an e-mail that ends the e-mails about its event (RFC 8058).

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::stopped::{record, shipments};
use crate::register::{at_the_door, mails};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

const STOP: &str = "/emails/stop/";

/// The client's e-mail about a held shipment, without soft line breaks.
async fn held_mail(app: &TestApp) -> String {
    record(&app.staff(ATLANTICO).await, &shipments(&app.staff(ATLANTICO).await, 1).await, "CUSTOMS_HOLD")
        .await;
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let mut sent = mails(app).into_iter().filter(|mail| mail.contains("client@atlantico.test"));
    sent.next_back().unwrap().replace("=\r\n", "")
}

fn token(mail: &str) -> String {
    let (_, rest) = mail.split_once(STOP).unwrap_or_else(|| panic!("no {STOP} in {mail}"));
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')).collect()
}

async fn is_on(person: &Person, event: &str) -> bool {
    let list = person.get("/api/account-notifications").await.data();
    let is_it = |one: &&Value| one["event"] == event && one["channel"] == "mail";
    list.as_array().unwrap().iter().find(is_it).unwrap()["enabled"] == true
}

#[tokio::test]
async fn a_link_stops_the_e_mails_of_its_kind_and_no_others() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let mail = held_mail(&app).await;
    for part in [
        format!("List-Unsubscribe: <https://{ATLANTICO}{STOP}"),
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click".to_owned(),
    ] {
        assert!(mail.contains(&part), "no {part} in {mail}");
    }
    let visitor = at_the_door(&app, ATLANTICO).await;
    for _ in 0..2 {
        let stopped = visitor.post("/api/stopped_mails", json!({ "token": token(&mail) })).await;
        assert_eq!(stopped.data()["event"], "shipment_stopped");
    }
    assert!(!is_on(&client, "shipment_stopped").await && is_on(&client, "deposit_decided").await);
    let admin = app.admin(ATLANTICO).await;
    let noted = admin.get("/api/audit_entries?action=account.choose_notifications").await.data();
    assert_eq!(noted.as_array().unwrap().len(), 1, "the second call changes nothing: {noted}");
}

#[tokio::test]
async fn a_mail_program_stops_the_e_mails_by_itself() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let path = format!("{STOP}{}", token(&held_mail(&app).await));
    // Without cookie, origin and token of a page.
    let program = app.visitor(ATLANTICO);
    let mut request = program.request(Method::POST, &path);
    for name in ["x-csrf-token", "origin", "sec-fetch-site", "cookie"] {
        request.headers_mut().remove(name);
    }
    assert_eq!(program.call_and_fail(request).await.status, 200);
    assert!(!is_on(&client, "shipment_stopped").await);
}

#[tokio::test]
async fn a_link_is_worthless_at_another_company_or_altered() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let token = token(&held_mail(&app).await);
    let stranger = at_the_door(&app, PACIFIC).await;
    let refused = stranger.post("/api/stopped_mails", json!({ "token": token })).await;
    assert_eq!((refused.status, refused.message_code().as_str()), (409, "link_not_valid"));
    let visitor = at_the_door(&app, ATLANTICO).await;
    let other = token.replace("shipment.stopped", "deposit.decided");
    for odd in [other.as_str(), "odd", ""] {
        let refused = visitor.post("/api/stopped_mails", json!({ "token": odd })).await;
        assert_eq!(refused.message_code(), "link_not_valid", "{odd}");
    }
    assert!(is_on(&client, "shipment_stopped").await && is_on(&client, "deposit_decided").await);
}
