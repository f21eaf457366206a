//! Messages: sent once, in order, and internal notes that nobody else sees.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{act, at, listed, note, open_with, opened, reply, shown};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn the_same_message_sent_twice_is_one() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let key = json!({ "key": Uuid::now_v7() });
    let first = open_with(&client, key.clone()).await.data();
    let second = open_with(&client, key.clone()).await.data();
    assert_eq!((&first["id"], &second["number"]), (&second["id"], &json!(1)));
    let mut other = key;
    other["body"] = "Another text".into();
    let refused = open_with(&client, other).await;
    assert_eq!((refused.status, refused.message_code()), (409, "key_used".into()));

    let theirs = open_with(&staff, json!({ "key": first["id"] })).await;
    assert_eq!(
        (theirs.status, theirs.message_code()),
        (409, "key_used".into()),
        "the ticket of somebody else"
    );

    let form = json!({ "key": Uuid::now_v7(), "body": "Soon", "seen": 1 });
    for _ in 0..2 {
        let answered = staff.post(&at(&first, "/reply"), form.clone()).await.data();
        assert_eq!(answered["messages"].as_array().unwrap().len(), 2);
    }
    let mine = json!({ "key": form["key"], "body": "Soon", "seen": 2 });
    let refused = client.post(&at(&first, "/reply"), mine).await;
    assert_eq!((refused.status, refused.message_code()), (409, "key_used".into()), "of somebody else");
}

#[tokio::test]
async fn a_reply_that_missed_a_message_is_stopped() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let ticket = opened(&app.client(ATLANTICO).await).await;
    reply(&staff, &ticket, "On its way", 1).await.data();
    let stopped = reply(&admin, &ticket, "I do not know", 1).await;
    assert_eq!((stopped.status, stopped.message_code()), (409, "newer_messages".into()));
    assert_eq!(stopped.json()["params"]["count"], 1);
    assert_eq!(reply(&admin, &ticket, "It arrives today", 2).await.status, 200);
    assert_eq!(reply(&staff, &ticket, "Own messages are known", 3).await.status, 200);
}

/// Every way out of an internal note: show, list, search, unread state, and the ticket's own times and numbers.
#[tokio::test]
async fn an_internal_note_leaves_by_no_door() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    act(&client, &ticket, "/seen").await;
    let before = (shown(&client, &ticket).await.text(), client.get("/api/support_tickets").await.text());
    let noted = note(&staff, &ticket, "Xylophone fraud suspected").await.data();
    assert_eq!(
        (&noted["messages"][1]["internal"], &noted["support_ticket_status"]),
        (&json!(true), &json!(10))
    );
    let after = (shown(&client, &ticket).await.text(), client.get("/api/support_tickets").await.text());
    assert_eq!(before, after, "nothing changes for the client");
    assert_eq!(listed(&client, "search=xylophone").await, Vec::<i64>::new());
    assert_eq!(listed(&client, "unread=true").await, Vec::<i64>::new());
    let dashboard = client.get("/api/dashboard").await.data();
    assert_eq!(dashboard["today"]["unread_tickets"]["total"], 0);
    assert_eq!(dashboard["attention"].to_string().matches("unread_tickets").count(), 0);

    let answered = reply(&staff, &ticket, "It is fine", 1).await.data();
    let seqs = |answer: &Value| -> Vec<i64> {
        answer["messages"].as_array().unwrap().iter().map(|one| one["seq"].as_i64().unwrap()).collect()
    };
    assert_eq!(seqs(&answered), [1, 1, 2]);
    let theirs = shown(&client, &ticket).await;
    assert_eq!(seqs(&theirs.data()), [1, 2]);
    assert!(!theirs.text().contains("Xylophone"));
    assert_eq!(note(&client, &ticket, "Mine").await.status, 403);
}

#[tokio::test]
async fn an_own_reply_is_read_and_one_of_others_is_not() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    let read = |seen: &Value| {
        let time = |name: &str| {
            seen[name].as_str().map(|text| text.parse::<chrono::DateTime<chrono::Utc>>().unwrap())
        };
        time("updated_at") < time("last_seen_at")
    };
    assert!(read(&shown(&client, &ticket).await.data()));
    let answered = reply(&staff, &ticket, "Here", 1).await.data();
    assert!(read(&answered), "{answered}");
    assert!(!read(&shown(&client, &ticket).await.data()));
}

/// Each message of a client can leave as many e-mails as the ticket has readers.
#[tokio::test]
async fn a_user_from_outside_makes_only_so_many_mails_leave() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    let user = client.get("/api/profile").await.data()["id"].as_str().unwrap().to_owned();
    let tenant = app.tenant(ATLANTICO).id;
    let limit = server_core::http::limit::TICKET_MAILS_PER_USER;
    while app.state.limits.check(&tenant, limit, &user).await.is_ok() {}
    let refused = reply(&client, &ticket, "And another one", 1).await;
    assert_eq!((refused.status, refused.message_code()), (429, "rate_limited".into()));
    assert_eq!(shown(&client, &ticket).await.data()["messages"].as_array().unwrap().len(), 1);
    assert_eq!(reply(&staff, &ticket, "We are looking after it", 1).await.status, 200);
}
