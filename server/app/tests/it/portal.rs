//! The client portal: the blocks of its home, whose shipments they have, and the documents of a client.

use serde_json::{Value, json};

use crate::confirm::confirm;
use crate::money::{charged, client_of, give_credit, id};
use crate::quotes::stored::with_prices;
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
async fn finished_drafts_are_counted_with_the_prices_they_were_told() {
    let app = TestApp::start().await;
    with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let none = json!({ "count": 0, "priced_count": 0, "totals": [] });
    assert_eq!(home(&client).await["ready"], none);
    let mut form = complete(&client).await;
    let services = client.get("/api/auxiliar/services").await.data();
    let express = services.as_array().unwrap().iter().find(|one| one["code"] == "EXP").unwrap();
    form["service_id"] = express["id"].clone();
    let first = client.post("/api/shipments", form.clone()).await.data();
    assert_eq!(first["missing"], json!([]), "{first}");
    client.post("/api/shipments", form.clone()).await.data();
    form["to_city"] = Value::Null;
    client.post("/api/shipments", form).await.data();
    let quote = client.post(&format!("/api/shipments/{}/quotes", id(&first)), json!({})).await.data();
    let ready = home(&client).await["ready"].clone();
    assert_eq!((&ready["count"], &ready["priced_count"]), (&json!(2), &json!(1)), "{ready} {quote}");
    assert_eq!(ready["totals"][0]["currency"], "BRL");
    assert_eq!(home(&client).await["can"]["confirm"], true);
    assert_eq!(home(&app.signed_in(ATLANTICO, "client2").await).await["ready"], none);
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

async fn kinds(person: &Person, query: &str) -> Vec<String> {
    let documents = person.get(&format!("/api/portal/documents{query}")).await.data();
    let kinds = documents.as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap().to_owned());
    kinds.collect()
}

/// SHP-11: the documents of a client in its portal.
#[tokio::test]
async fn a_client_finds_its_invoices_and_customs_papers_in_one_list() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    assert_eq!(kinds(&client, "").await, Vec::<String>::new());
    let owner = client_of(&client).await;
    give_credit(&admin, &owner, "1000").await;
    let shipment = charged(&app, ATLANTICO, &owner, ("90.00", "10.00")).await;
    let form = json!({ "client_id": owner, "currency": "BRL", "shipment_ids": [shipment["id"]] });
    let draft = staff.post("/api/invoices", form).await.data();
    assert_eq!(kinds(&client, "").await, Vec::<String>::new(), "a draft is no document");
    let issue = format!("/api/invoices/{}/issue", id(&draft));
    let issued = staff.post(&issue, json!({ "version": draft["version"] })).await.data();
    let listed = client.get("/api/portal/documents?kind=invoice").await.data();
    let told = (&listed[0]["name"], &listed[0]["record_id"], &listed[0]["currency"]);
    assert_eq!(told, (&issued["number"], &issued["id"], &json!("BRL")));
    let own = created(&client).await;
    assert_eq!(confirm(&client, &own).await.status, 200);
    let papers = kinds(&client, "?kind=customs_declaration").await;
    assert_eq!(papers, ["customs_declaration"]);
    assert_eq!(kinds(&client, "?from=2099-01-01").await, Vec::<String>::new());
    assert_eq!(kinds(&app.signed_in(ATLANTICO, "client2").await, "").await, Vec::<String>::new());
    assert_eq!(kinds(&staff, "").await, Vec::<String>::new(), "staff have the lists of each kind");
}
