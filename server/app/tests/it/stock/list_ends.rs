//! Lists end: all of one came back, its order is sent again, and what was short goes on in another one.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    MOVEMENTS, OneShelf, PICK_LISTS, act_on_list, figures, fill_shelf, hold_list, item, pick_list, place,
    receive, scan, text, warehouse, with,
};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

/// The picks of a list come back into a place.
pub async fn return_all(person: &Person, list: &Value, shelf: &Value) {
    let path = format!("{MOVEMENTS}?kind=pick&pick_list_id={}", text(&list["id"]));
    for pick in person.get(&path).await.data().as_array().unwrap() {
        let form = json!({ "key": Uuid::now_v7(), "place_id": shelf["id"], "quantity": pick["quantity"] });
        person.post(&format!("{MOVEMENTS}/{}/return", text(&pick["id"])), form).await.data();
    }
}

pub async fn show(person: &Person, list: &Value) -> Value {
    person.get(&format!("{PICK_LISTS}/{}", text(&list["id"]))).await.data()
}

#[tokio::test]
async fn a_list_of_which_all_came_back_is_cancelled_and_its_order_sent_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, shelf, goods, stock } = fill_shelf(&admin, &staff, 5).await;
    let form = json!({
        "channel": "shop", "external_id": "1042", "lines": [{ "item_id": goods["id"], "quantity": 2 }],
    });
    let list = pick_list(&staff, &own, form.clone()).await.data();
    act_on_list(&staff, &list, "allocate", json!({})).await.data();
    scan(&staff, &list, "SKU-1", json!({ "quantity": 2 })).await;
    act_on_list(&staff, &list, "finish", json!({})).await.data();
    let because = || json!({ "reason": "the customer does not want it" });
    let early = act_on_list(&staff, &list, "cancel", because()).await;
    assert_eq!((early.status, early.message_code()), (409, "pick_list_not_empty".into()));

    return_all(&staff, &list, &shelf).await;
    let back = show(&staff, &list).await;
    assert_eq!(
        (&back["picked"], &back["returned"], &back["lines"][0]["returned"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert_eq!((&back["can"]["pack"], &back["can"]["cancel"]), (&json!(false), &json!(true)));
    let empty = act_on_list(&staff, &list, "pack", json!({ "parcels": [{ "weight_g": 100 }] })).await;
    assert_eq!((empty.status, empty.message_code()), (409, "pick_list_empty".into()));
    let cancelled = act_on_list(&staff, &list, "cancel", because()).await.data();
    assert_eq!((&cancelled["status"], &cancelled["returned"]), (&json!(0), &json!(2)));
    assert_eq!(figures(&staff, &stock).await, [5, 0, 5]);

    let again = pick_list(&staff, &own, form).await.data();
    assert_ne!(again["id"], list["id"], "a cancelled list keeps no order");
    assert_eq!(again["status"], 10);
}

#[tokio::test]
async fn goods_that_went_out_again_keep_a_list_from_being_cancelled() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, shelf, goods, .. } = fill_shelf(&admin, &admin, 5).await;
    let list = hold_list(&admin, &own, &goods, 3).await;
    scan(&admin, &list, "SKU-1", json!({})).await;
    return_all(&admin, &list, &shelf).await;
    // Not all of it was picked: it ends, too.
    assert_eq!(show(&admin, &list).await["can"]["cancel"], true);
    let finish = act_on_list(&admin, &list, "finish", json!({ "reason": "x" })).await;
    assert_eq!(finish.message_code(), "pick_list_empty");
    // The return was a mistake.
    let back = admin.get(&format!("{MOVEMENTS}?kind=return")).await.data()[0].clone();
    let form = json!({ "key": Uuid::now_v7(), "reason": "it was another one" });
    admin.post(&format!("{MOVEMENTS}/{}/reverse", text(&back["id"])), form).await.data();
    let list = show(&admin, &list).await;
    assert_eq!((&list["returned"], &list["can"]["cancel"]), (&json!(0), &json!(false)));
    let refused = act_on_list(&admin, &list, "cancel", json!({ "reason": "x" })).await;
    assert_eq!(refused.message_code(), "pick_list_not_empty");
}

#[tokio::test]
async fn what_was_short_goes_on_in_another_list() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let [goods, other] = [item(&staff, "SKU-1", json!({})).await, item(&staff, "SKU-2", json!({})).await];
    receive(&staff, &goods, &shelf, 3, json!({})).await.data();
    receive(&staff, &other, &shelf, 1, json!({})).await.data();
    let form = json!({
        "channel": "shop", "external_id": "1042", "currency": "USD", "note": "fragile",
        "lines": [
            { "item_id": goods["id"], "quantity": 5, "unit_value": "7.5" }, { "item_id": other["id"], "quantity": 1 },
        ],
    });
    let list = pick_list(&staff, &own, form).await.data();
    act_on_list(&staff, &list, "allocate", json!({})).await.data();
    scan(&staff, &list, "SKU-1", json!({ "quantity": 3 })).await;
    scan(&staff, &list, "SKU-2", json!({})).await;
    let picked = act_on_list(&staff, &list, "finish", json!({ "reason": "two are missing" })).await.data();
    assert_eq!((&picked["short"], &picked["can"]["rest"]), (&json!(0), &json!(false)));
    let packed = act_on_list(&staff, &list, "pack", json!({ "parcels": [{ "weight_g": 900 }] })).await.data();
    assert_eq!((&packed["short"], &packed["can"]["rest"]), (&json!(2), &json!(true)));
    assert_eq!((&packed["lines"][0]["short"], &packed["lines"][1]["short"]), (&json!(2), &json!(0)));

    let rest = act_on_list(&staff, &list, "rest", json!({})).await.data();
    assert_eq!(
        (&rest["status"], &rest["quantity"], &rest["external_id"]),
        (&json!(10), &json!(2), &Value::Null)
    );
    assert_eq!((&rest["reference"], &rest["rest_of_id"]), (&list["number"], &list["id"]));
    assert_eq!((&rest["note"], &rest["lines"][0]["unit_value"]), (&json!("fragile"), &json!("7.5")));
    assert_eq!(rest["lines"].as_array().unwrap().len(), 1);
    let first = show(&staff, &list).await;
    assert_eq!((&first["rest_id"], &first["rest_number"]), (&rest["id"], &rest["number"]));
    let second = act_on_list(&staff, &list, "rest", json!({})).await;
    assert_eq!((second.status, second.message_code()), (409, "pick_list_has_rest".into()));
    // Goods that come back from the customer are no rest.
    return_all(&staff, &list, &shelf).await;
    assert_eq!(show(&staff, &list).await["short"], 2);
    act_on_list(&staff, &rest, "cancel", json!({ "reason": "not needed" })).await.data();
    let free = show(&staff, &list).await;
    assert_eq!((&free["rest_id"], &free["can"]["rest"]), (&Value::Null, &json!(true)));
    assert_eq!(audited(&app, "pick_list.rest").await.len(), 1);
}

#[tokio::test]
async fn a_complete_list_has_no_rest() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, goods, .. } = fill_shelf(&admin, &admin, 9).await;
    let form = json!({ "lines": [{ "item_id": goods["id"], "quantity": 2 }] });
    let list = pick_list(&admin, &own, with(form, json!({ "reference": "For Ana" }))).await.data();
    let early = act_on_list(&admin, &list, "rest", json!({})).await;
    assert_eq!((early.status, early.message_code()), (409, "pick_list_state".into()));
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    scan(&admin, &list, "SKU-1", json!({ "quantity": 2 })).await;
    act_on_list(&admin, &list, "finish", json!({})).await.data();
    act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 100 }] })).await.data();
    let refused = act_on_list(&admin, &list, "rest", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pick_list_complete".into()));
}
