//! One action on many tickets.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{act, listed, opened, shown};
use crate::support::{ATLANTICO, Person, TestApp};

async fn change(person: &Person, ids: &[&Value], action: &str) -> Value {
    let form = json!({ "ids": ids, "action": action });
    person.post("/api/backoffice/support-tickets/change-many", form).await.data()
}

fn codes(told: &Value) -> Vec<&Value> {
    told.as_array().unwrap().iter().map(|one| &one["message_code"]).collect()
}

/// SUP-1: many are activated, switched off and deleted in one call.
#[tokio::test]
async fn each_of_many_tickets_says_what_became_of_it() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (first, second, third) = (opened(&client).await, opened(&client).await, opened(&client).await);
    act(&admin, &first, "/close").await.data();
    let unknown = json!(Uuid::now_v7());
    let told = change(&admin, &[&first["id"], &second["id"], &unknown], "close").await;
    assert_eq!(codes(&told), [&json!("ticket_not_open"), &Value::Null, &json!("not_found")]);
    assert_eq!((&told[1]["done"], &told[1]["support_ticket_status"]), (&json!(true), &json!(0)));
    assert_eq!(listed(&admin, "status=0&sort=number").await, [1, 2]);

    change(&admin, &[&third["id"]], "deactivate").await;
    let again = change(&admin, &[&third["id"]], "deactivate").await;
    assert_eq!(again[0]["done"], true, "it is so already");
    assert_eq!(shown(&admin, &third).await.data()["active"], false);
    change(&admin, &[&third["id"]], "activate").await;
    assert_eq!(shown(&admin, &third).await.data()["active"], true);
    change(&admin, &[&first["id"], &second["id"]], "delete").await;
    assert_eq!(listed(&admin, "").await, [3]);
}

#[tokio::test]
async fn a_bulk_action_needs_its_right_for_each_ticket() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    assert_eq!(codes(&change(&staff, &[&ticket["id"]], "delete").await), [&json!("forbidden")]);
    assert_eq!(codes(&change(&client, &[&ticket["id"]], "deactivate").await), [&json!("forbidden")]);
    let other = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(codes(&change(&other, &[&ticket["id"]], "close").await), [&json!("not_found")]);
    assert_eq!(codes(&change(&client, &[&ticket["id"]], "close").await), [&Value::Null]);
}
