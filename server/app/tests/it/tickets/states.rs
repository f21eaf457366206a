//! States of a ticket.

use serde_json::json;
use uuid::Uuid;

use super::{act, at, listed, open_with, opened, reply, shown};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_ticket_goes_its_way() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    assert_eq!((&ticket["number"], &ticket["support_ticket_status"]), (&json!(1), &json!(10)));
    assert_eq!(ticket["messages"][0]["body_html"], "<p>Where is <strong>it</strong>?</p>\n");
    assert_eq!((&ticket["can"]["reply"], &ticket["can"]["note"]), (&json!(true), &json!(false)));

    let answered = reply(&staff, &ticket, "At customs.", 1).await.data();
    assert_eq!(answered["support_ticket_status"], 20);
    assert!(answered["first_response_at"].is_string());
    let again = reply(&client, &ticket, "Thanks", 2).await.data();
    assert_eq!(again["support_ticket_status"], 10);
    let closed = act(&client, &ticket, "/close").await.data();
    assert_eq!((&closed["support_ticket_status"], &closed["active"]), (&json!(0), &json!(true)));
    assert!(closed["closed_at"].is_string());
    let refused = reply(&staff, &ticket, "Too late", 3).await;
    assert_eq!((refused.status, refused.message_code()), (409, "ticket_not_open".into()));
    for (action, status) in
        [("/archive", 99), ("/unarchive", 0), ("/reopen", 10), ("/close", 0), ("/archive", 99)]
    {
        let moved = act(&staff, &ticket, action).await.data();
        assert_eq!(moved["support_ticket_status"], status, "{action}");
    }
    let refused = act(&client, &ticket, "/unarchive").await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn numbers_have_no_gaps() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(opened(&client).await["number"], 1);
    let refused = open_with(&client, json!({ "support_subject_id": Uuid::now_v7() })).await;
    assert_eq!((refused.status, refused.code_at("support_subject_id")), (422, "unknown_option".into()));
    let unknown = json!({ "recipients": [{ "address_type": "user", "id": Uuid::now_v7() }] });
    let refused = open_with(&client, unknown).await;
    assert_eq!((refused.status, refused.code_at("recipients.0.id")), (422, "unknown_option".into()));
    assert_eq!(opened(&client).await["number"], 2);
}

#[tokio::test]
async fn a_deleted_ticket_is_gone() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let ticket = opened(&app.client(ATLANTICO).await).await;
    assert_eq!(staff.delete(&at(&ticket, "")).await.status, 403);
    assert_eq!(admin.delete(&at(&ticket, "")).await.status, 200);
    assert_eq!(
        (admin.delete(&at(&ticket, "")).await.status, shown(&admin, &ticket).await.status),
        (404, 404)
    );
    assert_eq!(listed(&admin, "").await, Vec::<i64>::new());
    assert_eq!(opened(&staff).await["number"], 2, "its number is not used again");
}
