//! Orders: each has one list, and what was picked of it becomes the draft of a shipment.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    MOVEMENTS, OneShelf, act_on_list, fill_shelf, hold_list, item, perishable, pick_list, place, receive,
    receive_lot, scan, text, warehouse, with,
};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

/// The order of a shop: two lines with their values.
fn order(external_id: &str, wanted: [(&Value, i32, &str); 2]) -> Value {
    let line = |(item, quantity, value): (&Value, i32, &str)| json!({ "item_id": item["id"], "quantity": quantity, "unit_value": value });
    json!({
        "channel": "shop", "external_id": external_id, "currency": "usd", "lines": wanted.map(line),
    })
}

async fn return_one(staff: &Person, list: &Value, sku: &str, shelf: &Value) {
    let path = format!("{MOVEMENTS}?pick_list_id={}", text(&list["id"]));
    let movements = staff.get(&path).await.data();
    let pick = movements.as_array().unwrap().iter().find(|one| one["sku"] == sku).unwrap();
    let form = json!({ "key": Uuid::now_v7(), "place_id": shelf["id"], "quantity": 1 });
    staff.post(&format!("{MOVEMENTS}/{}/return", text(&pick["id"])), form).await.data();
}

#[tokio::test]
async fn what_was_picked_for_an_order_becomes_a_shipment() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let more = json!({ "hs_code": "610910", "origin_country_id": 156, "weight_g": 180 });
    let plain = item(&staff, "SKU-1", more).await;
    let by_lot = perishable(&staff, "SKU-2").await;
    receive(&staff, &plain, &shelf, 9, json!({})).await.data();
    receive_lot(&staff, &by_lot, &shelf, "L1", "2099-01-01", 1).await;
    let form = order("1042", [(&plain, 3, "19.9900"), (&by_lot, 2, "7.5")]);
    let list = pick_list(&staff, &own, form).await.data();
    assert_eq!((&list["currency"], &list["lines"][0]["unit_value"]), (&json!("USD"), &json!("19.99")));
    act_on_list(&staff, &list, "allocate", json!({})).await.data();
    scan(&staff, &list, "SKU-1", json!({ "quantity": 3 })).await;
    scan(&staff, &list, "L1", json!({})).await;
    let parcel = json!({ "weight_g": 900, "length_mm": 300, "width_mm": 200, "height_mm": 100 });
    let packing = json!({ "parcels": [parcel] });
    let early = act_on_list(&staff, &list, "pack", packing.clone()).await;
    assert_eq!((early.status, early.message_code()), (409, "pick_list_state".into()));
    act_on_list(&staff, &list, "finish", json!({ "reason": "one is missing" })).await.data();
    return_one(&staff, &list, "SKU-1", &shelf).await;
    let refused =
        act_on_list(&staff, &list, "pack", json!({ "parcels": [{ "weight_g": 900, "length_mm": 300 }] }))
            .await;
    assert_eq!(refused.code_at("parcels.0.width_mm"), "required");

    let packed = act_on_list(&staff, &list, "pack", packing.clone()).await.data();
    assert_eq!((&packed["status"], &packed["can"]["pack"]), (&json!(40), &json!(false)));
    let path = format!("/api/shipments/{}", text(&packed["shipment_id"]));
    let shipment = staff.get(&path).await.data();
    assert_eq!(shipment["tracking_code"], packed["tracking_code"]);
    assert_eq!((&shipment["source"], &shipment["external_ref"]), (&json!("shop"), &json!("1042")));
    assert_eq!((&shipment["currency"], &shipment["declared_value"]), (&json!("USD"), &json!("47.48")));
    assert_eq!(
        (&shipment["parcels"][0]["weight_g"], &shipment["declared_weight_g"]),
        (&json!(900), &json!(900))
    );
    let items = shipment["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    let first = &items[0];
    assert_eq!(
        (&first["sku"], &first["quantity"], &first["unit_value"]),
        (&json!("SKU-1"), &json!("2"), &json!("19.99"))
    );
    assert_eq!((&first["hs_code"], &first["origin_country_id"]), (&json!("610910"), &json!(156)));
    assert_eq!((&first["net_weight_g"], &items[1]["batch"]), (&json!(360.0), &json!("L1")));
    let again = act_on_list(&staff, &list, "pack", packing).await;
    assert_eq!((again.status, again.message_code()), (409, "pick_list_state".into()));
    assert_eq!(audited(&app, "pick_list.pack").await.len(), 1);
    return_one(&staff, &list, "SKU-1", &shelf).await;
}

#[tokio::test]
async fn an_order_has_one_list() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let [one, other] = [item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await];
    let form = |external_id: &str| order(external_id, [(&one, 1, "1"), (&other, 1, "2.5")]);
    let list = pick_list(&staff, &own, form("1042")).await.data();
    let again = pick_list(&staff, &own, form("1042")).await.data();
    assert_eq!(again["id"], list["id"], "the same order has its list as the answer");
    let named = pick_list(&staff, &own, with(form("PO-7"), json!({ "channel": "Outlet" }))).await.data();
    for (channel, external_id) in [("outlet", "po-7"), (" OUTLET ", " Po-7 "), ("Ｏｕｔｌｅｔ", "ＰＯ－７")]
    {
        let same = json!({ "channel": channel, "external_id": external_id });
        let same = pick_list(&staff, &own, with(form("PO-7"), same)).await.data();
        let told = (&same["id"], &same["channel"], &same["external_id"]);
        assert_eq!(told, (&named["id"], &json!("Outlet"), &json!("PO-7")));
    }
    for change in [
        json!({ "lines": [{ "item_id": one["id"], "quantity": 1 }] }),
        json!({ "note": "fragile" }),
        json!({ "zone": "B" }),
        json!({ "currency": "EUR" }),
    ] {
        let other = pick_list(&staff, &own, with(form("1042"), change)).await;
        assert_eq!((other.status, other.code_at("external_id")), (422, "pick_list_order_taken".into()));
        assert!(other.text().contains(text(&list["number"])), "{}", other.text());
    }
    pick_list(&staff, &own, with(form("1042"), json!({ "channel": "other shop" }))).await.data();
    let found = staff.get("/api/pick-lists?search=1042").await.data();
    assert_eq!(found.as_array().unwrap().len(), 2);
    assert!(found.as_array().unwrap().iter().any(|one| one["id"] == list["id"]));
    for (change, field, code) in [
        (json!({ "channel": null }), "channel", "required"),
        (json!({ "external_id": " " }), "external_id", "required"),
        (json!({ "currency": null }), "currency", "required"),
        (json!({ "currency": "ZZZ" }), "currency", "unknown_option"),
    ] {
        let refused = pick_list(&staff, &own, with(form("1043"), change)).await;
        assert_eq!((refused.status, refused.code_at(field)), (422, code.into()));
    }
    let wrong = order("1043", [(&one, 1, "-1"), (&other, 1, "1.00001")]);
    let refused = pick_list(&staff, &own, wrong).await;
    assert_eq!(refused.code_at("lines.0.unit_value"), "too_small");
    assert_eq!(refused.code_at("lines.1.unit_value"), "too_many_decimals");
}

#[tokio::test]
async fn an_order_that_is_sent_twice_at_once_has_one_list() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let [one, other] = [item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await];
    for round in 0..10 {
        let form = || order(&format!("R{round}"), [(&one, 1, "1"), (&other, 1, "2.5")]);
        let (first, second) = tokio::join!(pick_list(&admin, &own, form()), pick_list(&staff, &own, form()));
        assert_eq!(first.data()["id"], second.data()["id"], "round {round}");
    }
}

#[tokio::test]
async fn an_order_with_a_shipment_is_refused_with_its_code() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let [one, other] = [item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await];
    receive(&staff, &one, &shelf, 9, json!({})).await.data();
    let form = with(complete(&staff).await, json!({ "source": "shop", "external_ref": "1042" }));
    let shipment = staff.post("/api/shipments", form).await.data();
    let list = pick_list(&staff, &own, order("1042", [(&one, 1, "1"), (&other, 1, "2")])).await.data();
    act_on_list(&staff, &list, "allocate", json!({})).await.data();
    scan(&staff, &list, "SKU-1", json!({})).await;
    act_on_list(&staff, &list, "finish", json!({ "reason": "one is missing" })).await.data();
    let refused = act_on_list(&staff, &list, "pack", json!({ "parcels": [{ "weight_g": 900 }] })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pick_list_order_shipped".into()));
    assert_eq!(refused.json()["params"]["code"], shipment["tracking_code"]);
    assert_eq!(refused.json()["errors"], json!({}), "the dialog has no field of it");
}

#[tokio::test]
async fn two_packers_make_one_shipment() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 5).await;
    let list = hold_list(&admin, &own, &goods, 1).await;
    scan(&admin, &list, "SKU-1", json!({})).await;
    act_on_list(&admin, &list, "finish", json!({})).await.data();
    let before = admin.get("/api/shipments?per_page=10").await.json()["meta"]["total"].as_i64().unwrap();
    let pack = || act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 100 }] }));
    let (one, other) = tokio::join!(pack(), pack());
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let after = admin.get("/api/shipments?per_page=10").await.json()["meta"]["total"].as_i64().unwrap();
    assert_eq!(after, before + 1);
}

#[tokio::test]
async fn what_was_picked_is_in_one_of_several_parcels() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 5).await;
    let list = hold_list(&admin, &own, &goods, 3).await;
    scan(&admin, &list, "SKU-1", json!({ "quantity": 3 })).await;
    act_on_list(&admin, &list, "finish", json!({})).await.data();
    let pack = |units: [i32; 2]| {
        let parcel = |units: i32| json!({ "weight_g": 500, "contents": [{ "line": 1, "quantity": units }] });
        act_on_list(&admin, &list, "pack", json!({ "parcels": units.map(parcel) }))
    };
    assert_eq!(pack([1, 1]).await.code_at("parcels"), "pick_parcel_short");
    assert_eq!(pack([2, 2]).await.code_at("parcels"), "pick_parcel_over");
    let packed = pack([1, 2]).await.data();
    assert_eq!(packed["parcels"][1]["contents"], json!([{ "line": 1, "quantity": 2 }]));
    let path = format!("/api/shipments/{}", text(&packed["shipment_id"]));
    let shipment = admin.get(&path).await.data();
    assert_eq!(shipment["parcels"].as_array().unwrap().len(), 2);
    assert_eq!(shipment["items"][0]["quantity"], "3");
}
