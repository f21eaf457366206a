//! Messages of carriers are fetched from the places of the company's folder.

use chrono::TimeDelta;
use manifests::message_sources::store;
use poem::http::StatusCode;
use policy::ProfileKind;
use serde_json::{Value, json};

use crate::cargo_events::{fsu, issue, lines};
use crate::isolation::kinds::of_kind;
use crate::manifests::gateways::keyring;
use crate::social::apply;
use crate::support::file_host::FileHost;
use crate::support::sftp_server::{SftpServer, USER};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

const PATH: &str = "/api/cargo-messages";
const TOO_LARGE: usize = 256 * 1024 + 1;

fn entry(kind: &str, address: &str, more: &str) -> String {
    format!(
        "[[message_sources]]\nname = \"hub\"\nlabel = \"Hub of the airlines\"\nkind = \"{kind}\"\naddress = \"{address}\"\n\
         secret_env = \"AGENT_SECRET\"\n{more}"
    )
}

fn sftp(server: &SftpServer, user: &str) -> String {
    let more = format!("user = \"{user}\"\nhost_key = \"{}\"\n", server.fingerprint);
    entry("sftp", &format!("{}/out", server.host), &more)
}

async fn follow(app: &TestApp, source: &str) {
    apply(app, ATLANTICO, source, &keyring(app)).await.unwrap();
    fetch(app).await;
}

/// The work of an hour, and what it starts.
async fn fetch(app: &TestApp) {
    app::sweep::sweep(&app.state).await;
    app.run_processes().await;
}

async fn list(person: &Person) -> Vec<Value> {
    person.get(PATH).await.data().as_array().unwrap().clone()
}

async fn source(person: &Person) -> Value {
    person.get(&format!("{PATH}/sources")).await.data()[0].clone()
}

#[tokio::test]
async fn what_is_in_a_folder_is_read_once_and_taken_away() {
    let app = TestApp::start().await;
    let flying = issue(&app, json!({ "pieces": 3 })).await;
    let (staff, server) = (app.staff(ATLANTICO).await, SftpServer::start().await);
    let [line, _] = lines(&app).departed;
    let text = fsu(&flying.waybill, &line);
    server.put("out/fsu-1.txt", text.as_bytes());
    server.put("out/huge.txt", &vec![b'A'; TOO_LARGE]);
    server.put("out/later.txt.part", b"FSU/14");
    server.put("in/manifest.csv", b"of others");
    follow(&app, &sftp(&server, USER)).await;

    let messages = list(&staff).await;
    let [message] = messages.as_slice() else { panic!("one message: {messages:?}") };
    assert_eq!((&message["file_name"], &message["stage"]), (&json!("fsu-1.txt"), &json!("ended")));
    assert_eq!(
        (&message["new_count"], &message["received_by_name"]),
        (&json!(1), &json!("Hub of the airlines"))
    );
    assert_eq!(server.paths(), ["in/manifest.csv", "out/huge.txt", "out/later.txt.part"]);
    let told = source(&staff).await;
    assert_eq!((&told["fetched_count"], &told["failure_count"]), (&json!(1), &json!(0)));
    let huge = json!([{ "name": "huge.txt", "reason": "too_large", "status": null }]);
    assert_eq!(told["left_files"], huge, "nothing is lost without a word");
    assert_eq!(told["list_cut"], false);

    server.put("out/fsu-1-again.txt", text.as_bytes());
    server.put("out/other.txt", b"no message at all");
    app.run_processes_after(TimeDelta::minutes(11)).await;
    let messages = list(&staff).await;
    let names: Vec<&str> = messages.iter().map(|message| message["file_name"].as_str().unwrap()).collect();
    assert_eq!(names, ["other.txt", "fsu-1.txt"], "what is no message is kept, too");
    assert_eq!(server.paths(), ["in/manifest.csv", "out/huge.txt", "out/later.txt.part"]);
}

#[tokio::test]
async fn a_folder_by_https_is_read_as_well() {
    let app = TestApp::start().await;
    let (staff, host) = (app.staff(ATLANTICO).await, FileHost::start().await);
    host.put("first.txt", b"FSU/14");
    host.put("second.txt", b"FSU/15");
    follow(&app, &entry("https", &host.url, "")).await;
    assert_eq!(list(&staff).await.len(), 2);
    assert_eq!(host.names(), Vec::<String>::new());
    assert_eq!(source(&staff).await["fetched_count"], 2);
    fetch(&app).await;
    assert_eq!(source(&staff).await["fetched_count"], 2);
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_named_with_its_reason_and_holds_nobody_up() {
    let app = TestApp::start().await;
    let (staff, host) = (app.staff(ATLANTICO).await, FileHost::start().await);
    for (name, status) in [("1-broken.txt", 500), ("2-gone.txt", 404)] {
        host.put(name, b"FSU/14");
        host.keep_back(name, StatusCode::from_u16(status).unwrap());
    }
    host.put("3-whole.txt", b"FSU/15");
    follow(&app, &entry("https", &host.url, "")).await;
    let told = source(&staff).await;
    assert_eq!((&told["fetched_count"], &told["failure_count"]), (&json!(1), &json!(0)), "{told}");
    let left = json!([
        { "name": "1-broken.txt", "reason": "failed", "status": 500 },
        { "name": "2-gone.txt", "reason": "missing", "status": 404 },
    ]);
    assert_eq!(told["left_files"], left);
    assert_eq!(host.names(), ["1-broken.txt", "2-gone.txt"]);
}

#[tokio::test]
async fn a_damaged_file_of_a_folder_by_sftp_holds_nobody_up() {
    let app = TestApp::start().await;
    let (staff, server) = (app.staff(ATLANTICO).await, SftpServer::start().await);
    server.put("out/1-damaged.txt", b"FSU/14");
    server.damage("out/1-damaged.txt");
    server.put("out/2-whole.txt", b"FSU/15");
    follow(&app, &sftp(&server, USER)).await;
    let told = source(&staff).await;
    assert_eq!((&told["fetched_count"], &told["failure_count"]), (&json!(1), &json!(0)), "{told}");
    let left = json!([{ "name": "1-damaged.txt", "reason": "failed", "status": null }]);
    assert_eq!(told["left_files"], left);
    assert_eq!(server.paths(), ["out/1-damaged.txt"]);
}

#[tokio::test]
async fn a_place_that_refuses_on_the_way_keeps_the_count_of_what_came_before() {
    let app = TestApp::start().await;
    let (staff, host) = (app.staff(ATLANTICO).await, FileHost::start().await);
    for name in ["1.txt", "2.txt", "3.txt"] {
        host.put(name, name.as_bytes());
    }
    host.keep_back("2.txt", StatusCode::UNAUTHORIZED);
    follow(&app, &entry("https", &host.url, "")).await;
    let told = source(&staff).await;
    assert_eq!((&told["fetched_count"], &told["failure_count"]), (&json!(1), &json!(1)), "{told}");
    assert_eq!((&told["last_failure"], &told["last_status"]), (&json!("key_refused"), &json!(401)));
    assert_eq!(host.names(), ["2.txt", "3.txt"]);
}

#[tokio::test]
async fn what_an_operator_mends_during_a_fetch_stays_mended() {
    let app = TestApp::start().await;
    apply(&app, ATLANTICO, &entry("https", "https://files.example.com/out", ""), &keyring(&app))
        .await
        .unwrap();
    let now = app.state.clock.now();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let until = now + TimeDelta::minutes(30);
    let claim = store::claim(&mut tx, "hub", now, until).await.unwrap().unwrap();
    assert!(store::claim(&mut tx, "hub", now, until).await.unwrap().is_none(), "one at a time");
    tx.commit().await.unwrap();
    let mended = entry("https", "https://files.example.com/out", "").replace("Hub of", "Mailbox of");
    apply(&app, ATLANTICO, &mended, &keyring(&app)).await.unwrap();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let noted =
        store::note(&mut tx, &claim, &claim.source.fetch_state, now + TimeDelta::hours(6)).await.unwrap();
    assert!(!noted, "the claim is over");
    assert_eq!(store::list_due(&mut tx, now).await.unwrap(), ["hub"]);
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn users_of_a_branch_see_no_sources_which_are_of_the_whole_company() {
    let app = TestApp::start().await;
    let source = entry("https", "https://files.example.com/out", "");
    apply(&app, ATLANTICO, &source, &keyring(&app)).await.unwrap();
    let path = format!("{PATH}/sources");
    assert_eq!(app.staff(ATLANTICO).await.get(&path).await.data()[0]["name"], "hub");
    let bound = of_kind(&app, ATLANTICO, ProfileKind::Staff, "dev").await;
    assert_eq!(bound.get(&path).await.data(), json!([]));
}

#[tokio::test]
async fn a_place_that_fails_is_asked_more_seldom_and_says_why() {
    let app = TestApp::start().await;
    let (staff, host) = (app.staff(ATLANTICO).await, FileHost::start().await);
    host.fail_with(StatusCode::UNAUTHORIZED);
    follow(&app, &entry("https", &host.url, "")).await;
    let told = source(&staff).await;
    assert_eq!((&told["last_failure"], &told["last_status"]), (&json!("key_refused"), &json!(401)), "{told}");
    host.fail_with(StatusCode::BAD_GATEWAY);
    app.state.clock.advance(TimeDelta::minutes(10));
    fetch(&app).await;
    assert_eq!(source(&staff).await["failure_count"], 1, "it is left alone for twenty minutes");
    app.state.clock.advance(TimeDelta::minutes(11));
    fetch(&app).await;
    let told = source(&staff).await;
    assert_eq!((&told["last_failure"], &told["failure_count"]), (&json!("failed"), &json!(2)), "{told}");
}

#[tokio::test]
async fn a_server_that_does_not_take_the_password_or_has_no_address_is_told_from_one_that_works() {
    let app = TestApp::start().await;
    let (staff, server) = (app.staff(ATLANTICO).await, SftpServer::start().await);
    follow(&app, &sftp(&server, "somebody")).await;
    assert_eq!(source(&staff).await["last_failure"], "key_refused");
    let nowhere = "user = \"remessa\"\nhost_key = \"SHA256:abc\"\n";
    follow(&app, &entry("sftp", "sftp.hub.invalid/out", nowhere)).await;
    let told = source(&staff).await;
    assert_eq!(told["last_failure"], "not_reached", "{told}");
    assert_eq!(list(&staff).await, Vec::<Value>::new());
}

#[tokio::test]
async fn sources_lead_outside_and_have_names_of_their_own() {
    let app = TestApp::start().await;
    let more = "user = \"remessa\"\nhost_key = \"SHA256:abc\"\n";
    for inside in ["10.0.0.1/out", "localhost/out", "redis"] {
        let refused = apply(&app, ATLANTICO, &entry("sftp", inside, more), &keyring(&app)).await;
        assert!(refused.is_err(), "{inside}");
    }
    let source = entry("sftp", "sftp.hub.invalid/out", more);
    let twice = apply(&app, ATLANTICO, &format!("{source}{source}"), &keyring(&app)).await;
    assert!(twice.is_err(), "two of one name");
    apply(&app, ATLANTICO, &source, &keyring(&app)).await.unwrap();
    let path = format!("{PATH}/sources");
    assert_eq!(app.staff(ATLANTICO).await.get("/api/manifests/gateways").await.data(), json!([]));
    assert_eq!(app.staff(PACIFIC).await.get(&path).await.data(), json!([]));
    assert_eq!(app.client(ATLANTICO).await.get(&path).await.status, 403);
}
