//! A price goes back to its client once, by a credit note or with its shipment.

use ::ledger::{PriceChange, TransactionKind, charge_difference};
use futures_util::future::join;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{begin, charged, charges, client_of, dec, figures, give_credit, id, server};
use crate::support::{ATLANTICO, Person, TestApp};

/// The issued invoice of one charge of 80.00, and 20.00 of duty.
struct Billed {
    app: TestApp,
    admin: Person,
    user: Person,
    client: String,
    shipment: Value,
    path: String,
}

impl Billed {
    async fn begin() -> Self {
        let app = TestApp::start().await;
        let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
        let client = client_of(&user).await;
        give_credit(&admin, &client, "1000").await;
        let (shipment, path) = bill(&app, &admin, &client).await;
        Self { app, admin, user, client, shipment, path }
    }

    /// Another shipment of the client with its own invoice.
    async fn bill_again(&mut self) {
        (self.shipment, self.path) = bill(&self.app, &self.admin, &self.client).await;
    }

    async fn balance(&self) -> String {
        let [balance, _] = figures(&self.user, &self.client).await;
        balance
    }

    async fn preview(&self) -> Value {
        let asked = json!({ "ids": [id(&self.shipment)] });
        self.admin.post("/api/shipments/cancel_preview", asked).await.data()["shipments"][0]["refund"].clone()
    }

    /// What a credit note can still take back of the charge. The button is there while it is something.
    async fn find_creditable(&self) -> Value {
        let invoice = self.admin.get(&self.path).await.data();
        let creditable = invoice["items"][0]["creditable"].clone();
        assert_eq!(invoice["can"]["credit"], creditable != "0");
        creditable
    }

    async fn cancel(&self) {
        let path = format!("/api/shipments/{}/cancel", id(&self.shipment));
        self.admin.post(&path, json!({ "reason": "Not sent" })).await.data();
    }

    /// As a change by staff and a re-weighing post a new price.
    async fn reprice(&self, freight: &str, duty: &str, is_claimed: bool) {
        let price = charges(&self.shipment, &self.client, freight, duty);
        let (kind, key) = (TransactionKind::ShipmentRepriced, Uuid::now_v7().to_string());
        let change = PriceChange { kind, charges: &price, is_claimed, idempotency_key: &key };
        let mut tx = begin(&self.app).await;
        charge_difference(&mut tx, server(&self.app), change).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn verify(&self) {
        let mut tx = begin(&self.app).await;
        assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
    }
}

/// Charges a shipment and issues its invoice. Returns the shipment and the path of the invoice.
async fn bill(app: &TestApp, admin: &Person, client: &str) -> (Value, String) {
    let shipment = charged(app, ATLANTICO, client, ("80.00", "20.00")).await;
    let form = json!({ "client_id": client, "currency": "BRL", "shipment_ids": [shipment["id"]] });
    let draft = admin.post("/api/invoices", form).await.data();
    let path = format!("/api/invoices/{}", id(&draft));
    admin.post(&format!("{path}/issue"), json!({ "version": draft["version"] })).await.data();
    (shipment, path)
}

fn note(service: &str, tax: &str) -> Value {
    json!({
        "key": Uuid::now_v7(), "reason": "Late",
        "items": [{ "seq": 1, "service_amount": service, "tax_amount": tax }],
    })
}

#[tokio::test]
async fn a_cancelled_shipment_gives_back_only_what_no_credit_note_gave_back() {
    let billed = Billed::begin().await;
    assert_eq!(billed.balance().await, "0");
    assert_eq!(billed.preview().await["amount"], "100");
    let credit = format!("{}/credit", billed.path);
    billed.admin.post(&credit, note("30.00", "5.00")).await.data();
    billed.admin.post(&credit, note("10.00", "0")).await.data();
    assert_eq!(billed.balance().await, "0", "the invoice is not paid yet");
    assert_eq!(billed.preview().await["amount"], "55");
    assert_eq!(billed.find_creditable().await, "55");
    billed.cancel().await;
    assert_eq!(billed.balance().await, "55");
    assert_eq!(billed.find_creditable().await, "0");
    let path = format!("/api/invoices/proposal?client_id={}", billed.client);
    let proposal = billed.admin.get(&path).await.data();
    assert_eq!(proposal["sums"][0]["total"], "-55", "the next invoice has the same amount");
    billed.verify().await;
}

#[tokio::test]
async fn a_lower_price_gives_back_only_what_no_credit_note_gave_back() {
    let mut billed = Billed::begin().await;
    let credit = format!("{}/credit", billed.path);
    billed.admin.post(&credit, note("60.00", "0")).await.data();
    billed.reprice("30.00", "0", false).await;
    assert_eq!(billed.balance().await, "40", "it fell by 70.00, and 60.00 of 100.00 had gone back");
    assert_eq!(billed.preview().await, Value::Null);
    let refused = billed.admin.post(&credit, note("1.00", "0")).await;
    assert_eq!(refused.message_code(), "invoice_credited");
    assert_eq!(billed.find_creditable().await, "0", "and the invoice says so");
    billed.reprice("80.00", "25.00", false).await;
    assert_eq!(billed.balance().await, "-5", "a higher price is charged up to it");
    billed.verify().await;
    billed.bill_again().await;
    let before = dec(&billed.balance().await);
    billed.admin.post(&format!("{}/credit", billed.path), note("80.00", "20.00")).await.data();
    billed.reprice("30.00", "10.00", false).await;
    assert_eq!(dec(&billed.balance().await), before, "all of it had gone back");
    billed.verify().await;
}

#[tokio::test]
async fn a_shipment_whose_whole_price_was_credited_is_cancelled_without_money() {
    let billed = Billed::begin().await;
    billed.admin.post(&format!("{}/credit", billed.path), note("80.00", "20.00")).await.data();
    assert_eq!(billed.preview().await, Value::Null);
    billed.cancel().await;
    assert_eq!(billed.balance().await, "0");
    billed.verify().await;
}

#[tokio::test]
async fn a_charge_that_was_given_back_with_its_shipment_is_not_credited() {
    let billed = Billed::begin().await;
    billed.cancel().await;
    assert_eq!(billed.balance().await, "100");
    let refused = billed.admin.post(&format!("{}/credit", billed.path), note("1.00", "0")).await;
    assert_eq!(refused.message_code(), "invoice_credited");
    assert_eq!(billed.find_creditable().await, "0");
    billed.verify().await;
}

#[tokio::test]
async fn a_credit_note_and_the_cancellation_at_once_give_the_price_back_once() {
    let mut billed = Billed::begin().await;
    let mut owed = Decimal::ZERO;
    for round in 0..6 {
        if round > 0 {
            billed.bill_again().await;
        }
        let path = format!("{}/credit", billed.path);
        // All of it, or a part of it.
        let form = if round % 2 == 0 { note("80.00", "20.00") } else { note("30.00", "5.00") };
        let (credited, ()) = join(billed.admin.post(&path, form), billed.cancel()).await;
        assert!([200, 409, 422].contains(&credited.status), "{}", credited.text());
        let invoice = billed.admin.get(&billed.path).await.data();
        owed += dec(invoice["open_amount"].as_str().unwrap());
        assert_eq!(dec(&billed.balance().await), owed, "the wallet has what invoices still ask for");
        billed.verify().await;
    }
}

#[tokio::test]
async fn a_price_is_not_given_back_while_the_loss_of_its_shipment_is_claimed() {
    let billed = Billed::begin().await;
    let event = json!({ "tracking_codes": [billed.shipment["tracking_code"]], "event_code": "ARRIVED" });
    assert_eq!(billed.admin.post("/api/shipments/record_event", event).await.data()[0]["recorded"], true);
    let form = json!({
        "shipment_id": billed.shipment["id"], "kind": "lost", "claimed_amount": "10.00", "description": "It never came",
    });
    let claim = billed.user.post("/api/claims", form).await.data();
    let shipment: Uuid = id(&billed.shipment).parse().unwrap();
    let actor = || server(&billed.app);
    let mut tx = begin(&billed.app).await;
    let state = &billed.app.state;
    let refused = ::ledger::reverse_for_cancellation(&mut tx, state, actor(), shipment).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "shipment_claimed");
    drop(tx);
    billed.reprice("30.00", "0", true).await;
    assert_eq!(billed.balance().await, "0", "a lower price gives nothing back, either");
    let withdraw = format!("/api/claims/{}/withdraw", id(&claim));
    billed.user.post(&withdraw, json!({ "version": claim["version"] })).await.data();
    let mut tx = begin(&billed.app).await;
    ::ledger::reverse_for_cancellation(&mut tx, state, actor(), shipment).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(billed.balance().await, "100");
    billed.verify().await;
}
