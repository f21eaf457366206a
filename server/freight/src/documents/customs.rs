//! The customs declaration: CN 22 for small values, otherwise CN 23. In English, as customs of all countries read it.

use super::common;
use super::form::DocumentForm;
use super::goods::Totals;
use super::store::Papers;
use super::words;
use crate::shipments::fields::ContentsType;
use crate::shipments::labels::model::Stationery;
use paper::data::Data;
use server_core::http::messages::Language;
use server_core::mail::MailError;

/// The largest weight of a CN 22, in grams.
const SMALL_WEIGHT_G: i64 = 2_000;

const INSPECTION: &str = "Sanitary inspection";

/// A value that cannot be compared needs the form for all values.
pub fn form(papers: &Papers) -> DocumentForm {
    let totals = Totals::of(papers);
    let is_light = totals.gross_g.is_some_and(|grams| grams <= SMALL_WEIGHT_G);
    let is_small = papers.small_value.is_some_and(|most| totals.value <= most);
    if is_light && is_small { DocumentForm::Cn22 } else { DocumentForm::Cn23 }
}

pub fn data(english: &Stationery, papers: &Papers) -> Result<Data, MailError> {
    let mut data = common::data(english, papers, "Customs declaration")?;
    let fields = &papers.shipment().fields;
    let path = fields.contents_type.map(|contents| match contents {
        ContentsType::Gift => "category.gift",
        ContentsType::Documents => "category.documents",
        ContentsType::Sample => "category.sample",
        ContentsType::Return => "category.returned",
        ContentsType::Merchandise => "category.sale",
        ContentsType::Medicine | ContentsType::Other => "category.other",
    });
    if let Some(path) = path {
        data.set(path, "X");
    }
    if fields.contents_type == Some(ContentsType::Medicine) {
        data.set("category.text", words::contents(ContentsType::Medicine, Language::En));
    }
    data.set("invoice", fields.external_ref.clone().unwrap_or_default());
    data.set("comments", comments(papers));
    let licence = papers.regulatory_request.as_ref().and_then(|request| request.authorization_no.clone());
    data.set("licence", licence.unwrap_or_default());
    Ok(data)
}

/// Goods that an authority inspects. Medicine is inspected in every country.
pub fn comments(papers: &Papers) -> String {
    let protocol = papers.regulatory_request.as_ref().map(|request| request.protocol_no.as_deref());
    match protocol {
        Some(Some(protocol)) => format!("{INSPECTION}, protocol {protocol}"),
        Some(None) => INSPECTION.to_owned(),
        None if papers.shipment().fields.contents_type == Some(ContentsType::Medicine) => {
            INSPECTION.to_owned()
        }
        None => String::new(),
    }
}
