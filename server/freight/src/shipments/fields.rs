//! The input fields of a shipment: one struct for the form, the answer and the row.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use pricing::services::limits::LimitedGoods;
pub use trade::goods::{ContentsType, Parcel};
use trade::language::Language;
use trade::money::in_currency;
pub use trade::party::{DocumentType, PersonType};
use trade::wire_name;

wire_name! {
    /// Direction of the shipment, relative to the company's country.
    Direction { Export = "export", Import = "import", Domestic = "domestic" }
}
wire_name! {
    /// Treatment of goods that cannot be delivered.
    NonDelivery { Return = "return", Abandon = "abandon", Redirect = "redirect" }
}

/// Columns of the input fields, in the order of the struct below.
#[macro_export]
macro_rules! shipment_columns {
    () => {
        "client_id, service_id, subsidiary_id, partner_id, source, external_ref, direction, contents_type, incoterm, non_delivery, currency, \
         declared_value, freight_declared, insurance_value, declared_weight_g, notes, shipped_on, due_on, \
         from_person_type, from_name, from_trading_name, from_responsible, from_document_type, from_document, \
         from_ie, from_email, from_phone, from_country_id, from_postcode, from_address_1, from_address_2, \
         from_address_number, from_address_complement, from_state_id, from_city, \
         to_person_type, to_name, to_trading_name, to_responsible, to_document_type, to_document, \
         to_ie, to_email, to_phone, to_country_id, to_postcode, to_address_1, to_address_2, \
         to_address_number, to_address_complement, to_state_id, to_city, to_updates_language"
    };
}

/// SQL of the first day of the expected delivery: as many days before `s.due_on` as the service `v` may vary. Null when
/// it is one day.
#[macro_export]
macro_rules! due_from_on {
    () => {
        "case when v.transit_max_days > v.transit_min_days \
         then s.due_on - (v.transit_max_days - v.transit_min_days) end as due_from_on"
    };
}

/// Whether a shipment has gone on without a confirmation although its client pays: the company had prices when it was
/// created. Names the table `s`. The first three conditions are those of an index.
#[macro_export]
macro_rules! unconfirmed {
    () => {
        "s.confirmed_at is null and s.client_id is not null and s.status not in (0, 10, 15, 20) \
         and s.created_at >= (select min(created_at) from price_assignments where sell_table_id is not null)"
    };
}

/// SQL of the status to which the newest movement has led that is none of customs: they may clear goods that are still in the
/// warehouse. Null when the goods were seen nowhere. Names the table `s`.
#[macro_export]
macro_rules! status_beside_customs {
    () => {
        concat!(
            "(select k.status_effect from shipment_events e join ",
            $crate::event_kinds!(),
            " k on k.code = e.code
              where e.shipment_id = s.id and k.status_effect >= 40 and k.status_effect not in (80, 82, 84) and e.corrects is null
                and not exists (select from shipment_events u where u.corrects = e.id)
              order by e.occurred_at desc, k.status_effect desc, e.id desc limit 1)"
        )
    };
}

/// SQL of the price that a finished draft was told for its service, as JSON; null when it has changed since, or the price has
/// expired. Names the table `s`.
#[macro_export]
macro_rules! draft_price {
    () => {
        concat!(
            "(select jsonb_build_object('amount', q.total::text, 'currency', q.currency) from quotes q
              where s.status = 10 and q.shipment_id = s.id and q.service_id = s.service_id
                and q.updated_at >= s.updated_at and q.valid_until >= ",
            server_core::company_today!(),
            " order by q.created_at desc limit 1)"
        )
    };
}

/// The input fields of a shipment.
#[derive(Object, Serialize, Deserialize, sqlx::FromRow, Clone, Debug)]
pub struct ShipmentFields {
    /// Client of the shipment; null if none. Ignored for users of a client or a partner.
    pub client_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    /// Branch that handles the shipment; null if none. Ignored for users of a client or a partner, optional for a user
    /// bound to one subsidiary.
    pub subsidiary_id: Option<Uuid>,
    /// Agent or reseller of the shipment; null if none. Optional for users of a partner, ignored for users of a client.
    pub partner_id: Option<Uuid>,
    /// Origin of the shipment: `manual`, or the name given to an import or a channel. Ignored for users of a client or
    /// a partner.
    #[oai(default = "default_source", validator(max_length = 60))]
    #[serde(default = "default_source")]
    pub source: String,
    /// The sender's reference; unique within `source` and the owner: the client, or else the partner, or else the company.
    #[oai(validator(max_length = 120))]
    pub external_ref: Option<String>,
    #[oai(default = "default_direction")]
    #[serde(default = "default_direction")]
    pub direction: Direction,
    pub contents_type: Option<ContentsType>,
    /// Incoterms 2020 code, for example DAP, DDP, FCA or EXW.
    #[oai(validator(max_length = 20))]
    pub incoterm: Option<String>,
    #[oai(default = "default_non_delivery")]
    #[serde(default = "default_non_delivery")]
    pub non_delivery: NonDelivery,
    /// ISO 4217 currency of the three amounts below.
    #[oai(validator(max_length = 3, min_length = 3))]
    pub currency: Option<String>,
    /// Value of the goods for customs.
    pub declared_value: Option<Decimal>,
    /// Freight declared to customs.
    pub freight_declared: Option<Decimal>,
    pub insurance_value: Option<Decimal>,
    /// Declared weight in grams. Default: the sum of the parcels, which it follows until another weight is declared.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub declared_weight_g: Option<i32>,
    #[oai(validator(max_length = 4000))]
    pub notes: Option<String>,
    /// Date of departure.
    pub shipped_on: Option<NaiveDate>,
    /// Expected delivery date.
    pub due_on: Option<NaiveDate>,

    #[oai(default = "default_person")]
    #[serde(default = "default_person")]
    pub from_person_type: PersonType,
    #[oai(validator(max_length = 200))]
    pub from_name: Option<String>,
    #[oai(validator(max_length = 200))]
    pub from_trading_name: Option<String>,
    #[oai(validator(max_length = 200))]
    pub from_responsible: Option<String>,
    pub from_document_type: Option<DocumentType>,
    /// CPF or CNPJ in Brazil (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub from_document: Option<String>,
    /// Brazilian state registration.
    #[oai(validator(max_length = 20))]
    pub from_ie: Option<String>,
    #[oai(validator(max_length = 254))]
    pub from_email: Option<String>,
    /// E.164; spaces are allowed.
    #[oai(validator(max_length = 40))]
    pub from_phone: Option<String>,
    pub from_country_id: Option<i16>,
    #[oai(validator(max_length = 20))]
    pub from_postcode: Option<String>,
    /// Street.
    #[oai(validator(max_length = 200))]
    pub from_address_1: Option<String>,
    /// District.
    #[oai(validator(max_length = 200))]
    pub from_address_2: Option<String>,
    #[oai(validator(max_length = 20))]
    pub from_address_number: Option<String>,
    #[oai(validator(max_length = 100))]
    pub from_address_complement: Option<String>,
    pub from_state_id: Option<i32>,
    #[oai(validator(max_length = 120))]
    pub from_city: Option<String>,

    #[oai(default = "default_person")]
    #[serde(default = "default_person")]
    pub to_person_type: PersonType,
    #[oai(validator(max_length = 200))]
    pub to_name: Option<String>,
    #[oai(validator(max_length = 200))]
    pub to_trading_name: Option<String>,
    #[oai(validator(max_length = 200))]
    pub to_responsible: Option<String>,
    pub to_document_type: Option<DocumentType>,
    /// CPF or CNPJ in Brazil (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub to_document: Option<String>,
    /// Brazilian state registration.
    #[oai(validator(max_length = 20))]
    pub to_ie: Option<String>,
    #[oai(validator(max_length = 254))]
    pub to_email: Option<String>,
    /// E.164; spaces are allowed.
    #[oai(validator(max_length = 40))]
    pub to_phone: Option<String>,
    pub to_country_id: Option<i16>,
    #[oai(validator(max_length = 20))]
    pub to_postcode: Option<String>,
    /// Street.
    #[oai(validator(max_length = 200))]
    pub to_address_1: Option<String>,
    /// District.
    #[oai(validator(max_length = 200))]
    pub to_address_2: Option<String>,
    #[oai(validator(max_length = 20))]
    pub to_address_number: Option<String>,
    #[oai(validator(max_length = 100))]
    pub to_address_complement: Option<String>,
    pub to_state_id: Option<i32>,
    #[oai(validator(max_length = 120))]
    pub to_city: Option<String>,
    /// The recipient gets an e-mail in this language about each change that is worth one, and can stop them; null for no
    /// e-mails. Without an effect if the recipient has no e-mail address or the company does not offer it.
    pub to_updates_language: Option<Language>,
}

impl ShipmentFields {
    /// Writes the amounts with the decimals of their currency.
    pub fn amounts_in_currency(&mut self) {
        let currency = self.currency.as_deref().map(str::trim);
        for amount in [&mut self.declared_value, &mut self.freight_declared, &mut self.insurance_value] {
            *amount = amount.map(|amount| in_currency(amount, currency));
        }
    }
}

pub(super) fn default_source() -> String {
    "manual".into()
}

fn default_direction() -> Direction {
    Direction::Export
}

fn default_non_delivery() -> NonDelivery {
    NonDelivery::Return
}

fn default_person() -> PersonType {
    PersonType::Person
}

/// One kind of goods in a shipment, for customs.
#[derive(Object, Serialize, Deserialize, sqlx::FromRow, Clone, Debug)]
pub struct ShipmentItem {
    /// The sender's reference of this item.
    #[oai(validator(max_length = 120))]
    pub external_ref: Option<String>,
    #[oai(validator(max_length = 500))]
    pub description: String,
    /// Tariff code: 6 digits of the Harmonized System, and up to 4 of the country (8 in the NCM, 10 in the HTS).
    #[oai(validator(max_length = 14))]
    pub hs_code: Option<String>,
    #[oai(validator(max_length = 60))]
    pub sku: Option<String>,
    #[oai(validator(max_length = 60))]
    pub batch: Option<String>,
    pub quantity: Decimal,
    #[oai(validator(max_length = 30))]
    pub unit: Option<String>,
    /// Value of one unit, in the shipment's currency.
    pub unit_value: Option<Decimal>,
    /// Net weight of all units together, in grams, rounded to three decimals.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub net_weight_g: Option<f64>,
    pub origin_country_id: Option<i16>,
}

/// A shipment with its parcels and items.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct ShipmentInput {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: ShipmentFields,
    #[oai(default, validator(max_items = 200))]
    #[serde(default)]
    pub parcels: Vec<Parcel>,
    #[oai(default, validator(max_items = 2000))]
    #[serde(default)]
    pub items: Vec<ShipmentItem>,
}

impl ShipmentInput {
    /// The goods that the limits of a service are checked against.
    pub fn limited_goods(&self) -> LimitedGoods<'_> {
        let fields = &self.fields;
        LimitedGoods {
            parcels: &self.parcels,
            declared_weight_g: fields.declared_weight_g,
            declared_value: fields.declared_value,
            currency: fields.currency.as_deref(),
            contents_type: fields.contents_type,
            from_country_id: fields.from_country_id,
            to_country_id: fields.to_country_id,
        }
    }
}
