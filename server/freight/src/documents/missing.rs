//! Fields that a document needs and a shipment lacks.

use super::form::DocumentKind;
use super::store::{GoodsRow, Papers};
use crate::shipments::fields::ContentsType;

/// Names of the fields, as in the form: `incoterm`, `items.0.hs_code`. Empty: the document can be printed.
pub fn missing(kind: DocumentKind, papers: &Papers) -> Vec<String> {
    let shipment = papers.shipment();
    let mut missing = shipment.missing.clone();
    match kind {
        DocumentKind::Label | DocumentKind::OrderView => return missing,
        DocumentKind::CustomsDeclaration => {
            let is_traded = shipment.fields.contents_type.is_some_and(is_traded);
            items(papers, &mut missing, |item| customs(item, is_traded).to_vec());
        }
        DocumentKind::CommercialInvoice => {
            push(&mut missing, "incoterm", is_given(shipment.fields.incoterm.as_ref()));
            items(papers, &mut missing, |item| trade(item).to_vec());
        }
    }
    push(&mut missing, "currency", shipment.fields.currency.is_some());
    missing
}

/// Customs want the tariff number and the origin of goods that are traded.
fn is_traded(contents: ContentsType) -> bool {
    !matches!(contents, ContentsType::Gift | ContentsType::Documents)
}

type Needed = (&'static str, bool);

fn customs(item: &GoodsRow, is_traded: bool) -> [Needed; 4] {
    let [value, code, origin] = trade(item);
    let weight = ("net_weight_g", item.net_weight_g.is_some_and(|grams| grams > 0));
    [value, weight, (code.0, code.1 || !is_traded), (origin.0, origin.1 || !is_traded)]
}

fn trade(item: &GoodsRow) -> [Needed; 3] {
    [
        ("unit_value", item.unit_value.is_some()),
        ("hs_code", is_given(item.hs_code.as_ref())),
        ("origin_country_id", item.origin_code.is_some()),
    ]
}

fn items(papers: &Papers, missing: &mut Vec<String>, needed: impl Fn(&GoodsRow) -> Vec<Needed>) {
    push(missing, "items", !papers.goods.is_empty());
    for (index, item) in papers.goods.iter().enumerate() {
        for (field, is_there) in needed(item) {
            push(missing, &format!("items.{index}.{field}"), is_there);
        }
    }
}

fn push(missing: &mut Vec<String>, field: &str, is_there: bool) {
    if !is_there && !missing.iter().any(|one| one == field) {
        missing.push(field.to_owned());
    }
}

fn is_given(text: Option<&String>) -> bool {
    text.is_some_and(|text| !text.is_empty())
}
