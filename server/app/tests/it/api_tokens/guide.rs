//! The published document on a company's own address, and the first call of its guide.

use std::process::Command;

use serde_json::Value;

use super::make;
use crate::support::{ATLANTICO, PACIFIC, Served, TestApp};

const GUIDE: &str = include_str!("../../../../../openapi/GUIDE.md");
const EXAMPLE_ADDRESS: &str = "https://company.example";

/// The first example in a language.
fn example(language: &str) -> &'static str {
    let (_, rest) = GUIDE.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[tokio::test]
async fn a_company_serves_the_document_with_its_own_address() {
    let app = TestApp::start().await;
    let mut served: Vec<Value> = Vec::new();
    for host in [ATLANTICO, PACIFIC] {
        let answer = app.visitor(host).get("/api/openapi.json").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
        let mut document = answer.json();
        assert_eq!(document["servers"][0]["url"], format!("http://{host}/api"));
        document["servers"] = app::openapi::document()["servers"].clone();
        served.push(document);
    }
    assert!(served.iter().all(|one| *one == app::openapi::document()), "only the address differs");
}

#[test]
fn the_first_call_is_the_same_in_all_languages() {
    for language in ["sh", "python", "js"] {
        let text = example(language);
        assert!(text.contains(&format!("{EXAMPLE_ADDRESS}/api/shipments?per_page=10")), "{text}");
        assert!(text.contains("REMESSA_TOKEN") && text.contains("Bearer "), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_call_of_the_guide_works_as_it_is_written() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["shipment.list"]).await;
    let served = Served::start(&app).await;
    let port = served.port();
    let call = example("sh").replace(EXAMPLE_ADDRESS, &format!("http://{ATLANTICO}:{port}"));
    // No name server knows the host of a test.
    let settings = tempfile::tempdir().unwrap();
    let resolve = format!("resolve = \"{ATLANTICO}:{port}:127.0.0.1\"\n");
    std::fs::write(settings.path().join(".curlrc"), resolve).unwrap();
    let run = |secret: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", &call]).env("CURL_HOME", settings.path()).env("REMESSA_TOKEN", secret);
        let output = command.output().unwrap();
        let body: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        (output.status.success(), body)
    };
    let (is_done, body) = run(&secret);
    assert!(is_done, "{body}");
    let expected = staff.get("/api/shipments?per_page=10").await.json();
    assert_eq!(body["data"], expected["data"]);
    let (is_done, body) = run("rem_live_x");
    assert_eq!((is_done, &body["message_code"]), (false, &Value::from("unauthenticated")));
}
