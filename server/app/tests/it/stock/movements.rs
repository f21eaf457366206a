//! Movements by hand: each is posted once, refused with what is free, and taken back by another one.

use policy::ProfileKind;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    MOVEMENTS, OneShelf, STOCKS, act, figures, fill_shelf, item, perishable, place, place_two, receive,
    receive_lot, show, text, warehouse, with,
};
use crate::isolation::kinds;
use crate::support::{ATLANTICO, TestApp};
use crate::users::audited;

#[tokio::test]
async fn goods_come_in_move_and_go_out_by_differences() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let [one, two] = place_two(&admin, &own).await;
    let goods = item(&staff, "SKU-1", json!({})).await;
    let received = receive(&staff, &goods, &one, 10, json!({})).await.data();
    let stock = received["stock"].clone();
    assert_eq!((&stock["on_hand"], &stock["available"], &stock["lot"]), (&json!(10), &json!(10), &json!("")));
    let movement = &received["movement"];
    assert_eq!((&movement["kind"], &movement["outside"]), (&json!("receipt"), &json!("supplier")));
    let moved = act(&staff, &stock, "move", json!({ "to_place_id": two["id"], "quantity": 4 })).await.data();
    assert_eq!((&moved["movement"]["from_after"], &moved["movement"]["to_after"]), (&json!(6), &json!(4)));
    assert_eq!(moved["stock"]["place"], "B-1");
    for (place, count) in [(&one, 2), (&two, 1)] {
        let listed = staff.get(&format!("{MOVEMENTS}?place_id={}", text(&place["id"]))).await.data();
        assert_eq!(listed.as_array().unwrap().len(), count);
    }
    let form = json!({ "quantity": 1, "removal": "damaged", "reason": "wet" });
    let removed = act(&staff, &stock, "remove", form).await.data();
    assert_eq!((&removed["stock"]["on_hand"], &removed["stock"]["removed_itens"]), (&json!(5), &json!(1)));
    let form = json!({ "difference": -2, "reason": "found two less" });
    assert_eq!(act(&staff, &stock, "adjust", form).await.data()["stock"]["on_hand"], 3);
    let form = json!({ "difference": 3, "reason": "found behind the shelf" });
    assert_eq!(act(&staff, &stock, "adjust", form).await.data()["stock"]["on_hand"], 6);

    let path = format!("{MOVEMENTS}?stock_id={}", text(&stock["id"]));
    let timeline = staff.get(&path).await.data();
    let kinds: Vec<&Value> = timeline.as_array().unwrap().iter().map(|one| &one["kind"]).collect();
    assert_eq!(json!(kinds), json!(["adjust", "adjust", "remove", "move", "receipt"]));
    let name = staff.get("/api/profile").await.data()["name"].clone();
    assert!(timeline.as_array().unwrap().iter().all(|one| one["actor_name"] == name), "who did it: {name}");
    let found = staff.get(&format!("{STOCKS}?search=sku-1%20b-1")).await.data();
    assert_eq!(found[0]["id"], moved["stock"]["id"]);
    assert_eq!(audited(&app, "stock.move").await.len(), 1);
}

#[tokio::test]
async fn the_same_key_again_has_the_first_answer() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let [one, two] = place_two(&admin, &own).await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let key = json!({ "key": Uuid::now_v7() });
    let first = receive(&admin, &goods, &one, 5, key.clone()).await.data();
    let second = receive(&admin, &goods, &one, 5, key).await.data();
    assert_eq!(first["movement"]["id"], second["movement"]["id"]);
    assert_eq!(figures(&admin, &first["stock"]).await, [5, 0, 5]);
    let form = json!({ "key": Uuid::now_v7(), "to_place_id": two["id"], "quantity": 6 });
    let refused = act(&admin, &first["stock"], "move", form.clone()).await;
    assert_eq!((refused.status, refused.message_code()), (409, "stock_not_enough".into()));
    assert_eq!(refused.json()["params"]["free"], 5);
    receive(&admin, &goods, &one, 1, json!({})).await.data();
    act(&admin, &first["stock"], "move", form.clone()).await.data();
    act(&admin, &first["stock"], "move", form).await.data();
    assert_eq!(show(&admin, &first["stock"]).await["on_hand"], 0);
    assert_eq!(audited(&app, "stock.receive").await.len(), 2);
}

#[tokio::test]
async fn each_problem_of_a_receipt_is_at_its_field() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let (plain, by_lot) = (item(&admin, "SKU-1", json!({})).await, perishable(&admin, "SKU-2").await);
    let wrong = json!({ "lot": "L1", "expiration_date": "2027-01-01", "unit_cost": "1.23456", "currency": "BRL",
                        "occurred_at": app.state.clock.now() + chrono::TimeDelta::days(1) });
    let wrong = receive(&admin, &plain, &shelf, 1, wrong).await;
    let codes = ["lot", "expiration_date", "unit_cost", "occurred_at"].map(|field| wrong.code_at(field));
    let expected =
        ["stock_item_without_lots", "stock_item_without_expiry", "too_many_decimals", "event_in_the_future"];
    assert_eq!(codes, expected);
    let ancient = receive(&admin, &plain, &shelf, 1, json!({ "occurred_at": "1900-01-01T00:00:00Z" })).await;
    assert_eq!((ancient.status, ancient.code_at("occurred_at")), (422, "event_too_old".into()));
    let missing = receive(&admin, &by_lot, &shelf, 1, json!({ "unit_cost": "1" })).await;
    let codes = ["lot", "expiration_date", "currency"].map(|field| missing.code_at(field));
    assert_eq!(codes, ["required", "required", "required"]);
    assert_eq!(receive(&admin, &plain, &shelf, 0, json!({})).await.status, 422);
    let nobody = json!({ "item_id": Uuid::now_v7(), "place_id": Uuid::now_v7() });
    let nobody = receive(&admin, &plain, &shelf, 1, nobody).await;
    assert_eq!(["item_id", "place_id"].map(|field| nobody.code_at(field)), ["unknown_option"; 2]);
    assert_eq!(admin.get(&format!("{STOCKS}?empty=true")).await.data(), json!([]), "nothing half written");
}

#[tokio::test]
async fn a_lot_has_one_day_of_expiry_and_expired_goods_stay_in_quarantine() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let (other, ward) =
        (place(&admin, &own, "A-2", "storage").await, place(&admin, &own, "Q-1", "quarantine").await);
    let goods = perishable(&admin, "SKU-1").await;
    let stock = receive_lot(&admin, &goods, &shelf, "l1", "2099-01-01", 2).await;
    let joined = receive(&admin, &goods, &shelf, 3, json!({ "lot": "L1" })).await.data()["stock"].clone();
    assert_eq!((&joined["id"], &joined["on_hand"]), (&stock["id"], &json!(5)));
    let differs = json!({ "lot": "L1", "expiration_date": "2099-01-02" });
    let refused = receive(&admin, &goods, &shelf, 1, differs).await;
    assert_eq!(refused.code_at("expiration_date"), "stock_expiry_differs");

    let expired = receive_lot(&admin, &goods, &shelf, "L0", "2020-01-01", 7).await;
    assert_eq!((&expired["status"], &expired["available"]), (&json!("quarantine"), &json!(0)));
    let to = |place: &Value| json!({ "to_place_id": place["id"], "quantity": 7 });
    let refused = act(&admin, &expired, "move", to(&other)).await;
    assert_eq!(refused.code_at("to_place_id"), "stock_expired_to_quarantine");
    let path = format!("{STOCKS}/{}/release", text(&expired["id"]));
    let refused = admin.post(&path, json!({ "version": expired["version"] })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "stock_lot_expired".into()));
    let there = act(&admin, &expired, "move", to(&ward)).await.data()["stock"].clone();
    let form = json!({ "quantity": 7, "removal": "expired", "reason": "destroyed" });
    assert_eq!(act(&admin, &there, "remove", form).await.data()["stock"]["removed_itens"], 7);
    let expiring = admin.get(&format!("{STOCKS}?expiring=true&empty=true")).await.data();
    assert_eq!(expiring.as_array().unwrap().len(), 2, "both places of the expired lot");
}

#[tokio::test]
async fn a_movement_is_taken_back_once_if_the_goods_are_there() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let received = receive(&admin, &goods, &shelf, 5, json!({})).await.data();
    let path = |movement: &Value| format!("{MOVEMENTS}/{}/reverse", text(&movement["id"]));
    let reversal = || json!({ "key": Uuid::now_v7(), "reason": "counted twice" });
    let form = json!({ "quantity": 1, "removal": "lost", "reason": "gone" });
    let removed = act(&admin, &received["stock"], "remove", form).await.data();
    let refused = admin.post(&path(&received["movement"]), reversal()).await;
    assert_eq!((refused.status, refused.message_code()), (409, "stock_not_enough".into()));
    let form = with(reversal(), json!({ "reason": " " }));
    assert_eq!(admin.post(&path(&removed["movement"]), form).await.code_at("reason"), "required");
    let back = admin.post(&path(&removed["movement"]), reversal()).await.data();
    assert_eq!((&back["stock"]["on_hand"], &back["stock"]["removed_itens"]), (&json!(5), &json!(0)));
    let again = admin.post(&path(&removed["movement"]), reversal()).await;
    assert_eq!((again.status, again.message_code()), (409, "stock_movement_reversed".into()));
    let of_reversal = admin.post(&path(&back["movement"]), reversal()).await;
    assert_eq!(of_reversal.message_code(), "stock_movement_final");
    let whole = admin.post(&path(&received["movement"]), reversal()).await.data();
    assert_eq!(whole["stock"]["on_hand"], 0);
}

#[tokio::test]
async fn nothing_comes_back_into_a_deleted_place() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let stock = receive(&admin, &goods, &shelf, 5, json!({})).await.data()["stock"].clone();
    let form = json!({ "quantity": 5, "removal": "lost", "reason": "gone" });
    let removed = act(&admin, &stock, "remove", form).await.data();
    let of_shelf = format!("/api/stock-places/{}", text(&shelf["id"]));
    assert_eq!(admin.delete(&of_shelf).await.data()["restorable"], true);
    let path = format!("{MOVEMENTS}/{}/reverse", text(&removed["movement"]["id"]));
    let reversal = json!({ "key": Uuid::now_v7(), "reason": "found" });
    let adjusted = act(&admin, &stock, "adjust", json!({ "difference": 1, "reason": "found" })).await;
    for refused in [admin.post(&path, reversal.clone()).await, adjusted] {
        assert_eq!((refused.status, refused.message_code()), (409, "stock_place_deleted".into()));
    }
    assert_eq!(figures(&admin, &stock).await, [0, 0, 0]);
    admin.post(&format!("{of_shelf}/restore"), json!({})).await.data();
    assert_eq!(admin.post(&path, reversal).await.data()["stock"]["on_hand"], 5);
}

#[tokio::test]
async fn staff_of_a_branch_reach_its_places_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let bound = kinds::of_kind(&app, ATLANTICO, ProfileKind::Staff, "dev").await;
    let branch = crate::users::demo_user(&admin, "dev").await["subsidiaries"][0]["id"].clone();
    let theirs = crate::bags::warehouse(&admin, "THE", json!({ "subsidiary_id": branch })).await;
    let own = warehouse(&admin, "ONE").await;
    let (there, here) =
        (place(&admin, &theirs, "A-1", "storage").await, place(&admin, &own, "A-1", "storage").await);
    let goods = item(&admin, "SKU-1", json!({})).await;
    let stock = receive(&admin, &goods, &here, 5, json!({})).await.data()["stock"].clone();
    assert_eq!(bound.get(STOCKS).await.data(), json!([]));
    assert_eq!(bound.get(&format!("{STOCKS}/{}", text(&stock["id"]))).await.status, 404);
    assert_eq!(receive(&bound, &goods, &here, 1, json!({})).await.code_at("place_id"), "unknown_option");
    let moved =
        act(&admin, &stock, "move", json!({ "to_place_id": there["id"], "quantity": 2 })).await.data();
    let seen = bound.get(MOVEMENTS).await.data();
    assert_eq!((&seen[0]["from_place"], &seen[0]["from_after"]), (&Value::Null, &Value::Null));
    assert_eq!((&seen[0]["to_after"], seen.as_array().unwrap().len()), (&json!(2), 1));
    let path = format!("{MOVEMENTS}/{}/reverse", text(&moved["movement"]["id"]));
    let refused = bound.post(&path, json!({ "key": Uuid::now_v7(), "reason": "x" })).await;
    assert_eq!(refused.status, 404, "one of its ends is in another branch");
}

#[tokio::test]
async fn the_ledger_is_compared_and_a_difference_is_only_marked() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { stock, .. } = fill_shelf(&admin, &admin, 5).await;
    let compare = async || {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let actor = server_core::audit::Actor::server(&app.state, "test".into());
        let found = stock::comparison::mark_differences(&mut tx, actor).await.unwrap();
        tx.commit().await.unwrap();
        found.into_iter().map(|one| one.difference).collect::<Vec<_>>()
    };
    let rebuild = async || {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let found = stock::comparison::compare_rebuilt(&mut tx).await.unwrap();
        found.into_iter().map(|one| [one.on_hand, one.ledger_on_hand]).collect::<Vec<_>>()
    };
    assert_eq!(compare().await, []);
    assert_eq!(rebuild().await, Vec::<[i64; 2]>::new());
    let set = async |units: i32| {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let query = sqlx::query("update stock_levels set on_hand = $1 where id = $2").bind(units);
        query.bind(Uuid::parse_str(text(&stock["id"])).unwrap()).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    set(7).await;
    assert_eq!(compare().await, [Some(-2)]);
    assert_eq!(rebuild().await, [[7, 5]], "also when it is marked already");
    assert_eq!(compare().await, [], "once");
    let marked = show(&admin, &stock).await;
    assert_eq!((&marked["ledger_difference"], &marked["on_hand"]), (&json!(-2), &json!(7)), "it stays");
    set(5).await;
    assert_eq!(compare().await, [None]);
    assert_eq!(audited(&app, "stock.compare").await.len(), 2);
}

#[tokio::test]
async fn costs_are_for_those_who_may_see_them() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let cost = json!({ "unit_cost": "12.50", "currency": "brl" });
    let stock = receive(&admin, &goods, &shelf, 5, cost).await.data()["stock"].clone();
    assert_eq!((&stock["unit_cost"], &stock["currency"]), (&json!("12.5"), &json!("BRL")));
    let seen = show(&staff, &stock).await;
    let may_see = staff.get("/api/profile").await.data()["can"]["price_cost.show"] == true;
    assert_eq!(seen["unit_cost"].is_null(), !may_see);
}

#[tokio::test]
async fn what_is_taken_out_has_one_photo() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&staff, "SKU-1", json!({})).await;
    let received = receive(&staff, &goods, &shelf, 5, json!({})).await.data();
    let form = json!({ "quantity": 1, "removal": "damaged", "reason": "wet" });
    let removed = act(&staff, &received["stock"], "remove", form).await.data()["movement"].clone();
    assert_eq!((&removed["has_photo"], &removed["can"]["add_photo"]), (&json!(false), &json!(true)));
    let path = format!("{MOVEMENTS}/{}/photo", text(&removed["id"]));
    let picture = crate::account::general::png();
    let photo = ("file", "a.png", &picture[..]);
    assert_eq!(staff.get(&path).await.status, 404);
    let script = ("file", "a.svg", &b"<svg/>"[..]);
    assert_eq!(staff.upload(&path, script, &[]).await.status, 422);
    let head = ("file", "a.png", &picture[..8]);
    assert_eq!(staff.upload(&path, head, &[]).await.code_at("file"), "picture_unreadable");
    let added = staff.upload(&path, photo, &[]).await.data();
    assert_eq!((&added["has_photo"], &added["can"]["add_photo"]), (&json!(true), &json!(false)));
    assert_eq!(staff.get(&path).await.status, 200);
    let second = staff.upload(&path, photo, &[]).await;
    assert_eq!((second.status, second.message_code()), (409, "stock_photo_refused".into()));
    let receipt = format!("{MOVEMENTS}/{}/photo", text(&received["movement"]["id"]));
    assert_eq!(staff.upload(&receipt, photo, &[]).await.message_code(), "stock_photo_refused");
    assert_eq!(app.client(ATLANTICO).await.get(&path).await.status, 404);
}
