//! From a shipment to what a quote prices, and from a quote to the draft of a shipment.

use uuid::Uuid;

use crate::shipments::fields::{Direction, Parcel, ShipmentFields, ShipmentInput, ShipmentItem};
use pricing::prices::simulation::SimulatedParcel;
use pricing::quotes::input::{QuoteItem, QuoteOptions, QuotePlace, QuoteShipment};
use pricing::quotes::parcels;
use pricing::quotes::parties::Parties;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

/// The owners of a shipment's quote.
pub fn parties_of(fields: &ShipmentFields) -> Parties {
    let ShipmentFields { client_id, subsidiary_id, partner_id, .. } = *fields;
    Parties { client_id, subsidiary_id, partner_id }
}

/// The shipment as it is priced. Fields that it lacks for a price are reported.
pub fn to_quote(input: &ShipmentInput, options: Option<QuoteOptions>) -> ApiResult<QuoteShipment> {
    let fields = &input.fields;
    let mut errors = FieldErrors::default();
    let mut country = |field: &str, id: Option<i16>| {
        id.unwrap_or_else(|| {
            errors.push(field, MessageCode::Required);
            0
        })
    };
    let (from, to) =
        (country("from_country_id", fields.from_country_id), country("to_country_id", fields.to_country_id));
    let parcels = weighed_parcels(input, &mut errors);
    errors.into_result()?;
    let place = |country_id, state_id: Option<i32>, postcode: &Option<String>, city: &Option<String>| {
        QuotePlace { country_id, state_id, postcode: postcode.clone(), city: city.clone() }
    };
    Ok(QuoteShipment {
        origin: place(from, fields.from_state_id, &fields.from_postcode, &fields.from_city),
        destination: place(to, fields.to_state_id, &fields.to_postcode, &fields.to_city),
        to_person_type: Some(fields.to_person_type),
        parcels,
        items: input.items.iter().map(to_quote_item).collect(),
        currency: fields.currency.as_deref().map(|code| code.trim().to_owned()),
        declared_value: fields.declared_value,
        insurance_value: fields.insurance_value.filter(|value| !value.is_zero()),
        contents_type: fields.contents_type,
        incoterm: fields.incoterm.clone(),
        options,
    })
}

/// The parcels with their weights. A single one, or none, weighs what is declared.
fn weighed_parcels(input: &ShipmentInput, errors: &mut FieldErrors) -> Vec<SimulatedParcel> {
    let declared = input.fields.declared_weight_g.filter(|grams| *grams > 0);
    let none = [Parcel {
        length_mm: None,
        width_mm: None,
        height_mm: None,
        weight_g: declared,
        size_unit: None,
        weight_unit: None,
    }];
    let parcels = if input.parcels.is_empty() { &none[..] } else { &input.parcels };
    let whole = declared.filter(|_| parcels.len() == 1);
    for (index, parcel) in parcels.iter().enumerate() {
        if parcel.weight_g.or(whole).unwrap_or_default() == 0 {
            let field = match parcels.len() {
                1 => "declared_weight_g".to_owned(),
                _ => format!("parcels.{index}.weight_g"),
            };
            errors.push(field, MessageCode::ShipmentWithoutWeight);
        }
    }
    parcels.iter().map(|parcel| parcels::to_entered(parcel, whole)).collect()
}

fn to_quote_item(item: &ShipmentItem) -> QuoteItem {
    QuoteItem {
        description: Some(item.description.clone()),
        hs_code: item.hs_code.clone(),
        quantity: item.quantity.normalize(),
        unit_value: item.unit_value.unwrap_or_default().normalize(),
        origin_country_id: item.origin_country_id,
    }
}

/// The draft of a shipment for a quote of the calculator.
///
/// `home` is the company's country.
pub fn to_draft(
    quoted: &QuoteShipment,
    owners: &Parties,
    service_id: Uuid,
    home: i16,
) -> ApiResult<ShipmentInput> {
    let (from, to) = (&quoted.origin, &quoted.destination);
    let direction = match (from.country_id, to.country_id) {
        (from, to) if from == to => Direction::Domestic,
        (_, to) if to == home => Direction::Import,
        _ => Direction::Export,
    };
    let mut fields = default_fields()?;
    fields.client_id = owners.client_id;
    fields.partner_id = owners.partner_id;
    fields.service_id = Some(service_id);
    fields.direction = direction;
    fields.contents_type = quoted.contents_type;
    fields.incoterm.clone_from(&quoted.incoterm);
    fields.currency.clone_from(&quoted.currency);
    fields.declared_value = quoted.declared_value;
    fields.insurance_value = quoted.insurance_value;
    fields.to_person_type = quoted.to_person_type.unwrap_or(fields.to_person_type);
    fields.from_country_id = Some(from.country_id);
    fields.from_state_id = from.state_id;
    fields.from_postcode.clone_from(&from.postcode);
    fields.from_city.clone_from(&from.city);
    fields.to_country_id = Some(to.country_id);
    fields.to_state_id = to.state_id;
    fields.to_postcode.clone_from(&to.postcode);
    fields.to_city.clone_from(&to.city);
    let items = quoted.items.iter().filter_map(to_shipment_item).collect();
    Ok(ShipmentInput { fields, parcels: parcels::to_stored(&quoted.parcels), items })
}

/// Fields with the defaults of the form.
fn default_fields() -> ApiResult<ShipmentFields> {
    serde_json::from_value(serde_json::json!({})).map_err(ApiError::internal)
}

/// Customs need a description of the goods, so items without one are entered later.
fn to_shipment_item(item: &QuoteItem) -> Option<ShipmentItem> {
    Some(ShipmentItem {
        external_ref: None,
        description: item.description.clone()?,
        hs_code: item.hs_code.clone(),
        sku: None,
        batch: None,
        quantity: item.quantity,
        unit: None,
        unit_value: Some(item.unit_value),
        net_weight_g: None,
        origin_country_id: item.origin_country_id,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_draft_of_a_quote_is_priced_as_the_quote_was() {
        let quoted: QuoteShipment = serde_json::from_value(json!({
            "origin": { "country_id": 32, "postcode": "01310-100", "city": "São Paulo" },
            "destination": { "country_id": 238, "state_id": 5, "city": "Miami" },
            "to_person_type": 1,
            "parcels": [{ "pieces": 2, "weight": "1", "weight_unit": "lb", "length": "9", "width": "8", "height": "7",
                          "size_unit": "in" }],
            "items": [{ "description": "Mug", "quantity": "2", "unit_value": "10" }],
            "currency": "USD", "declared_value": "20", "incoterm": "DDP", "contents_type": "merchandise",
        }))
        .unwrap();
        let nobody = Parties { client_id: None, subsidiary_id: None, partner_id: None };
        let draft = to_draft(&quoted, &nobody, Uuid::nil(), 32).unwrap();
        assert_eq!(draft.parcels.len(), 2);
        assert_eq!(draft.parcels[0].weight_g, Some(454), "a pound in whole grams");
        let again = to_quote(&draft, None).unwrap();
        let pieces = [again.parcels[0].clone(), again.parcels[1].clone()];
        let one = SimulatedParcel { pieces: 1, ..quoted.parcels[0].clone() };
        assert_eq!(pieces, [one.clone(), one]);
        assert_eq!(QuoteShipment { parcels: quoted.parcels.clone(), ..again }, quoted);
    }

    #[test]
    fn a_shipment_without_weights_says_where_they_are_missing() {
        let of = |parcels: serde_json::Value| -> ShipmentInput {
            serde_json::from_value(json!({ "from_country_id": 32, "parcels": parcels })).unwrap()
        };
        let told = |parcels| format!("{:?}", to_quote(&of(parcels), None).unwrap_err());
        assert!(told(json!([])).contains("declared_weight_g"));
        assert!(told(json!([{ "weight_g": 5 }, {}])).contains("parcels.1.weight_g"));
        assert!(told(json!([{ "weight_g": 5 }])).contains("to_country_id"));
    }
}
