//! Explanations for single records match `can` of the record and the answer of the call.

use poem::http::Method;
use serde_json::{Value, json};

use super::explain::{codes, id_of, told};
use super::{given, made};
use crate::imports::sent;
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{self, demo_user};

/// An action and its call; `{}` is the record's id.
struct Deed(&'static str, Method, String, Value);

impl Deed {
    fn new(action: &'static str, method: Method, path: &str, form: Value) -> Self {
        Self(action, method, path.to_owned(), form)
    }

    fn post(action: &'static str, path: &str) -> Self {
        Self::new(action, Method::POST, path, json!({}))
    }
}

/// A user to explain, and the administrator who asks.
struct Asked<'a> {
    admin: &'a Person,
    person: &'a Person,
    resource: &'static str,
}

impl Asked<'_> {
    /// The explanation of each: `yes`, `already` or the code of the refusal. Every call that is not a yes is
    /// also made.
    async fn words(&self, record: &Value, deeds: &[Deed]) -> Vec<String> {
        let mut words = Vec::new();
        for deed in deeds {
            words.push(self.word(record, deed).await);
        }
        words
    }

    async fn word(&self, record: &Value, Deed(action, method, path, form): &Deed) -> String {
        let name = record.get("host").unwrap_or(&record["id"]).as_str().unwrap();
        let asked = format!("resource={}&action={action}&id={name}", self.resource);
        let why = told(self.admin, &id_of(self.person).await, &asked).await;
        let step = why["steps"].as_array().unwrap().last().unwrap();
        assert_eq!(record["can"][action], step["code"] == "state_allows", "{asked}: {why}");
        if step["code"] == "state_allows" {
            assert_eq!(why["allowed"], true, "{asked}: {why}");
            return "yes".into();
        }
        let form = (*method != Method::GET).then(|| form.clone());
        let answer = self.person.send(method.clone(), &path.replace("{}", name), form).await;
        assert_eq!(why["allowed"], answer.status < 300, "{asked}: {why} {}", answer.text());
        if answer.status < 300 {
            assert_eq!(step["code"], "state_already", "{asked}: {why}");
            return "already".into();
        }
        assert_eq!((answer.status, &step["code"]), (409, &json!("state_refuses")), "{asked}: {why}");
        assert_eq!(step["message_code"], answer.message_code(), "{asked}");
        assert_eq!(step["message"], answer.json()["message"], "{asked}");
        answer.message_code()
    }
}

fn of_user() -> [Deed; 7] {
    [
        Deed::new("delete", Method::DELETE, "/api/users/{}", json!({})),
        Deed::post("activate", "/api/users/{}/activate"),
        Deed::post("deactivate", "/api/users/{}/deactivate"),
        Deed::post("invite", "/api/users/{}/invite"),
        Deed::post("reset_password", "/api/users/{}/reset_password"),
        Deed::post("reset_second_factor", "/api/users/{}/reset_second_factor"),
        Deed::post("switch", "/api/backoffice/users/{}/switch"),
    ]
}

#[tokio::test]
async fn explanations_for_users_match_the_calls() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let asked = Asked { admin: &admin, person: &admin, resource: "user" };
    let oneself = demo_user(&admin, "admin").await;
    assert_eq!(
        asked.words(&oneself, &of_user()).await,
        [
            "not_yourself",
            "user_active",
            "not_yourself",
            "user_has_joined",
            "yes",
            "not_yourself",
            "not_yourself"
        ]
    );

    let mut form = users::form("Eva", "eva@atlantico.test");
    form["user_type"] = 10.into();
    let not_below = admin.post("/api/users", form).await.data();
    assert_eq!(
        asked.words(&not_below, &of_user()).await,
        ["yes", "user_active", "yes", "yes", "user_not_joined", "second_factor_not_on", "user_not_below"]
    );

    app.staff(ATLANTICO).await;
    let off = users::path(&demo_user(&admin, "staff").await);
    let off = admin.post(&format!("{off}/deactivate"), json!({})).await.data();
    assert_eq!(
        asked.words(&off, &of_user()).await,
        [
            "user_has_signed_in",
            "yes",
            "user_not_active",
            "user_not_active",
            "user_not_active",
            "user_not_active",
            "user_not_active"
        ]
    );
}

#[tokio::test]
async fn no_record_is_checked_if_the_rules_refuse() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = demo_user(&admin, "client").await;
    let asked = format!("resource=user&action=switch&id={}", client["id"].as_str().unwrap());
    let why = told(&admin, &id_of(&staff).await, &asked).await;
    assert_eq!((&why["allowed"], codes(&why)), (&json!(false), vec!["user_type_silent"]));
    assert_eq!(staff.post(&users::switch::path_for(&client), json!({})).await.status, 403);
}

#[tokio::test]
async fn explanations_of_shipment_states_match_the_calls() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let asked = Asked { admin: &admin, person: &staff, resource: "shipment" };
    let deeds = [
        Deed::new("update", Method::PATCH, "/api/shipments/{}", json!({ "version": 1 })),
        Deed::new("confirm", Method::POST, "/api/shipments/{}/confirm", json!({ "version": 1 })),
        Deed::post("cancel", "/api/shipments/{}/cancel"),
        Deed::post("duplicate", "/api/shipments/{}/duplicate"),
        Deed::post("print_label", "/api/shipments/{}/label"),
    ];
    let incomplete = staff.post("/api/shipments", json!({ "to_name": "Ann Lee" })).await.data();
    assert_eq!(
        asked.words(&incomplete, &deeds).await,
        ["yes", "shipment_incomplete", "yes", "yes", "shipment_incomplete"]
    );
    let shipment = created(&staff).await;
    assert_eq!(asked.words(&shipment, &deeds).await, ["yes"; 5]);
    let cancel = format!("/api/shipments/{}/cancel", shipment["id"].as_str().unwrap());
    let cancelled = staff.post(&cancel, json!({ "reason": "sold out" })).await.data();
    assert_eq!(
        asked.words(&cancelled, &deeds).await,
        [
            "shipment_not_editable",
            "shipment_not_confirmable",
            "shipment_already_cancelled",
            "yes",
            "shipment_not_printable"
        ]
    );
}

#[tokio::test]
async fn a_running_import_cannot_be_changed() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let asked = Asked { admin: &admin, person: &staff, resource: "shipment_import" };
    let import = sent(&staff, "a.csv", b"order,country\nA-1,BR\n").await;
    let form = json!({ "mapping": import["mapping"], "version": import["version"] });
    let deeds = [
        Deed::new("update", Method::PATCH, "/api/shipment_imports/{}", form),
        Deed::post("process", "/api/shipment_imports/{}/process"),
    ];
    assert_eq!(asked.words(&import, &deeds).await, ["yes", "yes"]);
    let path = format!("/api/shipment_imports/{}", import["id"].as_str().unwrap());
    assert_eq!(staff.post(&format!("{path}/process"), json!({})).await.status, 202);
    let running = staff.get(&path).await.data();
    assert_eq!(asked.words(&running, &deeds).await, ["import_not_open", "import_not_open"]);

    let client = app.client(ATLANTICO).await;
    let others = format!("resource=shipment_import&action=show&id={}", import["id"].as_str().unwrap());
    let why = told(&admin, &id_of(&client).await, &others).await;
    assert_eq!((&why["allowed"], codes(&why)[1]), (&json!(false), "record_of_others"));
    assert_eq!(client.get(&path).await.status, 404);
}

#[tokio::test]
async fn only_the_owner_cancels_or_deletes_a_task() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let asked = Asked { admin: &admin, person: &staff, resource: "background_task" };
    let deeds = [
        Deed::post("cancel", "/api/background_tasks/{}/cancel"),
        Deed::new("delete", Method::DELETE, "/api/background_tasks/{}", json!({})),
    ];
    let print = json!({ "ids": [created(&staff).await["id"]] });
    let waiting = staff.post("/api/shipments/print_labels", print).await.data();
    assert_eq!(asked.words(&waiting, &deeds).await, ["yes", "process_pending"]);
    let path = format!("/api/background_tasks/{}", waiting["id"].as_str().unwrap());
    let over = staff.post(&format!("{path}/cancel"), json!({})).await.data();
    assert_eq!(asked.words(&over, &deeds).await, ["process_not_cancellable", "yes"]);

    let others = format!("resource=background_task&action=delete&id={}", over["id"].as_str().unwrap());
    let why = told(&admin, &id_of(&admin).await, &others).await;
    assert_eq!((&why["allowed"], codes(&why)[1]), (&json!(false), "record_of_others"));
    assert_eq!(admin.delete(&path).await.status, 404);
}

#[tokio::test]
async fn an_active_record_is_explained_as_already_active() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let package = admin.post("/api/packages", crate::packages::form("BOX-9", "Box")).await.data();
    let branch = crate::subsidiaries::opened(&admin, "Belém").await;
    let partner = crate::partners::added(&admin, "Cargo Lisboa").await;
    for (resource, room, id) in [
        ("package", "packages", package["id"].as_str().unwrap()),
        ("subsidiary", "subsidiaries", &branch),
        ("partner", "partners", &partner),
    ] {
        let asked = Asked { admin: &admin, person: &admin, resource };
        let path = format!("/api/{room}/{id}");
        let deed = |action| Deed::post(action, &format!("/api/{room}/{{}}/{action}"));
        let deeds = [deed("activate"), deed("deactivate")];
        let on = admin.get(&path).await.data();
        assert_eq!(asked.words(&on, &deeds).await, ["already", "yes"], "{resource}");
        let off = admin.post(&format!("{path}/deactivate"), json!({})).await.data();
        assert_eq!(asked.words(&off, &deeds).await, ["yes", "already"], "{resource}");
    }
}

#[tokio::test]
async fn a_host_is_explained_by_its_name() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let asked = Asked { admin: &admin, person: &admin, resource: "domain" };
    let deeds = [
        Deed::post("verify", "/api/domains/{}/verify"),
        Deed::new("update", Method::PATCH, "/api/domains/{}", json!({ "is_primary": true })),
        Deed::new("delete", Method::DELETE, "/api/domains/{}", json!({})),
    ];
    let hosts = admin.get("/api/domains").await.data();
    assert_eq!((&hosts[0]["is_primary"], &hosts[0]["is_current"]), (&json!(true), &json!(true)));
    assert_eq!(asked.words(&hosts[0], &deeds).await, ["already", "already", "domain_current"]);
    let claim = admin.post("/api/domains", json!({ "host": "envios.example.com" })).await.data();
    assert_eq!(asked.words(&claim, &deeds).await, ["yes", "domain_not_proven", "yes"]);
}

#[tokio::test]
async fn a_profile_of_a_user_is_explained_as_in_use() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let asked = Asked { admin: &admin, person: &admin, resource: "user_profile" };
    let deeds = [Deed::new("delete", Method::DELETE, "/api/user_profiles/{}", json!({}))];
    let id = made(&app, "Desk", 10, &[("shipment", "list", "any")]).await;
    let path = format!("/api/user_profiles/{id}");
    assert_eq!(asked.words(&admin.get(&path).await.data(), &deeds).await, ["yes"]);
    given(&app, "staff", &[id]).await.unwrap();
    assert_eq!(asked.words(&admin.get(&path).await.data(), &deeds).await, ["profile_in_use"]);
}

#[tokio::test]
async fn a_flag_that_is_off_is_explained_and_closes_the_call() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let user = id_of(&staff).await;
    for (on, step) in [(true, "flag_on"), (false, "flag_off")] {
        let switch = json!({ "enabled": on });
        let flag = admin.send(Method::PATCH, "/api/feature_flags/auxiliar", Some(switch)).await;
        assert_eq!(flag.status, 200, "{}", flag.text());
        let why = told(&admin, &user, "resource=package&action=list").await;
        assert_eq!((&why["allowed"], codes(&why)), (&json!(on), vec!["user_type_gives", step]));
        let verdict = if on { "neutral" } else { "refuses" };
        assert_eq!(
            (&why["steps"][1]["verdict"], &why["steps"][1]["flag"]),
            (&json!(verdict), &json!("auxiliar"))
        );
        assert_eq!(staff.get("/api/packages").await.status, if on { 200 } else { 404 });
        assert_eq!(staff.get("/api/profile").await.data()["menu"]["packages"] == true, on);
    }
}

#[tokio::test]
async fn only_the_owner_changes_a_view_and_staff_see_shared_ones() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (dev, client) = (app.signed_in(ATLANTICO, "dev").await, app.client(ATLANTICO).await);
    let form = |name: &str, shared: bool| json!({ "list": "shipments", "name": name, "shared": shared, "query": {} });
    let kept = staff.post("/api/saved_views", form("Mine", false)).await.data();
    let shared = staff.post("/api/saved_views", form("Ours", true)).await.data();
    for (view, action, person, allowed) in [
        (&kept, "delete", &staff, true),
        (&kept, "list", &dev, false),
        (&kept, "delete", &dev, false),
        (&shared, "list", &dev, true),
        (&shared, "delete", &dev, false),
        (&shared, "list", &client, false),
    ] {
        let id = view["id"].as_str().unwrap();
        let why =
            told(&admin, &id_of(person).await, &format!("resource=saved_view&action={action}&id={id}")).await;
        assert_eq!(why["allowed"], allowed, "{action} {view}: {why}");
        let step = if allowed { "record_reached" } else { "record_of_others" };
        assert!(codes(&why).contains(&step), "{why}");
        if action == "list" {
            let listed = person.get("/api/saved_views?list=shipments").await.data();
            let is_listed = listed.as_array().unwrap().iter().any(|one| one["id"] == view["id"]);
            assert_eq!(is_listed, allowed, "{view}");
        } else if !allowed {
            assert_eq!(person.delete(&format!("/api/saved_views/{id}")).await.status, 404);
        }
    }
}

#[tokio::test]
async fn a_flag_is_explained_by_name_and_an_account_by_its_user() {
    let app = TestApp::start().await;
    let (admin, dev) = (app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    let (user, other) = (id_of(&dev).await, id_of(&admin).await);
    let asked = async |asked: &str| {
        let why = told(&admin, &user, asked).await;
        (why["allowed"] == true, codes(&why)[1].to_owned())
    };
    let flag = "resource=feature_flag&action=update&id=";
    assert_eq!(asked(&format!("{flag}public_tracking")).await, (true, "record_reached".into()));
    assert_eq!(asked(&format!("{flag}beer")).await, (false, "record_missing".into()));
    let account = "resource=account&action=update&id=";
    assert_eq!(asked(&format!("{account}{}", user.as_str().unwrap())).await, (true, "record_reached".into()));
    let others = asked(&format!("{account}{}", other.as_str().unwrap())).await;
    assert_eq!(others, (false, "record_of_others".into()));
}
