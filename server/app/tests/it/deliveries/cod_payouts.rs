//! Cash on delivery that clients get: to the wallet or by a bank, once, and taken back with a reason.

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::cash::{FLAG, PATH as HANDOVERS, ask_for, list_waiting, to_count};
use super::{act, make_record, plan_delivery, record, send, show, start_route, text};
use crate::money::{bank_account, begin};
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

pub const PATH: &str = "/api/cod-payouts";

async fn collecting() -> TestApp {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    app
}

/// A delivery of the client whose cash its driver has.
async fn collect(app: &TestApp, driver: &Person, client: &Value, due: &str) -> Value {
    let mut form = complete(driver).await;
    form["client_id"] = client.clone();
    // Parcels to one consignee would join a delivery that is planned, perhaps of another client.
    form["to_name"] = json!(format!("Ana {}", Uuid::now_v7().simple()));
    let shipment = driver.post("/api/shipments", form).await.data();
    record(driver, &shipment, "ARRIVED").await;
    let delivery = plan_delivery(driver, &[&shipment]).await;
    ask_for(driver, &delivery, due).await;
    let run = start_route(driver, driver, &[&delivery]).await;
    let mut paid = make_record(&run["stops"][0]["id"], "deliver", &json!({ "name": "Ana", "cash": due }));
    paid["at"] = json!(app.state.clock.now());
    assert_eq!(send(driver, &[&paid]).await[0]["verdict"], "accepted");
    delivery
}

/// The same, counted.
async fn collect_and_count(
    app: &TestApp,
    driver: &Person,
    counter: &Person,
    client: &Value,
    due: &str,
) -> Value {
    let delivery = collect(app, driver, client, due).await;
    counter.post(HANDOVERS, to_count(&list_waiting(counter).await[0], due)).await.data();
    delivery
}

async fn client_of(client: &Person) -> Value {
    client.get("/api/profile").await.data()["client_id"].clone()
}

async fn list_open(person: &Person) -> Value {
    person.get(&format!("{PATH}/open")).await.data()
}

/// A payout of all that a row of open cash has, to the wallet.
fn to_wallet(open: &Value) -> Value {
    let mut form = json!({ "key": Uuid::now_v7(), "method": "wallet" });
    for field in ["client_id", "subsidiary_id", "currency", "amount"] {
        form[field] = open[field].clone();
    }
    form
}

/// Cash of a client that was paid out to its wallet.
pub async fn paid_out(app: &TestApp, driver: &Person, counter: &Person, client: &Value) -> Value {
    collect_and_count(app, driver, counter, client, "31").await;
    let open = counter.get(&format!("{PATH}/open?client_id={}", text(client))).await.data();
    counter.post(PATH, to_wallet(&open[0])).await.data()
}

/// The reais in the wallet of a client.
async fn balance(person: &Person, client: &Value) -> Decimal {
    let wallet = person.get(&format!("/api/clients/{}/wallet", text(client))).await.data();
    let balances = wallet["balances"].as_array().unwrap();
    let found = balances.iter().find(|one| one["currency"] == "BRL");
    found.map_or(Decimal::ZERO, |one| text(&one["balance"]).parse().unwrap())
}

async fn assert_adds_up(app: &TestApp) {
    let mut tx = begin(app).await;
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

/// Nobody pays out cash of another company.
pub async fn refuses_payout(stranger: &Person, operation: &str, reference: &str, theirs: &str) {
    let field = reference.trim_start_matches("payouts.");
    let own = stranger.get("/api/clients/select").await.data()[0]["id"].clone();
    let mut form = json!({
        "key": Uuid::now_v7(), "client_id": own, "currency": "USD", "amount": "1", "method": "bank", "reference": "E-1",
        "paid_on": "2026-01-05", "delivery_ids": [Uuid::now_v7()],
        "bank_account_id": bank_account(stranger, "Nobody", "USD").await,
    });
    form[field] = if field == "delivery_ids" { json!([theirs]) } else { json!(theirs) };
    let code = if operation == "cod_payout_create_many" {
        let told = stranger.post(&format!("{PATH}/many"), json!({ "payouts": [form] })).await.data();
        assert_eq!(told[0]["payout"], Value::Null, "{told}");
        told[0]["message_code"].as_str().unwrap().to_owned()
    } else {
        let answer = stranger.post(PATH, form).await;
        assert!([409, 422].contains(&answer.status), "{reference}: {}", answer.text());
        answer.message_code()
    };
    let changed = ["subsidiary_id", "delivery_ids"].contains(&field);
    assert_eq!(code == "cod_payout_changed", changed, "{reference}: {code}");
}

#[tokio::test]
async fn counted_cash_goes_to_the_wallet_of_its_client_once() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let owner = client_of(&client).await;
    let before = balance(&counter, &owner).await;
    let delivery = collect(&app, &driver, &owner, "150").await;
    let open = list_open(&counter).await;
    assert_eq!(
        (&open[0]["amount"], &open[0]["waiting_count"]),
        (&json!("0"), &json!(1)),
        "nobody counted it"
    );
    assert_eq!(open[0]["can"]["create"], false);
    let mut early = to_wallet(&open[0]);
    early["amount"] = "150".into();
    let refused = counter.post(PATH, early).await;
    assert_eq!((refused.status, refused.message_code()), (409, "cod_payout_changed".into()));
    counter.post(HANDOVERS, to_count(&list_waiting(&counter).await[0], "150")).await.data();

    let open = list_open(&counter).await;
    assert_eq!((&open[0]["amount"], &open[0]["delivery_count"]), (&json!("150"), &json!(1)));
    assert_eq!((&open[0]["can"]["create"], &open[0]["client_id"]), (&json!(true), &owner));
    let parts = counter.get(&format!("{PATH}/open/deliveries?client_id={}", text(&owner))).await.data();
    assert_eq!((&parts[0]["number"], &parts[0]["amount"]), (&delivery["number"], &json!("150")));
    assert_eq!(parts[0]["shipments"].as_array().unwrap().len(), 1);
    let mut other = to_wallet(&open[0]);
    other["amount"] = "149".into();
    assert_eq!(counter.post(PATH, other).await.message_code(), "cod_payout_changed");

    let form = to_wallet(&open[0]);
    let payout = counter.post(PATH, form.clone()).await.data();
    assert_eq!((&payout["status"], &payout["amount"]), (&json!(20), &json!("150")));
    assert_eq!(payout["deliveries"][0]["number"], delivery["number"]);
    let again = counter.post(PATH, form.clone()).await.data();
    assert_eq!(again["id"], payout["id"], "the same call");
    let mut other = form.clone();
    other["method"] = "bank".into();
    assert_eq!(counter.post(PATH, other).await.message_code(), "key_used");
    let mut second = form;
    second["key"] = json!(Uuid::now_v7());
    assert_eq!(counter.post(PATH, second).await.message_code(), "cod_payout_changed", "paid out already");
    assert_eq!(balance(&counter, &owner).await, before + Decimal::from(150));
    assert_eq!(list_open(&counter).await, json!([]));
    assert_adds_up(&app).await;

    let after = show(&counter, &delivery).await;
    assert_eq!((&after["is_cash_paid_out"], &after["can"]["reopen"]), (&json!(true), &json!(false)));
    let refused = act(&counter, &delivery, "reopen", json!({ "reason": "not handed over" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "delivery_cash_paid_out".into()));
}

#[tokio::test]
async fn two_calls_at_once_pay_once() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "dev").await;
    let owner = client_of(&client).await;
    let before = balance(&counter, &owner).await;
    collect_and_count(&app, &driver, &counter, &owner, "30").await;
    let form = to_wallet(&list_open(&counter).await[0]);
    let (one, two) = tokio::join!(counter.post(PATH, form.clone()), counter.post(PATH, form));
    let (one, two) = (one.data(), two.data());
    assert_eq!(one["id"], two["id"], "one call that was sent twice");
    collect_and_count(&app, &driver, &counter, &owner, "45").await;
    let form = to_wallet(&list_open(&counter).await[0]);
    let second = to_wallet(&list_open(&other).await[0]);
    let (one, two) = tokio::join!(counter.post(PATH, form), other.post(PATH, second));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", one.text(), two.text());
    assert_eq!(balance(&counter, &owner).await, before + Decimal::from(75));
    let path = format!("{PATH}/{}/reverse", text(&counter.get(PATH).await.data()[0]["id"]));
    let reversal = |reason: &str| json!({ "reason": reason, "version": 1 });
    let (one, two) =
        tokio::join!(counter.post(&path, reversal("twice")), other.post(&path, reversal("twice")));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", one.text(), two.text());
    assert_eq!(balance(&counter, &owner).await, before + Decimal::from(30));
    assert_adds_up(&app).await;
}

#[tokio::test]
async fn a_client_sees_its_open_cash_and_its_payouts_and_no_others() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let owner = client_of(&client).await;
    let payout = paid_out(&app, &driver, &counter, &owner).await;
    collect_and_count(&app, &driver, &counter, &owner, "20").await;
    let own = list_open(&client).await;
    assert_eq!((&own[0]["amount"], &own[0]["can"]["create"]), (&json!("20"), &json!(false)));
    let path = format!("{PATH}/{}", text(&payout["id"]));
    let shown = client.get(&path).await.data();
    assert_eq!((&shown["created_by_name"], &shown["can"]["reverse"]), (&Value::Null, &json!(false)));
    assert_eq!(client.get(PATH).await.json()["meta"]["totals"]["paid_out"], 1);
    assert_eq!(client.post(PATH, to_wallet(&own[0])).await.status, 403);
    let reversal = json!({ "reason": "mine", "version": shown["version"] });
    assert_eq!(client.post(&format!("{path}/reverse"), reversal).await.status, 403);
    let statement = client.get(&format!("{path}/statement")).await;
    assert_eq!(statement.status, 200);
    for word in [text(&payout["number"]), text(&payout["deliveries"][0]["number"]), ",31,BRL"] {
        assert!(statement.text().contains(word), "{word}: {}", statement.text());
    }

    assert_eq!(list_open(&other).await, json!([]));
    let asked = format!("{PATH}/open/deliveries?client_id={}", text(&owner));
    assert_eq!(other.get(&asked).await.data(), json!([]));
    assert_eq!(other.get(PATH).await.data(), json!([]));
    app.switch(PACIFIC, FLAG, true).await;
    for path in [path.clone(), format!("{path}/statement")] {
        assert_eq!(other.get(&path).await.status, 404, "{path}");
        assert_eq!(app.admin(PACIFIC).await.get(&path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_payment_at_the_bank_names_its_account_reference_and_day() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let owner = client_of(&client).await;
    collect_and_count(&app, &driver, &counter, &owner, "80").await;
    let mut form = to_wallet(&list_open(&counter).await[0]);
    form["method"] = "bank".into();
    let blank = counter.post(PATH, form.clone()).await;
    for field in ["bank_account_id", "reference", "paid_on"] {
        assert_eq!(blank.code_at(field), "required", "{field}");
    }
    form["reference"] = "E-77".into();
    form["paid_on"] = json!(app.today());
    form["bank_account_id"] = bank_account(&counter, "Dollars", "USD").await.into();
    assert_eq!(counter.post(PATH, form.clone()).await.code_at("bank_account_id"), "unknown_option");
    form["bank_account_id"] = bank_account(&counter, "Reais", "BRL").await.into();
    let mut late = form.clone();
    late["paid_on"] = json!(app.today() + TimeDelta::days(5));
    assert_eq!(counter.post(PATH, late).await.code_at("paid_on"), "day_in_the_future");
    let before = balance(&counter, &owner).await;
    let payout = counter.post(PATH, form).await.data();
    assert_eq!((&payout["reference"], &payout["method"]), (&json!("E-77"), &json!("bank")));
    assert_eq!(balance(&counter, &owner).await, before, "it did not go to the wallet");
    assert_adds_up(&app).await;
}

#[tokio::test]
async fn a_payout_is_taken_back_once_while_the_wallet_has_the_money() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let owner = client_of(&client).await;
    let before = balance(&counter, &owner).await;
    let payout = paid_out(&app, &driver, &counter, &owner).await;
    let path = format!("{PATH}/{}/reverse", text(&payout["id"]));
    let wallet = format!("/api/clients/{}/wallet/adjust", text(&owner));
    let adjust = async |amount: &str| {
        let form = json!({ "key": Uuid::now_v7(), "amount": amount, "currency": "BRL", "reason": "spent" });
        counter.post(&wallet, form).await.data();
    };
    let all = before + Decimal::from(31);
    adjust(&(-all).to_string()).await;
    let reversal = |reason: &str| json!({ "reason": reason, "version": payout["version"] });
    let refused = counter.post(&path, reversal("wrong client")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "insufficient_funds".into()));
    adjust(&all.to_string()).await;
    assert_eq!(counter.post(&path, reversal(" ")).await.code_at("reason"), "required");
    let reversed = counter.post(&path, reversal("wrong client")).await.data();
    assert_eq!((&reversed["status"], &reversed["reason"]), (&json!(80), &json!("wrong client")));
    assert_eq!(reversed["deliveries"].as_array().unwrap().len(), 1, "it says what it was made of");
    assert_eq!(balance(&counter, &owner).await, before);
    let late = counter.post(&path, json!({ "reason": "again", "version": reversed["version"] })).await;
    assert_eq!((late.status, late.message_code()), (409, "cod_payout_state".into()));
    assert_adds_up(&app).await;

    let open = list_open(&counter).await;
    assert_eq!(open[0]["amount"], "31", "it can be paid out again");
    counter.post(PATH, to_wallet(&open[0])).await.data();
    assert_eq!(balance(&counter, &owner).await, all);
    let totals = counter.get(PATH).await.json()["meta"]["totals"].clone();
    assert_eq!(totals, json!({ "paid_out": 1, "reversed": 1 }));
}

#[tokio::test]
async fn a_payout_of_a_merged_client_is_taken_back_from_the_one_that_stays() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let [stays, duplicate] = crate::client_merge::clients(&counter).await;
    let payout = paid_out(&app, &driver, &counter, &duplicate["id"]).await;
    collect_and_count(&app, &driver, &counter, &duplicate["id"], "20").await;
    crate::client_merge::merge(&counter, &stays, &duplicate).await;
    let path = format!("{PATH}/{}", text(&payout["id"]));
    assert_eq!(counter.get(&path).await.data()["client_id"], stays["id"]);
    assert_eq!(balance(&counter, &stays["id"]).await, Decimal::from(31));
    let reversal = json!({ "reason": "wrong client", "version": payout["version"] });
    counter.post(&format!("{path}/reverse"), reversal).await.data();
    assert_eq!(balance(&counter, &stays["id"]).await, Decimal::ZERO);
    let open = list_open(&counter).await;
    assert_eq!((&open[0]["client_id"], &open[0]["amount"]), (&stays["id"], &json!("51")));
    counter.post(PATH, to_wallet(&open[0])).await.data();
    assert_eq!(balance(&counter, &stays["id"]).await, Decimal::from(51));
    assert_adds_up(&app).await;
}

#[tokio::test]
async fn many_clients_are_paid_and_one_that_is_refused_stops_no_other() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let mut forms = Vec::new();
    for account in ["client", "client2"] {
        let owner = client_of(&app.signed_in(ATLANTICO, account).await).await;
        collect_and_count(&app, &driver, &counter, &owner, "40").await;
        let open = counter.get(&format!("{PATH}/open?client_id={}", text(&owner))).await.data();
        forms.push(to_wallet(&open[0]));
    }
    forms[0]["amount"] = "41".into();
    let told = counter.post(&format!("{PATH}/many"), json!({ "payouts": forms })).await.data();
    assert_eq!((&told[0]["message_code"], &told[0]["payout"]), (&json!("cod_payout_changed"), &Value::Null));
    assert_eq!((&told[1]["key"], &told[1]["payout"]["amount"]), (&forms[1]["key"], &json!("40")));
    let open = list_open(&counter).await;
    assert_eq!((open.as_array().unwrap().len(), &open[0]["client_id"]), (1, &forms[0]["client_id"]));
}

#[tokio::test]
async fn a_company_that_owes_cash_to_clients_does_not_stop_collecting() {
    let app = collecting().await;
    let (driver, counter, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let owner = client_of(&client).await;
    collect_and_count(&app, &driver, &counter, &owner, "25").await;
    let refused = crate::feature_flags::switch(&counter, FLAG, false).await;
    assert_eq!((refused.status, refused.message_code()), (409, "cash_not_settled".into()));
    counter.post(PATH, to_wallet(&list_open(&counter).await[0])).await.data();
    assert_eq!(crate::feature_flags::switch(&counter, FLAG, false).await.status, 200);
    assert_eq!(client.get(PATH).await.status, 404);
}
