//! The number of statements of a request depends neither on the rows of a list nor on the parts of a record: no query stands
//! in a loop.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use chrono::TimeDelta;
use serde_json::{Value, json};
use tracing::field::Field;
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry;

use crate::chat::{room, send};
use crate::confirm::confirm;
use crate::imports::prices::{check_file, upload_documents};
use crate::money::{announce, bank_account, charged, client_of, deposit, drafted, give_credit, id};
use crate::partners;
use crate::quotes::stored::with_prices;
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::tickets::{me, opened};

/// Those of a transaction itself; the hint to other processes, which is sent a moment after the commit; companies,
/// sessions and settings, which are cached for a while.
const AROUND: [&str; 8] = [
    "begin;",
    "rollback;",
    "select 1 / (current_user",
    "select pg_notify(",
    "select id, slug, state,",
    "select host, tenant_id,",
    "select s.id as session_id,",
    "select key, value from",
];

/// The beginnings of the statements that this thread sends.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        event.record(&mut |field: &Field, value: &dyn Debug| {
            if event.metadata().target() != "sqlx::query" || field.name() != "summary" {
                return;
            }
            let summary = format!("{value:?}").trim_matches('"').to_owned();
            if !AROUND.iter().any(|around| summary.starts_with(around)) {
                self.0.lock().unwrap().push(summary);
            }
        });
    }
}

impl Statements {
    fn watch() -> (Self, DefaultGuard) {
        let statements = Self::default();
        let guard = tracing::subscriber::set_default(registry().with(statements.clone()));
        (statements, guard)
    }

    /// The statements of the request when the caches are filled: the fewest of three times.
    async fn of<F: Future<Output = Answer>>(&self, request: impl Fn() -> F) -> Vec<String> {
        let times = [self.once(request()).await, self.once(request()).await, self.once(request()).await];
        times.into_iter().min_by_key(Vec::len).unwrap()
    }

    async fn once(&self, request: impl Future<Output = Answer>) -> Vec<String> {
        self.0.lock().unwrap().clear();
        let answer = request.await;
        assert!((200..300).contains(&answer.status), "{}", answer.text());
        let mut sent = std::mem::take(&mut *self.0.lock().unwrap());
        sent.sort_unstable();
        sent
    }
}

/// The paths of all lists without a record in their address.
fn lists() -> Vec<String> {
    let document = app::openapi::document();
    let is_list = |get: &Value| {
        get["parameters"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "per_page"))
    };
    let paths = document["paths"].as_object().unwrap().iter();
    let lists = paths.filter(|(path, operations)| !path.contains('{') && is_list(&operations["get"]));
    lists.map(|(path, _)| format!("/api{path}?per_page=100")).collect()
}

/// One more record of the kinds that name others.
async fn one_more(app: &TestApp, number: usize) {
    let [admin, client] = [app.admin(ATLANTICO).await, app.client(ATLANTICO).await];
    let shipment = created(&client).await;
    confirm(&client, &shipment).await.data();
    opened(&client).await;
    drafted(app, ATLANTICO).await;
    let bank = bank_account(&admin, &format!("Branch {number}"), "BRL").await;
    assert_eq!(announce(&client, &deposit(&bank, &format!("PIX {number}"), "10.00")).await.status, 200);
    let mut party = partners::form(&format!("Client {number}"));
    party["person_type"] = json!(1);
    admin.post("/api/clients", party).await.data();
    let import = ("file", "clients.csv", "Name,E-mail\nAna,ana@example.com\n".as_bytes());
    admin.upload("/api/client_imports", import, &[]).await.data();
}

#[tokio::test]
async fn a_list_takes_as_many_statements_with_many_rows_as_with_few() {
    let app = TestApp::start().await;
    for number in 0..2 {
        one_more(&app, number).await;
    }
    let people = [app.admin(ATLANTICO).await, app.client(ATLANTICO).await];
    let (statements, _watched) = Statements::watch();
    let few = counted(&statements, &people).await;
    for number in 2..5 {
        one_more(&app, number).await;
    }
    assert_eq!(counted(&statements, &people).await, few);
    assert!(few.len() > 50 && few.iter().all(|(_, sent)| !sent.is_empty()), "{few:?}");
}

/// The statements of each list that a person may see.
async fn counted(statements: &Statements, people: &[Person]) -> Vec<(String, Vec<String>)> {
    let mut counted = Vec::new();
    for (person, path) in people.iter().flat_map(|person| lists().into_iter().map(move |path| (person, path)))
    {
        if person.get(&path).await.status == 200 {
            let sent = statements.of(|| person.get(&path)).await;
            counted.push((path, sent));
        }
    }
    counted
}

#[tokio::test]
async fn a_shipment_takes_as_many_statements_with_many_parts_as_with_one() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    give_credit(&admin, &client_of(&client).await, "100000").await;
    let form = async |parts: usize| {
        let mut form = complete(&client).await;
        for part in ["parcels", "items"] {
            form[part] = vec![form[part][0].clone(); parts].into();
        }
        form
    };
    let [small, large] = [form(1).await, form(12).await];
    let (statements, _watched) = Statements::watch();
    let create = async |form: &Value| statements.of(|| client.post("/api/shipments", form.clone())).await;
    assert_eq!(create(&small).await, create(&large).await);

    let mut counts = Vec::new();
    for form in [&small, &small, &large] {
        let shipment = client.post("/api/shipments", form.clone()).await.data();
        let path = format!("/api/shipments/{}", id(&shipment));
        let quotes = format!("{path}/quotes");
        let quote = statements.of(|| client.post(&quotes, json!({}))).await;
        let confirmed = statements.once(confirm(&client, &shipment)).await;
        counts.push((quote, confirmed, statements.of(|| client.get(&path)).await));
    }
    assert_eq!(counts[1], counts[2]);
}

#[tokio::test]
async fn an_event_takes_as_many_statements_for_many_shipments_as_for_few() {
    let app = TestApp::start().await;
    let [admin, staff] = [app.admin(ATLANTICO).await, app.staff(ATLANTICO).await];
    let owner = client_of(&app.client(ATLANTICO).await).await;
    give_credit(&admin, &owner, "1000").await;
    let mut codes = Vec::new();
    for _ in 0..10 {
        let shipment = charged(&app, ATLANTICO, &owner, ("9.00", "1.00")).await;
        codes.push(shipment["tracking_code"].clone());
    }
    let (statements, _watched) = Statements::watch();
    let record = async |codes: &[Value]| {
        let form = json!({ "tracking_codes": codes, "event_code": "RECEIVED" });
        statements.once(staff.post("/api/shipments/record_event", form)).await
    };
    record(&codes[..2]).await;
    assert_eq!(record(&codes[2..4]).await, record(&codes[4..]).await);
}

#[tokio::test]
async fn a_check_of_a_file_prices_all_its_shipments_with_one_look_at_the_tables() {
    let app = TestApp::start().await;
    with_prices(&app).await;
    let staff = app.staff(ATLANTICO).await;
    let rows: String =
        (1..40).map(|number| format!("Q-{number};Maria;Alemanha;;10119;1,5;Contrato;1;50,00\n")).collect();
    let import = upload_documents(&staff, &rows).await;
    let (statements, _watched) = Statements::watch();
    let import = check_file(&app, &staff, &import).await;
    assert_eq!(import["prices"]["totals"][0]["shipments"], 39, "{import}");
    let sent = statements.0.lock().unwrap().clone();
    let looks = |beginning: &str| sent.iter().filter(|one| one.starts_with(beginning)).count();
    assert_eq!((looks("select a.scope_key,"), looks("select price_table_id, id,")), (1, 1), "{sent:?}");
}

#[tokio::test]
async fn the_rights_of_all_who_have_not_read_a_room_are_read_at_once() {
    let app = TestApp::start().await;
    let [staff, admin] = [app.staff(ATLANTICO).await, app.admin(ATLANTICO).await];
    let [dev, client] = [app.signed_in(ATLANTICO, "dev").await, app.client(ATLANTICO).await];
    let members = [me(&admin).await, me(&dev).await, me(&client).await];
    let group = room(&staff, &members, Some("Night shift")).await;
    send(&staff, &group, "Are you there?").await;
    let (statements, _watched) = Statements::watch();
    app.run_processes_after(TimeDelta::minutes(3)).await;
    let sent = statements.0.lock().unwrap().clone();
    let rights = sent.iter().filter(|statement| statement.starts_with("select u.id, u.user_type, u.active"));
    assert_eq!(rights.count(), 1, "{sent:?}");
    for person in [&admin, &dev, &client] {
        let told = crate::notifications::listed(person, "").await["data"].clone();
        assert_eq!(told[0]["data"]["code"], "room_unread", "{told}");
    }
}
