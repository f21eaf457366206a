//! The list of each route, contents and stage. The same cases are read by the web.

use serde_json::{Value, json};

use super::*;

const CASES: &str = include_str!("../../../../../openapi/missing-fields.json");

fn read_input(complete: &Value, changes: &Value) -> ShipmentInput {
    let mut form = complete.clone();
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    serde_json::from_value(form).unwrap()
}

fn read_needs(names: &Value) -> RecipientNeeds {
    let has = |name: &str| names.as_array().unwrap().contains(&json!(name));
    RecipientNeeds {
        document: has("document"),
        postcode: has("postcode"),
        state: has("state"),
        phone: has("phone"),
    }
}

#[test]
fn the_list_follows_route_contents_and_destination_as_in_the_browser() {
    let file: Value = serde_json::from_str(CASES).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() >= 12);
    for case in cases {
        let input = read_input(&file["complete"], &case["changes"]);
        let listed = list_for_confirmation(&input, read_needs(&case["needs"]));
        assert_eq!(json!(listed), case["missing"], "{}", case["name"]);
    }
}

fn goods(changes: &Value) -> ShipmentInput {
    let file: Value = serde_json::from_str(CASES).unwrap();
    read_input(&file["complete"], changes)
}

fn late(input: &ShipmentInput) -> Vec<String> {
    let stored = list_for_confirmation(input, RecipientNeeds::default());
    let all = list_by_stage(&stored, input).into_iter();
    all.filter(|one| one.stage == FieldStage::Documents).map(|one| one.field).collect()
}

#[test]
fn customs_data_is_needed_for_the_confirmation_of_goods_abroad_and_for_documents_of_others() {
    let bare = json!([{ "description": "Mug", "quantity": "1", "unit_value": "10" }]);
    let abroad = goods(&json!({ "items": bare }));
    let customs = ["items.0.net_weight_g", "items.0.hs_code", "items.0.origin_country_id"];
    assert_eq!(list_for_confirmation(&abroad, RecipientNeeds::default()), customs);
    assert_eq!(late(&abroad), Vec::<String>::new());
    for changes in [
        json!({ "items": bare, "contents_type": "documents" }),
        json!({ "items": bare, "to_country_id": goods(&json!({})).fields.from_country_id }),
    ] {
        let input = goods(&changes);
        assert_eq!(list_for_confirmation(&input, RecipientNeeds::default()), Vec::<String>::new());
        assert_eq!(late(&input), customs, "{changes}");
    }
}

#[test]
fn countries_and_weight_are_needed_for_a_quote() {
    let input = goods(&json!({ "to_country_id": null, "parcels": [], "to_city": null }));
    let stored = list_for_confirmation(&input, RecipientNeeds::default());
    let stages: Vec<_> =
        list_by_stage(&stored, &input).into_iter().map(|one| (one.field, one.stage)).collect();
    let expected = [
        ("to_country_id", FieldStage::Quote),
        ("to_city", FieldStage::Confirm),
        ("declared_weight_g", FieldStage::Quote),
    ];
    assert_eq!(stages, expected.map(|(field, stage)| (field.to_owned(), stage)));
}

#[test]
fn terms_are_asked_for_only_where_no_usual_ones_are_set() {
    assert_eq!(late(&goods(&json!({ "incoterm": null }))), Vec::<String>::new());
    let papers = json!({ "incoterm": null, "contents_type": "documents" });
    assert_eq!(late(&goods(&papers)), ["incoterm"]);
}

#[test]
fn a_cancelled_shipment_asks_for_nothing_and_thousands_of_items_are_not_all_named() {
    assert!(list_shown(ShipmentStatus::Cancelled, vec!["to_city".to_owned()]).is_empty());
    assert_eq!(list_shown(ShipmentStatus::Departed, vec!["to_city".to_owned()]).len(), 1);
    let item = json!({ "description": "Mug", "quantity": "1" });
    let many = goods(&json!({ "items": vec![item; 2000] }));
    assert_eq!(list_for_confirmation(&many, RecipientNeeds::default()).len(), MAX_NAMED);
    assert_eq!(without_number("items.12.hs_code"), "items.hs_code");
    assert_eq!(without_number("items"), "items");
}
