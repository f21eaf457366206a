//! The home of the client portal: its blocks, and whose shipments they have.

use serde_json::{Value, json};

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Person, TestApp};

async fn home(person: &Person) -> Value {
    person.get("/api/portal/home").await.data()
}

fn codes(block: &Value) -> Vec<&str> {
    block.as_array().unwrap().iter().map(|one| one["tracking_code"].as_str().unwrap()).collect()
}

async fn record(staff: &Person, shipment: &Value, event: &str) {
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": event });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
}

#[tokio::test]
async fn a_client_sees_its_own_shipments_in_blocks() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let empty = home(&client).await;
    assert_eq!((&empty["active_count"], &empty["can"]["create"]), (&json!(0), &json!(true)));

    let mut incomplete = complete(&client).await;
    incomplete["to_city"] = Value::Null;
    let incomplete = client.post("/api/shipments", incomplete).await.data();
    let [moving, held, arrived] = [created(&client).await, created(&client).await, created(&client).await];
    for (shipment, event) in [(&moving, "DEPARTED"), (&held, "CUSTOMS_HOLD"), (&arrived, "DELIVERED")] {
        record(&staff, shipment, event).await;
    }
    created(&app.signed_in(ATLANTICO, "client2").await).await;

    let home = home(&client).await;
    assert_eq!((&home["active_count"], &home["problem_count"]), (&json!(3), &json!(2)));
    let code = |shipment: &Value| shipment["tracking_code"].as_str().unwrap().to_owned();
    assert_eq!(codes(&home["problems"]), [code(&incomplete), code(&held)], "the longest waiting first");
    assert_eq!(codes(&home["active"]), [code(&moving)]);
    assert_eq!(codes(&home["delivered"]), [code(&arrived)]);
    assert_eq!(home["problems"][0]["missing"], json!(["to_city"]));
    assert_eq!(home["problems"][0]["can"]["update"], true);
}

#[tokio::test]
async fn a_block_is_short_and_the_counts_are_whole() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let mut newest = String::new();
    for _ in 0..8 {
        newest = created(&client).await["tracking_code"].as_str().unwrap().to_owned();
    }
    let home = home(&client).await;
    assert_eq!((&home["active_count"], &home["problem_count"]), (&json!(8), &json!(0)));
    assert_eq!((codes(&home["active"]).len(), codes(&home["active"])[0]), (6, newest.as_str()));
}
