//! Limits of a service, and shipments that are refused for them.

use serde_json::{Value, json};

use crate::imports::imported;
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, TestApp};

fn form(code: &str) -> Value {
    json!({
        "code": code, "title_locale": { "pt": "Expresso" }, "mode": "air", "volumetric_divisor": 5000,
        "rounding_step_g": 500, "position": 9, "scope": "import", "min_weight_g": 100, "max_weight_g": 30000,
        "max_side_mm": 1050, "max_value": "3000", "value_currency": "usd", "contents": ["documents", "medicine"],
        "destination_country_ids": [32], "tax_modality": "ddp", "requirements": ["tax_id", "anvisa"],
    })
}

#[tokio::test]
async fn a_shipment_outside_the_limits_is_refused_at_its_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let service = admin.post("/api/services", form("LIM")).await.data();
    assert_eq!(
        (&service["max_value"], &service["value_currency"], &service["max_girth_mm"]),
        (&json!("3000"), &json!("USD"), &Value::Null)
    );
    let shipment = json!({
        "service_id": service["id"], "to_name": "Ana", "to_country_id": 1, "contents_type": "gift",
        "declared_value": "3000.01", "currency": "USD",
        "parcels": [{ "weight_g": 500 }, { "weight_g": 30001, "length_mm": 1051 }],
    });
    let refused = admin.post("/api/shipments", shipment.clone()).await;
    let at =
        ["parcels.1.weight_g", "parcels.1.length_mm", "declared_value", "contents_type", "to_country_id"];
    let expected = ["above_service_limit", "above_service_limit", "above_service_limit"];
    assert_eq!(at.map(|field| refused.code_at(field))[..3], expected);
    assert_eq!(at.map(|field| refused.code_at(field))[3..], ["not_with_service", "not_with_service"]);
    let said = refused.json()["errors"]["parcels.1.weight_g"][0]["message"].clone();
    assert!(said.as_str().unwrap().contains("30 kg"), "{said}");

    let mut within = shipment;
    within["to_country_id"] = json!(32);
    within["contents_type"] = json!("medicine");
    within["declared_value"] = json!("3000");
    within["parcels"] = json!([{ "weight_g": 30000, "length_mm": 1050 }]);
    let kept = admin.post("/api/shipments", within).await.data();
    let light =
        json!({ "version": kept["version"], "declared_weight_g": null, "parcels": [{ "weight_g": 99 }] });
    let path = format!("/api/shipments/{}", id_of(&kept));
    assert_eq!(admin.patch(&path, light).await.code_at("parcels.0.weight_g"), "below_service_limit");
}

#[tokio::test]
async fn errors_of_limits_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mut wrong = form("LIM");
    wrong["min_weight_g"] = json!(30001);
    wrong["value_currency"] = Value::Null;
    wrong["destination_country_ids"] = json!([9999]);
    wrong["group_id"] = json!(uuid::Uuid::now_v7());
    wrong["last_mile_provider_id"] = json!(uuid::Uuid::now_v7());
    let refused = admin.post("/api/services", wrong).await;
    let told = [
        ("max_weight_g", "max_weight_below_min"),
        ("value_currency", "required"),
        ("destination_country_ids", "unknown_country"),
        ("group_id", "unknown_option"),
        ("last_mile_provider_id", "unknown_option"),
    ];
    for (field, code) in told {
        assert_eq!(refused.code_at(field), code, "{field}");
    }
    let group = json!({ "code": "EXP", "title_locale": { "pt": "Expressos" }, "position": 1 });
    let group = admin.post("/api/service-groups", group).await.data();
    let mut grouped = form("LIM");
    grouped["group_id"] = group["id"].clone();
    let service = admin.post("/api/services", grouped).await.data();
    assert_eq!(service["group_title_locale"]["pt"], json!("Expressos"));
    let of_group = format!("/api/services?group_id={}", id_of(&group));
    assert_eq!(admin.get(&of_group).await.data()[0]["id"], service["id"]);
    let groups = admin.get("/api/service-groups").await.data();
    assert_eq!(groups[0]["service_count"], json!(1));
}

const TOO_MUCH: &[u8] =
    b"Reference;Recipient;Country;Service;Contents;Declared value (USD);Weight (kg);Length (cm)\n\
    A-1;Ana;United States;LIM;gift;3000.01;30.5;105.1\n\
    A-2;Rui;Brazil;LIM;medicine;3000.00;30;105\n";

#[tokio::test]
async fn a_line_of_a_file_is_refused_with_the_messages_of_the_form() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let service = admin.post("/api/services", form("LIM")).await.data();
    let import = imported(&app, &admin, "limits.csv", TOO_MUCH).await;
    assert_eq!(
        (&import["counts"]["new_shipments"], &import["counts"]["refused_lines"]),
        (&json!(1), &json!(1)),
        "{import}"
    );
    let typed = json!({
        "service_id": service["id"], "to_name": "Ana", "to_country_id": 238, "contents_type": "gift",
        "declared_value": "3000.01", "currency": "USD", "parcels": [{ "weight_g": 30500, "length_mm": 1051 }],
    });
    let refused = admin.post("/api/shipments", typed).await.json();
    let path = format!("/api/shipment_imports/{}", id_of(&import));
    let line = admin.get(&format!("{path}/refused_lines")).await.data()[0].clone();
    let same = [
        ("contents_type", "contents_type"),
        ("declared_value", "declared_value"),
        ("weight", "parcels.0.weight_g"),
        ("length", "parcels.0.length_mm"),
        ("to_country", "to_country_id"),
    ];
    let reasons = line["reasons"].as_array().unwrap();
    assert_eq!(reasons.len(), same.len(), "{line}");
    for (column, field) in same {
        let reason =
            reasons.iter().find(|one| one["field"] == column).unwrap_or_else(|| panic!("{column}: {line}"));
        let told = &refused["errors"][field][0];
        assert_eq!(reason["code"], told["code"], "{column}");
        let said = format!("{}: {}", reason["column"].as_str().unwrap(), told["message"].as_str().unwrap());
        assert_eq!(reason["message"], said.as_str());
    }
}
