//! Limits that a company sets, within the product's limits.

use chrono::TimeDelta;
use serde_json::json;

use super::{PATH, changed};
use crate::support::{ATLANTICO, PACIFIC, TestApp};
use crate::users::invitation::secret_in_mail;

const SHEET: &[u8] = b"order,name,country,weight\nA-1,Zelda,BR,1\n";

fn sheet(lines: usize) -> Vec<u8> {
    let rows = (0..lines).map(|line| format!("B-{line},Zelda,BR,1\n"));
    format!("order,name,country,weight\n{}", rows.collect::<String>()).into_bytes()
}

#[tokio::test]
async fn company_limits_stay_within_product_limits() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let before = admin.get(PATH).await.data();
    for (field, too_small, too_large) in [
        ("session_idle_hours", 0, 73),
        ("session_remembered_days", 0, 91),
        ("invitation_days", 0, 31),
        ("import_max_lines", 99, 1_000_001),
        ("field_data_days", 29, 731),
        ("customs_data_days", 364, 3_651),
        ("max_upload_mb", 0, 65),
    ] {
        assert_eq!(changed(&admin, json!({ field: too_small })).await.code_at(field), "too_small");
        assert_eq!(changed(&admin, json!({ field: too_large })).await.code_at(field), "too_large");
    }
    assert_eq!(before["server_max_upload_mb"], 64);
    assert_eq!(admin.get(PATH).await.data(), before);
}

#[tokio::test]
async fn each_company_has_its_own_upload_limit() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    assert_eq!(changed(&admin, json!({ "max_upload_mb": 1 })).await.status, 200);
    assert_eq!(staff.get("/api/config").await.data()["max_upload_bytes"], 1024 * 1024);
    let large = sheet(80_000);
    assert!(large.len() > 1024 * 1024);
    let file = ("file", "a.csv", &large[..]);
    let refused = staff.upload("/api/shipment_imports", file, &[]).await;
    assert_eq!((refused.status, refused.message_code()), (413, "payload_too_large".into()));
    let undeclared = staff.upload_undeclared("/api/shipment_imports", file).await;
    assert_eq!((undeclared.status, undeclared.message_code()), (413, "payload_too_large".into()));
    assert_eq!(staff.upload("/api/shipment_imports", ("file", "a.csv", SHEET), &[]).await.status, 200);
    let neighbour = app.staff(PACIFIC).await;
    assert_eq!(neighbour.upload("/api/shipment_imports", file, &[]).await.status, 200);
    assert_eq!(changed(&admin, json!({ "max_upload_mb": null })).await.status, 200);
    assert_eq!(staff.get("/api/config").await.data()["max_upload_bytes"], 64 * 1024 * 1024);
}

#[tokio::test]
async fn a_file_with_too_many_lines_is_refused() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    assert_eq!(changed(&admin, json!({ "import_max_lines": 100 })).await.status, 200);
    let send = |lines| {
        let (staff, file) = (staff.clone(), sheet(lines));
        async move { staff.upload("/api/shipment_imports", ("file", "a.csv", &file), &[]).await }
    };
    assert_eq!(send(101).await.code_at("file"), "import_file_too_long");
    assert_eq!(send(100).await.status, 200);

    assert_eq!(changed(&admin, json!({ "import_max_lines": 12_000 })).await.status, 200);
    let import = send(12_001).await.data();
    let path = format!("/api/shipment_imports/{}", import["id"].as_str().unwrap());
    let task = staff.post(&format!("{path}/check"), json!({})).await.data();
    app.run_processes().await;
    let task = staff.get(&format!("/api/background_tasks/{}", task["id"].as_str().unwrap())).await.data();
    assert!(task.to_string().contains("import_file_too_long"), "{task}");
    assert_eq!(staff.get(&path).await.data()["counts"]["new_shipments"], 0);
}

#[tokio::test]
async fn the_company_limits_the_session() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "session_idle_hours": 2, "session_remembered_days": 3 });
    assert_eq!(changed(&admin, form).await.status, 200);
    let staff = app.staff(ATLANTICO).await;
    let mut remembered = app.visitor(ATLANTICO);
    remembered.visit().await;
    let form = json!({ "email": "client@atlantico.test", "password": "remessa-demo", "remember_me": true });
    let answer = remembered.post("/api/login", form).await;
    remembered.keep(&answer);
    let neighbour = app.staff(PACIFIC).await;

    app.state.clock.advance(TimeDelta::minutes(119));
    assert_eq!(staff.get("/api/profile").await.status, 200);
    app.state.clock.advance(TimeDelta::minutes(119));
    assert_eq!(staff.get("/api/profile").await.status, 200, "each visit begins the hours anew");
    app.state.clock.advance(TimeDelta::minutes(121));
    assert_eq!(staff.get("/api/profile").await.status, 401);
    assert_eq!(neighbour.get("/api/profile").await.status, 200);
    assert_eq!(remembered.get("/api/profile").await.status, 200);
    app.state.clock.advance(TimeDelta::hours(67));
    assert_eq!(remembered.get("/api/profile").await.status, 401);
}

#[tokio::test]
async fn an_invitation_is_valid_for_the_days_in_its_email() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(changed(&admin, json!({ "invitation_days": 2 })).await.status, 200);
    let mut form = crate::users::form("Íris Prado", "iris@atlantico.test");
    form["language_id"] = "en".into();
    assert_eq!(admin.post("/api/users", form).await.status, 200);
    app.run_processes().await;
    assert!(super::mail(&app).contains("expires in 2 days."));
    let token = secret_in_mail(&app, "/invitation/").unwrap();
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    app.state.clock.advance(TimeDelta::hours(49));
    let form = json!({ "token": token, "password": "a-password", "password_confirmation": "a-password" });
    assert_eq!(visitor.post("/api/invitation/accept", form).await.message_code(), "link_not_valid");
}
