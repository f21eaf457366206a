//! Users of each kind of profile, with all its rights: what is of another company, client, branch or carrier does not exist
//! for them, in no operation of the document.

use poem::http::Method;
use policy::{Policy, ProfileKind, Resource, Scope};
use serde_json::{Value, json};

use super::document::{Operation, operations};
use super::neighbour::Neighbour;
use super::{WITHOUT_RECORD, call};
use crate::rights::ENDS;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::{demo_user, path};

/// Records that belong to a branch.
const OF_A_BRANCH: &[&str] = &[
    "shipments",
    "shipment_imports",
    "quotes",
    "invoices",
    "anvisa_solicita",
    "regulatory-documents",
    "receiving",
    "inbound-parcels",
    "reweighs",
    "shipment-pickups",
    "shipment-deliveries",
    "routes",
    "bags",
    "stocks",
    "stock-movements",
    "stock-places",
    "stock_imports",
    "pick-lists",
    "inventories",
    "purchases",
    "buying-requests",
    "cash-handovers",
    "cod-payouts",
    "claims",
    "mawbs",
    "manifests",
    "cargo-messages",
    "masters",
    "break-bags",
    "repacks",
    "reviews",
];
/// Records that belong to a client, to people of the company, or to its dealings with carriers, and of which outsiders are told
/// nothing.
const OF_OTHERS: &[&str] = &[
    "account",
    "account-address",
    "account-device",
    "api-tokens",
    "background_tasks",
    "bank_accounts",
    "client_imports",
    "clients",
    "contacts",
    "deposits",
    "fuel_rates",
    "mawb contents",
    "mawb-ranges",
    "notifications",
    "partner-address",
    "partners",
    "party_addresses",
    "party_documents",
    "price_assignments",
    "price_table_versions",
    "price_tables",
    "providers",
    "report-schedules",
    "room_files",
    "rooms",
    "saved-parcels",
    "saved_addresses",
    "saved_views",
    "shipment-pickups",
    "shops",
    "stock-items",
    "support-ticket-files",
    "support_tickets",
    "tax_rules",
    "uploads",
    "user_profiles",
    "users",
    "webhooks",
];

/// A profile with the widest rights of its kind; returns its id.
async fn full_profile(admin: &Person, kind: ProfileKind) -> Value {
    let policy = Policy::load_shipped();
    let rules = Resource::all_rights().filter_map(|(resource, action)| {
        let scope = policy.choices(kind, resource, action).last().copied().unwrap_or(Scope::None);
        let rule = json!({ "resource": resource.name(), "action": action.name(), "scope": scope.name() });
        (scope != Scope::None).then_some(rule)
    });
    let form = json!({
        "name": format!("Everything {}", kind.code()), "kind": kind.code(), "description": "", "active": true,
        "bound_to_subsidiaries": kind == ProfileKind::Staff, "rules": rules.collect::<Vec<_>>(),
    });
    admin.post("/api/user_profiles", form).await.data()["id"].clone()
}

/// Makes an account of the demo a user of this kind: of a new branch, of a new partner, of a carrier, or of its client.
pub async fn of_kind(app: &TestApp, host: &str, kind: ProfileKind, account: &str) -> Person {
    let admin = app.admin(host).await;
    let user = demo_user(&admin, account).await;
    let mut form = json!({ "version": user["version"], "profile_ids": [full_profile(&admin, kind).await] });
    if kind != ProfileKind::Client {
        form["user_type"] = 20.into();
    }
    match kind {
        ProfileKind::Staff => {
            form["subsidiary_ids"] = json!([crate::subsidiaries::opened(&admin, "Caruaru").await]);
        }
        ProfileKind::Partner => {
            form["partner_id"] = crate::partners::added(&admin, "Cargo Norte").await.into();
        }
        ProfileKind::Provider | ProfileKind::Client => {}
    }
    let changed = admin.patch(&path(&user), form).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    app.signed_in(host, account).await
}

/// A user who calls every operation with ids of the neighbour.
struct Stranger<'a> {
    kind: ProfileKind,
    host: &'static str,
    person: Person,
    neighbour: &'a Neighbour,
}

impl Stranger<'_> {
    fn is_of_another_company(&self) -> bool {
        self.host != ATLANTICO
    }

    /// Texts that this user must never read.
    fn marks(&self) -> Vec<&str> {
        if self.is_of_another_company() {
            return self.neighbour.marks().collect();
        }
        let others = if self.kind == ProfileKind::Staff { &[][..] } else { OF_OTHERS };
        self.neighbour.ids_of(OF_A_BRANCH).chain(self.neighbour.ids_of(others)).collect()
    }

    /// Whether the records of a path are somebody else's for this user. The plain records of the own company are not.
    fn is_foreign(&self, operation: &Operation) -> bool {
        let is_record = !WITHOUT_RECORD.iter().any(|shared| operation.path.starts_with(shared));
        let room = operation.path.split('/').nth(2).unwrap_or_default();
        let is_own = !self.is_of_another_company() && self.kind == ProfileKind::Staff;
        is_record && (!is_own || OF_A_BRANCH.contains(&room))
    }

    /// Fails if the server fails, or tells something of the neighbour that was not in the request.
    fn check(&self, operation: &Operation, sent: &str, answer: &Answer) {
        let (kind, text) = (self.kind, answer.text());
        let told =
            format!("{} as {kind:?} of {} with {sent}: {} {text}", operation.id, self.host, answer.status);
        assert!(answer.status < 500, "{told}");
        for mark in self.marks().into_iter().filter(|mark| !sent.contains(mark)) {
            assert!(!text.contains(mark), "{mark} is told: {told}");
        }
    }

    async fn call_with_foreign_path(&self, operation: &Operation) {
        let shared = ["shipments".to_owned()];
        for id in self.neighbour.records(&operation.path).unwrap_or(&shared) {
            let path = operation.filled(id);
            let answer = call(&self.person, operation, &path).await;
            self.check(operation, &path, &answer);
            let told = format!("{} as {:?} {path}: {}", operation.id, self.kind, answer.text());
            assert!(!self.is_foreign(operation) || [403, 404, 429].contains(&answer.status), "{told}");
        }
    }

    async fn call_with_foreign_reference(&self, operation: &Operation, reference: &str) {
        let theirs = self.neighbour.named(reference);
        let path = operation.filled(&uuid::Uuid::now_v7().to_string());
        let answer = if operation.method == Method::GET {
            self.person.get(&format!("{path}?{reference}={}", theirs.replace(' ', "%20"))).await
        } else if operation.takes_form {
            let fields = [("_method", operation.method.as_str()), (reference, &theirs)];
            self.person.submit(&path, &fields).await
        } else {
            let mut form = operation.example.clone().unwrap_or(json!({}));
            put(&mut form, &reference.split('.').collect::<Vec<_>>(), value_of(reference, &theirs));
            self.person.send(operation.method.clone(), &path, Some(form)).await
        };
        self.check(operation, &theirs, &answer);
    }

    async fn walk(&self) {
        let mut walked = 0;
        for operation in operations().iter().filter(|one| !ENDS.contains(&one.id.as_str())) {
            if operation.path.contains('{') {
                self.call_with_foreign_path(operation).await;
            } else if operation.method == Method::GET && operation.stands_alone() {
                self.check(operation, "", &self.person.get(&operation.path).await);
            }
            for reference in operation.references() {
                self.call_with_foreign_reference(operation, &reference).await;
            }
            walked += 1;
        }
        assert!(walked > 200, "only {walked} operations were walked");
    }
}

/// One id, or a list of one.
fn value_of(reference: &str, theirs: &str) -> Value {
    let is_list = ["ids", "codes"].iter().any(|end| reference.ends_with(end));
    if is_list { json!([theirs]) } else { json!(theirs) }
}

/// Sets a field at a path of names; a list stands for its first element.
fn put(place: &mut Value, names: &[&str], value: Value) {
    let Some((name, rest)) = names.split_first() else {
        *place = value;
        return;
    };
    if let Value::Array(all) = place {
        if all.is_empty() {
            all.push(json!({}));
        }
        return put(&mut all[0], names, value);
    }
    if !place.is_object() {
        *place = json!({});
    }
    put(&mut place[*name], rest, value);
}

async fn walk_as(kind: ProfileKind, host: &'static str) {
    let app = TestApp::start().await;
    // Outsiders are outside before there is something to be told. A client has to be another one, and a new branch is nobody's.
    let early = match kind {
        ProfileKind::Client | ProfileKind::Staff => None,
        ProfileKind::Partner | ProfileKind::Provider => Some(of_kind(&app, host, kind, "dev").await),
    };
    let neighbour = Neighbour::of(&app).await;
    let person = match (early, kind) {
        (Some(person), _) => person,
        (None, ProfileKind::Client) => {
            of_kind(&app, host, kind, other_client(&app, host, &neighbour.client_id).await).await
        }
        (None, _) => of_kind(&app, host, kind, "dev").await,
    };
    if kind == ProfileKind::Staff {
        delete_notifications(&person).await;
    }
    let stranger = Stranger { kind, host, person, neighbour: &neighbour };
    stranger.walk().await;
    // Staff of another branch may change what belongs to no branch, for example a ticket.
    if kind != ProfileKind::Staff || stranger.is_of_another_company() {
        neighbour.assert_untouched().await;
    }
}

/// Those of a time in which the user worked for all branches.
async fn delete_notifications(person: &Person) {
    loop {
        let page = person.get("/api/notifications").await.data();
        let page = page.as_array().unwrap();
        if page.is_empty() {
            return;
        }
        for notification in page {
            let path = format!("/api/notifications/{}", notification["id"].as_str().unwrap());
            person.delete(&path).await.data();
        }
    }
}

/// An account of another client than the neighbour's.
async fn other_client(app: &TestApp, host: &str, client_id: &str) -> &'static str {
    let own = demo_user(&app.admin(host).await, "client").await["client_id"].clone();
    if own == client_id { "client2" } else { "client" }
}

#[tokio::test]
async fn nothing_foreign_is_told_to_staff_of_another_branch() {
    walk_as(ProfileKind::Staff, ATLANTICO).await;
}

#[tokio::test]
async fn nothing_foreign_is_told_to_users_of_another_partner() {
    walk_as(ProfileKind::Partner, ATLANTICO).await;
}

#[tokio::test]
async fn nothing_foreign_is_told_to_users_of_a_carrier() {
    walk_as(ProfileKind::Provider, ATLANTICO).await;
}

#[tokio::test]
async fn nothing_foreign_is_told_to_users_of_another_client() {
    walk_as(ProfileKind::Client, ATLANTICO).await;
}

#[tokio::test]
async fn nothing_foreign_is_told_to_another_company_whatever_the_profile() {
    for kind in ProfileKind::ALL {
        walk_as(kind, PACIFIC).await;
    }
}
