//! The states of ranges of numbers: closing one in each state, by each role. The answer is what the table says, and so is the
//! button.

use customs::ranges::model::{WaybillRangeStatus, step_verdict};
use policy::{Action, Policy, Resource, UserType};
use serde_json::{Value, json};
use server_core::http::record_state::Verdict;

use super::{RANGES, add_range, airline, create, text};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn show(person: &Person, range: &Value) -> Value {
    let listed = person.get(&format!("{RANGES}?per_page=100")).await.data();
    listed.as_array().unwrap().iter().find(|one| one["id"] == range["id"]).unwrap().clone()
}

async fn close(person: &Person, range: &Value) -> Answer {
    let form = json!({ "reason": "given back", "version": range["version"] });
    person.post(&format!("{RANGES}/{}/close", text(&range["id"])), form).await
}

#[tokio::test]
async fn each_range_is_closed_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let airline = airline(admin, "LA045", "045").await;
    let mut first = 100;
    for &(user_type, ref person) in &people {
        let is_granted = Policy::load_shipped().grants(user_type).allow(Resource::MawbRange, Action::Close);
        for &status in WaybillRangeStatus::ALL {
            let range = add_range(admin, &airline, [first, first + 9], json!({})).await.data();
            first += 10;
            if status == WaybillRangeStatus::Closed {
                close(admin, &range).await.data();
            }
            let reader = if user_type == UserType::Client { staff } else { person };
            let now = show(reader, &range).await;
            let answer = close(person, &now).await;
            let told = format!("{user_type:?} {status:?}: {}", answer.text());
            let verdict = step_verdict(Action::Close, status);
            if user_type != UserType::Client {
                assert_eq!(now["can"]["close"], is_granted && verdict.is_yes(), "{told}");
            }
            match verdict {
                _ if !is_granted => assert_eq!(answer.status, 403, "{told}"),
                Verdict::No(code, _) => {
                    assert_eq!((answer.status, answer.message_code()), (409, code.as_str().into()), "{told}");
                }
                _ => assert_eq!(answer.data()["status"], WaybillRangeStatus::Closed.code(), "{told}"),
            }
        }
    }
}

#[tokio::test]
async fn no_number_comes_from_a_closed_range() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let airline = airline(&admin, "LA045", "045").await;
    let range = add_range(&admin, &airline, [100, 109], json!({})).await.data();
    let stale = json!({ "version": 0, "reason": "given back" });
    let path = format!("{RANGES}/{}/close", text(&range["id"]));
    assert_eq!(admin.post(&path, stale).await.message_code(), "stale_version");
    let silent = json!({ "version": range["version"], "reason": " " });
    assert_eq!(admin.post(&path, silent).await.code_at("reason"), "required");
    let closed = close(&admin, &range).await.data();
    assert_eq!((&closed["reason"], &closed["can"]["close"]), (&json!("given back"), &json!(false)));
    assert_ne!(create(&admin, &airline, json!({})).await.status, 200, "there is no number any more");
}
