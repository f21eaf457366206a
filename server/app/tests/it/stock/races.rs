//! Two connections at once: nothing is held or taken twice, and the ledger is what is there.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    INVENTORIES, OneShelf, STOCKS, act, act_on_list, figures, fill_shelf, hold_list, item, perishable,
    pick_list, place, place_two, receive, receive_lot, scan, text, warehouse,
};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn two_lists_never_hold_the_same_goods_in_two_hundred_rounds() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, goods, stock, .. } = fill_shelf(&admin, &admin, 5).await;
    let form = json!({ "lines": [{ "item_id": goods["id"], "quantity": 5 }] });
    for round in 0..200 {
        let (one, two) = (
            pick_list(&admin, &own, form.clone()).await.data(),
            pick_list(&admin, &own, form.clone()).await.data(),
        );
        let (first, second) = tokio::join!(
            act_on_list(&admin, &one, "allocate", json!({})),
            act_on_list(&staff, &two, "allocate", json!({})),
        );
        let held = [first.data()["held"].clone(), second.data()["held"].clone()];
        assert!(held == [json!(5), json!(0)] || held == [json!(0), json!(5)], "round {round}: {held:?}");
        assert_eq!(figures(&admin, &stock).await, [5, 5, 0], "round {round}");
        for list in [&one, &two] {
            act_on_list(&admin, list, "cancel", json!({ "reason": "next round" })).await.data();
        }
    }
}

#[tokio::test]
async fn goods_that_cross_each_other_wait_and_none_is_lost() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let [one, two] = place_two(&admin, &own).await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let here = receive(&admin, &goods, &one, 50, json!({})).await.data()["stock"].clone();
    let there = receive(&admin, &goods, &two, 50, json!({})).await.data()["stock"].clone();
    for _ in 0..50 {
        let to = |place: &Value, quantity: i32| json!({ "to_place_id": place["id"], "quantity": quantity });
        let (first, second) =
            tokio::join!(act(&admin, &here, "move", to(&two, 3)), act(&staff, &there, "move", to(&one, 2)),);
        for answer in [first, second] {
            assert!([200, 409].contains(&answer.status), "{}", answer.text());
        }
        let [left, right] = [figures(&admin, &here).await[0], figures(&admin, &there).await[0]];
        assert_eq!(left + right, 100);
    }
}

#[tokio::test]
async fn goods_come_to_a_place_while_its_count_is_approved() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let [one, two] = place_two(&admin, &own).await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let here = receive(&admin, &goods, &one, 100, json!({})).await.data()["stock"].clone();
    let there = receive(&admin, &goods, &two, 50, json!({})).await.data()["stock"].clone();
    for round in 0..30 {
        let form = json!({ "warehouse_id": own["id"], "place_ids": [two["id"]], "tolerance": 1000 });
        let made = staff.post(INVENTORIES, form).await.data();
        let path = format!("{INVENTORIES}/{}", text(&made["id"]));
        let begun = staff.post(&format!("{path}/start"), json!({ "version": made["version"] })).await.data();
        let now = app.state.clock.now();
        // One more than the ledger has.
        let count = json!({
            "key": Uuid::now_v7(), "line": begun["lines"][0]["line"], "quantity": 51 + 2 * round, "counted_at": now,
        });
        staff.post(&format!("{path}/count"), json!({ "sent_at": now, "counts": [count] })).await.data();
        let ended = staff.post(&format!("{path}/finish"), json!({})).await.data();
        let approve = format!("{path}/approve");
        let (approved, moved) = tokio::join!(
            admin.post(&approve, json!({ "version": ended["version"] })),
            act(&staff, &here, "move", json!({ "to_place_id": two["id"], "quantity": 1 })),
        );
        assert_eq!([approved.status, moved.status], [200, 200], "{} {}", approved.text(), moved.text());
        assert_eq!(figures(&admin, &there).await[0], 52 + 2 * round);
    }
}

#[tokio::test]
async fn more_than_is_there_is_never_taken() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    for _ in 0..30 {
        let stock = receive(&admin, &goods, &shelf, 5, json!({})).await.data()["stock"].clone();
        let form = || json!({ "quantity": 5, "removal": "lost", "reason": "gone" });
        let (first, second) =
            tokio::join!(act(&admin, &stock, "remove", form()), act(&staff, &stock, "remove", form()));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", first.text(), second.text());
        assert_eq!(figures(&admin, &stock).await, [0, 0, 0]);
    }
}

#[tokio::test]
async fn the_same_request_twice_at_once_is_one_movement() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    for round in 1..=20 {
        let key = json!({ "key": Uuid::now_v7() });
        let (first, second) = tokio::join!(
            receive(&admin, &goods, &shelf, 1, key.clone()),
            receive(&admin, &goods, &shelf, 1, key.clone()),
        );
        let (first, second) = (first.data(), second.data());
        assert_eq!(first["movement"]["id"], second["movement"]["id"]);
        assert_eq!(figures(&admin, &first["stock"]).await[0], round);
    }
}

#[tokio::test]
async fn two_pickers_who_take_the_lot_of_the_other_wait() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = perishable(&admin, "SKU-1").await;
    let form = json!({ "lines": [{ "item_id": goods["id"], "quantity": 20 }] });
    let early = receive_lot(&admin, &goods, &shelf, "EARLY", "2099-01-01", 20).await;
    let late = receive_lot(&admin, &goods, &shelf, "LATE", "2099-06-01", 40).await;
    let (one, two) = (
        pick_list(&admin, &own, form.clone()).await.data(),
        pick_list(&admin, &own, form.clone()).await.data(),
    );
    for list in [&one, &two] {
        assert_eq!(act_on_list(&admin, list, "allocate", json!({})).await.data()["held"], 20);
    }
    receive_lot(&admin, &goods, &shelf, "EARLY", "2099-01-01", 20).await;
    for round in 0..15 {
        let because = || json!({ "other_lot_reason": "nearer" });
        let (first, second) =
            tokio::join!(scan(&admin, &one, "LATE", because()), scan(&staff, &two, "EARLY", because()));
        let outcomes = [&first["outcome"], &second["outcome"]];
        assert_eq!(outcomes, [&json!("picked"), &json!("picked")], "round {round}: {first} {second}");
    }
    assert_eq!([figures(&admin, &early).await[0], figures(&admin, &late).await[0]], [25, 25]);
}

#[tokio::test]
async fn two_pickers_with_one_list_take_what_is_held_once() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 30).await;
    let list = hold_list(&admin, &own, &goods, 11).await;
    let mut picked = 0;
    for _ in 0..10 {
        let (first, second) = tokio::join!(
            scan(&admin, &list, "SKU-1", json!({})),
            scan(&staff, &list, "SKU-1", json!({ "quantity": 2 })),
        );
        for answer in [first, second] {
            picked += answer["pick"]["quantity"].as_i64().unwrap_or_default();
        }
    }
    assert_eq!(picked, 11);
    let found = admin.get(&format!("{STOCKS}?item_id={}", text(&goods["id"]))).await.data();
    assert_eq!((&found[0]["on_hand"], &found[0]["reserved"]), (&json!(19), &json!(0)));
}
