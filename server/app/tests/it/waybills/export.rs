//! The file of the list.

use serde_json::{Value, json};

use super::{PATH, act, add_range, airline, create, text};
use crate::support::{ATLANTICO, Person, TestApp};

async fn export(app: &TestApp, person: &Person, more: Value) -> Vec<String> {
    let names =
        ["number", "status", "destination_airport", "departs_on", "currency", "weight_charge", "total"];
    let columns: Vec<Value> =
        names.iter().map(|name| json!({ "column": name, "heading": name.to_uppercase() })).collect();
    let form = json!({ "columns": columns, "texts": [{ "code": "0", "text": "Void" }], "format": "csv", "sort": "number" });
    let task = person.post(&format!("{PATH}/export"), super::with(form, more)).await.data();
    app.run_processes().await;
    let file = person.get(&format!("/api/background_tasks/{}/file", text(&task["id"]))).await.text();
    file.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn the_file_has_the_rows_of_the_list_in_its_order() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [100, 199], json!({})).await.data();
    let minimum = json!({ "rate_lines": [{ "rate_class": "M", "rate": "75.5" }] });
    let first = create(&staff, &airline, minimum).await.data();
    let second = create(&staff, &airline, json!({})).await.data();
    act(&staff, &second, "void", json!({ "reason": "typo" })).await.data();

    let all = export(&app, &staff, json!({})).await;
    assert_eq!(all[0], "NUMBER,STATUS,DESTINATION_AIRPORT,DEPARTS_ON,CURRENCY,WEIGHT_CHARGE,TOTAL");
    assert_eq!(all[1], format!("{},10,FRA,2026-12-01,USD,75.5,106.7", text(&first["number"])));
    assert!(all[2].starts_with(&format!("{},Void,", text(&second["number"]))), "{}", all[2]);
    assert_eq!(all.len(), 3);
    assert_eq!(export(&app, &staff, json!({ "stage": "void" })).await.len(), 2);
    assert_eq!(export(&app, &staff, json!({ "provider_id": airline["id"], "status": 10 })).await.len(), 2);
    assert_eq!(export(&app, &staff, json!({ "to": "2026-11-30" })).await.len(), 1, "headings alone");
}
