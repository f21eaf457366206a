//! Each action in each state, by each role: the answer is what the table says, and so is the button.

use manifests::state::{ManifestFacts, ManifestStatus, ManifestStep, TRANSITIONS};
use policy::{Policy, UserType};
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{address, close, of_shipments, ready, show, text, with};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const BY_PEOPLE: [ManifestStep; 7] = [
    ManifestStep::Update,
    ManifestStep::Close,
    ManifestStep::Reopen,
    ManifestStep::Send,
    ManifestStep::RecordAnswer,
    ManifestStep::Amend,
    ManifestStep::Cancel,
];

/// Sets a state as if the steps to it had been done.
async fn set_status(app: &TestApp, manifest: &Value, status: ManifestStatus) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = sqlx::query("update manifests set status = $2, is_known = false where id = $1");
    let id = Uuid::parse_str(text(&manifest["id"])).unwrap();
    (&mut *tx).execute(query.bind(id).bind(status.code())).await.unwrap();
    tx.commit().await.unwrap();
}

async fn ask(person: &Person, manifest: &Value, step: ManifestStep) -> Answer {
    let path = address(manifest);
    let version = json!({ "version": manifest["version"] });
    let more = match step {
        ManifestStep::Update => {
            return person.patch(&path, with(version, &json!({ "note": "fragile" }))).await;
        }
        ManifestStep::RecordAnswer => json!({ "others": "accepted" }),
        ManifestStep::Amend => json!({ "purpose": "update", "reason": "x" }),
        ManifestStep::Close | ManifestStep::Send => json!({}),
        _ => json!({ "reason": "x" }),
    };
    person.post(&format!("{path}/{}", step.as_str()), with(version, &more)).await
}

#[tokio::test]
async fn each_action_is_possible_where_the_table_says() {
    let app = TestApp::start().await;
    let people = app.list_people(ATLANTICO).await;
    let [_, (_, staff), _] = &people;
    for &(user_type, ref person) in &people {
        let grants = Policy::load_shipped().grants(user_type);
        for step in BY_PEOPLE {
            let manifest = prepare(&app, staff, step).await;
            for status in ManifestStatus::ALL.iter().copied() {
                set_status(&app, &manifest, status).await;
                let manifest = show(staff, &manifest).await;
                let answer = ask(person, &manifest, step).await;
                let facts = ManifestFacts::default();
                let is_possible = TRANSITIONS.verdict(step, status, &facts).is_yes();
                let told = format!("{user_type:?} {step:?} {status:?}: {}", answer.text());
                if user_type == UserType::Client {
                    assert_eq!(answer.status, 403, "{told}");
                    continue;
                }
                let can = TRANSITIONS.can(&grants, step, status, &facts);
                assert_eq!(manifest["can"][step.as_str()], can, "{told}");
                if is_possible {
                    assert!(matches!(answer.status, 200 | 202), "{told}");
                } else {
                    let found = (answer.status, answer.message_code());
                    assert_eq!(found, (409, "manifest_state".into()), "{told}");
                }
            }
        }
    }
}

/// A manifest for a step, with a version if the step needs one.
async fn prepare(app: &TestApp, staff: &Person, step: ManifestStep) -> Value {
    let shipment = ready(staff, json!({})).await;
    let manifest = of_shipments(staff, &[&shipment], json!({})).await;
    if !matches!(step, ManifestStep::Update | ManifestStep::Close | ManifestStep::Cancel) {
        close(app, staff, &manifest).await;
    }
    manifest
}
