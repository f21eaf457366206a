//! An order of a shop or system that is sent again: it has its list already.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::{read_capitals, read_order};
use super::model::{PickList, PickListInput};
use super::store::{self, LineRow, PICK_LISTS};
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use server_core::record::Where;

/// The list that the order of a form has; none for a new order, one whose shipment is cancelled, or without one. Other goods or rules than those of the list are
/// refused with its number.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, sent: &PickListInput) -> ApiResult<Option<PickList>> {
    let (Some(channel), Some(external_id)) = read_order(sent) else { return Ok(None) };
    let client_id = scope.client_of(sent.client_id, None);
    let filter = store::build_filter(scope, Where::all())
        .and_inside("search_text(k.channel) = search_text(", Some(channel))
        .and_inside("search_text(k.external_id) = search_text(", Some(external_id))
        .and("k.client_id = ", client_id)
        .only("k.client_id is null", client_id.is_none())
        .always("k.status <> 0 and k.shipment_ended_at is null");
    let Some(list): Option<PickList> = PICK_LISTS.listing.find(tx, &filter).await? else { return Ok(None) };
    let lines = store::list_lines(tx, list.id).await?;
    if is_same(&list, &lines, sent) {
        return Ok(Some(list));
    }
    let mut errors = FieldErrors::default();
    let params = Params::from([("number", list.number.into())]);
    errors.push_with("external_id", MessageCode::PickListOrderTaken, params);
    Err(ApiError::invalid(errors))
}

fn is_same(list: &PickList, lines: &[LineRow], sent: &PickListInput) -> bool {
    // The number that the order leaves out came from its client, who may have another one by now.
    let min_remaining_days = sent.min_remaining_days.unwrap_or(list.min_remaining_days);
    let has_same_rules = (list.warehouse_id, list.min_remaining_days, list.hold_hours)
        == (sent.warehouse_id, min_remaining_days, sent.hold_hours);
    let has_same_texts = list.reference == optional(sent.reference.as_ref())
        && sent.shipment_id.is_none_or(|id| list.shipment_id == Some(id))
        && list.note == optional(sent.note.as_ref())
        && list.currency == read_capitals(sent.currency.as_ref())
        && list.zone == read_capitals(sent.zone.as_ref());
    let mut own: Vec<(Uuid, i32, Option<Decimal>)> =
        lines.iter().map(|line| (line.item_id, line.quantity, line.unit_value)).collect();
    let mut others: Vec<(Uuid, i32, Option<Decimal>)> =
        sent.lines.iter().map(|line| (line.item_id, line.quantity, line.unit_value)).collect();
    own.sort();
    others.sort();
    has_same_rules && has_same_texts && own == others
}
