//! The life of a tariff: filled, checked, published, followed by the next version.

use serde_json::{Value, json};

use super::{amount, brazil, dhl_draft, edit, fuel, id, keys, publish, read_again, rules};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

#[tokio::test]
async fn a_published_tariff_prices_shipments_and_never_changes() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    fuel(&admin, "DHL", "2026-01-05", "30").await.data();
    fuel(&admin, "DHL", "2026-10-01", "31.75").await.data();
    let taken = fuel(&admin, "DHL", "2026-10-01", "31").await;
    assert_eq!((taken.status, taken.code_at("valid_from")), (422, "taken".into()));

    let (table, draft) = dhl_draft(&admin, "DHL-SELL", "sell").await;
    let found = findings_are_placed(&admin, &draft).await;
    assert!(found.is_empty(), "{found:?}");
    let published = publish(&admin, &draft, false).await.data();
    assert_eq!((&published["status"], &published["cell_count"]), (&json!("published"), &json!(2100)));
    nothing_changes(&app, &admin, &published).await;

    let simulate = format!("/api/price_tables/{}/simulate", id(&table));
    let quote = admin.post(&simulate, brazil("11")).await.data();
    let total: rust_decimal::Decimal = quote["total"]["amount"].as_str().unwrap().parse().unwrap();
    let lines = quote["lines"].as_array().unwrap();
    let sum: rust_decimal::Decimal = lines
        .iter()
        .map(|line| line["amount"]["amount"].as_str().unwrap().parse::<rust_decimal::Decimal>().unwrap())
        .sum();
    assert_eq!(total, sum, "{quote}");
    assert_eq!(amount(&quote["lines"], "insurance").as_deref(), Some("5"));
    assert_eq!(quote["lines"][1]["params"]["valid_from"], "2026-10-01");
    let none = admin
        .post(&simulate, json!({ "country_id": 32, "on": "2025-12-31", "parcels": brazil("1")["parcels"] }));
    assert_eq!(none.await.message_code(), "price_version_missing");

    the_next_version_follows(&admin, &table, &published).await;
    clients_see_no_costs(&app, &admin, &table).await;
}

/// Errors and warnings of the draft, each with its place, and gone when they are mended.
async fn findings_are_placed(admin: &Person, draft: &Value) -> Vec<Value> {
    let path = format!("/api/price_table_versions/{}/check", id(draft));
    let grid = admin.get(&format!("/api/price_table_versions/{}/grid", id(draft))).await.data();
    let (first, cell) = (
        grid["cells"][0].clone(),
        |amount: Value| json!({ "zone": grid["cells"][0]["zone"], "up_to": grid["cells"][0]["up_to"], "amount": amount }),
    );
    let unknown = json!({ "zone": "nowhere", "up_to": first["up_to"], "amount": "1" });
    let refused = edit(admin, draft, json!({ "cells": [cell(json!("7")), unknown] })).await;
    assert_eq!((refused.status, refused.code_at("cells.1.zone")), (422, "unknown_option".into()));
    let negative = edit(admin, draft, json!({ "cells": [cell(json!("-7"))] })).await;
    assert_eq!(negative.code_at("cells.0.amount"), "too_small");

    edit(admin, draft, json!({ "cells": [cell(json!("0"))] })).await.data();
    let found = admin.get(&path).await.data();
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("zero_price"), &json!("error")));
    assert_eq!(found[0]["place"]["zone"], first["zone"]);
    assert_eq!(publish(admin, draft, true).await.message_code(), "price_version_has_errors");
    edit(admin, draft, json!({ "cells": [cell(json!("9999"))] })).await.data();
    let found = admin.get(&path).await.data();
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("price_falls"), &json!("warning")));
    assert_eq!(publish(admin, draft, false).await.message_code(), "price_version_has_warnings");
    edit(admin, draft, json!({ "cells": [cell(first["amount"].clone())] })).await.data();
    let found = admin.get(&path).await.data();
    found.as_array().unwrap().iter().filter(|one| one["severity"] != "note").cloned().collect()
}

/// Neither the API nor a statement of the tenant's role changes published prices.
async fn nothing_changes(app: &TestApp, admin: &Person, published: &Value) {
    let change = json!({ "cells": [{ "zone": "zone A", "up_to": "1", "amount": "1" }] });
    assert_eq!(edit(admin, published, change).await.message_code(), "price_version_published");
    let path = format!("/api/price_table_versions/{}", id(published));
    let rule = admin.patch(&path, json!({ "version": published["version"], "divisor": "166" })).await;
    assert_eq!(rule.message_code(), "price_version_published");
    assert_eq!(admin.delete(&path).await.message_code(), "price_version_published");
    let versions = format!("/api/price_tables/{}/versions", published["price_table_id"].as_str().unwrap());
    let draft = admin.post(&versions, json!({})).await.data();
    for sql in [
        "update price_table_publications set content = content",
        "delete from price_table_publications",
        "with draft as materialized (select id from price_table_versions where status = 'draft')
         insert into price_table_publications (version_id, format, content, content_hash, published_at)
         select id, 1, 'x'::bytea, sha256('y'::bytea), now() from draft",
    ] {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let done = sqlx::query(sql).execute(&mut *tx).await;
        assert!(done.is_err(), "{sql}: {done:?}");
        tx.rollback().await;
    }
    admin.delete(&format!("/api/price_table_versions/{}", id(&draft))).await;
    let entries = audited(app, "price_table_version.publish").await;
    assert_eq!(entries[0].2["content_hash"][1], published["content_hash"], "the audit chain has the hash");
}

/// A copy with other prices, from another day: it ends the version before, and both can be compared.
async fn the_next_version_follows(admin: &Person, table: &Value, first: &Value) {
    let versions = format!("/api/price_tables/{}/versions", id(table));
    let form = json!({ "from_version_id": first["id"], "note": "2027" });
    let next = admin.post(&versions, form).await.data();
    assert_eq!((&next["number"], &next["cell_count"]), (&json!(2), &json!(2100)));
    let grids = [first, &next].map(|one| format!("/api/price_table_versions/{}/grid", id(one)));
    let (old, new) = (admin.get(&grids[0]).await.data(), admin.get(&grids[1]).await.data());
    assert_eq!((&old["cells"], &old["zones"]), (&new["cells"], &new["zones"]));
    let change = json!({
        "rename_zones": [{ "from": old["zones"][0]["code"], "to": "Near" }],
        "cells": [{ "zone": "Near", "up_to": "150", "amount": "5000" }],
    });
    edit(admin, &next, change).await.data();
    let compare = format!("/api/price_table_versions/{}/compare/{}", id(&next), id(first));
    let compared = admin.get(&compare).await.data();
    assert_eq!(compared["zones"].as_array().unwrap().len(), 2, "one is gone, one is new");
    assert_eq!(compared["summary"]["cells_removed"], 150);
    rules(admin, &next, json!({ "valid_from": "2027-01-01" })).await;
    publish(admin, &next, true).await.data();
    assert_eq!(read_again(admin, first).await["valid_to"], "2026-12-31");

    let third = admin.post(&versions, json!({ "from_version_id": next["id"] })).await.data();
    rules(admin, &third, json!({ "valid_from": "2026-06-01", "valid_to": "2026-06-30" })).await;
    let refused = publish(admin, &third, true).await;
    assert_eq!((refused.status, refused.code_at("valid_from")), (422, "price_validity_overlaps".into()));
    let archive = format!("/api/price_table_versions/{}/archive", id(&next));
    assert_eq!(admin.post(&archive, json!({})).await.data()["status"], "archived");
    let gone = admin.delete(&format!("/api/price_table_versions/{}", id(&third))).await;
    assert_eq!(gone.status, 200);
}

/// Costs, margins and cost tables are for those with the right to them.
async fn clients_see_no_costs(app: &TestApp, admin: &Person, table: &Value) {
    let (cost_table, cost) = dhl_draft(admin, "DHL-COST", "cost").await;
    rules(admin, &cost, json!({ "adjustments": [] })).await;
    publish(admin, &cost, false).await.data();
    let client = app.client(ATLANTICO).await;
    let simulate = format!("/api/price_tables/{}/simulate", id(table));
    assert_eq!(client.post(&simulate, brazil("11")).await.status, 404, "not assigned yet");
    let assignment = json!({
        "scope": "company", "sell_table_id": table["id"], "cost_table_id": cost_table["id"],
        "valid_from": "2026-01-01",
    });
    admin.post("/api/price_assignments", assignment.clone()).await.data();
    let twice = admin.post("/api/price_assignments", assignment).await;
    assert_eq!(twice.code_at("valid_from"), "price_assignment_overlaps");

    let seen = client.post(&simulate, brazil("11")).await.data();
    let mut found = Vec::new();
    keys(&seen, &mut found);
    let secret: Vec<_> = found.iter().filter(|key| key.contains("cost") || key.contains("margin")).collect();
    assert!(secret.is_empty(), "{secret:?}");
    assert!(amount(&seen["lines"], "margin").is_none());
    let told = admin.post(&simulate, brazil("11")).await.data();
    assert_eq!(seen["total"], told["total"], "the same price for all");
    assert_eq!(told["costs"]["table_code"], "DHL-COST");
    assert!(told["costs"]["margin"]["amount"].as_str().unwrap() > "0");
    assert!(amount(&told["lines"], "margin").is_some());

    let staff = app.staff(ATLANTICO).await;
    let listed = staff.get("/api/price_tables?kind=cost").await.data();
    assert_eq!(listed, json!([]));
    assert_eq!(staff.get(&format!("/api/price_tables/{}", id(&cost_table))).await.status, 404);
    assert!(staff.post(&simulate, brazil("11")).await.data().get("costs").is_none());
    assert_eq!(client.get("/api/price_tables").await.status, 403);
}
