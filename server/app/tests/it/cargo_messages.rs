//! The states of messages of airlines: one that cannot be read says so, and is read again or closed with a note.

use chrono::TimeDelta;
use customs::cargo_events::fetch_stage::{FetchStage, MessageFacts, TRANSITIONS};
use policy::{Action, Policy, UserType};
use serde_json::{Value, json};
use server_core::http::record_state::Verdict;
use sqlx::Executor;
use uuid::Uuid;

use crate::cargo_events::{Flying, fsu, issue, lines, upload};
use crate::manifests;
use crate::process::run_as_owner;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::waybills::text;

const PATH: &str = "/api/cargo-messages";
/// No event of a waybill can be written.
const BREAK: &str = "
    create function refuse_event() returns trigger language plpgsql as $$begin raise exception 'broken'; end$$;
    create trigger refuse_event before insert on cargo_events for each row execute function refuse_event()";
const MEND: &str = "drop trigger refuse_event on cargo_events";

async fn show(person: &Person, message: &Value) -> Value {
    person.get(&format!("{PATH}/{}", text(&message["id"]))).await.data()
}

async fn act(person: &Person, message: &Value, verb: &str, form: Value) -> Answer {
    person.post(&format!("{PATH}/{}/{verb}", text(&message["id"])), form).await
}

/// A message of a waybill whose reading has failed in every attempt. A line of it was not understood either.
async fn fail(app: &TestApp, person: &Person, flying: &Flying) -> Value {
    let [line, _] = lines(app).departed;
    run_as_owner(app, ATLANTICO, BREAK).await;
    let text = fsu(&flying.waybill, &format!("{line}\r\nNOT A STATUS"));
    let message = upload(person, "fsu.txt", text.as_bytes()).await;
    for _ in 0..6 {
        assert_ne!(show(person, &message).await["stage"], "failed", "it is tried again");
        app.run_processes_after(TimeDelta::minutes(5)).await;
    }
    run_as_owner(app, ATLANTICO, MEND).await;
    show(person, &message).await
}

#[tokio::test]
async fn a_reading_that_fails_for_good_says_so_and_is_done_again() {
    let app = TestApp::start().await;
    let flying = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    let failed = fail(&app, &staff, &flying).await;
    assert_eq!((&failed["stage"], &failed["failure"]["code"]), (&json!("failed"), &json!("process_failed")));
    assert!(!text(&failed["failure"]["message"]).is_empty() && failed["ended_at"].is_string(), "{failed}");
    assert_eq!(failed["can"], json!({ "retry": true, "close": true }));
    for filter in ["stage=failed", "unread=true"] {
        let listed = staff.get(&format!("{PATH}?{filter}")).await.data();
        assert_eq!(listed[0]["id"], failed["id"], "{filter}");
    }

    let again = act(&staff, &failed, "retry", json!({})).await.data();
    assert_eq!((&again["stage"], &again["failure"]), (&json!("waiting_to_start"), &Value::Null));
    app.run_processes().await;
    let read = show(&staff, &failed).await;
    assert_eq!((&read["stage"], &read["new_count"]), (&json!("ended"), &json!(1)));
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_closed_with_a_note() {
    let app = TestApp::start().await;
    let flying = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    let failed = fail(&app, &staff, &flying).await;
    assert_eq!(failed["unread"][0]["text"], "NOT A STATUS");
    assert_eq!(act(&staff, &failed, "close", json!({ "note": " " })).await.code_at("note"), "required");
    let form = json!({ "note": "recorded by hand" });
    let closed = act(&staff, &failed, "close", form.clone()).await.data();
    assert_eq!((&closed["stage"], &closed["closing_note"]), (&json!("ended"), &json!("recorded by hand")));
    assert!(closed["closed_by_name"].is_string(), "{closed}");
    let twice = act(&staff, &failed, "close", form).await;
    assert_eq!((twice.status, twice.message_code()), (409, "cargo_message_not_failed".into()));
    assert_eq!(crate::users::audited(&app, "cargo_message.close").await.len(), 1);
    assert_eq!(staff.get(&format!("{PATH}?unread=true")).await.data(), json!([]));
}

#[tokio::test]
async fn a_reading_that_its_owner_cancels_has_failed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let message = upload(&staff, "later.txt", b"FSU/14").await;
    let tasks = staff.get("/api/background_tasks").await.data();
    let task = tasks.as_array().unwrap().iter().find(|task| task["kind"] == "mawbs.read_events").unwrap();
    staff.post(&format!("/api/background_tasks/{}/cancel", text(&task["id"])), json!({})).await.data();
    let cancelled = show(&staff, &message).await;
    assert_eq!(
        (&cancelled["stage"], &cancelled["failure"]["code"]),
        (&json!("failed"), &json!("process_cancelled"))
    );
}

#[tokio::test]
async fn messages_and_what_manifests_say_of_people_are_deleted_after_the_days_of_the_settings() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let setting = json!({ "customs_data_days": 365 });
    assert_eq!(crate::tenant_settings::changed(&admin, setting).await.status, 200);
    let message = upload(&staff, "old.txt", b"FSU/14\r\nMARIA").await;
    let shipment = manifests::ready(&staff, json!({})).await;
    let manifest = manifests::of_shipments(&staff, &[&shipment], json!({})).await;
    manifests::close(&app, &staff, &manifest).await;
    let pass = |days| {
        app.state.clock.advance(TimeDelta::days(days));
        app::sweep::sweep(&app.state)
    };
    let file = format!("{PATH}/{}/file", text(&message["id"]));
    let csv = format!("{}/{}/versions/1/files/csv", manifests::PATH, text(&manifest["id"]));
    let houses = format!("{}/{}/houses", manifests::PATH, text(&manifest["id"]));
    pass(364).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!((staff.get(&file).await.status, staff.get(&csv).await.status), (200, 200), "not yet");
    let before = staff.get(&houses).await.data()[0].clone();
    assert!(!text(&before["consignee_name"]).is_empty(), "{before}");

    pass(2).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!((staff.get(&file).await.status, staff.get(&csv).await.status), (404, 404));
    let old = show(&staff, &message).await;
    assert_eq!((&old["is_deleted"], &old["text"], &old["unread"]), (&json!(true), &Value::Null, &json!([])));
    assert_eq!(old["can"]["retry"], false);
    let refused = act(&staff, &old, "retry", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "cargo_message_deleted".into()));
    let after = staff.get(&houses).await.data()[0].clone();
    assert_eq!(after["consignee_name"], "");
    for figure in ["house", "consignee_country", "pieces", "weight_g", "value"] {
        assert_eq!(after[figure], before[figure], "{figure}");
    }
}

/// Sets a stage as if the steps to it had been done.
async fn set_stage(app: &TestApp, message: &Value, stage: FetchStage) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = sqlx::query(
        "update cargo_messages set stage = $2, failure_code = case when $2 = 'failed' then 'process_failed' end where id = $1",
    );
    let id = Uuid::parse_str(text(&message["id"])).unwrap();
    (&mut *tx).execute(query.bind(id).bind(stage.as_str())).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [_, (_, staff), _] = &people;
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (action, stage) in [Action::Retry, Action::Close]
            .into_iter()
            .flat_map(|action| FetchStage::ALL.iter().map(move |stage| (action, *stage)))
        {
            let content = Uuid::now_v7().to_string();
            let message = upload(staff, "any.txt", content.as_bytes()).await;
            set_stage(&app, &message, stage).await;
            let reader = if user_type == UserType::Client { staff } else { person };
            let now = show(reader, &message).await;
            let form = if action == Action::Close { json!({ "note": "x" }) } else { json!({}) };
            let answer = act(person, &message, action.name(), form).await;
            let told = format!("{user_type:?} {action:?} {stage:?}: {}", answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            let kept = MessageFacts::default();
            assert_eq!(now["can"][action.name()], TRANSITIONS.can(&grants, action, stage, &kept), "{told}");
            match stage.verdict(action, kept) {
                Verdict::No(code, _) => {
                    assert_eq!((answer.status, answer.message_code()), (409, code.as_str().into()), "{told}");
                }
                _ => {
                    let after = TRANSITIONS.after(action, stage).unwrap();
                    assert_eq!(answer.data()["stage"], after.as_str(), "{told}");
                }
            }
        }
    }
}
