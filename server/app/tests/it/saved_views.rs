//! Saved views and columns of lists.

use poem::http::Method;
use serde_json::{Value, json};

use crate::support::{ATLANTICO, Person, TestApp};

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

/// A report has more columns than any other list.
#[tokio::test]
async fn all_columns_of_each_report_can_be_stored() {
    let admin = TestApp::start().await.admin(ATLANTICO).await;
    for report in admin.get("/api/reports").await.data().as_array().unwrap() {
        for view in report["views"].as_array().unwrap() {
            let all = view["columns"].as_array().unwrap().iter();
            let columns: Vec<Value> = all.map(|one| json!({ "id": one["key"], "visible": true })).collect();
            let path = format!("/api/list_columns/report_{}", report["key"].as_str().unwrap());
            let put = poem::http::Method::PUT;
            let count = columns.len();
            let stored = admin.send(put, &path, Some(json!({ "columns": columns }))).await;
            assert_eq!(stored.status, 200, "{path}: {count} columns");
        }
    }
}

#[tokio::test]
async fn a_view_is_changed_by_its_owner_only() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let view = save_view(&staff, "Drafts", true).await;
    let path = format!("/api/saved_views/{}", view["id"].as_str().unwrap());
    let form = json!({ "version": 1, "name": "My drafts", "query": { "status": "10,20" } });
    assert_eq!(admin.patch(&path, form.clone()).await.status, 404);
    let changed = staff.patch(&path, form.clone()).await.data();
    assert_eq!((&changed["name"], &changed["query"]["status"]), (&json!("My drafts"), &json!("10,20")));
    assert_eq!((&changed["shared"], &changed["version"]), (&json!(true), &json!(2)), "omitted is unchanged");
    assert_eq!(staff.patch(&path, form).await.message_code(), "stale_version");
    save_view(&staff, "Others", false).await;
    let taken = staff.patch(&path, json!({ "version": 2, "name": "Others" })).await;
    assert_eq!(taken.code_at("name"), "taken");
}

#[tokio::test]
async fn a_list_starts_with_the_view_each_user_chose() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (shared, private) =
        (save_view(&staff, "Shared", true).await, save_view(&staff, "Private", false).await);
    let choose = async |person: &Person, view: &Value| {
        let form = Some(json!({ "view_id": view["id"] }));
        person.send(Method::PUT, "/api/default_views/shipments", form).await
    };
    let default = async |person: &Person| {
        let views = person.get("/api/saved_views?list=shipments").await.data();
        let views = views.as_array().unwrap().clone();
        views.into_iter().find(|view| view["is_default"] == true).map(|view| view["name"].clone())
    };
    assert_eq!(choose(&admin, &shared).await.status, 200);
    assert_eq!(choose(&staff, &private).await.status, 200);
    assert_eq!(
        (default(&admin).await, default(&staff).await),
        (Some("Shared".into()), Some("Private".into()))
    );
    assert_eq!(choose(&admin, &private).await.code_at("view_id"), "unknown_option");

    staff.delete(&format!("/api/saved_views/{}", shared["id"].as_str().unwrap())).await;
    assert_eq!(default(&admin).await, None);
    assert_eq!(choose(&staff, &Value::Null).await.status, 200);
    assert_eq!(default(&staff).await, None);
}

async fn save_view(person: &Person, name: &str, shared: bool) -> Value {
    let form = json!({ "list": "shipments", "name": name, "shared": shared, "query": { "status": "10" } });
    person.post("/api/saved_views", form).await.data()
}

#[tokio::test]
async fn the_views_of_a_user_and_the_lists_with_columns_are_counted() {
    const FILL: &str = "
        insert into saved_views (id, user_id, list, name, query)
        select gen_random_uuid(), $1, 'shipments', 'View ' || n, '{}' from generate_series(1, 199) n";
    const COLUMNS: &str = "
        insert into list_columns (user_id, list, columns)
        select $1, 'list ' || n, '[]' from generate_series(1, 200) n";
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let id: uuid::Uuid = staff.get("/api/profile").await.data()["id"].as_str().unwrap().parse().unwrap();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("delete from saved_views where user_id = $1").bind(id).execute(&mut *tx).await.unwrap();
    for sql in [FILL, COLUMNS] {
        sqlx::query(sql).bind(id).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    let view = |name: &str| json!({ "list": "shipments", "name": name, "shared": false, "query": {} });
    assert_eq!(staff.post("/api/saved_views", view("One")).await.status, 200);
    let refused = staff.post("/api/saved_views", view("Two")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "too_many_views".into()));
    let columns = json!({ "columns": [] });
    let put = async |list: &str| {
        let path = format!("/api/list_columns/{list}");
        staff.send(poem::http::Method::PUT, &path, Some(columns.clone())).await
    };
    assert_eq!(put("invented").await.message_code(), "too_many_views");
    assert_eq!(put("list%207").await.status, 200, "one that is there");
}
