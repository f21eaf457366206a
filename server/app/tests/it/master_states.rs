//! Each action on a master in each state, by each role: the answer is what the table says, and so is the button.

use customs::masters::state::{MasterFacts, MasterStatus, TRANSITIONS};
use policy::{Action, Policy, UserType};
use serde_json::{Value, json};
use server_core::http::record_state::Verdict;
use sqlx::Executor;
use uuid::Uuid;

use crate::bags::{self, text, with};
use crate::masters::{PATH, add, create, sealed, show};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const BY_PEOPLE: [Action; 7] = [
    Action::Update,
    Action::Close,
    Action::Reopen,
    Action::Depart,
    Action::Arrive,
    Action::Deliver,
    Action::Cancel,
];

/// A master with a sealed bag, in a state as if the steps to it had been done.
async fn prepare(app: &TestApp, staff: &Person, place: &Value, status: MasterStatus) -> Value {
    let shipment = bags::received(staff, json!({})).await;
    let bag = sealed(staff, place, &[&shipment]).await;
    let master = create(staff, place, json!({})).await;
    add(staff, &master, &[&bag]).await.data();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = sqlx::query("update masters set status = $2 where id = $1")
        .bind(Uuid::parse_str(text(&master["id"])).unwrap())
        .bind(status.code());
    (&mut *tx).execute(query).await.unwrap();
    tx.commit().await.unwrap();
    master
}

async fn ask(person: &Person, master: &Value, action: Action) -> Answer {
    let path = format!("{PATH}/{}", text(&master["id"]));
    let version = json!({ "version": master["version"] });
    match action {
        Action::Update => person.patch(&path, with(version, json!({ "note": "fragile" }))).await,
        Action::Reopen | Action::Cancel => {
            person.post(&format!("{path}/{}", action.name()), with(version, json!({ "reason": "x" }))).await
        }
        _ => person.post(&format!("{path}/{}", action.name()), version).await,
    }
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let place = bags::warehouse(admin, "MST", json!({})).await;
    let facts = MasterFacts { bag_count: 1 };
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (action, status) in
            BY_PEOPLE.iter().flat_map(|action| MasterStatus::ALL.iter().map(move |status| (*action, *status)))
        {
            let master = prepare(&app, staff, &place, status).await;
            let reader = if user_type == UserType::Client { staff } else { person };
            let now = show(reader, &master).await;
            let answer = ask(person, &now, action).await;
            let told = format!("{user_type:?} {action:?} {status:?}: {}", answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            assert_eq!(now["can"][action.name()], TRANSITIONS.can(&grants, action, status, &facts), "{told}");
            match TRANSITIONS.verdict(action, status, &facts) {
                Verdict::No(code, _) => {
                    assert_eq!((answer.status, answer.message_code()), (409, code.as_str().into()), "{told}");
                }
                _ => {
                    let after = TRANSITIONS.after(action, status).unwrap_or(status);
                    assert_eq!(answer.data()["status"], after.code(), "{told}");
                }
            }
        }
    }
}
