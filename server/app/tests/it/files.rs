//! The same guarantees with a local folder and with an S3 store.

use std::path::Path;

use server_core::files::{FileError, FileKey, FileKind, Files};
use server_core::http::error::ApiError;
use tempfile::TempDir;
use tenancy::{TenancyError, TenantId};
use tokio::io::AsyncReadExt;

use crate::support::s3::{BUCKET, KEY, REGION, S3, SECRET};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

/// Larger than one part of an upload, so that several are sent.
const LARGE: usize = 24 * 1024 * 1024 + 17;

async fn tenants() -> [TenantId; 2] {
    let app = TestApp::start().await;
    [ATLANTICO, PACIFIC].map(|host| app.tenant(host).id)
}

fn local(folder: &Path) -> Files {
    Files::open(&format!("file://{}", folder.display()), []).unwrap()
}

/// An S3 store, and our client of it with this secret.
async fn s3(secret: &str) -> (Files, S3) {
    let (store, address) = S3::start().await;
    let environment = [("AWS_ACCESS_KEY_ID", KEY), ("AWS_SECRET_ACCESS_KEY", secret), ("HOME", "ignored")];
    let url = format!("s3://{BUCKET}/files?endpoint={address}&region={REGION}");
    let files =
        Files::open(&url, environment.map(|(key, value)| (key.to_owned(), value.to_owned()))).unwrap();
    (files, store)
}

/// A reader that breaks after nineteen megabytes.
fn broken_reader() -> impl tokio::io::AsyncRead + Unpin {
    tokio_util::io::StreamReader::new(futures_util::stream::iter((0..20).map(|at| match at {
        19 => Err(std::io::Error::other("gone")),
        _ => Ok(bytes::Bytes::from(vec![b'x'; 1024 * 1024])),
    })))
}

async fn read(files: &Files, key: &FileKey) -> Option<Vec<u8>> {
    let file = files.get(key).await.unwrap()?;
    let (size, mut bytes) = (file.size, Vec::new());
    file.into_reader().read_to_end(&mut bytes).await.unwrap();
    assert_eq!(bytes.len() as u64, size);
    Some(bytes)
}

async fn behaves(files: Files) {
    let [ours, theirs] = tenants().await;
    let large: Vec<u8> = (0..LARGE).map(|at| (at % 251) as u8).collect();
    let small = files.put(&ours, FileKind::Upload, "three\n").await.unwrap();
    let (stream, size) = files.put_reader(&ours, FileKind::Output, large.as_slice()).await.unwrap();
    let (empty, _) = files.put_reader(&theirs, FileKind::Output, tokio::io::empty()).await.unwrap();
    assert_eq!(size, LARGE as u64);
    assert_eq!(read(&files, &small).await.unwrap(), b"three\n");
    assert!(read(&files, &stream).await.unwrap() == large);
    assert_eq!(read(&files, &empty).await.unwrap(), b"");

    // A row stores the name; for another tenant, the same name is another file or none.
    assert_eq!(FileKey::of(&ours, small.name()), Some(small.clone()));
    let elsewhere = FileKey::of(&theirs, small.name()).unwrap();
    assert_ne!(elsewhere, small);
    assert!(read(&files, &elsewhere).await.is_none());
    files.delete(&elsewhere).await.unwrap();
    assert!(read(&files, &small).await.is_some());

    files.delete(&small).await.unwrap();
    files.delete(&small).await.unwrap();
    assert!(read(&files, &small).await.is_none());
    assert_eq!(files.delete_tenant(&ours).await.unwrap(), 1);
    assert!(read(&files, &stream).await.is_none());
    assert!(read(&files, &empty).await.is_some());
}

#[tokio::test]
async fn a_local_folder_stores_files() {
    let folder = TempDir::new().unwrap();
    behaves(local(&folder.path().join("made/on the way"))).await;
}

#[tokio::test]
async fn an_s3_store_stores_files() {
    let (files, store) = s3(SECRET).await;
    behaves(files).await;
    let keys = store.keys();
    assert!(matches!(&*keys, [key] if key.starts_with("files/") && key.contains("/outputs/")), "{keys:?}");
}

#[tokio::test]
async fn a_refusal_by_s3_is_not_a_missing_file() {
    let folder = TempDir::new().unwrap();
    let [ours, _] = tenants().await;
    let key = local(folder.path()).put(&ours, FileKind::Upload, "x").await.unwrap();
    assert!(s3("wrong").await.0.get(&key).await.is_err());
    assert!(s3(SECRET).await.0.get(&key).await.unwrap().is_none());
}

#[tokio::test]
async fn an_interrupted_upload_stores_nothing() {
    let folder = TempDir::new().unwrap();
    let files = local(folder.path());
    let [ours, _] = tenants().await;
    assert!(files.put_reader(&ours, FileKind::Upload, broken_reader()).await.is_err());
    assert_eq!(files.delete_tenant(&ours).await.unwrap(), 0);

    let (files, store) = s3(SECRET).await;
    assert!(files.put_reader(&ours, FileKind::Upload, broken_reader()).await.is_err());
    assert_eq!((store.keys().len(), store.open_uploads()), (0, 0));
}

#[tokio::test]
async fn only_issued_names_refer_to_a_file() {
    let [ours, _] = tenants().await;
    let id = "0198c3a0-7a3b-7cc1-9f4e-0a1b2c3d4e5f";
    assert!(FileKey::of(&ours, &format!("uploads/{id}")).is_some());
    let upper = id.to_uppercase();
    let odd =
        ["", "/", "uploads", "uploads/", "uploads/..", "uploads/../../t_aaaaaaaaaaaa/uploads/x", "%2e%2e/x"];
    let shaped =
        [format!("/uploads/{id}"), format!("uploads/{id}/"), format!("etc/{id}"), format!("uploads/{upper}")];
    for name in odd.into_iter().chain(shaped.iter().map(String::as_str)) {
        assert_eq!(FileKey::of(&ours, name), None, "{name}");
    }
}

#[test]
fn an_invalid_store_url_is_refused() {
    for url in ["", "files", "ftp://host/files", "file://host/x", "s3:///x", "s3://bucket?secret=x"] {
        assert!(Files::open(url, []).is_err(), "{url}");
    }
}

fn remessa(app: &TestApp, arguments: &[&str]) -> std::process::Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_remessa"))
        .arg("tenant")
        .args(["--admin-url", app.admin_url()])
        .args(arguments)
        .envs(app.environment())
        .output()
        .unwrap()
}

#[tokio::test]
async fn files_are_deleted_only_with_their_tenant() {
    let app = TestApp::start().await;
    let [ours, theirs] = [ATLANTICO, PACIFIC].map(|host| app.tenant(host).id);
    for tenant in [&ours, &theirs] {
        app.state.files.put(tenant, FileKind::Upload, "x").await.unwrap();
    }
    let folder = |tenant: &TenantId| app.files.path().join("files").join(tenant.as_ref()).join("uploads");
    let count = |tenant| std::fs::read_dir(folder(tenant)).map_or(0, Iterator::count);
    let refused = remessa(&app, &["delete", "atlantico", "--confirm", "atlantico"]);
    assert_eq!((refused.status.code(), count(&ours)), (Some(1), 1));
    assert!(remessa(&app, &["suspend", "atlantico"]).status.success());
    let deleted = remessa(&app, &["delete", "atlantico", "--confirm", "atlantico"]);
    assert!(deleted.status.success(), "{}", String::from_utf8_lossy(&deleted.stderr));
    assert!(String::from_utf8_lossy(&deleted.stdout).contains("with 1 files"));
    assert_eq!((count(&ours), count(&theirs)), (0, 1));
}

/// As if nothing had been stored.
async fn forget_counts(app: &TestApp) {
    let mut registry = app.state.tenancy.control().await.unwrap();
    let forget = sqlx::query("update storage set bytes = 0, counted_at = null");
    forget.execute(&mut *registry).await.unwrap();
    registry.commit().await.unwrap();
}

/// A company with room for a hundred thousand bytes.
#[tokio::test]
async fn a_company_uploads_no_more_than_it_may_store() {
    let app = TestApp::with(&["--storage-limit=100000".to_owned()]).await;
    let [ours, theirs] = [ATLANTICO, PACIFIC].map(|host| app.tenant(host).id);
    forget_counts(&app).await;
    let files = &app.state.files;
    let half = || vec![b'x'; 60_000];
    let first = files.put(&ours, FileKind::Upload, half()).await.unwrap();
    assert!(matches!(files.put(&ours, FileKind::Upload, half()).await, Err(FileError::Full)));
    let bytes = half();
    let refused = files.put_reader(&ours, FileKind::Upload, bytes.as_slice()).await;
    assert!(matches!(refused, Err(FileError::Full)));
    files.put(&theirs, FileKind::Upload, half()).await.expect("another company has its own room");
    let label = files.put(&ours, FileKind::Output, half()).await.expect("labels are never refused");

    let admin = app.admin(ATLANTICO).await;
    let shown = admin.get("/api/tenant_settings/storage").await.data();
    assert_eq!(shown, serde_json::json!({ "bytes": 120_000, "most_bytes": 100_000 }));
    let room = [("owner_type", "subsidiary"), ("kind", "other")];
    let branch = admin.get("/api/subsidiaries/select").await.data()[0]["id"].as_str().unwrap().to_owned();
    let fields = [room[0], room[1], ("owner_id", branch.as_str())];
    let answer = admin.upload("/api/party_documents", ("file", "a.pdf", &b"%PDF-1.7"[..]), &fields).await;
    assert_eq!((answer.status, &*answer.message_code()), (409, "storage_full"));

    for key in [first, label] {
        files.delete(&key).await.unwrap();
        files.delete(&key).await.unwrap();
    }
    assert_eq!(admin.get("/api/tenant_settings/storage").await.data()["bytes"], 0);
    files.put(&ours, FileKind::Upload, half()).await.unwrap();
}

#[tokio::test]
async fn lost_numbers_of_stored_bytes_are_counted_again() {
    let app = TestApp::start().await;
    let ours = app.tenant(ATLANTICO).id;
    forget_counts(&app).await;
    app.state.files.put(&ours, FileKind::Upload, "five!").await.unwrap();
    let mut registry = app.state.tenancy.control().await.unwrap();
    sqlx::query("update storage set bytes = 7000000").execute(&mut *registry).await.unwrap();
    registry.commit().await.unwrap();
    app.state.files.count(&ours).await.unwrap();
    let stored = server_core::files::storage::load(&app.state.tenancy, &ours).await.unwrap();
    assert_eq!(stored.bytes, 5);
}

#[tokio::test]
async fn a_file_goes_with_its_refused_row_and_stays_while_nobody_knows_of_it() {
    let [ours, _] = tenants().await;
    let folder = TempDir::new().unwrap();
    let files = local(folder.path());
    let lost = || ApiError::from(TenancyError::OutcomeUnknown);
    for (written, stays) in [(Ok(()), true), (Err(ApiError::not_found()), false), (Err(lost()), true)] {
        let key = files.put(&ours, FileKind::Upload, "one").await.unwrap();
        files.delete_unless_written(&key, written).await.ok();
        assert_eq!(read(&files, &key).await.is_some(), stays);
    }
}
