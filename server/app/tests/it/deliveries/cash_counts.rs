//! Who counts which cash, and how often.

use serde_json::{Value, json};

use super::cash::{FLAG, PATH, ask_for_in, list_waiting, send_out, to_count};
use super::{arrive, make_record, plan_delivery, record, send, show, start_route};
use crate::subsidiaries::{branches, give, id_of, shipped};
use crate::support::{ATLANTICO, Person, TestApp};

async fn collecting() -> TestApp {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    app
}

fn paid(stop: &Value, cash: &str) -> Value {
    make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": cash }))
}

#[tokio::test]
async fn two_people_count_the_same_cash_and_one_of_them_has_counted_it() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "dev").await;
    let (_, stop) = send_out(&driver, "150").await;
    send(&driver, &[&paid(&stop, "150")]).await;
    let form = to_count(&list_waiting(&counter).await[0], "150");
    let (one, two) = tokio::join!(counter.post(PATH, form.clone()), other.post(PATH, form.clone()));
    let refused = if one.status == 200 { &two } else { &one };
    assert_eq!(one.status.min(two.status), 200, "{}", one.text());
    assert_eq!((refused.status, refused.message_code()), (409, "cash_counted_already".into()));
    assert_eq!(counter.get(PATH).await.json()["meta"]["totals"]["settled"], 1);
}

#[tokio::test]
async fn a_double_tap_is_counted_once() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (delivery, stop) = send_out(&driver, "150").await;
    send(&driver, &[&paid(&stop, "150"), &paid(&stop, "150")]).await;
    assert_eq!(show(&counter, &delivery).await["tasks"], json!(["cod_twice"]));
    let counted = counter.post(PATH, to_count(&list_waiting(&counter).await[0], "150")).await.data();
    assert_eq!((&counted["status"], &counted["expected"]), (&json!(20), &json!("150")));
}

#[tokio::test]
async fn cash_is_counted_in_the_coins_of_its_currency() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    for (currency, amount, fine) in [("JPY", "1500", "1500.5"), ("BHD", "1.234", "1.2345")] {
        let delivery = plan_delivery(&driver, &[&arrive(&driver).await]).await;
        ask_for_in(&driver, &delivery, amount, currency).await;
        let run = start_route(&driver, &driver, &[&delivery]).await;
        send(&driver, &[&paid(&run["stops"][0], amount)]).await;
        let listed = list_waiting(&counter).await;
        let refused = counter.post(PATH, to_count(&listed[0], fine)).await;
        assert_eq!((refused.status, refused.code_at("counted")), (422, "too_many_decimals".into()));
        let counted = counter.post(PATH, to_count(&listed[0], amount)).await.data();
        assert_eq!((&counted["status"], &counted["counted"]), (&json!(20), &json!(amount)), "{currency}");
    }
}

/// Staff of one branch who count cash there.
async fn counter_of(app: &TestApp, admin: &Person, branch: &str) -> Person {
    let right = |action| json!({ "resource": "cash_handover", "action": action, "scope": "any" });
    let rules = ["list", "show", "create"].map(right);
    let form = json!({
        "name": "Cash desk", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": true, "rules": rules,
    });
    let profile = id_of(&admin.post("/api/user_profiles", form).await.data());
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(give(admin, "staff", &[&profile], &[branch]).await.status, 200);
    staff
}

#[tokio::test]
async fn a_branch_neither_sees_nor_counts_the_cash_of_another_one() {
    let app = collecting().await;
    let (driver, counter) = (app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    let [recife, paulo] = branches(&driver).await;
    let shipment = shipped(&driver, Some(&paulo)).await;
    record(&driver, &shipment, "ARRIVED").await;
    let delivery = plan_delivery(&driver, &[&shipment]).await;
    ask_for_in(&driver, &delivery, "40", "BRL").await;
    let run = start_route(&driver, &driver, &[&delivery]).await;
    send(&driver, &[&paid(&run["stops"][0], "40")]).await;
    let form = to_count(&list_waiting(&counter).await[0], "40");
    let elsewhere = counter_of(&app, &driver, &recife).await;
    assert_eq!(list_waiting(&elsewhere).await, json!([]));
    let refused = elsewhere.post(PATH, form.clone()).await;
    assert_eq!((refused.status, refused.message_code()), (409, "cash_counted_already".into()));
    let counted = counter.post(PATH, form).await.data();
    assert_eq!(counted["subsidiary_id"], json!(paulo));
    assert_eq!(elsewhere.get(PATH).await.json()["data"], json!([]));
}
