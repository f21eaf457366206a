//! Money: the ledger, wallets, deposits and invoices.

mod credits;
mod crowd;
mod foreign;
mod invoices;
mod ledger;
mod low_wallet;
mod paper;
mod payment_accounts;
mod statement;
mod wallet;

pub use foreign::{ignores, knows, refuses};

use ::ledger::{Charge, ShipmentCharges, charge_confirmation};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use server_core::audit::Actor;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::support::{ATLANTICO, Person, TestApp};

pub fn dec(text: &str) -> Decimal {
    text.parse().unwrap()
}

pub fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_else(|| panic!("no id: {record}"))
}

pub fn server(app: &TestApp) -> Actor {
    Actor::server(&app.state, "test".into())
}

pub async fn begin(app: &TestApp) -> TenantTx {
    begin_on(app, ATLANTICO).await
}

async fn begin_on(app: &TestApp, host: &str) -> TenantTx {
    app.state.tenancy.begin(&app.tenant(host)).await.unwrap()
}

/// Gives a client credit in BRL.
pub async fn give_credit(admin: &Person, client: &str, limit: &str) {
    let path = format!("/api/clients/{client}");
    let version = admin.get(&path).await.data()["version"].clone();
    let credit = json!({ "version": version, "credit_limit": limit, "credit_currency": "BRL" });
    admin.post(&format!("{path}/set_credit"), credit).await.data();
}

/// A shipment of the client that was confirmed and charged in BRL.
pub async fn charged(app: &TestApp, host: &str, client: &str, (freight, duty): (&str, &str)) -> Value {
    let staff = app.staff(host).await;
    let mut form = crate::shipments::complete(&staff).await;
    form["client_id"] = json!(client);
    form["subsidiary_id"] = staff.get("/api/subsidiaries/select").await.data()[0]["id"].clone();
    let shipment = staff.post("/api/shipments", form).await.data();
    let mut tx = begin_on(app, host).await;
    let price = charges(&shipment, client, freight, duty);
    charge_confirmation(&mut tx, server(app), &price, "test").await.unwrap();
    tx.commit().await.unwrap();
    shipment
}

/// A draft with one charge, of the first client of a company.
pub async fn drafted(app: &TestApp, host: &str) -> Value {
    let admin = app.admin(host).await;
    let client = admin.get("/api/clients/select").await.data()[0]["id"].as_str().unwrap().to_owned();
    give_credit(&admin, &client, "1000").await;
    let shipment = charged(app, host, &client, ("90.00", "10.00")).await;
    let form = json!({ "client_id": client, "currency": "BRL", "shipment_ids": [shipment["id"]] });
    admin.post("/api/invoices", form).await.data()
}

/// The demo's client whose user is `client@`.
pub async fn client_of(person: &Person) -> String {
    person.get("/api/profile").await.data()["client_id"].as_str().unwrap().to_owned()
}

/// A bank account of a branch.
pub async fn bank_account(admin: &Person, holder: &str, currency: &str) -> String {
    let branches = admin.get("/api/subsidiaries?sort=title").await.data();
    let branch = &branches.as_array().unwrap().last().unwrap()["id"];
    let mut form = json!({
        "owner_type": "subsidiary", "owner_id": branch, "holder": holder, "bank_id": bank(admin).await, "agency": "0001",
        "account": "12345-6", "currency": currency,
    });
    if currency == "USD" {
        (form["routing_number"], form["account_type"]) = ("021000021".into(), "checking".into());
    }
    id(&admin.post("/api/bank_accounts", form).await.data()).to_owned()
}

/// The bank of an account.
pub async fn bank(admin: &Person) -> String {
    let banks = admin.get("/api/banks?per_page=1").await.data();
    if let Some(bank) = banks.as_array().unwrap().first() {
        return id(bank).to_owned();
    }
    id(&admin.post("/api/banks", json!({ "code": "777", "name": "Banco Horizonte" })).await.data()).to_owned()
}

/// A payment of the client that names the reference.
pub fn deposit(bank: &str, reference: &str, amount: &str) -> Vec<(&'static str, String)> {
    [
        ("bank_account_id", bank),
        ("method", "transfer"),
        ("reference", reference),
        ("amount", amount),
        ("paid_on", "2026-11-20"),
    ]
    .into_iter()
    .map(|(name, value)| (name, value.to_owned()))
    .collect()
}

pub async fn announce(person: &Person, fields: &[(&str, String)]) -> crate::support::Answer {
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    person.submit("/api/deposits", &fields).await
}

/// Charges of a shipment: freight for the branch, and the duty that the company pays.
pub fn charges(shipment: &Value, client: &str, freight: &str, duty: &str) -> ShipmentCharges {
    let branch: Option<Uuid> = shipment["subsidiary_id"].as_str().map(|id| id.parse().unwrap());
    ShipmentCharges {
        shipment_id: id(shipment).parse().unwrap(),
        client_id: client.parse().unwrap(),
        subsidiary_id: branch,
        tracking_code: shipment["tracking_code"].as_str().unwrap().to_owned(),
        currency: "BRL".into(),
        charges: vec![Charge::service(branch, dec(freight)), Charge::tax("US", dec(duty))],
    }
}

/// Balance and available money of a client in BRL.
pub async fn figures(person: &Person, client: &str) -> [String; 2] {
    let wallet = person.get(&format!("/api/clients/{client}/wallet")).await.data();
    let balances = wallet["balances"].as_array().unwrap();
    let brl = balances.iter().find(|one| one["currency"] == "BRL").unwrap();
    ["balance", "available"].map(|field| brl[field].as_str().unwrap().to_owned())
}
