//! Each action in each state, by each role: the answer is what the table says, and so is the button.

use customs::waybills::state::{TRANSITIONS, WaybillFacts, WaybillStatus, WaybillStep};
use policy::{Policy, UserType};
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{PATH, add_range, airline, create, path_of, show, text, with};
use crate::bags;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::webhooks::Told;
use crate::webhooks::receiver::Received;

/// Something is on the waybill where a step asks for that.
const fn facts_for(step: WaybillStep) -> WaybillFacts {
    let has_contents = matches!(step, WaybillStep::Issue | WaybillStep::Amend | WaybillStep::AmendLate);
    WaybillFacts { has_contents, has_legs: true }
}

/// Sets a state as if the steps to it had been done.
async fn set_status(app: &TestApp, waybill: &Value, status: WaybillStatus) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = sqlx::query("update mawbs set status = $2 where id = $1")
        .bind(Uuid::parse_str(text(&waybill["id"])).unwrap())
        .bind(status.code());
    (&mut *tx).execute(query).await.unwrap();
    tx.commit().await.unwrap();
}

async fn ask(person: &Person, waybill: &Value, step: WaybillStep) -> Answer {
    let path = path_of(waybill);
    let version = json!({ "version": waybill["version"] });
    let report = |event: &str| with(version.clone(), json!({ "event": event, "note": "told by telephone" }));
    let (verb, form) = match step {
        WaybillStep::Update => return person.patch(&path, with(version, json!({ "note": "fragile" }))).await,
        WaybillStep::Scan => ("scan", json!({ "key": Uuid::now_v7(), "code": "LX821947508BR" })),
        WaybillStep::Remove => ("remove", json!({ "content_ids": [Uuid::now_v7()] })),
        WaybillStep::Book => ("book", version),
        WaybillStep::Issue => ("issue", version),
        WaybillStep::Amend | WaybillStep::AmendLate => {
            ("amend", with(version, json!({ "reason": "weight" })))
        }
        WaybillStep::Void => ("void", with(version, json!({ "reason": "x", "carrier_note": "cancelled" }))),
        WaybillStep::Accept => ("record_event", report("accepted")),
        WaybillStep::Depart => ("record_event", report("departed")),
        WaybillStep::Arrive => ("record_event", report("arrived")),
        WaybillStep::Receive => ("record_event", report("received")),
        WaybillStep::EnterCustoms => ("record_event", report("customs")),
        WaybillStep::Deliver => ("record_event", report("delivered")),
        WaybillStep::Differ => ("record_event", with(report("missing"), json!({ "pieces": 1 }))),
    };
    person.post(&format!("{path}/{verb}"), form).await
}

/// The steps that have one button: the state decides which of them it is.
fn steps_of_button(step: WaybillStep) -> (&'static str, Vec<WaybillStep>) {
    use WaybillStep::{Accept, Amend, AmendLate, Arrive, Deliver, Depart, Differ, EnterCustoms, Receive};
    match step {
        Amend | AmendLate => ("amend", vec![Amend, AmendLate]),
        Accept | Depart | Arrive | Receive | EnterCustoms | Deliver | Differ => {
            ("record_event", vec![Accept, Depart, Arrive, Receive, EnterCustoms, Deliver, Differ])
        }
        step => (step.as_str(), vec![step]),
    }
}

/// An amendment is one call, a report one of its own.
fn steps_of_call(step: WaybillStep) -> Vec<WaybillStep> {
    match steps_of_button(step) {
        ("amend", steps) => steps,
        _ => vec![step],
    }
}

/// A draft with what the step asks for, set to a state.
async fn prepare(
    app: &TestApp,
    staff: &Person,
    airline: &Value,
    step: WaybillStep,
    status: WaybillStatus,
) -> Value {
    let waybill = create(staff, airline, json!({})).await.data();
    if facts_for(step).has_contents {
        let loose = bags::received(staff, json!({})).await;
        let form = json!({ "shipment_ids": [loose["id"]] });
        staff.post(&format!("{}/add", path_of(&waybill)), form).await.data();
    }
    set_status(app, &waybill, status).await;
    waybill
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [(_, admin), (_, staff), _] = &people;
    let airline = airline(admin, "LA905", "905").await;
    add_range(staff, &airline, [1_000, 1_999], json!({})).await.data();
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for (step, status) in WaybillStep::ALL
            .iter()
            .flat_map(|step| WaybillStatus::ALL.iter().map(move |status| (*step, *status)))
        {
            let waybill = prepare(&app, staff, &airline, step, status).await;
            let reader = if user_type == UserType::Client { staff } else { person };
            let now = show(reader, &waybill).await;
            let answer = ask(person, &now, step).await;
            let told = format!("{user_type:?} {step:?} {status:?}: {}", answer.text());
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
                continue;
            }
            let facts = facts_for(step);
            let is_possible = |step: &WaybillStep| TRANSITIONS.verdict(*step, status, &facts).is_yes();
            let may = |step: &WaybillStep| TRANSITIONS.can(&grants, *step, status, &facts);
            let (button, steps) = steps_of_button(step);
            assert_eq!(now["can"][button], steps.iter().any(may), "{told}");
            let calls = steps_of_call(step);
            let expected = match (calls.iter().any(may), calls.iter().any(is_possible)) {
                (true, _) => (200, String::new()),
                (false, true) => (403, "forbidden".to_owned()),
                (false, false) => (409, "waybill_state".to_owned()),
            };
            assert_eq!((answer.status, answer.message_code()), expected, "{told}");
        }
    }
}

#[tokio::test]
async fn an_issued_waybill_is_amended_with_its_earlier_papers_kept() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [1_000, 1_999], json!({})).await.data();
    let waybill = create(&staff, &airline, json!({})).await.data();
    let loose = bags::received(&staff, json!({})).await;
    staff.post(&format!("{}/add", path_of(&waybill)), json!({ "shipment_ids": [loose["id"]] })).await.data();
    super::act(&staff, &waybill, "book", json!({})).await.data();
    super::act(&staff, &waybill, "issue", json!({})).await.data();
    let form = json!({ "reason": "weighed again", "gross_g": 2_000 });
    let amended = super::act(&staff, &waybill, "amend", form).await.data();
    assert_eq!((&amended["revision"], &amended["totals"]["gross_g"]), (&json!(2), &json!(2_000)));
    let revisions = staff.get(&format!("{}/revisions", path_of(&waybill))).await.data();
    assert_eq!((&revisions[0]["reason"], &revisions[1]["reason"]), (&json!("weighed again"), &Value::Null));
    let first = staff.get(&format!("{}/pdf?revision=1", path_of(&waybill))).await;
    assert_eq!(first.status, 200, "{}", first.text());

    let void = super::act(&staff, &waybill, "void", json!({ "reason": "not flown" })).await;
    assert_eq!(void.code_at("carrier_note"), "required");
}

#[tokio::test]
async fn webhooks_are_told_of_each_revision_of_a_waybill() {
    let told = Told::of(&["mawb.issued"]).await;
    let (admin, staff) = (told.admin().await, told.app.staff(ATLANTICO).await);
    let waybill = super::start_draft(&admin, json!({})).await;
    let loose = bags::received(&staff, json!({})).await;
    staff.post(&format!("{}/add", path_of(&waybill)), json!({ "shipment_ids": [loose["id"]] })).await.data();
    super::act(&staff, &waybill, "book", json!({})).await.data();
    super::act(&staff, &waybill, "issue", json!({})).await.data();
    super::act(&staff, &waybill, "amend", json!({ "reason": "weighed again", "gross_g": 2_000 }))
        .await
        .data();
    told.app.run_webhooks().await;
    let mut bodies: Vec<Value> = told.receiver.received().iter().map(Received::json).collect();
    bodies.sort_by_key(|body| body["sequence"].as_i64());
    let data: Vec<&Value> = bodies.iter().map(|body| &body["data"]).collect();
    let [issued, amended] = data.as_slice() else { panic!("one for each: {data:?}") };
    assert_eq!((&issued["revision"], &amended["revision"]), (&json!(1), &json!(2)));
    assert_eq!((&issued["id"], &amended["id"]), (&waybill["id"], &waybill["id"]));
}

#[tokio::test]
async fn a_branch_sees_its_own_waybills_alone() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&admin, &airline, [1_000, 1_999], json!({})).await.data();
    let branch = crate::subsidiaries::opened(&admin, "Natal").await;
    let theirs = create(&admin, &airline, json!({ "subsidiary_id": branch })).await.data();
    let stranger = crate::isolation::kinds::of_kind(&app, ATLANTICO, policy::ProfileKind::Staff, "dev").await;
    assert_eq!(stranger.get(&path_of(&theirs)).await.status, 404);
    assert_eq!(stranger.get(PATH).await.data(), json!([]));
}
