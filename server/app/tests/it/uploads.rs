//! Shared files: they arrive in parts, each once by its SHA-256, and only those for whom they are see them.

use chrono::TimeDelta;
use policy::ProfileKind;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::isolation::document::Operation;
use crate::isolation::kinds::of_kind;
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::{audited, demo_user};

const PATH: &str = "/api/uploads";

/// A file for the staff.
pub fn form(name: &str, contents: &[u8]) -> Value {
    let sha256: String = Sha256::digest(contents).iter().map(|byte| format!("{byte:02x}")).collect();
    json!({ "folder": "", "name": name, "audience": "staff", "size": contents.len(), "sha256": sha256 })
}

async fn append(person: &Person, id: &str, offset: usize, part: &[u8]) -> Answer {
    let offset = offset.to_string();
    let fields = [("offset", offset.as_str())];
    person.upload(&format!("{PATH}/{id}/parts"), ("file", "part", part), &fields).await
}

async fn finish(person: &Person, id: &str) -> Answer {
    person.post(&format!("{PATH}/{id}/finish"), json!({})).await
}

/// Sends a file in one part.
pub async fn send(person: &Person, form: Value, contents: &[u8]) -> Value {
    let begun = person.post(PATH, form).await.data();
    if begun["state"] == "available" {
        return begun;
    }
    let id = id_of(&begun);
    append(person, &id, 0, contents).await.data();
    finish(person, &id).await.data()
}

async fn list_names(person: &Person, query: &str) -> Vec<String> {
    let found = person.get(&format!("{PATH}?{query}")).await.data();
    found.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

async fn load_stored_bytes(admin: &Person) -> i64 {
    admin.get("/api/tenant_settings/storage").await.data()["bytes"].as_i64().unwrap()
}

/// A client of another company is none.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    assert_eq!(reference, "client_id", "{}", operation.id);
    let own = form(&operation.id, operation.id.as_bytes());
    let answer = if operation.id == "upload_create" {
        let mut form = own;
        form["audience"] = "client".into();
        form["client_id"] = theirs.into();
        stranger.post(PATH, form).await
    } else {
        let made = send(stranger, own, operation.id.as_bytes()).await;
        let change = json!({ "version": made["version"], "audience": "client", "client_id": theirs });
        stranger.patch(&format!("{PATH}/{}", id_of(&made)), change).await
    };
    assert_eq!((answer.status, answer.code_at(reference)), (422, "unknown_client".into()));
}

/// SHP-11: a broken connection costs one part.
#[tokio::test]
async fn a_file_goes_on_where_it_stopped() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let contents = b"%PDF-1.7 first half, second half";
    let form = form("prices.pdf", contents);
    let begun = staff.post(PATH, form.clone()).await.data();
    assert_eq!((&begun["state"], &begun["received"]), (&json!("receiving"), &json!(0)));
    let id = id_of(&begun);
    append(&staff, &id, 0, &contents[..19]).await.data();
    let again = append(&staff, &id, 0, &contents[..19]).await;
    assert_eq!((again.status, again.message_code()), (409, "upload_incomplete".into()));
    assert_eq!(finish(&staff, &id).await.message_code(), "upload_incomplete");
    assert_eq!(
        app.admin(ATLANTICO).await.get(&format!("{PATH}/{id}")).await.status,
        404,
        "nobody else's yet"
    );

    let resumed = staff.post(PATH, form).await.data();
    assert_eq!((id_of(&resumed), &resumed["received"]), (id.clone(), &json!(19)));
    append(&staff, &id, 19, &contents[19..]).await.data();
    assert!(list_names(&staff, "search=prices").await.is_empty());
    let done = finish(&staff, &id).await.data();
    assert_eq!((&done["state"], &done["content_type"]), (&json!("available"), &json!("application/pdf")));
    assert_eq!(finish(&staff, &id).await.data()["version"], done["version"], "the same call again");
    assert_eq!(audited(&app, "upload.create").await.len(), 1);
    assert_eq!(list_names(&staff, "search=prices").await, ["prices.pdf"]);

    let file = staff.get(&format!("{PATH}/{id}/file")).await;
    assert_eq!(file.text().as_bytes(), contents);
    assert!(file.header("content-disposition").unwrap().starts_with("attachment;"));
    let shown = staff.get(&format!("{PATH}/{id}/file?view=true")).await;
    assert!(shown.header("content-disposition").unwrap().starts_with("inline;"));
}

/// SHP-11: the same contents are stored once, until no file has them.
#[tokio::test]
async fn contents_that_are_there_are_not_sent_again() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let contents = b"the same in both";
    let first = send(&admin, form("a.txt", contents), contents).await;
    let stored = load_stored_bytes(&admin).await;
    let second = app.staff(ATLANTICO).await.post(PATH, form("b.txt", contents)).await.data();
    assert_eq!(second["state"], json!("available"), "{second}");
    assert_eq!(load_stored_bytes(&admin).await, stored);

    assert_eq!(admin.delete(&format!("{PATH}/{}", id_of(&first))).await.status, 200);
    app.state.clock.advance(TimeDelta::days(31));
    app::sweep::sweep(&app.state).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get(&format!("{PATH}/{}", id_of(&first))).await.status, 404);
    let path = format!("{PATH}/{}/file", id_of(&second));
    assert_eq!(admin.get(&path).await.text().as_bytes(), contents);
}

#[tokio::test]
async fn a_file_nobody_goes_on_with_is_deleted_after_a_day() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let begun = id_of(&staff.post(PATH, form("a.txt", b"whole text")).await.data());
    append(&staff, &begun, 0, b"whole").await.data();
    app.state.clock.advance(TimeDelta::hours(23));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(&format!("{PATH}/{begun}")).await.status, 200);
    app.state.clock.advance(TimeDelta::hours(2));
    app::sweep::sweep(&app.state).await;
    assert_eq!(app.staff(ATLANTICO).await.get(&format!("{PATH}/{begun}")).await.status, 404);
}

#[tokio::test]
async fn contents_that_are_not_those_announced_are_sent_anew() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let id = id_of(&staff.post(PATH, form("a.txt", b"good")).await.data());
    append(&staff, &id, 0, b"evil").await.data();
    let refused = finish(&staff, &id).await;
    assert_eq!((refused.status, refused.code_at("file")), (422, "file_hash_differs".into()));
    assert_eq!(staff.get(&format!("{PATH}/{id}")).await.data()["received"], json!(0));
    append(&staff, &id, 0, b"good").await.data();
    assert_eq!(finish(&staff, &id).await.data()["state"], json!("available"));
}

/// SHP-11: a name that promises other contents is told; programs and pages are refused, and texts are only saved.
#[tokio::test]
async fn a_name_must_fit_the_contents() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for page in [&b"<script>alert(1)</script>"[..], b"<svg></svg>", b"MZ\x90\0\x03"] {
        let id = id_of(&staff.post(PATH, form(&format!("{}.txt", page.len()), page)).await.data());
        let refused = append(&staff, &id, 0, page).await;
        assert_eq!((refused.status, refused.code_at("file")), (422, "file_type_refused".into()));
    }
    let page = b"no picture";
    let id = id_of(&staff.post(PATH, form("picture.png", page)).await.data());
    let lie = append(&staff, &id, 0, page).await;
    assert_eq!((lie.status, lie.code_at("name")), (422, "file_type_differs".into()));

    let honest = send(&staff, form("page.html", page), page).await;
    let path = format!("{PATH}/{}", id_of(&honest));
    assert_eq!(honest["viewable"], json!(false));
    let file = staff.get(&format!("{path}/file?view=true")).await;
    assert_eq!(file.header("content-type"), Some("application/octet-stream"));
    assert!(file.header("content-disposition").unwrap().starts_with("attachment;"));
    let renamed = staff.patch(&path, json!({ "version": honest["version"], "name": "page.pdf" })).await;
    assert_eq!(renamed.code_at("name"), "file_type_differs");
}

/// SHP-11: lists, records and downloads follow the audience.
#[tokio::test]
async fn only_its_audience_sees_a_file() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let client_id = demo_user(&admin, "client").await["client_id"].clone();
    let partner = of_kind(&app, ATLANTICO, ProfileKind::Partner, "dev").await;
    let [client, other] =
        [app.signed_in(ATLANTICO, "client").await, app.signed_in(ATLANTICO, "client2").await];
    let mut ids = Vec::new();
    for audience in ["staff", "partners", "clients", "client"] {
        let mut form = form(&format!("for {audience}"), audience.as_bytes());
        form["audience"] = audience.into();
        form["folder"] = "Seen".into();
        if audience == "client" {
            assert_eq!(admin.post(PATH, form.clone()).await.code_at("client_id"), "required");
            form["client_id"] = client_id.clone();
        }
        ids.push(id_of(&send(&admin, form, audience.as_bytes()).await));
    }
    let all = ["for client", "for clients", "for partners", "for staff"];
    for (person, seen) in
        [(&admin, &all[..]), (&client, &all[..2]), (&other, &all[1..2]), (&partner, &all[2..3])]
    {
        assert_eq!(list_names(person, "folder=seen").await, seen);
        for (id, name) in ids.iter().zip(["for staff", "for partners", "for clients", "for client"]) {
            let expected = if seen.contains(&name) { 200 } else { 404 };
            assert_eq!(person.get(&format!("{PATH}/{id}")).await.status, expected, "{name}");
            assert_eq!(person.get(&format!("{PATH}/{id}/file")).await.status, expected, "{name}");
        }
        let folders = person.get(&format!("{PATH}/folders")).await.data();
        let folder = folders.as_array().unwrap().iter().find(|one| one["folder"] == "Seen").unwrap().clone();
        assert_eq!(folder["files"], json!(seen.len()));
    }
    assert_eq!(client.post(PATH, form("mine.txt", b"mine")).await.status, 403);
    assert_eq!(client.delete(&format!("{PATH}/{}", ids[3])).await.status, 403);
    assert_eq!(client.get(PATH).await.data()[0]["uploaded_by_name"], Value::Null);
}

#[tokio::test]
async fn a_name_is_used_once_in_a_folder_and_a_deleted_file_comes_back() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let first = send(&staff, form("Prices.txt", b"one"), b"one").await;
    let path = format!("{PATH}/{}", id_of(&first));
    assert_eq!(staff.post(PATH, form("prices.TXT", b"two")).await.code_at("name"), "taken");
    assert_eq!(staff.delete(&path).await.status, 200);
    assert!(list_names(&staff, "search=prices").await.is_empty());
    assert_eq!(list_names(&staff, "deleted=true").await, ["Prices.txt"]);
    assert_eq!(staff.get(&format!("{path}/file")).await.status, 404);
    assert_eq!(staff.delete(&path).await.message_code(), "record_excluded");

    let second = send(&staff, form("prices.txt", b"two"), b"two").await;
    let restore = format!("{path}/restore");
    assert_eq!(staff.post(&restore, json!({})).await.code_at("name"), "taken");
    let moved = json!({ "version": second["version"], "folder": "Old" });
    staff.patch(&format!("{PATH}/{}", id_of(&second)), moved).await.data();
    assert_eq!(staff.post(&restore, json!({})).await.data()["state"], json!("available"));
    assert_eq!(staff.post(&restore, json!({})).await.message_code(), "record_not_excluded");
    assert_eq!(staff.get(&format!("{path}/file")).await.text(), "one");
}

#[tokio::test]
async fn capitals_make_no_other_folder() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (folder, name) in [("Tables", "a.txt"), ("tables", "b.txt")] {
        let mut form = form(name, name.as_bytes());
        form["folder"] = folder.into();
        send(&staff, form, name.as_bytes()).await;
    }
    let folders = staff.get(&format!("{PATH}/folders")).await.data();
    let own = folders
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["folder"].as_str().unwrap().eq_ignore_ascii_case("tables"));
    let counts: Vec<Value> = own.map(|one| one["files"].clone()).collect();
    assert_eq!(counts, [json!(2)], "as many as the list of the folder");
    assert_eq!(list_names(&staff, "folder=TABLES").await, ["a.txt", "b.txt"]);
}

#[tokio::test]
async fn a_file_that_has_no_room_is_refused_before_it_is_sent() {
    let app = TestApp::with(&["--storage-limit=1".to_owned()]).await;
    let staff = app.staff(ATLANTICO).await;
    let full = staff.post(PATH, form("a.txt", b"too much")).await;
    assert_eq!((full.status, full.message_code()), (409, "storage_full".into()));
    let mut large = form("a.txt", b"too much");
    large["size"] = json!(65 * 1024 * 1024);
    assert_eq!(staff.post(PATH, large).await.code_at("size"), "file_too_large");
}
