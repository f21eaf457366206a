//! Shipments: create, list, update, cancel, and visibility.

mod list;

use serde_json::{Value, json};

use crate::support::{ATLANTICO, Person, TestApp};

/// A shipment with all fields for shipping.
pub async fn complete(person: &Person) -> Value {
    let service = person.get("/api/auxiliar/services").await.data()[0]["id"].clone();
    json!({
        "service_id": service,
        "contents_type": "merchandise",
        "currency": "BRL",
        "declared_value": "129.90",
        "from_name": "Loja Horizonte", "from_country_id": 32, "from_address_1": "Avenida Paulista",
        "from_address_number": "1000", "from_city": "São Paulo", "from_postcode": "01310-100",
        "to_name": "Maria Müller", "to_country_id": 81, "to_address_1": "Hauptstraße", "to_city": "Berlin",
        "to_postcode": "10119",
        "parcels": [{ "length_mm": 300, "width_mm": 200, "height_mm": 100, "weight_g": 1200 }],
        "items": [item("64.95")],
    })
}

/// Goods with everything that customs want.
pub fn item(unit_value: &str) -> Value {
    json!({
        "description": "Ceramic mug", "quantity": "2", "unit_value": unit_value, "hs_code": "6912.00",
        "net_weight_g": 900, "origin_country_id": 32,
    })
}

pub async fn created(person: &Person) -> Value {
    let form = complete(person).await;
    person.post("/api/shipments", form).await.data()
}

#[tokio::test]
async fn a_complete_shipment_is_a_draft_with_a_tracking_code() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    assert_eq!(shipment["status"], 10);
    assert_eq!(shipment["missing"], json!([]));
    let code = shipment["tracking_code"].as_str().unwrap();
    assert!(code.starts_with("AT") && code.ends_with("BR") && code.len() == 13, "{code}");
    // 300 × 200 × 100 mm divided by 5000 is 1.2 kg, equal to the actual weight; charged per half kilogram.
    assert_eq!(shipment["volumetric_weight_g"], 1200);
    assert_eq!(shipment["chargeable_weight_g"], 1500);
    assert_eq!(shipment["items"][0]["hs_code"], "691200");
    let second = created(&staff).await;
    assert_ne!(second["tracking_code"], shipment["tracking_code"]);
}

#[tokio::test]
async fn a_parcel_to_brazil_needs_the_document_of_its_recipient() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_country_id"] = 32.into();
    form["to_postcode"] = "50050-000".into();
    form["to_state_id"] = 16.into();
    let shipment = staff.post("/api/shipments", form.clone()).await.data();
    assert_eq!((&shipment["status"], &shipment["missing"]), (&json!(15), &json!(["to_document"])));
    form["to_document"] = "529.982.247-25".into();
    let shipment = staff.post("/api/shipments", form).await.data();
    assert_eq!((&shipment["status"], &shipment["missing"]), (&json!(10), &json!([])));
}

#[tokio::test]
async fn inches_come_back_as_typed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    // 12 × 8 × 4 in; the last one with more decimals than are stored.
    form["parcels"] = json!([{ "length_mm": 304.8, "width_mm": 203.2, "height_mm": 101.6004, "weight_g": 1814,
                 "size_unit": 20, "weight_unit": 20 }]);
    let shipment = staff.post("/api/shipments", form).await.data();
    let sides = |shipment: &Value| {
        ["length_mm", "width_mm", "height_mm"].map(|side| shipment["parcels"][0][side].as_f64().unwrap())
    };
    assert_eq!(sides(&shipment), [304.8, 203.2, 101.6]);
    assert_eq!(shipment["volumetric_weight_g"], 1259);
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let patch = json!({ "version": shipment["version"], "parcels": shipment["parcels"] });
    let unchanged = staff.patch(&path, patch).await.data();
    assert_eq!((sides(&unchanged), &unchanged["version"]), ([304.8, 203.2, 101.6], &shipment["version"]));
    let units =
        |shipment: &Value| ["size_unit", "weight_unit"].map(|unit| shipment["parcels"][0][unit].clone());
    assert_eq!([units(&shipment), units(&unchanged)], [[json!(20), json!(20)], [json!(20), json!(20)]]);
    let unknown =
        json!({ "version": shipment["version"], "parcels": [{ "weight_g": 5, "weight_unit": 30 }] });
    assert_eq!(staff.patch(&path, unknown).await.code_at("parcels.0.weight_unit"), "unknown_option");
}

#[tokio::test]
async fn missing_fields_are_listed_and_completing_them_makes_a_draft() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_address_1"] = Value::Null;
    form["items"] = json!([]);
    let shipment = staff.post("/api/shipments", form).await.data();
    assert_eq!(shipment["status"], 15);
    assert_eq!(shipment["missing"], json!(["to_address_1", "items"]));

    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let patch = json!({
        "version": shipment["version"], "to_address_1": "Hauptstraße",
        "items": [item("64.95")],
    });
    let changed = staff.patch(&path, patch).await.data();
    assert_eq!((changed["status"].clone(), changed["missing"].clone()), (json!(10), json!([])));
    assert_eq!(changed["to_name"], "Maria Müller");
}

#[tokio::test]
async fn all_errors_of_a_form_are_reported_at_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let answer = staff
        .post(
            "/api/shipments",
            json!({
                "from_country_id": 32, "from_person_type": 1, "from_document": "529.982.247-26",
                "to_country_id": 32, "to_person_type": 2, "to_document": "12.ABC.345/01DE-36",
                "to_email": "nobody", "from_phone": "12", "from_postcode": "00000",
                "declared_value": "-1", "service_id": "0199d3c2-7c1a-7000-8000-000000000001",
                "to_state_id": 999999999, "items": [{ "description": " ", "quantity": "0", "hs_code": "1234" }],
            }),
        )
        .await;
    assert_eq!(answer.status, 422);
    for (field, code) in [
        ("from_document", "invalid_cpf"),
        ("to_document", "invalid_cnpj"),
        ("to_email", "invalid_email"),
        ("from_phone", "invalid_phone"),
        ("from_postcode", "invalid_postcode"),
        ("declared_value", "too_small"),
        ("currency", "required"),
        ("service_id", "unknown_service"),
        ("to_state_id", "unknown_state"),
        ("items.0.description", "required"),
        ("items.0.quantity", "too_small"),
        ("items.0.hs_code", "invalid_hs_code"),
    ] {
        assert_eq!(answer.code_at(field), code, "{field}");
    }
}

/// An index entry must fit into a third of a page.
#[tokio::test]
async fn the_longest_texts_are_accepted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    // Four bytes per character, in an order that cannot be compressed.
    let long = |length: u32| -> String {
        (0..length)
            .filter_map(|n| char::from_u32(0x2_0000 + (n * 7919 + length * 104_729) % 40_000))
            .collect()
    };
    let mut form = complete(&staff).await;
    for (field, length) in
        [("to_name", 200), ("from_name", 200), ("to_city", 120), ("external_ref", 120), ("source", 60)]
    {
        form[field] = json!(long(length));
    }
    form["due_on"] = json!("2026-06-01");
    let shipment = staff.post("/api/shipments", form.clone()).await.data();
    assert_eq!(shipment["to_name"], form["to_name"]);
    assert_eq!(shipment["source"], form["source"]);
}

#[tokio::test]
async fn an_alphanumeric_cnpj_is_stored_without_a_mask() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = json!({ "to_country_id": 32, "to_person_type": 2, "to_document": "12.abc.345/01de-35" });
    let shipment = staff.post("/api/shipments", form).await.data();
    assert_eq!(shipment["to_document"], "12ABC34501DE35");
}

#[tokio::test]
async fn a_duplicate_reference_of_a_source_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = json!({ "source": "shop", "external_ref": "PO-1" });
    assert_eq!(staff.post("/api/shipments", form.clone()).await.status, 200);
    assert_eq!(staff.post("/api/shipments", form).await.code_at("external_ref"), "taken");
    let written = json!({ "source": "Shop", "external_ref": " ｐｏ-1" });
    assert_eq!(staff.post("/api/shipments", written).await.code_at("external_ref"), "taken");
    assert_eq!(staff.get("/api/shipments?source=SHOP").await.data().as_array().unwrap().len(), 1);
    let other = json!({ "source": "other", "external_ref": "PO-1" });
    assert_eq!(staff.post("/api/shipments", other).await.status, 200);
}

#[tokio::test]
async fn an_outside_user_does_not_choose_the_source() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = client.post("/api/shipments", json!({ "source": "shop", "external_ref": "PO-1" })).await.data();
    assert_eq!(own["source"], "manual");
    let path = format!("/api/shipments/{}", own["id"].as_str().unwrap());
    let named = staff.patch(&path, json!({ "version": own["version"], "source": "shop" })).await.data();
    let kept =
        client.patch(&path, json!({ "version": named["version"], "source": "", "notes": "x" })).await.data();
    assert_eq!((&kept["source"], &kept["notes"]), (&json!("shop"), &json!("x")));
    // The company's own reference of this source is another one; the client's second is a duplicate.
    let form = json!({ "source": "shop", "external_ref": "PO-1" });
    assert_eq!(staff.post("/api/shipments", form.clone()).await.status, 200);
    let twin = json!({ "source": "shop", "external_ref": "PO-1", "client_id": own["client_id"] });
    assert_eq!(staff.post("/api/shipments", twin).await.code_at("external_ref"), "taken");
}

#[tokio::test]
async fn stale_version_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let version = &shipment["version"];
    assert_eq!(staff.patch(&path, json!({ "version": version, "notes": "first" })).await.status, 200);
    let late = staff.patch(&path, json!({ "version": version, "notes": "second" })).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".into()));
    assert_eq!(staff.get(&path).await.data()["notes"], "first");
}

#[tokio::test]
async fn a_cancelled_shipment_cannot_be_changed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let silent = staff.post(&format!("{path}/cancel"), json!({ "reason": " " })).await;
    assert_eq!((silent.status, silent.code_at("reason")), (422, "required".into()));
    let cancelled = staff.post(&format!("{path}/cancel"), json!({ "reason": "sold out" })).await.data();
    assert_eq!(cancelled["status"], 0);
    assert_eq!(cancelled["cancel_reason"], "sold out");
    let can = json!({ "update": false, "complete": false, "reprice": false, "confirm": false, "cancel": false, "duplicate": true, "print_label": false, "print_documents": false, "record_event": false, "hold": false, "release": false });
    assert_eq!(cancelled["can"], can);
    let again = staff.post(&format!("{path}/cancel"), json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "shipment_already_cancelled".into()));
    let change = staff.patch(&path, json!({ "version": cancelled["version"], "notes": "x" })).await;
    assert_eq!((change.status, change.message_code()), (409, "shipment_not_editable".into()));
}

#[tokio::test]
async fn a_duplicate_has_a_new_code_and_no_reference() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["external_ref"] = json!("PO-7");
    let original = staff.post("/api/shipments", form).await.data();
    let path = format!("/api/shipments/{}/duplicate", original["id"].as_str().unwrap());
    let copy = staff.post(&path, json!({})).await.data();
    assert_ne!(copy["tracking_code"], original["tracking_code"]);
    assert_eq!(copy["external_ref"], Value::Null);
    assert_eq!(copy["items"], original["items"]);
    assert_eq!(copy["parcels"], original["parcels"]);
}

#[tokio::test]
async fn a_client_cannot_create_shipments_for_another_client() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let theirs = created(&other).await;
    let mut form = complete(&client).await;
    form["client_id"] = theirs["client_id"].clone();
    let shipment = client.post("/api/shipments", form).await.data();
    assert_ne!(shipment["client_id"], theirs["client_id"]);
}

#[tokio::test]
async fn every_change_is_audited() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    staff.patch(&path, json!({ "version": shipment["version"], "notes": "fragile" })).await.data();
    staff.post(&format!("{path}/cancel"), json!({ "reason": "sold out" })).await.data();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let rows: Vec<(String, Value)> =
        sqlx::query_as("select action, changes from audit_entries where resource_id = $1 order by id")
            .bind(shipment["id"].as_str().unwrap().parse::<uuid::Uuid>().unwrap())
            .fetch_all(&mut *tx)
            .await
            .unwrap();
    let actions: Vec<&str> = rows.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["shipment.create", "shipment.update", "shipment.cancel"]);
    assert_eq!(rows[1].1, json!({ "notes": [null, "fragile"] }));
}

#[tokio::test]
async fn a_new_shipment_is_proposed_the_clients_record_and_the_options_used_last() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let client_id = staff.get("/api/clients/select?search=C002").await.data()[0]["id"].clone();
    let path = format!("/api/shipments/proposal?client_id={}", client_id.as_str().unwrap());
    let nothing = staff.get("/api/shipments/proposal").await.data();
    assert_eq!((&nothing["sender"], &nothing["last"]), (&Value::Null, &Value::Null));
    let first = staff.get(&path).await.data();
    assert_eq!((&first["sender"]["city"], &first["last"]), (&json!("Recife"), &Value::Null));

    let mut form = complete(&staff).await;
    form["client_id"] = client_id;
    form["incoterm"] = "DAP".into();
    staff.post("/api/shipments", form.clone()).await.data();
    form["incoterm"] = "DDP".into();
    app.admin(ATLANTICO).await.post("/api/shipments", form.clone()).await.data();
    let last = staff.get(&path).await.data()["last"].clone();
    assert_eq!((&last["incoterm"], &last["service_id"]), (&json!("DAP"), &form["service_id"]));
    let of_client = app.signed_in(ATLANTICO, "client2").await.get("/api/shipments/proposal").await.data();
    assert_eq!(
        (&of_client["sender"]["city"], &of_client["last"]["incoterm"]),
        (&json!("Recife"), &json!("DDP"))
    );
    let other = app.client(ATLANTICO).await.get(&path).await.data();
    assert_eq!((&other["sender"]["city"], &other["last"]), (&json!("São Paulo"), &Value::Null));
}

#[tokio::test]
async fn known_recipients_are_the_saved_ones_and_those_of_earlier_shipments() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let mut form = complete(&client).await;
    for number in ["1", "2", "1"] {
        form["to_address_number"] = number.into();
        client.post("/api/shipments", form.clone()).await.data();
    }
    let saved = json!({ "person_type": 1, "name": "Mario Saved", "document_type": 1, "country_id": 32, "city": "Olinda" });
    client.post("/api/saved_addresses", saved).await.data();
    let names = async |person: &Person, query: &str| {
        let data = person.get(&format!("/api/saved_addresses/select?{query}")).await.data();
        let rows = data.as_array().unwrap().clone();
        rows.iter().map(|one| format!("{} {}", one["name"], one["address_number"])).collect::<Vec<_>>()
    };
    let known = ["\"Mario Saved\" null", "\"Maria Müller\" \"1\"", "\"Maria Müller\" \"2\""];
    assert_eq!(names(&client, "search=mari").await, known);
    assert_eq!(names(&client, "search=muller").await, known[1..]);
    assert_eq!(names(&client, "search=loja&side=from").await, ["\"Loja Horizonte\" \"1000\""]);
    assert_eq!(names(&other, "search=mari").await, Vec::<String>::new());
    assert_eq!(names(&app.staff(ATLANTICO).await, "search=mario").await, Vec::<String>::new());
}
