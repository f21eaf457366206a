//! Staff bound to subsidiaries see and change only the records of those.

use serde_json::{Value, json};

use super::{WORK, branches, codes, give, id_of, opened, shipped};
use crate::imports::sent;
use crate::orders::order;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{audited, demo_user, path};

const FILE: &[u8] = b"order,name,country,weight\nA-1,Ana,BR,1\n";

/// Creates a profile with all rights on shipments; returns its id.
async fn profile(admin: &Person, name: &str, bound: bool) -> String {
    let rules: Vec<Value> = WORK
        .iter()
        .flat_map(|(resource, actions)| actions.iter().map(move |action| (resource, action)))
        .map(|(resource, action)| json!({ "resource": resource, "action": action, "scope": "any" }))
        .collect();
    let form = json!({
        "name": name, "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": bound, "rules": rules,
    });
    id_of(&admin.post("/api/user_profiles", form).await.data())
}

/// Binds the demo's staff user, who is already signed in, to these subsidiaries.
async fn bound_staff(app: &TestApp, admin: &Person, branches: &[&str]) -> Person {
    let staff = app.staff(ATLANTICO).await;
    let desk = profile(admin, "Desk of a branch", true).await;
    assert_eq!(give(admin, "staff", &[&desk], branches).await.status, 200);
    staff
}

#[tokio::test]
async fn bound_staff_choose_among_all_clients() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, _] = branches(&admin).await;
    let everybody = admin.get("/api/clients/select").await.data();
    assert!(everybody.as_array().unwrap().len() > 1);
    let rules = json!([{ "resource": "client", "action": "select", "scope": "any" }]);
    let form = json!({
        "name": "Counter", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": true, "rules": rules,
    });
    let counter = id_of(&admin.post("/api/user_profiles", form).await.data());
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(give(&admin, "staff", &[&counter], &[&recife]).await.status, 200);
    assert_eq!(staff.get("/api/clients/select").await.data(), everybody);
}

#[tokio::test]
async fn bound_staff_see_records_of_their_subsidiaries_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let own = shipped(&admin, Some(&recife)).await;
    let others = [shipped(&admin, Some(&paulo)).await, shipped(&admin, None).await];
    assert_eq!(codes(&admin, "").await.len(), 3);
    let staff = bound_staff(&app, &admin, &[&recife]).await;
    let code = |shipment: &Value| shipment["tracking_code"].as_str().unwrap().to_owned();

    for query in ["", "search=maria", "status=10", "sort=-tracking_code", "to_country_id=81"] {
        assert_eq!(codes(&staff, query).await, [code(&own)], "{query}");
    }
    assert_eq!(staff.get(&format!("/api/shipments/{}", id_of(&own))).await.status, 200);
    for other in &others {
        let at = format!("/api/shipments/{}", id_of(other));
        for path in [at.clone(), format!("{at}/events"), format!("{at}/label")] {
            assert_eq!(staff.get(&path).await.status, 404, "{path}");
        }
        let change = json!({ "version": other["version"], "notes": "mine" });
        assert_eq!(staff.patch(&at, change).await.status, 404);
        for verb in ["cancel", "duplicate"] {
            assert_eq!(staff.post(&format!("{at}/{verb}"), json!({})).await.status, 404, "{verb}");
        }
        let print = staff.post("/api/shipments/print_labels", json!({ "ids": [other["id"]] })).await;
        assert_eq!(print.status, 404);
        let event = json!({ "tracking_codes": [code(other), code(&own)], "event_code": "COLLECTED" });
        let told = staff.post("/api/shipments/record_event", event).await.data();
        assert_eq!(
            (&told[0]["recorded"], &told[0]["message_code"], &told[0]["shipment_id"]),
            (&json!(false), &json!("not_found"), &Value::Null)
        );
        let tracked = staff.get(&format!("/api/tracking?codes={}", code(other))).await.data();
        assert_eq!((&tracked[0]["found"], &tracked[0]["shipment_id"]), (&json!(true), &Value::Null));
        assert_eq!(admin.get(&at).await.data(), *other, "nothing of it was changed");
    }
    let tracked = staff.get(&format!("/api/tracking?codes={}", code(&own))).await.data();
    assert_eq!(tracked[0]["shipment_id"], own["id"]);
    let off = json!({ "enabled": false });
    assert_eq!(admin.patch("/api/feature_flags/public_tracking", off).await.status, 200);
    let tracked = staff.get(&format!("/api/tracking?codes={},{}", code(&own), code(&others[0]))).await.data();
    assert_eq!((&tracked[0]["found"], &tracked[1]["found"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn bound_staff_print_labels_of_their_subsidiaries_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let (own, other) = (shipped(&admin, Some(&recife)).await, shipped(&admin, Some(&paulo)).await);
    let staff = bound_staff(&app, &admin, &[&recife]).await;
    for asked in [json!({ "filter": {} }), json!({ "ids": [other["id"], own["id"]] })] {
        let task = staff.post("/api/shipments/print_labels", asked).await.data();
        app.run_processes().await;
        let task = staff.get(&format!("/api/background_tasks/{}", id_of(&task))).await.data();
        assert_eq!(task["result_params"]["printed"], 1, "{task}");
    }
    let other = admin.get(&format!("/api/shipments/{}", id_of(&other))).await.data();
    assert_eq!(other["label_printed_at"], Value::Null);
}

#[tokio::test]
async fn bound_staff_create_shipments_for_their_subsidiaries_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let staff = bound_staff(&app, &admin, &[&recife]).await;
    let options = staff.get("/api/subsidiaries/select").await.data();
    assert_eq!(options, json!([{ "id": recife, "label": "Recife" }]));

    let mut foreign = complete(&staff).await;
    foreign["subsidiary_id"] = json!(paulo);
    let refused = staff.post("/api/shipments", foreign.clone()).await;
    assert_eq!((refused.status, refused.code_at("subsidiary_id")), (422, "unknown_option".into()));
    let own = shipped(&staff, None).await;
    assert_eq!(own["subsidiary_id"], json!(recife), "the only one need not be said");
    let at = format!("/api/shipments/{}", id_of(&own));
    let away = staff.patch(&at, json!({ "version": own["version"], "subsidiary_id": paulo })).await;
    assert_eq!(away.code_at("subsidiary_id"), "unknown_option");
    let copy = staff.post(&format!("{at}/duplicate"), json!({})).await.data();
    assert_eq!(copy["subsidiary_id"], json!(recife));

    assert_eq!(give(&admin, "staff", &[], &[&recife, &paulo]).await.status, 200);
    let desk = profile(&admin, "Desk of two", true).await;
    assert_eq!(give(&admin, "staff", &[&desk], &[&recife, &paulo]).await.status, 200);
    foreign["subsidiary_id"] = Value::Null;
    assert_eq!(staff.post("/api/shipments", foreign).await.code_at("subsidiary_id"), "required");
    assert_eq!(shipped(&staff, Some(&paulo)).await["subsidiary_id"], json!(paulo));
    assert_eq!(codes(&staff, "").await.len(), 3);
}

#[tokio::test]
async fn bound_staff_are_not_told_of_orders_of_other_subsidiaries() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, _] = branches(&admin).await;
    admin.post("/api/shop-orders", order("1")).await.data();
    let staff = bound_staff(&app, &admin, &[&recife]).await;
    let taken = staff.post("/api/shop-orders", order("1")).await;
    assert_eq!((taken.status, taken.code_at("number")), (422, "taken".into()));
    staff.post("/api/shop-orders", order("2")).await.data();
    assert_eq!(staff.post("/api/shop-orders", order("2")).await.data()["is_new"], false, "its own one");
}

#[tokio::test]
async fn an_import_and_its_shipments_belong_to_one_subsidiary() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let other = sent(&admin, "a.csv", FILE).await;
    let staff = bound_staff(&app, &admin, &[&recife]).await;
    let file = ("file", "b.csv", FILE);
    let refused = staff.upload("/api/shipment_imports", file, &[("subsidiary_id", &paulo)]).await;
    assert_eq!(refused.code_at("subsidiary_id"), "unknown_option");
    let own = sent(&staff, "b.csv", FILE).await;
    assert_eq!((&own["subsidiary_id"], &own["subsidiary_title"]), (&json!(recife), &json!("Recife")));
    let at = format!("/api/shipment_imports/{}", id_of(&own));
    let form = json!({ "mapping": own["mapping"], "version": own["version"], "subsidiary_id": paulo });
    assert_eq!(staff.patch(&at, form).await.code_at("subsidiary_id"), "unknown_option");

    let listed = staff.get("/api/shipment_imports").await.json();
    assert_eq!((&listed["meta"]["total"], &listed["data"][0]["id"]), (&json!(1), &own["id"]));
    assert_eq!(staff.post(&format!("{at}/process"), json!({})).await.status, 202);
    app.run_processes().await;
    let shipment = staff.get(&format!("/api/shipments?import_id={}", id_of(&own))).await.data()[0].clone();
    let shipment = staff.get(&format!("/api/shipments/{}", id_of(&shipment))).await.data();
    assert_eq!(shipment["subsidiary_id"], json!(recife));

    let there = format!("/api/shipment_imports/{}", id_of(&other));
    for path in [there.clone(), format!("{there}/refused"), format!("{there}/refused_lines")] {
        assert_eq!(staff.get(&path).await.status, 404, "{path}");
    }
    let form = json!({ "mapping": other["mapping"], "version": other["version"], "subsidiary_id": recife });
    assert_eq!(staff.patch(&there, form).await.status, 404);
    for verb in ["check", "process", "cancel"] {
        assert_eq!(staff.post(&format!("{there}/{verb}"), json!({})).await.status, 404, "{verb}");
    }
}

#[tokio::test]
async fn bound_staff_without_subsidiaries_see_nothing() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, _] = branches(&admin).await;
    let shipment = shipped(&admin, Some(&recife)).await;
    shipped(&admin, None).await;
    sent(&admin, "a.csv", FILE).await;
    let staff = bound_staff(&app, &admin, &[]).await;
    assert!(codes(&staff, "").await.is_empty());
    assert_eq!(staff.get("/api/shipment_imports").await.json()["meta"]["total"], 0);
    assert_eq!(staff.get(&format!("/api/shipments/{}", id_of(&shipment))).await.status, 404);
    let form = complete(&staff).await;
    assert_eq!(staff.post("/api/shipments", form).await.code_at("subsidiary_id"), "required");
    assert_eq!(staff.get("/api/subsidiaries/select").await.data(), json!([]));

    let explained = format!("resource=shipment&action=show&id={}", id_of(&shipment));
    let why = explain(&admin, &explained).await;
    assert_eq!(why["allowed"], false);
    let step = |code: &str| why["steps"].as_array().unwrap().iter().find(|it| it["code"] == code).cloned();
    assert_eq!(step("bound_to_subsidiaries").unwrap()["subsidiaries"], json!([]));
    assert_eq!(step("record_of_other_subsidiary").unwrap()["verdict"], "refuses");
}

async fn explain(admin: &Person, asked: &str) -> Value {
    let user = id_of(&demo_user(admin, "staff").await);
    admin.get(&format!("/api/backoffice/policy/explain?user={user}&{asked}")).await.data()
}

#[tokio::test]
async fn an_explanation_names_the_users_subsidiaries() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let own = shipped(&admin, Some(&recife)).await;
    bound_staff(&app, &admin, &[&recife, &paulo]).await;
    let why = explain(&admin, &format!("resource=shipment&action=show&id={}", id_of(&own))).await;
    assert_eq!(why["allowed"], true, "{why}");
    let steps = why["steps"].as_array().unwrap();
    let bound = steps.iter().find(|step| step["code"] == "bound_to_subsidiaries").unwrap();
    assert_eq!(bound["subsidiaries"], json!(["Recife", "São Paulo"]));
    assert!(steps.iter().any(|step| step["code"] == "record_reached"));
    let elsewhere = explain(&admin, "resource=saved_view&action=list").await;
    let codes: Vec<_> = elsewhere["steps"].as_array().unwrap().iter().map(|step| &step["code"]).collect();
    assert!(!codes.contains(&&json!("bound_to_subsidiaries")), "{codes:?}");
}

#[tokio::test]
async fn another_or_an_inactive_profile_does_not_extend_the_scope() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let own = shipped(&admin, Some(&recife)).await;
    shipped(&admin, Some(&paulo)).await;
    let staff = app.staff(ATLANTICO).await;
    let (narrow, wide) = (profile(&admin, "Narrow", true).await, profile(&admin, "Wide", false).await);
    assert_eq!(give(&admin, "staff", &[&narrow, &wide], &[&recife]).await.status, 200);
    assert_eq!(codes(&staff, "").await, [own["tracking_code"].as_str().unwrap()]);

    let shown = admin.get(&format!("/api/user_profiles/{narrow}")).await.data();
    assert_eq!(shown["bound_to_subsidiaries"], true);
    let off = json!({
        "version": shown["version"], "name": "Narrow", "description": "", "active": false,
        "bound_to_subsidiaries": true, "rules": [],
    });
    assert_eq!(admin.patch(&format!("/api/user_profiles/{narrow}"), off).await.status, 200);
    assert_eq!(codes(&staff, "").await, [own["tracking_code"].as_str().unwrap()]);

    let freed = json!({
        "version": shown["version"].as_i64().unwrap() + 1, "active": true,
        "bound_to_subsidiaries": false,
    });
    assert_eq!(admin.patch(&format!("/api/user_profiles/{narrow}"), freed).await.status, 200);
    assert_eq!(codes(&staff, "").await.len(), 2, "from the next request on");
    let told = audited(&app, "user_profile.update").await;
    assert_eq!(told[1].2["bound_to_subsidiaries"], json!([true, false]));
}

#[tokio::test]
async fn administrators_and_clients_are_never_bound() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    shipped(&admin, Some(&paulo)).await;
    let narrow = profile(&admin, "Narrow", true).await;
    let own = demo_user(&admin, "admin").await;
    let given = json!({ "version": own["version"], "profile_ids": [narrow], "subsidiary_ids": [recife] });
    let given = admin.patch(&path(&own), given).await.data();
    assert_eq!(given["subsidiaries"], json!([]), "an administrator works everywhere");
    assert_eq!(codes(&admin, "").await.len(), 1);

    let client = app.client(ATLANTICO).await;
    let mut form = complete(&client).await;
    form["subsidiary_id"] = json!(recife);
    let made = client.post("/api/shipments", form).await.data();
    assert_eq!(made["subsidiary_id"], Value::Null, "that is for the company to say");
    let at = format!("/api/shipments/{}", id_of(&made));
    let assigned = json!({ "version": made["version"], "subsidiary_id": paulo });
    let assigned = admin.patch(&at, assigned).await.data();
    let moved = json!({ "version": assigned["version"], "subsidiary_id": recife });
    assert_eq!(client.patch(&at, moved).await.data()["subsidiary_id"], json!(paulo));
    assert_eq!(
        client.post(&format!("{at}/duplicate"), json!({})).await.data()["subsidiary_id"],
        json!(paulo)
    );
    let clients = json!({
        "name": "Clients", "kind": 40, "active": true, "bound_to_subsidiaries": true, "rules": [],
    });
    let refused = admin.post("/api/user_profiles", clients).await;
    assert_eq!(refused.code_at("bound_to_subsidiaries"), "invalid");
}

/// Random records: each user sees exactly those of their subsidiaries, and the total counts them.
#[tokio::test]
async fn totals_count_visible_records() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let olinda = opened(&admin, "Olinda").await;
    const MANY: &str = "
        insert into shipments (id, tracking_code, status, subsidiary_id, to_name, created_at, updated_at)
        select gen_random_uuid(), 'ZZ' || lpad(n::text, 8, '0') || '0BR', (array[10, 15, 90])[n % 3 + 1],
               (array[$1, $2, $3, null]::uuid[])[n * n % 7 % 4 + 1], 'Maria ' || n % 5, now(), now()
        from generate_series(1, 40) n";
    let ids: Vec<uuid::Uuid> = [&recife, &paulo, &olinda].map(|id| id.parse().unwrap()).to_vec();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(MANY).bind(ids[0]).bind(ids[1]).bind(ids[2]).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let staff = bound_staff(&app, &admin, &[]).await;
    let desk = admin.get("/api/user_profiles?search=desk").await.data()[0]["id"].as_str().unwrap().to_owned();
    for chosen in [vec![], vec![&recife], vec![&paulo, &olinda], vec![&recife, &paulo, &olinda]] {
        let own: Vec<&str> = chosen.iter().map(|id| id.as_str()).collect();
        assert_eq!(give(&admin, "staff", &[&desk], &own).await.status, 200);
        for query in ["", "status=10", "search=maria", "search=maria%203&status=90"] {
            let all = admin.get(&format!("/api/shipments?per_page=100&{query}")).await.data();
            let mut expected = Vec::new();
            for row in all.as_array().unwrap() {
                let id = row["id"].as_str().unwrap();
                let shown = staff.get(&format!("/api/shipments/{id}")).await.status;
                if shown == 200 {
                    expected.push(row["tracking_code"].as_str().unwrap().to_owned());
                }
            }
            let seen = codes(&staff, &format!("per_page=100&{query}")).await;
            assert_eq!(seen, expected, "{} branches, {query}", own.len());
        }
    }
}
