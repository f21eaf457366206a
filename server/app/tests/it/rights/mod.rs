//! Every operation of the document, called by every kind of user: the answer follows the policy.

mod entries;
mod references;

use poem::http::Method;
use policy::{Action, Grants, MENU, Policy, Resource, UserType};
use serde_json::{Map, Value, json};
use server_core::settings::CLIENT_WEBHOOKS;

use crate::isolation::document::{Operation, operations};
use crate::isolation::neighbour::Neighbour;
use crate::isolation::{PUBLIC, WITHOUT_RECORD, call};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::{demo_user, switch::switched};
use entries::{Asks, EXCEPTIONS, NOT_WHILE_SWITCHED, SESSION, WITHIN, asks};

/// These end the session of the caller.
pub const ENDS: [&str; 2] = ["user_switch_back", "logout"];

#[test]
fn every_operation_states_its_permission() {
    for operation in operations() {
        assert!(asks(&operation.id).is_some(), "say in `entries` what {} asks for", operation.id);
    }
}

#[test]
fn no_permission_is_stated_for_a_missing_operation() {
    let there: Vec<String> = operations().into_iter().map(|operation| operation.id).collect();
    let of_rights = EXCEPTIONS.iter().map(|(id, ..)| id);
    for said in PUBLIC.iter().chain(SESSION).chain(of_rights) {
        assert!(there.iter().any(|id| id == said), "there is no operation {said}");
    }
}

#[test]
fn every_right_is_used_by_an_operation_or_menu_entry() {
    let asked = operations().into_iter().filter_map(|operation| match asks(&operation.id) {
        Some(Asks::Right(resource, action)) => Some((resource, action)),
        _ => None,
    });
    let of_menu = MENU.iter().flat_map(|entry| entry.any_of).copied();
    let asked: Vec<(Resource, Action)> = asked.chain(of_menu).chain(WITHIN.iter().copied()).collect();
    for (resource, action) in Resource::all_rights() {
        assert!(asked.contains(&(resource, action)), "nothing asks for {resource} {action}");
    }
}

#[tokio::test]
async fn the_profile_contains_exactly_the_granted_rights() {
    let app = TestApp::start().await;
    for (account, user_type) in
        [("admin", UserType::Admin), ("staff", UserType::User), ("client", UserType::Client)]
    {
        let grants = Policy::load_shipped().grants(user_type);
        let granted = Resource::all_rights().filter(|&(resource, action)| grants.allow(resource, action));
        let can: Map<_, _> =
            granted.map(|(resource, action)| (format!("{resource}.{action}"), true.into())).collect();
        let profile = app.signed_in(ATLANTICO, account).await.get("/api/profile").await.data();
        assert_eq!(profile["can"], Value::Object(can), "{account}");
    }
}

/// Lower the number when you remove an operation from a list. Never raise it.
#[test]
fn lists_of_operations_without_a_right_only_shrink() {
    assert_eq!((PUBLIC.len(), SESSION.len()), (36, 12));
}

/// A user who calls the operations.
struct Walker {
    name: &'static str,
    person: Person,
    grants: Grants,
    switched: bool,
}

impl Walker {
    /// In an order in which none ends the session of a later one.
    async fn all(app: &TestApp) -> Vec<Self> {
        let policy = Policy::load_shipped();
        let of = |name, person, user_type, switched| Self {
            name,
            person,
            grants: policy.grants(user_type),
            switched,
        };
        vec![
            of("admin acting as user", switched(app, "staff").await, UserType::User, true),
            of("admin acting as client", switched(app, "client").await, UserType::Client, true),
            of("dev", app.signed_in(ATLANTICO, "dev").await, UserType::Dev, false),
            of("user", app.staff(ATLANTICO).await, UserType::User, false),
            of("client", app.client(ATLANTICO).await, UserType::Client, false),
            of("admin", app.admin(ATLANTICO).await, UserType::Admin, false),
        ]
    }

    /// Fails if the answer does not follow the policy.
    fn check(&self, operation: &Operation, answer: &Answer) {
        let told = format!("{} as {}: {} {}", operation.id, self.name, answer.status, answer.text());
        let allowed = match asks(&operation.id).unwrap() {
            Asks::Nothing | Asks::Session => true,
            Asks::Right(resource, action) => self.grants.allow(resource, action),
        };
        if !allowed {
            assert_eq!((answer.status, &*answer.message_code()), (403, "forbidden"), "{told}");
        } else if self.switched && NOT_WHILE_SWITCHED.contains(&operation.id.as_str()) {
            assert_eq!((answer.status, &*answer.message_code()), (409, "not_while_switched"), "{told}");
        } else {
            assert!(![401, 403].contains(&answer.status), "{told}");
            assert!(answer.status < 300 || !is_plain(operation), "{told}");
        }
    }
}

/// A request without a record and without parameters.
fn is_plain(operation: &Operation) -> bool {
    operation.method == Method::GET && operation.stands_alone()
}

/// With the required parameters of the operations that have them.
fn path(operation: &Operation, id: &str) -> String {
    match operation.id.as_str() {
        "pickup_windows" => format!("{}?country_id=32", operation.path),
        "policy_explain" => format!("{}?user={id}&resource=shipment&action=list", operation.path),
        "report_schedule_times" => {
            format!("{}?rhythm=daily&at_time=07:30&time_zone=America/Sao_Paulo", operation.path)
        }
        _ => operation.filled(id),
    }
}

/// A record for the path.
fn record<'a>(neighbour: &'a Neighbour, operation: &Operation) -> &'a str {
    neighbour.records(&operation.path).map_or("shipments", |records| &records[0])
}

#[tokio::test]
async fn every_operation_follows_the_policy_for_every_user_type() {
    let app = TestApp::start().await;
    // Without it, clients reach no webhooks.
    app.switch(ATLANTICO, CLIENT_WEBHOOKS, true).await;
    let neighbour = Neighbour::of(&app).await;
    let (ends, others): (Vec<_>, Vec<_>) =
        operations().into_iter().partition(|operation| ENDS.contains(&operation.id.as_str()));
    for walker in Walker::all(&app).await {
        let end = ENDS[usize::from(!walker.switched)];
        for operation in others.iter().chain(ends.iter().filter(|operation| operation.id == end)) {
            let path = path(operation, record(&neighbour, operation));
            walker.check(operation, &call(&walker.person, operation, &path).await);
        }
    }
}

#[tokio::test]
async fn only_public_operations_work_without_a_session() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    for operation in operations() {
        let answer = call(&visitor, &operation, &path(&operation, record(&neighbour, &operation))).await;
        let told = format!("{}: {} {}", operation.id, answer.status, answer.text());
        assert_eq!(answer.status == 401, !PUBLIC.contains(&operation.id.as_str()), "{told}");
        assert_ne!(answer.status, 403, "{told}");
    }
    neighbour.assert_untouched().await;
}

#[tokio::test]
async fn a_record_of_another_client_is_404_for_every_operation() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let stranger = other_client(&app, &neighbour.client_id).await;
    let grants = Policy::load_shipped().grants(UserType::Client);
    for operation in operations().iter().filter(|one| one.path.contains('{')) {
        if WITHOUT_RECORD.iter().any(|shared| operation.path.starts_with(shared)) {
            continue;
        }
        let Some(Asks::Right(resource, action)) = asks(&operation.id) else { continue };
        let status = if grants.allow(resource, action) { 404 } else { 403 };
        for id in neighbour.records(&operation.path).unwrap() {
            let answer = call(&stranger, operation, &operation.filled(id)).await;
            assert_eq!(answer.status, status, "{} {id}: {}", operation.id, answer.text());
        }
    }
    neighbour.assert_untouched().await;
}

/// A user of another client.
async fn other_client(app: &TestApp, client_id: &str) -> Person {
    let admin = app.admin(ATLANTICO).await;
    let own = demo_user(&admin, "client").await["client_id"] == client_id;
    app.signed_in(ATLANTICO, if own { "client2" } else { "client" }).await
}

/// Fields that a form must never set, added to every form.
struct Greed {
    /// Another client. Staff can choose a client, so it is omitted for them.
    client_id: Value,
    names_client: bool,
    admin_id: Value,
    tenant_id: String,
}

impl Greed {
    async fn of(app: &TestApp, names_client: bool) -> Self {
        let admin = app.admin(ATLANTICO).await;
        let client_id = demo_user(&admin, "client2").await["client_id"].clone();
        let admin_id = demo_user(&admin, "admin").await["id"].clone();
        Self { client_id, names_client, admin_id, tenant_id: app.tenant(PACIFIC).id.to_string() }
    }

    fn added_to(&self, mut form: Value) -> Value {
        form["user_type"] = 10.into();
        form["tenant_id"] = self.tenant_id.clone().into();
        if self.names_client {
            form["client_id"] = self.client_id.clone();
        }
        for field in ["id", "user_id", "created_by", "updated_by"] {
            form[field] = self.admin_id.clone();
        }
        form
    }

    /// Sends the form of an operation with generated values and the extra fields.
    async fn ask(&self, person: &Person, operation: &Operation, own: &Value) -> Answer {
        let path = operation.filled(own["id"].as_str().unwrap());
        if operation.takes_form {
            let account = person.get("/api/account").await.data();
            let path = operation.filled(account["id"].as_str().unwrap());
            let (client_id, admin_id) = (self.client_id.as_str().unwrap(), self.admin_id.as_str().unwrap());
            let fields = [("_method", operation.method.as_str()), ("name", "Greedy"), ("user_type", "10")];
            let more = [("id", admin_id), ("created_by", admin_id), ("tenant_id", &self.tenant_id)];
            let client = [("client_id", client_id)];
            let client = if self.names_client { &client[..] } else { &[] };
            return person.submit(&path, &[&fields[..], &more, client].concat()).await;
        }
        let form = match operation.id.as_str() {
            "shipment_create" => complete(person).await,
            "shipment_update" => json!({ "version": own["version"], "to_name": "Greedy" }),
            _ => operation.example.clone().unwrap_or(json!({})),
        };
        person.send(operation.method.clone(), &path, Some(self.added_to(form))).await
    }
}

/// Users, their rights, and the owners of all records, for the administrator and for the other client.
async fn belongings(app: &TestApp, greed: &Greed) -> Vec<String> {
    const PEOPLE: &str =
        "select concat_ws(' ', email, user_type, client_id) from users where active order by email";
    const OTHERS: &str = "
        select concat_ws(' ', what, id) from (
            select 'shipment' as what, id from shipments where client_id = $1 or $2 in (created_by, updated_by)
            union all select 'import', id from shipment_imports where client_id = $1 or created_by = $2
            union all select 'view', id from saved_views where user_id = $2
            union all select 'task', id from background_tasks where user_id = $2
        ) theirs order by 1";
    let id = |value: &Value| value.as_str().unwrap().parse::<uuid::Uuid>().unwrap();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let mut found: Vec<String> = sqlx::query_scalar(PEOPLE).fetch_all(&mut *tx).await.unwrap();
    let others = sqlx::query_scalar(OTHERS).bind(id(&greed.client_id)).bind(id(&greed.admin_id));
    found.extend(others.fetch_all(&mut *tx).await.unwrap() as Vec<String>);
    tx.commit().await.unwrap();
    found
}

/// These operations must succeed, so that the test is meaningful.
const COME_THROUGH: &[&str] = &["shipment_create", "shipment_update", "shipment_duplicate", "account_update"];

/// Row counts of another tenant.
async fn stock(app: &TestApp) -> Vec<i64> {
    const STOCK: &str = "
        select unnest(array[
            (select count(*) from shipments), (select count(*) from shipment_imports),
            (select count(*) from saved_views), (select count(*) from users), (select count(*) from audit_entries)])";
    let mut tx = app.state.tenancy.begin(&app.tenant(PACIFIC)).await.unwrap();
    sqlx::query_scalar(STOCK).fetch_all(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_client_cannot_set_protected_fields_in_a_form() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    assert_nothing_is_given(&app, &Greed::of(&app, true).await, &client).await;
}

#[tokio::test]
async fn staff_cannot_set_protected_fields_in_a_form() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_nothing_is_given(&app, &Greed::of(&app, false).await, &staff).await;
}

/// A colleague is a user of the same client, whatever else the form says.
async fn assert_only_a_colleague_is_new(person: &Person, before: &[String], after: &[String]) {
    let client_id = person.get("/api/profile").await.data()["client_id"].clone();
    let own = format!(" 30 {}", client_id.as_str().unwrap_or("-"));
    for new in after.iter().filter(|one| !before.contains(one)) {
        assert!(new.ends_with(&own), "{new}");
    }
}

async fn assert_nothing_is_given(app: &TestApp, greed: &Greed, person: &Person) {
    created(&app.signed_in(ATLANTICO, "client2").await).await;
    created(&app.admin(ATLANTICO).await).await;
    let user_type = person.get("/api/profile").await.data()["user_type"].clone();
    let (mut before, others) = (belongings(app, greed).await, stock(app).await);
    for operation in operations().iter().filter(|one| one.method != Method::GET) {
        if ENDS.contains(&operation.id.as_str()) {
            continue;
        }
        let own = created(person).await;
        let answer = greed.ask(person, operation, &own).await;
        let must = COME_THROUGH.contains(&operation.id.as_str());
        assert!(!must || answer.status < 300, "{}: {}", operation.id, answer.text());
        let after = belongings(app, greed).await;
        if operation.id == "colleague_create" {
            assert_only_a_colleague_is_new(person, &before, &after).await;
            before = after;
        } else {
            assert_eq!(after, before, "{}: {}", operation.id, answer.text());
        }
    }
    assert_eq!(stock(app).await, others, "the other tenant got something");
    assert_eq!(person.get("/api/profile").await.data()["user_type"], user_type);
}
