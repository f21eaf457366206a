//! Clients follow their own goods, and ask for what is to be shipped.

use serde_json::{Value, json};

use super::{
    MOVEMENTS, OneShelf, PICK_LISTS, STOCKS, act_on_list, figures, fill_shelf, item, pick_list, place,
    receive, scan, text, warehouse, with,
};
use crate::support::{ATLANTICO, Person, TestApp};

async fn list(person: &Person, path: &str) -> Vec<Value> {
    person.get(path).await.data().as_array().unwrap().clone()
}

#[tokio::test]
async fn a_client_follows_its_own_goods_only() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let client_id = client.get("/api/profile").await.data()["client_id"].clone();
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let partner = admin.post("/api/partners", crate::partners::form("Atlas")).await.data();
    let theirs = item(&admin, "SKU-1", json!({ "client_id": client_id })).await;
    let company = item(&admin, "SKU-1", json!({})).await;
    let more = json!({ "partner_id": partner["id"], "unit_cost": "9.5", "currency": "USD" });
    let stock = receive(&admin, &theirs, &shelf, 9, more).await.data()["stock"].clone();
    let hidden = receive(&admin, &company, &shelf, 7, json!({})).await.data()["stock"].clone();
    let listed = list(&client, STOCKS).await;
    assert_eq!((listed.len(), &listed[0]["id"], &listed[0]["on_hand"]), (1, &stock["id"], &json!(9)));
    let seen = client.get(&format!("{STOCKS}/{}", text(&stock["id"]))).await.data();
    for field in ["partner_id", "partner", "provider", "unit_cost", "currency", "ledger_difference"] {
        assert_eq!(seen[field], Value::Null, "{field}");
    }
    assert_eq!(seen["can"]["move_goods"], false);
    let movements = list(&client, MOVEMENTS).await;
    assert_eq!((movements.len(), &movements[0]["actor_id"]), (1, &Value::Null));
    assert_eq!(movements[0]["actor_name"], Value::Null);
    assert_eq!(client.get(&format!("{STOCKS}/{}", text(&hidden["id"]))).await.status, 404);
    assert_eq!(other.get(&format!("{STOCKS}/{}", text(&stock["id"]))).await.status, 404);
    assert_eq!(list(&other, STOCKS).await, Vec::<Value>::new());
    assert_eq!(list(&other, MOVEMENTS).await, Vec::<Value>::new());
    let choices = list(&client, "/api/stock-items/select").await;
    assert_eq!((choices.len(), &choices[0]["id"]), (1, &theirs["id"]));
    let form = json!({ "key": uuid::Uuid::now_v7(), "to_place_id": shelf["id"], "quantity": 1 });
    assert_eq!(client.post(&format!("{STOCKS}/{}/move", text(&stock["id"])), form).await.status, 403);
}

#[tokio::test]
async fn a_client_asks_for_goods_and_gets_the_draft_of_a_shipment() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client_id = client.get("/api/profile").await.data()["client_id"].clone();
    let (own, empty) = (warehouse(&admin, "ONE").await, warehouse(&admin, "TWO").await);
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let theirs = item(&admin, "SKU-1", json!({ "client_id": client_id })).await;
    receive(&admin, &theirs, &shelf, 9, json!({})).await.data();
    let form = json!({ "lines": [{ "item_id": theirs["id"], "quantity": 2 }] });
    assert_eq!(pick_list(&client, &empty, form.clone()).await.code_at("warehouse_id"), "unknown_option");
    let asked = pick_list(&client, &own, form.clone()).await.data();
    assert_eq!((&asked["client_id"], &asked["can"]["cancel"]), (&client_id, &json!(true)));
    assert_eq!(asked["can"]["allocate"], false);
    act_on_list(&staff, &asked, "allocate", json!({})).await.data();
    scan(&staff, &asked, "SKU-1", json!({ "quantity": 2 })).await;
    act_on_list(&staff, &asked, "finish", json!({})).await.data();
    let packed =
        act_on_list(&staff, &asked, "pack", json!({ "parcels": [{ "weight_g": 400 }] })).await.data();
    let path = format!("/api/shipments/{}", text(&packed["shipment_id"]));
    let draft = client.get(&path).await.data();
    assert_eq!((&draft["client_id"], &draft["items"][0]["sku"]), (&client_id, &json!("SKU-1")));

    // One that nobody needs any more is cancelled; those of others are not there.
    let second = pick_list(&client, &own, form.clone()).await.data();
    let cancelled = act_on_list(&client, &second, "cancel", json!({ "reason": "not needed" })).await.data();
    assert_eq!(cancelled["status"], 0);
    let company = item(&admin, "SKU-2", json!({})).await;
    let line = json!({ "lines": [{ "item_id": company["id"], "quantity": 1 }] });
    assert_eq!(pick_list(&client, &own, line.clone()).await.code_at("lines.0.item_id"), "unknown_option");
    let hidden = pick_list(&admin, &own, line).await.data();
    assert_eq!(client.get(&format!("{PICK_LISTS}/{}", text(&hidden["id"]))).await.status, 404);
    assert_eq!(list(&client, PICK_LISTS).await.len(), 2);
    // The number of an order belongs to its owner.
    let order = |form: Value| with(form, json!({ "channel": "shop", "external_id": "1042" }));
    let company = json!({ "lines": [{ "item_id": company["id"], "quantity": 1 }] });
    pick_list(&admin, &own, order(company)).await.data();
    let ordered = pick_list(&client, &own, order(form.clone())).await.data();
    assert_eq!(pick_list(&client, &own, order(form)).await.data()["id"], ordered["id"]);
}

/// Expired goods are neither free nor offered, and a shortage tells of them.
async fn expect_expired_refused(
    app: &TestApp,
    admin: &Person,
    client: &Person,
    shelf: &Value,
    draft: &Value,
) {
    let own = json!({ "id": shelf["warehouse_id"] });
    let more = json!({ "client_id": draft["client_id"], "keep_expiry": true });
    let goods = item(admin, "SKU-9", more).await;
    let offers =
        async || list(client, &format!("/api/stock-items/select?warehouse_id={}", text(&own["id"]))).await;
    receive(admin, &goods, shelf, 3, json!({ "expiration_date": app.today() })).await.data();
    assert!(offers().await.iter().any(|one| one["id"] == goods["id"]), "on its last day");
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let end = sqlx::query("update stock_lots set expires_on = expires_on - 1 where expires_on is not null");
    end.execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!offers().await.iter().any(|one| one["id"] == goods["id"]));
    let lines = json!([{ "item_id": goods["id"], "quantity": 1 }]);
    let refused = pick_list(client, &own, json!({ "shipment_id": draft["id"], "lines": lines })).await;
    assert_eq!(refused.code_at("lines.0.quantity"), "stock_short_expired");
}

#[tokio::test]
async fn goods_for_a_draft_are_held_at_once_and_packed_into_it() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client_id = client.get("/api/profile").await.data()["client_id"].clone();
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let theirs = item(&admin, "SKU-1", json!({ "client_id": client_id, "hs_code": "610910" })).await;
    let stock = receive(&admin, &theirs, &shelf, 9, json!({})).await.data()["stock"].clone();
    let goods = json!([
        { "description": "Camiseta azul", "sku": "SKU-1", "quantity": "2" }, { "description": "Um livro", "quantity": "1" },
    ]);
    let draft = client.post("/api/shipments", json!({ "items": goods })).await.data();
    let form = |quantity: i32| {
        let lines = json!([{ "item_id": theirs["id"], "quantity": quantity }]);
        json!({ "shipment_id": draft["id"], "lines": lines })
    };
    let short = pick_list(&client, &own, form(10)).await;
    assert_eq!((short.status, short.code_at("lines.0.quantity")), (422, "stock_short".into()));
    expect_expired_refused(&app, &admin, &client, &shelf, &draft).await;
    assert_eq!(list(&client, PICK_LISTS).await.len(), 0, "nothing of it is left");
    let held = pick_list(&client, &own, form(2)).await.data();
    assert_eq!((&held["status"], &held["held"]), (&json!(20), &json!(2)));
    assert_eq!(held["tracking_code"], draft["tracking_code"]);
    assert_eq!(figures(&staff, &stock).await, [9, 2, 7]);
    let found = list(&client, &format!("{PICK_LISTS}?shipment_id={}", text(&draft["id"]))).await;
    assert_eq!((found.len(), &found[0]["id"]), (1, &held["id"]));
    let again = pick_list(&client, &own, form(1)).await;
    assert_eq!(again.code_at("shipment_id"), "pick_list_shipment_taken");
    // Whose goods they are is whose shipment it is.
    let company = item(&admin, "SKU-2", json!({})).await;
    let line = json!({ "shipment_id": draft["id"], "lines": [{ "item_id": company["id"], "quantity": 1 }] });
    assert_eq!(pick_list(&admin, &own, line).await.code_at("shipment_id"), "unknown_option");

    scan(&staff, &held, "SKU-1", json!({ "quantity": 2 })).await;
    act_on_list(&staff, &held, "finish", json!({})).await.data();
    let packed = act_on_list(&staff, &held, "pack", json!({ "parcels": [{ "weight_g": 400 }] })).await.data();
    assert_eq!(packed["shipment_id"], draft["id"]);
    let filled = client.get(&format!("/api/shipments/{}", text(&draft["id"]))).await.data();
    assert_eq!(filled["parcels"][0]["weight_g"], 400);
    assert_eq!(
        (&filled["items"][0]["description"], &filled["items"][0]["quantity"]),
        (&json!("Camiseta azul"), &json!("2"))
    );
    assert_eq!(filled["items"][1]["description"], "Um livro", "what somebody wrote by hand stays");
}

#[tokio::test]
async fn goods_of_a_cancelled_shipment_go_back() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 5).await;
    let draft = admin.post("/api/shipments", json!({})).await.data();
    let form = json!({
        "shipment_id": draft["id"], "lines": [{ "item_id": goods["id"], "quantity": 1 }],
    });
    let held = pick_list(&admin, &own, form).await.data();
    scan(&admin, &held, "SKU-1", json!({})).await;
    act_on_list(&admin, &held, "finish", json!({})).await.data();
    let path = format!("/api/shipments/{}/cancel", text(&draft["id"]));
    admin.post(&path, json!({ "reason": "not needed" })).await.data();
    let refused = act_on_list(&admin, &held, "pack", json!({ "parcels": [{ "weight_g": 400 }] })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pick_list_shipment_cancelled".into()));
}

#[tokio::test]
async fn goods_are_not_packed_into_a_shipment_that_is_of_another_client_by_now() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let client_id = client.get("/api/profile").await.data()["client_id"].clone();
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 5).await;
    let draft = admin.post("/api/shipments", json!({})).await.data();
    let form = json!({
        "shipment_id": draft["id"], "lines": [{ "item_id": goods["id"], "quantity": 1 }],
    });
    let held = pick_list(&admin, &own, form).await.data();
    scan(&admin, &held, "SKU-1", json!({})).await;
    act_on_list(&admin, &held, "finish", json!({})).await.data();
    let given = json!({ "client_id": client_id, "version": draft["version"] });
    admin.patch(&format!("/api/shipments/{}", text(&draft["id"])), given).await.data();
    let refused = act_on_list(&admin, &held, "pack", json!({ "parcels": [{ "weight_g": 400 }] })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pick_list_shipment_client".into()));
}
