//! `/pick-lists/{id}/rest`: what was missing in the shipment of a list is picked for another one.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::action_api::begin;
use super::details;
use super::model::{PickList, PickListDetails, PickListLineInput, PickListVersion};
use super::store::{self, LineRow, NewPickList, PICK_LISTS};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live;
use server_core::record::Where;
use server_core::tags::Tag;

/// The columns of a list whose missing goods are on another one.
#[derive(Debug, Serialize)]
struct RestColumns {
    rest_id: Uuid,
}

pub struct PickListRestApi;

#[OpenApi(prefix_path = "/pick-lists", tag = "Tag::Stock")]
impl PickListRestApi {
    /// Create a pick list for the rest
    ///
    /// Units that are missing in the shipment of a packed list, with its rules. The answer is the new list, for which nothing is held
    /// yet. The number of the order stays with the first list. Returns 409 `pick_list_has_rest` while there is such a list, and
    /// 409 `pick_list_complete` when nothing is missing.
    #[oai(path = "/:id/rest", method = "post", operation_id = "pick_list_rest")]
    async fn pick_list_rest(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickListVersion>,
    ) -> ApiResult<Json<Item<PickListDetails>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Create, body.version).await?;
        let rest_id = create_rest(&mut change.tx, &ctx, &change.before).await?;
        change.write(&RestColumns { rest_id }).await?;
        let list: PickList = PICK_LISTS.find(&mut change.tx, &Where::all(), rest_id).await?;
        let audience = list.to_audience();
        live::records_changed(&mut change.tx, &audience, Resource::PickList.name(), &[*id, rest_id]);
        let facts = json!({ "number": list.number, "units": list.quantity });
        audit::record(&mut change.tx, &ctx, "pick_list.rest", Some(*id), facts).await?;
        let data = details::load(&mut change.tx, &ctx, &scope, list).await?;
        change.finish().await?;
        Ok(Json(Item { data }))
    }
}

/// The list of what is missing in the shipment of `list`, which is locked.
async fn create_rest(tx: &mut TenantTx, ctx: &Ctx, list: &PickList) -> ApiResult<Uuid> {
    let lines: Vec<PickListLineInput> =
        store::list_lines(tx, list.id).await?.iter().filter_map(to_rest).collect();
    let today = ctx.settings().today(ctx.now());
    let new = NewPickList {
        number: store::take_number(tx, &list.warehouse_code, today).await?,
        warehouse_id: list.warehouse_id,
        warehouse_code: list.warehouse_code.clone(),
        subsidiary_id: list.subsidiary_id,
        client_id: list.client_id,
        client_name: list.client_name.clone(),
        reference: list.reference.clone().or_else(|| Some(list.number.clone())),
        // A shipment of the order exists.
        channel: None,
        external_id: None,
        currency: list.currency.clone(),
        min_remaining_days: list.min_remaining_days,
        zone: list.zone.clone(),
        hold_hours: list.hold_hours,
        note: list.note.clone(),
        rest_of_id: Some(list.id),
        shipment_id: None,
        tracking_code: None,
        created_by: ctx.user.id,
    };
    let id = PICK_LISTS.insert(tx, ctx.now(), &new).await?;
    store::insert_lines(tx, id, &lines).await?;
    let facts = audit::difference(&json!({}), &new);
    audit::record(tx, ctx, "pick_list.create", Some(id), facts).await?;
    Ok(id)
}

/// The units of a line that are missing; none if all are in the shipment.
fn to_rest(line: &LineRow) -> Option<PickListLineInput> {
    let quantity = line.quantity - line.packed;
    (quantity > 0).then_some(PickListLineInput {
        item_id: line.item_id,
        quantity,
        unit_value: line.unit_value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock_items::model::StockUnit;

    #[test]
    fn what_is_not_in_the_shipment_is_the_rest() {
        let line = |packed| LineRow {
            line: 1,
            item_id: Uuid::nil(),
            quantity: 5,
            picked: 5,
            packed,
            returned: 5 - packed,
            unit_value: None,
            sku: "SKU-1".into(),
            ean: None,
            title: "Camiseta".into(),
            unit: StockUnit::Piece,
            hs_code: None,
            origin_country_id: None,
            weight_g: None,
        };
        let quantity = |packed| to_rest(&line(packed)).map(|rest| rest.quantity);
        assert_eq!([quantity(5), quantity(3), quantity(0)], [None, Some(2), Some(5)]);
    }
}
