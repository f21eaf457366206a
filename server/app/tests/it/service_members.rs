//! Services, providers and subsidiaries that are only for the users of some profiles, and the services of others.

use serde_json::{Value, json};

use crate::imports::imported;
use crate::shipments::complete;
use crate::subsidiaries::{WORK, branches, give, id_of};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

const FILE: &[u8] = b"Reference;Recipient;Country;Service;Contents;Weight (kg);Length (cm)\n\
    A-1;Ana;Brazil;VIP;gift;3;20\n";

/// Creates a profile of the staff with all rights on shipments and quotes; returns its id.
async fn counter(admin: &Person, name: &str) -> String {
    let also: &[(&str, &[&str])] = &[
        ("service", &["list", "show", "select"]),
        ("provider", &["list", "show", "select"]),
        ("subsidiary", &["list", "show", "select"]),
        ("service_group", &["list", "show"]),
        ("quote", &["create", "list", "show"]),
    ];
    let rules: Vec<Value> = WORK
        .iter()
        .chain(also)
        .flat_map(|(resource, actions)| actions.iter().map(move |action| (resource, action)))
        .map(|(resource, action)| json!({ "resource": resource, "action": action, "scope": "any" }))
        .collect();
    let form = json!({
        "name": name, "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": false, "rules": rules,
    });
    id_of(&admin.post("/api/user_profiles", form).await.data())
}

/// A service for the users of one profile.
async fn reserved(admin: &Person, profile: &str) -> Value {
    let form = json!({
        "code": "VIP", "title_locale": { "pt": "Reservado" }, "mode": "air", "volumetric_divisor": 5000,
        "rounding_step_g": 500, "position": 9, "profile_ids": [profile],
    });
    admin.post("/api/services", form).await.data()
}

/// The addresses that list services, with the field of the code.
const LISTS: &[&str] = &["/api/services", "/api/services/select", "/api/auxiliar/services"];

async fn sees(person: &Person, id: &Value) -> Vec<bool> {
    let mut seen = Vec::new();
    for path in LISTS {
        let rows = person.get(path).await.data();
        seen.push(rows.as_array().unwrap().iter().any(|row| row["id"] == *id));
    }
    let path = format!("/api/services/{}", id.as_str().unwrap());
    seen.push(person.get(&path).await.status == 200);
    seen
}

/// Whether the calculator has an offer of a service, priced or refused.
async fn offers(person: &Person, id: &Value) -> bool {
    let calculated = person.post("/api/quotes/calculate", crate::quotes::parcel("1")).await.data();
    calculated["offers"].as_array().unwrap().iter().any(|offer| offer["service_id"] == *id)
}

/// SHP-7: profiles of a service.
#[tokio::test]
async fn only_users_of_its_profiles_see_and_sell_a_service() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (inside, outside) = (counter(&admin, "Inside sales").await, counter(&admin, "Counter").await);
    let service = reserved(&admin, &inside).await;
    assert_eq!(service["profile_ids"], json!([inside]));
    let mut form = complete(&staff).await;
    form["service_id"] = service["id"].clone();

    assert_eq!(give(&admin, "staff", &[&outside], &[]).await.status, 200);
    assert_eq!(sees(&staff, &service["id"]).await, [false; 4]);
    assert_eq!(sees(&admin, &service["id"]).await, [true; 4], "who changes services sees all");
    assert!(!offers(&staff, &service["id"]).await && offers(&admin, &service["id"]).await);
    assert_eq!(staff.post("/api/shipments", form.clone()).await.code_at("service_id"), "unknown_service");
    let import = imported(&app, &staff, "vip.csv", FILE).await;
    assert_eq!(import["doubts"][0]["code"], "import_unknown_service", "{import}");
    assert!(import["missing"].as_array().unwrap().iter().any(|one| one["field"] == "service_id"), "{import}");

    assert_eq!(give(&admin, "staff", &[&inside], &[]).await.status, 200);
    assert_eq!(sees(&staff, &service["id"]).await, [true; 4]);
    assert!(offers(&staff, &service["id"]).await);
    let sold = staff.post("/api/shipments", form).await.data();
    assert_eq!(sold["service_id"], service["id"]);
    let another = String::from_utf8_lossy(FILE).replace("A-1", "A-2");
    let import = imported(&app, &staff, "vip-again.csv", another.as_bytes()).await;
    assert_eq!(import["counts"]["new_shipments"], 1, "{import}");
    assert_eq!(give(&admin, "staff", &[&outside], &[]).await.status, 200);
    let path = format!("/api/shipments/{}", id_of(&sold));
    let kept = json!({ "version": sold["version"], "to_name": "Bia" });
    assert_eq!(
        staff.patch(&path, kept).await.data()["service_id"],
        service["id"],
        "a shipment keeps its service"
    );
}

#[tokio::test]
async fn a_profile_that_a_service_names_cannot_be_deleted() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let profile = counter(&admin, "Inside sales").await;
    let service = reserved(&admin, &profile).await;
    let path = format!("/api/user_profiles/{profile}");
    let refused = admin.delete(&path).await;
    assert_eq!((refused.status, refused.message_code()), (409, "profile_of_record".into()));
    assert_eq!(refused.json()["params"]["name"], "VIP");

    let at = format!("/api/services/{}", id_of(&service));
    let nobody = uuid::Uuid::now_v7();
    let unknown = json!({ "version": service["version"], "profile_ids": [profile, nobody] });
    assert_eq!(admin.patch(&at, unknown).await.code_at("profile_ids"), "unknown_option");
    let open = json!({ "version": service["version"], "profile_ids": [] });
    assert_eq!(admin.patch(&at, open).await.data()["profile_ids"], json!([]));
    assert_eq!(audited(&app, "service.update").await[0].2["profile_ids"], json!([[profile], []]));
    assert_eq!(admin.delete(&path).await.status, 200);
}

/// Whether a person finds a record in its list, among the choices, and on its page.
async fn finds(person: &Person, path: &str, id: &str) -> [bool; 3] {
    let has = |rows: Value| rows.as_array().unwrap().iter().any(|row| row["id"] == id);
    [
        has(person.get(path).await.data()),
        has(person.get(&format!("{path}/select")).await.data()),
        person.get(&format!("{path}/{id}")).await.status == 200,
    ]
}

/// SHP-7: profiles of providers and subsidiaries.
#[tokio::test]
async fn a_provider_and_a_subsidiary_are_chosen_by_users_of_their_profiles() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (inside, outside) = (counter(&admin, "Inside sales").await, counter(&admin, "Counter").await);
    let provider = json!({
        "code": "LAST", "title_locale": { "pt": "Entregador" }, "provider_type": "last_mile", "capabilities": [],
        "profile_ids": [inside],
    });
    let provider = id_of(&admin.post("/api/providers", provider).await.data());
    let [recife, _] = branches(&admin).await;
    let branch = format!("/api/subsidiaries/{recife}");
    let version = admin.get(&branch).await.data()["version"].clone();
    admin.patch(&branch, json!({ "version": version, "profile_ids": [inside] })).await.data();
    let mut form = complete(&staff).await;
    form["subsidiary_id"] = json!(recife);

    give(&admin, "staff", &[&outside], &[]).await.data();
    assert_eq!(finds(&staff, "/api/providers", &provider).await, [false; 3]);
    assert_eq!(finds(&staff, "/api/subsidiaries", &recife).await, [false; 3]);
    assert_eq!(finds(&admin, "/api/providers", &provider).await, [true; 3]);
    let refused = staff.post("/api/shipments", form.clone()).await;
    assert_eq!(refused.code_at("subsidiary_id"), "unknown_option");

    give(&admin, "staff", &[&inside], &[]).await.data();
    assert_eq!(finds(&staff, "/api/providers", &provider).await, [true; 3]);
    assert_eq!(finds(&staff, "/api/subsidiaries", &recife).await, [true; 3]);
    assert_eq!(staff.post("/api/shipments", form).await.data()["subsidiary_id"], json!(recife));
}

/// SHP-7: services of a subsidiary.
#[tokio::test]
async fn a_subsidiary_sells_only_the_services_that_it_names() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let services = admin.get("/api/auxiliar/services").await.data();
    let (sold, other) = (services[0]["id"].clone(), services[1]["id"].clone());
    let [recife, _] = branches(&admin).await;
    let branch = format!("/api/subsidiaries/{recife}");
    let version = admin.get(&branch).await.data()["version"].clone();
    let unknown = json!({ "version": version, "service_ids": [uuid::Uuid::now_v7()] });
    assert_eq!(admin.patch(&branch, unknown).await.code_at("service_ids"), "unknown_option");
    let named = admin.patch(&branch, json!({ "version": version, "service_ids": [sold] })).await.data();
    assert_eq!(named["service_ids"], json!([sold]));

    let mut form = complete(&staff).await;
    (form["subsidiary_id"], form["service_id"]) = (json!(recife), other.clone());
    let refused = staff.post("/api/shipments", form.clone()).await;
    assert_eq!(refused.code_at("service_id"), "service_not_of_subsidiary");
    form["service_id"] = sold.clone();
    let draft = staff.post("/api/shipments", form).await.data();
    let change = json!({ "ids": [draft["id"]], "service_id": other });
    let results = staff.post("/api/shipments/update", change).await.data();
    assert_eq!(results[0]["message_code"], "service_not_of_subsidiary", "{results}");

    let path = format!("/api/services/{}", sold.as_str().unwrap());
    assert_eq!(admin.delete(&path).await.data()["restorable"], true, "a subsidiary names it");
}

/// SHP-7: services of groups and providers.
#[tokio::test]
async fn a_group_and_a_provider_show_those_of_their_services_that_the_user_may_see() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let profile = counter(&admin, "Inside sales").await;
    let group = json!({ "code": "EXP", "title_locale": { "pt": "Expressos" }, "position": 1 });
    let group = id_of(&admin.post("/api/service-groups", group).await.data());
    let provider = json!({
        "code": "LAST", "title_locale": { "pt": "Entregador" }, "provider_type": "last_mile", "capabilities": [],
    });
    let provider = id_of(&admin.post("/api/providers", provider).await.data());
    let service = reserved(&admin, &profile).await;
    let path = format!("/api/services/{}", id_of(&service));
    let placed =
        json!({ "version": service["version"], "group_id": group, "last_mile_provider_id": provider });
    admin.patch(&path, placed).await.data();

    for path in [format!("/api/service-groups/{group}"), format!("/api/providers/{provider}")] {
        let services = admin.get(&path).await.data()["services"].clone();
        assert_eq!(
            (&services[0]["code"], &services[0]["title_locale"]["pt"]),
            (&json!("VIP"), &json!("Reservado"))
        );
        assert_eq!(services[0]["profile_ids"], Value::Null);
        assert_eq!(staff.get(&path).await.data()["services"], json!([]), "{path}");
    }
}
