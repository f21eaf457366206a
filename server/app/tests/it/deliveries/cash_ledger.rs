//! Cash on delivery in the ledger: with the driver, then in the safe, and owed to the client all the while.

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::cash::{FLAG, PATH, ask_for, list_waiting, send_out, to_count};
use super::{drive, make_record, plan_delivery, record, send, show, start_route, text};
use crate::money::begin;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

async fn collecting() -> TestApp {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    app
}

fn paid(stop: &Value, cash: &str) -> Value {
    make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": cash }))
}

/// The balances of all accounts of cash, by kind; the ledger adds up.
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

fn amounts(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(kind, amount)| ((*kind).to_owned(), (*amount).to_owned())).collect()
}

async fn count(counter: &Person, counted: &str) -> Value {
    counter.post(PATH, to_count(&list_waiting(counter).await[0], counted)).await.data()
}

#[tokio::test]
async fn cash_is_owed_to_the_client_from_the_door_to_the_safe() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = client.post("/api/shipments", complete(&client).await).await.data();
    record(&driver, &shipment, "ARRIVED").await;
    let delivery = plan_delivery(&driver, &[&shipment]).await;
    ask_for(&driver, &delivery, "150").await;
    let run = start_route(&driver, &driver, &[&delivery]).await;
    assert_eq!((balances(&app).await, &run["is_cash_waiting"]), (amounts(&[]), &json!(false)));
    let handover = paid(&run["stops"][0], "150");
    for _ in 0..2 {
        send(&driver, &[&handover]).await;
        assert_eq!(balances(&app).await, amounts(&[("cash", "-150"), ("cod_payable", "150")]));
    }
    let closed = drive(&driver, &run, "close", json!({})).await.data();
    assert_eq!((&closed["status"], &closed["is_cash_waiting"]), (&json!(40), &json!(true)));
    count(&counter, "150").await;
    assert_eq!(balances(&app).await, amounts(&[("cod_payable", "150"), ("safe", "-150")]));
    let path = format!("/api/routes/{}", text(&run["id"]));
    assert_eq!(driver.get(&path).await.data()["is_cash_waiting"], false);
    let path = format!("/api/shipments/{}", text(&shipment["id"]));
    let delivered = driver.get(&path).await.data();
    let (status, owner) = (&delivered["status"], &delivered["client_id"]);
    assert_eq!(*status, 90);

    let mut tx = begin(&app).await;
    let payable: Vec<String> =
        sqlx::query_scalar("select client_id::text from ledger_accounts where kind = 'cod_payable'")
            .fetch_all(&mut *tx)
            .await
            .unwrap();
    assert_eq!(json!(payable), json!([owner]));
}

#[tokio::test]
async fn a_record_that_counts_no_longer_is_taken_back_once() {
    let app = collecting().await;
    let driver = app.staff(ATLANTICO).await;
    let (_, stop) = send_out(&driver, "40").await;
    let handover = paid(&stop, "40");
    let undo = make_record(&stop["id"], "undo", &json!({ "undoes": handover["id"] }));
    send(&driver, &[&handover]).await;
    for _ in 0..2 {
        send(&driver, &[&undo]).await;
        assert_eq!(balances(&app).await, amounts(&[]));
    }
    app.state.clock.advance(TimeDelta::minutes(1));
    let mut again = paid(&stop, "40");
    again["at"] = json!(app.state.clock.now());
    send(&driver, &[&again]).await;
    assert_eq!(balances(&app).await, amounts(&[("cash", "-40"), ("cod_payable", "40")]));
}

#[tokio::test]
async fn a_difference_is_posted_when_it_is_decided() {
    let app = collecting().await;
    let (driver, counter, third) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    let mut owed = Decimal::ZERO;
    let (mut safe, mut borne) = (Decimal::ZERO, Decimal::ZERO);
    for (counted, decision) in [("79", "driver_owes"), ("78", "written_off"), ("77", "found")] {
        let (_, stop) = send_out(&driver, "80").await;
        let mut handover = paid(&stop, "80");
        handover["at"] = json!(app.state.clock.now());
        send(&driver, &[&handover]).await;
        let before = balances(&app).await;
        let difference = count(&counter, counted).await;
        assert_eq!(balances(&app).await, before, "nobody knows yet");
        let waiting = third.get("/api/waiting").await.data();
        assert_eq!(waiting["cash_handovers"]["total"], 1);
        assert_eq!(counter.get("/api/waiting").await.data()["cash_handovers"]["total"], 0, "who counted");
        let form = json!({ "decision": decision, "reason": "asked", "version": difference["version"] });
        third.post(&format!("{PATH}/{}/decide", text(&difference["id"])), form).await.data();
        let counted: Decimal = counted.parse().unwrap();
        match decision {
            "driver_owes" => (safe, owed) = (safe + counted, owed + Decimal::from(80) - counted),
            "written_off" => (safe, borne) = (safe + counted, borne + Decimal::from(80) - counted),
            _ => safe += Decimal::from(80),
        }
    }
    let expected =
        [("cod_payable", Decimal::from(240)), ("driver_debt", -owed), ("revenue", -borne), ("safe", -safe)];
    let expected = expected.map(|(kind, amount)| (kind.to_owned(), amount.to_string()));
    assert_eq!(balances(&app).await, expected);
}

#[tokio::test]
async fn cash_is_collected_for_one_client() {
    let app = collecting().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let mut shipments = Vec::new();
    for person in [&client, &other] {
        let shipment = person.post("/api/shipments", complete(person).await).await.data();
        record(&staff, &shipment, "ARRIVED").await;
        shipments.push(shipment);
    }
    let delivery = plan_delivery(&staff, &[&shipments[0], &shipments[1]]).await;
    let version = show(&staff, &delivery).await["version"].clone();
    let form = json!({ "version": version, "cod_due": "20", "cod_currency": "BRL" });
    let refused = staff.patch(&format!("{}/{}", super::PATH, text(&delivery["id"])), form).await;
    assert_eq!((refused.status, refused.code_at("cod_due")), (422, "cash_of_several_clients".into()));
}
