//! What a shipment lacks: the one list, by its route, its contents and the stage that needs a field.
//!
//! The form in the browser has the same rules; `openapi/missing-fields.json` has the cases that both must agree on.

use poem_openapi::Object;

use super::fields::{ContentsType, ShipmentFields, ShipmentInput, ShipmentItem};
use crate::status::ShipmentStatus;
use server_core::address::served::RecipientNeeds;
use trade::wire_name;

/// A shipment with thousands of items names only its first missing fields.
const MAX_NAMED: usize = 100;
/// SQL of the terms of goods that cross a border when nobody chose others: the service includes duties and taxes, or the
/// recipient pays them. Names no table: `tax_modality` is of a service.
#[macro_export]
macro_rules! usual_terms {
    () => {
        "case tax_modality when 'ddp' then 'DDP' else 'DAP' end"
    };
}

/// Without these no price can be calculated.
const FOR_A_QUOTE: [&str; 3] = ["from_country_id", "to_country_id", "declared_weight_g"];

wire_name! {
    /// The first stage of a shipment that needs a field.
    FieldStage {
        /// A price can be calculated.
        Quote = "quote",
        /// The shipment can be confirmed.
        Confirm = "confirm",
        /// Customs documents can be printed.
        Documents = "documents",
    }
}

/// A field that a shipment lacks.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct MissingField {
    /// Its name, as in the form: `to_postcode`, `items.0.hs_code`.
    pub field: String,
    /// The first stage that needs it.
    pub stage: FieldStage,
}

/// What customs documents say of one kind of goods.
#[derive(Clone, Copy, Debug)]
pub struct CustomsLine {
    pub has_value: bool,
    pub has_net_weight: bool,
    pub has_tariff_code: bool,
    pub has_origin: bool,
}

impl From<&ShipmentItem> for CustomsLine {
    fn from(item: &ShipmentItem) -> Self {
        Self {
            has_value: item.unit_value.is_some(),
            has_net_weight: item.net_weight_g.is_some_and(|grams| grams > 0.0),
            has_tariff_code: item.hs_code.as_deref().is_some_and(|code| !code.is_empty()),
            has_origin: item.origin_country_id.is_some(),
        }
    }
}

/// Names of the fields that a shipment lacks to be confirmed. Empty: it can be.
pub fn list_for_confirmation(input: &ShipmentInput, needs: RecipientNeeds) -> Vec<String> {
    let lines: Vec<CustomsLine> = input.items.iter().map(CustomsLine::from).collect();
    let of_customs = list_for_customs(&input.fields, &lines).into_iter();
    let of_customs = of_customs.filter(|missing| missing.stage != FieldStage::Documents);
    let mut names: Vec<String> = list_of_way(input, needs).into_iter().map(str::to_owned).collect();
    names.extend(of_customs.map(|missing| missing.field));
    let has_amount =
        input.fields.declared_value.is_some() || input.items.iter().any(|item| item.unit_value.is_some());
    if has_amount && input.fields.currency.is_none() {
        names.push("currency".to_owned());
    }
    names.truncate(MAX_NAMED);
    names
}

/// What every shipment needs: the way, the recipient, the weight and the contents.
fn list_of_way(input: &ShipmentInput, needs: RecipientNeeds) -> Vec<&'static str> {
    let fields = &input.fields;
    let weighs = fields.declared_weight_g.is_some_and(|weight| weight > 0)
        || (!input.parcels.is_empty() && input.parcels.iter().all(|parcel| parcel.weight_g.unwrap_or(0) > 0));
    let needs_phone = needs.phone && crosses_border(fields);
    let needed = [
        ("service_id", fields.service_id.is_some()),
        ("from_name", fields.from_name.is_some()),
        ("from_country_id", fields.from_country_id.is_some()),
        ("from_address_1", fields.from_address_1.is_some()),
        ("from_city", fields.from_city.is_some()),
        ("to_name", fields.to_name.is_some()),
        ("to_document", !needs.document || fields.to_document.is_some()),
        ("to_country_id", fields.to_country_id.is_some()),
        ("to_postcode", !needs.postcode || fields.to_postcode.is_some()),
        ("to_address_1", fields.to_address_1.is_some()),
        ("to_city", fields.to_city.is_some()),
        ("to_state_id", !needs.state || fields.to_state_id.is_some()),
        ("to_phone", !needs_phone || fields.to_phone.is_some()),
        ("contents_type", fields.contents_type.is_some()),
        ("declared_value", fields.declared_value.is_some()),
        ("declared_weight_g", weighs),
        ("items", !input.items.is_empty()),
    ];
    needed.into_iter().filter(|(_, is_there)| !is_there).map(|(name, _)| name).collect()
}

/// What customs documents need of the goods. Goods that cross a border need it for their confirmation, as their documents go
/// with the parcel; others only when somebody prints such a document.
pub fn list_for_customs(fields: &ShipmentFields, lines: &[CustomsLine]) -> Vec<MissingField> {
    let stage = if goes_through_customs(fields) { FieldStage::Confirm } else { FieldStage::Documents };
    let mut missing = Vec::new();
    let mut push = |field: String, is_there: bool| {
        if !is_there && missing.len() < MAX_NAMED {
            missing.push(MissingField { field, stage });
        }
    };
    for (index, line) in lines.iter().enumerate() {
        push(format!("items.{index}.unit_value"), line.has_value);
        push(format!("items.{index}.net_weight_g"), line.has_net_weight);
        push(format!("items.{index}.hs_code"), line.has_tariff_code);
        push(format!("items.{index}.origin_country_id"), line.has_origin);
    }
    // Goods that cross a border have the usual terms at least.
    let has_terms =
        stage == FieldStage::Confirm || fields.incoterm.as_deref().is_some_and(|it| !it.is_empty());
    push("incoterm".to_owned(), has_terms);
    missing
}

/// All that a shipment lacks with its stages: first `stored`, which its confirmation needs, then what only documents need.
pub fn list_by_stage(stored: &[String], input: &ShipmentInput) -> Vec<MissingField> {
    let first_stage = |field: &String| {
        let is_early = FOR_A_QUOTE.contains(&field.as_str());
        MissingField {
            field: field.clone(),
            stage: if is_early { FieldStage::Quote } else { FieldStage::Confirm },
        }
    };
    let lines: Vec<CustomsLine> = input.items.iter().map(CustomsLine::from).collect();
    let of_customs = list_for_customs(&input.fields, &lines).into_iter();
    let late = of_customs.filter(|missing| missing.stage == FieldStage::Documents);
    stored.iter().map(first_stage).chain(late).collect()
}

/// What is shown of the stored list: a cancelled shipment asks for nothing.
pub fn list_shown(status: ShipmentStatus, stored: Vec<String>) -> Vec<String> {
    if status == ShipmentStatus::Cancelled { Vec::new() } else { stored }
}

/// The name without the number of its item, for sums over many shipments: `items.hs_code`.
pub fn without_number(field: &str) -> String {
    match field.strip_prefix("items.").and_then(|rest| rest.split_once('.')) {
        Some((_, name)) => format!("items.{name}"),
        None => field.to_owned(),
    }
}

/// Documents pass without a customs declaration. Contents that nobody named yet may be goods.
pub fn goes_through_customs(fields: &ShipmentFields) -> bool {
    crosses_border(fields) && fields.contents_type != Some(ContentsType::Documents)
}

fn crosses_border(fields: &ShipmentFields) -> bool {
    fields.from_country_id.zip(fields.to_country_id).is_some_and(|(from, to)| from != to)
}

#[cfg(test)]
mod tests;
