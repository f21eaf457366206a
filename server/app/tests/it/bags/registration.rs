//! Bags are registered with the post of their destination, once each, whatever gets lost on the way.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use access::social::providers::Keyring;
use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::clock::Clock;
use server_core::outgoing::divert;
use server_core::process::Worker;
use server_core::process::worker::WorkerOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tokio_util::sync::CancellationToken;

use super::post_office::{CARD, PASSWORD, PostMode, PostOffice, USER};
use super::{PATH, act, close, code, open, received, received_with, scan, show, text, warehouse};
use crate::manifests;
use crate::process::until;
use crate::social::apply;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp, config_from_environment};

/// Longer than the server waits before it asks again what may have been done.
const LATER: TimeDelta = TimeDelta::minutes(5);

fn keyring(app: &TestApp) -> Keyring {
    let variables = [("POST_SECRET".to_owned(), PASSWORD.to_owned())];
    Keyring::of(Some(&app.state.config.secret), variables)
}

fn entry(host: &str) -> String {
    format!(
        "[[postal_operators]]\nname = \"post\"\nlabel = \"Correios Packet\"\nkind = \"correios_packet\"\n\
         address = \"https://{host}\"\ncountry = \"DE\"\nuser = \"{USER}\"\nsecret_env = \"POST_SECRET\"\ncard = \"{CARD}\"\n"
    )
}

/// A company whose bags to Germany are registered with this post.
pub struct PostalCompany {
    pub app: TestApp,
    pub post: PostOffice,
    pub staff: Person,
    place: Value,
}

impl PostalCompany {
    pub async fn start() -> Self {
        let app = TestApp::start().await;
        let post = PostOffice::start().await;
        apply(&app, ATLANTICO, &entry(&post.host), &keyring(&app)).await.unwrap();
        let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
        let place = warehouse(&admin, "BAG", json!({})).await;
        Self { app, post, staff, place }
    }

    /// A closed bag for the post, with a parcel.
    pub async fn seal(&self) -> Value {
        let bag = open(&self.staff, &self.place, postal()).await;
        let shipment = received(&self.staff, json!({})).await;
        scan(&self.staff, &bag, code(&shipment)).await;
        close(&self.staff, &bag, json!({})).await.data()
    }

    pub async fn register(&self, bag: &Value) -> Value {
        act(&self.staff, bag, "register", json!({})).await.data()
    }

    /// A bag that the post has.
    pub async fn seal_registered(&self) -> Value {
        let bag = self.seal().await;
        self.register(&bag).await;
        self.app.run_processes().await;
        let registered = show(&self.staff, &bag).await;
        assert_eq!(registered["status"], 30, "{registered}");
        registered
    }

    pub async fn requests(&self, bag: &Value) -> Value {
        self.staff.get(&format!("{PATH}/{}/units", text(&bag["id"]))).await.data()
    }
}

fn postal() -> Value {
    json!({ "origin_office": "BRSAOD", "destination_office": "DEFRAA", "category": "A", "subclass": "NX" })
}

#[tokio::test]
async fn a_closed_bag_gets_the_code_of_the_post() {
    let company = PostalCompany::start().await;
    let bag = company.seal().await;
    assert_eq!((&bag["postal_operator"], &bag["can"]["register"]), (&json!("Correios Packet"), &json!(true)));
    let asked = company.register(&bag).await;
    assert_eq!((&asked["status"], &asked["can"]["reopen"]), (&json!(25), &json!(false)));
    assert_eq!(company.requests(&bag).await[0]["status"], 10, "the row is there before the post is asked");
    assert_eq!(company.post.count("POST units"), 0);
    company.app.run_processes().await;

    let registered = show(&company.staff, &bag).await;
    let unit = company.post.units()[0].clone();
    assert_eq!((&registered["status"], &registered["unit_code"]), (&json!(30), &json!(unit.code)));
    let form = company.post.last_form("POST units");
    assert_eq!(form["dispatchNumber"], bag["dispatch_no"]);
    assert_eq!((&form["originCountry"], &form["originOperatorName"]), (&json!("BR"), &json!("SAOD")));
    assert_eq!(form["destinationOperatorName"], "FRAA");
    assert_eq!(form["unitList"][0]["trackingNumbers"].as_array().unwrap().len(), 1);
    let request = company.requests(&bag).await[0].clone();
    assert_eq!((&request["status"], &request["attempts"]), (&json!(30), &json!(1)));
    assert_eq!((&request["kind"], &request["unit_code"]), (&json!("register"), &json!(unit.code)));

    // Others use the pass that is kept, until the post wants another one.
    company.seal_registered().await;
    company.post.end_tokens();
    company.seal_registered().await;
    assert_eq!(company.post.units().len(), 3);
    let other = company.app.staff(PACIFIC).await;
    assert_eq!(other.get(&format!("{PATH}/{}/units", text(&bag["id"]))).await.status, 404);
}

#[tokio::test]
async fn a_manifest_waits_for_bags_that_the_post_has_not_registered() {
    let company = PostalCompany::start().await;
    let bag = company.seal().await;
    let manifest = manifests::of_bag(&company.staff, &bag).await;
    let unregistered = |check: Value| {
        let problems = check["problems"].as_array().cloned().unwrap_or_default();
        problems.into_iter().filter(|problem| problem["kind"] == "bag_unregistered").count()
    };
    assert_eq!(unregistered(manifests::check(&company.staff, &manifest).await), 1);
    assert_eq!(manifests::close(&company.app, &company.staff, &manifest).await["status"], 10);
    company.register(&bag).await;
    company.app.run_processes().await;
    assert_eq!(show(&company.staff, &bag).await["status"], 30);
    assert_eq!(unregistered(manifests::check(&company.staff, &manifest).await), 0);
}

#[tokio::test]
async fn a_dispatch_has_as_many_bags_as_its_post_takes() {
    let company = PostalCompany::start().await;
    let limited = format!("{}max_units = 2\n", entry(&company.post.host));
    apply(&company.app, ATLANTICO, &limited, &keyring(&company.app)).await.unwrap();
    let mut numbers = Vec::new();
    for _ in 0..3 {
        let bag = company.seal().await;
        numbers.push((bag["dispatch_no"].clone(), bag["receptacle_no"].clone()));
    }
    assert_eq!(numbers, [(1, 1), (1, 2), (2, 1)].map(|(one, two)| (json!(one), json!(two))));
}

#[tokio::test]
async fn a_refusal_leaves_the_bag_closed_with_the_words_of_the_post() {
    let company = PostalCompany::start().await;
    let bag = company.seal().await;
    company.post.set(PostMode::Refuses);
    company.register(&bag).await;
    company.app.run_processes().await;
    let closed = show(&company.staff, &bag).await;
    assert_eq!((&closed["status"], &closed["unit_code"]), (&json!(20), &Value::Null));
    let request = company.requests(&bag).await[0].clone();
    assert_eq!((&request["status"], &request["error"]), (&json!(40), &json!("objeto em outra unidade")));
    let tasks = company.staff.get("/api/background_tasks").await.data();
    assert_eq!(tasks[0]["failure"]["code"], "bag_unit_refused");

    company.post.set(PostMode::Answers);
    company.register(&bag).await;
    company.app.run_processes().await;
    assert_eq!(show(&company.staff, &bag).await["status"], 30);
    assert_eq!(company.post.units().len(), 1);
}

#[tokio::test]
async fn what_the_post_has_not_got_is_sent_again_when_it_surely_has_not() {
    let company = PostalCompany::start().await;
    let bag = company.seal().await;
    company.post.set(PostMode::IsBusy);
    company.register(&bag).await;
    company.app.run_processes().await;
    assert_eq!(show(&company.staff, &bag).await["status"], 25);
    company.post.set(PostMode::Answers);
    company.app.run_processes_after(TimeDelta::seconds(2)).await;
    assert_eq!(company.post.count("GET units"), 1, "it looks first");
    assert_eq!(company.post.units().len(), 0, "what was sent may still be under way");
    // Somebody asks again, which is the same request.
    company.register(&bag).await;
    company.app.run_processes_after(LATER).await;
    assert_eq!(show(&company.staff, &bag).await["status"], 30);
    assert_eq!(company.post.units().len(), 1);
    let requests = company.requests(&bag).await;
    assert_eq!((requests.as_array().unwrap().len(), &requests[0]["attempts"]), (1, &json!(2)));
}

#[tokio::test]
async fn a_registered_bag_is_opened_once_the_post_has_taken_it_back() {
    let company = PostalCompany::start().await;
    let bag = company.seal_registered().await;
    company.post.set(PostMode::Refuses);
    let asked = act(&company.staff, &bag, "reopen", json!({ "reason": "one forgotten" })).await.data();
    assert_eq!((&asked["status"], &asked["unit_code"]), (&json!(25), &bag["unit_code"]));
    company.app.run_processes().await;
    let kept = show(&company.staff, &bag).await;
    assert_eq!(
        (&kept["status"], &kept["unit_code"]),
        (&json!(30), &bag["unit_code"]),
        "a refusal loses nothing"
    );

    company.post.set(PostMode::Answers);
    act(&company.staff, &bag, "reopen", json!({ "reason": "one forgotten" })).await.data();
    company.app.run_processes().await;
    let opened = show(&company.staff, &bag).await;
    assert_eq!((&opened["status"], &opened["unit_code"]), (&json!(10), &Value::Null));
    assert_eq!((&opened["seal"], &opened["reason"]), (&Value::Null, &json!("one forgotten")));
    assert!(company.post.units().is_empty());
    let kinds: Vec<Value> =
        company.requests(&bag).await.as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["cancel", "cancel", "register"]);
}

#[tokio::test]
async fn what_the_post_would_refuse_is_said_before_it_is_asked() {
    let company = PostalCompany::start().await;
    let refuse = async |bag: &Value| {
        let refused = act(&company.staff, bag, "register", json!({})).await;
        (refused.status, refused.message_code())
    };
    let plain = open(&company.staff, &company.place, json!({})).await;
    let shipment = received(&company.staff, json!({})).await;
    scan(&company.staff, &plain, code(&shipment)).await;
    assert_eq!(refuse(&plain).await, (409, "bag_state".into()), "it is open");
    close(&company.staff, &plain, json!({})).await.data();
    assert_eq!(refuse(&plain).await, (409, "bag_not_postal".into()));

    let several = open(&company.staff, &company.place, postal()).await;
    let shipment = received_with(&company.staff, 2).await;
    for _ in 0..2 {
        scan(&company.staff, &several, code(&shipment)).await;
    }
    close(&company.staff, &several, json!({})).await.data();
    assert_eq!(refuse(&several).await, (409, "bag_unit_number_missing".into()));

    let bag = company.seal().await;
    let small = format!("{}max_bag_g = 1000\n", entry(&company.post.host));
    apply(&company.app, ATLANTICO, &small, &keyring(&company.app)).await.unwrap();
    assert_eq!(refuse(&bag).await, (409, "bag_unit_too_large".into()));
    let told = act(&company.staff, &bag, "register", json!({})).await;
    assert!(told.text().contains("1 kg"), "{}", told.text());
    apply(&company.app, ATLANTICO, "", &keyring(&company.app)).await.unwrap();
    assert_eq!(refuse(&bag).await, (409, "bag_operator_missing".into()));
    assert_eq!(company.post.count("POST units"), 0);
    let client = company.app.client(ATLANTICO).await;
    assert_eq!(act_as(&client, &bag).await, 403);
}

async fn act_as(person: &Person, bag: &Value) -> u16 {
    let path = format!("{PATH}/{}/register", text(&bag["id"]));
    person.post(&path, json!({ "version": bag["version"] })).await.status
}

#[tokio::test]
async fn an_operator_of_the_folder_leads_outside_and_keeps_its_secret() {
    let app = TestApp::start().await;
    for inside in ["localhost", "10.0.0.1", "post.internal", "post.example.com/path"] {
        assert!(apply(&app, ATLANTICO, &entry(inside), &keyring(&app)).await.is_err(), "{inside}");
    }
    let here = entry("post.example.com");
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app)).await.unwrap(), "changed");
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app)).await.unwrap(), "unchanged");
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let stored: Vec<u8> =
        sqlx::query_scalar("select secret from postal_operators").fetch_one(&mut *tx).await.unwrap();
    assert!(!stored.windows(6).any(|part| part == &PASSWORD.as_bytes()[..6]));
}

/// This test binary as a separate process that only runs a worker, which reaches the post here.
fn start_child(app: &TestApp, post: &PostOffice) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["bags::registration::child_worker", "--exact", "--ignored", "--nocapture"])
        .env("REMESSA_TEST_POST", format!("{}={}", post.host, post.address))
        .envs(app.environment())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
#[ignore = "the process that the test below kills"]
async fn child_worker() {
    let Ok(post) = std::env::var("REMESSA_TEST_POST") else { return };
    let (host, address) = post.split_once('=').unwrap();
    divert(host, address.parse().unwrap());
    let state = app::connect(config_from_environment(), Clock::default()).await.unwrap();
    Worker::new(state, app::kinds(), WorkerOptions::new(4)).run(CancellationToken::new()).await;
}

#[tokio::test]
async fn a_worker_killed_between_the_post_and_our_row_makes_no_second_unit() {
    let company = PostalCompany::start().await;
    let bag = company.seal().await;
    company.post.set(PostMode::LosesAnswer);
    company.register(&bag).await;
    let mut child = start_child(&company.app, &company.post);
    until(Duration::from_secs(30), async || !company.post.units().is_empty()).await;
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(show(&company.staff, &bag).await["status"], 25, "nobody here knows");
    company.post.set(PostMode::Answers);

    // As when its lease has run out.
    let owner: PgConnectOptions = company.app.admin_url().parse().unwrap();
    let mut owner = owner.connect().await.unwrap();
    let lapse = "update control.jobs set ready_at = now(), worker = null where worker is not null";
    sqlx::query(lapse).execute(&mut owner).await.unwrap();
    owner.close().await.unwrap();
    company.app.run_processes().await;
    let registered = show(&company.staff, &bag).await;
    assert_eq!(
        (&registered["status"], &registered["unit_code"]),
        (&json!(30), &json!(company.post.units()[0].code))
    );
    assert_eq!((company.post.units().len(), company.post.count("POST units")), (1, 1));
    assert_eq!(company.post.count("GET units"), 1);
}
