//! Records of others that money operations name.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{announce, bank_account, client_of, deposit};
use crate::isolation::document::Operation;
use crate::support::{Answer, Person};

/// Operations whose references are tried here.
pub fn knows(operation: &str) -> bool {
    const OF_INVOICES: [&str; 8] = [
        "invoice_proposal",
        "invoice_create",
        "invoice_update",
        "invoice_pay",
        "invoice_reverse_payment",
        "invoice_issue_many",
        "invoice_generate",
        "invoice_export",
    ];
    [
        "wallet_entry_list",
        "wallet_refund",
        "deposit_create",
        "deposit_confirm_many",
        "indication_invite",
        "claim_create",
    ]
    .contains(&operation)
        || OF_INVOICES.contains(&operation)
}

/// Another company's record does not exist for the operation.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    if operation.id == "deposit_confirm_many" {
        let form = json!({ "deposits": [{ "id": theirs, "version": 1 }] });
        let told = stranger.post(&operation.path, form).await.data();
        assert_eq!((&told[0]["message_code"], &told[0]["deposit"]), (&json!("not_found"), &Value::Null));
        return;
    }
    let answer = ask(stranger, operation, reference, theirs).await;
    if operation.id == "wallet_entry_list" {
        assert_eq!(answer.json()["data"], json!([]));
        return;
    }
    let expected = match (operation.id.as_str(), reference) {
        // Nothing of another company is among what it selects.
        ("invoice_generate" | "invoice_export", _) => 202,
        ("invoice_proposal", "draft_id") => 200,
        ("invoice_create" | "invoice_update", "shipment_ids") => 409,
        ("invoice_issue_many", _) => 404,
        _ => 422,
    };
    assert_eq!(answer.status, expected, "{} {reference}: {}", operation.id, answer.text());
    if expected == 422 || expected == 409 {
        answer.code_at(reference);
    }
}

/// All invoices as a file.
fn exported() -> Value {
    json!({ "columns": [{ "column": "number", "heading": "No" }], "format": "csv" })
}

async fn of_invoice(
    stranger: &Person,
    operation: &Operation,
    client: &str,
    (reference, theirs): (&str, &str),
) -> Answer {
    let named = if reference.ends_with("ids") { json!([theirs]) } else { json!(theirs) };
    let draft = stranger.get("/api/invoices").await.data()[0].clone();
    let id = draft["id"].as_str().unwrap();
    let (path, mut form) = match operation.id.as_str() {
        "invoice_proposal" => {
            let client = if reference == "client_id" { theirs } else { client };
            let path = format!("/api/invoices/proposal?client_id={client}&draft_id={theirs}");
            return stranger.get(&path).await;
        }
        "invoice_update" => {
            let change = json!({ "version": draft["version"], reference: named });
            return stranger.patch(&operation.filled(id), change).await;
        }
        "invoice_create" => {
            let days = json!({
                "client_id": client, "currency": "BRL", "period_from": "2026-01-01", "period_to": "2099-12-31",
            });
            ("/api/invoices".to_owned(), days)
        }
        "invoice_pay" => {
            let issue = json!({ "version": draft["version"] });
            stranger.post(&format!("/api/invoices/{id}/issue"), issue).await;
            let payment =
                json!({ "key": Uuid::now_v7(), "source": "bank", "amount": "1.00", "paid_on": "2026-01-01" });
            (operation.filled(id), payment)
        }
        "invoice_reverse_payment" => {
            let issue = json!({ "version": draft["version"] });
            stranger.post(&format!("/api/invoices/{id}/issue"), issue).await;
            (operation.filled(id), json!({ "reason": "x" }))
        }
        "invoice_export" => (operation.path.clone(), exported()),
        _ => (operation.path.clone(), operation.example.clone().unwrap()),
    };
    form[reference] = named;
    stranger.post(&path, form).await
}

async fn ask(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) -> Answer {
    let client = stranger.get("/api/clients/select").await.data()[0]["id"].as_str().unwrap().to_owned();
    match operation.id.as_str() {
        it if it.starts_with("invoice_") => {
            of_invoice(stranger, operation, &client, (reference, theirs)).await
        }
        "wallet_entry_list" => {
            let path =
                format!("/api/clients/{client}/wallet/entries?{reference}={}", theirs.replace(' ', "%20"));
            stranger.get(&path).await
        }
        "claim_create" => claim_for(stranger, operation, reference, theirs).await,
        "indication_invite" => stranger.post(&operation.path, json!({ reference: theirs })).await,
        "wallet_refund" => {
            let refund = json!({
                "key": Uuid::now_v7(), "amount": "1.00", "bank_account_id": theirs, "reference": "x", "reason": "x",
            });
            stranger.post(&operation.filled(&client), refund).await
        }
        _ => {
            let bank = bank_account(stranger, "Eva", "USD").await;
            let mut fields = deposit(&bank, &Uuid::now_v7().to_string(), "1.00");
            fields.push(("client_id", client));
            fields.retain(|(name, _)| *name != reference);
            fields.push(("note", String::new()));
            let mut fields: Vec<(&str, String)> = fields;
            fields.push((reference, theirs.to_owned()));
            announce(stranger, &fields).await
        }
    }
}

async fn claim_for(person: &Person, operation: &Operation, reference: &str, theirs: &str) -> Answer {
    let claim = json!({ "kind": "lost", "claimed_amount": "1.00", "description": "x", reference: theirs });
    person.post(&operation.path, claim).await
}

/// A client's user who names another client's record gets its own, nothing, or an error at the field.
pub async fn ignores(person: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let own = client_of(person).await;
    if operation.id == "wallet_entry_list" {
        let path = format!("/api/clients/{own}/wallet/entries?{reference}={}", theirs.replace(' ', "%20"));
        assert_eq!(person.get(&path).await.data(), json!([]));
        return;
    }
    if operation.id == "indication_invite" {
        let named = person.post(&operation.path, json!({ reference: theirs })).await.data();
        let plain = person.post(&operation.path, json!({})).await.data();
        assert_eq!(named, plain, "a client gets its own code");
        return;
    }
    if operation.id == "claim_create" {
        assert_eq!(
            claim_for(person, operation, reference, theirs).await.code_at(reference),
            "unknown_option"
        );
        return;
    }
    if operation.id == "invoice_export" {
        let mut form = exported();
        form[reference] = theirs.into();
        assert_eq!(person.post(&operation.path, form).await.status, 202);
        return;
    }
    let accounts = person.get(&format!("/api/clients/{own}/deposit_accounts")).await.data();
    let mut fields = deposit(accounts[0]["id"].as_str().unwrap(), &Uuid::now_v7().to_string(), "1.00");
    fields.retain(|(name, _)| *name != reference);
    let mut fields: Vec<(&str, String)> = fields;
    fields.push((reference, theirs.to_owned()));
    let answer = announce(person, &fields).await;
    match reference {
        "client_id" => assert_eq!(answer.data()["client_id"], Value::from(own)),
        _ => drop(answer.code_at(reference)),
    }
}
