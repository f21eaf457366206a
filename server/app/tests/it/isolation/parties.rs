//! Forms of parties refuse another company's client, group, service or bank.

use serde_json::{Value, json};

use super::document::Operation;
use crate::partners::form;
use crate::support::{Answer, Person};

/// Operations whose references are tried here.
pub fn knows(operation: &str) -> bool {
    ["partner_service_create", "partner_service_update"].contains(&operation)
        || ["client_create", "client_update", "client_merge_preview", "client_merge", "bank_account_update"]
            .contains(&operation)
        || operation == "client_update_many"
        || ["contact_create", "party_address_create", "bank_account_create"].contains(&operation)
        || ["party_document_create", "party_document_update", "party_document_replace"].contains(&operation)
}

/// Names the neighbour's record in an otherwise good request; it is refused at the field.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let answer = ask(stranger, operation, reference, theirs).await;
    if operation.id == "client_update_many" && reference == "ids" {
        return assert_eq!(answer.status, 404, "{}", answer.text());
    }
    assert_eq!(answer.status, 422, "{} {reference}: {}", operation.id, answer.text());
    answer.code_at(reference);
}

async fn ask(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) -> Answer {
    if operation.id == "client_create" {
        return stranger.post(&operation.path, with(form("Eva"), reference, theirs)).await;
    }
    if operation.id.starts_with("partner_service") {
        return ask_service(stranger, operation, reference, theirs).await;
    }
    let own = stranger.post("/api/clients", form(&format!("Eva {}", operation.id))).await.data();
    let id = own["id"].as_str().unwrap();
    let path = operation.filled(id);
    match operation.id.as_str() {
        "client_merge_preview" => stranger.get(&format!("{path}?{reference}={theirs}")).await,
        "client_merge" => {
            let merge = json!({ "version": own["version"], "duplicate_version": 1 });
            stranger.post(&path, with(merge, reference, theirs)).await
        }
        "client_update_many" if reference == "ids" => {
            stranger.post(&path, json!({ "ids": [theirs], "no_group": true })).await
        }
        "client_update_many" => stranger.post(&path, with(json!({ "ids": [id] }), reference, theirs)).await,
        "client_update" => {
            let change = json!({ "version": own["version"] });
            stranger.patch(&path, with(change, reference, theirs)).await
        }
        "bank_account_update" => {
            let account = stranger.post("/api/bank_accounts", account(id)).await.data();
            let path = operation.filled(account["id"].as_str().unwrap());
            let change = json!({ "version": account["version"] });
            stranger.patch(&path, with(change, reference, theirs)).await
        }
        it if it.starts_with("party_document_") => {
            ask_document(stranger, operation, id, (reference, theirs)).await
        }
        _ => stranger.post(&path, with(owned(id), reference, theirs)).await,
    }
}

/// A document of an own client that names the neighbour's client or type.
async fn ask_document(stranger: &Person, operation: &Operation, own: &str, named: (&str, &str)) -> Answer {
    const PATH: &str = "/api/party_documents";
    let whole = [("owner_type", "client"), ("owner_id", own), ("kind", "other")];
    if operation.id == "party_document_create" {
        let others = whole.into_iter().filter(|(field, _)| *field != named.0);
        return stranger.submit(PATH, &Vec::from_iter(others.chain([named]))).await;
    }
    let document = stranger.submit(PATH, &whole).await.data();
    let path = operation.filled(document["id"].as_str().unwrap());
    if operation.id == "party_document_replace" {
        return stranger.submit(&path, &[("kind", "other"), ("version", "1"), named]).await;
    }
    stranger.patch(&path, with(json!({ "version": document["version"] }), named.0, named.1)).await
}

/// A service of an own partner that names the neighbour's service or provider.
async fn ask_service(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) -> Answer {
    let partner = crate::partners::added(stranger, &format!("Eva {} {reference}", operation.id)).await;
    let path = format!("/api/partners/{partner}/partner_services");
    let service = stranger.get("/api/services").await.data()[0]["id"].clone();
    let form = json!({ "service_id": service, "active": true });
    if operation.id == "partner_service_create" {
        return stranger.post(&path, with(form, reference, theirs)).await;
    }
    let own = stranger.post(&path, form).await.data();
    let path = format!("{path}/{}", own["id"].as_str().unwrap());
    stranger.patch(&path, with(json!({ "version": own["version"] }), reference, theirs)).await
}

fn with(mut form: Value, reference: &str, theirs: &str) -> Value {
    form[reference] = theirs.into();
    form
}

pub fn account(client: &str) -> Value {
    json!({
        "owner_type": "client", "owner_id": client, "holder": "Eva", "account": "12345-6", "currency": "USD",
        "routing_number": "021000021", "account_type": "checking",
    })
}

/// The fields of a contact, an address and an account together: each takes its own.
fn owned(client: &str) -> Value {
    let mut form = account(client);
    for (field, value) in [
        ("name", json!("Eva")),
        ("receives_billing", json!(false)),
        ("receives_tracking", json!(false)),
        ("receives_customs", json!(false)),
        ("kind", json!("other")),
        ("main", json!(false)),
        ("country_id", json!(32)),
        ("city", json!("Olinda")),
    ] {
        form[field] = value;
    }
    form
}
