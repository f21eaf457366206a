//! Packed goods become a draft, or fill one.

use super::*;

fn pack(values: [Option<i64>; 2]) -> PackedShipment {
    let item = |value: Option<i64>| PackedItem::of_parcel("Camera".into(), value.map(Decimal::from));
    PackedShipment {
        client_id: Some(Uuid::nil()),
        subsidiary_id: None,
        order: None,
        currency: Some("USD".into()),
        parcels: vec![PackedParcel { weight_g: 1500, size_mm: None }],
        items: values.map(item).into(),
    }
}

#[test]
fn the_declared_value_is_that_of_all_parcels() {
    let input = to_input(&pack([Some(10), Some(20)]), true).unwrap();
    assert_eq!(input.fields.declared_value, Some(Decimal::from(30)));
    assert_eq!((input.items.len(), input.parcels.len()), (2, 1));
}

#[test]
fn values_that_are_not_known_are_left_to_the_client() {
    let input = to_input(&pack([Some(10), None]), true).unwrap();
    assert_eq!((input.fields.declared_value, input.items[0].unit_value), (None, Some(Decimal::from(10))));
    let input = to_input(&pack([Some(10), Some(20)]), false).unwrap();
    assert_eq!((input.fields.currency, input.items[0].unit_value), (None, None));
}

#[test]
fn goods_of_an_order_bring_what_customs_asks_for() {
    let goods = |hs_code: &str| PackedItem {
        quantity: 3,
        hs_code: Some(hs_code.into()),
        origin_country_id: Some(156),
        net_weight_g: Some(600.0),
        sku: Some("SKU-1".into()),
        ..PackedItem::of_parcel("Shirt".into(), Some(Decimal::new(19_995, 3)))
    };
    let order = PackedOrder { channel: "shop".into(), external_id: "1042".into() };
    let whole = PackedShipment {
        order: Some(order),
        items: vec![goods("610910"), goods("61")],
        ..pack([None, None])
    };
    let input = to_input(&whole, true).unwrap();
    assert_eq!((input.fields.source.as_str(), input.fields.external_ref.as_deref()), ("shop", Some("1042")));
    assert_eq!(input.fields.declared_value, Some(Decimal::new(11_998, 2)), "two lines of 59.99");
    let codes: Vec<Option<&str>> = input.items.iter().map(|item| item.hs_code.as_deref()).collect();
    assert_eq!(codes, [Some("610910"), None], "a wrong one is left out");
    assert_eq!((input.items[0].quantity, input.items[0].net_weight_g), (Decimal::from(3), Some(600.0)));
}

#[test]
fn a_draft_keeps_what_its_client_wrote_of_the_packed_goods() {
    let goods = |sku: &str, quantity, value: Option<i64>| PackedItem {
        sku: Some(sku.into()),
        quantity,
        ..PackedItem::of_parcel("As in stock".into(), value.map(Decimal::from))
    };
    let mut draft = to_input(&pack([None, None]), true).unwrap();
    draft.items.truncate(1);
    draft.items[0].sku = Some("ONE".into());
    draft.items[0].description = "As written".into();
    draft.items[0].unit_value = Some(Decimal::from(5));
    let two = PackedParcel { weight_g: 700, size_mm: Some([30.0, 20.0, 10.0]) };
    let whole = PackedShipment {
        parcels: vec![two, two],
        items: vec![goods("ONE", 2, None), goods("TWO", 1, Some(7))],
        ..pack([None, None])
    };
    let asked = ["ONE", "TWO"].map(str::to_owned);
    let filled = fill_in(&draft, &whole, &asked).unwrap();
    let found: Vec<_> =
        filled.items.iter().map(|one| (one.description.as_str(), one.quantity, one.unit_value)).collect();
    let [two_units, one_unit] = [2, 1].map(Decimal::from);
    assert_eq!(
        found,
        [
            ("As written", two_units, Some(Decimal::from(5))),
            ("As in stock", one_unit, Some(Decimal::from(7))),
        ]
    );
    assert_eq!((filled.parcels.len(), filled.fields.declared_value), (2, Some(Decimal::from(17))));
}

#[test]
fn a_draft_keeps_goods_that_are_not_of_the_stock() {
    let mut draft = to_input(&pack([None, None]), true).unwrap();
    let mut write = |description: &str, sku: Option<&str>| {
        let first = draft.items[0].clone();
        draft.items.push(ShipmentItem {
            description: description.into(),
            sku: sku.map(str::to_owned),
            ..first
        });
    };
    write("A book", None);
    write("A lamp", Some("OWN-1"));
    write("Asked, and not there", Some("TWO"));
    draft.items.drain(..2);
    let goods = PackedItem { sku: Some("ONE".into()), ..PackedItem::of_parcel("As in stock".into(), None) };
    let whole = PackedShipment { items: vec![goods], ..pack([None, None]) };
    let filled = fill_in(&draft, &whole, &["ONE", "TWO"].map(str::to_owned)).unwrap();
    let found: Vec<&str> = filled.items.iter().map(|one| one.description.as_str()).collect();
    assert_eq!(found, ["As in stock", "A book", "A lamp"]);
}

#[test]
fn a_draft_takes_from_the_stock_what_its_client_left_out() {
    let mut draft = to_input(&pack([None, None]), true).unwrap();
    draft.items.truncate(1);
    draft.items[0].sku = Some("ONE".into());
    draft.items[0].origin_country_id = Some(76);
    let goods = PackedItem {
        sku: Some("ONE".into()),
        hs_code: Some("610910".into()),
        origin_country_id: Some(156),
        ..PackedItem::of_parcel("As in stock".into(), Some(Decimal::from(7)))
    };
    let whole = PackedShipment { items: vec![goods], ..pack([None, None]) };
    let filled = fill_in(&draft, &whole, &["ONE".to_owned()]).unwrap();
    let item = &filled.items[0];
    assert_eq!((item.description.as_str(), item.hs_code.as_deref()), ("Camera", Some("610910")));
    assert_eq!((item.origin_country_id, item.unit_value), (Some(76), Some(Decimal::from(7))));
    assert_eq!(filled.fields.declared_value, Some(Decimal::from(7)));
}

#[test]
fn a_declared_value_does_not_outlive_the_goods_that_it_was_of() {
    let mut draft = to_input(&pack([None, None]), true).unwrap();
    draft.items.clear();
    draft.fields.declared_value = Some(Decimal::from(99));
    let fill = |values| fill_in(&draft, &pack(values), &[]).unwrap().fields.declared_value;
    assert_eq!(fill([Some(10), Some(20)]), Some(Decimal::from(30)));
    assert_eq!(fill([Some(10), None]), None, "that of one is not known");
    assert_eq!(fill([None, None]), Some(Decimal::from(99)), "nothing else says what they are worth");
}
