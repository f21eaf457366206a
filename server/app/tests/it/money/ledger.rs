//! The invariants of the ledger, on real connections at once.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use ledger::store::balance_at;
use ledger::{
    Account, AccountKind, Heading, PostingSet, PriceChange, Reference, TransactionKind, Transfer,
    charge_confirmation, charge_difference, deposit_confirmed, post, refund, reverse,
    reverse_for_cancellation,
};
use rust_decimal::Decimal;
use server_core::http::messages::MessageCode;
use uuid::Uuid;

use super::{begin, charges, client_of, dec, figures, give_credit, id, server};
use crate::shipments::complete;
use crate::support::{ATLANTICO, TestApp};

/// Posts in its own transaction, and commits what succeeds.
async fn posted(app: &TestApp, set: &PostingSet, key: &str) -> Result<Uuid, MessageCode> {
    let mut tx = begin(app).await;
    match post(&mut tx, server(app), set, &Heading::new(key, "test")).await {
        Ok(posted) => {
            tx.commit().await.unwrap();
            Ok(posted.id)
        }
        Err(error) => {
            tx.rollback().await;
            Err(error.code())
        }
    }
}

async fn undone(app: &TestApp, id: Uuid) -> bool {
    let mut tx = begin(app).await;
    let done = reverse(&mut tx, server(app), id, TransactionKind::Reversal).await;
    match done {
        Ok(posted) if posted.is_new => tx.commit().await.is_ok(),
        _ => {
            tx.rollback().await;
            false
        }
    }
}

fn move_money(from: &str, to: &str, cents: i64) -> PostingSet {
    let account = |owner: &str| Account::new(AccountKind::CarrierPayable, owner, "USD");
    let transfer = Transfer { from: account(from), to: account(to), amount: Decimal::new(cents, 2) };
    let reference = Reference { kind: "test".into(), id: "1".into() };
    PostingSet::of_transfers(TransactionKind::Adjustment, reference, &[transfer]).unwrap()
}

async fn findings(app: &TestApp) -> Vec<String> {
    let mut tx = begin(app).await;
    ::money::audit::verify(&mut tx)
        .await
        .unwrap()
        .into_iter()
        .map(|finding| finding.what.to_owned())
        .collect()
}

async fn is_refused(app: &TestApp, sql: &'static str) -> bool {
    let mut tx = begin(app).await;
    let done = sqlx::query(sql).execute(&mut *tx).await;
    tx.rollback().await;
    done.is_err()
}

/// Balance of the client's wallet in dollars at a time.
async fn wallet_at(app: &TestApp, client: &str, at: DateTime<Utc>) -> Decimal {
    let mut tx = begin(app).await;
    let wallet: Uuid = sqlx::query_scalar(
        "select id from ledger_accounts where kind = 'client_wallet' and owner = $1 and currency = 'USD'",
    )
    .bind(client)
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    balance_at(&mut tx, wallet, at).await.unwrap()
}

#[tokio::test]
async fn the_ledger_keeps_its_invariants_under_many_hands() {
    let app = Arc::new(TestApp::start().await);
    let client = client_of(&app.client(ATLANTICO).await).await;

    // A wallet with 100 pays ten of thirty refunds of 10, whatever their order.
    let filled = deposit_confirmed("d1", "bank", &client, "USD", dec("100")).unwrap();
    posted(&app, &filled, "fill").await.unwrap();
    let filled_at = app.state.clock.now();
    let take = |at: usize| {
        let (app, client) = (app.clone(), client.clone());
        async move {
            let set = refund(&format!("r{at}"), "bank", &client, "USD", dec("10")).unwrap();
            posted(&app, &set, &format!("take{at}")).await
        }
    };
    let taken = join_all((0..30).map(take)).await;
    assert_eq!(taken.iter().filter(|one| one.is_ok()).count(), 10);
    let short = |one: &&Result<Uuid, MessageCode>| **one == Err(MessageCode::InsufficientFunds);
    assert_eq!(taken.iter().filter(short).count(), 20);

    let then = [filled_at, app.state.clock.now()].map(|at| wallet_at(&app, &client, at));
    assert_eq!(join_all(then).await, [dec("100"), dec("0")], "the balance at a time");

    // The same event sent twenty times is one transaction; another one with its key is refused.
    let again = join_all((0..20).map(|_| posted(&app, &filled, "once"))).await;
    let first = again[0].unwrap();
    assert!(again.iter().all(|one| *one == Ok(first)), "{again:?}");
    let other = deposit_confirmed("d1", "bank", &client, "USD", dec("101")).unwrap();
    assert_eq!(posted(&app, &other, "once").await, Err(MessageCode::KeyUsed));

    // Money that goes both ways at once ends without a deadlock.
    let back_and_forth = |worker: usize| {
        let app = app.clone();
        async move {
            for round in 0..12 {
                let (from, to) = if worker.is_multiple_of(2) { ("a", "b") } else { ("b", "a") };
                let set = move_money(from, to, 100 + round);
                posted(&app, &set, &format!("move{worker}:{round}")).await.unwrap();
            }
        }
    };
    join_all((0..6).map(back_and_forth)).await;

    // One of two reversals at once succeeds. A reversal is final.
    let mut all = Vec::new();
    for at in 0..6 {
        all.push(posted(&app, &move_money("c", "d", 500), &format!("undo{at}")).await.unwrap());
    }
    let both = join_all(all.iter().flat_map(|id| [undone(&app, *id), undone(&app, *id)])).await;
    assert_eq!(both.iter().filter(|done| **done).count(), 6);
    assert_eq!(findings(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn history_cannot_be_changed_and_a_difference_is_found() {
    let app = TestApp::start().await;
    let client = client_of(&app.client(ATLANTICO).await).await;
    let filled = deposit_confirmed("d1", "bank", &client, "USD", dec("100")).unwrap();
    posted(&app, &filled, "fill").await.unwrap();
    for sql in [
        "update ledger_postings set amount = amount + 1",
        "delete from ledger_postings",
        "update ledger_transactions set label = ''",
        "delete from ledger_transactions",
        // A balance that no posting ends with.
        "update ledger_accounts set balance = balance + 1",
        // A line that is added later.
        "with first as materialized (
             select account_id, transaction_id, currency, decimals, balance_after, created_at
             from ledger_postings where seq = 1 and amount > 0
         )
         insert into ledger_postings (account_id, seq, transaction_id, line, lines, currency, decimals, amount,
             balance_before, balance_after, total_before, total_after, created_at)
         select account_id, 2, transaction_id, 3, 2, currency, decimals, 5, balance_after, balance_after + 5, 0, 5, created_at
         from first",
    ] {
        assert!(is_refused(&app, sql).await, "{sql}");
    }
    let mut tx = begin(&app).await;
    sqlx::query("update ledger_accounts set credit_used = credit_used + 7 where kind = 'client_wallet'")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(findings(&app).await, ["used credit differs from the receivable"]);
}

#[tokio::test]
async fn a_shipment_is_charged_once_and_given_back_exactly() {
    let app = TestApp::start().await;
    let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let shipment = user.post("/api/shipments", complete(&user).await).await.data();
    let price = charges(&shipment, &client, "80.00", "56.63");
    let confirm = |key: &'static str| {
        let (app, price) = (&app, &price);
        async move {
            let mut tx = begin(app).await;
            let done = charge_confirmation(&mut tx, server(app), price, key).await;
            match done {
                Ok(id) => tx.commit().await.map(|()| id.unwrap()).map_err(|_| MessageCode::Internal),
                Err(error) => Err(error.code()),
            }
        }
    };
    assert_eq!(confirm("a").await, Err(MessageCode::InsufficientFunds));
    give_credit(&admin, &client, "200").await;
    let (one, other) = tokio::join!(confirm("a"), confirm("b"));
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert_eq!(figures(&user, &client).await, ["-136.63", "63.37"]);

    // The price changes: only the difference is charged.
    let dearer = charges(&shipment, &client, "95.50", "56.63");
    let mut tx = begin(&app).await;
    let kind = TransactionKind::ShipmentRepriced;
    let change = |idempotency_key| PriceChange { kind, charges: &dearer, is_claimed: false, idempotency_key };
    assert!(charge_difference(&mut tx, server(&app), change("1")).await.unwrap().is_some());
    assert!(charge_difference(&mut tx, server(&app), change("2")).await.unwrap().is_none());
    tx.commit().await.unwrap();
    assert_eq!(figures(&user, &client).await, ["-152.13", "47.87"]);

    // Cancelled: everything comes back, once.
    let shipment_id = id(&shipment).parse().unwrap();
    for expected in [2, 0] {
        let mut tx = begin(&app).await;
        let undone = reverse_for_cancellation(&mut tx, &app.state, server(&app), shipment_id).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(undone.len(), expected);
    }
    assert_eq!(figures(&user, &client).await, ["0", "200"]);
    assert_eq!(findings(&app).await, Vec::<String>::new());

    // A lower credit than what is owed stops new charges and leaves the debt.
    let other = user.post("/api/shipments", complete(&user).await).await.data();
    let price = charges(&other, &client, "150.00", "0.50");
    let mut tx = begin(&app).await;
    charge_confirmation(&mut tx, server(&app), &price, "c").await.unwrap();
    tx.commit().await.unwrap();
    give_credit(&admin, &client, "100").await;
    assert_eq!(figures(&user, &client).await, ["-150.5", "-50.5"]);
    let paid = deposit_confirmed("d9", "bank", &client, "BRL", dec("20.00")).unwrap();
    posted(&app, &paid, "pay").await.unwrap();
    assert_eq!(figures(&user, &client).await, ["-130.5", "-30.5"]);
    let more = refund("r9", "bank", &client, "BRL", dec("1.00")).unwrap();
    assert_eq!(posted(&app, &more, "more").await, Err(MessageCode::InsufficientFunds));
    assert_eq!(findings(&app).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_refund_never_pays_out_credit() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let client = client_of(&app.client(ATLANTICO).await).await;
    let paid = deposit_confirmed("d1", "bank", &client, "BRL", dec("50.00")).unwrap();
    posted(&app, &paid, "pay").await.unwrap();
    give_credit(&admin, &client, "500").await;
    for (amount, expected) in [("50.01", Err(MessageCode::InsufficientFunds)), ("50.00", Ok(()))] {
        let set = refund(&format!("r {amount}"), "bank", &client, "BRL", dec(amount)).unwrap();
        let done = posted(&app, &set, &format!("refund {amount}")).await;
        assert_eq!(done.map(|_| ()), expected, "{amount}");
    }
    assert_eq!(figures(&admin, &client).await, ["0", "500"]);
    assert_eq!(findings(&app).await, Vec::<String>::new());
}
