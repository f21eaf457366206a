//! Amounts, phones and postcodes of a shipment.

use serde_json::json;

use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn an_amount_has_the_decimals_of_its_currency() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = |currency: &str, value: &str| json!({ "source": "manual", "currency": currency, "declared_value": value });
    let refused = staff.post("/api/shipments", form("JPY", "1500.55")).await;
    assert_eq!(refused.code_at("declared_value"), "too_many_decimals");
    for (currency, value) in [("JPY", "1500"), ("KWD", "12.345"), ("USD", "12.5")] {
        let made = staff.post("/api/shipments", form(currency, value)).await.data();
        assert_eq!(made["declared_value"], value);
    }
}

#[tokio::test]
async fn a_net_weight_is_kept_to_the_milligram() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = crate::shipments::complete(&staff).await;
    form["items"][0]["net_weight_g"] = json!(0.4314);
    let made = staff.post("/api/shipments", form).await.data();
    assert_eq!(made["items"][0]["net_weight_g"], json!(0.431));
    let light = made["missing"].as_array().unwrap();
    assert!(!light.iter().any(|field| field.as_str().unwrap().contains("net_weight")), "{made}");
}

#[tokio::test]
async fn a_weight_that_nobody_declared_follows_the_parcels() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let made = crate::shipments::created(&staff).await;
    assert_eq!(made["declared_weight_g"], 1200);
    let path = format!("/api/shipments/{}", made["id"].as_str().unwrap());
    // As a form sends it that shows the stored weight, and as a program that changes the parcels alone.
    let parcels = json!([{ "weight_g": 5000 }]);
    let heavier = json!({ "version": made["version"], "parcels": parcels, "declared_weight_g": 1200 });
    let heavier = staff.patch(&path, heavier).await.data();
    assert_eq!(
        (&heavier["declared_weight_g"], &heavier["chargeable_weight_g"]),
        (&json!(5000), &json!(5000))
    );
    let lighter =
        json!({ "version": heavier["version"], "parcels": [{ "weight_g": 400 }, { "weight_g": 300 }] });
    let lighter = staff.patch(&path, lighter).await.data();
    assert_eq!(lighter["declared_weight_g"], 700);
    // One that somebody declared stays.
    let declared = json!({ "version": lighter["version"], "declared_weight_g": 900 });
    let declared = staff.patch(&path, declared).await.data();
    let changed = json!({ "version": declared["version"], "parcels": [{ "weight_g": 400 }] });
    assert_eq!(staff.patch(&path, changed).await.data()["declared_weight_g"], 900);
}

#[tokio::test]
async fn a_phone_and_a_postcode_are_of_their_country() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = |phone: &str, postcode: &str| json!({ "source": "manual", "to_country_id": 238, "to_phone": phone, "to_postcode": postcode });
    let made = staff.post("/api/shipments", form("1 (212) 555-0100", "02139")).await.data();
    assert_eq!((&made["to_phone"], &made["to_postcode"]), (&json!("+12125550100"), &json!("02139")));
    let office = staff.post("/api/shipments", form("(212) 555-0100 ext. 42", "02139")).await.data();
    assert_eq!(office["to_phone"], "+12125550100;ext=42");
    let refused = staff.post("/api/shipments", form("555-0100", "2139")).await;
    assert_eq!(refused.code_at("to_phone"), "invalid_phone");
    assert_eq!(refused.code_at("to_postcode"), "invalid_postcode");
}
