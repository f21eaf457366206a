//! Converts a staged shipment to the form of a shipment, so that the same rules apply.

use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use super::directory::Directory;
use super::field::Field;
use super::group::{StagedItem, StagedParcel, StagedShipment};
use super::value::{Value, Values, whole_grams};
use freight::address_book::Party;
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
    /// The client as sender of the shipments whose lines name none.
    pub sender: Option<Party>,
    /// True when a client's or a partner's user runs the import. Their mapping cannot name the source.
    pub is_outside: bool,
    /// The tenant's own country, which separates export, import and domestic.
    pub home_country_id: i16,
}

/// Fields of a sender. A shipment with a value in any of them names its sender.
const NAMES_SENDER: [Field; 14] = [
    Field::FromName,
    Field::FromTradingName,
    Field::FromResponsible,
    Field::FromDocument,
    Field::FromIe,
    Field::FromEmail,
    Field::FromPhone,
    Field::FromPostcode,
    Field::FromAddress1,
    Field::FromAddress2,
    Field::FromAddressNumber,
    Field::FromAddressComplement,
    Field::FromState,
    Field::FromCity,
];

/// The source when the mapping gives none.
const DEFAULT_SOURCE: &str = "import";

impl Common {
    /// The client, if the lines of a shipment name no sender. A country alone names nobody, unless it is another one than
    /// the client's.
    fn find_default_sender(&self, values: &Values) -> Option<&Party> {
        let is_named = NAMES_SENDER.iter().any(|field| values.get(*field).is_some());
        let country = values.whole(Field::FromCountry).and_then(|id| i16::try_from(id).ok());
        let suits = |sender: &&Party| country.is_none() || country == sender.country_id;
        self.sender.as_ref().filter(|_| !is_named).filter(suits)
    }

    /// Whether the client is the sender because the lines name none.
    pub fn is_sent_by_client(&self, values: &Values) -> bool {
        self.find_default_sender(values).is_some()
    }

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
    let mut fields = fields(shipment, common);
    if let Some(sender) = common.find_default_sender(&shipment.values) {
        fill_sender(&mut fields, sender);
        fields.direction = direction(fields.from_country_id, fields.to_country_id, common.home_country_id);
    }
    let input = ShipmentInput {
        fields,
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

/// Sets the sender as the form of a new shipment proposes it.
fn fill_sender(fields: &mut ShipmentFields, sender: &Party) {
    let sender = sender.clone();
    fields.from_person_type = sender.person_type;
    fields.from_name = sender.name;
    fields.from_trading_name = sender.trading_name;
    fields.from_responsible = sender.responsible;
    fields.from_document_type = sender.document_type;
    fields.from_document = sender.document;
    fields.from_ie = sender.ie;
    fields.from_email = sender.email;
    fields.from_phone = sender.phone;
    fields.from_country_id = sender.country_id;
    fields.from_postcode = sender.postcode;
    fields.from_address_1 = sender.address_1;
    fields.from_address_2 = sender.address_2;
    fields.from_address_number = sender.address_number;
    fields.from_address_complement = sender.address_complement;
    fields.from_state_id = sender.state_id;
    fields.from_city = sender.city;
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
