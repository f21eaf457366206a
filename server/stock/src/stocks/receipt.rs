//! The checks of goods that come in.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use tenancy::TenantTx;

use super::hand;
use super::model::StockReceipt;
use crate::allocation::LotStatus;
use crate::lots::{self, NewLot, ReceivedItem};
use crate::movement_kind::MovementKind;
use crate::movements::posting::Posting;
use crate::target_places;
use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use parties::{partners, providers};
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};

/// Checks a receipt, and returns its movement; all problems at once. The lot is there then.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    sent: &StockReceipt,
) -> ApiResult<Posting> {
    let mut errors = FieldErrors::default();
    let occurred_at = hand::check_time(sent.occurred_at, ctx.now(), &mut errors);
    if let Err(code) = target_places::lock(tx, scope, sent.place_id).await? {
        errors.push("place_id", code);
    }
    let (unit_cost, currency) = check_cost(tx, sent, &mut errors).await?;
    let partner_name = find_partner(tx, sent, &mut errors).await?;
    let provider_name = find_provider(tx, ctx, sent, &mut errors).await?;
    let item = lots::lock_item(tx, sent.item_id).await?;
    let Some(item) = item.filter(|item| item.active) else {
        errors.push("item_id", MessageCode::UnknownOption);
        errors.into_result()?;
        return Err(ApiError::not_found());
    };
    let goods = LotGoods { lot: sent.lot.as_ref(), expiration_date: sent.expiration_date };
    let read = read_lot(tx, ctx, &item, &goods, &mut errors).await?;
    errors.into_result()?;
    let is_expired = read.status == LotStatus::Quarantine;
    let lot = NewLot {
        partner_id: sent.partner_id,
        partner_name,
        provider_id: sent.provider_id,
        provider_name,
        unit_cost,
        currency,
        received_at: occurred_at,
        ..read
    };
    let lot = lots::find_or_create(tx, &lot).await?;
    if is_expired && lot.status == LotStatus::Available {
        lots::quarantine(tx, lot.id, ctx.now()).await?;
    }
    Ok(Posting {
        to_place_id: Some(sent.place_id),
        reason: optional(sent.reason.as_ref()),
        occurred_at,
        ..hand::start(ctx, sent.key, MovementKind::Receipt, lot.id, sent.quantity)
    })
}

/// A lot as it stands on the goods.
pub struct LotGoods<'a> {
    pub lot: Option<&'a String>,
    pub expiration_date: Option<NaiveDate>,
}

/// The lot of goods of an item, which is locked, without who sent them. Goods that have expired go to quarantine.
pub async fn read_lot(
    tx: &mut TenantTx,
    ctx: &Ctx,
    item: &ReceivedItem,
    goods: &LotGoods<'_>,
    errors: &mut FieldErrors,
) -> ApiResult<NewLot> {
    let code = optional(goods.lot).unwrap_or_default().to_uppercase();
    let known = if item.keep_lot { lots::find_expiry(tx, item.id, &code).await? } else { None };
    let expires_on = check_lot(item, &code, goods.expiration_date, known, errors);
    let today = ctx.settings().today(ctx.now());
    let is_expired = expires_on.is_some_and(|day| day < today);
    Ok(NewLot {
        item_id: item.id,
        code,
        expires_on,
        status: if is_expired { LotStatus::Quarantine } else { LotStatus::Available },
        reason: None,
        partner_id: None,
        partner_name: None,
        provider_id: None,
        provider_name: None,
        unit_cost: None,
        currency: None,
        received_at: ctx.now(),
    })
}

/// The day of expiry of what comes in. `known` is that of the same lot.
pub fn check_lot(
    item: &ReceivedItem,
    code: &str,
    sent: Option<NaiveDate>,
    known: Option<Option<NaiveDate>>,
    errors: &mut FieldErrors,
) -> Option<NaiveDate> {
    match (item.keep_lot, code.is_empty()) {
        (true, true) => errors.push("lot", MessageCode::Required),
        (false, false) => errors.push("lot", MessageCode::StockItemWithoutLots),
        _ => {}
    }
    if !item.keep_expiry && sent.is_some() {
        errors.push("expiration_date", MessageCode::StockItemWithoutExpiry);
    }
    if let Some(known) = known {
        if sent.is_some() && sent != known {
            let day = known.map(|day| day.to_string()).unwrap_or_default();
            let params = Params::from([("date", day.into())]);
            errors.push_with("expiration_date", MessageCode::StockExpiryDiffers, params);
        }
        return known;
    }
    if item.keep_expiry && sent.is_none() {
        errors.push("expiration_date", MessageCode::Required);
    }
    sent
}

async fn check_cost(
    tx: &mut TenantTx,
    sent: &StockReceipt,
    errors: &mut FieldErrors,
) -> ApiResult<(Option<Decimal>, Option<String>)> {
    let Some(cost) = sent.unit_cost else { return Ok((None, None)) };
    check_amount(errors, "unit_cost", Some(cost), None);
    let currency = optional(sent.currency.as_ref()).map(|code| code.to_uppercase());
    match &currency {
        None => errors.push("currency", MessageCode::Required),
        Some(code) if !references::is_currency(tx, code).await? => {
            errors.push("currency", MessageCode::UnknownOption);
        }
        Some(_) => {}
    }
    Ok((Some(cost), currency))
}

async fn find_partner(
    tx: &mut TenantTx,
    sent: &StockReceipt,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let Some(id) = sent.partner_id else { return Ok(None) };
    if !still_active(tx, references::PARTNER, Some(id), None).await? {
        errors.push("partner_id", MessageCode::UnknownOption);
        return Ok(None);
    }
    partners::find_name(tx, id).await
}

async fn find_provider(
    tx: &mut TenantTx,
    ctx: &Ctx,
    sent: &StockReceipt,
    errors: &mut FieldErrors,
) -> ApiResult<Option<String>> {
    let Some(id) = sent.provider_id else { return Ok(None) };
    if !references::provider_is_open(tx, ctx, Some(id), None).await? {
        errors.push("provider_id", MessageCode::UnknownOption);
        return Ok(None);
    }
    providers::find_name(tx, id, ctx.language()).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn item(keep_lot: bool, keep_expiry: bool) -> ReceivedItem {
        ReceivedItem {
            id: Uuid::nil(),
            sku: "SKU-1".into(),
            client_id: None,
            keep_lot,
            keep_expiry,
            active: true,
        }
    }

    fn check(
        item: &ReceivedItem,
        code: &str,
        sent: Option<NaiveDate>,
        known: Option<Option<NaiveDate>>,
    ) -> (Option<NaiveDate>, Vec<(String, MessageCode)>) {
        let mut errors = FieldErrors::default();
        let expires_on = check_lot(item, code, sent, known, &mut errors);
        (expires_on, errors.into_problems().map(|(field, code, _)| (field, code)).collect())
    }

    #[test]
    fn an_item_says_whether_it_has_lots_and_expires() {
        let day = NaiveDate::from_ymd_opt(2027, 1, 1);
        let of = |field: &str, code| vec![(field.to_owned(), code)];
        assert_eq!(check(&item(true, true), "L1", day, None), (day, vec![]));
        assert_eq!(check(&item(false, false), "", None, None), (None, vec![]));
        assert_eq!(check(&item(true, false), "", None, None).1, of("lot", MessageCode::Required));
        assert_eq!(
            check(&item(false, false), "L1", None, None).1,
            of("lot", MessageCode::StockItemWithoutLots)
        );
        assert_eq!(check(&item(false, true), "", None, None).1, of("expiration_date", MessageCode::Required));
        assert_eq!(
            check(&item(true, false), "L1", day, None).1,
            of("expiration_date", MessageCode::StockItemWithoutExpiry)
        );
    }

    #[test]
    fn a_lot_that_came_before_has_its_day() {
        let (day, other) = (NaiveDate::from_ymd_opt(2027, 1, 1), NaiveDate::from_ymd_opt(2027, 1, 2));
        assert_eq!(check(&item(true, true), "L1", None, Some(day)), (day, vec![]));
        let differs = vec![("expiration_date".to_owned(), MessageCode::StockExpiryDiffers)];
        assert_eq!(check(&item(true, true), "L1", other, Some(day)), (day, differs));
    }
}
