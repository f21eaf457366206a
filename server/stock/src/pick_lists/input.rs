//! The form of a pick list, and its checks.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::PickListInput;
use super::store::{self, NewPickList};
use crate::wanted_items;
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use freight::shipments::packed::{WaitingDraft, lock_draft};
use parties::clients;
use parties::transport_places::{self, TransportOrigin};
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;

/// Checks a new list; returns all problems at once.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: &PickListInput,
) -> ApiResult<NewPickList> {
    let mut errors = FieldErrors::default();
    // A client asks for its own goods, whoever is named.
    let client_id = scope.client_of(sent.client_id, None);
    let warehouse = find_warehouse(tx, scope, sent.warehouse_id).await?;
    if warehouse.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let draft = check_draft(tx, ctx, sent, client_id, &mut errors).await?;
    let client_name = match client_id {
        Some(id) => clients::lock_active(tx, id).await?,
        None => None,
    };
    if client_id.is_some() && client_name.is_none() {
        errors.push("client_id", MessageCode::UnknownOption);
    }
    let (channel, external_id) = check_order(sent, &mut errors);
    let currency = check_values(tx, sent, &mut errors).await?;
    let ids: Vec<Uuid> = sent.lines.iter().map(|line| line.item_id).collect();
    let mut items = wanted_items::lock(tx, &ids).await?;
    // Goods of others do not exist for a client.
    let own = scope.parts().0;
    items.retain(|item| own.is_none() || item.client_id == own);
    wanted_items::check(&ids, client_id, &items, &mut errors);
    check_units(sent, &mut errors);
    errors.into_result()?;
    let warehouse = warehouse.ok_or_else(ApiError::not_found)?;
    let today = ctx.settings().today(ctx.now());
    let min_remaining_days = find_min_remaining_days(tx, sent, client_id).await?;
    let number = store::take_number(tx, &warehouse.code, today).await?;
    Ok(NewPickList {
        number,
        warehouse_id: warehouse.id,
        warehouse_code: warehouse.code,
        subsidiary_id: warehouse.subsidiary_id,
        client_id,
        client_name,
        reference: optional(sent.reference.as_ref()),
        channel,
        external_id,
        currency,
        min_remaining_days,
        zone: read_capitals(sent.zone.as_ref()),
        hold_hours: sent.hold_hours,
        note: optional(sent.note.as_ref()),
        rest_of_id: None,
        shipment_id: draft.as_ref().map(|draft| draft.id),
        tracking_code: draft.map(|draft| draft.tracking_code),
        created_by: ctx.user.id,
    })
}

/// The days that the goods last: those of the list, of its client, or none.
async fn find_min_remaining_days(
    tx: &mut TenantTx,
    sent: &PickListInput,
    client_id: Option<Uuid>,
) -> ApiResult<i32> {
    Ok(match (sent.min_remaining_days, client_id) {
        (Some(days), _) => days,
        (None, Some(id)) => clients::load_min_remaining_days(tx, id).await?.map_or(0, i32::from),
        (None, None) => 0,
    })
}

/// The draft for which goods are picked, locked: of the same owner, and with one list only.
async fn check_draft(
    tx: &mut TenantTx,
    ctx: &Ctx,
    sent: &PickListInput,
    client_id: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<Option<WaitingDraft>> {
    let Some(id) = sent.shipment_id else { return Ok(None) };
    let found = lock_draft(tx, ctx, id).await?.filter(|draft| draft.client_id == client_id);
    let Some(draft) = found else {
        errors.push("shipment_id", MessageCode::UnknownOption);
        return Ok(None);
    };
    if store::has_list(tx, id).await? {
        errors.push("shipment_id", MessageCode::PickListShipmentTaken);
    }
    Ok(Some(draft))
}

/// A warehouse of the own branches; for a client, one where it has goods. None for a partner: goods are between the company and
/// its clients.
async fn find_warehouse(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Option<TransportOrigin>> {
    let (client, branches, partner) = scope.parts();
    if partner.is_some() {
        return Ok(None);
    }
    if client.is_some() && !store::has_goods(tx, client, id).await? {
        return Ok(None);
    }
    transport_places::find_origin(tx, id, branches).await
}

/// The channel and the number of an order, as they are stored.
pub fn read_order(sent: &PickListInput) -> (Option<String>, Option<String>) {
    (optional(sent.channel.as_ref()), optional(sent.external_id.as_ref()))
}

/// A text that is stored in capitals.
pub fn read_capitals(text: Option<&String>) -> Option<String> {
    optional(text).map(|text| text.to_uppercase())
}

/// The channel and the number of an order: both, or none.
fn check_order(sent: &PickListInput, errors: &mut FieldErrors) -> (Option<String>, Option<String>) {
    let (channel, external_id) = read_order(sent);
    match (&channel, &external_id) {
        (Some(_), None) => errors.push("external_id", MessageCode::Required),
        (None, Some(_)) => errors.push("channel", MessageCode::Required),
        _ => {}
    }
    (channel, external_id)
}

/// The currency of the values of lines.
async fn check_values(
    tx: &mut TenantTx,
    sent: &PickListInput,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    for (index, line) in sent.lines.iter().enumerate() {
        check_amount(errors, &format!("lines.{index}.unit_value"), line.unit_value, None);
    }
    let currency = read_capitals(sent.currency.as_ref());
    match &currency {
        Some(code) if !references::is_currency(tx, code).await? => {
            errors.push("currency", MessageCode::UnknownOption);
        }
        None if sent.lines.iter().any(|line| line.unit_value.is_some()) => {
            errors.push("currency", MessageCode::Required);
        }
        _ => {}
    }
    Ok(currency)
}

/// The units of all lines are one figure of the list.
fn check_units(sent: &PickListInput, errors: &mut FieldErrors) {
    let mut units = 0_i32;
    for (index, line) in sent.lines.iter().enumerate() {
        match units.checked_add(line.quantity) {
            Some(sum) => units = sum,
            None => errors.push(format!("lines.{index}.quantity"), MessageCode::StockTooMuch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::PickListLineInput;
    use super::*;

    fn empty_list() -> PickListInput {
        PickListInput {
            warehouse_id: Uuid::nil(),
            client_id: None,
            reference: None,
            channel: None,
            external_id: None,
            currency: None,
            min_remaining_days: None,
            zone: None,
            hold_hours: 24,
            note: None,
            shipment_id: None,
            lines: Vec::new(),
        }
    }

    #[test]
    fn an_order_has_a_channel_and_a_number() {
        let check = |channel: Option<&str>, external_id: Option<&str>| {
            let text = |text: Option<&str>| text.map(str::to_owned);
            let sent =
                PickListInput { channel: text(channel), external_id: text(external_id), ..empty_list() };
            let mut errors = FieldErrors::default();
            check_order(&sent, &mut errors);
            errors.into_problems().map(|(field, code, _)| (field, code)).collect::<Vec<_>>()
        };
        assert_eq!(check(None, Some(" ")), []);
        assert_eq!(check(Some("shop"), Some("1042")), []);
        assert_eq!(check(Some("shop"), None), [("external_id".to_owned(), MessageCode::Required)]);
        assert_eq!(check(None, Some("1042")), [("channel".to_owned(), MessageCode::Required)]);
    }

    #[test]
    fn a_list_has_no_more_units_than_it_can_count() {
        let line = |id| PickListLineInput {
            item_id: Uuid::from_u128(id),
            quantity: 1_000_000_000,
            unit_value: None,
        };
        let sent = PickListInput { lines: [1, 2, 3].map(line).to_vec(), ..empty_list() };
        let mut errors = FieldErrors::default();
        check_units(&sent, &mut errors);
        let found: Vec<(String, MessageCode)> =
            errors.into_problems().map(|(field, code, _)| (field, code)).collect();
        assert_eq!(found, [("lines.2.quantity".to_owned(), MessageCode::StockTooMuch)]);
    }
}
