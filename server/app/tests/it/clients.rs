//! Clients as records of the back office.

use serde_json::{Value, json};

use crate::partners;
use crate::support::{ATLANTICO, TestApp};

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
