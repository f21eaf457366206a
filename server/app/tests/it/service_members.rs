//! Services that are only for the users of some profiles.

use serde_json::{Value, json};

use crate::imports::imported;
use crate::shipments::complete;
use crate::subsidiaries::{WORK, give, id_of};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

const FILE: &[u8] = b"Reference;Recipient;Country;Service;Contents;Weight (kg);Length (cm)\n\
    A-1;Ana;Brazil;VIP;gift;3;20\n";

/// Creates a profile of the staff with all rights on shipments and quotes; returns its id.
async fn counter(admin: &Person, name: &str) -> String {
    let also: &[(&str, &[&str])] =
        &[("service", &["list", "show", "select"]), ("quote", &["create", "list", "show"])];
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
    assert_eq!(staff.post("/api/shipments", form.clone()).await.code_at("service_id"), "unknown_service");
    let import = imported(&app, &staff, "vip.csv", FILE).await;
    assert_eq!(import["counts"]["refused_lines"], 1, "{import}");

    assert_eq!(give(&admin, "staff", &[&inside], &[]).await.status, 200);
    assert_eq!(sees(&staff, &service["id"]).await, [true; 4]);
    let sold = staff.post("/api/shipments", form).await.data();
    assert_eq!(sold["service_id"], service["id"]);
    let import = imported(&app, &staff, "vip-again.csv", FILE).await;
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
async fn a_profile_of_a_service_cannot_be_deleted() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let profile = counter(&admin, "Inside sales").await;
    let service = reserved(&admin, &profile).await;
    let path = format!("/api/user_profiles/{profile}");
    let refused = admin.delete(&path).await;
    assert_eq!((refused.status, refused.message_code()), (409, "profile_of_service".into()));
    assert_eq!(refused.json()["params"]["service"], "VIP");

    let at = format!("/api/services/{}", id_of(&service));
    let nobody = uuid::Uuid::now_v7();
    let unknown = json!({ "version": service["version"], "profile_ids": [profile, nobody] });
    assert_eq!(admin.patch(&at, unknown).await.code_at("profile_ids"), "unknown_option");
    let open = json!({ "version": service["version"], "profile_ids": [] });
    assert_eq!(admin.patch(&at, open).await.data()["profile_ids"], json!([]));
    assert_eq!(audited(&app, "service.update").await[0].2["profile_ids"], json!([[profile], []]));
    assert_eq!(admin.delete(&path).await.status, 200);
}
