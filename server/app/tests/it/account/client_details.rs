//! Users of a client change its contact data and address (ACC-2).

use serde_json::{Value, json};

use super::audited;
use crate::support::{ATLANTICO, TestApp};
use crate::users::{demo_user, path};

const PATH: &str = "/api/account-client";

fn details() -> Value {
    json!({
        "responsible": "Íris Prado", "email": " Compras@Aurora.Test ", "phone": "(81) 98765-4321",
        "country_id": 32, "postcode": "50050000", "address_1": "Rua da Aurora", "address_number": "175",
        "address_2": "Boa Vista", "address_complement": null, "state_id": 16, "city": "Recife"
    })
}

#[tokio::test]
async fn a_client_changes_its_contact_data_and_staff_are_notified() {
    let app = TestApp::start().await;
    let (client, staff) = (app.client(ATLANTICO).await, app.staff(ATLANTICO).await);
    let before = client.get(PATH).await.data();
    assert_eq!(before["can"]["update"], true);
    let mut form = details();
    form["version"] = before["version"].clone();
    // Not fields of the form.
    form["name"] = json!("Somebody else");
    form["kyc_status"] = json!("ok");
    let after = client.patch(PATH, form.clone()).await.data();
    assert_eq!((&after["email"], &after["phone"]), (&json!("compras@aurora.test"), &json!("+5581987654321")));
    assert_eq!((&after["postcode"], &after["name"]), (&json!("50050-000"), &before["name"]));

    let record = staff.get(&format!("/api/clients/{}", before["id"].as_str().unwrap())).await.data();
    assert_eq!((&record["address_1"], &record["name"]), (&json!("Rua da Aurora"), &before["name"]));
    assert_eq!(record["kyc_status"], "pending");
    let entries = audited(&app, "client.update").await;
    assert_eq!(entries.last().unwrap()["address_1"][1], "Rua da Aurora");
    assert_eq!(entries.last().unwrap().get("name"), None);
    let told = staff.get("/api/notifications").await.data();
    let told = told.as_array().unwrap().iter().find(|one| one["data"]["code"] == "client_changed").unwrap();
    assert_eq!(told["data"]["params"]["name"], before["name"]);

    let late = client.patch(PATH, form).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".into()));
}

#[tokio::test]
async fn a_client_cannot_make_itself_unreachable() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let mut form = details();
    for field in ["email", "phone", "postcode", "address_1", "state_id"] {
        form[field] = Value::Null;
    }
    form["city"] = json!(" ");
    form["version"] = client.get(PATH).await.data()["version"].clone();
    let answer = client.patch(PATH, form).await;
    for field in ["email", "phone", "postcode", "address_1", "state_id", "city"] {
        assert_eq!(answer.code_at(field), "required", "{field}");
    }
    assert!(audited(&app, "client.update").await.is_empty());
}

#[tokio::test]
async fn only_users_of_a_client_have_its_details_and_a_profile_can_take_the_change_away() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(PATH).await.data(), Value::Null);
    assert_eq!(staff.patch(PATH, json!({ "version": 1 })).await.status, 403);

    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.patch(PATH, json!({ "version": 1 })).await.status, 404);
    let profile = json!({ "name": "Following", "kind": 40, "description": "", "active": true, "rules": [] });
    let profile = admin.post("/api/user_profiles", profile).await.data();
    let user = demo_user(&admin, "client").await;
    let form = json!({ "version": user["version"], "profile_ids": [profile["id"]] });
    admin.patch(&path(&user), form).await.data();
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.get(PATH).await.data()["can"]["update"], false);
    let refused = client.patch(PATH, json!({ "version": 1 })).await;
    assert_eq!((refused.status, refused.message_code()), (403, "forbidden".into()));
}
