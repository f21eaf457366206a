//! A draft of what is usable. A field that the rules of shipments refuse is left out and noted, so that people see the order with
//! what is wrong in it.

use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::mapping::MappedOrder;
use super::model::ShopOrderInput;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::draft;
use freight::shipments::fields::ShipmentInput;
use freight::shipments::shop_order::{OrderProblem, OrderProblemKind};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// A field that was left out can show the next one.
const MOST_TRIES: usize = 5;

/// Creates the draft. Problems of fields that say which order or whose it is are errors.
pub async fn create(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    order: &ShopOrderInput,
    mapped: &mut MappedOrder,
) -> ApiResult<Uuid> {
    for _ in 1..MOST_TRIES {
        match try_create(tx, ctx, scope, &mapped.input).await {
            Err(error) if leave_out(mapped, order, &error)? => {}
            ended => return ended,
        }
    }
    try_create(tx, ctx, scope, &mapped.input).await
}

async fn try_create(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    input: &ShipmentInput,
) -> ApiResult<Uuid> {
    // Users of clients do not choose the source in their form; here it names the order. Nobody's client is kept by it.
    let mut like = input.fields.clone();
    like.client_id = None;
    draft::create(tx, ctx, scope, input.clone(), Some(&like)).await
}

/// Leaves out what the error names. False if some of it cannot be left out.
fn leave_out(mapped: &mut MappedOrder, order: &ShopOrderInput, error: &ApiError) -> ApiResult<bool> {
    let problems = error.list_problems();
    if problems.is_empty() {
        return Ok(false);
    }
    let mut input = serde_json::to_value(&mapped.input).map_err(ApiError::internal)?;
    let mut noted = Vec::new();
    for (field, code) in problems {
        let is_of_service = !is_optional(field) && mapped.input.fields.service_id.is_some();
        let field = if is_of_service && is_of_goods(field) { "service_id" } else { field };
        if !is_optional(field) {
            return Ok(false);
        }
        let sent = find_sent(order, field).or_else(|| to_text(&input, field));
        let pointer = format!("/{}", field.replace('.', "/"));
        if let Some(value) = input.pointer_mut(&pointer) {
            *value = Value::Null;
        }
        if field == "currency" {
            drop_amounts(&mut input);
        }
        noted.push(to_problem(field, code, sent));
    }
    noted.dedup_by(|one, next| one.field == next.field);
    mapped.input = serde_json::from_value(input).map_err(ApiError::internal)?;
    mapped.problems.extend(noted);
    Ok(true)
}

fn to_problem(field: &str, code: MessageCode, sent: Option<String>) -> OrderProblem {
    let (field, code) = (field.to_owned(), Some(code.as_str().to_owned()));
    OrderProblem { field, kind: OrderProblemKind::LeftOut, code, sent, used: None }
}

/// Fields that a draft can be without.
fn is_optional(field: &str) -> bool {
    const OF_SHIPMENT: [&str; 3] = ["currency", "service_id", "incoterm"];
    const OF_ITEMS: [&str; 4] = ["hs_code", "origin_country_id", "unit_value", "net_weight_g"];
    let of_item = field.strip_prefix("items.").and_then(|rest| rest.split_once('.'));
    let of_party = field.strip_prefix("to_").or_else(|| field.strip_prefix("from_"));
    match (of_item, of_party) {
        (Some((_, name)), _) => OF_ITEMS.contains(&name),
        (None, Some(name)) => name != "person_type",
        (None, None) => OF_SHIPMENT.contains(&field),
    }
}

/// Fields that break the limits of a service.
fn is_of_goods(field: &str) -> bool {
    ["declared_weight_g", "declared_value", "contents_type"].contains(&field) || field.starts_with("parcels")
}

/// Amounts say nothing without their currency.
fn drop_amounts(input: &mut Value) {
    input["declared_value"] = Value::Null;
    for item in input["items"].as_array_mut().into_iter().flatten() {
        item["unit_value"] = Value::Null;
    }
}

/// The words of the order, where the shipment has an id.
fn find_sent(order: &ShopOrderInput, field: &str) -> Option<String> {
    let sender = || order.sender.as_ref();
    match field {
        "to_country_id" => order.recipient.country.clone(),
        "to_state_id" => order.recipient.state.clone(),
        "from_country_id" => sender()?.country.clone(),
        "from_state_id" => sender()?.state.clone(),
        _ => None,
    }
}

fn to_text(input: &Value, field: &str) -> Option<String> {
    match input.pointer(&format!("/{}", field.replace('.', "/")))? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use server_core::http::error::FieldErrors;

    fn mapped(service_id: Option<Uuid>) -> MappedOrder {
        let input = json!({
            "service_id": service_id, "source": "loja", "external_ref": "1042", "to_phone": "12", "currency": "XXX",
            "declared_value": "5.00", "declared_weight_g": 900,
            "items": [{ "description": "Caneca", "quantity": "1", "hs_code": "1", "unit_value": "5.00" }],
        });
        MappedOrder { input: serde_json::from_value(input).unwrap(), problems: Vec::new() }
    }

    fn order() -> ShopOrderInput {
        ShopOrderInput {
            channel: "loja".into(),
            number: "1042".into(),
            client_id: None,
            service_id: None,
            currency: None,
            contents_type: None,
            sender: None,
            recipient: super::super::model::OrderParty { country: Some("DE".into()), ..Default::default() },
            items: vec![],
            parcels: vec![],
            notes: None,
        }
    }

    fn error(problems: &[(&str, MessageCode)]) -> ApiError {
        let mut errors = FieldErrors::default();
        for (field, code) in problems {
            errors.push(*field, *code);
        }
        ApiError::invalid(errors)
    }

    #[test]
    fn wrong_fields_are_left_out_with_what_was_sent() {
        let mut mapped = mapped(None);
        let wrong = error(&[
            ("to_phone", MessageCode::InvalidPhone),
            ("items.0.hs_code", MessageCode::InvalidHsCode),
            ("currency", MessageCode::UnknownOption),
            ("to_country_id", MessageCode::CountryNotServed),
        ]);
        assert!(leave_out(&mut mapped, &order(), &wrong).unwrap());
        let fields = &mapped.input.fields;
        assert_eq!((&fields.to_phone, &fields.currency, fields.declared_value), (&None, &None, None));
        assert_eq!((&mapped.input.items[0].hs_code, mapped.input.items[0].unit_value), (&None, None));
        let noted: Vec<(&str, Option<&str>)> =
            mapped.problems.iter().map(|one| (one.field.as_str(), one.sent.as_deref())).collect();
        let expected = [
            ("currency", Some("XXX")),
            ("items.0.hs_code", Some("1")),
            ("to_country_id", Some("DE")),
            ("to_phone", Some("12")),
        ];
        assert_eq!(noted, expected);
    }

    #[test]
    fn a_service_that_does_not_take_the_goods_is_chosen_by_people() {
        let heavy = error(&[("declared_weight_g", MessageCode::TooLarge)]);
        let mut with_service = mapped(Some(Uuid::from_u128(7)));
        assert!(leave_out(&mut with_service, &order(), &heavy).unwrap());
        assert_eq!(with_service.input.fields.service_id, None);
        assert_eq!(with_service.problems[0].field, "service_id");
        assert!(!leave_out(&mut mapped(None), &order(), &heavy).unwrap(), "the goods stay as they are");
    }

    #[test]
    fn an_order_never_loses_its_number_or_its_owner() {
        for field in ["external_ref", "client_id", "source", "subsidiary_id", "items.0.quantity"] {
            let wrong = error(&[(field, MessageCode::Invalid)]);
            assert!(!leave_out(&mut mapped(None), &order(), &wrong).unwrap(), "{field}");
        }
        assert!(!leave_out(&mut mapped(None), &order(), &ApiError::not_found()).unwrap());
    }
}
