//! Records of another company or client, named in a pickup.

use serde_json::json;

use super::{PATH, act, depot, form, id};
use crate::isolation::document::Operation;
use crate::support::{Answer, Person};

/// Another company's record does not exist for a pickup.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let code = format!("D{}", &uuid::Uuid::now_v7().simple().to_string()[24..]);
    depot(stranger, &code, json!({})).await;
    let client = stranger.get("/api/clients/select").await.data()[0]["id"].clone();
    let mut form = form(stranger, 1).await;
    form["client_id"] = client;
    let named = if reference.ends_with('s') { json!([theirs]) } else { json!(theirs) };
    if operation.id == "pickup_create" {
        form[reference] = named;
        return refused_at(&stranger.post(PATH, form).await, reference);
    }
    let own = stranger.post(PATH, form).await.data();
    let path = operation.filled(id(&own));
    let mut change = json!({ "version": own["version"] });
    change[reference] = named;
    match operation.id.as_str() {
        // The client of a pickup stays.
        "pickup_update" if reference == "client_id" => {
            let changed = stranger.patch(&path, change).await.data();
            assert_eq!(changed["client_id"], own["client_id"]);
        }
        "pickup_update" => refused_at(&stranger.patch(&path, change).await, reference),
        "pickup_collect" => {
            let body = json!({ "driver_id": stranger.get(&format!("{PATH}/drivers")).await.data()[0]["id"] });
            let scheduled = act(stranger, &own, "schedule", body).await.data();
            change["version"] = scheduled["version"].clone();
            refused_at(&stranger.post(&path, change).await, reference);
        }
        _ => refused_at(&stranger.post(&path, change).await, reference),
    }
}

fn refused_at(answer: &Answer, reference: &str) {
    assert_eq!(answer.status, 422, "{reference}: {}", answer.text());
    let field = if reference == "shipment_ids" { "shipment_ids.0" } else { reference };
    answer.code_at(field);
}

/// A client's user who names another client's record gets its own, or an error at the field.
pub async fn ignores(person: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let own = person.get("/api/profile").await.data()["client_id"].clone();
    let named = if reference.ends_with('s') { json!([theirs]) } else { json!(theirs) };
    let mut form = form(person, 1).await;
    let answer = if operation.id == "pickup_create" {
        form[reference] = named;
        person.post(PATH, form).await
    } else {
        let made = person.post(PATH, form).await.data();
        let mut change = json!({ "version": made["version"] });
        change[reference] = named;
        person.patch(&operation.filled(id(&made)), change).await
    };
    if reference == "client_id" {
        assert_eq!(answer.data()["client_id"], own);
    } else {
        refused_at(&answer, reference);
    }
}
