//! Purchases: goods are ordered, come little by little, go back, and are never more than the allowance.

use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use super::{
    MOVEMENTS, PURCHASES, act, act_on_purchase, item, perishable, place, purchase, text, warehouse, with,
};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::audited;

/// Goods of the first line that come in.
async fn arrive(person: &Person, purchase: &Value, place: &Value, quantity: i32, more: Value) -> Answer {
    let form = json!({ "key": Uuid::now_v7(), "line": 1, "place_id": place["id"], "quantity": quantity });
    person.post(&format!("{PURCHASES}/{}/receive", text(&purchase["id"])), with(form, more)).await
}

async fn show(person: &Person, purchase: &Value) -> Value {
    person.get(&format!("{PURCHASES}/{}", text(&purchase["id"]))).await.data()
}

async fn send_back(person: &Person, purchase: &Value, no: i32, key: Uuid) -> Answer {
    let form = json!({ "key": key, "line": 1, "no": no, "reason": "damaged on the way" });
    person.post(&format!("{PURCHASES}/{}/return", text(&purchase["id"])), form).await
}

/// An order of one line that the supplier has.
async fn ordered(person: &Person, own: &Value, goods: &Value, quantity: i32, more: Value) -> Value {
    let lines = json!([{ "item_id": goods["id"], "quantity": quantity, "unit_cost": "2.50" }]);
    let draft = purchase(person, own, &lines, more).await.data();
    act_on_purchase(person, &draft, "order", json!({})).await.data()
}

#[tokio::test]
async fn a_purchase_comes_little_by_little_and_each_receipt_is_a_movement() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let bought = ordered(&admin, &own, &goods, 10, json!({ "over_percent": 10 })).await;
    assert!(text(&bought["number"]).starts_with("ONE-C-"), "{bought}");
    assert_eq!((&bought["status"], &bought["total_cost"]), (&json!(20), &json!("25")));

    let first = arrive(&admin, &bought, &shelf, 4, json!({})).await.data();
    let now = &first["purchase"];
    assert_eq!((&now["status"], &now["received"]), (&json!(30), &json!(4)));
    let line = &now["lines"][0];
    assert_eq!((&line["missing"], &line["most"]), (&json!(6), &json!(7)));
    let movements = admin.get(&format!("{MOVEMENTS}?item_id={}", text(&goods["id"]))).await.data();
    let movement = &movements[0];
    assert_eq!((&movement["kind"], &movement["source_type"]), (&json!("receipt"), &json!("purchase")));
    assert_eq!((&movement["reason"], &movement["id"]), (&bought["number"], &first["receipt"]["movement_id"]));
    let columns = "columns=source,reason,actor";
    let reported = admin.get(&format!("/api/reports/detail_stock?view=movements&{columns}")).await.data();
    let name = admin.get("/api/profile").await.data()["name"].clone();
    assert_eq!(reported[0]["cells"], json!(["purchase", bought["number"], name]));

    let refused = arrive(&admin, &bought, &shelf, 8, json!({})).await;
    assert_eq!(
        (refused.status, refused.code_at("quantity")),
        (409, "purchase_too_much".into()),
        "{}",
        refused.text()
    );
    assert_eq!(show(&admin, &bought).await["received"], 4, "nothing is half written");
    let last = arrive(&admin, &bought, &shelf, 7, json!({})).await.data();
    assert_eq!((&last["purchase"]["status"], &last["receipt"]["no"]), (&json!(40), &json!(2)));
    let over = arrive(&admin, &bought, &shelf, 1, json!({})).await;
    assert_eq!((over.status, over.message_code()), (409, "purchase_state".into()));
    let stock = admin.get(&format!("/api/stock-items/{}", text(&goods["id"]))).await.data();
    assert_eq!(stock["on_hand"], 11);
    assert_eq!(audited(&app, "purchase.receive").await.len(), 2);
}

#[tokio::test]
async fn the_same_receipt_again_has_the_first_answer() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let bought = ordered(&admin, &own, &goods, 5, json!({})).await;
    let other = ordered(&admin, &own, &goods, 5, json!({})).await;
    let key = json!({ "key": Uuid::now_v7() });
    let first = arrive(&admin, &bought, &shelf, 5, key.clone()).await.data();
    let again = arrive(&admin, &bought, &shelf, 5, key.clone()).await.data();
    assert_eq!(again, first, "also when nothing more may come");
    let elsewhere = arrive(&admin, &other, &shelf, 5, key).await;
    assert_eq!(elsewhere.code_at("key"), "stock_key_used");
    assert_eq!(show(&admin, &other).await["received"], 0);
    let stock = admin.get(&format!("/api/stock-items/{}", text(&goods["id"]))).await.data();
    assert_eq!(stock["on_hand"], 5);
}

#[tokio::test]
async fn a_line_of_which_all_has_come_says_so() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let others = item(&admin, "SKU-2", json!({})).await;
    let line = |goods: &Value| json!({ "item_id": goods["id"], "quantity": 5, "unit_cost": "2.50" });
    let lines = json!([line(&goods), line(&others)]);
    let draft = purchase(&admin, &own, &lines, json!({})).await.data();
    let bought = act_on_purchase(&admin, &draft, "order", json!({})).await.data();
    arrive(&admin, &bought, &shelf, 5, json!({})).await.data();
    let over = arrive(&admin, &bought, &shelf, 1, json!({})).await;
    assert_eq!((over.status, over.message_code()), (409, "purchase_line_came".into()));
}

#[tokio::test]
async fn two_receipts_at_once_do_not_both_count() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let bought = ordered(&admin, &own, &goods, 5, json!({})).await;
    let answers = join_all((0..4).map(|_| arrive(&admin, &bought, &shelf, 5, json!({})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let now = show(&admin, &bought).await;
    assert_eq!((&now["status"], &now["received"]), (&json!(40), &json!(5)));
    assert_eq!(now["receipts"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_receipt_goes_back_to_the_supplier_and_its_line_is_open_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let bought = ordered(&admin, &own, &goods, 5, json!({})).await;
    let came = arrive(&staff, &bought, &shelf, 5, json!({})).await.data();
    let movement = text(&came["receipt"]["movement_id"]);
    let reversed = json!({ "key": Uuid::now_v7(), "reason": "wrong" });
    let refused = staff.post(&format!("{MOVEMENTS}/{movement}/reverse"), reversed).await;
    assert_eq!((refused.status, refused.message_code()), (409, "stock_movement_of_purchase".into()));

    let stocks = staff.get(&format!("/api/stocks?item_id={}", text(&goods["id"]))).await.data();
    let taken = json!({ "quantity": 1, "removal": "damaged", "reason": "torn" });
    act(&staff, &stocks[0], "remove", taken).await.data();
    let gone = send_back(&staff, &bought, 1, Uuid::now_v7()).await;
    assert_eq!((gone.status, gone.code_at("quantity")), (409, "stock_not_enough".into()));
    act(&staff, &stocks[0], "adjust", json!({ "difference": 1, "reason": "found" })).await.data();

    let key = Uuid::now_v7();
    let back = send_back(&staff, &bought, 1, key).await.data();
    assert_eq!((&back["purchase"]["status"], &back["purchase"]["received"]), (&json!(20), &json!(0)));
    assert!(back["receipt"]["returned_at"].is_string(), "{back}");
    assert_eq!(send_back(&staff, &bought, 1, key).await.data(), back);
    let twice = send_back(&staff, &bought, 1, Uuid::now_v7()).await;
    assert_eq!((twice.status, twice.message_code()), (409, "purchase_state".into()));
    assert_eq!(send_back(&staff, &bought, 9, Uuid::now_v7()).await.status, 409);
    let again = arrive(&staff, &bought, &shelf, 2, json!({})).await.data();
    assert_eq!(again["receipt"]["no"], 2);
    let unknown = send_back(&staff, &bought, 9, Uuid::now_v7()).await;
    assert_eq!(unknown.code_at("no"), "unknown_option");
    assert_eq!(audited(&app, "purchase.return").await.len(), 1);
}

#[tokio::test]
async fn goods_are_checked_as_they_come_in() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (own, far) = (warehouse(&admin, "ONE").await, warehouse(&admin, "TWO").await);
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let elsewhere = place(&admin, &far, "A-1", "storage").await;
    let goods = perishable(&admin, "SKU-1").await;
    let bought = ordered(&admin, &own, &goods, 5, json!({})).await;
    let lot = json!({ "lot": "l1", "expiration_date": "2099-01-31" });
    let refused = arrive(&admin, &bought, &elsewhere, 1, lot.clone()).await;
    assert_eq!(refused.code_at("place_id"), "unknown_option");
    let refused = arrive(&admin, &bought, &shelf, 1, json!({})).await;
    assert_eq!(refused.code_at("lot"), "required");
    let refused = arrive(&admin, &bought, &shelf, 1, with(lot.clone(), json!({ "line": 2 }))).await;
    assert_eq!(refused.code_at("line"), "unknown_option");
    let refused = arrive(&admin, &bought, &shelf, 0, lot.clone()).await;
    assert_eq!(refused.status, 422);
    let switch = format!("/api/stock-items/{}", text(&goods["id"]));
    admin.post(&format!("{switch}/deactivate"), json!({})).await.data();
    let refused = arrive(&admin, &bought, &shelf, 1, lot.clone()).await;
    assert_eq!(refused.code_at("line"), "stock_item_closed");
    admin.post(&format!("{switch}/activate"), json!({})).await.data();
    let came = arrive(&admin, &bought, &shelf, 5, lot).await.data();
    assert_eq!((&came["receipt"]["lot"], &came["receipt"]["place"]), (&json!("L1"), &json!("ONE · A-1")));
    let stocks = admin.get(&format!("/api/stocks?item_id={}", text(&goods["id"]))).await.data();
    assert_eq!((&stocks[0]["unit_cost"], &stocks[0]["currency"]), (&json!("2.5"), &json!("BRL")));
}

#[tokio::test]
async fn a_draft_is_changed_ordered_and_closed() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let (one, two) = (item(&admin, "SKU-1", json!({})).await, item(&admin, "SKU-2", json!({})).await);
    let lines = json!([{ "item_id": one["id"], "quantity": 5, "unit_cost": "2.5" }]);
    let draft = purchase(&admin, &own, &lines, json!({ "supplier": " " })).await.data();
    let path = format!("{PURCHASES}/{}", text(&draft["id"]));
    let early = act_on_purchase(&admin, &draft, "order", json!({})).await;
    assert_eq!((early.status, early.message_code()), (409, "purchase_without_supplier".into()));

    // Costs are for who may see them: what such a user writes leaves them.
    let seen = staff.get(&path).await.data();
    assert_eq!((&seen["total_cost"], &seen["lines"][0]["unit_cost"]), (&Value::Null, &Value::Null));
    let lines = json!([{ "item_id": one["id"], "quantity": 6 }, { "item_id": two["id"], "quantity": 1 }]);
    let change = json!({ "version": draft["version"], "supplier": "Fornecedor", "lines": lines });
    let changed = staff.patch(&path, change.clone()).await.data();
    assert_eq!(staff.patch(&path, change).await.message_code(), "stale_version");
    assert_eq!((&changed["supplier"], &changed["quantity"]), (&json!("Fornecedor"), &json!(7)));
    let activity = staff.get("/api/account/activity?resource=purchase").await.text();
    assert!(activity.contains("purchase.update") && !activity.contains("\"2.5\""), "{activity}");
    let seen = admin.get(&path).await.data();
    let costs = (&seen["lines"][0]["unit_cost"], &seen["lines"][1]["unit_cost"]);
    assert_eq!(costs, (&json!("2.5"), &Value::Null));

    act_on_purchase(&staff, &draft, "order", json!({})).await.data();
    let late = staff.patch(&path, json!({ "version": 3, "note": "x" })).await;
    assert_eq!((late.status, late.message_code()), (409, "purchase_state".into()));
    let refused = act_on_purchase(&staff, &draft, "close", json!({ "reason": " " })).await;
    assert_eq!(refused.code_at("reason"), "required");
    let closed = act_on_purchase(&staff, &draft, "close", json!({ "reason": "sold out" })).await.data();
    assert_eq!((&closed["status"], &closed["reason"]), (&json!(50), &json!("sold out")));
}

#[tokio::test]
async fn the_form_of_a_purchase_says_all_that_is_wrong() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let client_id = client.get("/api/profile").await.data()["client_id"].clone();
    let company = item(&admin, "SKU-1", json!({})).await;
    let theirs = item(&admin, "SKU-1", json!({ "client_id": client_id })).await;
    let lines = json!([
        { "item_id": company["id"], "quantity": 1 }, { "item_id": company["id"], "quantity": 1 },
        { "item_id": theirs["id"], "quantity": 1, "unit_cost": "1.00001" },
    ]);
    let more = json!({ "currency": "ZZZ", "warehouse_id": Uuid::now_v7() });
    let refused = purchase(&admin, &own, &lines, more).await;
    assert_eq!(refused.code_at("warehouse_id"), "unknown_option");
    assert_eq!(refused.code_at("currency"), "unknown_option");
    assert_eq!(refused.code_at("lines.1.item_id"), "pick_item_twice");
    assert_eq!(refused.code_at("lines.2.item_id"), "stock_other_owner");
    assert_eq!(refused.code_at("lines.2.unit_cost"), "too_many_decimals");
    let lines = json!([{ "item_id": theirs["id"], "quantity": 3 }]);
    let made = purchase(&admin, &own, &lines, json!({ "client_id": client_id })).await.data();
    assert_eq!(made["client_id"], client_id);
    assert_eq!(client.get(PURCHASES).await.status, 403);
    assert_eq!(client.get(&format!("{PURCHASES}/{}", text(&made["id"]))).await.status, 403);
}

#[tokio::test]
async fn receipts_are_never_changed() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let bought = ordered(&admin, &own, &goods, 5, json!({})).await;
    arrive(&admin, &bought, &shelf, 2, json!({})).await.data();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let change = sqlx::query("update purchase_receipts set quantity = 1");
    assert!((&mut *tx).execute(change).await.is_err());
}
