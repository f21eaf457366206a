//! The forms that are sent to Karrio. Pure.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::{Map, Value, json};

use crate::server::{Consignment, LabelOrder};
use freight::shipments::to_carrier::{ItemToCarry, ParcelToCarry};
use trade::carrier_party::CarrierParty;

/// Texts are cut where Karrio takes no more.
const LONGEST_LINE: usize = 100;
const LONGEST_CITY: usize = 50;
const LONGEST_REFERENCE: usize = 35;

/// The form of a request for rates of one carrier.
pub fn build_rate_request(consignment: &Consignment, account: &str) -> Value {
    let mut form = build_consignment(consignment);
    form.insert("carrier_ids".into(), json!([account]));
    form.insert("services".into(), json!([]));
    Value::Object(form)
}

/// The form of a shipment whose label is bought in the same call.
pub fn build_shipment(order: &LabelOrder, account: &str) -> Value {
    let mut form = build_consignment(&order.consignment);
    form.insert("carrier_ids".into(), json!([account]));
    form.insert("service".into(), json!(order.service));
    form.insert("label_type".into(), json!("PDF"));
    // It is found again by the one, and people read the other on the label.
    form.insert("order_id".into(), json!(order.reference));
    form.insert("reference".into(), json!(cut(&order.consignment.tracking_code, LONGEST_REFERENCE)));
    Value::Object(form)
}

fn build_consignment(consignment: &Consignment) -> Map<String, Value> {
    let mut form = Map::new();
    form.insert("shipper".into(), build_party(&consignment.sender));
    form.insert("recipient".into(), build_party(&consignment.recipient));
    let parcels: Vec<Value> = consignment.parcels.iter().map(build_parcel).collect();
    form.insert("parcels".into(), json!(parcels));
    if let Some(currency) = &consignment.currency {
        form.insert("options".into(), build_options(consignment, currency));
    }
    let is_abroad = consignment.sender.country != consignment.recipient.country;
    if is_abroad && !consignment.items.is_empty() {
        form.insert("customs".into(), build_customs(consignment));
    }
    form
}

fn build_options(consignment: &Consignment, currency: &str) -> Value {
    let mut options = Map::from_iter([("currency".to_owned(), json!(currency))]);
    if let Some(value) = consignment.declared_value {
        options.insert("declared_value".into(), to_number(value));
    }
    Value::Object(options)
}

/// Fields without a value are left out: some carriers refuse an empty one.
pub fn build_party(party: &CarrierParty) -> Value {
    let house = [party.street.as_deref(), party.number.as_deref()];
    let line = join(&house, " ");
    let beside = join(&[party.complement.as_deref(), party.district.as_deref()], ", ");
    let fields = [
        ("person_name", party.name.clone(), LONGEST_LINE),
        ("company_name", party.company.clone(), LONGEST_LINE),
        ("federal_tax_id", party.document.clone(), LONGEST_CITY),
        ("email", party.email.clone(), 254),
        ("phone_number", party.phone.clone(), LONGEST_CITY),
        ("country_code", party.country.clone(), 2),
        ("postal_code", party.postcode.clone(), 20),
        ("address_line1", line, LONGEST_LINE),
        ("address_line2", beside, LONGEST_LINE),
        ("city", party.city.clone(), LONGEST_CITY),
        ("state_code", party.state.clone(), LONGEST_CITY),
    ];
    let present = fields.into_iter().filter_map(|(name, text, longest)| {
        let text = text.filter(|text| !text.trim().is_empty())?;
        Some((name.to_owned(), json!(cut(&text, longest))))
    });
    Value::Object(present.collect())
}

fn build_parcel(parcel: &ParcelToCarry) -> Value {
    let mut form = Map::new();
    form.insert("weight".into(), json!(f64::from(parcel.weight_g.unwrap_or_default()) / 1000.0));
    form.insert("weight_unit".into(), json!("KG"));
    let sides = [("length", parcel.length_mm), ("width", parcel.width_mm), ("height", parcel.height_mm)];
    if sides.iter().all(|(_, side)| side.is_some()) {
        form.insert("dimension_unit".into(), json!("CM"));
        for (name, side) in sides {
            form.insert(name.into(), json!(side.unwrap_or_default() / 10.0));
        }
    }
    Value::Object(form)
}

fn build_customs(consignment: &Consignment) -> Value {
    let currency = consignment.currency.as_deref();
    let goods: Vec<Value> = consignment.items.iter().map(|item| build_commodity(item, currency)).collect();
    let mut form = Map::from_iter([("commodities".to_owned(), json!(goods))]);
    if let Some(incoterm) = &consignment.incoterm {
        form.insert("incoterm".into(), json!(incoterm));
    }
    Value::Object(form)
}

/// One commodity for all pieces. Karrio takes whole pieces, with the weight and the value of one: together they are worth what
/// was declared, also when a quantity is none of whole pieces.
fn build_commodity(item: &ItemToCarry, currency: Option<&str>) -> Value {
    let pieces = item.quantity.ceil().to_i64().unwrap_or(1).max(1);
    let weight_g = item.net_weight_g.unwrap_or_default() / pieces.to_f64().unwrap_or(1.0);
    let mut form = Map::new();
    form.insert("weight".into(), json!(weight_g / 1000.0));
    form.insert("weight_unit".into(), json!("KG"));
    form.insert("quantity".into(), json!(pieces));
    form.insert("title".into(), json!(cut(&item.description, 35)));
    form.insert("description".into(), json!(cut(&item.description, LONGEST_LINE)));
    if let Some(code) = &item.hs_code {
        form.insert("hs_code".into(), json!(code));
    }
    if let Some(origin) = &item.origin {
        form.insert("origin_country".into(), json!(origin));
    }
    if let Some((value, currency)) = item.unit_value.zip(currency) {
        let each = (value * item.quantity / Decimal::from(pieces)).round_dp(4);
        form.insert("value_amount".into(), to_number(each));
        form.insert("value_currency".into(), json!(currency));
    }
    Value::Object(form)
}

fn to_number(amount: Decimal) -> Value {
    json!(amount.to_f64().unwrap_or_default())
}

fn join(parts: &[Option<&str>], between: &str) -> Option<String> {
    let parts: Vec<&str> =
        parts.iter().flatten().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

fn cut(text: &str, longest: usize) -> String {
    text.trim().chars().take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::test_server::consignment;

    fn order() -> LabelOrder {
        LabelOrder { reference: "r-1".into(), service: "standard".into(), consignment: consignment() }
    }

    #[test]
    fn a_label_is_ordered_in_one_call_and_found_by_its_reference() {
        let form = build_shipment(&order(), "my_post");
        assert_eq!((&form["service"], &form["carrier_ids"]), (&json!("standard"), &json!(["my_post"])));
        assert_eq!((&form["order_id"], &form["reference"]), (&json!("r-1"), &json!("RM123456785BR")));
        assert_eq!(form["recipient"]["address_line1"], "Rua Augusta 1500");
        assert_eq!(form["recipient"]["country_code"], "BR");
        assert_eq!(
            form["parcels"][0],
            json!({
                "weight": 1.25, "weight_unit": "KG", "dimension_unit": "CM", "length": 30.0, "width": 20.0, "height": 10.0,
            })
        );
        assert!(form["recipient"].get("company_name").is_none(), "an empty field is left out");
    }

    #[test]
    fn customs_are_told_of_what_goes_abroad_only() {
        assert!(build_rate_request(&consignment(), "my_post").get("customs").is_none());
        let mut abroad = consignment();
        abroad.sender.country = Some("US".into());
        let form = build_rate_request(&abroad, "my_post");
        let goods = &form["customs"]["commodities"][0];
        assert_eq!((&goods["quantity"], &goods["weight"]), (&json!(2), &json!(0.5)));
        assert_eq!((&goods["value_amount"], &goods["value_currency"]), (&json!(12.5), &json!("USD")));
    }

    #[test]
    fn goods_by_weight_or_length_are_worth_what_was_declared() {
        let mut abroad = consignment();
        abroad.sender.country = Some("US".into());
        abroad.items[0].quantity = Decimal::new(15, 1);
        let form = build_rate_request(&abroad, "my_post");
        let goods = &form["customs"]["commodities"][0];
        assert_eq!((&goods["quantity"], &goods["value_amount"]), (&json!(2), &json!(9.375)));
    }
}
