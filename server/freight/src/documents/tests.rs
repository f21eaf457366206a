//! The figures and the choice of the form, and the layouts of the product.

use chrono::DateTime;
use rust_decimal::Decimal;
use serde_json::json;
use uuid::Uuid;

use super::customs;
use super::form::{DocumentForm, DocumentKind};
use super::goods::{Totals, kilograms, line_value};
use super::missing::missing;
use super::store::{GoodsRow, Papers, RegulatoryRow};
use crate::shipments::fields::ContentsType;
use crate::shipments::labels::store::{Consignment, ParcelRow, ShipmentRow};
use crate::status::ShipmentStatus;
use paper::check::check;
use paper::fonts::Fonts;
use server_core::http::messages::Language;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn item(quantity: &str, unit_value: &str, net_weight_g: impl Into<f64>) -> GoodsRow {
    GoodsRow {
        shipment_id: Uuid::nil(),
        description: "Mug".to_owned(),
        hs_code: Some("691200".to_owned()),
        sku: None,
        quantity: decimal(quantity),
        unit: None,
        unit_value: Some(decimal(unit_value)),
        net_weight_g: Some(net_weight_g.into()),
        origin_code: Some("BR".to_owned()),
        origin_names: None,
    }
}

fn papers(currency: &str, goods: Vec<GoodsRow>) -> Papers {
    let fields = json!({ "currency": currency, "contents_type": "merchandise", "incoterm": "DAP" });
    let shipment = ShipmentRow {
        id: Uuid::nil(),
        tracking_code: "LX821947508BR".to_owned(),
        status: ShipmentStatus::Draft,
        missing: Vec::new(),
        created_at: DateTime::UNIX_EPOCH,
        confirmed_at: None,
        held_at: None,
        label_prints: 0,
        service_titles: None,
        usual_terms: None,
        client_name: None,
        volumetric_weight_g: None,
        chargeable_weight_g: None,
        from_country_code: None,
        from_country_names: None,
        from_state_code: None,
        from_state_name: None,
        to_country_code: None,
        to_country_names: None,
        to_state_code: None,
        to_state_name: None,
        fields: serde_json::from_value(fields).unwrap(),
    };
    let parcel = |weight_g| ParcelRow {
        shipment_id: Uuid::nil(),
        length_mm: None,
        width_mm: None,
        height_mm: None,
        weight_g: Some(weight_g),
    };
    let consignment =
        Consignment { shipment, parcels: vec![parcel(1_500), parcel(500)], first_items: Vec::new() };
    Papers {
        consignment,
        goods,
        events: Vec::new(),
        regulatory_request: None,
        small_value: Some(decimal("400")),
    }
}

#[test]
fn a_cn22_is_for_at_most_300_sdr_and_two_kilograms() {
    let form = |value: &str, change: fn(&mut Papers)| {
        let mut papers = papers("USD", vec![item("1", value, 100)]);
        change(&mut papers);
        customs::form(&papers)
    };
    let (cn22, cn23) = (DocumentForm::Cn22, DocumentForm::Cn23);
    assert_eq!(form("400.00", |_| {}), cn22);
    assert_eq!(form("400.01", |_| {}), cn23);
    assert_eq!(form("1.00", |papers| papers.consignment.parcels[0].weight_g = Some(1_501)), cn23);
    assert_eq!(
        form("1.00", |papers| papers.consignment.parcels[0].weight_g = None),
        cn23,
        "the weight is unknown"
    );
    assert_eq!(form("1.00", |papers| papers.small_value = None), cn23, "there is no rate");
}

#[test]
fn a_total_is_the_sum_of_lines_in_the_decimals_of_the_currency() {
    for (currency, line, total) in [
        ("USD", "43.30", "86.60"),
        ("JPY", "43", "86"),
        ("KWD", "43.300", "86.600"),
        ("EUR", "43.30", "86.60"),
    ] {
        let papers = papers(currency, vec![item("3", "14.4332", 100), item("3", "14.4332", 250)]);
        assert_eq!(line_value(&papers.goods[0], currency), Some(decimal(line)), "{currency}");
        let totals = Totals::of(&papers);
        assert_eq!(
            (totals.value, totals.net_mg, totals.gross_g),
            (decimal(total), 350_000, Some(2_000)),
            "{currency}"
        );
    }
}

#[test]
fn net_weights_finer_than_a_gram_keep_their_sum() {
    let papers = papers("USD", vec![item("1", "1", 0.431); 1_000]);
    let total = Totals::of(&papers).net_mg;
    assert_eq!(total, 431_000);
    let printed = [total, 431, 1_250_000, 45_359].map(|milligrams| kilograms(milligrams, Language::En));
    assert_eq!(printed, ["0.431", "0.000431", "1.250", "0.045359"]);
}

#[test]
fn inspected_goods_have_a_comment_for_customs() {
    let mut papers = papers("USD", vec![item("1", "1", 1)]);
    assert_eq!(customs::comments(&papers), "");
    let request = |protocol: Option<&str>| RegulatoryRow {
        shipment_id: Uuid::nil(),
        authorization_no: None,
        protocol_no: protocol.map(str::to_owned),
    };
    papers.regulatory_request = Some(request(None));
    assert_eq!(customs::comments(&papers), "Sanitary inspection");
    papers.regulatory_request = Some(request(Some("25351.9/2026-11")));
    assert_eq!(customs::comments(&papers), "Sanitary inspection, protocol 25351.9/2026-11");
}

#[test]
fn each_document_names_what_it_lacks() {
    let mut papers = papers("USD", vec![item("1", "1", 1), item("1", "1", 1)]);
    for kind in DocumentKind::ALL {
        assert_eq!(missing(*kind, &papers), Vec::<String>::new(), "{kind:?}");
    }
    papers.goods[1] = GoodsRow { hs_code: None, net_weight_g: None, ..item("1", "1", 1) };
    papers.consignment.shipment.fields.incoterm = None;
    assert_eq!(
        missing(DocumentKind::CustomsDeclaration, &papers),
        ["items.1.net_weight_g", "items.1.hs_code"]
    );
    assert_eq!(missing(DocumentKind::CommercialInvoice, &papers), ["items.1.hs_code", "incoterm"]);
    assert_eq!(missing(DocumentKind::OrderView, &papers), Vec::<String>::new());
    papers.consignment.shipment.fields.contents_type = Some(ContentsType::Documents);
    assert_eq!(missing(DocumentKind::CustomsDeclaration, &papers), ["items.1.net_weight_g"]);
}

#[test]
fn the_layouts_of_the_product_print_the_longest_texts() {
    let fonts = Fonts::load_shipped().unwrap();
    for form in DocumentForm::ALL {
        if let Err(findings) = check(form.built_in(), form.vocabulary(), &fonts) {
            panic!("{}: {findings:#?}", form.as_str());
        }
    }
}
