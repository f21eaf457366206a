//! Pick lists: what expires first is held, what is short says where others are, goods are picked by scan.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    INVENTORIES, MOVEMENTS, OneShelf, PICK_LISTS, act, act_on_list, figures, fill_shelf, item, perishable,
    pick_list, place, place_two, receive, receive_lot, scan, show, text, warehouse,
};
use crate::support::{ATLANTICO, TestApp};
use crate::users::audited;

fn lines(wanted: &[(&Value, i32)]) -> Value {
    let line = |(item, quantity): &(&Value, i32)| json!({ "item_id": item["id"], "quantity": quantity });
    json!({ "lines": wanted.iter().map(line).collect::<Vec<_>>() })
}

#[tokio::test]
async fn what_expires_first_is_held_and_what_is_short_says_where_others_are() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (own, other) = (warehouse(&admin, "ONE").await, warehouse(&admin, "TWO").await);
    let (shelf, ward) =
        (place(&admin, &own, "A-1", "storage").await, place(&admin, &own, "Q-1", "quarantine").await);
    let far = place(&admin, &other, "Z-1", "storage").await;
    let goods = perishable(&staff, "SKU-1").await;
    let late = receive_lot(&staff, &goods, &shelf, "LATE", "2099-06-01", 5).await;
    let early = receive_lot(&staff, &goods, &shelf, "EARLY", "2099-01-01", 4).await;
    receive_lot(&staff, &goods, &ward, "WARD", "2099-01-01", 3).await;
    receive_lot(&staff, &goods, &far, "FAR", "2099-01-01", 2).await;
    receive_lot(&staff, &goods, &shelf, "GONE", "2020-01-01", 1).await;
    let list = pick_list(&staff, &own, lines(&[(&goods, 12)])).await.data();
    assert_eq!((&list["status"], &list["lines"][0]["missing"]), (&json!(10), &json!(12)));
    let held = act_on_list(&staff, &list, "allocate", json!({})).await.data();
    let line = &held["lines"][0];
    assert_eq!((&held["status"], &held["held"], &line["missing"]), (&json!(20), &json!(9), &json!(3)));
    let lots: Vec<&Value> = line["picks"].as_array().unwrap().iter().map(|one| &one["lot"]).collect();
    assert_eq!(json!(lots), json!(["EARLY", "LATE"]));
    let mut elsewhere: Vec<(String, i64)> = line["elsewhere"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (text(&one["obstacle"]).to_owned(), one["quantity"].as_i64().unwrap()))
        .collect();
    elsewhere.sort();
    let expected = [("quarantine", 1), ("quarantine", 3), ("warehouse", 2)];
    assert_eq!(elsewhere, expected.map(|(obstacle, units)| (obstacle.to_owned(), units)));
    assert_eq!(figures(&staff, &early).await, [4, 4, 0]);
    let form = json!({ "quantity": 1, "removal": "sample", "reason": "for the laboratory" });
    assert_eq!(act(&staff, &late, "remove", form).await.json()["params"]["free"], 0);

    let second = pick_list(&staff, &own, lines(&[(&goods, 1)])).await.data();
    let short = act_on_list(&staff, &second, "allocate", json!({})).await.data();
    assert_eq!((&short["status"], &short["lines"][0]["missing"]), (&json!(10), &json!(1)));
    let others = short["lines"][0]["elsewhere"].as_array().unwrap();
    assert!(others.iter().any(|one| one["obstacle"] == "reserved" && one["quantity"] == 4), "{short}");
    assert_eq!(audited(&app, "pick_list.allocate").await.len(), 2);
}

#[tokio::test]
async fn goods_are_picked_by_scan_once_and_the_list_ends() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let plain = item(&staff, "SKU-1", json!({ "ean": "7891000315507" })).await;
    let by_lot = perishable(&staff, "SKU-2").await;
    let stock = receive(&staff, &plain, &shelf, 9, json!({})).await.data()["stock"].clone();
    let lot = receive_lot(&staff, &by_lot, &shelf, "L1", "2099-01-01", 2).await;
    let list = pick_list(&staff, &own, lines(&[(&plain, 3), (&by_lot, 2)])).await.data();
    let closed = scan(&staff, &list, "SKU-1", json!({})).await;
    assert_eq!((&closed["outcome"], &closed["message_code"]), (&json!("refused"), &json!("pick_list_state")));
    act_on_list(&staff, &list, "allocate", json!({})).await.data();

    let key = json!({ "key": Uuid::now_v7(), "quantity": 2 });
    let picked = scan(&staff, &list, "7891000315507", key.clone()).await;
    assert_eq!((&picked["outcome"], &picked["list"]["picked"]), (&json!("picked"), &json!(2)));
    let again = scan(&staff, &list, "7891000315507", key).await;
    assert_eq!(again["pick"]["movement_id"], picked["pick"]["movement_id"]);
    assert_eq!(figures(&staff, &stock).await, [7, 1, 6]);
    for (code, more, reason) in [
        ("SKU-1", json!({ "quantity": 2 }), "pick_too_much"),
        ("SKU-1", json!({ "place": "B-1" }), "pick_not_in_place"),
        ("SKU-9", json!({}), "pick_not_on_list"),
    ] {
        assert_eq!(scan(&staff, &list, code, more).await["message_code"], reason);
    }
    assert_eq!(scan(&staff, &list, " l1", json!({})).await["pick"]["lot"], "L1");
    let refused = act_on_list(&staff, &list, "cancel", json!({ "reason": "late" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pick_list_not_empty".into()));
    assert_eq!(act_on_list(&staff, &list, "finish", json!({})).await.code_at("reason"), "required");
    let done = act_on_list(&staff, &list, "finish", json!({ "reason": "no more needed" })).await.data();
    assert_eq!((&done["status"], &done["picked"], &done["held"]), (&json!(30), &json!(3), &json!(0)));
    assert_eq!([figures(&staff, &stock).await, figures(&staff, &lot).await], [[7, 0, 7], [1, 0, 1]]);

    let path = format!("{MOVEMENTS}?pick_list_id={}", text(&list["id"]));
    let movements = staff.get(&path).await.data();
    assert_eq!(movements.as_array().unwrap().len(), 2);
    let pick = movements.as_array().unwrap().iter().find(|one| one["sku"] == "SKU-1").unwrap();
    assert_eq!((&pick["outside"], &pick["can"]["return_goods"]), (&json!("customer"), &json!(true)));
    assert_eq!((&pick["pick_list_id"], &pick["pick_list_number"]), (&list["id"], &list["number"]));
    let path = format!("{MOVEMENTS}/{}", text(&pick["id"]));
    let form = |quantity| json!({ "key": Uuid::now_v7(), "place_id": shelf["id"], "quantity": quantity });
    let back = staff.post(&format!("{path}/return"), form(1)).await.data();
    assert_eq!((&back["stock"]["on_hand"], &back["movement"]["kind"]), (&json!(8), &json!("return")));
    let refused = staff.post(&format!("{path}/return"), form(2)).await;
    assert_eq!((refused.status, refused.code_at("quantity")), (409, "stock_return_too_much".into()));
    staff.post(&format!("{path}/return"), form(1)).await.data();
    let refused = staff.post(&format!("{path}/return"), form(1)).await;
    assert_eq!((refused.status, refused.message_code()), (409, "stock_all_returned".into()));
    let form = json!({ "key": Uuid::now_v7(), "reason": "wrong" });
    assert_eq!(staff.post(&format!("{path}/reverse"), form).await.message_code(), "stock_movement_final");
}

#[tokio::test]
async fn a_scan_of_one_list_picks_nothing_for_another() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, stock, .. } = fill_shelf(&admin, &admin, 9).await;
    let (one, two) = (
        pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data(),
        pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data(),
    );
    for list in [&one, &two] {
        act_on_list(&admin, list, "allocate", json!({})).await.data();
    }
    let key = json!({ "key": Uuid::now_v7() });
    assert_eq!(scan(&admin, &one, "SKU-1", key.clone()).await["outcome"], "picked");
    let other = scan(&admin, &two, "SKU-1", key).await;
    assert_eq!((&other["message_code"], &other["list"]["picked"]), (&json!("stock_key_used"), &json!(0)));
    assert_eq!(figures(&admin, &stock).await, [8, 5, 3]);
}

#[tokio::test]
async fn the_pick_that_empties_a_place_says_so_and_the_place_is_counted() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, shelf, .. } = fill_shelf(&admin, &admin, 3).await;
    let list = pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    let first = scan(&admin, &list, "SKU-1", json!({ "quantity": 2 })).await;
    assert_eq!((&first["outcome"], &first["pick"]["emptied_place_id"]), (&json!("picked"), &Value::Null));
    let last = scan(&admin, &list, "SKU-1", json!({})).await;
    assert_eq!(last["pick"]["emptied_place_id"], shelf["id"]);
    let form = json!({ "warehouse_id": own["id"], "place_ids": [shelf["id"]] });
    assert_eq!(admin.post(INVENTORIES, form).await.data()["place_count"], 1);
}

#[tokio::test]
async fn a_code_of_the_list_of_which_nothing_is_held_is_not_called_unknown() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 3).await;
    let (whole, short) = (
        pick_list(&admin, &own, lines(&[(&goods, 2)])).await.data(),
        pick_list(&admin, &own, lines(&[(&goods, 2)])).await.data(),
    );
    for (list, quantity, reason) in [(&whole, 2, "pick_line_complete"), (&short, 1, "pick_nothing_held")] {
        act_on_list(&admin, list, "allocate", json!({})).await.data();
        let picked = scan(&admin, list, "SKU-1", json!({ "quantity": quantity })).await;
        assert_eq!(picked["outcome"], "picked", "{picked}");
        assert_eq!(scan(&admin, list, "SKU-1", json!({})).await["message_code"], reason);
    }
}

#[tokio::test]
async fn another_lot_is_taken_with_a_reason() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = perishable(&admin, "SKU-1").await;
    let early = receive_lot(&admin, &goods, &shelf, "EARLY", "2099-01-01", 5).await;
    let late = receive_lot(&admin, &goods, &shelf, "LATE", "2099-06-01", 5).await;
    let expired = receive_lot(&admin, &goods, &shelf, "GONE", "2020-01-01", 5).await;
    let list = pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    assert_eq!(scan(&admin, &list, "LATE", json!({})).await["message_code"], "pick_other_lot");
    let because = |reason: &str| json!({ "other_lot_reason": reason });
    let refused = scan(&admin, &list, "GONE", because("nearer")).await;
    assert_eq!(refused["message_code"], "stock_lot_expired");
    let picked = scan(&admin, &list, "LATE", because("the first one is buried")).await;
    assert_eq!((&picked["outcome"], &picked["list"]["held"]), (&json!("picked"), &json!(2)));
    assert_eq!(figures(&admin, &early).await, [5, 2, 3]);
    assert_eq!(figures(&admin, &late).await, [4, 0, 4]);
    assert_eq!(figures(&admin, &expired).await, [5, 0, 0]);
    let hold = json!({ "reason": "recalled", "version": show(&admin, &early).await["version"] });
    admin.post(&format!("/api/stocks/{}/hold", text(&early["id"])), hold).await.data();
    assert_eq!(scan(&admin, &list, "EARLY", json!({})).await["message_code"], "stock_lot_held");
}

#[tokio::test]
async fn another_lot_lasts_as_long_as_the_list_asks_for() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = perishable(&admin, "SKU-1").await;
    receive_lot(&admin, &goods, &shelf, "LATE", "2099-06-01", 5).await;
    let today = app.state.clock.now().date_naive();
    let soon = (today + TimeDelta::days(10)).to_string();
    let early = receive_lot(&admin, &goods, &shelf, "EARLY", &soon, 5).await;
    let mut form = lines(&[(&goods, 3)]);
    form["min_remaining_days"] = json!(30);
    let list = pick_list(&admin, &own, form).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    let refused = scan(&admin, &list, "EARLY", json!({ "other_lot_reason": "nearer" })).await;
    assert_eq!(refused["message_code"], "pick_expires_soon");
    assert_eq!(refused["params"], json!({ "date": soon, "days": 30 }));
    assert_eq!(figures(&admin, &early).await, [5, 0, 5]);
}

#[tokio::test]
async fn another_lot_is_taken_where_it_can_leave() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let (aside, shelf) =
        (place(&admin, &own, "A-1", "quarantine").await, place(&admin, &own, "B-1", "storage").await);
    let goods = perishable(&admin, "SKU-1").await;
    receive_lot(&admin, &goods, &shelf, "EARLY", "2099-01-01", 5).await;
    receive_lot(&admin, &goods, &aside, "LATE", "2099-06-01", 5).await;
    let late = receive_lot(&admin, &goods, &shelf, "LATE", "2099-06-01", 5).await;
    let list = pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    let picked = scan(&admin, &list, "LATE", json!({ "other_lot_reason": "nearer" })).await;
    assert_eq!(picked["outcome"], "picked", "{picked}");
    assert_eq!(figures(&admin, &late).await, [4, 0, 4]);
}

#[tokio::test]
async fn another_lot_is_taken_where_there_is_enough() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let [first, second] = place_two(&admin, &own).await;
    let goods = perishable(&admin, "SKU-1").await;
    receive_lot(&admin, &goods, &first, "EARLY", "2099-01-01", 5).await;
    receive_lot(&admin, &goods, &first, "LATE", "2099-06-01", 1).await;
    let late = receive_lot(&admin, &goods, &second, "LATE", "2099-06-01", 4).await;
    let list = pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    let form = json!({ "other_lot_reason": "nearer", "quantity": 2 });
    let picked = scan(&admin, &list, "LATE", form).await;
    assert_eq!(picked["outcome"], "picked", "{picked}");
    assert_eq!(figures(&admin, &late).await, [2, 0, 2]);
}

#[tokio::test]
async fn a_lot_that_is_kept_back_since_gives_way_to_another() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = perishable(&admin, "SKU-1").await;
    let early = receive_lot(&admin, &goods, &shelf, "EARLY", "2099-01-01", 3).await;
    let late = receive_lot(&admin, &goods, &shelf, "LATE", "2099-06-01", 2).await;
    let list = pick_list(&admin, &own, lines(&[(&goods, 3)])).await.data();
    let held = act_on_list(&admin, &list, "allocate", json!({})).await.data();
    assert_eq!(
        (&held["can"]["allocate"], &held["lines"][0]["picks"][0]["obstacle"]),
        (&json!(false), &Value::Null)
    );
    scan(&admin, &list, "SKU-1", json!({})).await;
    let hold = json!({ "reason": "recalled", "quarantine": true, "version": early["version"] });
    admin.post(&format!("/api/stocks/{}/hold", text(&early["id"])), hold).await.data();
    let path = format!("{PICK_LISTS}/{}", text(&list["id"]));
    let blocked = admin.get(&path).await.data();
    let pick = &blocked["lines"][0]["picks"][0];
    assert_eq!((&pick["obstacle"], &blocked["can"]["allocate"]), (&json!("quarantine"), &json!(true)));
    assert_eq!(scan(&admin, &list, "SKU-1", json!({})).await["message_code"], "stock_lot_held");

    let other = act_on_list(&admin, &list, "allocate", json!({})).await.data();
    assert_eq!(
        (&other["held"], &other["picked"], &other["lines"][0]["missing"]),
        (&json!(2), &json!(1), &json!(0))
    );
    assert_eq!(
        (&other["lines"][0]["picks"][0]["lot"], &other["can"]["allocate"]),
        (&json!("LATE"), &json!(false))
    );
    assert_eq!([figures(&admin, &early).await, figures(&admin, &late).await], [[2, 0, 0], [2, 2, 0]]);
    assert_eq!(scan(&admin, &list, "SKU-1", json!({ "quantity": 2 })).await["pick"]["lot"], "LATE");
    let done = audited(&app, "pick_list.allocate").await;
    assert_eq!((&done[1].2["held"], &done[1].2["released"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn goods_that_have_expired_since_give_way_or_are_missing() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = perishable(&admin, "SKU-1").await;
    let day = (app.today() + TimeDelta::days(3)).to_string();
    let lot = receive_lot(&admin, &goods, &shelf, "SOON", &day, 3).await;
    let mut form = lines(&[(&goods, 3)]);
    form["hold_hours"] = json!(720);
    let list = pick_list(&admin, &own, form).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    app.state.clock.advance(TimeDelta::days(6));
    let admin = app.admin(ATLANTICO).await;
    let path = format!("{PICK_LISTS}/{}", text(&list["id"]));
    let over = admin.get(&path).await.data();
    assert_eq!(
        (&over["can"]["allocate"], &over["lines"][0]["picks"][0]["obstacle"]),
        (&json!(true), &json!("expired"))
    );
    let short = act_on_list(&admin, &list, "allocate", json!({})).await.data();
    assert_eq!((&short["held"], &short["lines"][0]["missing"]), (&json!(0), &json!(3)));
    assert_eq!(short["lines"][0]["elsewhere"][0]["obstacle"], "expired");
    assert_eq!(figures(&admin, &lot).await, [3, 0, 0]);
    act_on_list(&admin, &list, "cancel", json!({ "reason": "nothing is left" })).await.data();
}

#[tokio::test]
async fn a_scan_of_an_item_takes_what_expires_first() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let [near, far] = place_two(&admin, &own).await;
    let goods = perishable(&admin, "SKU-1").await;
    receive_lot(&admin, &goods, &near, "LATE", "2099-06-01", 5).await;
    receive_lot(&admin, &goods, &far, "EARLY", "2099-01-01", 2).await;
    let list = pick_list(&admin, &own, lines(&[(&goods, 5)])).await.data();
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    assert_eq!(scan(&admin, &list, "SKU-1", json!({})).await["pick"]["lot"], "EARLY");
    let from_near = scan(&admin, &list, "SKU-1", json!({ "place": "A-1" })).await;
    assert_eq!(from_near["pick"]["lot"], "LATE", "the picker says where");
}

#[tokio::test]
async fn goods_that_are_held_too_long_are_free_again() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, stock, .. } = fill_shelf(&admin, &admin, 5).await;
    let mut form = lines(&[(&goods, 5)]);
    form["hold_hours"] = json!(1);
    let (first, second) = (
        pick_list(&admin, &own, form).await.data(),
        pick_list(&admin, &own, lines(&[(&goods, 5)])).await.data(),
    );
    act_on_list(&admin, &first, "allocate", json!({})).await.data();
    app.state.clock.advance(TimeDelta::hours(2));
    let admin = app.admin(ATLANTICO).await;
    let held = act_on_list(&admin, &second, "allocate", json!({})).await.data();
    assert_eq!(held["held"], 5, "what the first list holds no longer");
    assert_eq!(scan(&admin, &first, "SKU-1", json!({})).await["message_code"], "pick_nothing_held");
    assert_eq!(figures(&admin, &stock).await, [5, 5, 0]);
    let first = admin.get(&format!("{PICK_LISTS}/{}", text(&first["id"]))).await.data();
    assert_eq!((&first["status"], &first["lines"][0]["missing"]), (&json!(20), &json!(5)));
    act_on_list(&admin, &second, "cancel", json!({ "reason": "not needed" })).await.data();
    assert_eq!(figures(&admin, &stock).await, [5, 0, 5]);
}

#[tokio::test]
async fn a_list_has_goods_of_one_owner() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let mut owner = crate::partners::form("Horizonte Ltda.");
    owner["min_remaining_days"] = json!(30);
    let client = admin.post("/api/clients", owner).await.data();
    let goods = item(&admin, "SKU-1", json!({})).await;
    let theirs = item(&admin, "SKU-1", json!({ "client_id": client["id"] })).await;
    let refused = pick_list(&admin, &own, lines(&[(&goods, 1), (&theirs, 1), (&goods, 1)])).await;
    assert_eq!(refused.code_at("lines.1.item_id"), "stock_other_owner");
    assert_eq!(refused.code_at("lines.2.item_id"), "pick_item_twice");
    let mut form = lines(&[(&theirs, 1)]);
    form["client_id"] = client["id"].clone();
    let list = pick_list(&admin, &own, form.clone()).await.data();
    assert_eq!(list["client_name"], client["name"]);
    assert!(text(&list["number"]).starts_with("ONE-P-"), "{list}");
    assert_eq!(list["min_remaining_days"], 30, "as set for the client");
    form["min_remaining_days"] = json!(0);
    assert_eq!(pick_list(&admin, &own, form).await.data()["min_remaining_days"], 0, "the list says it");
    assert_eq!(pick_list(&admin, &own, json!({ "lines": [] })).await.status, 422);
}
