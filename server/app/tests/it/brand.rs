//! Logo and favicon: uploaded by an administrator, converted, visible at once.

use std::io::Cursor;

use image::{Rgb, RgbImage};
use serde_json::{Value, json};

use crate::lookups::again;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const PATH: &str = "/api/tenant_settings/brand";

pub fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(width, height, Rgb([200, 30, 0]));
    picture.write_to(&mut bytes, image::ImageFormat::Jpeg).unwrap();
    bytes.into_inner()
}

pub async fn sent(person: &Person, asset: &str, file: &[u8]) -> Answer {
    // The file name and the stated type are ignored.
    person.upload(PATH, ("picture", "logo.exe", file), &[("_method", "patch"), ("asset", asset)]).await
}

async fn remove_asset(person: &Person, asset: &str) -> Answer {
    person.submit(PATH, &[("_method", "patch"), ("asset", asset), ("remove", "true")]).await
}

async fn noted(admin: &Person) -> Value {
    admin.get("/api/audit_entries?resource=tenant_setting").await.data()[0]["changes"].clone()
}

#[tokio::test]
async fn a_new_logo_has_a_new_url_and_open_pages_are_notified() {
    let app = TestApp::start().await;
    let (admin, visitor) = (app.admin(ATLANTICO).await, app.visitor(ATLANTICO));
    let neighbour = app.visitor(PACIFIC).get("/api/domain").await.data();
    let before = visitor.get("/api/domain").await.data();
    let brand = sent(&admin, "logo", &picture(900, 300)).await.data();
    let after = visitor.get("/api/domain").await.data();
    assert_ne!(before["revision"], after["revision"]);
    assert_ne!(before["logo"], after["logo"]);
    assert_eq!((&brand["logo"], &before["logo_dark"]), (&after["logo"], &after["logo_dark"]));

    let shown = visitor.get(after["logo"].as_str().unwrap()).await;
    assert_eq!((shown.status, shown.header("content-type")), (200, Some("image/png")));
    assert!(shown.header("cache-control").unwrap().contains("immutable"));
    let kept = image::load_from_memory_with_format(&shown.body, image::ImageFormat::Png).unwrap();
    assert_eq!((kept.width(), kept.height()), (576, 192));
    let unversioned = visitor.get("/brand/logo").await;
    assert!(!unversioned.header("cache-control").unwrap().contains("immutable"));
    let etag = unversioned.header("etag").unwrap();
    assert_eq!(again(&visitor, "/brand/logo", &format!("W/{etag}")).await.status, 304, "marked by a proxy");
    assert_eq!(again(&app.visitor(PACIFIC), "/brand/logo", etag).await.status, 200);
    let change = noted(&admin).await;
    assert_eq!(change[0]["field"], "logo", "{change}");
    assert_eq!(app.visitor(PACIFIC).get("/api/domain").await.data(), neighbour);
    assert!(app.visitor(PACIFIC).get("/brand/logo").await.text().contains("Pacific"));
}

#[tokio::test]
async fn a_missing_dark_logo_or_favicon_falls_back_to_the_logo() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for asset in ["logo_dark", "favicon"] {
        assert_eq!(sent(&admin, asset, &picture(64, 64)).await.status, 200);
        let brand = remove_asset(&admin, asset).await.data();
        assert_eq!(brand[asset], Value::Null);
        let domain = admin.get("/api/domain").await.data();
        let shown = admin.get(domain[asset].as_str().unwrap()).await;
        assert_eq!(shown.body, admin.get("/brand/logo").await.body, "{asset}");
    }
    assert_eq!(remove_asset(&admin, "favicon").await.status, 200, "a second time is no error");
    assert_eq!(remove_asset(&admin, "logo").await.code_at("picture"), "required");
}

#[tokio::test]
async fn the_phone_of_a_driver_is_installed_with_the_brand_of_its_company() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(sent(&admin, "favicon", &picture(64, 64)).await.status, 200);
    let domain = admin.get("/api/domain").await.data();
    let answer = app.visitor(ATLANTICO).get("/field.webmanifest").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/manifest+json")));
    let manifest = answer.json();
    assert_eq!((&manifest["scope"], &manifest["start_url"]), (&json!("/field"), &json!("/field")));
    assert_eq!((&manifest["name"], &manifest["theme_color"]), (&domain["name"], &domain["brand_color"]));
    let icon = json!({ "src": domain["favicon"], "type": "image/png", "sizes": "192x192" });
    assert_eq!(manifest["icons"], json!([icon]));
    let other = app.visitor(PACIFIC).get("/field.webmanifest").await.json();
    assert_ne!(other["name"], manifest["name"]);
}

#[tokio::test]
async fn an_invalid_or_active_image_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let before = admin.get("/api/domain").await.data();
    let svg = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inside}</svg>")
    };
    let mut large = picture(9, 9);
    large.resize(10 * 1024 * 1024 + 1, 0);
    for (file, code) in [
        (b"MZ not a picture".to_vec(), "not_a_picture"),
        (b"%PDF-1.7".to_vec(), "not_a_picture"),
        (svg("<script>alert(1)</script>").into_bytes(), "drawing_not_plain"),
        (svg("<image href=\"https://evil.test/a.png\"/>").into_bytes(), "drawing_not_plain"),
        (large, "file_too_large"),
    ] {
        let answer = sent(&admin, "logo", &file).await;
        assert_eq!((answer.status, answer.code_at("picture").as_str()), (422, code));
    }
    assert_eq!(sent(&admin, "banner", &picture(9, 9)).await.code_at("asset"), "unknown_option");
    assert_eq!(admin.get("/api/domain").await.data(), before);
}

#[tokio::test]
async fn an_svg_is_reduced_to_its_shapes() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\" onload=\"alert(1)\">
        <path fill=\"#0b7a5c\" d=\"M0 0h9v9z\"/></svg>";
    let brand = sent(&admin, "logo", drawing.as_bytes()).await.data();
    let shown = admin.get(brand["logo"].as_str().unwrap()).await;
    assert_eq!(shown.header("content-type"), Some("image/svg+xml"));
    assert!(shown.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert!(shown.text().contains("<path") && !shown.text().contains("onload"), "{}", shown.text());
}

#[tokio::test]
async fn only_administrators_upload_a_logo() {
    let app = TestApp::start().await;
    for account in ["staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        assert_eq!(sent(&person, "logo", &picture(9, 9)).await.status, 403, "{account}");
    }
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    assert_eq!(sent(&visitor, "logo", &picture(9, 9)).await.status, 401);
    let mut forged = app.admin(ATLANTICO).await;
    forged.csrf = "forged".into();
    assert_eq!(sent(&forged, "logo", &picture(9, 9)).await.message_code(), "request_not_trusted");
}

#[tokio::test]
async fn emails_have_the_picture_of_a_drawn_logo() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 90 30\">
        <path fill=\"#0b7a5c\" d=\"M0 0h90v30H0z\"/></svg>";
    sent(&admin, "logo", drawing.as_bytes()).await.data();
    assert_eq!(admin.post("/api/tenant_settings/test_email", json!({})).await.status, 200);
    app.run_processes().await;
    let mail = crate::tenant_settings::mail(&app);
    assert!(mail.contains("mail_logo?v=3D"), "{mail}");
    let shown = app.visitor(ATLANTICO).get("/brand/mail_logo").await;
    let kept = image::load_from_memory_with_format(&shown.body, image::ImageFormat::Png).unwrap();
    assert_eq!((kept.width(), kept.height()), (192, 64));

    sent(&admin, "logo", &picture(90, 30)).await.data();
    let now = app.visitor(ATLANTICO);
    assert_eq!(now.get("/brand/mail_logo").await.body, now.get("/brand/logo").await.body, "one picture");
}

#[tokio::test]
async fn emails_contain_a_logo_in_a_supported_format() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let brand = sent(&admin, "logo", &picture(90, 30)).await.data();
    assert_eq!(admin.post("/api/tenant_settings/test_email", json!({})).await.status, 200);
    app.run_processes().await;
    let mail = crate::tenant_settings::mail(&app);
    let (_, version) = brand["logo"].as_str().unwrap().split_once("?v=").unwrap();
    assert!(mail.contains(&format!("logo?v=3D{version}")), "{version} in {mail}");
    let shown = app.visitor(ATLANTICO).get(brand["logo"].as_str().unwrap()).await;
    assert_eq!(shown.header("cross-origin-resource-policy"), Some("cross-origin"));
}
