//! Files of messages and drafts.

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{at, note, open_with, opened, reply, shown};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nnot more than its beginning";

async fn uploaded(person: &Person, ticket: &Value, name: &str, bytes: &[u8]) -> Answer {
    let path = format!("/api/support_tickets/{}/files", ticket["id"].as_str().unwrap());
    person.upload(&path, ("file", "sent", bytes), &[("file_name", name)]).await
}

fn file_path(ticket: &Value, file: &Value) -> String {
    let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
    format!("/api/support_tickets/{}/files/{}", id(ticket), id(file))
}

fn draft_path(ticket: &Value) -> String {
    format!("/api/support_tickets/{}/draft", ticket["id"].as_str().unwrap())
}

async fn save_draft(person: &Person, path: &str, content: &str) -> Answer {
    person.send(Method::PUT, path, Some(json!({ "content": content }))).await
}

#[tokio::test]
async fn files_are_sent_with_messages_and_seen_with_them() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    let photo = uploaded(&staff, &ticket, "C:\\fotos\\avaria\u{202e}.png", PNG).await.data();
    assert_eq!((&photo["file_name"], &photo["file_size"]), (&json!("avaria.png"), &json!(PNG.len())));
    assert_eq!(client.get(&file_path(&ticket, &photo)).await.status, 404, "of a draft of others");
    assert_eq!(staff.get(&draft_path(&ticket)).await.data()["files"][0]["id"], photo["id"]);

    let form = json!({ "key": Uuid::now_v7(), "body": "Look", "seen": 1, "files": [photo["id"]] });
    for person in [&client, &staff, &staff] {
        let answer = person.post(&at(&ticket, "/reply"), form.clone()).await;
        if std::ptr::eq(person, &client) {
            assert_eq!((answer.status, answer.code_at("files")), (422, "unknown_option".into()));
        } else {
            assert_eq!(answer.data()["messages"][1]["files"][0]["file_name"], "avaria.png");
        }
    }
    let mut without = form;
    without["files"] = json!([]);
    assert_eq!(staff.post(&at(&ticket, "/reply"), without).await.message_code(), "key_used");
    let down = client.get(&file_path(&ticket, &photo)).await;
    assert_eq!((down.status, down.header("content-type")), (200, Some("image/png")));
    assert!(down.header("content-disposition").unwrap().starts_with("attachment; filename=\"avaria.png\""));
    let gone = staff.delete(&format!("/api/support-ticket-files/{}", photo["id"].as_str().unwrap())).await;
    assert_eq!(gone.status, 404, "a sent file stays");

    let secret = uploaded(&staff, &ticket, "fraude.html", b"<html>").await.data();
    let form = json!({ "key": Uuid::now_v7(), "body": "For us", "files": [secret["id"]] });
    staff.post(&at(&ticket, "/note"), form).await.data();
    assert_eq!(client.get(&file_path(&ticket, &secret)).await.status, 404);
    assert!(!shown(&client, &ticket).await.text().contains("fraude"));
    let page = staff.get(&file_path(&ticket, &secret)).await;
    assert_eq!(page.header("content-type"), Some("application/octet-stream"));
    let stranger = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(stranger.get(&file_path(&ticket, &photo)).await.status, 404);
    assert_eq!(app.admin(PACIFIC).await.get(&file_path(&ticket, &photo)).await.status, 404);
}

#[tokio::test]
async fn unsent_files_have_bounds_and_an_end() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let ticket = opened(&staff).await;
    let empty = uploaded(&staff, &ticket, "empty.txt", b"").await;
    assert_eq!((empty.status, empty.code_at("file")), (422, "required".into()));
    let large = uploaded(&staff, &ticket, "large.bin", &vec![1; 10 * 1024 * 1024 + 1]).await;
    assert_eq!((large.status, large.code_at("file")), (422, "file_too_large".into()));
    let told = large.json()["errors"]["file"][0]["message"].clone();
    assert_eq!(told, "This file is larger than 10 MB. Choose a smaller one.");
    let removed = uploaded(&staff, &ticket, "wrong.pdf", b"%PDF-1.7").await.data();
    let path = format!("/api/support-ticket-files/{}", removed["id"].as_str().unwrap());
    assert_eq!((staff.delete(&path).await.status, staff.delete(&path).await.status), (200, 404));

    let forgotten = uploaded(&staff, &ticket, "forgotten.pdf", b"%PDF-1.7").await.data();
    for (days, left) in [(6, json!([forgotten])), (2, json!([]))] {
        app.state.clock.advance(TimeDelta::days(days));
        app::sweep::sweep(&app.state).await;
        let again = app.staff(ATLANTICO).await;
        assert_eq!(again.get(&draft_path(&ticket)).await.data()["files"], left);
    }
}

#[tokio::test]
async fn a_draft_is_a_persons_own_until_it_is_sent() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let other_device = app.staff(ATLANTICO).await;
    let ticket = opened(&app.client(ATLANTICO).await).await;
    for content in ["{\"text\":\"A\"}", "{\"text\":\"At cus\"}"] {
        save_draft(&staff, &draft_path(&ticket), content).await.data();
    }
    assert_eq!(other_device.get(&draft_path(&ticket)).await.data()["content"], "{\"text\":\"At cus\"}");
    assert_eq!(admin.get(&draft_path(&ticket)).await.data()["content"], Value::Null);
    let stranger = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(save_draft(&stranger, &draft_path(&ticket), "x").await.status, 404);
    reply(&staff, &ticket, "At customs", 1).await.data();
    assert_eq!(other_device.get(&draft_path(&ticket)).await.data()["content"], Value::Null);

    save_draft(&staff, "/api/support-ticket-draft", "new").await.data();
    let label = staff.upload(
        "/api/support-ticket-files",
        ("file", "label.pdf", b"%PDF-1.7"),
        &[("file_name", "label.pdf")],
    );
    let label = label.await.data();
    let draft = staff.get("/api/support-ticket-draft").await.data();
    assert_eq!((&draft["content"], &draft["files"][0]["id"]), (&json!("new"), &label["id"]));
    let second = open_with(&staff, json!({ "files": [label["id"]] })).await.data();
    assert_eq!(second["messages"][0]["files"][0]["file_name"], "label.pdf");
    assert_eq!(staff.get(&file_path(&second, &label)).await.status, 200);
    assert_eq!(staff.get("/api/support-ticket-draft").await.data()["content"], Value::Null);
    note(&staff, &second, "A note").await.data();
}
