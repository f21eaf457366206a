//! Requests for shipments of parcels: asked for, packed, charged, cancelled.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::inbound_parcels::{announce, announcement, client_of, scan, show, warehouse};
use crate::isolation::document::Operation;
use crate::partners;
use crate::prices::id;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// A warehouse where packing costs something.
async fn packing_warehouse(admin: &Person) -> Value {
    let place = warehouse(admin, "OLN").await;
    let mut terms = place["storage"].clone();
    (terms["repack_fee"], terms["repack_parcel_fee"]) = (json!("5.00"), json!("1.00"));
    terms["remove_invoices_fee"] = json!("2.00");
    let form = json!({ "version": place["version"], "storage": terms });
    admin.patch(&format!("/api/warehouses/{}", id(&place)), form).await.data()
}

/// Parcels of a client that have arrived, by their codes.
async fn arrived(client: &Person, staff: &Person, place: &Value, codes: &[&str]) -> Vec<Value> {
    let mut parcels = Vec::new();
    for code in codes {
        parcels.push(announce(client, place, code).await);
        scan(staff, place, code, false).await;
    }
    parcels
}

async fn ask(person: &Person, parcels: &[Value], options: &[&str]) -> Answer {
    let ids: Vec<&str> = parcels.iter().map(id).collect();
    person.post("/api/repacks", json!({ "parcel_ids": ids, "options": options })).await
}

async fn act(person: &Person, repack: &Value, action: &str, more: Value) -> Answer {
    let mut form = more;
    form["version"] = repack["version"].clone();
    person.post(&format!("/api/repacks/{}/{action}", id(repack)), form).await
}

async fn put_in(person: &Person, repack: &Value, code: &str) -> Answer {
    person.post(&format!("/api/repacks/{}/scan", id(repack)), json!({ "code": code })).await
}

fn result() -> Value {
    json!({ "weight_g": 2400, "length_mm": 400, "width_mm": 300, "height_mm": 200 })
}

/// A request that names parcels of another company is refused.
pub async fn refuses(stranger: &Person, operation: &Operation, theirs: &str) {
    if operation.id != "repack_finish" {
        let answer = stranger.post(&operation.path, json!({ "parcel_ids": [theirs] })).await;
        assert_eq!((answer.status, answer.code_at("parcel_ids")), (422, "unknown_option".into()));
        return;
    }
    let code = format!("Z{}", Uuid::now_v7().simple());
    let place = warehouse(stranger, &code[code.len() - 8..]).await;
    let mut form = announcement(&place, &code);
    form["client_id"] = stranger.get("/api/clients/select").await.data()[0]["id"].clone();
    let own = stranger.post("/api/inbound-parcels", form).await.data();
    scan(stranger, &place, &code, false).await;
    let repack = ask(stranger, &[own], &[]).await.data();
    let repack = act(stranger, &repack, "start", json!({})).await.data();
    let mut form = result();
    form["missing"] = json!([{ "parcel_id": theirs, "reason": "Not there" }]);
    let answer = act(stranger, &repack, "finish", form).await;
    assert_eq!((answer.status, answer.code_at("missing")), (422, "unknown_option".into()));
}

#[tokio::test]
async fn parcels_become_one_shipment_and_the_client_pays_packing_and_storage() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = packing_warehouse(&admin).await;
    let parcels = arrived(&client, &staff, &place, &["RP1", "RP2", "RP3"]).await;
    app.state.clock.advance(TimeDelta::days(32));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);

    let ids: Vec<&str> = parcels.iter().map(id).collect();
    let asked = json!({ "parcel_ids": ids, "options": ["remove_invoices"] });
    let preview = client.post("/api/repacks/preview", asked).await.data();
    // Two paid days of each.
    assert_eq!((&preview["fee"], &preview["storage"]), (&json!("10"), &json!("9")));
    let repack = ask(&client, &parcels, &["remove_invoices"]).await.data();
    assert_eq!(
        (&repack["status"], &repack["fee"], &repack["parcel_count"]),
        (&json!(10), &json!("10"), &json!(3))
    );
    let again = ask(&client, &parcels[..1], &[]).await;
    assert_eq!((again.status, again.code_at("parcel_ids")), (422, "parcel_not_free".into()));
    assert_eq!(act(&client, &repack, "start", json!({})).await.status, 403);

    let repack = act(&staff, &repack, "start", json!({})).await.data();
    let empty = act(&staff, &repack, "finish", result()).await;
    assert_eq!((empty.status, empty.code_at("missing")), (422, "repack_parcel_missing".into()));
    for code in ["rp1", "RP2", "RP2"] {
        put_in(&staff, &repack, code).await.data();
    }
    let foreign = put_in(&staff, &repack, "1Z000").await;
    assert_eq!((foreign.status, foreign.code_at("code")), (422, "parcel_not_of_repack".into()));
    let mut form = result();
    form["missing"] = json!([{ "parcel_id": parcels[2]["id"], "reason": "Damaged" }]);
    let done = act(&staff, &repack, "finish", form).await.data();
    assert_eq!((&done["status"], &done["scanned_count"]), (&json!(40), &json!(2)));
    assert_eq!(done["missing"], json!([{ "external_code": "RP3", "reason": "Damaged" }]));

    let shipment =
        client.get(&format!("/api/shipments/{}", done["shipment_id"].as_str().unwrap())).await.data();
    assert_eq!(shipment["client_id"], client_of(&client).await);
    assert_eq!(
        (&shipment["parcels"][0]["weight_g"], shipment["items"].as_array().unwrap().len()),
        (&json!(2400), 2)
    );
    let packed = show(&client, &parcels[0]).await;
    assert_eq!((&packed["status"], &packed["tracking_code"]), (&json!(40), &done["tracking_code"]));
    assert_eq!((&packed["fee_share"], &packed["storage"]["amount"]), (&json!("5"), &json!("3")));
    let left = show(&client, &parcels[2]).await;
    assert_eq!(
        (&left["status"], &left["repack_id"], &left["can"]["request"]),
        (&json!(20), &Value::Null, &json!(true))
    );

    // The fee as it was asked for, and the storage of two parcels.
    let own = client_of(&client).await;
    let wallet = client.get(&format!("/api/clients/{}/wallet", own.as_str().unwrap())).await.data();
    let usd = wallet["balances"].as_array().unwrap().iter().find(|one| one["currency"] == "USD").unwrap();
    assert_eq!(usd["balance"], "-16");
}

#[tokio::test]
async fn parcels_of_several_clients_or_warehouses_are_not_packed_together() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (here, there) = (warehouse(&admin, "OLN").await, warehouse(&admin, "REC2").await);
    let mut parcels = arrived(&client, &staff, &here, &["RP1"]).await;
    parcels.extend(arrived(&client, &staff, &there, &["RP2"]).await);
    let apart = ask(&client, &parcels, &[]).await;
    assert_eq!((apart.status, apart.code_at("parcel_ids")), (422, "parcels_apart".into()));
    let other = admin.post("/api/clients", partners::form("Horizonte Ltda.")).await.data();
    let mut form = announcement(&here, "RP3");
    form["client_id"] = other["id"].clone();
    let foreign = admin.post("/api/inbound-parcels", form).await.data();
    scan(&staff, &here, "RP3", false).await;
    let mixed = ask(&staff, &[parcels[0].clone(), foreign.clone()], &[]).await;
    assert_eq!((mixed.status, mixed.code_at("parcel_ids")), (422, "parcels_apart".into()));
    let not_own = ask(&client, &[foreign], &[]).await;
    assert_eq!((not_own.status, not_own.code_at("parcel_ids")), (422, "unknown_option".into()));
    let expected = announce(&client, &here, "RP4").await;
    let early = ask(&client, &[expected], &[]).await;
    assert_eq!((early.status, early.code_at("parcel_ids")), (422, "parcel_not_free".into()));
}

#[tokio::test]
async fn a_request_is_cancelled_free_of_charge_until_packing_began() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = packing_warehouse(&admin).await;
    let parcels = arrived(&client, &staff, &place, &["RP1", "RP2"]).await;
    let reason = json!({ "reason": "I wait for another one" });
    let repack = ask(&client, &parcels, &[]).await.data();
    let gone = act(&client, &repack, "cancel", reason.clone()).await.data();
    assert_eq!(
        (&gone["status"], &show(&client, &parcels[0]).await["can"]["request"]),
        (&json!(0), &json!(true))
    );

    let repack = ask(&client, &parcels, &[]).await.data();
    let repack = act(&staff, &repack, "start", json!({})).await.data();
    let late = act(&client, &repack, "cancel", reason.clone()).await;
    assert_eq!((late.status, late.message_code()), (409, "repack_step_refused".into()));
    act(&staff, &repack, "cancel", reason).await.data();
    let own = client_of(&client).await;
    let wallet = client.get(&format!("/api/clients/{}/wallet", own.as_str().unwrap())).await.data();
    let usd = wallet["balances"].as_array().unwrap().iter().find(|one| one["currency"] == "USD").unwrap();
    assert_eq!(usd["balance"], "-7");
}

#[tokio::test]
async fn parcels_of_a_cancelled_shipment_are_asked_for_again() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = packing_warehouse(&admin).await;
    let parcels = arrived(&client, &staff, &place, &["RP1", "RP2"]).await;
    let repack = ask(&client, &parcels, &[]).await.data();
    let repack = act(&staff, &repack, "start", json!({})).await.data();
    for code in ["RP1", "RP2"] {
        put_in(&staff, &repack, code).await.data();
    }
    let done = act(&staff, &repack, "finish", result()).await.data();
    app.state.clock.advance(TimeDelta::minutes(1));
    let cancel = format!("/api/shipments/{}/cancel", done["shipment_id"].as_str().unwrap());
    client.post(&cancel, json!({ "reason": "Too expensive" })).await.data();
    let free = show(&client, &parcels[0]).await;
    assert_eq!(
        (&free["status"], &free["shipment_id"], &free["can"]["request"]),
        (&json!(20), &Value::Null, &json!(true))
    );
    assert_eq!(free["storage"]["days"], 0, "what was charged with the packing is not charged again");
    let told = client.get(&format!("/api/repacks/{}", id(&done))).await.data();
    assert_eq!(told["packed_storage"], Value::Null);
    app::sweep::sweep(&app.state).await;
    assert_eq!(ask(&client, &parcels, &[]).await.data()["status"], 10);
}

#[tokio::test]
async fn packed_parcels_leave_with_their_shipment() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = packing_warehouse(&admin).await;
    let parcels = arrived(&client, &staff, &place, &["RP1"]).await;
    let repack = ask(&client, &parcels, &[]).await.data();
    assert_eq!(repack["fee"], "0", "a single parcel is sent on as it is");
    let repack = act(&staff, &repack, "start", json!({})).await.data();
    put_in(&staff, &repack, "RP1").await.data();
    let done = act(&staff, &repack, "finish", json!({ "weight_g": 900 })).await.data();
    app::sweep::sweep(&app.state).await;
    assert_eq!(show(&client, &parcels[0]).await["status"], 40);
    let form = json!({ "tracking_codes": [done["tracking_code"]], "event_code": "DEPARTED" });
    staff.post("/api/shipments/record_event", form).await.data();
    app::sweep::sweep(&app.state).await;
    assert_eq!(show(&client, &parcels[0]).await["status"], 50);
    let again = announce(&client, &place, "RP1").await;
    let scanned = scan(&staff, &place, "RP1", false).await;
    assert_eq!(scanned["outcome"], "received", "the carrier uses its code again");
    assert_eq!(show(&client, &again).await["status"], 20);
}

#[tokio::test]
async fn a_packed_parcel_has_free_days_of_its_own_and_is_charged_when_it_leaves() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = packing_warehouse(&admin).await;
    assert_eq!(place["storage"]["free_days_packed"], 7);
    let parcels = arrived(&client, &staff, &place, &["RP7"]).await;
    let repack = ask(&client, &parcels, &[]).await.data();
    assert_eq!(repack["packed_storage"], Value::Null);
    let repack = act(&staff, &repack, "start", json!({})).await.data();
    put_in(&staff, &repack, "RP7").await.data();
    let done = act(&staff, &repack, "finish", json!({ "weight_g": 900 })).await.data();
    assert_eq!(done["packed_storage"]["paid_days"], 0);
    app.state.clock.advance(TimeDelta::days(9));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let path = format!("/api/repacks/{}", id(&done));
    let lying = client.get(&path).await.data();
    assert_eq!(
        (&lying["packed_storage"]["paid_days"], &lying["packed_storage"]["amount"]),
        (&json!(2), &json!("3"))
    );
    app::sweep::sweep(&app.state).await;
    assert_eq!(client.get(&path).await.data()["departed_at"], Value::Null, "it is still there");
    let form = json!({ "tracking_codes": [done["tracking_code"]], "event_code": "DEPARTED" });
    staff.post("/api/shipments/record_event", form).await.data();
    for _ in 0..2 {
        app::sweep::sweep(&app.state).await;
    }
    let gone = client.get(&path).await.data();
    assert_eq!((&gone["storage_charged"], gone["departed_at"].is_string()), (&json!("3"), true));
    let own = client_of(&client).await;
    let wallet = client.get(&format!("/api/clients/{}/wallet", own.as_str().unwrap())).await.data();
    let usd = wallet["balances"].as_array().unwrap().iter().find(|one| one["currency"] == "USD").unwrap();
    assert_eq!(usd["balance"], "-3", "once");
}
