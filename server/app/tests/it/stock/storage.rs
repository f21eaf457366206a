//! Storage of goods: what it costs by the rules of the warehouse, and its charge when goods are packed into a shipment.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{MOVEMENTS, STOCKS, act_on_list, item, pick_list, place, receive, scan, text, with};
use crate::money::client_of;
use crate::support::{ATLANTICO, Person, TestApp};

/// A warehouse where a unit of goods costs 0.50 a day after ten days.
async fn warehouse(admin: &Person) -> Value {
    let storage =
        json!({ "free_days": 10, "fee_per_day": "9", "goods_fee_per_day": "0.5", "currency": "BRL" });
    crate::bags::warehouse(admin, "STO", json!({ "storage": storage })).await
}

/// Goods that came so many days ago.
async fn receive_before(app: &TestApp, admin: &Person, [goods, shelf]: [&Value; 2], days: i64) -> Value {
    let at = app.state.clock.now() - TimeDelta::days(days);
    receive(admin, goods, shelf, 5, json!({ "occurred_at": at })).await.data()["stock"].clone()
}

/// A list of these goods that is picked by scan and finished.
async fn picked(admin: &Person, own: &Value, goods: &Value, more: Value) -> Value {
    let lines = json!([{ "item_id": goods["id"], "quantity": 7 }]);
    let list = pick_list(admin, own, with(json!({ "lines": lines }), more)).await.data();
    act_on_list(admin, &list, "allocate", json!({})).await.data();
    scan(admin, &list, text(&goods["sku"]), json!({ "quantity": 7 })).await;
    act_on_list(admin, &list, "finish", json!({})).await.data()
}

async fn storage(person: &Person, stock: &Value) -> Value {
    person.get(&format!("{STOCKS}/{}/storage", text(&stock["id"]))).await.data()
}

async fn charges(admin: &Person, client: &Person) -> Vec<String> {
    let path = format!("/api/clients/{}/wallet/entries", client_of(client).await);
    let entries = admin.get(&path).await.data();
    let handled = entries.as_array().unwrap().iter().filter(|one| one["kind"] == "parcels_handled");
    handled.map(|one| text(&one["amount"]).to_owned()).collect()
}

#[tokio::test]
async fn goods_of_a_client_cost_storage_until_they_are_picked() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = warehouse(&admin).await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let owner = json!({ "client_id": client_of(&client).await });
    let goods = item(&admin, "SKU-1", owner.clone()).await;
    receive_before(&app, &admin, [&goods, &shelf], 20).await;
    let stock = receive_before(&app, &admin, [&goods, &shelf], 15).await;
    let shown = storage(&client, &stock).await;
    assert_eq!((&shown["quantity"], &shown["amount"]), (&json!(10), &json!("37.5")));
    assert_eq!((&shown["fee_per_day"], &shown["currency"]), (&json!("0.5"), &json!("BRL")));
    let stays = shown["stays"].as_array().unwrap();
    let days: Vec<_> = stays.iter().map(|stay| (&stay["days"], &stay["paid_days"])).collect();
    assert_eq!(days, [(&json!(20), &json!(10)), (&json!(15), &json!(5))]);

    let list = picked(&admin, &own, &goods, owner).await;
    // One of the seven comes back before they are packed.
    let movements = admin.get(&format!("{MOVEMENTS}?pick_list_id={}", text(&list["id"]))).await.data();
    let back = json!({ "key": Uuid::now_v7(), "place_id": shelf["id"], "quantity": 1 });
    let path = format!("{MOVEMENTS}/{}/return", text(&movements[0]["id"]));
    admin.post(&path, back).await.data();
    let packed = act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 900 }] })).await.data();
    // Five of the first receipt and one of the second.
    let told = (&packed["storage_amount"], &packed["storage_currency"]);
    assert_eq!(told, (&json!("27.5"), &json!("BRL")));
    assert_eq!(charges(&admin, &client).await, ["-27.5"]);
    let again = act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 900 }] })).await;
    assert_eq!((again.status, again.message_code()), (409, "pick_list_state".into()));
    assert_eq!(charges(&admin, &client).await.len(), 1);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

#[tokio::test]
async fn the_own_goods_of_the_company_and_free_warehouses_cost_nothing() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = warehouse(&admin).await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let company = item(&admin, "SKU-1", json!({})).await;
    receive_before(&app, &admin, [&company, &shelf], 40).await;
    let stock = receive_before(&app, &admin, [&company, &shelf], 40).await;
    let shown = storage(&admin, &stock).await;
    assert_eq!((&shown["amount"], &shown["currency"]), (&json!("0"), &Value::Null));
    let list = picked(&admin, &own, &company, json!({})).await;
    let packed = act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 900 }] })).await.data();
    assert_eq!(packed["storage_amount"], Value::Null);

    let free = super::warehouse(&admin, "TWO").await;
    let floor = place(&admin, &free, "A-1", "storage").await;
    let owner = json!({ "client_id": client_of(&client).await });
    let goods = item(&admin, "SKU-2", owner.clone()).await;
    receive_before(&app, &admin, [&goods, &floor], 40).await;
    receive_before(&app, &admin, [&goods, &floor], 40).await;
    let list = picked(&admin, &free, &goods, owner).await;
    let packed = act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 900 }] })).await.data();
    assert_eq!(packed["storage_amount"], Value::Null);
    assert_eq!(charges(&admin, &client).await, Vec::<String>::new());
}

#[tokio::test]
async fn goods_that_move_to_another_warehouse_begin_again_there() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = warehouse(&admin).await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let upper = place(&admin, &own, "A-2", "storage").await;
    let other = place(&admin, &super::warehouse(&admin, "TWO").await, "B-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({ "client_id": client_of(&client).await })).await;
    let far = receive_before(&app, &admin, [&goods, &other], 30).await;
    let near = receive_before(&app, &admin, [&goods, &shelf], 30).await;
    let to = |place: &Value| json!({ "to_place_id": place["id"], "quantity": 5 });
    super::act(&admin, &far, "move", to(&shelf)).await.data();
    super::act(&admin, &near, "move", to(&upper)).await.data();
    let shown = storage(&client, &near).await;
    // Within the warehouse, nothing begins again.
    assert_eq!((&shown["quantity"], &shown["amount"]), (&json!(10), &json!("50")));
}
