//! Converts a staged shipment to the form of a shipment, so that the same rules apply.

use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use super::directory::Directory;
use super::field::Field;
use super::group::{StagedItem, StagedParcel, StagedShipment};
use super::value::{Value, Values, whole_grams};
use freight::shipments::fields::{
    ContentsType, Direction, DocumentType, NonDelivery, Parcel, PersonType, ShipmentFields, ShipmentInput,
    ShipmentItem,
};
use freight::shipments::missing_fields;
use freight::shipments::model::BRAZIL;

/// Values shared by all shipments of an import.
#[derive(Debug, Clone)]
pub struct Common {
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    /// True when a client's or a partner's user runs the import. Their mapping cannot name the source.
    pub is_outside: bool,
    /// The tenant's own country, which separates export, import and domestic.
    pub home_country_id: i16,
}

/// The source when the mapping gives none.
const DEFAULT_SOURCE: &str = "import";

impl Common {
    fn source(&self, stated: Option<&str>) -> String {
        stated.filter(|_| !self.is_outside).unwrap_or(DEFAULT_SOURCE).to_owned()
    }
}

/// The form, and the fields it lacks for shipping.
pub fn fill_in(
    shipment: &StagedShipment,
    common: &Common,
    directory: &dyn Directory,
) -> (ShipmentInput, Vec<String>) {
    let input = ShipmentInput {
        fields: fields(shipment, common),
        parcels: shipment.parcels.iter().map(parcel).collect(),
        items: shipment.items.iter().map(to_shipment_item).collect(),
    };
    let destination = input.fields.to_country_id;
    let needs = destination.map(|id| directory.country_rules(id).needs).unwrap_or_default();
    let missing = missing_fields::list_for_confirmation(&input, needs);
    (input, missing)
}

fn fields(shipment: &StagedShipment, common: &Common) -> ShipmentFields {
    let values = &shipment.values;
    let text = |field| values.text(field).map(str::to_owned);
    let country = |field| values.whole(field).and_then(|id| i16::try_from(id).ok());
    let (from, to) = (country(Field::FromCountry), country(Field::ToCountry));
    ShipmentFields {
        client_id: common.client_id,
        subsidiary_id: common.subsidiary_id,
        partner_id: common.partner_id,
        service_id: values.get(Field::Service).and_then(Value::as_uuid),
        source: common.source(values.text(Field::Source)),
        external_ref: Some(shipment.external_ref.clone()),
        direction: direction(from, to, common.home_country_id),
        contents_type: values.text(Field::ContentsType).and_then(ContentsType::from_name),
        incoterm: text(Field::Incoterm),
        non_delivery: non_delivery(values),
        currency: text(Field::Currency),
        declared_value: values.number(Field::DeclaredValue),
        freight_declared: values.number(Field::FreightDeclared),
        insurance_value: values.number(Field::InsuranceValue),
        declared_weight_g: values.whole(Field::Weight),
        notes: text(Field::Notes),
        shipped_on: values.get(Field::ShippedOn).and_then(Value::as_day),
        due_on: values.get(Field::DueOn).and_then(Value::as_day),
        from_person_type: person_type(values, Field::FromPersonType, Field::FromDocument, from),
        from_name: text(Field::FromName),
        from_trading_name: text(Field::FromTradingName),
        from_responsible: text(Field::FromResponsible),
        from_document_type: document_type(values, Field::FromDocumentType, Field::FromDocument),
        from_document: text(Field::FromDocument),
        from_ie: text(Field::FromIe),
        from_email: text(Field::FromEmail),
        from_phone: text(Field::FromPhone),
        from_country_id: from,
        from_postcode: text(Field::FromPostcode),
        from_address_1: text(Field::FromAddress1),
        from_address_2: text(Field::FromAddress2),
        from_address_number: text(Field::FromAddressNumber),
        from_address_complement: text(Field::FromAddressComplement),
        from_state_id: values.whole(Field::FromState),
        from_city: text(Field::FromCity),
        to_person_type: person_type(values, Field::ToPersonType, Field::ToDocument, to),
        to_name: text(Field::ToName),
        to_trading_name: text(Field::ToTradingName),
        to_responsible: text(Field::ToResponsible),
        to_document_type: document_type(values, Field::ToDocumentType, Field::ToDocument),
        to_document: text(Field::ToDocument),
        to_ie: text(Field::ToIe),
        to_email: text(Field::ToEmail),
        to_phone: text(Field::ToPhone),
        to_country_id: to,
        to_postcode: text(Field::ToPostcode),
        to_address_1: text(Field::ToAddress1),
        to_address_2: text(Field::ToAddress2),
        to_address_number: text(Field::ToAddressNumber),
        to_address_complement: text(Field::ToAddressComplement),
        to_state_id: values.whole(Field::ToState),
        to_city: text(Field::ToCity),
        to_updates_language: None,
    }
}

fn non_delivery(values: &Values) -> NonDelivery {
    values.text(Field::NonDelivery).and_then(NonDelivery::from_name).unwrap_or(NonDelivery::Return)
}

fn direction(from: Option<i16>, to: Option<i16>, home: i16) -> Direction {
    match (from, to) {
        (Some(from), Some(to)) if from == to => Direction::Domestic,
        (Some(from), Some(to)) if to == home && from != home => Direction::Import,
        _ => Direction::Export,
    }
}

/// In Brazil the number shows the type: a CPF is a person's, a CNPJ a company's.
pub fn person_type(values: &Values, person_type: Field, document: Field, country: Option<i16>) -> PersonType {
    let stated_type =
        values.text(person_type).and_then(|code| code.parse().ok()).and_then(PersonType::from_code);
    // A constant keeps its punctuation when the country differs by line.
    let length = |number: &str| number.chars().filter(char::is_ascii_alphanumeric).count();
    match values.text(document).map(length).filter(|_| country == Some(BRAZIL)) {
        Some(11) => PersonType::Person,
        Some(14) => PersonType::Company,
        _ => stated_type.unwrap_or(PersonType::Person),
    }
}

pub fn document_type(values: &Values, document_type: Field, document: Field) -> Option<DocumentType> {
    let stated_type =
        values.text(document_type).and_then(|code| code.parse().ok()).and_then(DocumentType::from_code);
    stated_type.or_else(|| values.text(document).map(|_| DocumentType::TaxId))
}

fn parcel(parcel: &StagedParcel) -> Parcel {
    let [length_mm, width_mm, height_mm] =
        [parcel.length_mm, parcel.width_mm, parcel.height_mm].map(|side| side.and_then(|mm| mm.to_f64()));
    Parcel {
        length_mm,
        width_mm,
        height_mm,
        weight_g: parcel.weight_g.and_then(whole_grams),
        size_unit: parcel.size_unit,
        weight_unit: parcel.weight_unit,
    }
}

fn to_shipment_item(item: &StagedItem) -> ShipmentItem {
    let text = |field| item.values.text(field).map(str::to_owned);
    ShipmentItem {
        external_ref: text(Field::ItemRef),
        description: item.description.clone(),
        hs_code: text(Field::ItemHsCode),
        sku: text(Field::ItemSku),
        batch: text(Field::ItemBatch),
        quantity: item.quantity,
        unit: text(Field::ItemUnit),
        unit_value: item.unit_value,
        net_weight_g: item.values.number(Field::ItemNetWeight).and_then(|grams| grams.to_f64()),
        origin_country_id: item.values.whole(Field::ItemOriginCountry).and_then(|id| i16::try_from(id).ok()),
    }
}
