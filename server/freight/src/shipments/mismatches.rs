//! Figures of a shipment that do not agree. They are told, and nothing is refused: the declared value may have a discount, and
//! a scale may be wrong.

use poem_openapi::Object;
use rust_decimal::Decimal;

use super::fields::{ShipmentInput, ShipmentItem};
use trade::money::round_to_coins;
use trade::wire_name;

wire_name! {
    /// Two figures that should agree: the declared weight and that of the parcels, the net weight of the items and the gross
    /// weight, or the declared value and the value of the items.
    MismatchKind {
        GrossBelowParcels = "gross_below_parcels", NetAboveGross = "net_above_gross", ValueOfItems = "value_of_items"
    }
}

/// Two figures of a shipment that do not agree.
#[derive(Object, Debug, Clone, PartialEq, Eq)]
pub struct ShipmentMismatch {
    pub kind: MismatchKind,
    /// The gross weight in grams, or the declared value.
    pub stated: Decimal,
    /// The sum of the parcels or of the items, in grams or in the currency of the shipment.
    pub counted: Decimal,
}

/// All mismatches. Figures that are not complete are not compared.
pub fn list(input: &ShipmentInput) -> Vec<ShipmentMismatch> {
    [gross_below_parcels(input), net_above_gross(input), value_of_items(input)]
        .into_iter()
        .flatten()
        .collect()
}

/// Parcels without a weight add nothing, so the known ones alone can exceed what was declared.
fn gross_below_parcels(input: &ShipmentInput) -> Option<ShipmentMismatch> {
    let stated = i64::from(input.fields.declared_weight_g?);
    let counted: i64 = input.parcels.iter().filter_map(|parcel| parcel.weight_g).map(i64::from).sum();
    (counted > stated).then(|| ShipmentMismatch {
        kind: MismatchKind::GrossBelowParcels,
        stated: stated.into(),
        counted: counted.into(),
    })
}

/// The gross weight is kept in whole grams, so the net weight is compared as such.
fn net_above_gross(input: &ShipmentInput) -> Option<ShipmentMismatch> {
    let parcels: Option<i64> = input.parcels.iter().map(|parcel| parcel.weight_g.map(i64::from)).sum();
    let parcels = parcels.filter(|_| !input.parcels.is_empty());
    let stated = input.fields.declared_weight_g.map(i64::from).or(parcels)?;
    let net: f64 = input.items.iter().filter_map(|item| item.net_weight_g).sum();
    let counted = net.round() as i64;
    (counted > stated).then(|| ShipmentMismatch {
        kind: MismatchKind::NetAboveGross,
        stated: stated.into(),
        counted: counted.into(),
    })
}

fn value_of_items(input: &ShipmentInput) -> Option<ShipmentMismatch> {
    let currency = input.fields.currency.as_deref()?;
    let stated = input.fields.declared_value?;
    let lines: Option<Vec<Decimal>> = input.items.iter().map(|item| line_value(item, currency)).collect();
    let counted: Decimal = lines.filter(|lines| !lines.is_empty())?.iter().sum();
    (counted != stated).then_some(ShipmentMismatch { kind: MismatchKind::ValueOfItems, stated, counted })
}

/// Rounded to the decimals of the currency, as documents print it.
fn line_value(item: &ShipmentItem, currency: &str) -> Option<Decimal> {
    Some(round_to_coins(item.quantity.checked_mul(item.unit_value?)?, Some(currency)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn listed(declared_value: &str, weight_g: i32, items: &Value) -> Vec<(MismatchKind, String, String)> {
        let input: ShipmentInput = serde_json::from_value(json!({
            "source": "manual", "currency": "USD", "declared_value": declared_value,
            "parcels": [{ "weight_g": weight_g }], "items": items,
        }))
        .unwrap();
        let text = |amount: Decimal| amount.normalize().to_string();
        list(&input).into_iter().map(|one| (one.kind, text(one.stated), text(one.counted))).collect()
    }

    fn mug(quantity: &str, unit_value: Option<&str>, net_weight_g: Option<f64>) -> Value {
        json!({
            "description": "Mug", "quantity": quantity, "unit_value": unit_value, "net_weight_g": net_weight_g,
        })
    }

    #[test]
    fn a_net_weight_above_the_gross_weight_is_told() {
        let items = json!([mug("1", Some("10"), Some(700.0)), mug("1", Some("10"), Some(301.0))]);
        assert_eq!(
            listed("20", 1_000, &items),
            [(MismatchKind::NetAboveGross, "1000".into(), "1001".into())]
        );
        assert_eq!(listed("20", 1_001, &items), []);
        let light = vec![mug("1", Some("0.02"), Some(0.431)); 1_000];
        assert_eq!(listed("20", 431, &json!(light)), []);
    }

    #[test]
    fn a_declared_weight_below_that_of_the_parcels_is_told() {
        let listed = |declared_weight_g: Option<i32>| {
            let input: ShipmentInput = serde_json::from_value(json!({
                "source": "manual", "declared_weight_g": declared_weight_g,
                "parcels": [{ "weight_g": 600 }, {}, { "weight_g": 500 }], "items": [],
            }))
            .unwrap();
            list(&input)
        };
        let kind = MismatchKind::GrossBelowParcels;
        let told = ShipmentMismatch { kind, stated: 1_099.into(), counted: 1_100.into() };
        assert_eq!(listed(Some(1_099)), [told]);
        assert_eq!(listed(Some(1_100)), []);
        assert_eq!(listed(None), []);
    }

    #[test]
    fn a_declared_value_that_is_not_that_of_the_items_is_told() {
        let items = json!([mug("3", Some("14.4332"), None), mug("2", Some("5"), None)]);
        assert_eq!(listed("53.30", 1_000, &items), []);
        assert_eq!(listed("50", 1_000, &items), [(MismatchKind::ValueOfItems, "50".into(), "53.3".into())]);
    }

    #[test]
    fn figures_that_are_not_complete_are_not_compared() {
        let items = json!([mug("1", Some("10"), None), mug("1", None, None)]);
        assert_eq!(listed("99", 1_000, &items), []);
        assert_eq!(listed("99", 1_000, &json!([])), []);
    }
}
