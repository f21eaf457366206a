//! Changes of a confirmed shipment that leave its price alone: what only documents show.

use rust_decimal::Decimal;
use serde_json::{Map, Value};
use tenancy::TenantTx;

use super::fields::ShipmentInput;
use super::missing_fields;
use super::model::{self, Shipment};
use super::price::charges;
use super::references::check_countries;
use super::store::DerivedColumns;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use trade::latin::is_latin_letter;

/// Fields that stand on documents, and whether the recipient gets e-mails. Price, weight and way do not depend on them; they do on
/// country, state, postcode and city.
const ON_DOCUMENTS: [&str; 28] = [
    "incoterm",
    "notes",
    "from_name",
    "from_trading_name",
    "from_responsible",
    "from_document_type",
    "from_document",
    "from_ie",
    "from_email",
    "from_phone",
    "from_address_1",
    "from_address_2",
    "from_address_number",
    "from_address_complement",
    "to_name",
    "to_trading_name",
    "to_responsible",
    "to_document_type",
    "to_document",
    "to_ie",
    "to_email",
    "to_phone",
    "to_address_1",
    "to_address_2",
    "to_address_number",
    "to_address_complement",
    "to_updates_language",
    "non_delivery",
];
/// Cities: one without a Latin letter can be written in Latin letters, which messages to airlines and customs need. The place stays
/// the same.
const CITIES: [&str; 2] = ["from_city", "to_city"];
/// Fields of each item that stand on documents.
const ON_DOCUMENTS_OF_ITEMS: [&str; 8] =
    ["external_ref", "description", "hs_code", "sku", "batch", "unit", "net_weight_g", "origin_country_id"];

/// A price with import taxes depends on these too.
const FOR_IMPORT_TAXES: [&str; 3] = ["incoterm", "hs_code", "origin_country_id"];
/// The terms under which the sender pays import taxes.
const DDP: &str = "DDP";

/// Checks the input of a completion. The weights stay as they were charged.
pub async fn prepare(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &Shipment,
    mut input: ShipmentInput,
) -> ApiResult<(ShipmentInput, DerivedColumns)> {
    let current = before.input();
    model::normalize(&mut input);
    model::follow_parcels(&mut input, &current);
    let dependent = list_dependent(tx, before, &input).await?;
    if !dependent.is_empty() {
        return Err(ApiError::refused(MessageCode::ShipmentPriceDependsOnIt).with_errors(dependent));
    }
    let mut errors = model::validate(&input);
    refuse_blank(&current, &input, &mut errors);
    let needs = check_countries(tx, &input, Some(&current.fields), &mut errors).await?;
    errors.into_result()?;
    let derived = DerivedColumns {
        status: before.status,
        missing: missing_fields::list_for_confirmation(&input, needs),
        volumetric_weight_g: before.volumetric_weight_g,
        chargeable_weight_g: before.chargeable_weight_g,
        by: ctx.user.id,
        at: ctx.now(),
    };
    Ok((input, derived))
}

/// Nobody takes a name or a street off the papers of a confirmed shipment.
fn refuse_blank(current: &ShipmentInput, input: &ShipmentInput, errors: &mut FieldErrors) {
    let (before, after) = (&current.fields, &input.fields);
    for (field, was, is) in [
        ("from_name", &before.from_name, &after.from_name),
        ("from_address_1", &before.from_address_1, &after.from_address_1),
        ("to_name", &before.to_name, &after.to_name),
        ("to_address_1", &before.to_address_1, &after.to_address_1),
    ] {
        if was.is_some() && is.is_none() {
            errors.push(field, MessageCode::Required);
        }
    }
}

/// Whether the price of a confirmed shipment stands after this change: only documents show what it changes.
pub async fn keeps_price(tx: &mut TenantTx, before: &Shipment, input: &ShipmentInput) -> ApiResult<bool> {
    let mut input = input.clone();
    model::normalize(&mut input);
    model::follow_parcels(&mut input, &before.input());
    Ok(list_dependent(tx, before, &input).await?.is_empty())
}

/// Each changed field that the price depends on.
async fn list_dependent(
    tx: &mut TenantTx,
    before: &Shipment,
    input: &ShipmentInput,
) -> ApiResult<FieldErrors> {
    let current = before.input();
    let may_owe = before.totals.is_some() && owes_import_taxes(&current, input);
    let taxed: &[&str] =
        if may_owe || charges::charges_import(tx, before.id).await? { &FOR_IMPORT_TAXES } else { &[] };
    compare(&current, input, taxed)
}

/// Whether the sender owes the import taxes, before the change or after it. They can be nothing at the charged codes.
fn owes_import_taxes(current: &ShipmentInput, input: &ShipmentInput) -> bool {
    let is_abroad = current.fields.from_country_id != current.fields.to_country_id;
    let is_ddp = |it: &ShipmentInput| it.fields.incoterm.as_deref() == Some(DDP);
    is_abroad && (is_ddp(current) || is_ddp(input))
}

/// The changed fields that are not on documents only.
fn compare(current: &ShipmentInput, input: &ShipmentInput, taxed: &[&str]) -> ApiResult<FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut refuse = |field: String| errors.push(field, MessageCode::ShipmentPriceDependsOnIt);
    let (before, after) = (to_object(current)?, to_object(input)?);
    for (field, value) in &after {
        let was = before.get(field);
        let is_free = field == "items"
            || is_on_documents(&ON_DOCUMENTS, field, taxed)
            || (CITIES.contains(&field.as_str()) && is_latin_writing(was, value));
        if !is_free && !is_same(was, value) {
            refuse(field.clone());
        }
    }
    if current.items.len() != input.items.len() {
        refuse("items".to_owned());
    }
    for (index, (before, after)) in current.items.iter().zip(&input.items).enumerate() {
        let (before, after) = (to_object(before)?, to_object(after)?);
        for (field, value) in &after {
            let is_free = is_on_documents(&ON_DOCUMENTS_OF_ITEMS, field, taxed);
            if !is_free && !is_same(before.get(field), value) {
                refuse(format!("items.{index}.{field}"));
            }
        }
    }
    Ok(errors)
}

fn is_on_documents(fields: &[&str], field: &str, taxed: &[&str]) -> bool {
    fields.contains(&field) && !taxed.contains(&field)
}

/// Whether a text without a Latin letter is written with some.
fn is_latin_writing(before: Option<&Value>, after: &Value) -> bool {
    let before = before.and_then(Value::as_str).unwrap_or_default();
    let has_latin = |text: &str| text.chars().any(is_latin_letter);
    let is_foreign = before.chars().any(char::is_alphabetic) && !has_latin(before);
    is_foreign && after.as_str().is_some_and(has_latin)
}

/// Whether two values are the same; a number is, however many zeros it was typed with.
fn is_same(before: Option<&Value>, after: &Value) -> bool {
    let number = |value: &Value| value.as_str().and_then(|text| text.parse::<Decimal>().ok());
    before == Some(after)
        || before.and_then(number).zip(number(after)).is_some_and(|(before, after)| before == after)
}

fn to_object(value: &impl serde::Serialize) -> ApiResult<Map<String, Value>> {
    match serde_json::to_value(value).map_err(ApiError::internal)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    }
}
