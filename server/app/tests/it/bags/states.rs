//! Each action in each state, by each role: the answer is what the table says, and so is the button.

use customs::bags::state::{BagFacts, BagStatus, BagStep, TRANSITIONS};
use policy::{Policy, UserType};
use serde_json::{Value, json};
use server_core::http::record_state::Verdict;
use sqlx::Executor;
use uuid::Uuid;

use super::{PATH, code, open, received, scan, show, text, warehouse, with};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const BY_PEOPLE: [BagStep; 7] = [
    BagStep::Update,
    BagStep::Scan,
    BagStep::Remove,
    BagStep::Close,
    BagStep::Register,
    BagStep::Reopen,
    BagStep::Cancel,
];

/// Sets a state as if the steps to it had been done. What is closed has a seal.
async fn set_status(app: &TestApp, bag: &Value, status: BagStatus) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let is_sealed = !matches!(status, BagStatus::Open | BagStatus::Cancelled);
    let seal = "seal = case when $3 then 'S' end, gross_g = case when $3 then 1400 end";
    let sql =
        format!("update bags set status = $2, {seal}, closed_at = case when $3 then $4 end where id = $1");
    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(Uuid::parse_str(text(&bag["id"])).unwrap());
    let query = query.bind(status.code()).bind(is_sealed).bind(app.state.clock.now());
    (&mut *tx).execute(query).await.unwrap();
    tx.commit().await.unwrap();
}

async fn ask(person: &Person, bag: &Value, key: &Value, step: BagStep) -> Answer {
    let path = format!("{PATH}/{}", text(&bag["id"]));
    let version = json!({ "version": bag["version"] });
    match step {
        BagStep::Update => person.patch(&path, with(version, json!({ "note": "fragile" }))).await,
        BagStep::Scan => {
            let form = json!({ "key": Uuid::now_v7(), "code": "LX821947508BR" });
            person.post(&format!("{path}/scan"), form).await
        }
        BagStep::Remove => {
            person.post(&format!("{path}/remove"), json!({ "key": key, "reason": "torn" })).await
        }
        BagStep::Close => {
            let seal = Uuid::now_v7().simple().to_string();
            let form = json!({ "seal": seal, "gross_g": 1400 });
            person.post(&format!("{path}/close"), with(version, form)).await
        }
        BagStep::Register => person.post(&format!("{path}/register"), version).await,
        _ => person.post(&format!("{path}/{}", step.as_str()), with(version, json!({ "reason": "x" }))).await,
    }
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let place = warehouse(admin, "BAG", json!({})).await;
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (step, status) in
            BY_PEOPLE.iter().flat_map(|step| BagStatus::ALL.iter().map(move |status| (*step, *status)))
        {
            let bag = open(staff, &place, json!({})).await;
            let parcel_count = i32::from(step != BagStep::Cancel);
            let mut key = Value::Null;
            if parcel_count > 0 {
                let shipment = received(staff, json!({})).await;
                key = scan(staff, &bag, code(&shipment)).await["parcel"]["id"].clone();
            }
            set_status(&app, &bag, status).await;
            let bag = show(staff, &bag).await;
            let answer = ask(person, &bag, &key, step).await;
            // It is not for the post.
            let facts =
                BagFacts { parcel_count, is_on_issued_waybill: false, is_postal: false, has_operator: false };
            // A registered bag is taken back first.
            let is_withdrawn = (step, status) == (BagStep::Reopen, BagStatus::Registered);
            let asked = if is_withdrawn { BagStep::Withdraw } else { step };
            let refusal = match TRANSITIONS.verdict(asked, status, &facts) {
                Verdict::No(code, _) => Some(code),
                _ => None,
            };
            let told = format!("{user_type:?} {step:?} {status:?}: {}", answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            assert_eq!(bag["can"][step.as_str()], TRANSITIONS.can(&grants, asked, status, &facts));
            match (step, refusal) {
                // A station is told, and goes on.
                (BagStep::Scan, None) => {
                    assert_eq!(answer.data()["message_code"], "parcel_unknown", "{told}");
                }
                (BagStep::Scan, Some(_)) => {
                    assert_eq!(answer.data()["message_code"], "bag_closed", "{told}");
                }
                (_, None) => assert_eq!(answer.status, 200, "{told}"),
                (_, Some(code)) => {
                    assert_eq!((answer.status, answer.message_code()), (409, code.as_str().into()), "{told}");
                }
            }
        }
    }
}
