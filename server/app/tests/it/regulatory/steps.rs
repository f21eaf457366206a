//! Steps of regulatory requests, and their history.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{PATH, opened, path, ready};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub async fn set(person: &Person, request: &Value, status: i16) -> Answer {
    let form = json!({ "id": request["id"], "status": status });
    person.post(&format!("{PATH}/change-status"), form).await
}

pub async fn record(person: &Person, request: &Value, form: Value) -> Answer {
    person.post(&format!("{}/record", path(request)), form).await
}

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.message_code())
}

#[tokio::test]
async fn request_needs_a_complete_checklist_and_raises_the_attempt() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let lacking = opened(&staff).await;
    assert_eq!(code(&set(&staff, &lacking, 10).await), (409, "regulatory_checklist_incomplete".into()));
    let request = ready(&staff).await;
    let pending = set(&staff, &request, 10).await.data();
    assert_eq!((&pending["anvisa_solicita_status"], &pending["attempt"]), (&json!(10), &json!(1)));
    let can = &pending["can"];
    assert_eq!(
        (&can["request"], &can["cancel"], &can["resend"]),
        (&json!(false), &json!(true), &json!(false))
    );
    assert_eq!(code(&set(&staff, &request, 10).await), (409, "regulatory_step_refused".into()));
    set(&staff, &request, 1).await.data();
    assert_eq!(code(&set(&staff, &request, 1).await), (409, "regulatory_step_refused".into()));
    assert_eq!(set(&staff, &request, 10).await.data()["attempt"], 2);
    let done = set(&staff, &request, 99).await.data();
    assert_eq!((&done["anvisa_solicita_status"], &done["can"]["update"]), (&json!(99), &json!(false)));
    assert_eq!(code(&set(&staff, &request, 99).await), (409, "regulatory_step_refused".into()));
    let form = json!({ "version": done["version"], "product": "Other" });
    assert_eq!(code(&staff.patch(&path(&request), form).await), (409, "regulatory_request_locked".into()));
}

#[tokio::test]
async fn only_three_statuses_can_be_set() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = ready(&staff).await;
    for status in [0, 2, 3, 20, 21, 22, 30, 31, 32] {
        let refused = set(&staff, &request, status).await;
        assert_eq!((refused.status, refused.code_at("status")), (422, "unknown_option".into()), "{status}");
    }
}

#[tokio::test]
async fn an_expired_authorization_refuses_the_request() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = ready(&staff).await;
    let today = app.today();
    let dated = |version: &Value, days: i64| {
        let valid_to = today + TimeDelta::days(days);
        json!({ "version": version, "authorization_no": "123/2024", "authorization_valid_to": valid_to })
    };
    let expired = staff.patch(&path(&request), dated(&request["version"], -3)).await.data();
    assert_eq!(expired["request_refusal"], "regulatory_authorization_expired");
    assert_eq!(expired["can"]["request"], false);
    assert_eq!(code(&set(&staff, &request, 10).await), (409, "regulatory_authorization_expired".into()));
    let valid = staff.patch(&path(&request), dated(&expired["version"], 30)).await.data();
    assert_eq!((&valid["request_refusal"], &valid["can"]["request"]), (&Value::Null, &json!(true)));
}

#[tokio::test]
async fn staff_record_protocol_demand_answer_and_refusal() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = ready(&staff).await;
    let early =
        record(&staff, &request, json!({ "step": "demand", "text": "x", "due_on": "2030-01-31" })).await;
    assert_eq!(code(&early), (409, "regulatory_step_refused".into()));
    set(&staff, &request, 10).await.data();
    let blank = record(&staff, &request, json!({ "step": "file", "protocol_no": " " })).await;
    assert_eq!(blank.code_at("protocol_no"), "required");
    let file = json!({ "step": "file", "protocol_no": "25351.900001/2026-11" });
    let filed = record(&staff, &request, file).await.data();
    assert_eq!((&filed["anvisa_solicita_status"], &filed["can"]["answer"]), (&json!(30), &json!(false)));
    let demand = json!({ "step": "demand", "text": "Send the report", "due_on": "2020-01-31" });
    let asked = record(&staff, &request, demand).await.data();
    assert_eq!(
        (&asked["demand"], &asked["demand_due_on"]),
        (&json!("Send the report"), &json!("2020-01-31"))
    );
    assert_eq!(staff.get(&format!("{PATH}?demand=true")).await.data()[0]["id"], request["id"]);
    assert_eq!(demands(&staff).await, [json!(1), json!(1)]);
    let answered = record(&staff, &request, json!({ "step": "answer", "text": "Sent" })).await.data();
    assert_eq!((&answered["demand"], &answered["anvisa_solicita_status"]), (&Value::Null, &json!(30)));
    assert_eq!(demands(&staff).await, [Value::Null, Value::Null]);
    let again = record(&staff, &request, json!({ "step": "answer" })).await;
    assert_eq!(code(&again), (409, "regulatory_nothing_to_answer".into()));
    let refused =
        record(&staff, &request, json!({ "step": "reject", "text": "Not for own use" })).await.data();
    assert_eq!(
        (&refused["anvisa_solicita_status"], &refused["decision"]),
        (&json!(3), &json!("Not for own use"))
    );
    let history = staff.get(&format!("{}/history", path(&request))).await.data();
    let told: Vec<_> = history.as_array().unwrap().iter().map(|one| one["step"].as_str().unwrap()).collect();
    assert_eq!(told, ["reject", "answer", "demand", "file", "request"]);
    assert_eq!((&history[1]["note"], &history[3]["note"]), (&json!("Sent"), &json!("25351.900001/2026-11")));
}

/// Open and overdue demands on the dashboard.
async fn demands(person: &Person) -> [Value; 2] {
    let dashboard = person.get("/api/dashboard").await.data();
    let attention = dashboard["attention"].as_array().unwrap();
    let line = attention.iter().find(|one| one["cause"] == "open_demands");
    ["total", "overdue_count"].map(|name| line.map_or(Value::Null, |line| line[name].clone()))
}

#[tokio::test]
async fn a_change_of_many_tells_the_result_of_each() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (good, lacking) = (ready(&staff).await, opened(&staff).await);
    let unknown = "0199d3c2-7c1a-7000-8000-000000000001";
    let form = json!({ "ids": [lacking["id"], good["id"], unknown, good["id"]], "status": 10 });
    let told = staff.post(&format!("{PATH}/change-status-many"), form).await.data();
    let told: Vec<_> =
        told.as_array().unwrap().iter().map(|one| (&one["done"], &one["message_code"])).collect();
    assert_eq!(
        told,
        [
            (&json!(false), &json!("regulatory_checklist_incomplete")),
            (&json!(true), &Value::Null),
            (&json!(false), &json!("not_found")),
        ]
    );
    assert_eq!(staff.get(&path(&good)).await.data()["anvisa_solicita_status"], 10);
    assert_eq!(staff.get(&path(&lacking)).await.data()["anvisa_solicita_status"], 1);
}

#[tokio::test]
async fn every_step_is_audited() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let request = ready(&staff).await;
    set(&staff, &request, 10).await.data();
    let entries = admin
        .get(&format!("/api/audit_entries?resource_id={}", request["id"].as_str().unwrap()))
        .await
        .data();
    let verbs: Vec<_> =
        entries.as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(
        verbs,
        ["regulatory_request.change_status", "regulatory_request.attach", "regulatory_request.create"]
    );
    assert_eq!(entries[0]["resource_name"], request["shipment"]["tracking_code"]);
}
