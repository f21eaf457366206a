//! Parcels of clients that a warehouse does not take in, and places that take no more.

use serde_json::json;

use crate::inbound_parcels::{act, announce, announcement, warehouse};
use crate::prices::id;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_warehouse_refuses_countries_and_goods_that_it_does_not_take_in() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let intake = json!({ "refused_countries": [238], "refused_goods": [" Power bank "], "places": [] });
    let form = json!({ "version": place["version"], "intake": intake });
    let changed = admin.patch(&format!("/api/warehouses/{}", id(&place)), form).await.data();
    assert_eq!(changed["intake"]["refused_goods"], json!(["Power bank"]));
    let mut form = announcement(&place, "1Z-A");
    (form["from_country_id"], form["content"]) = (json!(238), json!("2 power-bank, red"));
    let refused = client.post("/api/inbound-parcels", form.clone()).await;
    assert_eq!((refused.status, refused.code_at("content")), (422, "goods_not_accepted".into()));
    assert_eq!(refused.code_at("from_country_id"), "country_not_accepted");
    (form["from_country_id"], form["content"]) = (json!(32), json!("Camera"));
    let parcel = client.post("/api/inbound-parcels", form).await.data();
    let change = json!({ "version": parcel["version"], "from_country_id": 238 });
    let refused = client.patch(&format!("/api/inbound-parcels/{}", id(&parcel)), change).await;
    assert_eq!((refused.status, refused.code_at("from_country_id")), (422, "country_not_accepted".into()));
}

#[tokio::test]
async fn nothing_is_put_into_a_place_that_is_closed_or_full() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let places = json!([
        { "place": "A-1", "max_parcels": 1, "is_closed": false }, { "place": "B-1", "max_parcels": null, "is_closed": true },
    ]);
    let intake = json!({ "refused_countries": [], "refused_goods": [], "places": places });
    let form = json!({ "version": place["version"], "intake": intake });
    admin.patch(&format!("/api/warehouses/{}", id(&place)), form).await.data();
    let (one, two) = (announce(&client, &place, "1Z-A").await, announce(&client, &place, "1Z-B").await);
    let closed = act(&staff, &one, "receive", json!({ "place": "b-1" })).await;
    assert_eq!((closed.status, closed.code_at("place")), (422, "place_closed".into()));
    let first = act(&staff, &one, "receive", json!({ "place": "A-1" })).await.data();
    act(&staff, &first, "put_away", json!({ "place": "a-1" })).await.data();
    let second = act(&staff, &two, "receive", json!({})).await.data();
    let full = act(&staff, &second, "put_away", json!({ "place": " a-1 " })).await;
    assert_eq!((full.status, full.code_at("place")), (422, "place_full".into()));
    assert_eq!(act(&staff, &second, "put_away", json!({ "place": "A-2" })).await.data()["status"], 30);
}
