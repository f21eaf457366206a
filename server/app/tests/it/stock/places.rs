//! Places and goods: what they are called, and what stays once they are used.

use serde_json::json;

use super::{item, place, receive, text, warehouse};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_place_is_unique_in_its_warehouse() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (one, other) = (warehouse(&admin, "ONE").await, warehouse(&admin, "TWO").await);
    let shelf = place(&admin, &one, " a-01-1 ", "storage").await;
    assert_eq!((&shelf["code"], &shelf["warehouse_code"]), (&json!("A-01-1"), &json!("ONE")));
    place(&admin, &other, "A-01-1", "storage").await;
    let form = json!({ "warehouse_id": one["id"], "code": "A-01-1", "kind": "dispatch" });
    assert_eq!(admin.post("/api/stock-places", form.clone()).await.code_at("code"), "taken");
    assert_eq!(staff.post("/api/stock-places", form.clone()).await.status, 403);

    let path = format!("/api/stock-places/{}", text(&shelf["id"]));
    let moved = json!({ "version": shelf["version"], "warehouse_id": other["id"] });
    assert_eq!(admin.patch(&path, moved).await.code_at("warehouse_id"), "invalid");
    let renamed = json!({ "version": shelf["version"], "code": "a-01-2" });
    assert_eq!(admin.patch(&path, renamed).await.data()["code"], "A-01-2");
    assert_eq!(admin.delete(&path).await.data()["restorable"], true);
    let again = json!({ "warehouse_id": one["id"], "code": "A-01-2", "kind": "storage" });
    assert_eq!(admin.post("/api/stock-places", again).await.code_at("code"), "taken_by_excluded");
    place(&admin, &other, "A-01-2", "storage").await;
    assert_eq!(admin.post(&format!("{path}/restore"), json!({})).await.data()["active"], true);
    let choices =
        staff.get(&format!("/api/stock-places/select?warehouse_id={}", text(&one["id"]))).await.data();
    assert_eq!((&choices[0]["label"], choices.as_array().unwrap().len()), (&json!("ONE · A-01-2"), 1));
}

#[tokio::test]
async fn nothing_comes_into_a_closed_place() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let (open, closed) =
        (place(&admin, &own, "A-1", "storage").await, place(&admin, &own, "A-2", "storage").await);
    let goods = item(&admin, "SKU-1", json!({})).await;
    admin.post(&format!("/api/stock-places/{}/deactivate", text(&closed["id"])), json!({})).await.data();
    assert_eq!(
        receive(&admin, &goods, &closed, 1, json!({})).await.code_at("place_id"),
        "stock_place_closed"
    );
    let stock = receive(&admin, &goods, &open, 1, json!({})).await.data()["stock"].clone();
    let form = json!({ "to_place_id": closed["id"], "quantity": 1 });
    let refused = super::act(&admin, &stock, "move", form).await;
    assert_eq!(refused.code_at("to_place_id"), "stock_place_closed");

    // Goods in a place that is closed later are counted, and move out.
    admin.post(&format!("/api/stock-places/{}/deactivate", text(&open["id"])), json!({})).await.data();
    let select = format!("/api/stock-places/select?warehouse_id={}", text(&own["id"]));
    assert_eq!(admin.get(&select).await.data(), json!([]));
    let countable = admin.get(&format!("{select}&with_inactive=true")).await.data();
    assert_eq!((&countable[0]["id"], countable.as_array().unwrap().len()), (&open["id"], 1));
    let form = json!({ "warehouse_id": own["id"] });
    let counted = admin.post(super::INVENTORIES, form).await.data();
    assert_eq!(counted["place_count"], 1, "the empty one is left out");
    let named = json!({ "warehouse_id": own["id"], "place_ids": [closed["id"]] });
    assert_eq!(admin.post(super::INVENTORIES, named).await.data()["place_count"], 1);
    let target = place(&admin, &own, "A-3", "storage").await;
    let form = json!({ "to_place_id": target["id"], "quantity": 1 });
    super::act(&admin, &stock, "move", form).await.data();
}

#[tokio::test]
async fn nothing_comes_into_a_closed_warehouse() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (open, closed) = (warehouse(&admin, "ONE").await, warehouse(&admin, "TWO").await);
    let (here, there) =
        (place(&admin, &open, "A-1", "storage").await, place(&admin, &closed, "A-1", "storage").await);
    let goods = item(&admin, "SKU-1", json!({})).await;
    let stock = receive(&admin, &goods, &there, 2, json!({})).await.data()["stock"].clone();
    admin.post(&format!("/api/warehouses/{}/deactivate", text(&closed["id"])), json!({})).await.data();
    let refused = receive(&admin, &goods, &there, 1, json!({})).await;
    assert_eq!(refused.code_at("place_id"), "stock_place_closed");
    let form = json!({ "to_place_id": here["id"], "quantity": 2 });
    let moved = super::act(&admin, &stock, "move", form).await.data();
    assert_eq!(moved["stock"]["on_hand"], 2, "what lies there is taken out");
    let form = json!({ "to_place_id": there["id"], "quantity": 1 });
    let refused = super::act(&admin, &moved["stock"], "move", form).await;
    assert_eq!(refused.code_at("to_place_id"), "stock_place_closed");
}

#[tokio::test]
async fn goods_of_two_owners_can_have_one_number() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = admin.post("/api/clients", crate::partners::form("Horizonte Ltda.")).await.data();
    item(&staff, "sku-1", json!({})).await;
    let of_client = item(&staff, "SKU-1", json!({ "client_id": client["id"] })).await;
    assert_eq!((&of_client["client_name"], &of_client["sku"]), (&client["name"], &json!("SKU-1")));
    let again = json!({ "sku": "SKU-1", "title": "Other", "client_id": client["id"] });
    assert_eq!(staff.post("/api/stock-items", again).await.code_at("sku"), "taken");
    let path = format!("/api/stock-items/select?client_id={}", text(&client["id"]));
    assert_eq!(staff.get(&path).await.data().as_array().unwrap().len(), 1);
    assert_eq!(staff.get("/api/stock-items/select?own=true").await.data().as_array().unwrap().len(), 1);
    let wrong = json!({ "sku": "", "title": "", "ean": "12", "hs_code": "1", "origin_country_id": 9999 });
    let wrong = staff.post("/api/stock-items", wrong).await;
    let codes = ["sku", "title", "ean", "hs_code", "origin_country_id"].map(|field| wrong.code_at(field));
    assert_eq!(codes, ["required", "required", "invalid", "invalid", "unknown_option"]);
}

#[tokio::test]
async fn how_goods_are_kept_stays_once_some_came() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({ "min_quantity": 5 })).await;
    let path = format!("/api/stock-items/{}", text(&goods["id"]));
    let by_lot = |version: &serde_json::Value, keep: bool| json!({ "version": version, "keep_lot": keep });
    let kept = admin.patch(&path, by_lot(&goods["version"], true)).await.data();
    let kept = admin.patch(&path, by_lot(&kept["version"], false)).await.data();
    receive(&admin, &goods, &shelf, 4, json!({})).await.data();
    assert_eq!(
        admin.patch(&path, by_lot(&kept["version"], true)).await.code_at("keep_lot"),
        "stock_item_used"
    );
    let in_boxes = json!({ "version": kept["version"], "unit": "box" });
    assert_eq!(admin.patch(&path, in_boxes).await.code_at("unit"), "stock_item_used");
    let below = admin.get("/api/stock-items?below_minimum=true").await.data();
    assert_eq!((&below[0]["id"], &below[0]["on_hand"]), (&goods["id"], &json!(4)));
    receive(&admin, &goods, &shelf, 1, json!({})).await.data();
    assert_eq!(admin.get("/api/stock-items?below_minimum=true").await.data(), json!([]));
}

#[tokio::test]
async fn a_place_and_an_item_stay_while_goods_are_there() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let stock = receive(&admin, &goods, &shelf, 4, json!({})).await.data()["stock"].clone();
    let paths = [
        format!("/api/stock-places/{}", text(&shelf["id"])),
        format!("/api/stock-items/{}", text(&goods["id"])),
    ];
    for path in &paths {
        let refused = admin.delete(path).await;
        assert_eq!((refused.status, refused.message_code()), (409, "stock_not_empty".into()), "{path}");
    }
    let form = json!({ "quantity": 4, "removal": "damaged", "reason": "wet" });
    super::act(&admin, &stock, "remove", form).await.data();
    for path in &paths {
        assert_eq!(admin.delete(path).await.data()["restorable"], true, "{path}");
    }
}

#[tokio::test]
async fn a_place_stays_while_it_is_counted() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let form = json!({ "warehouse_id": own["id"], "place_ids": [shelf["id"]] });
    let made = admin.post(super::INVENTORIES, form).await.data();
    let path = format!("/api/stock-places/{}", text(&shelf["id"]));
    let refused = admin.delete(&path).await;
    assert_eq!((refused.status, refused.message_code()), (409, "inventory_place_open".into()));
    assert_eq!(refused.json()["params"]["number"], made["number"]);
    let inventory = format!("{}/{}", super::INVENTORIES, text(&made["id"]));
    let version = admin.get(&inventory).await.data()["version"].clone();
    let form = json!({ "reason": "later", "version": version });
    admin.post(&format!("{inventory}/cancel"), form).await.data();
    assert_eq!(admin.delete(&path).await.data()["restorable"], true);
}

#[tokio::test]
async fn goods_of_a_merged_client_move_and_those_of_both_stay_apart() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let created = async || admin.post("/api/clients", crate::partners::form("Horizonte Ltda.")).await.data();
    let (stays, duplicate) = (created().await, created().await);
    item(&admin, "SKU-1", json!({ "client_id": stays["id"] })).await;
    let same = item(&admin, "SKU-1", json!({ "client_id": duplicate["id"] })).await;
    let other = item(&admin, "SKU-2", json!({ "client_id": duplicate["id"] })).await;
    let path = format!("/api/clients/{}/merge", text(&stays["id"]));
    let preview = admin.get(&format!("{path}?duplicate_id={}", text(&duplicate["id"]))).await.data();
    assert_eq!(preview["moves"]["stock_items"], 2);
    let form = json!({
        "duplicate_id": duplicate["id"], "version": stays["version"], "duplicate_version": duplicate["version"],
    });
    admin.post(&path, form).await.data();
    let show = async |item: &serde_json::Value| {
        admin.get(&format!("/api/stock-items/{}", text(&item["id"]))).await.data()
    };
    let (same, other) = (show(&same).await, show(&other).await);
    assert!(text(&same["sku"]).starts_with("SKU-1~"), "{same}");
    assert_eq!((&other["sku"], &other["client_id"]), (&json!("SKU-2"), &stays["id"]));
    assert_eq!(same["client_id"], stays["id"]);
}
