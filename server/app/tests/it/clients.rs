//! Clients as records of the back office.

use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::partners;
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp};
use crate::webhooks::Told;

#[tokio::test]
async fn a_client_gets_a_number_and_keeps_only_what_fits_its_kind() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = partners::form("Ana Prado");
    for (field, value) in [
        ("person_type", json!(1)),
        ("document", json!("529.982.247-25")),
        ("birthday", json!("1990-05-01")),
        ("trading_name", json!("Prado")),
        ("ie", json!("123")),
        ("suite_code", json!("BR-1001")),
        ("notes", json!("Pays by transfer")),
    ] {
        form[field] = value;
    }
    let made = staff.post("/api/clients", form.clone()).await.data();
    assert!(made["code"].as_str().unwrap().starts_with('C'), "{made}");
    assert_eq!((&made["document"], &made["birthday"]), (&json!("52998224725"), &json!("1990-05-01")));
    assert_eq!((&made["trading_name"], &made["ie"]), (&Value::Null, &Value::Null));
    assert_eq!((&made["can"]["update"], &made["can"]["deactivate"]), (&json!(true), &json!(false)));
    form["document"] = Value::Null;
    let taken = staff.post("/api/clients", form.clone()).await;
    assert_eq!((taken.status, taken.code_at("suite_code")), (422, "taken".into()));
    form["birthday"] = json!("2020-05-01");
    form["document"] = json!("111");
    form["name"] = json!(" ");
    let wrong = staff.post("/api/clients", form).await;
    let told = ["birthday", "document", "name"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["too_young", "invalid_cpf", "required"]);
    let at = format!("/api/clients/{}", made["id"].as_str().unwrap());
    let blank = staff
        .patch(&at, json!({ "version": made["version"], "code": null, "suite_code": null }))
        .await
        .data();
    assert_eq!((&blank["code"], &blank["suite_code"]), (&made["code"], &made["suite_code"]));
    let found = staff.get("/api/clients?search=prado%20529982247").await.data();
    assert_eq!(found[0]["id"], made["id"]);
}

#[tokio::test]
async fn users_of_an_inactive_client_are_signed_out_and_cannot_sign_in() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let records = admin.get("/api/clients?search=C001").await.data();
    let at = format!("/api/clients/{}", records[0]["id"].as_str().unwrap());
    assert_eq!(client.get("/api/shipments").await.status, 200);
    assert_eq!(admin.post(&format!("{at}/deactivate"), json!({})).await.data()["active"], false);
    assert_eq!(client.get("/api/shipments").await.status, 401);
    let mut visitor = app.visitor(ATLANTICO);
    let refused = visitor.log_in("client@atlantico.test", "remessa-demo").await;
    assert_eq!((refused.status, refused.message_code()), (409, "organization_not_active".into()));
    assert_eq!(admin.post(&format!("{at}/activate"), json!({})).await.data()["active"], true);
    app.client(ATLANTICO).await;
}

const DEACTIVATE: &str = "
    update clients set active = false
    where id = (select client_id from users where email = 'client@atlantico.test')";

#[tokio::test]
async fn who_signs_in_while_their_client_is_deactivated_is_not_signed_in() {
    let app = TestApp::start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(DEACTIVATE).execute(&mut *tx).await.unwrap();
    let mut visitor = app.visitor(ATLANTICO);
    assert_eq!(visitor.log_in("client@atlantico.test", "remessa-demo").await.status, 200);
    tx.commit().await.unwrap();
    assert_eq!(visitor.get("/api/shipments").await.status, 401);
}

#[tokio::test]
async fn many_clients_change_their_group_and_their_state_in_one_call() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let group = admin.post("/api/client_groups", json!({ "title": "Wholesale" })).await.data();
    let mut made = Vec::new();
    for name in ["Ana", "Bia", "Eva"] {
        made.push(admin.post("/api/clients", partners::form(name)).await.data()["id"].clone());
    }
    admin.delete(&format!("/api/clients/{}", made[2].as_str().unwrap())).await;
    let form = json!({ "ids": [made[0], made[1], made[0]], "group_id": group["id"] });
    let told = admin.post("/api/clients/update", form.clone()).await.data();
    let done: Vec<_> = told.as_array().unwrap().iter().map(|one| (&one["name"], &one["done"])).collect();
    assert_eq!(done, [(&json!("Ana"), &json!(true)), (&json!("Bia"), &json!(true))], "{told}");
    let again = admin.post("/api/clients/update", form).await.data();
    assert_eq!((&again[0]["done"], &again[0]["unchanged"]), (&json!(false), &json!(true)));
    let of_group = format!("/api/clients?group_id={}", group["id"].as_str().unwrap());
    assert_eq!(admin.get(&of_group).await.json()["meta"]["total"], 2);

    let form = json!({ "ids": made, "no_group": true, "active": false });
    let told = admin.post("/api/clients/update", form).await.data();
    assert_eq!((&told[0]["done"], &told[2]["done"]), (&json!(true), &json!(false)), "{told}");
    let ana = admin.get(&format!("/api/clients/{}", made[0].as_str().unwrap())).await.data();
    assert_eq!((&ana["group_id"], &ana["active"]), (&Value::Null, &json!(false)));
    let nothing = admin.post("/api/clients/update", json!({ "ids": made })).await;
    assert_eq!(nothing.code_at("group_id"), "required");
}

#[tokio::test]
async fn users_of_clients_that_are_switched_off_together_are_signed_out() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let id = client.get("/api/profile").await.data()["client_id"].clone();
    let form = json!({ "ids": [id], "active": false });
    assert_eq!(client.post("/api/clients/update", form.clone()).await.status, 403);
    assert_eq!(admin.post("/api/clients/update", form).await.data()[0]["done"], true);
    assert_eq!(client.get("/api/profile").await.status, 401);
}

#[tokio::test]
async fn the_list_knows_what_a_client_ships_and_has_to_spend() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let id = created(&client).await["client_id"].as_str().unwrap().to_owned();
    let adjust =
        json!({ "key": Uuid::now_v7(), "amount": "70.00", "currency": "BRL", "reason": "Paid before" });
    admin.post(&format!("/api/clients/{id}/wallet/adjust"), adjust).await.data();
    let path = format!("/api/clients/activity?ids={id},{}", Uuid::now_v7());
    let told = admin.get(&path).await.data();
    assert_eq!((told.as_array().unwrap().len(), &told[0]["client_id"]), (1, &json!(id)));
    assert_eq!(told[0]["shipments"], json!(1));
    assert!(told[0]["last_shipment_at"].is_string());
    let wallet = &told[0]["balances"][0];
    assert_eq!(wallet["currency"], json!("BRL"));
    assert_eq!(wallet["balance"].as_str().unwrap().parse::<Decimal>().unwrap(), Decimal::from(70));
    assert_eq!(admin.get("/api/clients/activity?ids=x").await.code_at("ids"), "unknown_option");
    assert_eq!(client.get(&path).await.status, 403);
}

#[tokio::test]
async fn webhooks_are_told_of_clients_that_are_new_or_have_changed() {
    let told = Told::of(&["client.*"]).await;
    let admin = told.admin().await;
    let client = admin.post("/api/clients", partners::form("Ana Prado")).await.data();
    let at = format!("/api/clients/{}", client["id"].as_str().unwrap());
    let same = json!({ "name": "Ana Prado", "version": client["version"] });
    assert_eq!(admin.patch(&at, same).await.status, 200);
    let changed = json!({ "name": "Ana Prado Lima", "version": client["version"] });
    assert_eq!(admin.patch(&at, changed).await.status, 200);
    for _ in 0..2 {
        admin.post(&format!("{at}/deactivate"), json!({})).await;
    }
    let many = json!({ "ids": [client["id"]], "active": true });
    assert_eq!(admin.post("/api/clients/update", many).await.data()[0]["done"], true);
    let sent = told.send_all().await;
    let types: Vec<&str> = sent.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(types, ["client.created", "client.updated", "client.updated", "client.updated"]);
    let data = json!({ "id": client["id"], "code": client["code"] });
    assert!(sent.iter().all(|(_, sent)| *sent == data), "no name and no address: {sent:?}");
}
