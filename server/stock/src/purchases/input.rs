//! The form of a purchase, and its checks.

use std::collections::HashMap;

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Purchase, PurchaseInput, PurchaseLine, PurchaseLineInput};
use super::store::{self, NewPurchase, PurchaseColumns};
use crate::wanted_items;
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use parties::clients;
use parties::transport_places;
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;

/// Checks a new purchase; returns all problems at once.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: &PurchaseInput,
) -> ApiResult<NewPurchase> {
    let mut errors = FieldErrors::default();
    let (_, branches, _) = scope.parts();
    let warehouse = transport_places::find_origin(tx, sent.warehouse_id, branches).await?;
    if warehouse.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let columns = check_columns(tx, sent, None, &mut errors).await?;
    errors.into_result()?;
    let warehouse = warehouse.ok_or_else(ApiError::not_found)?;
    let today = ctx.settings().today(ctx.now());
    Ok(NewPurchase {
        number: store::take_number(tx, &warehouse.code, today).await?,
        warehouse_id: warehouse.id,
        warehouse_code: warehouse.code,
        subsidiary_id: warehouse.subsidiary_id,
        columns,
        created_by: ctx.user.id,
    })
}

/// Checks the change of a draft; returns all problems at once.
pub async fn check_change(
    tx: &mut TenantTx,
    before: &Purchase,
    sent: &PurchaseInput,
) -> ApiResult<PurchaseColumns> {
    let mut errors = FieldErrors::default();
    if sent.warehouse_id != before.warehouse_id {
        errors.push("warehouse_id", MessageCode::Invalid);
    }
    let columns = check_columns(tx, sent, Some(before), &mut errors).await?;
    errors.into_result()?;
    Ok(columns)
}

async fn check_columns(
    tx: &mut TenantTx,
    sent: &PurchaseInput,
    before: Option<&Purchase>,
    errors: &mut FieldErrors,
) -> ApiResult<PurchaseColumns> {
    let stood = before.filter(|before| before.client_id == sent.client_id);
    let client_name = match (sent.client_id, stood) {
        (_, Some(before)) => before.client_name.clone(),
        (Some(id), None) => clients::lock_active(tx, id).await?,
        (None, None) => None,
    };
    if sent.client_id.is_some() && client_name.is_none() {
        errors.push("client_id", MessageCode::UnknownOption);
    }
    let currency = sent.currency.to_uppercase();
    if !references::is_currency(tx, &currency).await? {
        errors.push("currency", MessageCode::UnknownOption);
    }
    for (index, line) in sent.lines.iter().enumerate() {
        check_amount(errors, &format!("lines.{index}.unit_cost"), line.unit_cost, None);
    }
    let ids: Vec<Uuid> = sent.lines.iter().map(|line| line.item_id).collect();
    let items = wanted_items::lock(tx, &ids).await?;
    wanted_items::check(&ids, sent.client_id, &items, errors);
    Ok(PurchaseColumns {
        client_id: sent.client_id,
        client_name,
        supplier: optional(sent.supplier.as_ref()),
        supplier_reference: optional(sent.supplier_reference.as_ref()),
        currency,
        over_percent: sent.over_percent,
        expected_on: sent.expected_on,
        note: optional(sent.note.as_ref()),
    })
}

impl PurchaseInput {
    /// The form of a purchase as it stands.
    pub fn of(purchase: &Purchase, lines: &[PurchaseLine]) -> Self {
        let line = |line: &PurchaseLine| PurchaseLineInput {
            item_id: line.item_id,
            quantity: line.quantity,
            unit_cost: line.unit_cost.map(|cost| cost.normalize()),
        };
        Self {
            warehouse_id: purchase.warehouse_id,
            client_id: purchase.client_id,
            supplier: purchase.supplier.clone(),
            supplier_reference: purchase.supplier_reference.clone(),
            currency: purchase.currency.clone(),
            over_percent: purchase.over_percent,
            expected_on: purchase.expected_on,
            note: purchase.note.clone(),
            lines: lines.iter().map(line).collect(),
        }
    }

    /// The form as those see it who do not see costs.
    pub fn without_costs(mut self) -> Self {
        for line in &mut self.lines {
            line.unit_cost = None;
        }
        self
    }

    /// The form with the costs of the items as they stand, for who does not see them.
    pub fn with_costs_of(mut self, before: &Self) -> Self {
        let known: HashMap<Uuid, Decimal> =
            before.lines.iter().filter_map(|line| Some((line.item_id, line.unit_cost?))).collect();
        for line in &mut self.lines {
            line.unit_cost = known.get(&line.item_id).copied().or(line.unit_cost);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(costs: [Option<i64>; 2]) -> PurchaseInput {
        let line = |(id, cost): (u128, Option<i64>)| PurchaseLineInput {
            item_id: Uuid::from_u128(id),
            quantity: 1,
            unit_cost: cost.map(Decimal::from),
        };
        PurchaseInput {
            warehouse_id: Uuid::nil(),
            client_id: None,
            supplier: None,
            supplier_reference: None,
            currency: "BRL".into(),
            over_percent: 0,
            expected_on: None,
            note: None,
            lines: (1..).zip(costs).map(line).collect(),
        }
    }

    #[test]
    fn who_does_not_see_costs_leaves_them_as_they_are() {
        let kept = form([None, Some(7)]).with_costs_of(&form([Some(5), None]));
        assert_eq!(kept, form([Some(5), Some(7)]));
        let before = form([Some(5), None]);
        assert_eq!(before.clone().without_costs().with_costs_of(&before), before);
    }
}
