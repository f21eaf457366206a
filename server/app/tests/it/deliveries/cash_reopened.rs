//! A delivery that was none is opened again, and its cash goes back.

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::cash::{FLAG, PATH as HANDOVERS, ask_for, list_waiting, to_count};
use super::{act, arrive, make_record, plan_delivery, send, show, start_route, text};
use crate::money::begin;
use crate::support::{ATLANTICO, Person, TestApp};

async fn collecting() -> TestApp {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    app
}

/// A delivery whose driver says that this cash was taken.
async fn say_delivered(app: &TestApp, driver: &Person, cash: &str) -> Value {
    let delivery = plan_delivery(driver, &[&arrive(driver).await]).await;
    ask_for(driver, &delivery, cash).await;
    let run = start_route(driver, driver, &[&delivery]).await;
    say_paid(app, driver, &run["stops"][0], cash).await;
    delivery
}

async fn say_paid(app: &TestApp, driver: &Person, stop: &Value, cash: &str) {
    let mut paid = make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": cash }));
    paid["at"] = json!(app.state.clock.now());
    assert_eq!(send(driver, &[&paid]).await[0]["verdict"], "accepted");
}

async fn reopen(app: &TestApp, person: &Person, delivery: &Value) -> Value {
    app.state.clock.advance(TimeDelta::minutes(1));
    let reopened = act(person, delivery, "reopen", json!({ "reason": "another door" })).await;
    assert_eq!(reopened.status, 200, "{}", reopened.text());
    app.state.clock.advance(TimeDelta::minutes(1));
    reopened.data()
}

/// The balances of all accounts of cash; the ledger adds up.
async fn balances(app: &TestApp) -> Vec<(String, String)> {
    let mut tx = begin(app).await;
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
    let rows: Vec<(String, Decimal)> = sqlx::query_as(
        "select kind, sum(balance) from ledger_accounts
         where kind in ('cash', 'safe', 'cod_payable', 'driver_debt') or owner = 'cash_differences'
         group by kind having sum(balance) <> 0 order by kind",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    rows.into_iter().map(|(kind, balance)| (kind, balance.normalize().to_string())).collect()
}

#[tokio::test]
async fn cash_that_a_driver_still_has_is_taken_back_and_collected_anew() {
    let app = collecting().await;
    let (driver, office) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let delivery = say_delivered(&app, &driver, "150").await;
    let reopened = reopen(&app, &office, &delivery).await;
    assert_eq!((&reopened["status"], &reopened["has_cash"]), (&json!(30), &json!(false)));
    assert_eq!((&reopened["cod_due"], &reopened["cod_taken"]), (&json!("150"), &Value::Null));
    assert_eq!(list_waiting(&office).await, json!([]));
    assert_eq!(balances(&app).await, []);
    // The driver comes to the right door, and says so anew.
    let stop = json!({ "id": reopened["stop_id"] });
    say_paid(&app, &driver, &stop, "150").await;
    let again = show(&office, &delivery).await;
    assert_eq!((&again["status"], &again["is_cash_waiting"]), (&json!(40), &json!(true)));
    let owed = [("cash", "-150"), ("cod_payable", "150")];
    assert_eq!(balances(&app).await, owed.map(|(kind, amount)| (kind.to_owned(), amount.to_owned())));
    let listed = list_waiting(&office).await;
    let counted = office.post(HANDOVERS, to_count(&listed[0], "150")).await.data();
    assert_eq!(
        (&counted["status"], &counted["expected"]),
        (&json!(20), &json!("150")),
        "it is expected once"
    );
}

#[tokio::test]
async fn counted_cash_goes_back_out_of_the_safe_and_its_handover_says_so() {
    let app = collecting().await;
    let (driver, office) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let delivery = say_delivered(&app, &driver, "150").await;
    let counted = office.post(HANDOVERS, to_count(&list_waiting(&office).await[0], "150")).await.data();
    assert_eq!(show(&office, &delivery).await["can"]["reopen"], true);
    reopen(&app, &office, &delivery).await;
    assert_eq!(balances(&app).await, []);
    assert_eq!(show(&office, &delivery).await["tasks"], json!([]));
    let handover = office.get(&format!("{HANDOVERS}/{}", text(&counted["id"]))).await.data();
    let line = &handover["deliveries"][0];
    assert_eq!((&line["amount"], &line["is_returned"]), (&json!("150"), &json!(true)));
    assert_eq!(handover["expected"], "150", "it was counted so");
}

#[tokio::test]
async fn an_undecided_difference_comes_first_and_what_was_missing_is_owed_no_more() {
    let app = collecting().await;
    let (driver, office, third) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    for decision in ["driver_owes", "written_off"] {
        let delivery = say_delivered(&app, &driver, "80").await;
        let counted = office.post(HANDOVERS, to_count(&list_waiting(&office).await[0], "0")).await.data();
        let shown = show(&office, &delivery).await;
        assert_eq!((&shown["has_cash_difference"], &shown["can"]["reopen"]), (&json!(true), &json!(false)));
        let refused = act(&office, &delivery, "reopen", json!({ "reason": "another door" })).await;
        assert_eq!((refused.status, refused.message_code()), (409, "delivery_cash_difference".into()));
        let form = json!({ "decision": decision, "reason": "asked", "version": counted["version"] });
        third.post(&format!("{HANDOVERS}/{}/decide", text(&counted["id"])), form).await.data();
        reopen(&app, &office, &delivery).await;
        assert_eq!(balances(&app).await, [], "{decision}");
        // Its run goes on without it, so that the next one can start.
        act(&office, &delivery, "cancel", json!({ "reason": "done" })).await.data();
    }
}
