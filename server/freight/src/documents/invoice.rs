//! The commercial invoice, in English.

use super::common;
use super::goods::{self, Totals};
use super::store::Papers;
use super::words;
use crate::shipments::fields::ContentsType;
use crate::shipments::labels::model::Stationery;
use paper::data::Data;
use server_core::http::messages::Language;
use server_core::mail::MailError;

/// Incoterms whose place is that of the seller.
const AT_ORIGIN: &[&str] = &["EXW", "FCA", "FAS", "FOB"];

pub fn data(english: &Stationery, papers: &Papers) -> Result<Data, MailError> {
    let mut data = common::data(english, papers, "Commercial invoice")?;
    let shipment = papers.shipment();
    let fields = &shipment.fields;
    let number = fields.external_ref.as_ref().unwrap_or(&shipment.tracking_code);
    data.set("number", number);
    data.set("reason", fields.contents_type.map_or("", reason));
    data.set("place", place(papers).unwrap_or_default());
    let freight = fields.freight_declared.filter(|freight| !freight.is_zero());
    let shown = |amount| goods::amount(amount, papers.currency(), Language::En);
    data.set("freight", freight.map(shown).unwrap_or_default());
    data.set("total.invoice", shown(Totals::of(papers).value + freight.unwrap_or_default()));
    let signer = fields.from_responsible.as_ref().or(fields.from_name.as_ref());
    data.set("signer", signer.cloned().unwrap_or_default());
    Ok(data)
}

const fn reason(contents: ContentsType) -> &'static str {
    match contents {
        ContentsType::Merchandise => "Sale",
        ContentsType::Return => "Return of goods",
        other => words::contents(other, Language::En),
    }
}

/// The place after the incoterm: where the risk changes hands.
fn place(papers: &Papers) -> Option<String> {
    let fields = &papers.shipment().fields;
    let code = fields.incoterm.as_deref()?.get(..3)?.to_uppercase();
    let is_at_origin = AT_ORIGIN.contains(&code.as_str());
    if is_at_origin { fields.from_city.clone() } else { fields.to_city.clone() }
}
