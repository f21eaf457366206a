//! The number of a new waybill: the next one of the airline's ranges, or one that somebody types.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::ranges::number::WaybillNumber;
use crate::ranges::store::{self, TakenNumber};
use access::ctx::Ctx;
use parties::airlines::{self, Airline};
use policy::Resource;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};

/// A number that a waybill gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenNumber {
    pub number: String,
    /// None for a typed one.
    pub range_id: Option<Uuid>,
    /// Numbers left in the open ranges of the airline, if these are few.
    pub few_left: Option<i64>,
}

/// Takes the next number of an airline, or the typed one. Locks the airline.
pub async fn take_number(
    tx: &mut TenantTx,
    ctx: &Ctx,
    airline: &Airline,
    typed: Option<&str>,
) -> ApiResult<GivenNumber> {
    let prefix = airline.awb_prefix.as_deref().unwrap_or_default();
    airlines::lock_prefix(tx, prefix).await?;
    let Some(typed) = typed else {
        let TakenNumber { range_id, number, few_left } = store::take_next(tx, prefix, ctx.now()).await?;
        live::records_changed(tx, &Audience::Staff, Resource::MawbRange.name(), &[range_id]);
        return Ok(GivenNumber { number, range_id: Some(range_id), few_left });
    };
    let number = check_typed(tx, prefix, typed).await?;
    Ok(GivenNumber { number, range_id: None, few_left: None })
}

/// A number of the airline that is not the company's own, and that no waybill has. The checks are made one after the other.
async fn check_typed(tx: &mut TenantTx, prefix: &str, typed: &str) -> ApiResult<String> {
    let refuse = |code| ApiError::invalid_field("number", code);
    let number = WaybillNumber::parse(typed).map_err(refuse)?;
    let serial = number.serial;
    if number.prefix != prefix {
        let mut errors = FieldErrors::default();
        let params = Params::from([("prefix", prefix.into())]);
        errors.push_with("number", MessageCode::AwbOtherAirline, params);
        return Err(ApiError::invalid(errors));
    }
    if store::is_used(tx, prefix, serial, serial).await? {
        return Err(refuse(MessageCode::NumberUsed));
    }
    if store::overlaps(tx, prefix, serial, serial).await? {
        return Err(refuse(MessageCode::NumberOfOwnRange));
    }
    number.format().ok_or_else(|| refuse(MessageCode::AwbInvalid))
}
