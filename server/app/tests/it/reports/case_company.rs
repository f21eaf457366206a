//! The company of `server/tests/data/reports`, in the tables of a tenant.

use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::support::{PACIFIC, TestApp};

const SHIPMENTS: &str = include_str!("../../../../tests/data/reports/shipments.csv");
const PARCELS: &str = include_str!("../../../../tests/data/reports/parcels.csv");
const CHARGES: &str = include_str!("../../../../tests/data/reports/charges.csv");
const WALLET_ENTRIES: &str = include_str!("../../../../tests/data/reports/wallet-entries.csv");
const STOCK_LOTS: &str = include_str!("../../../../tests/data/reports/stock-lots.csv");
const STOCK_MOVEMENTS: &str = include_str!("../../../../tests/data/reports/stock-movements.csv");
const CLAIMS: &str = include_str!("../../../../tests/data/reports/claims.csv");
const EXPECTED: &str = include_str!("../../../../tests/data/reports/expected.json");

const COUNTRIES: &str = "select alpha2, id from ref.countries";

/// The totals that reports must give, by their headings.
pub fn expected(heading: &str) -> Value {
    let expected: Value = serde_json::from_str(EXPECTED).unwrap();
    let found = &expected["reports"][heading];
    assert!(found.is_object(), "there is no `{heading}`");
    found.clone()
}

type CaseRow = HashMap<String, String>;

fn rows(text: &str) -> Vec<CaseRow> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// Null for an empty cell.
fn given(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.into() }
}

fn number(text: &str) -> i64 {
    text.parse().unwrap()
}

async fn insert(tx: &mut TenantTx, table: &str, rows: &[Value]) {
    let names: Vec<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
    let names = names.join(", ");
    let sql = format!(
        "insert into {table} ({names}) select {names} from jsonb_populate_recordset(null::{table}, $1)"
    );
    sqlx::query(AssertSqlSafe(sql)).bind(Json(rows)).execute(&mut **tx).await.unwrap();
}

/// New ids for the names in the files.
#[derive(Default)]
struct CaseIds {
    ids: BTreeMap<(&'static str, String), Uuid>,
}

impl CaseIds {
    fn of(&mut self, kind: &'static str, name: &str) -> Uuid {
        *self.ids.entry((kind, name.to_owned())).or_insert_with(Uuid::now_v7)
    }

    fn all(&self, kind: &'static str) -> impl Iterator<Item = (&str, Uuid)> {
        self.ids
            .iter()
            .filter(move |((known, _), _)| *known == kind)
            .map(|((_, name), id)| (name.as_str(), *id))
    }
}

/// Fills the second company. It has no shipments, wallets and goods of its own.
pub async fn load(app: &TestApp) {
    let mut tx = app.state.tenancy.begin(&app.tenant(PACIFIC)).await.unwrap();
    let mut ids = CaseIds::default();
    let shipments = rows(SHIPMENTS);
    for row in &shipments {
        ids.of("client", &row["client"]);
        ids.of("subsidiary", &row["subsidiary"]);
        ids.of("service", &row["service"]);
        ids.of("shipment", &row["tracking_code"]);
    }
    insert_parties(&mut tx, &ids).await;
    insert_shipments(&mut tx, &mut ids, &shipments).await;
    insert_prices(&mut tx, &mut ids, &shipments).await;
    insert_wallets(&mut tx, &mut ids).await;
    insert_claims(&mut tx, &mut ids, &shipments).await;
    insert_stock(&mut tx, &mut ids).await;
    tx.commit().await.unwrap();
}

async fn insert_parties(tx: &mut TenantTx, ids: &CaseIds) {
    let clients = ids.all("client").zip(1..);
    let clients: Vec<Value> = clients
        .map(|((name, id), at)| json!({ "id": id, "code": format!("CASE-{at}"), "name": name }))
        .collect();
    insert(tx, "clients", &clients).await;
    let subsidiaries: Vec<Value> = ids
        .all("subsidiary")
        .map(|(title, id)| {
            json!({ "id": id, "title": title, "country_id": 32, "city": "São Paulo", "time_zone": "America/Sao_Paulo" })
        })
        .collect();
    insert(tx, "subsidiaries", &subsidiaries).await;
    let services: Vec<Value> = ids
        .all("service")
        .map(|(title, id)| {
            json!({ "id": id, "code": format!("CASE-{title}"), "title_locale": { "en": title }, "mode": "air" })
        })
        .collect();
    insert(tx, "services", &services).await;
}

async fn insert_shipments(tx: &mut TenantTx, ids: &mut CaseIds, shipments: &[CaseRow]) {
    let countries: Vec<(String, i16)> = sqlx::query_as(COUNTRIES).fetch_all(&mut **tx).await.unwrap();
    let countries: HashMap<String, i16> = countries.into_iter().collect();
    let mut inserted = Vec::new();
    let mut events = Vec::new();
    for row in shipments {
        let id = ids.of("shipment", &row["tracking_code"]);
        inserted.push(json!({
            "id": id, "tracking_code": row["tracking_code"], "client_id": ids.of("client", &row["client"]),
            "subsidiary_id": ids.of("subsidiary", &row["subsidiary"]),
            "service_id": ids.of("service", &row["service"]), "status": number(&row["status"]),
            "direction": row["direction"], "to_country_id": countries[&row["to_country"]],
            "created_at": row["created_at"], "updated_at": row["created_at"],
            "confirmed_at": given(&row["confirmed_at"]), "due_on": given(&row["due_on"]),
            "declared_value": given(&row["declared_value"]), "currency": row["currency"],
            "parcel_count": number(&row["parcels"]), "declared_weight_g": number(&row["declared_weight_g"]),
            "insurance_value": given(&row["insured_value"]), "to_name": "Maria Secreta",
            "source": "manual", "missing": [], "non_delivery": "return", "from_person_type": 1, "to_person_type": 1,
            "item_count": 0, "label_prints": 0, "version": 1,
        }));
        if !row["delivered_at"].is_empty() {
            events.push(json!({
                "id": Uuid::now_v7(), "shipment_id": id, "code": "DELIVERED", "occurred_at": row["delivered_at"],
                "time_zone": "UTC", "received_at": row["delivered_at"], "location": "", "source": "user",
            }));
        }
    }
    insert(tx, "shipments", &inserted).await;
    insert(tx, "shipment_events", &events).await;
}

async fn insert_prices(tx: &mut TenantTx, ids: &mut CaseIds, shipments: &[CaseRow]) {
    let by_code: HashMap<&str, &CaseRow> =
        shipments.iter().map(|row| (row["tracking_code"].as_str(), row)).collect();
    let (mut parcels, mut received, mut charges) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows(PARCELS) {
        let code = &row["tracking_code"];
        let (shipment_id, seq) = (ids.of("shipment", code), number(&row["seq"]));
        let weight_g = number(&row["declared_g"]);
        parcels.push(
            json!({ "id": Uuid::now_v7(), "shipment_id": shipment_id, "seq": seq, "weight_g": weight_g }),
        );
        if !row["measured_g"].is_empty() {
            let at = &by_code[code.as_str()]["created_at"];
            received.push(json!({
                "id": Uuid::now_v7(), "shipment_id": shipment_id, "seq": seq, "code": format!("{code}{seq:03}"),
                "tracking_code": code, "station": "", "received_at": at, "received_by": Uuid::nil(),
                "weight_g": number(&row["measured_g"]), "weight_source": "typed", "measured_at": at,
                "measured_by": Uuid::nil(), "created_at": at, "updated_at": at, "version": 1,
            }));
        }
    }
    for row in rows(CHARGES) {
        let code = &row["tracking_code"];
        let shipment = by_code[code.as_str()];
        // The names of our lines.
        let line = match row["code"].as_str() {
            "freight" => "base",
            "duty" => "import",
            other => other,
        };
        charges.push(json!({
            "id": Uuid::now_v7(), "shipment_id": ids.of("shipment", code), "revision": number(&row["revision"]),
            "seq": number(&row["seq"]), "service_id": ids.of("service", &shipment["service"]), "code": line,
            "amount": row["amount"], "cost": given(&row["cost"]), "currency": row["currency"], "taxable": true,
            "estimate": row["estimate"] == "1", "priced_on": "2026-10-01", "created_at": shipment["created_at"],
        }));
    }
    insert(tx, "parcels", &parcels).await;
    insert(tx, "received_parcels", &received).await;
    insert(tx, "shipment_charges", &charges).await;
}

/// An account with its last posting.
#[derive(Default)]
struct CaseAccount {
    seq: i64,
    balance: Decimal,
    last_at: String,
}

impl CaseAccount {
    fn post(&mut self, amount: Decimal, at: &str) -> (Decimal, Decimal) {
        let before = self.balance;
        (self.seq, self.balance, self.last_at) = (self.seq + 1, before + amount, at.to_owned());
        (before, self.balance)
    }
}

const LAST_POSTING: &str = "
    update ledger_accounts set last_seq = $2, balance = $3, last_at = $4::text::timestamptz where id = $1";

async fn insert_wallets(tx: &mut TenantTx, ids: &mut CaseIds) {
    let entries = rows(WALLET_ENTRIES);
    let mut accounts: BTreeMap<Uuid, CaseAccount> = BTreeMap::new();
    let (mut transactions, mut postings) = (Vec::new(), Vec::new());
    let mut opened: BTreeMap<Uuid, Value> = BTreeMap::new();
    for row in &entries {
        let (currency, client_id) = (&row["currency"], ids.of("client", &row["client"]));
        let wallet = ids.of("wallet", &format!("{currency}/{}", row["client"]));
        let other = ids.of("revenue", currency);
        let account = |id: Uuid, kind: &str, owner: String, client_id: Option<Uuid>| {
            json!({
                "id": id, "kind": kind, "owner": owner, "client_id": client_id, "currency": currency, "decimals": 2,
                "balance": 0, "bounded": false, "credit_granted": 0, "credit_limit": 0, "credit_used": 0,
                "created_at": row["at"],
            })
        };
        opened
            .entry(wallet)
            .or_insert_with(|| account(wallet, "client_wallet", client_id.to_string(), Some(client_id)));
        opened.entry(other).or_insert_with(|| account(other, "revenue", "case".to_owned(), None));
        let kind = match row["kind"].as_str() {
            "deposit" => "deposit_confirmed",
            "charge" => "shipment_confirmed",
            other => other,
        };
        let id = Uuid::now_v7();
        transactions.push(json!({
            "id": id, "kind": kind, "currency": currency, "ref_type": "case", "ref_id": id.to_string(),
            "label": row["entry"], "postings": 2, "idempotency_key": id.to_string(),
            "invoice_id": (kind == "invoice_paid").then(Uuid::now_v7), "event_at": row["at"], "created_at": row["at"],
            "reverses_original": false,
            "body_hash": format!("\\x{}", "00".repeat(32)),
        }));
        let amount: Decimal = row["amount"].parse().unwrap();
        for (account_id, amount, line) in [(wallet, amount, 1), (other, -amount, 2)] {
            let account = accounts.entry(account_id).or_default();
            let (before, after) = account.post(amount, &row["at"]);
            let total_before = if line == 1 { Decimal::ZERO } else { -amount };
            postings.push(json!({
                "account_id": account_id, "seq": account.seq, "transaction_id": id, "line": line, "lines": 2,
                "currency": currency, "decimals": 2, "amount": amount, "balance_before": before,
                "balance_after": after, "total_before": total_before, "total_after": total_before + amount,
                "total_last": 0, "created_at": row["at"],
            }));
        }
    }
    insert(tx, "ledger_accounts", &opened.into_values().collect::<Vec<_>>()).await;
    insert(tx, "ledger_transactions", &transactions).await;
    insert(tx, "ledger_postings", &postings).await;
    for (id, account) in accounts {
        let update = sqlx::query(LAST_POSTING).bind(id).bind(account.seq).bind(account.balance);
        update.bind(account.last_at).execute(&mut **tx).await.unwrap();
    }
}

/// Claims with their decisions. The wallets of the file know nothing of those that were paid.
async fn insert_claims(tx: &mut TenantTx, ids: &mut CaseIds, shipments: &[CaseRow]) {
    let clients: HashMap<&str, &str> =
        shipments.iter().map(|row| (row["tracking_code"].as_str(), row["client"].as_str())).collect();
    let (mut claims, mut transactions) = (Vec::new(), Vec::new());
    for row in rows(CLAIMS) {
        let (code, at, state) = (&row["tracking_code"], &row["opened_at"], row["state"].as_str());
        let client = clients[code.as_str()];
        let transaction_id = (state == "paid").then(Uuid::now_v7);
        if let Some(id) = transaction_id {
            transactions.push(json!({
                "id": id, "kind": "adjustment", "currency": row["currency"], "ref_type": "claim",
                "ref_id": id.to_string(), "label": row["claim"], "postings": 2, "idempotency_key": id.to_string(),
                "event_at": at, "created_at": at, "reverses_original": false,
                "body_hash": format!("\\x{}", "00".repeat(32)),
            }));
        }
        let is_granted = ["approved", "paid"].contains(&state);
        claims.push(json!({
            "id": Uuid::now_v7(), "number": row["claim"], "shipment_id": ids.of("shipment", code),
            "tracking_code": code, "client_id": ids.of("client", client), "client_name": client, "kind": "lost",
            "description": "case", "currency": row["currency"], "claimed_amount": row["claimed"], "status": state,
            "decided_amount": is_granted.then(|| row["decided"].clone()),
            "decided_at": (state != "open").then(|| at.clone()),
            "decision_note": (state == "refused").then_some("case"), "transaction_id": transaction_id,
            "paid_at": (state == "paid").then(|| at.clone()), "created_at": at, "updated_at": at, "version": 1,
        }));
    }
    insert(tx, "ledger_transactions", &transactions).await;
    insert(tx, "claims", &claims).await;
}

async fn insert_stock(tx: &mut TenantTx, ids: &mut CaseIds) {
    let start = "2026-09-01T00:00:00Z";
    let warehouse_id = ids.of("warehouse", "CASE");
    insert(tx, "warehouses", &[json!({
        "id": warehouse_id, "code": "CASE", "name": "Case", "warehouse_type": "hub", "country_id": 32, "city": "São Paulo",
        "time_zone": "America/Sao_Paulo",
    })])
    .await;
    let places = ["A", "B"].map(|code| {
        json!({
            "id": ids.of("place", code), "warehouse_id": warehouse_id, "warehouse_code": "CASE", "code": code,
            "kind": "storage",
        })
    });
    insert(tx, "stock_places", &places).await;
    let (mut items, mut lots) = (BTreeMap::new(), Vec::new());
    for row in rows(STOCK_LOTS) {
        let (client_id, sku) = (ids.of("client", &row["client"]), &row["product"]);
        let item_id = ids.of("item", &format!("{}/{sku}", row["client"]));
        items.insert(item_id, json!({
            "id": item_id, "client_id": client_id, "client_name": row["client"], "sku": sku, "title": sku, "unit": "piece",
            "keep_lot": true, "keep_expiry": true,
        }));
        lots.push(json!({
            "id": ids.of("lot", &format!("{sku}/{}", row["lot"])), "item_id": item_id, "code": row["lot"],
            "expires_on": given(&row["expires"]), "status": "available", "unit_cost": row["unit_cost"],
            "currency": row["currency"], "received_at": start, "created_at": start, "updated_at": start, "version": 1,
        }));
    }
    insert(tx, "stock_items", &items.into_values().collect::<Vec<_>>()).await;
    insert(tx, "stock_lots", &lots).await;
    insert_movements(tx, ids).await;
}

async fn insert_movements(tx: &mut TenantTx, ids: &mut CaseIds) {
    let mut levels: BTreeMap<(Uuid, Uuid), i64> = BTreeMap::new();
    let mut movements = Vec::new();
    for (row, position) in rows(STOCK_MOVEMENTS).iter().zip(1..) {
        let lot_id = ids.of("lot", &format!("{}/{}", row["product"], row["lot"]));
        let quantity = number(&row["quantity"]);
        let mut place = |code: &str| (!code.is_empty()).then(|| ids.of("place", code));
        let (from, to) = (place(&row["from_place"]), place(&row["to_place"]));
        let mut change = |place: Option<Uuid>, units: i64| {
            place.map(|place| {
                let level = levels.entry((lot_id, place)).or_default();
                *level += units;
                *level
            })
        };
        let (from_after, to_after) = (change(from, -quantity), change(to, quantity));
        let outside = match row["kind"].as_str() {
            "receipt" => Some("supplier"),
            "pick" | "return" => Some("customer"),
            "remove" => Some("removed"),
            "adjust" => Some("adjusted"),
            _ => None,
        };
        movements.push(json!({
            "id": Uuid::now_v7(), "position": position, "posted_at": row["at"], "occurred_at": row["at"],
            "kind": row["kind"], "lot_id": lot_id, "quantity": quantity, "from_place_id": from, "to_place_id": to,
            "outside": outside, "from_after": from_after, "to_after": to_after, "source_type": "case",
            "source_id": Uuid::now_v7(), "line": 1,
        }));
    }
    let start = "2026-09-01T00:00:00Z";
    let levels: Vec<Value> = levels
        .iter()
        .map(|((lot_id, place_id), on_hand)| {
            json!({
                "id": Uuid::now_v7(), "lot_id": lot_id, "place_id": place_id, "on_hand": on_hand, "reserved": 0,
                "removed": 0, "created_at": start, "search_key": " case",
            })
        })
        .collect();
    insert(tx, "stock_levels", &levels).await;
    insert(tx, "stock_movements", &movements).await;
}
