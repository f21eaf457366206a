//! Notifications and e-mails about tickets.

use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

use super::{at, company, id_of, opened, reply, sent_to, with_replies};
use crate::notifications::{codes, listed};
use crate::support::{ATLANTICO, PACIFIC, TestApp};
use crate::users::demo_user;

const CLIENT: &str = "client@atlantico.test";
const COMPANY: &str = "desk@company.test";

#[tokio::test]
async fn a_user_hears_of_a_ticket_on_the_screen_and_after_two_minutes_by_email() {
    let app = TestApp::with(&with_replies()).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let recipient = json!({ "address_type": "user", "id": id_of(&client).await });
    let ticket = opened(&staff, json!([recipient])).await;
    assert_eq!(codes(&client).await, ["ticket_created"]);
    assert_eq!(codes(&staff).await, Vec::<String>::new(), "the author knows it");
    app.run_processes().await;
    assert!(sent_to(&app, CLIENT).is_empty());
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let first = sent_to(&app, CLIENT).pop().unwrap();
    let id = ticket["id"].as_str().unwrap();
    assert_eq!(first.header("Message-ID"), format!("<{id}@{ATLANTICO}>"));
    assert!(first.message().subject().unwrap().starts_with("[#1] "));
    assert!(first.text().contains("abriu o chamado nº 1"), "{}", first.text());
    assert!(first.text().contains("Where is **it**?") && first.html().contains("<strong>it</strong>"));
    assert!(first.text().contains(&format!("https://{ATLANTICO}/supports/{id}")));
    let mark = first.text().lines().next().unwrap().to_owned();
    assert!(mark.ends_with("— Responda acima desta linha —"), "in the reader's language: {mark}");
    assert!(first.html().contains(&mark), "with its hidden part");
    let reply_to = first.header("Reply-To");
    assert!(reply_to.starts_with("r+") && reply_to.ends_with("@reply.test"), "{reply_to}");
    assert_eq!(first.header("Return-Path"), format!("<b{}>", &reply_to[1..]));
    assert_eq!(
        (first.header("Auto-Submitted"), first.header("X-Auto-Response-Suppress")),
        (String::new(), "OOF, AutoReply".to_owned())
    );

    // A note stays inside; who has seen the ticket gets no e-mail about it.
    staff.post(&at(&ticket, "/note"), json!({ "key": Uuid::now_v7(), "body": "SECRET" })).await.data();
    reply(&staff, &ticket, "At customs.", 1).await;
    assert_eq!(client.post(&at(&ticket, "/seen"), json!({})).await.status, 200);
    app.run_processes_after(TimeDelta::minutes(3)).await;
    assert_eq!(sent_to(&app, CLIENT).len(), 1);
    let client = app.client(ATLANTICO).await;
    assert_eq!(listed(&client, "").await["meta"]["unread"], 0);

    let staff = app.staff(ATLANTICO).await;
    let answered = reply(&staff, &ticket, "On its way.", 2).await;
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let second = sent_to(&app, CLIENT).pop().unwrap();
    let before = answered["messages"][2]["id"].as_str().unwrap();
    assert_eq!(second.header("References"), format!("<{id}@{ATLANTICO}> <{before}@{ATLANTICO}>"));
    assert_eq!(second.header("In-Reply-To"), format!("<{id}@{ATLANTICO}>"), "the last one it has");
    assert_eq!(second.header("Reply-To"), reply_to);
    assert!(second.text().contains("On its way.") && !second.text().contains("SECRET"));

    // Nothing more reaches the users of a client who is not active, also what was on its way.
    let staff = app.staff(ATLANTICO).await;
    reply(&staff, &ticket, "Too late.", 3).await;
    let admin = app.admin(ATLANTICO).await;
    let company = demo_user(&admin, "client").await["client_id"].as_str().unwrap().to_owned();
    admin.post(&format!("/api/clients/{company}/deactivate"), json!({})).await.data();
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let staff = app.staff(ATLANTICO).await;
    reply(&staff, &ticket, "Even later.", 4).await;
    app.run_processes_after(TimeDelta::minutes(2)).await;
    assert_eq!(sent_to(&app, CLIENT).len(), 2);
}

#[tokio::test]
async fn an_address_without_an_account_gets_its_email_at_once() {
    let app = TestApp::start().await;
    let staff = app.staff(PACIFIC).await;
    let client = app.client(PACIFIC).await;
    let ticket = opened(&client, json!([])).await;
    let recipients = json!({ "recipients": [company(&app, PACIFIC).await] });
    staff.post(&at(&ticket, "/append-recipient"), recipients).await.data();
    app.run_processes().await;
    let added = sent_to(&app, COMPANY).pop().unwrap();
    assert!(added.text().contains("You have been added to ticket #1"), "{}", added.text());
    assert!(
        added.text().contains("Replies to this e-mail are not read"),
        "no address for replies is configured"
    );
    assert_eq!(added.header("Reply-To"), "");
    assert!(!added.text().contains("Reply above this line"), "nobody reads it");
    assert!(!added.text().contains("/supports/"), "it has no account");
    assert_eq!(codes(&client).await, Vec::<String>::new());

    reply(&staff, &ticket, "Found it.", 1).await;
    app.run_processes().await;
    let replied = sent_to(&app, COMPANY).pop().unwrap();
    assert!(replied.message().subject().unwrap().starts_with("Re: [#1] "));
    assert!(replied.text().contains("replied to ticket #1") && replied.text().contains("Found it."));
    assert_eq!(codes(&client).await, ["ticket_replied"]);
    let choice = json!({ "event": "ticket_message", "channel": "mail", "enabled": false });
    assert_eq!(client.patch("/api/account-notifications", choice).await.status, 200);
    reply(&staff, &ticket, "Delivered.", 2).await;
    app.run_processes_after(TimeDelta::minutes(2)).await;
    assert_eq!(sent_to(&app, COMPANY).len(), 3);
    let to_client = sent_to(&app, "client@pacific.test");
    assert_eq!(to_client.len(), 1, "only the one before the choice");
}
