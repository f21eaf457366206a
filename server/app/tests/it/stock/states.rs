//! Each action on a pick list in each state, by each role: the answer is what the table says, and so is the button.

use policy::{Action, Policy, UserType};
use serde_json::{Value, json};
use sqlx::Executor;
use stock::pick_lists::state::{PickListFacts, PickListStatus, TRANSITIONS};
use uuid::Uuid;

use super::{OneShelf, PICK_LISTS, fill_shelf, pick_list, text, with};
use crate::support::{ATLANTICO, Answer, TestApp};

/// Sets a state, and units that were picked, as if the steps to it had been done.
async fn set_status(app: &TestApp, list: &Value, status: PickListStatus, picked: i32) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let id = Uuid::parse_str(text(&list["id"])).unwrap();
    let set = sqlx::query("update pick_lists set status = $2 where id = $1").bind(id).bind(status.code());
    (&mut *tx).execute(set).await.unwrap();
    let count =
        sqlx::query("update pick_list_lines set picked = $2 where pick_list_id = $1").bind(id).bind(picked);
    (&mut *tx).execute(count).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let OneShelf { own, goods, .. } = fill_shelf(admin, admin, 1000).await;
    let form = json!({ "lines": [{ "item_id": goods["id"], "quantity": 2 }] });
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (row, status) in TRANSITIONS
            .rows
            .iter()
            .flat_map(|row| PickListStatus::ALL.iter().map(move |status| (row, *status)))
        {
            let picked = i32::from(matches!(row.verb, Action::Finish | Action::Pack));
            let list = pick_list(staff, &own, form.clone()).await.data();
            set_status(&app, &list, status, picked).await;
            let path = format!("{PICK_LISTS}/{}", text(&list["id"]));
            let list = staff.get(&path).await.data();
            let more = match row.verb {
                Action::Scan => json!({ "key": Uuid::now_v7(), "code": "SKU-1" }),
                Action::Pack => json!({ "parcels": [{ "weight_g": 100 }] }),
                _ => json!({ "reason": "x" }),
            };
            let form = with(json!({ "version": list["version"] }), more);
            // A list for the rest is created.
            let verb = if row.verb == Action::Create { "rest" } else { row.verb.name() };
            let answer: Answer = person.post(&format!("{path}/{verb}"), form).await;
            let short = if status == PickListStatus::Packed { 2 } else { 0 };
            let facts = PickListFacts { kept: picked, short, has_rest: false, is_ended: false };
            let is_possible = TRANSITIONS.verdict(row.verb, status, &facts).is_yes();
            let told = format!("{user_type:?} {} {status:?}: {}", row.verb, answer.text());
            if user_type == UserType::Client {
                // A client asks for goods and cancels its own lists; those of others do not exist.
                let is_own = matches!(row.verb, Action::Create | Action::Cancel);
                let status = if is_own { 404 } else { 403 };
                assert_eq!(answer.status, status, "{told}");
                continue;
            }
            let can = TRANSITIONS.can(&grants, row.verb, status, &facts);
            assert_eq!(list["can"][verb], can, "{told}");
            match (row.verb, is_possible) {
                // A picker is told, and goes on.
                (Action::Scan, true) => {
                    assert_eq!(answer.data()["message_code"], "pick_nothing_held", "{told}");
                }
                (Action::Scan, false) => {
                    assert_eq!(answer.data()["message_code"], "pick_list_state", "{told}");
                }
                // Nothing was really picked.
                (Action::Pack, true) => assert_eq!(answer.message_code(), "pick_list_empty", "{told}"),
                (_, true) => assert_eq!(answer.status, 200, "{told}"),
                (_, false) => {
                    assert_eq!(
                        (answer.status, answer.message_code()),
                        (409, "pick_list_state".into()),
                        "{told}"
                    );
                }
            }
        }
    }
}
