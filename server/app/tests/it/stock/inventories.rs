//! Inventories: what lies in places is counted blind, the ledger at the moment of each count decides, and somebody else approves.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    INVENTORIES, OneShelf, act, figures, fill_shelf, item, perishable, place, receive, receive_lot, text,
    warehouse, with,
};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::audited;

pub async fn begin(person: &Person, warehouse: &Value, more: Value) -> Value {
    let form = with(json!({ "warehouse_id": warehouse["id"] }), more);
    let made = person.post(INVENTORIES, form).await.data();
    act_on(person, &made, "start", json!({})).await.data()
}

/// Something done with an inventory, as it is now.
async fn act_on(person: &Person, inventory: &Value, verb: &str, form: Value) -> Answer {
    let path = format!("{INVENTORIES}/{}", text(&inventory["id"]));
    let version = person.get(&path).await.data()["version"].clone();
    person.post(&format!("{path}/{verb}"), with(json!({ "version": version }), form)).await
}

pub fn entry(line: &Value, quantity: i64, at: DateTime<Utc>) -> Value {
    json!({ "key": Uuid::now_v7(), "line": line["line"], "quantity": quantity, "counted_at": at })
}

/// Sends counts of a device whose clock is right.
pub async fn send(app: &TestApp, person: &Person, inventory: &Value, counts: &[Value]) -> Value {
    let form = json!({ "sent_at": app.state.clock.now(), "counts": counts });
    person.post(&format!("{INVENTORIES}/{}/count", text(&inventory["id"])), form).await.data()
}

async fn count(app: &TestApp, person: &Person, inventory: &Value, line: &Value, quantity: i64) -> Value {
    let counts = [entry(line, quantity, app.state.clock.now())];
    send(app, person, inventory, &counts).await["results"][0].clone()
}

async fn show(person: &Person, inventory: &Value) -> Value {
    person.get(&format!("{INVENTORIES}/{}", text(&inventory["id"]))).await.data()
}

#[tokio::test]
async fn who_counts_sees_no_figure_and_somebody_else_approves() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let empty = place(&admin, &own, "A-2", "storage").await;
    let goods = item(&staff, "SKU-1", json!({})).await;
    let stock = receive(&staff, &goods, &shelf, 987654321, json!({})).await.data()["stock"].clone();
    let inventory = begin(&staff, &own, json!({ "tolerance": 5 })).await;
    assert_eq!((&inventory["place_count"], &inventory["line_count"]), (&json!(2), &json!(1)));
    let line = &inventory["lines"][0];
    assert_eq!((&line["figures"], &line["open"]), (&Value::Null, &json!(true)));
    for person in [&staff, &admin] {
        assert!(
            !show(person, &inventory).await.to_string().contains("987654321"),
            "what should be there is not told"
        );
    }
    let counted = count(&app, &staff, &inventory, line, 987654318).await;
    assert_eq!(counted["outcome"], "counted");
    let listed = staff.get(INVENTORIES).await.data();
    assert_eq!((&listed[0]["counted"], &listed[0]["differences"]), (&json!(1), &Value::Null));

    // Goods that were found in the second place.
    let path = format!("{INVENTORIES}/{}/lines", text(&inventory["id"]));
    let find = json!({ "place_id": empty["id"], "item_id": goods["id"] });
    let found = staff.post(&path, find.clone()).await.data();
    assert_eq!(staff.post(&path, find).await.data()["line_count"], found["line_count"]);
    let second = found["lines"].as_array().unwrap().iter().find(|line| line["found"] == true).unwrap();
    assert_eq!((&second["place"], &found["line_count"]), (&json!("A-2"), &json!(2)));
    let refused = act_on(&staff, &inventory, "finish", json!({})).await;
    assert_eq!((refused.status, refused.code_at("not_counted")), (409, "inventory_not_counted".into()));
    assert_eq!(refused.json()["params"]["count"], 1);
    count(&app, &staff, &inventory, second, 2).await;

    let ended = act_on(&staff, &inventory, "finish", json!({})).await.data();
    assert_eq!((&ended["status"], &ended["can"]["approve"]), (&json!(50), &json!(false)));
    let own_count = act_on(&staff, &inventory, "approve", json!({})).await;
    assert_eq!((own_count.status, own_count.message_code()), (409, "inventory_own_count".into()));
    let seen = show(&admin, &inventory).await;
    assert_eq!(seen["lines"][0]["figures"]["variance"], -3);
    assert_eq!(seen["lines"][0]["figures"]["counts"][0]["balance"], 987654321);
    let posted = act_on(&admin, &inventory, "approve", json!({})).await.data();
    assert_eq!((&posted["status"], &posted["differences"]), (&json!(60), &json!(2)));
    let again = act_on(&admin, &inventory, "approve", json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "inventory_posted".into()));
    assert_eq!(figures(&staff, &stock).await, [987654318, 0, 987654318]);
    let movements = staff.get("/api/stock-movements?kind=count").await.data();
    assert_eq!(movements.as_array().unwrap().len(), 2);
    assert_eq!(audited(&app, "inventory.approve").await.len(), 1);

    // Nothing has happened there before it was counted.
    let counted_at: DateTime<Utc> =
        text(&seen["lines"][0]["figures"]["counts"][0]["counted_at"]).parse().unwrap();
    let early = json!({
        "quantity": 1, "removal": "lost", "reason": "late", "occurred_at": counted_at - TimeDelta::minutes(1),
    });
    assert_eq!(act(&staff, &stock, "remove", early).await.code_at("occurred_at"), "stock_before_count");
}

#[tokio::test]
async fn what_moves_after_a_count_stays() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, stock, .. } = fill_shelf(&admin, &staff, 10).await;
    let inventory = begin(&staff, &own, json!({})).await;
    let line = &inventory["lines"][0];
    // A phone without a network counts at ten, goods leave at five past ten, and the phone sends later. Its clock is wrong.
    let counted_at = app.state.clock.now();
    app.state.clock.advance(TimeDelta::minutes(5));
    let form = json!({ "quantity": 3, "removal": "damaged", "reason": "broken" });
    act(&staff, &stock, "remove", form).await.data();
    app.state.clock.advance(TimeDelta::minutes(25));
    let wrong = TimeDelta::hours(7);
    let counts = json!([entry(line, 10, counted_at + wrong)]);
    let form = json!({ "sent_at": app.state.clock.now() + wrong, "counts": counts });
    let path = format!("{INVENTORIES}/{}/count", text(&inventory["id"]));
    assert_eq!(staff.post(&path, form.clone()).await.data()["results"][0]["outcome"], "counted");
    assert_eq!(staff.post(&path, form).await.data()["results"][0]["outcome"], "known");
    act_on(&staff, &inventory, "finish", json!({})).await.data();
    let posted = act_on(&admin, &inventory, "approve", json!({})).await.data();
    assert_eq!((&posted["status"], &posted["differences"]), (&json!(60), &json!(0)));
    assert_eq!(figures(&staff, &stock).await, [7, 0, 7]);
}

#[tokio::test]
async fn what_differs_is_counted_again_by_somebody_else() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let dev = app.signed_in(ATLANTICO, "dev").await;
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = perishable(&staff, "SKU-1").await;
    let stock = receive_lot(&staff, &goods, &shelf, "L1", "2099-01-01", 12).await;
    receive_lot(&staff, &goods, &shelf, "L2", "2099-01-01", 3).await;
    let inventory = begin(&staff, &own, json!({})).await;
    let lines = inventory["lines"].as_array().unwrap().clone();
    let at = app.state.clock.now();
    let unknown = json!({ "key": Uuid::now_v7(), "line": 99, "quantity": 1, "counted_at": at });
    let sent = [entry(&lines[0], 10, at), entry(&lines[1], 3, at), unknown];
    let answer = send(&app, &staff, &inventory, &sent).await;
    assert_eq!(answer["results"][2]["message_code"], "inventory_line_unknown");
    assert_eq!(answer["inventory"]["counted"], 2);
    let first = act_on(&staff, &inventory, "finish", json!({})).await.data();
    assert_eq!((&first["status"], &first["to_recount"]), (&json!(40), &json!(1)));
    let refused = act_on(&staff, &inventory, "finish", json!({ "not_counted": true })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "inventory_not_recounted".into()));
    for (line, code) in [(&lines[0], "inventory_other_counter"), (&lines[1], "inventory_line_settled")] {
        assert_eq!(count(&app, &staff, &inventory, line, 10).await["message_code"], code);
    }
    count(&app, &dev, &inventory, &lines[0], 10).await;
    let settled = act_on(&dev, &inventory, "finish", json!({})).await.data();
    assert_eq!(settled["status"], 50, "two people have found ten");
    let unknown = act_on(&admin, &inventory, "recount", json!({ "lines": [99] })).await;
    assert_eq!(unknown.code_at("lines"), "unknown_option");

    // The reviewer asks once more for the other line, and then agrees.
    let more = json!({ "lines": [lines[1]["line"]] });
    let reopened = act_on(&admin, &inventory, "recount", more).await.data();
    assert_eq!((&reopened["status"], &reopened["to_recount"]), (&json!(40), &json!(1)));
    count(&app, &dev, &inventory, &lines[1], 3).await;
    act_on(&dev, &inventory, "finish", json!({})).await.data();
    act_on(&admin, &inventory, "approve", json!({})).await.data();
    assert_eq!(figures(&staff, &stock).await, [10, 0, 10]);
}

#[tokio::test]
async fn a_figure_that_two_counts_have_found_stands() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, stock, .. } = fill_shelf(&admin, &staff, 12).await;
    let inventory = begin(&staff, &own, json!({ "other_counter": false })).await;
    for (quantity, status) in [(10, 40), (8, 40), (8, 50)] {
        let counted = count(&app, &staff, &inventory, &inventory["lines"][0], quantity).await;
        assert_eq!(counted["outcome"], "counted");
        assert_eq!(act_on(&staff, &inventory, "finish", json!({})).await.data()["status"], status);
    }
    let seen = show(&admin, &inventory).await;
    let counts = seen["lines"][0]["figures"]["counts"].as_array().unwrap();
    let quantities: Vec<&Value> = counts.iter().map(|count| &count["quantity"]).collect();
    assert_eq!(json!(quantities), json!([10, 8, 8]));
    act_on(&admin, &inventory, "approve", json!({})).await.data();
    assert_eq!(figures(&staff, &stock).await, [8, 0, 8]);
}

#[tokio::test]
async fn two_people_finish_an_inventory_by_a_decision() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, stock, .. } = fill_shelf(&admin, &staff, 12).await;
    let inventory = begin(&staff, &own, json!({})).await;
    count(&app, &staff, &inventory, &inventory["lines"][0], 10).await;
    let early = act_on(&admin, &inventory, "decide", json!({ "reason": "x" })).await;
    assert_eq!((early.status, early.message_code()), (409, "inventory_state".into()));
    let again = act_on(&staff, &inventory, "finish", json!({})).await.data();
    assert_eq!((&again["status"], &again["can"]["decide"]), (&json!(40), &json!(true)));
    assert_eq!(
        act_on(&admin, &inventory, "decide", json!({ "reason": " " })).await.code_at("reason"),
        "required"
    );
    let reason = json!({ "reason": "nobody else is here" });
    let decided = act_on(&staff, &inventory, "decide", reason).await.data();
    assert_eq!((&decided["status"], &decided["to_recount"]), (&json!(50), &json!(0)));
    assert_eq!(
        (&decided["reason"], &decided["can"]["approve"]),
        (&json!("nobody else is here"), &json!(false))
    );
    let own_count = act_on(&staff, &inventory, "approve", json!({})).await;
    assert_eq!(own_count.message_code(), "inventory_own_count");
    act_on(&admin, &inventory, "approve", json!({})).await.data();
    assert_eq!(figures(&staff, &stock).await, [10, 0, 10]);
    assert_eq!(audited(&app, "inventory.decide").await[0].2["lines"], 1);
}

#[tokio::test]
async fn two_people_who_have_both_counted_finish_it_too() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let (one, two) = (item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await);
    let stock = receive(&staff, &one, &shelf, 12, json!({})).await.data()["stock"].clone();
    let same = receive(&staff, &two, &shelf, 12, json!({})).await.data()["stock"].clone();
    let inventory = begin(&staff, &own, json!({})).await;
    let lines = inventory["lines"].as_array().unwrap().clone();
    for (person, quantity) in [(&staff, 10), (&admin, 8)] {
        count(&app, person, &inventory, &lines[0], quantity).await;
        // Both find the same here.
        count(&app, person, &inventory, &lines[1], 9).await;
        let again = act_on(person, &inventory, "finish", json!({})).await.data();
        assert_eq!(again["status"], 40);
    }
    // A third count needs a third person.
    for person in [&staff, &admin] {
        let refused = count(&app, person, &inventory, &lines[0], 9).await;
        assert_eq!(refused["message_code"], "inventory_other_counter");
    }
    let reason = json!({ "reason": "nobody else is here" });
    act_on(&staff, &inventory, "decide", reason).await.data();
    // The last figure is that of the second person: the first one agrees to it.
    let own_count = act_on(&admin, &inventory, "approve", json!({})).await;
    assert_eq!((own_count.status, own_count.message_code()), (409, "inventory_own_count".into()));
    act_on(&staff, &inventory, "approve", json!({})).await.data();
    assert_eq!([figures(&staff, &stock).await[0], figures(&staff, &same).await[0]], [8, 9]);
}

#[tokio::test]
async fn what_was_decided_is_not_asked_for_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let (one, two) = (item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await);
    receive(&staff, &one, &shelf, 12, json!({})).await.data();
    receive(&staff, &two, &shelf, 12, json!({})).await.data();
    let inventory = begin(&staff, &own, json!({})).await;
    let lines = inventory["lines"].as_array().unwrap().clone();
    count(&app, &staff, &inventory, &lines[0], 10).await;
    count(&app, &staff, &inventory, &lines[1], 12).await;
    act_on(&staff, &inventory, "finish", json!({})).await.data();
    act_on(&admin, &inventory, "decide", json!({ "reason": "late" })).await.data();
    let more = json!({ "lines": [lines[1]["line"]] });
    act_on(&admin, &inventory, "recount", more).await.data();
    count(&app, &admin, &inventory, &lines[1], 12).await;
    let ended = act_on(&admin, &inventory, "finish", json!({})).await.data();
    assert_eq!(ended["status"], 50, "the decided line stays as it is");
}

#[tokio::test]
async fn the_last_count_stands_whichever_phone_sends_first() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, .. } = fill_shelf(&admin, &staff, 12).await;
    let inventory = begin(&staff, &own, json!({ "tolerance": 100 })).await;
    let line = &inventory["lines"][0];
    let early = app.state.clock.now();
    app.state.clock.advance(TimeDelta::minutes(10));
    let late = app.state.clock.now();
    // In one call, the later one first; then an earlier one of another phone.
    send(&app, &staff, &inventory, &[entry(line, 8, late), entry(line, 11, early)]).await;
    app.state.clock.advance(TimeDelta::minutes(10));
    send(&app, &staff, &inventory, &[entry(line, 9, early + TimeDelta::minutes(1))]).await;
    act_on(&staff, &inventory, "finish", json!({})).await.data();
    let shown = show(&admin, &inventory).await["lines"][0]["figures"].clone();
    assert_eq!((&shown["quantity"], &shown["variance"]), (&json!(8), &json!(-4)));
    let quantities: Vec<&Value> =
        shown["counts"].as_array().unwrap().iter().map(|count| &count["quantity"]).collect();
    assert_eq!(json!(quantities), json!([11, 9, 8]));
}

#[tokio::test]
async fn a_count_from_before_the_recount_confirms_nothing() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, .. } = fill_shelf(&admin, &staff, 12).await;
    let inventory = begin(&staff, &own, json!({})).await;
    let line = &inventory["lines"][0];
    let early = app.state.clock.now();
    app.state.clock.advance(TimeDelta::minutes(10));
    count(&app, &staff, &inventory, line, 10).await;
    app.state.clock.advance(TimeDelta::minutes(10));
    act_on(&staff, &inventory, "finish", json!({})).await.data();
    // The phone of somebody else was without a network meanwhile.
    let late = send(&app, &admin, &inventory, &[entry(line, 10, early)]).await;
    assert_eq!(late["results"][0]["outcome"], "counted");
    let refused = act_on(&admin, &inventory, "finish", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "inventory_not_recounted".into()));
}

#[tokio::test]
async fn what_was_left_uncounted_once_is_not_asked_for_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let (one, two) = (item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await);
    receive(&staff, &one, &shelf, 12, json!({})).await.data();
    let left = receive(&staff, &two, &shelf, 3, json!({})).await.data()["stock"].clone();
    let inventory = begin(&staff, &own, json!({ "other_counter": false })).await;
    count(&app, &staff, &inventory, &inventory["lines"][0], 10).await;
    let again = act_on(&staff, &inventory, "finish", json!({ "not_counted": true })).await.data();
    assert_eq!((&again["status"], &again["to_recount"]), (&json!(40), &json!(1)));
    count(&app, &staff, &inventory, &inventory["lines"][0], 10).await;
    let ended = act_on(&staff, &inventory, "finish", json!({})).await;
    assert_eq!(ended.data()["status"], 50);
    act_on(&admin, &inventory, "approve", json!({})).await.data();
    assert_eq!(figures(&staff, &left).await, [3, 0, 3]);
}

#[tokio::test]
async fn a_place_is_counted_by_one_inventory_at_a_time() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    place(&admin, &own, "B-1", "storage").await;
    let goods = item(&staff, "SKU-1", json!({})).await;
    let stock = receive(&staff, &goods, &shelf, 5, json!({})).await.data()["stock"].clone();
    let first = begin(&staff, &own, json!({ "zone": "a" })).await;
    let form = json!({ "warehouse_id": own["id"] });
    let refused = staff.post(INVENTORIES, form.clone()).await;
    assert_eq!((refused.status, refused.code_at("place_ids")), (422, "inventory_place_open".into()));
    staff.post(INVENTORIES, with(form.clone(), json!({ "zone": "B" }))).await.data();
    let none = staff.post(INVENTORIES, with(form.clone(), json!({ "zone": "Z" }))).await;
    assert_eq!(none.code_at("zone"), "inventory_without_places");
    count(&app, &staff, &first, &first["lines"][0], 1).await;
    assert_eq!(
        act_on(&staff, &first, "cancel", json!({ "reason": " " })).await.code_at("reason"),
        "required"
    );
    let ended = act_on(&staff, &first, "cancel", json!({ "reason": "wrong place" })).await.data();
    assert_eq!((&ended["status"], &ended["reason"]), (&json!(0), &json!("wrong place")));
    assert_eq!(figures(&staff, &stock).await, [5, 0, 5]);
    let late = count(&app, &staff, &first, &first["lines"][0], 2).await;
    assert_eq!(late["message_code"], "inventory_state");
    staff.post(INVENTORIES, with(form, json!({ "zone": "A" }))).await.data();
}

#[tokio::test]
async fn places_are_chosen_by_their_last_count() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, .. } = fill_shelf(&admin, &staff, 10).await;
    place(&admin, &own, "Z-8", "storage").await;
    let form = json!({ "not_counted_days": 30, "tolerance": 5 });
    let inventory = begin(&staff, &own, form.clone()).await;
    assert_eq!(inventory["place_count"], 2, "they were never counted");
    count(&app, &staff, &inventory, &inventory["lines"][0], 9).await;
    act_on(&staff, &inventory, "finish", json!({})).await.data();
    act_on(&admin, &inventory, "approve", json!({})).await.data();
    let form = with(json!({ "warehouse_id": own["id"] }), form);
    let refused = staff.post(INVENTORIES, form.clone()).await;
    assert_eq!(
        (refused.status, refused.code_at("not_counted_days")),
        (422, "inventory_places_counted".into()),
        "the empty one is counted, too"
    );
    place(&admin, &own, "Z-9", "storage").await;
    assert_eq!(staff.post(INVENTORIES, form).await.data()["place_count"], 1, "the new one alone");
}
