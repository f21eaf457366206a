//! The rules of a shipment. Pure: no SQL, no request.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde_json::Value;
use uuid::Uuid;

pub use super::can::{ShipmentCan, State, document_verdict, label_verdict, quote_verdict, verdict};
use super::fields::{DocumentType, Parcel, PersonType, ShipmentFields, ShipmentInput, ShipmentItem};
use super::mismatches::ShipmentMismatch;
use super::missing_fields::MissingField;
use super::shop_order::ShipmentOrder;
use super::totals::{PriceSum, ShipmentTotals};
use crate::hold_reason::HoldReason;
use crate::status::ShipmentStatus;
use crate::tracking_events::LockedShipment;
use pricing::services::limits::LimitedGoods;
use server_core::http::amounts::{UNIT_DECIMALS, check_amount};
use server_core::http::error::FieldErrors;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::wire::write;
use trade::email::is_email;
use trade::identifiers::{Cnpj, Cpf, HsCode, Phone};
use trade::money;
pub use trade::party::BRAZIL;
use trade::party::read_document;
use trade::postcode;
use trade::units::{to_milligram, to_tenth};
use trade::weight::{Measure, WeightBasis, WeightRule};

/// A shipment with all details.
#[derive(Object, Debug)]
pub struct Shipment {
    pub id: Uuid,
    /// The company's tracking code, a UPU S10 number.
    pub tracking_code: String,
    pub status: ShipmentStatus,
    /// Fields that the shipment lacks to be confirmed; none when it is cancelled. At most 100.
    pub missing: Vec<String>,
    /// The same with the first stage that needs each, and the fields that only documents need.
    pub missing_fields: Vec<MissingField>,
    /// Figures that do not agree. They are told, and do not prevent anything.
    pub mismatches: Vec<ShipmentMismatch>,
    #[oai(flatten)]
    pub fields: ShipmentFields,
    pub parcels: Vec<Parcel>,
    pub items: Vec<ShipmentItem>,
    pub client_name: Option<String>,
    /// By language: pt, en, es, zh.
    pub service_title_locale: Option<Value>,
    pub subsidiary_title: Option<String>,
    pub partner_name: Option<String>,
    /// First day of the expected delivery, which ends on `due_on`; null when it is one day.
    pub due_from_on: Option<NaiveDate>,
    /// Volumetric weight in grams, calculated with the service's divisor; null if a size is unknown.
    pub volumetric_weight_g: Option<i32>,
    /// Chargeable weight in grams; null if unknown.
    pub chargeable_weight_g: Option<i32>,
    /// The price that the confirmation froze; null without one.
    pub totals: Option<ShipmentTotals>,
    /// The price that a finished draft was told last; null without one, or when the draft has changed since.
    pub draft_price: Option<PriceSum>,
    /// Null before the confirmation, which can be later than the first events.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Gone on without a confirmation, so its client is not charged yet.
    pub unconfirmed: bool,
    /// A claim for it is open, approved or paid.
    #[oai(skip)]
    pub is_claimed: bool,
    /// The newest print of its label.
    pub label_printed_at: Option<DateTime<Utc>>,
    /// Who printed it; for staff only, null for others.
    pub label_printed_by_name: Option<String>,
    /// How often its label was printed.
    pub label_prints: i32,
    /// Null when nobody holds it.
    pub hold: Option<ShipmentHold>,
    /// For staff only; null for others.
    pub hold_note: Option<String>,
    /// Who holds it; for staff only, null for others.
    pub held_by_name: Option<String>,
    /// Since when its events contradict the end of its way, until `shipment_settle_events`; for staff only, null for others.
    pub contradicted_at: Option<DateTime<Utc>>,
    pub last_event_code: Option<String>,
    pub last_event_at: Option<DateTime<Utc>>,
    pub cancel_reason: Option<String>,
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Import that created it; null if none.
    pub import_id: Option<Uuid>,
    /// The order of a shop or a program that it was made of; null if none, and once it is confirmed.
    pub order: Option<ShipmentOrder>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub can: ShipmentCan,
}

impl Shipment {
    pub fn state(&self) -> State<'_> {
        State {
            status: self.status,
            is_confirmed: self.confirmed_at.is_some(),
            is_held: self.hold.is_some(),
            is_claimed: self.is_claimed,
            missing: &self.missing,
        }
    }

    /// The shipment for an event, after it was locked. `is_confirmed` is true also while it is being confirmed.
    pub fn to_locked(&self, is_confirmed: bool) -> LockedShipment {
        LockedShipment {
            id: self.id,
            tracking_code: self.tracking_code.clone(),
            status: self.status,
            is_confirmed,
            held_at: self.hold.as_ref().map(|hold| hold.since),
            last_event_code: self.last_event_code.clone(),
            last_event_at: self.last_event_at,
        }
    }

    pub fn input(&self) -> ShipmentInput {
        let (fields, parcels, items) = (self.fields.clone(), self.parcels.clone(), self.items.clone());
        ShipmentInput { fields, parcels, items }
    }
}

/// Why, since when and until when a shipment is held.
#[derive(Object, Debug, Clone, serde::Serialize)]
pub struct ShipmentHold {
    pub reason: HoldReason,
    #[serde(serialize_with = "write")]
    pub since: DateTime<Utc>,
    /// The day until which it is expected to be held; null if nobody knows.
    pub until: Option<NaiveDate>,
}

/// Trims all texts, sets empty ones to null, and writes identifiers in their stored format.
pub fn normalize(input: &mut ShipmentInput) {
    let fields = &mut input.fields;
    for text in texts(fields) {
        *text = text.take().map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    }
    fields.source = fields.source.trim().to_owned();
    fields.currency = fields.currency.take().map(|code| code.to_uppercase());
    fields.amounts_in_currency();
    fields.incoterm = fields.incoterm.take().map(|code| code.to_uppercase());
    for email in [&mut fields.from_email, &mut fields.to_email] {
        *email = email.take().map(|email| email.to_lowercase());
    }
    for (phone, country) in
        [(&mut fields.from_phone, fields.from_country_id), (&mut fields.to_phone, fields.to_country_id)]
    {
        if let Some(parsed) = phone.as_deref().and_then(|raw| Phone::parse_national(raw, country).ok()) {
            *phone = Some(parsed.to_string());
        }
    }
    normalize_document(&mut fields.from_document, fields.from_country_id);
    normalize_document(&mut fields.to_document, fields.to_country_id);
    for parcel in &mut input.parcels {
        for side in [&mut parcel.length_mm, &mut parcel.width_mm, &mut parcel.height_mm] {
            *side = side.map(to_tenth);
        }
    }
    for item in &mut input.items {
        item.description = item.description.trim().to_owned();
        item.net_weight_g = item.net_weight_g.map(to_milligram);
        if let Some(code) = item.hs_code.as_deref().and_then(|raw| HsCode::parse(raw).ok()) {
            item.hs_code = Some(code.to_string());
        }
    }
}

fn normalize_document(document: &mut Option<String>, country_id: Option<i16>) {
    if country_id != Some(BRAZIL) {
        return;
    }
    let stored = document.as_deref().and_then(|raw| {
        let cpf = Cpf::parse(raw).ok().map(|cpf| cpf.to_string());
        cpf.or_else(|| Cnpj::parse(raw).ok().map(|cnpj| cnpj.to_string()))
    });
    if stored.is_some() {
        *document = stored;
    }
}

fn texts(fields: &mut ShipmentFields) -> [&mut Option<String>; 30] {
    [
        &mut fields.external_ref,
        &mut fields.incoterm,
        &mut fields.currency,
        &mut fields.notes,
        &mut fields.from_name,
        &mut fields.from_trading_name,
        &mut fields.from_responsible,
        &mut fields.from_document,
        &mut fields.from_ie,
        &mut fields.from_email,
        &mut fields.from_phone,
        &mut fields.from_postcode,
        &mut fields.from_address_1,
        &mut fields.from_address_2,
        &mut fields.from_address_number,
        &mut fields.from_address_complement,
        &mut fields.from_city,
        &mut fields.to_name,
        &mut fields.to_trading_name,
        &mut fields.to_responsible,
        &mut fields.to_document,
        &mut fields.to_ie,
        &mut fields.to_email,
        &mut fields.to_phone,
        &mut fields.to_postcode,
        &mut fields.to_address_1,
        &mut fields.to_address_2,
        &mut fields.to_address_number,
        &mut fields.to_address_complement,
        &mut fields.to_city,
    ]
}

/// The sender or the receiver, for rules that apply to both.
struct Side<'a> {
    prefix: &'static str,
    person_type: PersonType,
    document_type: Option<DocumentType>,
    document: Option<&'a str>,
    email: Option<&'a str>,
    phone: Option<&'a str>,
    country_id: Option<i16>,
    postcode: Option<&'a str>,
}

/// All rules that need only the form.
pub fn validate(input: &ShipmentInput) -> FieldErrors {
    let mut errors = FieldErrors::default();
    let fields = &input.fields;
    if fields.source.is_empty() {
        errors.push("source", MessageCode::Required);
    }
    let amounts = [
        ("declared_value", fields.declared_value),
        ("freight_declared", fields.freight_declared),
        ("insurance_value", fields.insurance_value),
    ];
    for (field, amount) in amounts {
        check_amount(&mut errors, field, amount, fields.currency.as_deref());
    }
    let has_amount = amounts.iter().any(|(_, amount)| amount.is_some());
    let has_value = has_amount || input.items.iter().any(|item| item.unit_value.is_some());
    if has_value && fields.currency.is_none() {
        errors.push("currency", MessageCode::Required);
    }
    for side in sides(fields) {
        check_side(&mut errors, &side);
    }
    for (index, item) in input.items.iter().enumerate() {
        check_item(&mut errors, index, item);
    }
    errors
}

fn sides(fields: &ShipmentFields) -> [Side<'_>; 2] {
    [
        Side {
            prefix: "from",
            person_type: fields.from_person_type,
            document_type: fields.from_document_type,
            document: fields.from_document.as_deref(),
            email: fields.from_email.as_deref(),
            phone: fields.from_phone.as_deref(),
            country_id: fields.from_country_id,
            postcode: fields.from_postcode.as_deref(),
        },
        Side {
            prefix: "to",
            person_type: fields.to_person_type,
            document_type: fields.to_document_type,
            document: fields.to_document.as_deref(),
            email: fields.to_email.as_deref(),
            phone: fields.to_phone.as_deref(),
            country_id: fields.to_country_id,
            postcode: fields.to_postcode.as_deref(),
        },
    ]
}

fn check_side(errors: &mut FieldErrors, side: &Side) {
    if let Some(document) = side.document {
        let document_type = side.document_type.unwrap_or(DocumentType::TaxId);
        if let Err(wrong) = read_document(document, side.country_id, side.person_type, document_type) {
            errors.push(format!("{}_document", side.prefix), wrong.into());
        }
    }
    if side.email.is_some_and(|email| !is_email(email)) {
        errors.push(format!("{}_email", side.prefix), MessageCode::InvalidEmail);
    }
    if side.phone.is_some_and(|phone| Phone::parse_national(phone, side.country_id).is_err()) {
        errors.push(format!("{}_phone", side.prefix), MessageCode::InvalidPhone);
    }
    if side.postcode.is_some_and(|postcode| !postcode::is_possible(side.country_id, postcode)) {
        errors.push(format!("{}_postcode", side.prefix), MessageCode::InvalidPostcode);
    }
}

fn check_item(errors: &mut FieldErrors, index: usize, item: &ShipmentItem) {
    let mut push =
        |field: &str, code, params| errors.push_with(format!("items.{index}.{field}"), code, params);
    if item.description.is_empty() {
        push("description", MessageCode::Required, Params::new());
    }
    // The table keeps three decimals and eleven digits before them.
    let (least, most) = (Decimal::new(1, 3), Decimal::from(99_999_999_999_i64));
    if item.quantity < least {
        push("quantity", MessageCode::TooSmall, Params::from([("min", least.to_string().into())]));
    }
    if item.quantity > most {
        push("quantity", MessageCode::TooLarge, Params::from([("max", most.to_string().into())]));
    }
    if item.unit_value.is_some_and(|value| value.is_sign_negative()) {
        push("unit_value", MessageCode::TooSmall, Params::from([("min", 0.into())]));
    }
    if item.unit_value.is_some_and(|value| money::has_too_many_decimals(value, UNIT_DECIMALS)) {
        push("unit_value", MessageCode::TooManyDecimals, Params::from([("max", UNIT_DECIMALS.into())]));
    }
    if item.hs_code.as_deref().is_some_and(|code| !code.is_empty() && HsCode::parse(code).is_err()) {
        push("hs_code", MessageCode::InvalidHsCode, Params::new());
    }
}

/// The status of an unconfirmed shipment: draft or needs_attention.
pub fn open_status(missing: &[String]) -> ShipmentStatus {
    if missing.is_empty() { ShipmentStatus::Draft } else { ShipmentStatus::NeedsAttention }
}

/// Declared, volumetric and chargeable weight in grams, from a service's divisor and step.
pub fn weigh(input: &ShipmentInput, divisor: i32, step_g: i32) -> (Option<i32>, Option<i32>, Option<i32>) {
    weigh_goods(&input.limited_goods(), divisor, step_g)
}

/// The same of the goods alone.
pub fn weigh_goods(
    goods: &LimitedGoods,
    divisor: i32,
    step_g: i32,
) -> (Option<i32>, Option<i32>, Option<i32>) {
    let rule = WeightRule { divisor, step_g, basis: WeightBasis::Shipment };
    let measures: Vec<Measure> = goods.parcels.iter().map(measure_of).collect();
    let weights = rule.weigh(&measures);
    let declared = goods.declared_weight_g.or(weights.actual_g);
    (declared, weights.volumetric_g, rule.chargeable_g(declared, weights.volumetric_g))
}

/// A declared weight that nobody declared is the sum of the parcels, and is sent back as it was read: it follows them.
pub fn follow_parcels(input: &mut ShipmentInput, stood: &ShipmentInput) {
    let (was, is) = (stood.fields.declared_weight_g, input.fields.declared_weight_g);
    if was.is_some() && was == weigh_parcels(stood) && (is.is_none() || is == was) {
        input.fields.declared_weight_g = weigh_parcels(input).or(is);
    }
}

fn weigh_parcels(input: &ShipmentInput) -> Option<i32> {
    input.parcels.iter().filter_map(|parcel| parcel.weight_g).reduce(i32::saturating_add)
}

fn measure_of(parcel: &Parcel) -> Measure {
    let size_mm = parcel.length_mm.zip(parcel.width_mm).zip(parcel.height_mm).map(|((l, w), h)| [l, w, h]);
    Measure { weight_g: parcel.weight_g, size_mm }
}
