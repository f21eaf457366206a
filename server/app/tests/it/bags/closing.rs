//! Bags are sealed, weighed and numbered, opened again, cancelled; their labels.

use serde_json::{Value, json};
use sqlx::Executor;

use super::{
    PATH, act, close, code, open, received, received_with, scan, send_scan, show, text, warehouse, with,
};
use crate::confirm::log;
use crate::support::{ATLANTICO, Person, TestApp};

fn postal() -> Value {
    json!({ "origin_office": "brsaod", "destination_office": "DEFRAA", "category": "A", "subclass": "nx" })
}

/// A closed bag for the post with a parcel.
async fn sealed(person: &Person, place: &Value, more: Value) -> Value {
    seal_new(person, place, postal(), more).await
}

async fn sealed_as(person: &Person, place: &Value, subclass: &str) -> Value {
    seal_new(person, place, with(postal(), json!({ "subclass": subclass })), json!({})).await
}

async fn seal_new(person: &Person, place: &Value, form: Value, more: Value) -> Value {
    let bag = open(person, place, form).await;
    let shipment = received(person, json!({})).await;
    scan(person, &bag, code(&shipment)).await;
    close(person, &bag, more).await.data()
}

#[tokio::test]
async fn a_sealed_bag_is_closed_and_its_seal_is_used_once() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let empty = close(&staff, &bag, json!({})).await;
    assert_eq!((empty.status, empty.message_code()), (409, "bag_empty".into()));
    let shipment = received(&staff, json!({})).await;
    scan(&staff, &bag, code(&shipment)).await;
    let stale = json!({ "seal": "A1", "gross_g": 1400, "version": 1 });
    let answer = staff.post(&format!("{PATH}/{}/close", text(&bag["id"])), stale).await;
    assert_eq!((answer.status, answer.message_code()), (409, "stale_version".into()));
    let closed = close(&staff, &bag, json!({ "seal": " a1 " })).await.data();
    assert_eq!(
        (&closed["status"], &closed["seal"], &closed["gross_g"]),
        (&json!(20), &json!("a1"), &json!(1400))
    );
    assert_eq!((&closed["s9_code"], &closed["can"]["reopen"]), (&Value::Null, &json!(true)));
    assert_eq!(log(&staff, &shipment).await[0], "SEALED");

    let nobody = act(&staff, &bag, "reopen", json!({ "reason": " " })).await;
    assert_eq!(nobody.code_at("reason"), "required");
    let opened = act(&staff, &bag, "reopen", json!({ "reason": "one forgotten" })).await.data();
    assert_eq!(
        (&opened["status"], &opened["seal"], &opened["gross_g"]),
        (&json!(10), &Value::Null, &Value::Null)
    );
    let again = close(&staff, &bag, json!({ "seal": "A1" })).await;
    assert_eq!((again.status, again.code_at("seal")), (422, "seal_used".into()));
    close(&staff, &bag, json!({ "seal": "A2" })).await.data();
}

#[tokio::test]
async fn a_scale_that_shows_another_weight_needs_a_reason() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let shipment = received_with(&staff, 5).await;
    for _ in 0..5 {
        scan(&staff, &bag, code(&shipment)).await;
    }
    let refused = close(&staff, &bag, json!({ "gross_g": 5400 })).await;
    assert_eq!((refused.status, refused.code_at("gross_g")), (422, "bag_weight_differs".into()));
    assert!(refused.text().contains("5.2 kg"), "{}", refused.text());
    assert_eq!(show(&staff, &bag).await["status"], 10);
    let reason = json!({ "gross_g": 5400, "difference_reason": "wet cartons" });
    let closed = close(&staff, &bag, reason).await.data();
    assert_eq!((&closed["gross_g"], &closed["difference_reason"]), (&json!(5400), &json!("wet cartons")));
}

#[tokio::test]
async fn what_was_stopped_since_its_scan_does_not_leave() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let shipment = received(&staff, json!({})).await;
    let key = scan(&staff, &bag, code(&shipment)).await["parcel"]["id"].clone();
    let form = json!({ "ids": [shipment["id"]], "reason": "documents" });
    staff.post("/api/shipments/hold", form).await.data();
    let refused = close(&staff, &bag, json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "bag_parcels_stopped".into()));
    assert!(refused.text().contains(code(&shipment)), "{}", refused.text());
    super::remove(&staff, &bag, &key, Some("held")).await.data();
    assert_eq!(act(&staff, &bag, "cancel", json!({ "reason": "empty" })).await.data()["status"], 0);
    let closed =
        send_scan(&staff, &bag, json!({ "key": uuid::Uuid::now_v7(), "code": code(&shipment) })).await;
    assert_eq!(closed.data()["outcome"], "refused");
}

#[tokio::test]
async fn bags_for_the_post_are_numbered_within_their_dispatch() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let first = sealed(&staff, &place, json!({})).await;
    let year = app.today().format("%Y").to_string();
    let digit = &year[3..];
    assert_eq!(first["s9_code"], format!("BRSAODDEFRAAANX{digit}0001001000014"));
    let second = sealed(&staff, &place, json!({ "is_last": true })).await;
    assert_eq!(second["s9_code"], format!("BRSAODDEFRAAANX{digit}0001002100014"));
    let third = sealed(&staff, &place, json!({})).await;
    assert_eq!((&third["dispatch_no"], &third["receptacle_no"]), (&json!(2), &json!(1)));
    let later = sealed(&staff, &place, json!({ "dispatch_no": 9 })).await;
    assert_eq!((&later["dispatch_no"], &later["receptacle_no"]), (&json!(9), &json!(1)));

    let bag = open(&staff, &place, postal()).await;
    let shipment = received(&staff, json!({})).await;
    scan(&staff, &bag, code(&shipment)).await;
    let over = close(&staff, &bag, json!({ "dispatch_no": 8 })).await;
    assert_eq!((over.status, over.code_at("dispatch_no")), (422, "dispatch_number".into()));

    let opened = act(&staff, &second, "reopen", json!({ "reason": "weighed wrong" })).await.data();
    assert_eq!((&opened["s9_code"], &opened["dispatch_no"]), (&Value::Null, &json!(1)));
    let heavier = json!({ "gross_g": 2000, "difference_reason": "a second carton" });
    let renumbered = close(&staff, &second, heavier).await.data();
    assert_eq!(renumbered["s9_code"], format!("BRSAODDEFRAAANX{digit}0001002100020"));
}

#[tokio::test]
async fn a_pallet_that_is_too_heavy_for_its_number_is_not_closed() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let pallet = with(postal(), json!({ "kind": "pallet", "max_weight_g": 2_000_000 }));
    let bag = open(&staff, &place, pallet).await;
    let shipment = received(&staff, json!({})).await;
    scan(&staff, &bag, code(&shipment)).await;
    let weigh = |gross_g: i64| json!({ "gross_g": gross_g, "difference_reason": "machines" });
    // The number has four digits for hundreds of grams.
    let refused = close(&staff, &bag, weigh(999_950)).await;
    assert_eq!((refused.status, refused.code_at("gross_g")), (422, "bag_too_heavy".into()));
    assert_eq!(refused.json()["errors"]["gross_g"][0]["params"]["max"], "999.9 kg");
    let closed = close(&staff, &bag, weigh(999_949)).await.data();
    assert!(text(&closed["s9_code"]).ends_with("0001001009999"), "a refused number is not used up: {closed}");
}

/// Does something with the numbers of the routes, as if many bags had gone there.
async fn renumber(app: &TestApp, sql: &'static str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    (&mut *tx).execute(sql).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_route_without_a_dispatch_left_says_so_until_the_next_year() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    sealed(&staff, &place, json!({})).await;
    renumber(&app, "update bag_dispatches set dispatch_no = 9999, receptacle_no = 998").await;
    let last = sealed(&staff, &place, json!({})).await;
    assert_eq!((&last["dispatch_no"], &last["receptacle_no"]), (&json!(9999), &json!(999)));
    let bag = open(&staff, &place, postal()).await;
    scan(&staff, &bag, code(&received(&staff, json!({})).await)).await;
    for more in [json!({}), json!({ "dispatch_no": 9999 })] {
        let refused = close(&staff, &bag, more).await;
        assert_eq!((refused.status, refused.code_at("dispatch_no")), (422, "dispatches_used_up".into()));
    }
    renumber(&app, "update bag_dispatches set receptacle_no = 3").await;
    let ended = sealed(&staff, &place, json!({ "is_last": true })).await;
    assert_eq!((&ended["dispatch_no"], &ended["receptacle_no"]), (&json!(9999), &json!(4)));
    assert_eq!(close(&staff, &bag, json!({})).await.code_at("dispatch_no"), "dispatches_used_up");

    // All that went before is of the last year.
    renumber(&app, "update bag_dispatches set year = year - 1").await;
    renumber(&app, "update bags set dispatch_year = dispatch_year - 1 where dispatch_year is not null").await;
    let this_year = close(&staff, &bag, json!({})).await.data();
    assert_eq!((&this_year["dispatch_no"], &this_year["receptacle_no"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn a_bag_that_goes_between_other_offices_gets_the_next_number_there() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = sealed(&staff, &place, json!({})).await;
    let opened = act(&staff, &bag, "reopen", json!({ "reason": "other subclass" })).await.data();
    let change = json!({ "version": opened["version"], "subclass": "IX" });
    let changed = staff.patch(&format!("{PATH}/{}", text(&bag["id"])), change).await.data();
    assert_eq!((&changed["dispatch_no"], &changed["receptacle_no"]), (&Value::Null, &Value::Null));
    let first = sealed_as(&staff, &place, "IX").await;
    assert_eq!((&first["dispatch_no"], &first["receptacle_no"]), (&json!(1), &json!(1)));
    let closed = close(&staff, &bag, json!({})).await.data();
    assert_eq!((&closed["dispatch_no"], &closed["receptacle_no"]), (&json!(1), &json!(2)));
}

#[tokio::test]
async fn the_label_is_a_page_with_the_number_of_the_bag() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let plain = open(&staff, &place, json!({ "kind": "pallet" })).await;
    for bag in [plain, sealed(&staff, &place, json!({})).await] {
        let label = staff.get(&format!("{PATH}/{}/label", text(&bag["id"]))).await;
        assert_eq!(label.status, 200, "{}", label.text());
        assert_eq!(label.header("content-type"), Some("application/pdf"));
        let name = format!("{}.pdf", text(&bag["number"]));
        assert!(label.header("content-disposition").is_some_and(|header| header.contains(&name)));
        let zpl = staff.get(&format!("{PATH}/{}/label?format=zpl_300", text(&bag["id"]))).await;
        assert_eq!((zpl.status, zpl.header("content-type")), (200, Some("application/zpl")));
        let codes = [Some(text(&bag["number"])), bag["s9_code"].as_str()];
        for code in codes.into_iter().flatten() {
            assert!(zpl.text().contains(&format!("^FD{code}^FS")), "{code}");
        }
    }
}
