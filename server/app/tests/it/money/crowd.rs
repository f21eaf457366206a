//! Many confirmations of one wallet at once, a deadlock, and a crash among many invoices. The gate runs the first and the last at
//! a smaller size.

use std::time::Duration;

use futures_util::future::join_all;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor};
use uuid::Uuid;

use super::{announce, bank_account, begin, charged, client_of, deposit, figures, give_credit, id};
use crate::process::{in_tenant, owner_connection, recovery, start, until, until_over};
use crate::quotes::{service, stored};
use crate::shipments::complete;
use crate::support::{ATLANTICO, TestApp};

async fn the_ledger_is_right(app: &TestApp) {
    let mut tx = begin(app).await;
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

/// Each costs 90, and the credit pays half of them.
async fn confirmed_at_once(all: usize) {
    let app = TestApp::start().await;
    let (admin, _) = stored::with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let (owner, express) = (client_of(&client).await, service(&admin, "EXP").await);
    let limit = Decimal::from(90 * all / 2).to_string();
    give_credit(&admin, &owner, &limit).await;
    let mut form = complete(&client).await;
    form["service_id"] = express;
    let mut drafts = Vec::new();
    for _ in 0..all {
        drafts.push(client.post("/api/shipments", form.clone()).await.data());
    }
    let confirm = async |draft: &Value| {
        let path = format!("/api/shipments/{}/confirm", id(draft));
        loop {
            let answer = client.post(&path, json!({ "version": draft["version"] })).await;
            // A company may have so many requests at once; the others are asked to come again.
            if answer.status != 503 {
                return answer;
            }
            tokio::task::yield_now().await;
        }
    };
    let answers = join_all(drafts.iter().map(confirm)).await;
    let confirmed = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(confirmed, all / 2);
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!((refused.status, refused.message_code()), (409, "insufficient_funds".into()));
    }
    assert_eq!(figures(&client, &owner).await, [format!("-{limit}"), "0".to_owned()]);
    let charged: (i64, i64) = {
        let mut tx = begin(&app).await;
        sqlx::query_as("select count(*), count(distinct shipment_id) from billable_charges")
            .fetch_one(&mut *tx)
            .await
            .unwrap()
    };
    let half = i64::try_from(all / 2).unwrap();
    assert_eq!(charged, (half, half), "each is charged once");
    the_ledger_is_right(&app).await;
}

#[tokio::test]
async fn half_of_forty_confirmations_at_once_fit_the_credit() {
    confirmed_at_once(40).await;
}

#[tokio::test]
#[ignore = "the same at its full size"]
async fn half_of_two_hundred_confirmations_at_once_fit_the_credit() {
    confirmed_at_once(200).await;
}

/// A worker is killed while it issues invoices; another one issues the rest.
async fn issued_in_spite_of_a_crash(all: i64) {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = client_of(&app.client(ATLANTICO).await).await;
    give_credit(&admin, &client, "1000000").await;
    let mut drafts = Vec::new();
    for _ in 0..all {
        let shipment = charged(&app, ATLANTICO, &client, ("80.00", "56.63")).await;
        let form = json!({ "client_id": client, "currency": "BRL", "shipment_ids": [shipment["id"]] });
        drafts.push(staff.post("/api/invoices", form).await.data()["id"].clone());
    }
    let task = staff.post("/api/invoices/issue", json!({ "ids": drafts })).await.data();
    let issued = async || -> i64 {
        in_tenant!(app, ATLANTICO, "select count(*) from invoices where number is not null")
    };
    let mut worker = recovery::child(&app);
    until(Duration::from_secs(30), async || issued().await >= all / 5).await;
    worker.kill().unwrap();
    worker.wait().unwrap();
    assert!(issued().await < all, "all were issued before it was killed");

    // As when its lease has run out.
    let mut owner = owner_connection(&app).await;
    sqlx::query("update control.jobs set ready_at = now()").execute(&mut owner).await.unwrap();
    let (stop, running) = start(&app, 2);
    let task: Uuid = id(&task).parse().unwrap();
    until_over(&app, ATLANTICO, task).await;
    stop.cancel();
    running.await.unwrap();
    let numbers: Vec<i32> =
        in_tenant!(app, ATLANTICO, "select array_agg(number order by number) from invoices");
    assert_eq!(numbers, (1..=i32::try_from(all).unwrap()).collect::<Vec<_>>());
    let documents: i64 = in_tenant!(app, ATLANTICO, "select count(*) from invoice_documents");
    assert_eq!(documents, all);
    the_ledger_is_right(&app).await;
}

#[tokio::test]
async fn invoices_of_a_killed_worker_have_numbers_without_a_gap() {
    issued_in_spite_of_a_crash(60).await;
}

#[tokio::test]
#[ignore = "the same at its full size"]
async fn a_thousand_invoices_of_a_killed_worker_have_numbers_without_a_gap() {
    issued_in_spite_of_a_crash(1000).await;
}

/// Postgres ends the request, which has waited first. Once the other transaction is gone, it is done all the same.
#[tokio::test]
async fn a_deposit_that_another_transaction_blocks_is_confirmed_on_the_second_try() {
    let app = TestApp::start().await;
    let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (client, bank) = (client_of(&user).await, bank_account(&admin, "Atlântico", "BRL").await);
    let made = announce(&user, &deposit(&bank, "E1", "70.00")).await.data();
    let schema = app.tenant(ATLANTICO).id;
    let mut gate = owner_connection(&app).await;
    // The other one looks for the circle later, and is not ended.
    let held = format!(
        "begin; set local deadlock_timeout = '1min'; set local search_path to {schema}, ref;
         select from clients where id = '{client}' for update"
    );
    gate.execute(AssertSqlSafe(held)).await.unwrap();
    let block = async {
        while app.waiting_in("merged_into is null and (active or not $2)").await == 0 {}
        let crossed = format!("select from deposits where id = '{}' for update", id(&made));
        gate.execute(AssertSqlSafe(crossed)).await.unwrap();
        gate.execute("rollback").await.unwrap();
    };
    let path = format!("/api/deposits/{}/confirm", id(&made));
    let (confirmed, ()) = tokio::join!(admin.post(&path, json!({ "version": 1 })), block);
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    let entries = user.get(&format!("/api/clients/{client}/wallet/entries")).await.data();
    assert_eq!(entries.as_array().map(Vec::len), Some(1));
    the_ledger_is_right(&app).await;
}
