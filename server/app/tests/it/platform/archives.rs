//! Export and import of a tenant through the operator's API.

use poem::http::Method;
use serde_json::{Value, json};
use sqlx::ConnectOptions;

use super::{Operator, admin, answers};
use crate::account::general::{png, send_picture};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, TestApp};

const COPY: &str = "copy.localhost";
const IMPORT: &str = "/api/tenants/copy/import?host=copy.localhost";

async fn brought(operator: &Operator, path: &str, archive: &[u8]) -> Answer {
    let mut request = operator.request(Method::POST, path);
    request.headers_mut().insert("content-type", "application/zip".parse().unwrap());
    request.set_body(archive.to_vec());
    operator.call(request).await
}

async fn export_tenant(operator: &Operator, slug: &str) -> Answer {
    operator.post(&format!("/api/tenants/{slug}/export"), json!({})).await
}

/// The tenants that exist: the registry, the schemas, and the folders of their files.
async fn standing(app: &TestApp) -> (Vec<String>, i64, usize) {
    let slugs = admin(app).await.list().await.unwrap().into_iter().map(|tenant| tenant.slug).collect();
    let owner = app.admin_url().parse::<sqlx::postgres::PgConnectOptions>().unwrap();
    let schemas = sqlx::query_scalar("select count(*) from pg_namespace where nspname ~ '^t_'")
        .fetch_one(&mut owner.connect().await.unwrap())
        .await
        .unwrap();
    let folders = std::fs::read_dir(app.files.path().join("files")).unwrap();
    let has_files = |folder: &std::path::Path| {
        let kinds = std::fs::read_dir(folder).unwrap().map(|kind| kind.unwrap().path());
        kinds.filter(|kind| std::fs::read_dir(kind).unwrap().next().is_some()).count() > 0
    };
    let with_files = folders.map(|folder| folder.unwrap().path()).filter(|path| has_files(path)).count();
    (slugs, schemas, with_files)
}

#[tokio::test]
async fn a_tenant_is_exported_and_imported_with_its_files() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let staff = app.staff(ATLANTICO).await;
    for _ in 0..3 {
        created(&staff).await;
    }
    let account = send_picture(&staff, "me.png", &png()).await.data();
    let face = staff.get(account["picture_url"].as_str().unwrap()).await.body;
    let shipments = staff.get("/api/shipments").await.json();

    let archive = export_tenant(&operator, "atlantico").await;
    assert_eq!((archive.status, archive.header("content-type")), (200, Some("application/zip")));
    assert!(archive.header("content-disposition").unwrap().contains("atlantico-"));
    assert_eq!(archive.header("content-length").unwrap(), archive.body.len().to_string());
    let made = brought(&operator, IMPORT, &archive.body).await.data();
    assert_eq!((&made["slug"], &made["primary_host"]), (&json!("copy"), &json!(COPY)));
    answers(&app, COPY, 200).await;
    // The copy does not depend on the original.
    operator.post("/api/tenants/atlantico/suspend", json!({})).await.data();
    assert_eq!(
        operator.delete("/api/tenants/atlantico", json!({ "confirm": "atlantico" })).await.status,
        200
    );

    let there = app.visitor(COPY).log_in_as("staff@atlantico.test").await;
    let copied = there.get("/api/shipments").await.json();
    assert_eq!(copied["meta"]["total"], 3);
    assert_eq!(codes(&copied), codes(&shipments));
    let account = there.get("/api/account").await.data();
    assert_eq!(there.get(account["picture_url"].as_str().unwrap()).await.body, face);

    let log = operator.get("/api/changes").await.json();
    let told: Vec<_> = log["data"].as_array().unwrap().iter().rev().take(2).collect();
    let of =
        |line: &Value| ["action", "tenant", "outcome"].map(|name| line[name].as_str().unwrap().to_owned());
    assert_eq!(of(told[0]), ["tenant.export", "atlantico", "done"]);
    assert_eq!(of(told[1]), ["tenant.import", "copy", "done"]);
    assert_eq!(told[1]["detail"], json!({ "host": COPY, "bytes": archive.body.len() }));
}

fn codes(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|one| one["tracking_code"].as_str().unwrap()).collect()
}

/// The archive with one changed bit in a table.
fn spoilt(archive: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    let entry = zip.by_name("tables/users.copy").unwrap();
    let middle = entry.data_start().unwrap() + entry.compressed_size() / 2;
    let mut spoilt = archive.to_vec();
    spoilt[usize::try_from(middle).unwrap()] ^= 1;
    spoilt
}

#[tokio::test]
async fn a_broken_archive_creates_nothing() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    send_picture(&app.staff(ATLANTICO).await, "me.png", &png()).await.data();
    let archive = export_tenant(&operator, "atlantico").await.body;
    let before = standing(&app).await;
    let half = &archive[..archive.len() / 2];
    for (what, broken) in
        [("cut", half), ("spoilt", &spoilt(&archive)), ("no zip", b"no archive"), ("empty", b"")]
    {
        let refused = brought(&operator, IMPORT, broken).await;
        assert_eq!((refused.status, &*refused.message_code()), (409, "operator_refused"), "{what}");
        assert!(refused.json()["details"][0].as_str().unwrap().contains("archive"), "{}", refused.text());
        assert_eq!(standing(&app).await, before, "{what}");
    }
    let log = operator.get("/api/changes?tenant=copy").await.json();
    assert_eq!((&log["meta"]["total"], &log["data"][0]["outcome"]), (&json!(4), &json!("operator_refused")));
    assert_eq!(brought(&operator, IMPORT, &archive).await.status, 200);
}

#[tokio::test]
async fn invalid_names_and_large_archives_are_refused_early() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let archive = export_tenant(&operator, "pacific").await.body;
    let before = standing(&app).await;
    for (path, field, code) in [
        (IMPORT.replace("copy/", "Not%20A%20Slug/"), "slug", "invalid"),
        (IMPORT.replace("copy.localhost", "1.2.3.4"), "host", "invalid_host"),
        (IMPORT.replace("copy/", "pacific/"), "slug", "taken"),
        (IMPORT.replace(COPY, PACIFIC), "host", "taken"),
    ] {
        let refused = brought(&operator, &path, &archive).await;
        assert_eq!((refused.status, &*refused.code_at(field)), (422, code), "{path}");
    }
    assert_eq!(export_tenant(&operator, "nobody").await.status, 404);
    let narrow = Operator::stranger(&app, &[format!("--max-archive={}", archive.len() - 1)]).await;
    let narrow = Operator { authorization: operator.authorization.clone(), ..narrow };
    let too_large = brought(&narrow, IMPORT, &archive).await;
    assert_eq!((too_large.status, &*too_large.message_code()), (413, "payload_too_large"));
    assert_eq!(standing(&app).await, before);
}
