//! From charges to a paid invoice, and back by a void and a credit note.

use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{bank_account, begin, charged, client_of, figures, give_credit, id, server};
use crate::labels::printed_text;
use crate::partners;
use crate::prices::sheets::Statements;
use crate::subsidiaries::{branches, give};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn draft(staff: &Person, client: &str) -> Answer {
    let form = json!({
        "client_id": client, "currency": "brl", "period_from": "2026-01-01", "period_to": "2099-12-31", "note": "PO 7",
    });
    staff.post("/api/invoices", form).await
}

async fn issue(staff: &Person, draft: &Value) -> Value {
    let path = format!("/api/invoices/{}/issue", id(draft));
    staff.post(&path, json!({ "version": draft["version"] })).await.data()
}

async fn verify(app: &TestApp) {
    let mut tx = begin(app).await;
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

async fn cancel(app: &TestApp, shipment: &Value) {
    let mut tx = begin(app).await;
    let shipment = id(shipment).parse().unwrap();
    ::ledger::reverse_for_cancellation(&mut tx, &app.state, server(app), shipment).await.unwrap();
    tx.commit().await.unwrap();
}

fn money(invoice: &Value) -> [&str; 5] {
    ["status", "total", "paid", "credited", "open_amount"].map(|field| invoice[field].as_str().unwrap())
}

#[tokio::test]
async fn an_invoice_is_drafted_issued_paid_and_credited() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (client, bank) = (client_of(&user).await, bank_account(&admin, "Atlântico", "BRL").await);
    give_credit(&admin, &client, "1000").await;
    let empty = draft(&staff, &client).await;
    assert_eq!((empty.status, empty.code_at("period_to")), (409, "nothing_to_invoice".into()));
    let first = charged(&app, ATLANTICO, &client, ("80.00", "56.63")).await;
    charged(&app, ATLANTICO, &client, ("120.00", "0.37")).await;
    let proposal = staff.get(&format!("/api/invoices/proposal?client_id={client}")).await.data();
    let sum = &proposal["sums"][0];
    assert_eq!((&sum["total"], &sum["count"]), (&json!("257"), &json!(2)));

    // A draft has its charges for itself; deleted, they are free again.
    let made = draft(&staff, &client).await.data();
    let told =
        [&made["total"], &made["tax"], &made["terms_days"], &made["items"][0]["details"]["to_country"]];
    assert_eq!(told, [&json!("257"), &json!("57"), &json!(15), &json!("DE")]);
    assert_eq!(draft(&staff, &client).await.status, 409);
    assert_eq!(user.get("/api/invoices").await.data(), json!([]), "drafts are for the staff");
    let path = format!("/api/invoices/{}", id(&made));
    assert_eq!(user.get(&path).await.status, 404);
    let change = json!({ "version": made["version"], "terms_days": 30, "shipment_ids": [first["id"]] });
    let changed = staff.patch(&path, change).await.data();
    assert_eq!((&changed["total"], &changed["terms_days"]), (&json!("136.63"), &json!(30)));
    assert_eq!(staff.delete(&path).await.status, 200);
    let made = draft(&staff, &client).await.data();

    // Issued: the debt is due, and no credit is freed.
    let [_, available] = figures(&user, &client).await;
    let issued = issue(&staff, &made).await;
    assert_eq!(money(&issued), ["issued", "257", "0", "0", "257"]);
    assert_eq!(figures(&user, &client).await, ["0".to_owned(), available]);
    let number = issued["number"].as_str().unwrap();
    assert!(number.ends_with("-00001"), "{number}");
    let path = format!("/api/invoices/{}", id(&issued));
    let late = staff.patch(&path, json!({ "version": issued["version"], "note": "x" })).await;
    assert_eq!(late.message_code(), "invoice_issued");
    let seen = user.get(&path).await.data();
    assert!(seen["can"].as_object().unwrap().values().all(|can| can == false), "{}", seen["can"]);
    let told = (&seen["bill_to"]["name"], &seen["accounts"][0]["id"]);
    assert_eq!(told, (&json!("Horizonte Comércio"), &json!(bank)));
    settle(&admin, &staff, &path, &bank).await;
    assert_eq!(figures(&user, &client).await, ["20", "1020"]);
    let given_back = user.get(&format!("/api/clients/{client}/wallet/entries?kind=credit_note")).await.data();
    assert_eq!(given_back[0]["amount"], "20", "a credit note is not the payment of an invoice");
    let list = staff.get("/api/invoices?tab=paid&search=horizonte").await.json();
    let totals = json!({ "draft": 0, "open": 0, "overdue": 0, "paid": 1, "void": 0, "credit_note": 2 });
    assert_eq!((list["data"].as_array().unwrap().len(), &list["meta"]["totals"]), (1, &totals));
    verify(&app).await;
}

fn payment(bank: &str, amount: &str) -> Value {
    json!({
        "key": Uuid::now_v7(), "source": "bank", "bank_account_id": bank, "amount": amount, "paid_on": "2026-11-20",
        "reference": "TED 1",
    })
}

fn note(seq: i32, service: &str, tax: &str) -> Value {
    json!({
        "key": Uuid::now_v7(), "reason": "Damaged",
        "items": [{ "seq": seq, "service_amount": service, "tax_amount": tax }],
    })
}

/// Pays the invoice of 257.00 in parts, and credits both items.
async fn settle(admin: &Person, staff: &Person, path: &str, bank: &str) {
    let (payments, credits) = (format!("{path}/payments"), format!("{path}/credit"));
    assert_eq!(staff.post(&payments, payment(bank, "257.01")).await.code_at("amount"), "too_large");
    let part = payment(bank, "100.00");
    for _ in 0..2 {
        let paid = staff.post(&payments, part.clone()).await.data();
        assert_eq!(money(&paid), ["partly_paid", "257", "100", "0", "157"]);
    }
    let wallet =
        json!({ "key": Uuid::now_v7(), "source": "wallet", "amount": "10.00", "paid_on": "2026-11-20" });
    assert_eq!(staff.post(&payments, wallet).await.message_code(), "insufficient_funds");
    let refused = admin.post(&format!("{path}/void"), json!({ "version": 4, "reason": "x" })).await;
    assert_eq!(refused.message_code(), "invoice_has_payments");

    // A credit note takes back a part; what was paid of it goes to the wallet.
    assert_eq!(staff.post(&credits, note(1, "1", "0")).await.status, 403);
    let above = admin.post(&credits, note(1, "80.01", "0")).await;
    assert_eq!(above.code_at("items.0.service_amount"), "too_large");
    let whole = note(1, "80.00", "56.63");
    let made = admin.post(&credits, whole.clone()).await.data();
    assert_eq!((&made["kind"], &made["total"]), (&json!("credit_note"), &json!("136.63")));
    assert!(made["number"].as_str().unwrap().contains("-C-"));
    assert_eq!(admin.post(&credits, whole).await.data()["id"], made["id"]);
    let left = admin.get(path).await.data();
    assert_eq!(money(&left), ["partly_paid", "257", "100", "136.63", "20.37"]);
    staff.post(&payments, payment(bank, "20.37")).await.data();
    admin.post(&credits, note(2, "20.00", "0")).await.data();
    let paid = staff.get(path).await.data();
    assert_eq!(money(&paid), ["paid", "257", "100.37", "156.63", "0"]);
    assert_eq!(paid["credit_notes"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_void_gives_the_charges_free_and_money_in_the_wallet_pays_at_once() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    give_credit(&admin, &client, "100").await;
    let adjust =
        json!({ "key": Uuid::now_v7(), "amount": "70.00", "currency": "BRL", "reason": "Paid before" });
    admin.post(&format!("/api/clients/{client}/wallet/adjust"), adjust).await.data();
    let shipment = charged(&app, ATLANTICO, &client, ("90.00", "10.00")).await;
    let before = figures(&user, &client).await;
    let issued = issue(&staff, &draft(&staff, &client).await.data()).await;
    assert_eq!(money(&issued), ["partly_paid", "100", "70", "0", "30"]);
    assert_eq!(figures(&user, &client).await, ["0", "70"]);
    let path = format!("/api/invoices/{}", id(&issued));
    let reason = json!({ "version": issued["version"], "reason": "Wrong branch" });
    let void = admin.post(&format!("{path}/void"), reason).await.data();
    assert_eq!(money(&void), ["void", "100", "0", "0", "0"]);
    assert_eq!(figures(&user, &client).await, before);
    let again = issue(&staff, &draft(&staff, &client).await.data()).await;
    assert!(again["number"].as_str().unwrap().ends_with("-00002"));

    // A shipment that is cancelled while a draft has it leaves the draft.
    let other = charged(&app, ATLANTICO, &client, ("20.00", "0.50")).await;
    let asked = json!({ "ids": [id(&other)] });
    let preview = staff.post("/api/shipments/cancel_preview", asked.clone()).await.data();
    let row = &preview["shipments"][0];
    assert_eq!(row["refund"], json!({ "amount": "20.5", "currency": "BRL" }), "{preview}");
    assert_eq!(row["invoice"], "none");
    let wallet = &preview["wallets"][0];
    let figure = |name: &str| wallet[name].as_str().unwrap().parse::<Decimal>().unwrap();
    assert_eq!(figure("balance_after") - figure("balance_before"), Decimal::new(2_050, 2));
    let made = draft(&staff, &client).await.data();
    let preview = staff.post("/api/shipments/cancel_preview", asked).await.data();
    assert_eq!(preview["shipments"][0]["invoice"], "draft");
    let cancelled = format!("/api/shipments/{}/cancel", id(&other));
    staff.post(&cancelled, json!({ "reason": "Not sent" })).await.data();
    let path = format!("/api/invoices/{}", id(&made));
    let left = staff.get(&path).await.data();
    assert_eq!((&left["total"], &left["items"]), (&json!("0"), &json!([])));
    let refused = staff.post(&format!("{path}/issue"), json!({ "version": left["version"] })).await;
    assert_eq!(refused.message_code(), "invoice_without_amount");
    // One that is cancelled after its invoice is given back with the next.
    let asked = json!({ "ids": [id(&shipment)] });
    let preview = staff.post("/api/shipments/cancel_preview", asked).await.data();
    assert_eq!(preview["shipments"][0]["invoice"], "issued");
    cancel(&app, &shipment).await;
    let proposal = staff.get(&format!("/api/invoices/proposal?client_id={client}")).await.data();
    assert_eq!(proposal["sums"][0]["total"], "-100");
    verify(&app).await;
}

#[tokio::test]
async fn a_payment_by_mistake_is_reversed_and_the_invoice_is_open_again() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (client, bank) = (client_of(&user).await, bank_account(&admin, "Atlântico", "BRL").await);
    give_credit(&admin, &client, "1000").await;
    charged(&app, ATLANTICO, &client, ("80.00", "20.00")).await;
    let issued = issue(&staff, &draft(&staff, &client).await.data()).await;
    let before = figures(&user, &client).await;
    let path = format!("/api/invoices/{}", id(&issued));
    let paid = staff.post(&format!("{path}/payments"), payment(&bank, "100.00")).await.data();
    assert_eq!(money(&paid), ["paid", "100", "100", "0", "0"]);
    let mistake = &paid["payments"][0];
    assert_eq!(mistake["can"]["reverse"], json!(false), "staff void nothing");

    let reverse = format!("{path}/payments/reverse");
    let form = json!({ "payment_id": mistake["id"], "reason": "The transfer of another client" });
    assert_eq!(staff.post(&reverse, form.clone()).await.status, 403);
    let unknown = json!({ "payment_id": Uuid::now_v7(), "reason": "x" });
    assert_eq!(admin.post(&reverse, unknown).await.code_at("payment_id"), "unknown_option");
    assert_eq!(admin.get(&path).await.data()["payments"][0]["can"]["reverse"], json!(true));
    let open = admin.post(&reverse, form.clone()).await.data();
    assert_eq!(money(&open), ["issued", "100", "0", "0", "100"]);
    assert!(open["payments"][0]["reversed_at"].is_string());
    assert_eq!(figures(&user, &client).await, before);
    let again = admin.post(&reverse, form).await;
    assert_eq!((again.status, again.message_code()), (409, "already_reversed".into()));

    // Nothing is paid any more, so the invoice can be voided.
    let reason = json!({ "version": open["version"], "reason": "Wrong branch" });
    let void = admin.post(&format!("{path}/void"), reason).await.data();
    assert_eq!(money(&void), ["void", "100", "0", "0", "0"]);
    verify(&app).await;
}

fn own_item(draft: &Value, description: &str, quantity: &str, unit_price: &str) -> Value {
    json!({
        "description": description, "quantity": quantity, "unit_price": unit_price, "tax_note": "Exempt",
        "version": draft["version"],
    })
}

/// SHP-11: items without a shipment.
#[tokio::test]
async fn staff_add_items_of_their_own_until_the_invoice_is_issued() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    give_credit(&admin, &client, "100").await;
    charged(&app, ATLANTICO, &client, ("90.00", "10.00")).await;
    let made = draft(&staff, &client).await.data();
    let path = format!("/api/invoices/{}", id(&made));
    let items = format!("{path}/items");
    let refused = staff.post(&items, own_item(&made, " ", "0", "0")).await;
    assert_eq!(refused.code_at("description"), "required");
    assert_eq!(refused.code_at("quantity"), "must_be_positive");
    assert_eq!(user.post(&items, own_item(&made, "Storage", "1", "1")).await.status, 403);

    let with = staff.post(&items, own_item(&made, "Storage", "3", "12.50")).await.data();
    let told = (&with["total"], &with["tax"], &with["items"][1]["details"]["description"]);
    assert_eq!(told, (&json!("137.5"), &json!("10"), &json!("Storage")));
    let stale = staff.post(&items, own_item(&made, "Twice", "1", "1")).await;
    assert_eq!(stale.message_code(), "stale_version");
    let item = format!("{items}/{}", with["items"][1]["seq"]);
    let change = json!({ "version": with["version"], "quantity": "2" });
    let changed = staff.patch(&item, change).await.data();
    assert_eq!((&changed["total"], &changed["items"][1]["total"]), (&json!("125"), &json!("25")));
    let with = staff.post(&items, own_item(&changed, "Discount", "1", "-5")).await.data();
    let discount = format!("{items}/{}", with["items"][2]["seq"]);
    assert_eq!(staff.delete(&discount).await.data()["total"], "125");
    assert_eq!(staff.delete(&format!("{items}/1")).await.status, 404, "a charge is no item of staff");

    // Other charges leave the own items alone.
    let version = staff.get(&path).await.data()["version"].clone();
    let form = json!({ "version": version, "shipment_ids": [] });
    let left = staff.patch(&path, form).await.data();
    assert_eq!((&left["total"], left["items"].as_array().unwrap().len()), (&json!("25"), 1));
    verify(&app).await;

    let issued = issue(&staff, &left).await;
    assert_eq!(money(&issued), ["issued", "25", "0", "0", "25"]);
    let late = staff.post(&items, own_item(&issued, "Late", "1", "1")).await;
    assert_eq!(late.message_code(), "invoice_issued");
    assert!(printed_text(&staff.get(&format!("{path}/pdf")).await.body).contains("Storage"));
    let seq = issued["items"][0]["seq"].as_i64().unwrap();
    let note = note(i32::try_from(seq).unwrap(), "25.00", "0");
    admin.post(&format!("{path}/credit"), note).await.data();
    assert_eq!(money(&admin.get(&path).await.data()), ["paid", "25", "0", "25", "0"]);
    verify(&app).await;
}

#[tokio::test]
async fn a_client_without_credit_owes_an_item_of_staff_and_a_void_takes_it_back() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    give_credit(&admin, &client, "10").await;
    let before = figures(&user, &client).await;
    let form = json!({ "client_id": client, "currency": "BRL", "shipment_ids": [] });
    let made = staff.post("/api/invoices", form).await.data();
    let path = format!("/api/invoices/{}", id(&made));
    let with = staff.post(&format!("{path}/items"), own_item(&made, "Repacking", "1", "40")).await.data();
    let issued = issue(&staff, &with).await;
    assert_eq!(money(&issued), ["issued", "40", "0", "0", "40"]);
    verify(&app).await;
    let reason = json!({ "version": issued["version"], "reason": "Not agreed" });
    admin.post(&format!("{path}/void"), reason).await.data();
    assert_eq!(figures(&user, &client).await, before);
    verify(&app).await;
}

/// The file has all that are open, in the order of their numbers.
async fn exports(app: &TestApp, staff: &Person, first: &str) {
    let file = json!({
        "tab": "open", "sort": "number", "format": "csv",
        "columns": [{ "column": "number", "heading": "No" }, { "column": "open_amount", "heading": "Open" }],
    });
    let task = staff.post("/api/invoices/export", file).await.data();
    app.run_processes().await;
    let file = staff.get(&format!("/api/background_tasks/{}/file", id(&task))).await.text();
    assert_eq!(file.lines().nth(1).unwrap(), format!("{first},11"));
    assert_eq!(file.lines().count(), 7);
}

#[tokio::test]
async fn many_invoices_get_numbers_without_a_gap() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let mut drafts = Vec::new();
    for at in 0..6 {
        let client = admin.post("/api/clients", partners::form(&format!("Client {at}"))).await.data();
        give_credit(&admin, id(&client), "1000").await;
        charged(&app, ATLANTICO, id(&client), ("10.00", "1.00")).await;
        if at < 4 {
            drafts.push(id(&draft(&staff, id(&client)).await.data()).to_owned());
        }
    }
    // Two processes at once issue each draft once.
    let many = json!({ "ids": drafts });
    for _ in 0..2 {
        assert_eq!(staff.post("/api/invoices/issue", many.clone()).await.status, 202);
    }
    let waiting = staff.get("/api/invoices/proposal?from=2026-01-01&to=2099-12-31").await.data();
    let sum = &waiting["sums"][0];
    assert_eq!(
        (&sum["client_count"], &sum["total"], &sum["currency"]),
        (&json!(2), &json!("22"), &json!("BRL"))
    );
    assert_eq!((&waiting["charges"], &waiting["terms_days"]), (&json!([]), &Value::Null));
    let early = staff.get("/api/invoices/proposal?to=2026-01-01").await.data();
    assert_eq!(early["sums"], json!([]));
    let generate = json!({ "period_from": "2026-01-01", "period_to": "2099-12-31", "issue": true });
    let task = staff.post("/api/invoices/generate", generate).await.data();
    app.run_processes().await;
    let task = staff.get(&format!("/api/background_tasks/{}", id(&task))).await.data();
    let told = (&task["result_params"]["drafted"], &task["result_params"]["issued"]);
    assert_eq!(told, (&json!(2), &json!(2)));
    let list = staff.get("/api/invoices?tab=open&sort=number").await.data();
    let numbers: Vec<&str> =
        list.as_array().unwrap().iter().map(|one| one["number"].as_str().unwrap()).collect();
    let ends: Vec<&str> = numbers.iter().map(|number| &number[number.len() - 5..]).collect();
    assert_eq!(ends, ["00001", "00002", "00003", "00004", "00005", "00006"]);
    exports(&app, &staff, numbers[0]).await;
    // However many there are, a list takes the same few statements.
    for (path, most) in [("/api/invoices", 12), ("/api/wallets", 9), ("/api/deposits", 10)] {
        let statements = Statements::count(async || {
            staff.get(path).await.data();
        })
        .await;
        assert!((1..=most).contains(&statements), "{statements} statements for {path}");
    }
    // Overdue when its day has passed.
    app.state.clock.advance(chrono::TimeDelta::days(16));
    let list = app.staff(ATLANTICO).await.get("/api/invoices?tab=overdue").await.json();
    let told = (&list["data"][0]["status"], &list["meta"]["totals"]["overdue"]);
    assert_eq!(told, (&json!("overdue"), &json!(6)));
    assert_eq!(list["meta"]["sums"], json!([{ "currency": "BRL", "open": "66", "overdue": "66" }]));
    verify(&app).await;
}

#[tokio::test]
async fn bound_staff_are_shown_the_sums_of_their_branches() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [recife, paulo] = branches(&admin).await;
    let client = admin.post("/api/clients", partners::form("Client")).await.data();
    give_credit(&admin, id(&client), "1000").await;
    charged(&app, ATLANTICO, id(&client), ("10.00", "1.00")).await;
    let rules = json!([{ "resource": "invoice", "action": "create", "scope": "any" }]);
    let profile = json!({
        "name": "Billing", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": true, "rules": rules,
    });
    let desk = id(&admin.post("/api/user_profiles", profile).await.data()).to_owned();
    for (branch, total) in [(&recife, json!("11")), (&paulo, Value::Null)] {
        assert_eq!(give(&admin, "staff", &[&desk], &[branch]).await.status, 200);
        assert_eq!(staff.get("/api/invoices/proposal").await.data()["sums"][0]["total"], total);
    }
}
