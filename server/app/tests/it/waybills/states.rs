//! Each action in each state, by each role: the answer is what the table says, and so is the button.

use customs::waybills::state::{TRANSITIONS, WaybillFacts, WaybillStatus, WaybillStep};
use policy::{Policy, UserType};
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{PATH, add_range, airline, create, path_of, show, text, with};
use crate::bags;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const FACTS: WaybillFacts = WaybillFacts { has_contents: true, has_legs: true };

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
    let report = |event: &str| with(version.clone(), json!({ "event": event }));
    let (verb, form) = match step {
        WaybillStep::Update => return person.patch(&path, with(version, json!({ "note": "fragile" }))).await,
        WaybillStep::Scan => ("scan", json!({ "code": "LX821947508BR" })),
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
    };
    person.post(&format!("{path}/{verb}"), form).await
}

/// An amendment is one call; the state decides which right it needs.
fn is_expected(step: WaybillStep, status: WaybillStatus, may: impl Fn(WaybillStep) -> bool) -> bool {
    let steps = match step {
        WaybillStep::Amend | WaybillStep::AmendLate => vec![WaybillStep::Amend, WaybillStep::AmendLate],
        step => vec![step],
    };
    steps.into_iter().any(|step| may(step) && TRANSITIONS.verdict(step, status, &FACTS).is_yes())
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [1_000, 1_999], json!({})).await.data();
    let people = [(UserType::Admin, &admin), (UserType::User, &staff), (UserType::Client, &client)];
    for (user_type, person) in people {
        let grants = Policy::load_shipped().grants(user_type);
        for (step, status) in WaybillStep::ALL
            .iter()
            .flat_map(|step| WaybillStatus::ALL.iter().map(move |status| (*step, *status)))
        {
            let waybill = create(&staff, &airline, json!({})).await.data();
            let loose = bags::received(&staff, json!({})).await;
            let form = json!({ "shipment_ids": [loose["id"]] });
            staff.post(&format!("{}/add", path_of(&waybill)), form).await.data();
            set_status(&app, &waybill, status).await;
            let now = show(&staff, &waybill).await;
            let answer = ask(person, &now, step).await;
            let told = format!("{user_type:?} {step:?} {status:?}: {}", answer.text());
            let may = |step| TRANSITIONS.can(&grants, step, status, &FACTS);
            if user_type == UserType::Client {
                assert_eq!(answer.status, 403, "{told}");
            } else if is_expected(step, status, may) {
                assert_eq!(answer.status, 200, "{told}");
            } else if is_expected(step, status, |_| true) {
                assert_eq!(answer.status, 403, "{told}");
            } else {
                assert_eq!((answer.status, answer.message_code()), (409, "waybill_state".into()), "{told}");
            }
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
async fn a_branch_sees_its_own_waybills_alone() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&admin, &airline, [1_000, 1_999], json!({})).await.data();
    let branch = crate::subsidiaries::opened(&admin, "Recife").await;
    let theirs = create(&admin, &airline, json!({ "subsidiary_id": branch })).await.data();
    let stranger = crate::isolation::kinds::of_kind(&app, ATLANTICO, policy::ProfileKind::Staff, "dev").await;
    assert_eq!(stranger.get(&path_of(&theirs)).await.status, 404);
    assert_eq!(stranger.get(PATH).await.data(), json!([]));
}
