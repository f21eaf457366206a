//! Fields that a document needs and a shipment lacks.

use super::form::DocumentKind;
use super::store::{GoodsRow, Papers};
use crate::shipments::fields::ContentsType;
use crate::shipments::missing_fields::{self, CustomsLine};

/// Names of the fields, as in the form: `incoterm`, `items.0.hs_code`. Empty: the document can be printed.
pub fn missing(kind: DocumentKind, papers: &Papers) -> Vec<String> {
    let shipment = papers.shipment();
    let mut missing = missing_fields::list_shown(shipment.status, shipment.missing.clone());
    if matches!(kind, DocumentKind::Label | DocumentKind::OrderView) {
        return missing;
    }
    push(&mut missing, "items", !papers.goods.is_empty());
    let lines: Vec<CustomsLine> = papers.goods.iter().map(CustomsLine::from).collect();
    for one in missing_fields::list_for_customs(&shipment.fields, &lines) {
        push(&mut missing, &one.field, !is_shown(kind, shipment.fields.contents_type, &one.field));
    }
    push(&mut missing, "currency", shipment.fields.currency.is_some());
    missing
}

/// Whether a document shows a field. Customs want no tariff number of documents.
fn is_shown(kind: DocumentKind, contents: Option<ContentsType>, field: &str) -> bool {
    let is_of_trade = field.ends_with(".hs_code") || field.ends_with(".origin_country_id");
    match kind {
        DocumentKind::Label | DocumentKind::OrderView => false,
        DocumentKind::CustomsDeclaration => {
            field != "incoterm" && !(is_of_trade && contents == Some(ContentsType::Documents))
        }
        DocumentKind::CommercialInvoice => !field.ends_with(".net_weight_g"),
    }
}

impl From<&GoodsRow> for CustomsLine {
    fn from(item: &GoodsRow) -> Self {
        Self {
            has_value: item.unit_value.is_some(),
            has_net_weight: item.net_weight_g.is_some_and(|grams| grams > 0.0),
            has_tariff_code: item.hs_code.as_deref().is_some_and(|code| !code.is_empty()),
            has_origin: item.origin_code.is_some(),
        }
    }
}

fn push(missing: &mut Vec<String>, field: &str, is_there: bool) {
    if !is_there && !missing.iter().any(|one| one == field) {
        missing.push(field.to_owned());
    }
}
