//! Staff bound to branches reach the places of these only, and count the units that lie there.

use serde_json::{Value, json};

use super::{INVENTORIES, PICK_LISTS, item, pick_list, place, receive, text};
use crate::subsidiaries::{branches, give, id_of};
use crate::support::{ATLANTICO, Person, TestApp};

const RIGHTS: [(&str, &[&str]); 5] = [
    ("stock_place", &["list", "show", "select", "create", "update", "activate", "deactivate", "delete"]),
    ("stock_item", &["list", "show", "update"]),
    ("inventory", &["list", "show", "create", "start", "cancel"]),
    ("pick_list", &["list", "show", "pack"]),
    ("stock", &["list", "show", "receive"]),
];

/// The demo's staff user, bound to a branch.
pub async fn bound_staff(app: &TestApp, admin: &Person, branch: &str) -> Person {
    let staff = app.staff(ATLANTICO).await;
    let rules: Vec<Value> = RIGHTS
        .iter()
        .flat_map(|(resource, actions)| actions.iter().map(move |action| (resource, action)))
        .map(|(resource, action)| json!({ "resource": resource, "action": action, "scope": "any" }))
        .collect();
    let form = json!({
        "name": "Warehouse of a branch", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": true,
        "rules": rules,
    });
    let profile = id_of(&admin.post("/api/user_profiles", form).await.data());
    assert_eq!(give(admin, "staff", &[&profile], &[branch]).await.status, 200);
    staff
}

#[tokio::test]
async fn places_of_other_branches_do_not_exist_for_bound_staff() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let of_branch = async |code: &str, branch: &str| {
        crate::bags::warehouse(&admin, code, json!({ "subsidiary_id": branch })).await
    };
    let (own, other) = (of_branch("ONE", &recife).await, of_branch("TWO", &paulo).await);
    let shared = crate::bags::warehouse(&admin, "ALL", json!({})).await;
    let mine = place(&admin, &own, "A-1", "storage").await;
    let foreign =
        [place(&admin, &other, "A-1", "storage").await, place(&admin, &shared, "A-1", "storage").await];
    let staff = bound_staff(&app, &admin, &recife).await;
    for path in ["/api/stock-places", "/api/stock-places/select", "/api/stock-places?search=A-1"] {
        let listed = staff.get(path).await.data();
        assert_eq!((&listed[0]["id"], listed.as_array().unwrap().len()), (&mine["id"], 1), "{path}");
    }
    for place in &foreign {
        let path = format!("/api/stock-places/{}", text(&place["id"]));
        assert_eq!(staff.get(&path).await.status, 404);
        let change = json!({ "version": place["version"], "note": "mine" });
        assert_eq!(staff.patch(&path, change).await.status, 404);
        for verb in ["activate", "deactivate", "restore"] {
            assert_eq!(staff.post(&format!("{path}/{verb}"), json!({})).await.status, 404, "{verb}");
        }
        assert_eq!(staff.delete(&path).await.status, 404);
        assert_eq!(admin.get(&path).await.data(), *place, "nothing of it was changed");
    }
    let form = json!({ "warehouse_id": other["id"], "code": "B-1", "kind": "storage" });
    assert_eq!(staff.post("/api/stock-places", form).await.code_at("warehouse_id"), "unknown_option");
    let form = json!({ "warehouse_id": own["id"], "code": "B-1", "kind": "storage" });
    let made = staff.post("/api/stock-places", form).await.data();
    let path = format!("/api/stock-places/{}", text(&made["id"]));
    let change = json!({ "version": made["version"], "note": "behind the door" });
    assert_eq!(staff.patch(&path, change).await.data()["note"], "behind the door");
    assert_eq!(staff.post(&format!("{path}/deactivate"), json!({})).await.data()["active"], false);
}

#[tokio::test]
async fn bound_staff_count_the_units_of_their_branches() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let own = crate::bags::warehouse(&admin, "ONE", json!({ "subsidiary_id": recife })).await;
    let other = crate::bags::warehouse(&admin, "TWO", json!({ "subsidiary_id": paulo })).await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    let far_only = item(&admin, "SKU-2", json!({})).await;
    for (warehouse, item, quantity) in [(&own, &goods, 3), (&other, &goods, 40), (&other, &far_only, 500)] {
        let code = format!("A-{quantity}");
        let shelf = place(&admin, warehouse, &code, "storage").await;
        receive(&admin, item, &shelf, quantity, json!({})).await.data();
    }
    let staff = bound_staff(&app, &admin, &recife).await;
    let listed = staff.get("/api/stock-items?sort=sku").await.data();
    assert_eq!([&listed[0]["on_hand"], &listed[1]["on_hand"]], [&json!(3), &json!(0)]);
    let path = format!("/api/stock-items/{}", text(&goods["id"]));
    assert_eq!(staff.get(&path).await.data()["on_hand"], 3);
    let change = json!({ "version": goods["version"], "title": "Other title" });
    assert_eq!(staff.patch(&path, change).await.data()["on_hand"], 3);
    assert_eq!(admin.get(&path).await.data()["on_hand"], 43);

    // Inventories of other branches do not exist, either.
    let theirs = admin.post(INVENTORIES, json!({ "warehouse_id": other["id"] })).await.data();
    assert_eq!(staff.get(INVENTORIES).await.data(), json!([]));
    let path = format!("{INVENTORIES}/{}", text(&theirs["id"]));
    assert_eq!(staff.get(&path).await.status, 404);
    let start = staff.post(&format!("{path}/start"), json!({ "version": theirs["version"] })).await;
    assert_eq!(start.status, 404);
    let refused = staff.post(INVENTORIES, json!({ "warehouse_id": other["id"] })).await;
    assert_eq!(refused.code_at("warehouse_id"), "unknown_option");
}

#[tokio::test]
async fn a_list_of_another_branch_is_refused_without_a_wait_for_its_shipment() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let other = crate::bags::warehouse(&admin, "TWO", json!({ "subsidiary_id": paulo })).await;
    let shelf = place(&admin, &other, "A-1", "storage").await;
    let goods = item(&admin, "SKU-1", json!({})).await;
    receive(&admin, &goods, &shelf, 3, json!({})).await.data();
    let draft = admin.post("/api/shipments", json!({})).await.data();
    let lines = json!([{ "item_id": goods["id"], "quantity": 1 }]);
    let form = json!({ "shipment_id": draft["id"], "lines": lines });
    let list = pick_list(&admin, &other, form).await.data();
    let staff = bound_staff(&app, &admin, &recife).await;
    let mut busy = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let lock = sqlx::query("select from shipments where id = $1 for update");
    let draft_id: uuid::Uuid = text(&draft["id"]).parse().unwrap();
    lock.bind(draft_id).execute(&mut *busy).await.unwrap();
    let form = json!({ "version": list["version"], "parcels": [{ "weight_g": 400 }] });
    let refused = staff.post(&format!("{PICK_LISTS}/{}/pack", text(&list["id"])), form).await;
    assert_eq!(refused.status, 404);
    busy.rollback().await;
}
