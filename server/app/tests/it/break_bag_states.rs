//! Each action on a break-bag in each state, by each role: the answer is what the table says, and so is the button.

use customs::break_bags::state::{BreakBagFacts, BreakBagStatus, TRANSITIONS};
use policy::{Action, Policy, UserType};
use serde_json::{Value, json};
use server_core::http::record_state::Verdict;
use sqlx::Executor;
use uuid::Uuid;

use crate::bags::{self, text, with};
use crate::break_bags::{PATH, begin, scan, show};
use crate::masters::arrive;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const BY_PEOPLE: [Action; 6] =
    [Action::Scan, Action::Resolve, Action::Finish, Action::Reopen, Action::Close, Action::Cancel];

/// A break-bag in a state as if the steps to it had been done, and a parcel that nobody expected if the action settles one.
async fn prepare(
    app: &TestApp,
    staff: &Person,
    place: &Value,
    action: Action,
    status: BreakBagStatus,
) -> (Value, Value) {
    let broken = begin(staff, &arrive(staff, place, json!({})).await.master).await;
    let line = match action {
        Action::Resolve => scan(staff, &broken, "NOBODY-KNOWS", None).await["line"].clone(),
        _ => Value::Null,
    };
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = sqlx::query("update break_bags set status = $2 where id = $1")
        .bind(Uuid::parse_str(text(&broken["id"])).unwrap())
        .bind(status.code());
    (&mut *tx).execute(query).await.unwrap();
    tx.commit().await.unwrap();
    (broken, line)
}

async fn ask(person: &Person, broken: &Value, line: &Value, action: Action) -> Answer {
    let path = format!("{PATH}/{}", text(&broken["id"]));
    let version = json!({ "version": broken["version"] });
    let (verb, form) = match action {
        Action::Scan => ("scan".to_owned(), json!({ "key": Uuid::now_v7(), "code": "NOBODY-ELSE" })),
        Action::Resolve => {
            let form = json!({ "resolution": line["ways_to_settle"][0], "note": "asked the carrier" });
            (format!("lines/{}/resolve", text(&line["id"])), form)
        }
        Action::Finish => ("finish".to_owned(), version),
        Action::Close => ("close".to_owned(), with(version, json!({ "next_step": "delivery" }))),
        _ => (action.name().to_owned(), with(version, json!({ "reason": "x" }))),
    };
    person.post(&format!("{path}/{verb}"), form).await
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let place = bags::warehouse(admin, "BRK", json!({})).await;
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (action, status) in
            BY_PEOPLE.iter().flat_map(|action| BreakBagStatus::ALL.iter().map(move |it| (*action, *it)))
        {
            let (broken, line) = prepare(&app, staff, &place, action, status).await;
            let reader = if user_type == UserType::Client { staff } else { person };
            let now = show(reader, &broken).await;
            let answer = ask(person, &now, &line, action).await;
            let told = format!("{user_type:?} {action:?} {status:?}: {}", answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            let is_over = i32::from(action == Action::Resolve);
            let facts = BreakBagFacts { open_count: is_over, is_begun: is_over > 0 };
            assert_eq!(now["can"][action.name()], TRANSITIONS.can(&grants, action, status, &facts), "{told}");
            match TRANSITIONS.verdict(action, status, &facts) {
                Verdict::No(code, _) => {
                    assert_eq!((answer.status, answer.message_code()), (409, code.as_str().into()), "{told}");
                }
                _ => {
                    assert_eq!(answer.status, 200, "{told}");
                    let after = TRANSITIONS.after(action, status).unwrap_or(status);
                    assert_eq!(show(reader, &broken).await["status"], after.code(), "{told}");
                }
            }
        }
    }
}
