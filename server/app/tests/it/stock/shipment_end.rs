//! A shipment is cancelled: goods that are held for it are free again, picked ones go back, and its order may be sent again.

use serde_json::{Value, json};

use super::list_ends::{return_all, show};
use super::{
    OneShelf, PICK_LISTS, STOCKS, act_on_list, figures, fill_shelf, item, pick_list, place, receive, scan,
    text, warehouse,
};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::audited;

/// A draft, and the list of so many units that are held for it.
async fn hold_for_draft(person: &Person, own: &Value, goods: &Value, quantity: i32) -> [Value; 2] {
    let draft = person.post("/api/shipments", json!({})).await.data();
    let lines = json!([{ "item_id": goods["id"], "quantity": quantity }]);
    let form = json!({ "shipment_id": draft["id"], "lines": lines });
    let list = pick_list(person, own, form).await.data();
    [draft, list]
}

async fn cancel(person: &Person, shipment_id: &Value) -> Answer {
    let path = format!("/api/shipments/{}/cancel", text(shipment_id));
    person.post(&path, json!({ "reason": "not needed" })).await
}

async fn pack(person: &Person, list: &Value) -> Answer {
    act_on_list(person, list, "pack", json!({ "parcels": [{ "weight_g": 400 }] })).await
}

#[tokio::test]
async fn goods_that_are_held_for_a_cancelled_shipment_are_free_at_once() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, stock, .. } = fill_shelf(&admin, &admin, 5).await;
    let [draft, list] = hold_for_draft(&admin, &own, &goods, 2).await;
    assert_eq!(figures(&admin, &stock).await, [5, 2, 3]);
    cancel(&admin, &draft["id"]).await.data();
    assert_eq!(figures(&admin, &stock).await, [5, 0, 5]);
    let ended = show(&admin, &list).await;
    assert_eq!(
        (&ended["status"], &ended["reason"], &ended["to_return"]),
        (&json!(0), &json!("not needed"), &json!(0))
    );
    assert!(ended["shipment_ended_at"].is_string(), "{ended}");
    assert_eq!(audited(&app, "pick_list.cancel").await.len(), 1);

    let [one, _] = hold_for_draft(&admin, &own, &goods, 2).await;
    let [other, _] = hold_for_draft(&admin, &own, &goods, 3).await;
    assert_eq!(figures(&admin, &stock).await, [5, 5, 0]);
    let form = json!({ "ids": [one["id"], other["id"]], "reason": "not needed" });
    admin.post("/api/shipments/cancel", form).await.data();
    assert_eq!(figures(&admin, &stock).await, [5, 0, 5], "many at once");
}

#[tokio::test]
async fn what_was_picked_for_a_cancelled_shipment_is_put_back() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, shelf, goods, stock } = fill_shelf(&admin, &admin, 5).await;
    let [draft, list] = hold_for_draft(&admin, &own, &goods, 3).await;
    scan(&admin, &list, "SKU-1", json!({ "quantity": 2 })).await;
    cancel(&admin, &draft["id"]).await.data();
    assert_eq!(figures(&admin, &stock).await, [3, 0, 3], "the third one is free");
    let ended = show(&admin, &list).await;
    assert_eq!(
        (&ended["status"], &ended["reason"], &ended["to_return"]),
        (&json!(30), &json!("not needed"), &json!(2))
    );
    assert_eq!((&ended["can"]["pack"], &ended["can"]["allocate"]), (&json!(false), &json!(false)));
    assert_eq!(audited(&app, "pick_list.shipment_end").await.len(), 1);
    let tasks = format!("{PICK_LISTS}?to_return=true");
    assert_eq!(admin.get(&tasks).await.data()[0]["id"], list["id"]);

    return_all(&admin, &list, &shelf).await;
    assert_eq!(figures(&admin, &stock).await, [5, 0, 5]);
    assert_eq!(admin.get(&tasks).await.data(), json!([]));
    let cancelled = act_on_list(&admin, &list, "cancel", json!({ "reason": "all is back" })).await.data();
    assert_eq!((&cancelled["status"], &cancelled["to_return"]), (&json!(0), &json!(0)));
}

#[tokio::test]
async fn an_order_whose_shipment_is_cancelled_is_sent_again() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, shelf, goods, stock } = fill_shelf(&admin, &admin, 5).await;
    let form = json!({
        "channel": "shop", "external_id": "1042", "lines": [{ "item_id": goods["id"], "quantity": 2 }],
    });
    let mut lists = Vec::new();
    for _ in 0..2 {
        let list = pick_list(&admin, &own, form.clone()).await.data();
        assert!(!lists.contains(&list["id"]), "it has a list of its own");
        lists.push(list["id"].clone());
        act_on_list(&admin, &list, "allocate", json!({})).await.data();
        scan(&admin, &list, "SKU-1", json!({ "quantity": 2 })).await;
        act_on_list(&admin, &list, "finish", json!({})).await.data();
        let packed = pack(&admin, &list).await.data();
        assert_eq!(pick_list(&admin, &own, form.clone()).await.data()["id"], list["id"], "while it lives");
        let path = format!("/api/shipments/{}", text(&packed["shipment_id"]));
        assert_eq!(admin.get(&path).await.data()["external_ref"], "1042");
        cancel(&admin, &packed["shipment_id"]).await.data();
        let ended = show(&admin, &list).await;
        assert_eq!(
            (&ended["status"], &ended["to_return"], &ended["can"]["rest"]),
            (&json!(40), &json!(2), &json!(false))
        );
        return_all(&admin, &list, &shelf).await;
        assert_eq!(figures(&admin, &stock).await, [5, 0, 5]);
        assert_eq!(show(&admin, &list).await["to_return"], 0);
    }
    let found = admin.get("/api/shipments?search=1042").await.data();
    assert_eq!(found.as_array().unwrap().len(), 1, "the number goes over to the newer shipment");
}

#[tokio::test]
async fn goods_are_packed_or_their_shipment_is_cancelled_but_nobody_waits_for_ever() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 50).await;
    for round in 0..10 {
        let [draft, list] = hold_for_draft(&admin, &own, &goods, 1).await;
        scan(&admin, &list, "SKU-1", json!({})).await;
        act_on_list(&admin, &list, "finish", json!({})).await.data();
        let (packed, cancelled) = tokio::join!(pack(&admin, &list), cancel(&admin, &draft["id"]));
        assert_eq!(cancelled.status, 200, "round {round}: {}", cancelled.text());
        assert!(matches!(packed.status, 200 | 409), "round {round}: {}", packed.text());
        let ended = show(&admin, &list).await;
        let status = if packed.status == 200 { 40 } else { 30 };
        assert_eq!((&ended["status"], &ended["to_return"]), (&json!(status), &json!(1)), "round {round}");
    }
}

#[tokio::test]
async fn a_client_chooses_among_all_warehouses_where_its_goods_lie() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let client_id = client.get("/api/profile").await.data()["client_id"].clone();
    let theirs = item(&admin, "SKU-1", json!({ "client_id": client_id })).await;
    let company = item(&admin, "SKU-2", json!({})).await;
    for (code, goods) in [("ONE", &theirs), ("TWO", &theirs), ("SIX", &company)] {
        let own = warehouse(&admin, code).await;
        let shelf = place(&admin, &own, "A-1", "storage").await;
        receive(&admin, goods, &shelf, 1, json!({})).await.data();
    }
    let path = format!("{STOCKS}/warehouses");
    let codes = async |person: &Person, query: &str| -> Vec<String> {
        let found = person.get(&format!("{path}{query}")).await.data();
        found.as_array().unwrap().iter().map(|one| text(&one["code"]).to_owned()).collect()
    };
    assert_eq!(codes(&client, "").await, ["ONE", "TWO"]);
    assert_eq!(codes(&client, "?own=true").await, [""; 0]);
    assert_eq!(codes(&admin, &format!("?client_id={}", text(&client_id))).await, ["ONE", "TWO"]);
    assert_eq!(codes(&admin, "?own=true").await, ["SIX"]);
}
