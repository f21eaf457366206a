//! Messages of carriers are fetched from the places of the company's folder.

use chrono::TimeDelta;
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::cargo_events::{fsu, issue, lines};
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
    assert_eq!(told["left_files"], json!(["huge.txt"]), "nothing is lost without a word");

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
