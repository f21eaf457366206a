//! The form of a pick list, and its checks.

use std::collections::{HashMap, HashSet};

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::PickListInput;
use super::store::{self, NewPickList, WantedItem};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::clients;
use parties::transport_places;
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
    let (_, branches, _) = scope.parts();
    let mut errors = FieldErrors::default();
    let warehouse = transport_places::find_origin(tx, sent.warehouse_id, branches).await?;
    if warehouse.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let client_name = match sent.client_id {
        Some(id) => clients::lock_active(tx, id).await?,
        None => None,
    };
    if sent.client_id.is_some() && client_name.is_none() {
        errors.push("client_id", MessageCode::UnknownOption);
    }
    let ids: Vec<Uuid> = sent.lines.iter().map(|line| line.item_id).collect();
    let items = store::lock_items(tx, &ids).await?;
    check_items(sent, &items, &mut errors);
    errors.into_result()?;
    let warehouse = warehouse.ok_or_else(ApiError::not_found)?;
    let today = ctx.settings().await?.today(ctx.now());
    let number = store::take_number(tx, &warehouse.code, today).await?;
    Ok(NewPickList {
        number,
        warehouse_id: warehouse.id,
        warehouse_code: warehouse.code,
        subsidiary_id: warehouse.subsidiary_id,
        client_id: sent.client_id,
        client_name,
        reference: optional(sent.reference.as_ref()),
        min_remaining_days: sent.min_remaining_days,
        zone: optional(sent.zone.as_ref()).map(|zone| zone.to_uppercase()),
        hold_hours: sent.hold_hours,
        note: optional(sent.note.as_ref()),
        created_by: ctx.user.id,
    })
}

/// Each item once, and all of one owner.
fn check_items(sent: &PickListInput, items: &[WantedItem], errors: &mut FieldErrors) {
    let known: HashMap<Uuid, &WantedItem> = items.iter().map(|item| (item.id, item)).collect();
    let mut seen = HashSet::new();
    for (index, line) in sent.lines.iter().enumerate() {
        let field = format!("lines.{index}.item_id");
        match known.get(&line.item_id) {
            Some(item) if item.active => {
                if item.client_id != sent.client_id {
                    errors.push(field, MessageCode::StockOtherOwner);
                } else if !seen.insert(line.item_id) {
                    errors.push(field, MessageCode::PickItemTwice);
                }
            }
            _ => errors.push(field, MessageCode::UnknownOption),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::PickListLineInput;
    use super::*;

    #[test]
    fn each_item_is_once_on_the_list_and_of_its_owner() {
        let [own, other, closed, unknown] = [1, 2, 3, 4].map(Uuid::from_u128);
        let line = |item_id| PickListLineInput { item_id, quantity: 1 };
        let sent = PickListInput {
            warehouse_id: Uuid::nil(),
            client_id: None,
            reference: None,
            min_remaining_days: 0,
            zone: None,
            hold_hours: 24,
            note: None,
            lines: [own, other, closed, unknown, own].map(line).into(),
        };
        let items = [
            WantedItem { id: own, client_id: None, active: true },
            WantedItem { id: other, client_id: Some(Uuid::nil()), active: true },
            WantedItem { id: closed, client_id: None, active: false },
        ];
        let mut errors = FieldErrors::default();
        check_items(&sent, &items, &mut errors);
        let found: Vec<(String, MessageCode)> =
            errors.into_problems().map(|(field, code, _)| (field, code)).collect();
        let expected = [
            ("lines.1.item_id", MessageCode::StockOtherOwner),
            ("lines.2.item_id", MessageCode::UnknownOption),
            ("lines.3.item_id", MessageCode::UnknownOption),
            ("lines.4.item_id", MessageCode::PickItemTwice),
        ];
        assert_eq!(found, expected.map(|(field, code)| (field.to_owned(), code)));
    }
}
