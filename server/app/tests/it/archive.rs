//! A tenant as one file, with its stored files.

use tenancy::admin::Admin;

use crate::account::general::{png, send_picture};
use crate::brand::{picture, sent};
use crate::support::{ATLANTICO, TestApp};

const COPY: &str = "copy.localhost";

#[tokio::test]
async fn a_copied_tenant_has_its_own_logo_and_pictures() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    assert_eq!(sent(&admin, "logo", &picture(900, 300)).await.status, 200);
    let account = send_picture(&staff, "me.png", &png()).await.data();
    let face = staff.get(account["picture_url"].as_str().unwrap()).await.body;
    let logo = app.visitor(ATLANTICO).get("/brand/logo").await.body;

    let owner = Admin::connect(app.admin_url()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlantico.zip");
    let manifest = owner.export("atlantico", &file, &app.state.files, |_, _| {}).await.unwrap();
    assert_eq!(manifest.files, 2, "a picture in its two sizes; the logo is a row");
    owner.import(&file, "copy", COPY, &app.state.files, |_, _| {}).await.unwrap();
    let original = app.tenant(ATLANTICO).id;
    app.state.files.delete_tenant(&original).await.unwrap();
    app.state.tenancy.refresh().await.unwrap();

    let there = app.visitor(COPY).log_in_as("staff@atlantico.test").await;
    let account = there.get("/api/account").await.data();
    let shown = there.get(account["picture_url"].as_str().unwrap()).await;
    assert_eq!((shown.status, shown.body), (200, face));
    assert_eq!(there.get("/brand/logo").await.body, logo);
}
