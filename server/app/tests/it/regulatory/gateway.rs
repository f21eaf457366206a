//! The simulated connection to the health authority, in the place of a real one.

use ::regulatory::filing::take_answer;
use ::regulatory::progress::RequestChange;
use ::regulatory::status::RegulatoryStep;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::steps::{record, set};
use super::{path, ready};
use crate::support::{ATLANTICO, Person, TestApp};

async fn start_simulation(app: &TestApp) -> Person {
    let admin = app.admin(ATLANTICO).await;
    let settings = admin.get("/api/tenant_settings").await.data();
    let form = json!({ "regulatory_gateway": "simulated", "revision": settings["revision"] });
    assert_eq!(admin.patch("/api/tenant_settings", form).await.data()["regulatory_gateway"], "simulated");
    app.staff(ATLANTICO).await
}

/// A request for a product whose name chooses the authority's answer, requested.
async fn create_request(staff: &Person, product: &str) -> Value {
    let request = ready(staff).await;
    let form = json!({ "version": request["version"], "product": product });
    staff.patch(&path(&request), form).await.data();
    set(staff, &request, 10).await.data()
}

async fn show_request(staff: &Person, request: &Value) -> Value {
    staff.get(&path(request)).await.data()
}

async fn steps(staff: &Person, request: &Value) -> Vec<String> {
    let history = staff.get(&format!("{}/history", path(request))).await.data();
    history.as_array().unwrap().iter().rev().map(|one| one["step"].as_str().unwrap().to_owned()).collect()
}

async fn notified(staff: &Person) -> Vec<Value> {
    let list = staff.get("/api/notifications").await.data();
    list.as_array().unwrap().iter().map(|one| one["data"]["code"].clone()).collect()
}

#[tokio::test]
async fn the_authority_decides_or_demands_and_tells_the_requester() {
    let app = TestApp::start().await;
    let staff = start_simulation(&app).await;
    let plain = create_request(&staff, "Creme Solar").await;
    assert_eq!(plain["anvisa_solicita_status"], 10);
    app.run_processes().await;
    let done = show_request(&staff, &plain).await;
    assert_eq!((&done["anvisa_solicita_status"], &done["attempt"]), (&json!(99), &json!(1)));
    assert!(done["protocol_no"].as_str().unwrap().starts_with("25351."));
    let filed = ["request", "queue", "start_filing", "filed", "start_check"];
    assert_eq!(steps(&staff, &plain).await, [&filed[..], &["approved"]].concat());
    assert_eq!(notified(&staff).await, [json!("regulatory_approved")]);

    let asked = create_request(&staff, "Creme [demand]").await;
    app.run_processes().await;
    let open = show_request(&staff, &asked).await;
    assert_eq!((&open["anvisa_solicita_status"], open["demand"].is_string()), (&json!(30), true));
    assert!(open["demand_due_on"].is_string());
    record(&staff, &asked, json!({ "step": "answer", "text": "Sent" })).await.data();
    app.run_processes().await;
    assert_eq!(show_request(&staff, &asked).await["anvisa_solicita_status"], 99);
    // The approval replaces the demand.
    assert_eq!(notified(&staff).await, [json!("regulatory_approved"), json!("regulatory_approved")]);

    let refused = create_request(&staff, "Creme [refused]").await;
    app.run_processes().await;
    let refused = show_request(&staff, &refused).await;
    assert_eq!((&refused["anvisa_solicita_status"], refused["decision"].is_string()), (&json!(3), true));
}

#[tokio::test]
async fn the_fifth_failure_ends_an_attempt_and_a_late_answer_changes_nothing() {
    let app = TestApp::start().await;
    let staff = start_simulation(&app).await;
    let request = create_request(&staff, "Creme [unavailable]").await;
    app.run_processes().await;
    for _ in 0..3 {
        let waiting = show_request(&staff, &request).await;
        assert_eq!(waiting["anvisa_solicita_status"], 20);
        assert!(waiting["last_error"].is_string());
        app.run_processes_after(TimeDelta::hours(2)).await;
    }
    app.run_processes_after(TimeDelta::hours(2)).await;
    assert_eq!(show_request(&staff, &request).await["anvisa_solicita_status"], 22);
    assert_eq!(notified(&staff).await, [json!("regulatory_failed")]);
    let resend = json!({ "status": 22, "ids": [request["id"]] });
    staff.post("/api/backoffice/anvisa_solicita/resend", resend).await.data();
    app.run_processes().await;
    assert_eq!(show_request(&staff, &request).await["anvisa_solicita_status"], 20);

    set(&staff, &request, 10).await.data();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let filed = RequestChange::new(RegulatoryStep::Filed, None, app.state.clock.now());
    let late = RequestChange { protocol_no: Some("25351.000001/2026-01".to_owned()), ..filed };
    take_answer(&mut tx, request["id"].as_str().unwrap().parse().unwrap(), 1, &late).await.unwrap();
    tx.commit().await.unwrap();
    let now = show_request(&staff, &request).await;
    assert_eq!(
        (&now["anvisa_solicita_status"], &now["attempt"], &now["protocol_no"]),
        (&json!(10), &json!(2), &Value::Null)
    );
    let history = staff.get(&format!("{}/history", path(&request))).await.data();
    assert_eq!(
        (&history[0]["step"], &history[0]["attempt"], &history[0]["ignored"]),
        (&json!("filed"), &json!(1), &json!(true))
    );
}
