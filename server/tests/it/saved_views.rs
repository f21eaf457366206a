//! Saved views and columns of lists.

use serde_json::json;

use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_shared_view_is_visible_to_colleagues_and_deleted_by_its_owner_only() {
    let app = TestApp::start().await;
    let (staff, admin, client) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let form = json!({ "list": "shipments", "name": "Tomorrow's flight", "shared": true, "query": { "status": "10" } });
    let view = staff.post("/api/saved_views", form.clone()).await.data();
    assert_eq!(staff.post("/api/saved_views", form).await.code_at("name"), "taken");
    let seen = admin.get("/api/saved_views?list=shipments").await.data();
    assert_eq!((seen[0]["name"].clone(), seen[0]["own"].clone()), (json!("Tomorrow's flight"), json!(false)));
    assert_eq!(client.get("/api/saved_views?list=shipments").await.data(), json!([]));
    let path = format!("/api/saved_views/{}", view["id"].as_str().unwrap());
    assert_eq!(admin.delete(&path).await.status, 404);
    assert_eq!(staff.delete(&path).await.status, 200);
}

#[tokio::test]
async fn chosen_columns_are_stored_per_user() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get("/api/list_columns/shipments").await.data()["columns"], json!(null));
    let columns =
        json!({ "columns": [{ "id": "status", "visible": true }, { "id": "to_name", "visible": false }] });
    let put = poem::http::Method::PUT;
    assert_eq!(
        staff.send(put.clone(), "/api/list_columns/shipments", Some(columns.clone())).await.status,
        200
    );
    let again = app.staff(ATLANTICO).await;
    assert_eq!(again.get("/api/list_columns/shipments").await.data(), columns);

    let own = json!({ "columns": null });
    assert_eq!(again.send(put, "/api/list_columns/shipments", Some(own.clone())).await.data(), own);
    assert_eq!(again.get("/api/list_columns/shipments").await.data(), own);
}
