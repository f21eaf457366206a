//! Each action on a purchase in each state, by each role: the answer is what the table says, and so is the button.

use policy::{Action, Policy, UserType};
use serde_json::{Value, json};
use sqlx::Executor;
use stock::purchases::state::{PurchaseFacts, PurchaseStatus, TRANSITIONS};
use uuid::Uuid;

use super::{PURCHASES, item, place, purchase, text, warehouse, with};
use crate::support::{ATLANTICO, TestApp};

/// Sets a state, and units that have come, as if the steps to it had been done.
async fn set_status(app: &TestApp, purchase: &Value, status: PurchaseStatus, received: i32) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let id = Uuid::parse_str(text(&purchase["id"])).unwrap();
    let set = sqlx::query("update purchases set status = $2 where id = $1").bind(id).bind(status.code());
    (&mut *tx).execute(set).await.unwrap();
    let count =
        sqlx::query("update purchase_lines set received = $2 where purchase_id = $1").bind(id).bind(received);
    (&mut *tx).execute(count).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let own = warehouse(admin, "ONE").await;
    let shelf = place(admin, &own, "A-1", "storage").await;
    let goods = item(admin, "SKU-1", json!({})).await;
    let lines = json!([{ "item_id": goods["id"], "quantity": 5 }]);
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (row, status) in TRANSITIONS
            .rows
            .iter()
            .flat_map(|row| PurchaseStatus::ALL.iter().map(move |status| (row, *status)))
        {
            let received = i32::from(row.verb == Action::Return);
            let made = purchase(staff, &own, &lines, json!({})).await.data();
            set_status(&app, &made, status, received).await;
            let path = format!("{PURCHASES}/{}", text(&made["id"]));
            let shown = staff.get(&path).await.data();
            let more = match row.verb {
                Action::Receive => json!({ "place_id": shelf["id"], "line": 1, "quantity": 1 }),
                Action::Return => json!({ "line": 1, "no": 1, "reason": "x" }),
                _ => json!({ "reason": "x" }),
            };
            let form = with(json!({ "version": shown["version"], "key": Uuid::now_v7() }), more);
            let answer = if row.verb == Action::Update {
                person.patch(&path, json!({ "version": shown["version"], "note": "x" })).await
            } else {
                person.post(&format!("{path}/{}", row.verb), form).await
            };
            let facts = PurchaseFacts { has_supplier: true, received: received.into() };
            let is_possible = TRANSITIONS.verdict(row.verb, status, &facts).is_yes();
            let told = format!("{user_type:?} {} {status:?}: {}", row.verb, answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            let button = if row.verb == Action::Return { "return_goods" } else { row.verb.name() };
            let can = TRANSITIONS.can(&grants, row.verb, status, &facts);
            assert_eq!(shown["can"][button], can, "{told}");
            match (row.verb, is_possible) {
                // Nothing has really come.
                (Action::Return, true) => assert_eq!(answer.code_at("no"), "unknown_option", "{told}"),
                (_, true) => assert_eq!(answer.status, 200, "{told}"),
                (_, false) => {
                    let expected = (409, "purchase_state".into());
                    assert_eq!((answer.status, answer.message_code()), expected, "{told}");
                }
            }
        }
    }
}
